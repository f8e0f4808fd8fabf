# Prints what the completion script offers for some lines; the words of a line are those that bash makes of it.
source "$1"
# compopt works inside of a completion only.
compopt() { :; }
offer() {
  local IFS=$' \t\n'
  echo "$*|"
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _tenon
  printf '%s\n' "${COMPREPLY[@]}" | sed '/^$/d' | LC_ALL=C sort
}
offer tenon ch
offer tenon check --fo
offer tenon check --format = ''
offer tenon verify --method = asym
offer tenon fmt --meth
offer tenon repair --method m
offer tenon check ''
offer tenon interface --given t
offer tenon completion f
offer tenon man c
echo end
