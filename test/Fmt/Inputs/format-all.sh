# usage: format-all.sh FOLDER SCRATCH
# Every model in FOLDER prints, prints as itself when it is printed again, has as many comments as before, and is checked
# with the same output. Says so for each.
set -e
mkdir -p "$2"
for model in "$1"/*.fsp; do
  tenon fmt "$model" > "$2/once.fsp"
  tenon fmt "$2/once.fsp" > "$2/twice.fsp"
  diff "$2/once.fsp" "$2/twice.fsp"
  test "$(grep -c '//' "$model")" = "$(grep -c '//' "$2/once.fsp")"
  tenon check "$model" > "$2/before.txt"
  tenon check "$2/once.fsp" > "$2/after.txt"
  diff "$2/before.txt" "$2/after.txt"
  echo "$(basename "$model"): $(grep -c . "$2/once.fsp") lines, $(tail -n 1 "$2/after.txt")"
done
