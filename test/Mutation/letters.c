// A string, and a character that is one too small.
// RUN: tenon repair %s --no-mutate main --level 2 --unwind 4 --max-size 1 | FileCheck %s
// CHECK: +    if (text[i] == 'b')
int count_b(char text[]) {
  int n = 0;
  for (int i = 0; text[i] != 0; i++)
    if (text[i] == 'a')
      n++;
  return n;
}

int main() {
  char text[3];
  strcpy(text, nondet());
  int n = 0;
  if (text[0] == 'b')
    n++;
  if (text[0] != 0 && text[1] == 'b')
    n++;
  assert(count_b(text) == n);
  return 0;
}
