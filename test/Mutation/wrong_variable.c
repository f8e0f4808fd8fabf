// A variable for another.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: -  return a;
// CHECK-NEXT: +  return b;
int larger(int a, int b) {
  if (a > b)
    return a;
  return a;
}

int main() {
  int a = nondet_int(), b = nondet_int();
  int m = larger(a, b);
  assert(m >= a && m >= b && (m == a || m == b));
  return 0;
}
