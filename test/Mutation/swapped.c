// The operands of -.
// RUN: tenon repair %s --no-mutate main --level 3 --max-size 1 | FileCheck %s
// CHECK: -  return used - size;
// CHECK-NEXT: +  return size - used;
int remaining(int size, int used) {
  return used - size;
}

int main() {
  int size = nondet_int(), used = nondet_int();
  assume(0 <= used && used <= size);
  assert(remaining(size, used) >= 0 && remaining(size, used) + used == size);
  return 0;
}
