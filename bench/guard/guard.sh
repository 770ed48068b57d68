#!/usr/bin/env bash
# Counts instructions per battle, per compile and per exact solution, and compares them with the budgets:
#
#   guard.sh PROGRAM BUDGETS            exit 0 within the budgets, 1 above one, 77 cannot tell here
#   guard.sh PROGRAM BUDGETS --update   writes what it counted as the new budgets
#
# Instructions repeat on any machine where times do not. A part is counted as the difference of two whole runs under valgrind, one
# that makes the matchup's tables once and one that does the part besides, so the start of the process is not in it.
set -euo pipefail
export LC_ALL=C

program=$1
budgets=$2
update=${3-}
margin=3  # per cent above the budget that are allowed
spare=10  # per cent below it from which on a lower one is asked for

command -v valgrind >/dev/null || {
  echo 'skipped: valgrind is not installed'
  exit 77
}
"$program" fits || exit $?

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# run_of PART MATCHUP TIMES: the run that does the part so often besides making the tables once.
run_of() {
  case $1 in
    scalar | avx2 | exact) echo "$1 $2 $3" ;;
    compile) echo "compile $2 $(($3 + 1))" ;;
    *) echo "$budgets: unknown part '$1'" >&2 && return 1 ;;
  esac
}
# base_of PART MATCHUP: the run that it is compared with.
base_of() {
  case $1 in
    scalar | avx2) echo "$1 $2 0" ;;  # tables, and room to play
    *) echo "compile $2 1" ;;
  esac
}

# count RUN: instructions of a whole run, into a file named after it.
count() {
  local log=$scratch/${1// /.}
  # shellcheck disable=SC2086  # a run is several words
  if ! valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$log.log" "$program" $1; then
    cat -- "$log.log"
    return 1
  fi >&2
  awk '/Collected *:/ { print $NF; found = 1 } END { exit !found }' "$log.log" >"$log"
}
export -f count
export scratch program

mapfile -t parts < <(awk 'NF && $1 !~ /^#/ { print $1, $2, $3, $4 }' "$budgets")
for line in "${parts[@]}"; do
  read -r part matchup times _ <<<"$line"
  run_of "$part" "$matchup" "$times"
  base_of "$part" "$matchup"
done | sort -u | xargs -P "$(nproc)" -d '\n' -n 1 bash -c 'count "$0"'

failed=0
for line in "${parts[@]}"; do
  read -r part matchup times budget <<<"$line"
  run=$(run_of "$part" "$matchup" "$times")
  base=$(base_of "$part" "$matchup")
  each=$(awk -v times="$times" 'NR == 1 { with = $1 } NR == 2 { printf "%.1f", (with - $1) / times }' \
    "$scratch/${run// /.}" "$scratch/${base// /.}")
  printf '%-8s %-9s %6s %s\n' "$part" "$matchup" "$times" "$each" >>"$scratch/counted"
  verdict=$(awk -v each="$each" -v budget="$budget" -v margin=$margin -v spare=$spare 'BEGIN {
    off = (each / budget - 1) * 100
    note = off > margin ? "ABOVE THE BUDGET" : off < -spare ? "lower the budget: guard.sh --update" : "ok"
    printf "%+6.1f %%  %s", off, note }')
  printf '%-8s %-9s %12s instructions, budget %12s %s\n' "$part" "$matchup" "$each" "$budget" "$verdict"
  [[ $verdict != *ABOVE* ]] || failed=1
done

if [[ $update == --update ]]; then
  { grep '^#' "$budgets"; cat "$scratch/counted"; } >"$scratch/new"
  cp -- "$scratch/new" "$budgets"
  echo "written: $budgets"
  exit 0
fi
if ((failed)); then
  echo "More than $margin % above the budget. If that is the price of something worth it, say so in the commit and write new"
  echo "budgets: $0 $program $budgets --update"
fi
exit $failed
