// Strings in arrays of fixed size.
// RUN: tenon check %s --check-bounds | FileCheck %s
// CHECK: main safety holds
#include <assert.h>
#include <ctype.h>
#include <string.h>

char IN[6];
char nondet();

int upper(char s[]) {
  int i, n = 0;
  for (i = 0; s[i]; i++)
    if (isupper(s[i])) n++;
  return n;
}

int main() {
  char a[] = "abc", b[8];
  assert(sizeof(a) == 4 && strlen(a) == 3);
  strcpy(b, a);
  assert(strcmp(a, b) == 0 && strcmp(a, "abd") < 0 && strcmp("b", a) > 0);
  b[0] = toupper(b[0]);
  assert(b[0] == 'A' && tolower(b[0]) == a[0] && toupper('1') == '1');
  strcpy(IN, nondet());
  assert(strlen(IN) <= 5);
  if (strlen(IN) == 2)
    assert(IN[0] != 0 && IN[1] != 0 && IN[2] == 0);
  assert(strlen(IN) > 5 || upper(IN) <= 5);
  return 0;
}
