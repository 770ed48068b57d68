#!/usr/bin/env bash
# Do two programs print the same bytes?  same_answers.sh PROGRAM OTHER
# Questions of every kind: sampled, solved, many at a time, work inside work, more threads than cores.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cat >"$work/battles" <<'END'
2 dn, 4 ff vs ws, 3 ff
{"attacker": "3 cruiser", "defender": "2 dd, 4 ff", "id": 7}

nonsense
{"game": "risk", "attacker": "8", "defender": "6"}
{"ask": "vary", "attacker": "2 dn", "defender": "ws", "vary": "ff=0..3"}
END
for _ in 1 2 3 4 5; do cat "$work/battles"; done >"$work/many"

same() { # the exit code that is expected, then the arguments
  local expected=$1 code=0 other=0
  shift
  "$program" "$@" >"$work/one" 2>"$work/one.err" || code=$?
  "$twin" "$@" >"$work/two" 2>"$work/two.err" || other=$?
  if ((code != expected || other != expected)) || ! cmp -s "$work/one" "$work/two"; then
    echo "not the same ($code, $other): $*"
    diff -u "$work/one" "$work/two" || true
    cat "$work/one.err" "$work/two.err"
    exit 1
  fi
  asked=$((asked + 1))
}
program=$1 twin=$2 asked=0
for threads in 1 2 5; do
  same 0 odds "2 dn, 4 ff" "ws, 3 ff" --json --engine mc --battles 1M --threads $threads
  same 0 odds "2 dn, 4 ff" "ws, 3 ff" --json --engine exact --threads $threads
  same 0 odds --game rebellion "isd, 2 tie" "mon cal, x-wing" --json --battles 300k --threads $threads
  same 0 odds "2 dn, 4 ff" "ws, 3 ff" --json --antithetic --battles 1M --threads $threads
  same 0 odds "3 cruiser" "2 dd, 4 ff" --json --precision 0.2% --threads $threads
  same 0 odds "2 dn" "ws" --vary "ff=0..6" --json --threads $threads
  same 0 compare "2 dn, 4 ff" "5 cr" --against "ws, 3 ff" --json --threads $threads
  same 0 best --budget 8 --against "2 dn, cv, 4 ff" --json --threads $threads
  same 1 batch "$work/many" --threads $threads
  same 1 batch "$work/battles" --csv --threads $threads
done
same 0 odds --engine exact "10 dn, 12 cr, 12 ff" "2 ws, 10 dn, 8 cr" --json
same 2 odds nonsense "ws" --json
echo "the same answers to $asked questions"
