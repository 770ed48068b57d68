#!/usr/bin/env bash
# Holds the random streams against batteries of tests, in the five views of views.hpp:
#
#   ./test streams [quick|crush|all] [VIEW...]
#
# quick: TestU01's SmallCrush and a choice of dieharder's tests, minutes; crush: TestU01's Crush, a quarter of an hour a
# view; all: every test of dieharder, hours. (Debian: libtestu01-0-dev, of non-free, and dieharder.)
#
# dieharder calls WEAK what happens by chance once in a hundred and FAILED once in a million; what is weak is run again with
# more numbers until it is one or the other (-Y 1). Prints every chance; whole runs stand in bench/RESULTS.md. Ends with 1
# where anything has failed, with 77 where there is no battery.
set -euo pipefail
program=$1
crush=${program%_streams}_crush
shift
how=quick
if [[ ${1-} == quick || ${1-} == crush || ${1-} == all ]]; then
  how=$1
  shift
fi
views=(lane lanes chunks seeds low)
(($# == 0)) || views=("$@")
if [[ ! -x $crush ]] && { [[ $how == crush ]] || ! command -v dieharder >/dev/null; }; then
  echo 'skipped: neither TestU01 nor dieharder is installed (Debian: libtestu01-0-dev, of non-free; dieharder)'
  exit 77
fi
failed=0
if [[ $how != all && -x $crush ]]; then
  battery=small
  [[ $how == quick ]] || battery=crush
  for view in "${views[@]}"; do
    said=$("$crush" "$battery" "$view") || failed=1
    grep -E '^  .* (PASSED|WEAK|FAILED)$|^[a-z]+: ' <<<"$said" || failed=1
  done
fi
if [[ $how == crush ]] || ! command -v dieharder >/dev/null; then exit $failed; fi
# birthdays, 32x32 ranks, bit stream, count the ones, parking lot, runs, craps, monobit, serial, permutations: each
# looks at something else, and none takes a minute.
quick=(0 2 4 8 10 15 16 100 102 202)
for view in "${views[@]}"; do
  lines=
  if [[ $how == all ]]; then
    lines=$(dieharder -g 200 -a -Y 1 -k 2 < <("$program" "$view"))
  else
    for test in "${quick[@]}"; do
      lines+=$(dieharder -g 200 -d "$test" -Y 1 -k 2 < <("$program" "$view"))$'\n'
    done
  fi
  results=$(grep -E 'PASSED|WEAK|FAILED' <<<"$lines" || true)
  count() { grep -c "$1" <<<"$results" || true; }
  echo "$view: $(count PASSED) passed, $(count WEAK) weak, $(count FAILED) failed"
  while IFS='|' read -r name ntuple _ samples p verdict; do  # as dieharder names them
    [[ -z $name ]] || printf '  %-22s %3d  %9d samples  p %s  %s\n' ${name// /} $ntuple $samples ${p// /} ${verdict// /}
  done <<<"$results"
  [[ -n $results ]] || { echo "$view: dieharder said nothing"; failed=1; }
  [[ $(count FAILED) == 0 ]] || failed=1
done
exit $failed
