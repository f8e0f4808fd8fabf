# usage: expect-exit.sh CODE COMMAND...
# Runs the command and succeeds exactly when it exits with CODE. Its output passes through.
expected=$1
shift
"$@"
actual=$?
if [ "$actual" -ne "$expected" ]; then
  echo "expected exit code $expected, got $actual: $*" >&2
  exit 1
fi
