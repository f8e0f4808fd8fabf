// The right side of && and || is evaluated only if it has to be, with all that it does; so are the branches of ?:.
// RUN: tenon check %s | FileCheck %s
// CHECK: main safety holds
int calls = 0;
int yes() { calls = calls + 1; return 1; }
int no() { calls++; return 0; }
int nondet_int();

int main() {
  int x = nondet_int(), i = 0;
  if (x > 0 && yes())
    assert(x > 0 && calls == 1);
  else
    assert(x <= 0 && calls == 0);
  calls = 0;
  int r = x > 0 || no() || yes();
  assert(r == 1 && calls == (x > 0 ? 0 : 2));
  calls = 0;
  r = x > 0 ? no() : yes() + yes();
  assert(x > 0 ? r == 0 && calls == 1 : r == 2 && calls == 2);
  r = x > 5 && i++ < 1;
  assert(i == (x > 5));
  int y = i;
  r = (y = y + 1) + y;
  assert(r == 2 * y);
  calls = 3;
  r = calls + no();
  assert(r == 3 && calls == 4);
  return 0;
}
