// + for *.
// RUN: tenon repair %s --no-mutate main --level 2 --max-size 1 | FileCheck %s
// CHECK: +int area(int width, int height) { return width * height; }
int area(int width, int height) { return width + height; }

int main() {
  int width = nondet_int(), height = nondet_int();
  assume(width > 0 && width < 5 && height > 0 && height < 5);
  int a = area(width, height), b = 0;
  for (int i = 0; i < width; i++)
    b += height;
  assert(a == b);
  return 0;
}
