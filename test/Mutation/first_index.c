// A loop that starts at 1.
// RUN: tenon repair %s --no-mutate main --level 2 --unwind 3 --max-size 1 | FileCheck %s
// CHECK-DAG: -  for (int i = 1; i < 3; i++)
// CHECK-DAG: +  for (int i = 0; i < 3; i++)
int count_zeros(int a[]) {
  int n = 0;
  for (int i = 1; i < 3; i++)
    if (a[i] == 0)
      n++;
  return n;
}

int main() {
  int a[3];
  assert(count_zeros(a) == (a[0] == 0) + (a[1] == 0) + (a[2] == 0));
  return 0;
}
