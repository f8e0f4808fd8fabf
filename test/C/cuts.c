// An assertion that holds within the bound says nothing about executions that go on.
// RUN: %expect_exit 3 tenon check %s | FileCheck %s
// CHECK: main safety unknown no violation where loops are entered at most 5 times; the loops at cuts.c:[[@LINE+8]]:3, cuts.c:[[@LINE+17]]:3 can go on: --unwind raises the bound
// RUN: %expect_exit 1 tenon check %s --unwind 6 | FileCheck --check-prefix=SIX %s
// SIX: main safety violated assertion fails at cuts.c:[[@LINE+10]]:3
// SIX: inputs n = 6
int nondet_int(void);

int main(void) {
  int n = nondet_int(), m = nondet_int(), steps = 0;
  while (n > 0) {
    n--;
    steps++;
  }
  assert(steps < 6);
  int others = 0;
  for (int i = 0; i < 3; i++) // ends within the bound
    others++;
  assert(others == 3);
  while (m > 0)
    m -= 2;
  return 0;
}
