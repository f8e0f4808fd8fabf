// A condition with a call in it, changed as a whole: the call is still behind the same guard.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: +  if (m == 2 && leap(y)) return 29;
// CHECK: 1 repair; all with at most 1 change are here
// A condition that is negated, as well:
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 --localization=off --replay=off | FileCheck %s
int leap(int y) { if (y == 4) return 1; return 0; }
int f(int m, int y) {
  if (m == 2 && leap(y)) return 28;
  return m;
}
int main() {
  int m = nondet_int(), y = nondet_int();
  assume(m == 2 || m == 5);
  assert(f(m, y) == (m == 2 && y == 4 ? 29 : m));
}
