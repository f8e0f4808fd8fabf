// No mutation repairs it: exit code 1, after a finished search.
// RUN: %expect_exit 1 tenon repair %s --level 1 | FileCheck %s
// CHECK: no repair: there is none of any size
int main() {
  int x = nondet_int();
  int y = x + 1;
  assert(y == 2 * x);
  return 0;
}
