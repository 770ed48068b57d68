#!/usr/bin/env bash
# One question on 1 to 4 ranks, more than there may be cores: the answers of the program to the byte. A job of which a
# rank is killed ends, and the next one goes on with the parts that are on the disk.
# Where one rank runs out of memory the job ends too.
#
#   run.sh PROGRAM MPI_PROGRAM SHIM [TIMES]       TIMES kills, 2 unless said otherwise
#
# Ends with 77 where Open MPI is not installed.
set -euo pipefail
if [[ ! -x ${2-} ]] || ! command -v mpirun >/dev/null; then
  echo 'skipped: Open MPI is not here (Debian: libopenmpi-dev openmpi-bin), or came after CMake was run'
  exit 77
fi
program=$(readlink -f -- "$1")
mpi=$(readlink -f -- "$2")
shim=$3
times=${4-2}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=$folder
ranks() { # ranks N OPTION-OF-MPIRUN... -- WORD...
  local n=$1
  shift
  local -a how=()
  while [[ $1 != -- ]]; do
    how+=("$1")
    shift
  done
  shift
  timeout 120 mpirun -q --oversubscribe -n "$n" ${how[@]+"${how[@]}"} "$mpi" "$@"
}
bad() {
  echo "BAD: $*"
  [[ ! -s err ]] || tail -n 5 err
  exit 1
}

# same EXIT WORD...: 1 to 4 ranks answer as the program does
same() {
  local expected=$1 n code=0
  shift
  "$program" "$@" >whole 2>whole_err || code=$?
  ((code == expected)) || bad "$*: the program exits with $code"
  for n in 1 2 3 4; do
    code=0
    ranks "$n" -- "$@" >out 2>err || code=$?
    ((code == expected)) || bad "$*: $n ranks exit with $code"
    cmp -s out whole || bad "$*: $n ranks answer something else"
  done
  echo "$*: 1 to 4 ranks, identical"
}

printf '%s\n' '1 cr vs 2 dd' '' '2 crusier vs dd' '3 cr vs 2 dd' 'dn vs 2 dd' >lines
printf '%s' '{"attacker": "2 cr", "defender": "3 dd"}' >scenario
same 0 odds '2 dn, 4 ff' 'ws, 3 ff' --battles 300k --json
same 0 odds '2 dn, 4 ff' 'ws, 3 ff' --battles 5k --csv # fewer chunks than ranks
same 0 odds '2 dn, 4 ff' 'ws, 3 ff' --precision 0.3% --json
same 0 odds --game rebellion 'isd, 2 tie' 'mon cal, x-wing' --battles 60k --json
same 0 odds --game rebellion '3 isd, 2 tie, 3 stormtrooper' '2 mon cal, x-wing, 4 rebel trooper' --battles 40k --json # forces that are only seen
same 0 odds --game risk 30 25 --engine mc --battles 100k --json
same 0 odds --game arcane_legions --battle ranged 'dice 4' 'dice 3' --battles 50k --json
same 0 odds --scenario scenario --engine exact
same 0 odds '2 dn' 'ws, 3 ff' --vary ff=0..4 --battles 5k --engine mc --json
same 0 matrix --budget 4 --csv
same 0 matrix --game rebellion isd '2 isd' 'isd, 2 tie' --against 'mon cal' --battles 20k --json
same 0 meta --budget 4
same 0 best --budget 6 --against ws --csv
same 1 batch lines --engine mc --battles 2k
same 2 odds '2 crusier' ws
[[ $(grep -c crusier err) == 2 ]] || bad 'a mistake is told once'
same 2 matrix --budget x
[[ $(ls -d -- *.parts 2>/dev/null | wc -l) == 1 ]] || bad 'folders of parts are left: only that of a batch with a wrong line may be'
code=0
ranks 2 -- compare dn ws >out 2>err || code=$?
((code == 2)) && grep -q hint err || bad "compare: exit $code"

# One rank of three has no memory after a message to all: the others do not wait for it.
question=(odds '2 dn, 4 ff' 'ws, 3 ff' --battles 300k --csv)
for who in first last; do
  for n in 1 2 3 4; do
    rm -f struck
    poor=(-n 1 env "BROADSIDE_FAULT=rank:$n" "BROADSIDE_FAULT_LOG=$folder/struck" "LD_PRELOAD=$shim" "$mpi" "${question[@]}")
    rich=(-n 2 "$mpi" "${question[@]}")
    [[ $who == first ]] && all=("${poor[@]}" : "${rich[@]}") || all=("${rich[@]}" : "${poor[@]}")
    code=0
    timeout 60 mpirun -q --oversubscribe "${all[@]}" >out 2>err || code=$?
    [[ -e struck ]] || bad "$who rank: there was no message $n"
    ((code != 0 && code != 124)) || bad "$who rank without memory after message $n: exit $code"
    grep -q 'rank [0-9]: out of memory' err || bad "$who rank without memory after message $n: nobody says so"
  done
done
echo 'a rank without memory: the job ended, 8 times'

# Each time a rank is killed in the middle of writing a piece.
question=(matrix --game rebellion isd '2 isd' 'isd, 2 tie' '3 tie' 'isd, tie' '2 tie, isd' '3 isd' '2 isd, 3 tie' --against 'mon cal' --battles 20k --csv)
"$program" "${question[@]}" >whole
RANDOM=18
for ((i = 1; i <= times; ++i)); do
  code=0
  n=$((1 + RANDOM % 4))
  ranks "$n" -x "BROADSIDE_FAULT=kill:$((3 + RANDOM % 6))" -x "LD_PRELOAD=$shim" -- --parts parts --of 8 "${question[@]}" >out 2>err || code=$?
  there=$(ls parts/*.bs 2>/dev/null | wc -l) || there=0
  ((code != 0)) || cmp out whole || bad 'exit 0 and another answer after a kill'
  ((there == 8)) || [[ ! -s out ]] || bad 'an answer without all parts'
  echo "kill $i: $n ranks, exit $code, $there of 8 parts are there"
  ((there < 8)) || rm -rf parts # killed while it told the answer, or not at all: begin anew
done
ranks 3 -- --parts parts --of 8 "${question[@]}" >out 2>err
cmp out whole || bad 'gone on with: not the same answer'
"$program" merge parts/*.bs --csv 2>/dev/null | cmp - whole || bad 'the parts are not those of the program'
echo "killed $times times, gone on with: identical"
