#!/usr/bin/env bash
# Holds the random streams against dieharder (Debian: dieharder), in the five views of broadside_streams:
#
#   ./test streams [quick|all] [VIEW...]      quick: a choice of tests, minutes; all: every test, hours
#
# A test is WEAK by chance once in a hundred and FAILED once in a million; what is weak is run again with more numbers until
# it is one or the other (dieharder -Y 1). Prints every chance; a whole run stands in bench/RESULTS.md. Ends with 1 where anything has failed.
set -euo pipefail
program=$1
shift
how=quick
if [[ ${1-} == quick || ${1-} == all ]]; then
  how=$1
  shift
fi
views=(lane lanes chunks seeds low)
(($# == 0)) || views=("$@")
command -v dieharder >/dev/null || {
  echo 'skipped: dieharder is not installed (Debian: dieharder)'
  exit 77
}
# birthdays, 32x32 ranks, bit stream, count the ones, parking lot, runs, craps, monobit, serial, permutations: each
# looks at something else, and none takes a minute.
quick=(0 2 4 8 10 15 16 100 102 202)
failed=0
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
