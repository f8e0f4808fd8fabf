// A call of the wrong function.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: +int span(int x, int y) { return upper(x, y) - lower(x, y); }
int lower(int x, int y) { return x < y ? x : y; }

int upper(int x, int y) { return x < y ? y : x; }

int span(int x, int y) { return upper(x, y) - upper(x, y); }

int main() {
  int x = nondet_int(), y = nondet_int();
  assume(x >= 0 && y >= 0);
  int s = span(x, y);
  assert(x > y ? s == x - y : s == y - x);
  return 0;
}
