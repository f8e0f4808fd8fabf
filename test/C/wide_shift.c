// A count of 64 bits is not cut to the width of what is shifted.
// RUN: tenon check %s | FileCheck %s
// CHECK: holds
int main() {
  long long n = 4294967296LL;
  int x = nondet_int();
  unsigned char c = nondet_uchar();
  assert((1 << n) == 0);
  assert((x >> n) == (x < 0 ? -1 : 0));
  assert((c << 3LL) == c * 8);
  x = 5;
  x <<= 1LL;
  assert(x == 10);
  x >>= n;
  assert(x == 0);
}
