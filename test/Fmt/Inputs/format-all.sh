# usage: format-all.sh FOLDER SCRATCH
# Every model in FOLDER prints, and prints as itself when it is printed again.
set -e
mkdir -p "$2"
for model in "$1"/*.fsp; do
  tenon fmt "$model" > "$2/once.fsp"
  tenon fmt "$2/once.fsp" > "$2/twice.fsp"
  diff "$2/once.fsp" "$2/twice.fsp"
done
