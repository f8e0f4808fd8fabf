// && written as || in front of a call: the operator is at the level of the source.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: repair 1: 1 change
// CHECK: -  int r = positive(x) || small(x);
// CHECK-NEXT: +  int r = positive(x) && small(x);
int limit = 5;

int small(int x) { return x < limit; }

int positive(int x) { return x > 0; }

int wanted(int x) {
  int r = positive(x) || small(x);
  return r;
}

int main() {
  int x = nondet_int();
  int r = wanted(x);
  assert(r == (x >= 1 && x <= 4));
  return 0;
}
