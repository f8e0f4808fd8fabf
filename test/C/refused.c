// What is outside of the subset is reported by its name, all of it in one run, each at its place; what follows from it
// is not.
// RUN: %tenon-error check %s 2>&1 | FileCheck %s
// RUN: %tenon-error check %s 2>&1 | grep -c "^[^ ]*refused.c:[0-9]*:[0-9]*: error:" | FileCheck --check-prefix=COUNT %s
// COUNT: {{^}}26{{$}}
#include <stdio.h>

struct point { int x, y; };          // CHECK: refused.c:[[@LINE]]:1: error: structs are outside the subset of C
union both { int i; char c; };       // CHECK: refused.c:[[@LINE]]:1: error: unions are outside the subset of C
typedef struct point point_t;        // CHECK: refused.c:[[@LINE]]:9: error: structs are outside the subset of C
float f = 1;                         // CHECK: refused.c:[[@LINE]]:1: error: floating point numbers (`float`) are outside
int *p;                              // CHECK: refused.c:[[@LINE]]:5: error: pointers are outside the subset of C
int grid[3][4];                      // CHECK: refused.c:[[@LINE]]:12: error: arrays of arrays are outside
int g;

int first(int *a) { return a[0]; }   // CHECK: refused.c:[[@LINE]]:15: error: pointers are outside
                                     // CHECK: note: an array parameter is written `a[]`
int (*handler)(int);                 // CHECK: refused.c:[[@LINE]]:6: error: pointers are outside
int any(int n, ...) { return n; }    // CHECK: refused.c:[[@LINE]]:16: error: functions with any number of arguments (`...`) are
int twice(int n) { return n ? twice(n - 1) : 0; } // CHECK: refused.c:[[@LINE]]:31: error: recursion is outside the subset of C: `twice` calls itself
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); } // CHECK: refused.c:[[@LINE]]:38: error: recursion is outside the subset of C: `odd` calls itself through this call
int even(int n) { return n == 0 ? 1 : odd(n - 1); } // CHECK: refused.c:[[@LINE]]:39: error: recursion is outside the subset of C: `even` calls itself through this call

int main() {
  point_t q;
  q.x = 1;                           // CHECK: refused.c:[[@LINE]]:4: error: structs (`.`) are outside
  p = &g;                            // CHECK: refused.c:[[@LINE]]:7: error: addresses (`&`) are outside
  *p = 3;                            // CHECK: refused.c:[[@LINE]]:3: error: pointers (`*`) are outside
  g = p->x;                          // CHECK: refused.c:[[@LINE]]:8: error: structs (`->`) are outside
  grid[1][2] = 3;                    // CHECK: refused.c:[[@LINE]]:10: error: arrays of arrays are outside
  g = 2.5;                           // CHECK: refused.c:[[@LINE]]:7: error: floating point numbers are outside
  double d;                          // CHECK: refused.c:[[@LINE]]:3: error: floating point numbers (`double`) are
  switch (g) {                       // CHECK: refused.c:[[@LINE]]:3: error: `switch` is outside the subset of C
  case 1:
    g = 2;
    break;
  default:
    goto end;                        // CHECK: refused.c:[[@LINE]]:5: error: `goto` is outside the subset of C
  }
  p = malloc(4);                     // CHECK: refused.c:[[@LINE]]:7: error: the heap is outside the subset of C: `malloc`
  printf("%d", g);                   // CHECK: refused.c:[[@LINE]]:3: error: input and output are outside the subset of C: `printf`
  scanf("%d", &g);                   // CHECK: refused.c:[[@LINE]]:3: error: input and output
                                     // CHECK: refused.c:[[@LINE-1]]:15: error: addresses
  handler(3);
  while (g) {
    if (g > 3)
      free(p);                       // CHECK: refused.c:[[@LINE]]:7: error: the heap is outside the subset of C: `free`
  }
end:
  return 0;
}
