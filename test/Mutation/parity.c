// == and !=.
// RUN: tenon repair %s --no-mutate main --level 2 --max-size 1 | FileCheck %s
// CHECK: +  if (x % 2 == 0)
int is_even(int x) {
  if (x % 2 != 0)
    return 1;
  return 0;
}

int main() {
  int x = nondet_int();
  assert(is_even(x) == ((x & 1) == 0));
  return 0;
}
