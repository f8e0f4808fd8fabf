// The sign of a constant.
// RUN: tenon repair %s --no-mutate main --level 2 --max-size 1 | FileCheck %s
// CHECK: -    return 1;
// CHECK-NEXT: +    return -1;
int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return 1;
  return 0;
}

int main() {
  int x = nondet_int();
  int s = sign(x);
  assert((x > 0) == (s > 0) && (x < 0) == (s < 0));
  return 0;
}
