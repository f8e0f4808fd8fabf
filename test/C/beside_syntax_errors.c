// A syntax error hides no construct that is outside the subset, and nothing that may come of it is reported.
// RUN: %tenon-error check %s 2>&1 | FileCheck %s --implicit-check-not=error:
// CHECK: [[@LINE+1]]:29: error: recursion is outside the subset of C
int rec(int n) { return n ? rec(n-1) : 0; }
// CHECK: [[@LINE+1]]:13: error: {{.*}} outside the subset of C: `printf`
void pf() { printf("x"); }
// CHECK: [[@LINE+1]]:20: error: unexpected `;`
int broken() { x + ; }
int main() { return broken() + missing; }
