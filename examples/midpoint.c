/* The middle of a range, as binary search needs it: low + high is more than an int can hold if both are large.
 * `tenon check midpoint.c` finds two such numbers; with `--int=math`, where nothing overflows, it holds.
 * low + (high - low) / 2 is right. */
int nondet_int(void);

int middle(int low, int high) {
  return (low + high) / 2;
}

int main(void) {
  int low = nondet_int(), high = nondet_int();
  assume(0 <= low && low <= high);
  int m = middle(low, high);
  assert(low <= m && m <= high);
  return 0;
}
