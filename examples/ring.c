// A queue in a ring of four places, with a slip in one of the indices. No other operator or constant repairs it, but
//   tenon repair ring.c --no-mutate main --level 3 --max-size 1
// finds the variable that is meant.
#include <assert.h>

int nondet_int(void);

int places[4];
int first, count;

void put(int x) {
  if (count < 4) {
    places[(first + count) % 4] = x;
    count++;
  }
}

int take(void) {
  int x = places[count % 4];
  first = (first + 1) % 4;
  count--;
  return x;
}

int main(void) {
  int a = nondet_int(), b = nondet_int(), c = nondet_int();
  first = nondet_int();
  assume(first >= 0 && first < 4);
  put(a);
  put(b);
  assert(take() == a);
  put(c);
  assert(take() == b);
  assert(take() == c);
  assert(count == 0);
  return 0;
}
