// Two faults, each in a line of its own: neither change alone is a repair.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: repair 1: 2 changes
// CHECK: -    d = x + y;
// CHECK-NEXT: +    d = x - y;
// CHECK: -    d = y + x;
// CHECK-NEXT: +    d = y - x;
// CHECK: 1 repair;
int distance(int x, int y) {
  int d;
  if (x > y)
    d = x + y;
  else
    d = y + x;
  return d;
}

int main() {
  int x = nondet_int(), y = nondet_int();
  int d = distance(x, y);
  assert(x > y ? d == x - y : d == y - x);
  return 0;
}
