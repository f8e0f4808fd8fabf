// Which kind of triangle has these sides? Two slips: `tenon check` shows inputs for which an assertion fails, and
//   tenon repair triangle.c --no-mutate main --level 2
// finds the two changes that are needed, and no others.
#include <assert.h>

#define NONE 0
#define EQUILATERAL 1
#define ISOSCELES 2
#define SCALENE 3

int nondet_int(void);

int kind(int a, int b, int c) {
  if (a + b <= c || a + c <= b || b - c <= a)
    return NONE;
  if (a == b && b == c)
    return EQUILATERAL;
  if (a == b || b != c || a == c)
    return ISOSCELES;
  return SCALENE;
}

int main(void) {
  int a = nondet_int(), b = nondet_int(), c = nondet_int();
  assume(a > 0 && a < 1000 && b > 0 && b < 1000 && c > 0 && c < 1000);
  int k = kind(a, b, c);
  int longest = a > b ? a : b;
  longest = longest > c ? longest : c;
  assert((k == NONE) == (2 * longest >= a + b + c));
  assert(k != EQUILATERAL || (a == b && a == c));
  assert(k != SCALENE || (a != b && b != c && a != c));
  assert(k != ISOSCELES || a == b || b == c || a == c);
  return 0;
}
