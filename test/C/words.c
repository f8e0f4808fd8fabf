// Machine words: promotion, conversion, wrap-around, truncating division; all hold for all inputs.
// RUN: tenon check %s | FileCheck %s
// CHECK: main safety holds
typedef unsigned char byte;
int nondet_int();
char nondet_char();
unsigned nondet_uint();
long long nondet_longlong();

int main() {
  char c = nondet_char();
  byte b = c;
  assert(b >= 0 && b <= 255);
  assert((char)b == c);
  assert(c + 1 > c); // as int
  int x = nondet_int();
  unsigned u = x;
  assert((int)u == x);
  assert((x < 0) == (u > 2147483647));
  if (x >= 0)
    assert(x / 2 * 2 + x % 2 == x && x % 2 >= 0);
  else
    assert(x / 2 * 2 + x % 2 == x && x % 2 <= 0);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  assert(2147483647 + 1 < 0);
  assert(-1 > 0u);
  assert(sizeof(int) == 4 && sizeof(c) == 1 && sizeof(long long) == 8);
  long long l = x;
  assert(l == x && l * 2 / 2 == l);
  assert((l << 1) == l + l);
  assert(x >> 31 == (x < 0 ? -1 : 0));
  assert((x ^ -1) == ~x && (x & ~x) == 0 && (x | ~x) == -1);
  short s = (short)65535;
  assert(s == -1);
  _Bool t = x;
  assert(t == (x != 0));
  assert('a' == 97 && '\n' == 10 && '\x41' == 'A' && '\0' == 0);
  assert(017 == 15 && 0x1F == 31);
  u = nondet_uint();
  if (u > 10)
    assert(u - 10 > 0 && u / 2 >= 5);
  return 0;
}
