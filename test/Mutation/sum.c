// An array, a loop, and the wrong operator; the bound reaches the array's end.
// RUN: tenon repair %s --no-mutate main --level 1 --unwind 3 --max-size 1 | FileCheck %s
// CHECK: repair 1: 1 change
// CHECK: -    s = s - a[i];
// CHECK-NEXT: +    s = s + a[i];
int sum(int a[]) {
  int s = 0;
  for (int i = 0; i < 3; i++)
    s = s - a[i];
  return s;
}

int main() {
  int a[3];
  assert(sum(a) == a[0] + a[1] + a[2]);
  return 0;
}
