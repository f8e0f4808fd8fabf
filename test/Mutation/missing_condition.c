// A missing conjunct, from another condition of the program.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK-DAG: +  if (ready != 0 && level <= 7)
int ready, level;

int may_open() {
  if (ready != 0)
    return 1;
  return 0;
}

int is_full() { return level > 7; }

int main() {
  ready = nondet_int();
  level = nondet_int();
  if (may_open())
    assert(ready != 0 && level <= 7);
  else
    assert(ready == 0 || level > 7);
  return 0;
}
