#!/usr/bin/env bash
# Ends a batch as kill -9 does, in the middle of a line that is being written, goes on with it, ends it again, and
# compares what is there at last with an undisturbed run; then the same with a disk that is full each time. At last another
# run finishes in the moment before the file would be gone on with.
#
#   resume.sh PROGRAM SHIM [LINES] [TIMES]      60 lines and 4 times each unless said otherwise
set -euo pipefail
program=$(readlink -f -- "$1")
shim=$(readlink -f -- "$2")
lines=${3-60}
times=${4-4}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
for ((i = 0; i < lines; ++i)); do
  case $((i % 9)) in
    4) echo ;;
    7) echo "$((1 + i % 3)) dn, $((i % 5 + 1)) ff vs ws, $((i % 4 + 1)) cr" ;;
    *) echo "{\"id\": $i, \"attacker\": \"$((1 + i % 4)) cr\", \"defender\": \"$((1 + i % 6)) dd\"}" ;;
  esac
done >in
batch=("$program" batch in --engine mc --battles 2k --out answers)
"${batch[@]}"
mv answers whole
RANDOM=20
for fault in kill write; do
  rm -f answers answers.part
  echo old >answers
  more=
  for ((i = 1; i <= times; ++i)); do
    done_lines=0
    [[ ! -e answers.part ]] || done_lines=$(wc -l <answers.part)
    # Somewhere in what a fair share of the rest holds.
    share=$(((lines - done_lines) / (times - i + 1)))
    moment=$((1 + RANDOM % (share > 1 ? share : 1)))
    code=0
    { env BROADSIDE_FAULT="$fault:$moment" LD_PRELOAD="$shim" "${batch[@]}" $more 2>err; } 2>/dev/null || code=$?
    more=--resume
    if [[ $fault == kill ]]; then ((code == 137)); else ((code == 1)) && grep -q -- '--resume goes on' err; fi ||
      { echo "$fault at write $moment: exit $code"; cat err; exit 1; }
    [[ $(cat answers) == old ]] || { echo "$fault at write $moment: the old file is gone"; exit 1; }
  done
  "${batch[@]}" --resume
  cmp answers whole
  [[ ! -e answers.part ]]
  echo "$fault: $lines lines, ended $times times in the middle of a line, gone on with: identical"
done

# The other's answer is not written to, and what it had left there is not taken for ours.
rm -f answers
head -n $((lines / 2)) whole >answers.part
BROADSIDE_FAULT=overtaken:1 BROADSIDE_FAULT_LOG=struck LD_PRELOAD="$shim" "${batch[@]}" --resume
[[ -e struck ]]
cmp answers whole
[[ ! -e answers.part ]]
echo 'overtaken by another run: identical'
