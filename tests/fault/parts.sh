#!/usr/bin/env bash
# Ends the work on a part as kill -9 does, in the middle of a piece that is being written, goes on with it, ends it again,
# and compares what all parts come to with an undivided run; then the same with a disk that is full each time.
#
#   parts.sh PROGRAM SHIM [TIMES]      3 times each for each command unless said otherwise
set -euo pipefail
program=$(readlink -f -- "$1")
shim=$(readlink -f -- "$2")
times=${3-3}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
for ((i = 0; i < 12 * times; ++i)); do echo "$((1 + i % 4)) cr, dn vs $((1 + i % 6)) dd"; done >in
forces=()
for ((i = 1; i <= 3 * times; ++i)); do forces+=("$((1 + i % 4)) isd, $((i % 7 + 1)) tie"); done
RANDOM=18
check() {
  local name=$1 fault
  shift
  "$program" "$@" >whole 2>/dev/null
  for fault in kill write; do
    rm -f part1* part2*
    "$program" "$@" --part 2/2 --out part2
    local ended=0 code i
    for ((i = 1; i <= times; ++i)); do
      # The first write of a run is the head where nothing is there yet; each run gets a few pieces further.
      code=0
      { env BROADSIDE_FAULT="$fault:$((1 + RANDOM % 3))" LD_PRELOAD="$shim" "$program" "$@" --part 1/2 --out part1 2>err; } 2>/dev/null || code=$?
      if [[ $fault == kill ]]; then ((code == 137)); else ((code == 1)) && grep -q 'goes\? on' err; fi ||
        { echo "$name, $fault: exit $code in run $i"; cat err; exit 1; }
      [[ ! -e part1 ]] || { echo "$name, $fault: half a part is there"; exit 1; }
      ended=$((ended + 1))
    done
    "$program" "$@" --part 1/2 --out part1 --threads 2
    [[ ! -e part1.part ]]
    "$program" merge part1 part2 >merged 2>/dev/null
    cmp merged whole
    echo "$name, $fault: ended $ended times, gone on with: identical"
  done
  # Another run gives the part its name, unfinished as it is, in the moment before it would be gone on with.
  rm -f part1* struck
  { env BROADSIDE_FAULT=kill:2 LD_PRELOAD="$shim" "$program" "$@" --part 1/2 --out part1 || :; } 2>/dev/null
  [[ -e part1.part ]]
  BROADSIDE_FAULT=overtaken:1 BROADSIDE_FAULT_LOG=struck LD_PRELOAD="$shim" "$program" "$@" --part 1/2 --out part1
  [[ -e struck && ! -e part1.part ]]
  "$program" merge part1 part2 2>/dev/null | cmp - whole
  echo "$name, overtaken by another run: identical"
}
check matrix matrix --game rebellion "${forces[@]}" --against 'mon cal, 3 x-wing' --battles 2k
check vary odds '2 dn' 'ws, 3 ff' --vary ff=0..9 --vary "defender:ff=0..$times" --engine mc --battles 1k
check batch batch in --engine mc --battles 1k
