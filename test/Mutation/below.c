// A comparison that takes the limit in.
// RUN: tenon repair %s --no-mutate main --level 1 --max-size 1 | FileCheck %s
// CHECK: repair 1: 1 change
// CHECK-NEXT: ---
// CHECK-NEXT: +++
// CHECK: -  if (x <= limit)
// CHECK-NEXT: +  if (x < limit)
// CHECK: 1 repair; there are no others of any size
int below(int x, int limit) {
  if (x <= limit)
    return 1;
  return 0;
}

int main() {
  int x = nondet_int(), limit = nondet_int();
  assert(below(x, limit) == (limit > x));
  return 0;
}
