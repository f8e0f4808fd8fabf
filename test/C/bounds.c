// Outside of an array there is 0, and nothing is written; --check-bounds reports it.
// RUN: tenon check %s | FileCheck --check-prefix=HOLDS %s
// HOLDS: main safety holds
// RUN: %expect_exit 1 tenon check %s --check-bounds | FileCheck %s
// CHECK: main safety violated access outside of the array at bounds.c:[[@LINE+11]]:5
// CHECK: inputs i = 3
// CHECK: bounds.c:{{[0-9]+}} a[i] = 7
int nondet_int();
int a[3];

int main() {
  int i = nondet_int();
  assume(i >= 0 && i <= 3);
  assert(i > 2 || a[i] == 0);
  if (i >= 0 && i < 4) {
    a[i] = 7;
    assert(i == 3 || a[i] == 7);
  }
  if (i < 3 && a[i] == 7)
    return 0;
  assert(a[3] == 0 && a[-1] == 0);
  return 0;
}
