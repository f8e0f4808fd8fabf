// The example of the survey, section 2.4: both assertions can fail.
// RUN: %expect_exit 1 tenon check %s --certify | FileCheck --match-full-lines --strict-whitespace %s
void foo(int x, int w) {
  int t = 0;
  int y = x - 3;
  int z = x + 3;
  if (w > 3) {
    t = z + w;
    assert(t < x);
    y = y + 10;
  }
  assert(y > z);
}

//      CHECK:foo  safety  violated  assertion fails at foo.c:12:3; certified
// CHECK-NEXT:  trace to violation:
// CHECK-NEXT:    inputs     x = 0, w = 0
// CHECK-NEXT:       1  foo.c:4  t = 0            foo  t = 0
// CHECK-NEXT:       2  foo.c:5  y = x - 3        foo  y = -3
// CHECK-NEXT:       3  foo.c:6  z = x + 3        foo  z = 3
// CHECK-NEXT:       4  foo.c:7  [!(w > 3)]       foo
// CHECK-NEXT:       5  foo.c:12  assert(y > z);  foo
// CHECK-NEXT:1 goal: 1 violated
