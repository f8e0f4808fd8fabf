// A guard the wrong way round.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: +  if (!(locked && (has_key || forced)))
int locked, opened;

void open_it(int has_key, int forced) {
  if (locked && (has_key || forced))
    opened = 0;
  else
    opened = 1;
}

int main() {
  locked = nondet_int();
  int has_key = nondet_int(), forced = nondet_int();
  open_it(has_key, forced);
  assert((opened == 1) == (locked && (has_key || forced)));
  return 0;
}
