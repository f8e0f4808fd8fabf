// Nothing to repair.
// RUN: tenon repair %s --level 1 | FileCheck %s
// CHECK: no assertion fails: nothing to repair
int main() {
  int x = nondet_int();
  int y = x + 1;
  assert(y - x == 1);
  return 0;
}
