// A constant: the nearest one that repairs.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: +int is_fast(int speed) { return speed > 100; }
#define LIMIT 40

int is_fast(int speed) { return speed > LIMIT; }

int main() {
  int speed = nondet_int();
  assert(is_fast(speed) == (speed >= 101));
  return 0;
}
