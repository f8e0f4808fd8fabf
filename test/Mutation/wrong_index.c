// An index variable for another.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 --unwind 3 | FileCheck %s
// CHECK: -    b[k] = a[k];
// CHECK-NEXT: +    b[k] = a[i];
int a[3], b[3];

void reverse() {
  for (int i = 0; i < 3; i++) {
    int k = 2 - i;
    b[k] = a[k];
  }
}

int main() {
  a[0] = nondet_int();
  a[1] = nondet_int();
  a[2] = nondet_int();
  reverse();
  assert(b[0] == a[2] && b[1] == a[1] && b[2] == a[0]);
  return 0;
}
