// The branches of ?:.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK-DAG: +int at_most(int x, int limit) { return x > limit ? limit : x; }
// CHECK-DAG: +int at_most(int x, int limit) { return x < limit ? x : limit; }
int at_most(int x, int limit) { return x > limit ? x : limit; }

int main() {
  int x = nondet_int(), limit = nondet_int();
  int r = at_most(x, limit);
  assert(r <= limit && r <= x && (r == x || r == limit));
  return 0;
}
