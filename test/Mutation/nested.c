// Two faults in nested conditions.
// RUN: tenon repair %s --no-mutate main --level 2 | FileCheck %s
// CHECK: repair 1: 2 changes,
// CHECK-DAG: +  if (points >= 50) {
// CHECK-DAG: +    if (bonus >= 10)
int grade(int points, int bonus) {
  int g = 0;
  if (points > 50) {
    g = 1;
    if (bonus < 10)
      g = 2;
  }
  return g;
}

int main() {
  int points = nondet_int(), bonus = nondet_int();
  int g = grade(points, bonus);
  assert(points >= 50 ? (bonus >= 10 ? g == 2 : g == 1) : g == 0);
  return 0;
}
