// Operators on bits: | for &.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: +int low_bits(int x) { return x & 15; }
// CHECK: 1 repair; there are no others of any size
int low_bits(int x) { return x | 15; }

int main() {
  int x = nondet_int();
  int r = low_bits(x);
  assert(r >= 0 && r < 16 && ((x ^ r) << 28) == 0);
  return 0;
}
