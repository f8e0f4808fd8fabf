// Words of later standards and of compilers are reported by their names, and what is around them as usual.
// RUN: %tenon-error check %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: [[@LINE+1]]:1: error: `_Thread_local` is outside the subset of C
_Thread_local int tl;
// CHECK: [[@LINE+1]]:1: error: `_Static_assert` is outside the subset of C
_Static_assert(sizeof(int) == 4, "x");
// CHECK: [[@LINE+1]]:1: error: `__attribute__` is outside the subset of C
__attribute__((noreturn)) void na(void);
// CHECK: [[@LINE+1]]:1: error: `__int128` is outside the subset of C
__int128 big;
// CHECK: [[@LINE+1]]:1: error: `wchar_t` is outside the subset of C
wchar_t w;
// CHECK: [[@LINE+1]]:26: error: `_Alignof` is outside the subset of C
int al(int x) { return 1+_Alignof(int); }
// CHECK: [[@LINE+1]]:25: error: `_Generic` is outside the subset of C
int gen(int x) { return _Generic(x, int: 1, default: 2); }
// CHECK: [[@LINE+1]]:18: error: `typeof` is outside the subset of C
int tof(int x) { typeof(x) y = 1; return y; }
// CHECK: [[@LINE+1]]:15: error: `static` in the brackets of a parameter is outside the subset of C
int sta(int a[static 3]) { return a[0]; }
// CHECK: [[@LINE+1]]:26: error: `?:` without an operand between is outside the subset of C
int cr(int x) { return x ?: 2; }
// CHECK: [[@LINE+1]]:17: error: assembler (`asm`) is outside the subset of C
int as(int x) { asm volatile("nop" : : "r"(x)); return x; }
// CHECK: [[@LINE+1]]:25: error: wide characters are outside the subset of C
int wide(void) { return L'a'; }
// CHECK: [[@LINE+1]]:29: error: recursion is outside the subset of C: `rec` calls itself
int rec(int n) { return n ? rec(n-1) : 0; }
int main() { return 0; }
