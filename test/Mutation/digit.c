// / for %.
// RUN: tenon repair %s --no-mutate main --level 1 | FileCheck %s
// CHECK: repair 1: 1 change, {{[0-9]+}} of {{[0-9]+}} passing runs as before
// CHECK: +int last_digit(int x) { return x % 10; }
int last_digit(int x) { return x / 10; }

int main() {
  int x = nondet_int();
  assume(x >= 0 && x < 100);
  int d = last_digit(x);
  assert(d >= 0 && d < 10 && (x - d) % 10 == 0);
  return 0;
}
