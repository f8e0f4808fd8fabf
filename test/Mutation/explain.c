// The example of the survey: must location sets of the program, then the only repair.
// RUN: tenon repair %s --int=math --all --level 1 --explain | FileCheck %s
// CHECK: refuted: the program
// CHECK-NEXT:   must change one of {{[^ ]*}}explain.c:13, {{[^ ]*}}explain.c:14, {{[^ ]*}}explain.c:15{{$}}
// CHECK: repair 1: 3 changes
// CHECK: +  int y = x + 3;
// CHECK-NEXT: +  int z = x - 3;
// CHECK: +    t = z - w;
// CHECK: 1 repair; there are no others of any size
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
