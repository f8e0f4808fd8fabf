// A comparison becomes any other: == to <=.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 --unwind 4 | FileCheck %s
// CHECK: +  while (i <= n) {
int steps(int n) {
  int i = 0, s = 0;
  while (i == n) {
    s += i;
    i++;
  }
  return s;
}

int main() {
  int n = nondet_int();
  assume(n >= 0 && n < 3);
  assert(steps(n) == n * (n + 1) / 2);
  return 0;
}
