// A repair that only goes on until the bound says so, and comes after those that do not.
// RUN: tenon repair %s --no-mutate main --level 1 --max-size 1 | FileCheck %s
// CHECK: repair 1: 1 change, {{.*}} as before{{$}}
// CHECK: +  for (i = 0; i < n; i++)
// CHECK: repair 2: 1 change, {{.*}} as before; the loop at {{.*}}artefact.c:11:3 can go on
// CHECK: +  for (i = 0; i <= n; i--)
int nondet_int();
int count(int n) {
  int i;
  int c = 0;
  for (i = 0; i <= n; i++)
    c++;
  return c;
}
int main() {
  int n = nondet_int();
  assume(n == 3);
  assert(count(n) == 3);
}
