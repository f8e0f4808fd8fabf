// || for &&.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: repair 1: 1 change
// CHECK: +int inside(int x, int low, int high) { return x >= low && x <= high; }
// CHECK: 1 repair; there are no others of any size
int inside(int x, int low, int high) { return x >= low || x <= high; }

int main() {
  int x = nondet_int(), low = nondet_int(), high = nondet_int();
  assume(low < high);
  if (inside(x, low, high))
    assert(low <= x && x <= high);
  else
    assert(x < low || x > high);
  return 0;
}
