/* Insertion sort of four arbitrary numbers: the result is in order, and a number is in it as often as before.
 * No access is outside of the array, and four rounds of each loop are enough:
 * `tenon check insertion_sort.c --unwind 4 --check-bounds` proves all of that. With `--unwind 3` the answer is that the
 * bound was reached. */
#define N 4

int a[N];

int occurrences(int value) {
  int i, count = 0;
  for (i = 0; i < N; i++)
    if (a[i] == value)
      count++;
  return count;
}

void sort(void) {
  int i, j, value;
  for (i = 1; i < N; i++) {
    value = a[i];
    for (j = i - 1; j >= 0 && a[j] > value; j--)
      a[j + 1] = a[j];
    a[j + 1] = value;
  }
}

int main(void) {
  int i, wanted = nondet_int();
  for (i = 0; i < N; i++)
    a[i] = nondet_int();
  int before = occurrences(wanted);
  sort();
  assert(occurrences(wanted) == before);
  for (i = 1; i < N; i++)
    assert(a[i - 1] <= a[i]);
  return 0;
}
