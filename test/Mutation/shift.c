// >> for <<.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: +  return x << 1;
unsigned twice(unsigned x) {
  return x >> 1;
}

int main() {
  unsigned x = nondet_uint();
  assert(twice(x) == x + x);
  return 0;
}
