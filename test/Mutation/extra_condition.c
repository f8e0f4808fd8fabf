// A disjunct too many.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: +  if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
int valid(int hour, int minute) {
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || minute > hour)
    return 0;
  return 1;
}

int main() {
  int hour = nondet_int(), minute = nondet_int();
  int inside = 0 <= hour && hour <= 23 && 0 <= minute && minute <= 59;
  assert(valid(hour, minute) == inside);
  return 0;
}
