// Loops: all forms, jumps out of them, and when the bound was reached.
// RUN: tenon check %s --unwind 5 | FileCheck --check-prefix=HOLDS %s
// HOLDS: main safety holds
// RUN: %expect_exit 3 tenon check %s --unwind 3 | FileCheck --check-prefix=BOUND %s
// BOUND: main safety unknown no violation where loops are entered at most 3 times; the loop at loops.c:[[@LINE+5]]:3 can go on: --unwind raises the bound
int nondet_int(void);

int sum(int a[], int n) {
  int i, s = 0;
  for (i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  int a[4] = {1, 2, 3};
  assert(a[3] == 0 && sum(a, 4) == 6);

  int n = nondet_int(), i = 0, even = 0;
  assume(n >= 0 && n <= 4);
  while (1) {
    if (i == n)
      break;
    if (i++ % 2)
      continue;
    even++;
  }
  assert(even == (n + 1) / 2);

  int down = 4;
  do
    down--;
  while (down > 0);
  assert(down == 0);

  int j, k = 0;
  for (i = 0, j = 3; i < j; ++i, --j)
    k += a[i] * a[j];
  assert(i == 2 && j == 1 && k == 6);

  int b[4], m = 0;
  while (m < 4) {
    b[m] = m;
    b[m++] *= 2;
  }
  assert(b[3] == 6 && m == 4);
  for (;;) {
    if (k-- == 5)
      return 0;
  }
}
