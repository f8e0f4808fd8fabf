// Three faults.
// RUN: tenon repair %s --no-mutate main --level 1 --max-size 3 | FileCheck %s
// CHECK: repair 1: 3 changes
// CHECK-DAG: +  total = a + b;
// CHECK-DAG: +  if (a > b || a > 5000)
// CHECK-DAG: +  difference = b - a;
int total, largest, difference;

void measure(int a, int b) {
  total = a - b;
  largest = b;
  difference = b + a;
  if (a > b && a > 5000)
    largest = a;
}

int main() {
  int a = nondet_int(), b = nondet_int();
  assume(a > -1000 && a < 1000 && b > -1000 && b < 1000);
  measure(a, b);
  assert(total == a + b);
  assert(largest >= a && largest >= b);
  assert(difference + a == b);
  return 0;
}
