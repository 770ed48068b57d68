#!/usr/bin/env bash
# Lets calls of the machine fail one after the other under every command, and looks at how it ends:
#
#   run.sh PROGRAM SHIM [MOST]       MOST failed calls of each kind for each command (5); more are spread over all of them
#
# Never a crash, never a hang, never an answer that is not the true one: exit 0 with the answer of an undisturbed run, or 1
# (2 for a file that cannot be opened) with a word of what went wrong. A file that was to be replaced is the old one or the
# new one, whole, and what a batch has left is gone on with to the same end. A signal ends a command with its own exit code.
set -euo pipefail
program=$(readlink -f -- "$1")
shim=$(readlink -f -- "$2")
most=${3-5}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

printf '%s\n' '2 cr vs 3 dd' '1 cr vs 1 dd' '' '{"attacker": "2 dn", "defender": "ws"}' >lines
printf '%s' '{"ask": "compare", "attackers": ["2 cr", "dn"], "against": ["ws"]}' >question
printf '%s' '{"attacker": "2 cr", "defender": "3 dd"}' >scenario
printf '%s\n' '{"units": [{"id": "cruiser", "type": "cruiser", "combat": {"hit_on": 3}}]}' >units
pairs="matrix '2 cr' '3 dd' dn --threads 1"
for part in 1 2; do
  eval "'$program' $pairs --part $part/2 --out pairs$part"
  "$program" batch lines --battles 2k --part $part/2 --out lines$part
done
echo old >old
mc='--battles 40k --threads 2'
# The name, the command, and the files that it writes.
commands=(
  "odds|odds '2 dn, 4 ff' 'ws, 3 ff' $mc|"
  "picture|odds '2 cr' '3 dd' $mc --svg picture.svg|picture.svg"
  "scenario|odds --scenario scenario --engine exact --json|"
  "precision|odds cr dd --precision 1% --threads 2|"
  "cards|odds --game rebellion 'isd, 2 tie' 'mon cal, x-wing' $mc|"
  "compare|compare '2 cr' dn --against ws $mc|"
  "best|best --budget 6 --against '2 cr' --threads 2|"
  "vary|odds '2 dn' ws --vary ff=0..2 --threads 2|"
  "need|odds '2 cr' '3 cr' --need 80% --threads 2|"
  "replay|replay '2 dn' ws --seed 7|"
  "advise|advise '2 dn, 3 ff' 'ws' --hits 2|"
  "meta|meta --budget 3 --threads 2 --svg picture.svg|picture.svg"
  "matrix|matrix '2 cr' '3 dd' dn $mc --out answers|answers"
  "merge|merge pairs1 pairs2|"
  "merge_lines|merge lines1 lines2 --out answers|answers"
  "list|list units --game risk|"
  "ask|ask question|"
  "batch|batch lines $mc|"
  "batch_out|batch lines $mc --out answers|answers"
  "batch_csv|batch lines $mc --csv --out answers --resume|answers"
  "homebrew|odds cr dd --units units --engine exact|"
)
# The least number of calls of each kind that must fail, of the first five, under a command: else nothing is tested.
least_of='
             memory write fsync rename truncate thread open close output read sigint sigterm
odds              5     0     0      0        0      1    0     0      1    0      5       5
picture           5     1     2      1        0      1    2     2      1    0      5       5
scenario          5     0     0      0        0      0    1     0      1    0      5       5
precision         5     0     0      0        0      0    0     0      1    0      5       5
cards             5     0     0      0        0      1    0     0      1    0      5       5
compare           5     0     0      0        0      1    0     0      1    0      5       5
best              5     0     0      0        0      0    0     0      1    0      5       5
vary              5     0     0      0        0      1    0     0      1    0      5       5
need              5     0     0      0        0      0    0     0      1    0      5       5
replay            5     0     0      0        0      0    0     0      1    0      5       5
advise            5     0     0      0        0      0    0     0      1    0      5       5
meta              5     1     2      1        0      0    2     2      1    0      5       5
matrix            5     1     2      1        0      0    2     2      1    0      5       5
merge             5     0     0      0        0      0    3     0      1    1      5       5
merge_lines       5     3     2      1        1      0    5     2      0    1      5       5
list              5     0     0      0        0      0    0     0      1    0      5       5
ask               5     0     0      0        0      1    1     0      1    0      5       5
batch             5     0     0      0        0      1    1     0      1    1      5       5
batch_out         5     3     2      1        1      1    3     2      0    1      5       5
batch_csv         5     3     2      1        1      1    3     2      0    1      5       5
homebrew          5     0     0      0        0      0    1     0      1    0      5       5
'
declare -A least
kinds=()
while read -ra words; do
  if ((${#words[@]} == 0)); then continue; fi
  if ((${#kinds[@]} == 0)); then kinds=("${words[@]}"); continue; fi
  for i in "${!kinds[@]}"; do least[${words[0]}:${kinds[i]}]=${words[i + 1]}; done
done <<<"$least_of"
bad=0 total=0 told=0 borne=0
report() {
  bad=$((bad + 1))
  ((bad > 20)) || echo "BAD: $*"
}

# ask COMMAND [FAULT]: output in out, err; sets code, struck
ask() {
  rm -f struck
  code=0
  if [[ -n ${2-} ]]; then
    eval "timeout 60 env BROADSIDE_FAULT=$2 BROADSIDE_FAULT_LOG=$folder/struck LD_PRELOAD=$shim '$program' $1" \
      >out 2>err </dev/null || code=$?
  else
    eval "timeout 60 '$program' $1" >out 2>err </dev/null || code=$?
  fi
  struck=0
  [[ ! -e struck ]] || struck=1
}

# Whether a file is what an undisturbed run makes of it, or what was there before; or a picture of the answer so far.
is_whole() {
  cmp -s "$1" old || cmp -s "$1" "true_$1" || [[ $kind == sig* && $1 == *.svg && $(tail -c 7 "$1") == '</svg>' ]]
}

# What a command left that cannot have been borne.
look_at_told() {
  local file more
  told=$((told + 1))
  [[ $kind != read ]] || report "$what: short reads are no mistake"
  [[ $kind == sig* || -s err ]] || grep -q '"error"' out || report "$what without a word"
  for file in $files; do is_whole "$file" || report "$what, and $file is neither old nor new"; done
  [[ -e answers.part ]] || return 0
  more=
  [[ $command != batch* ]] || more=--resume
  ask "$command $more"
  cmp -s answers true_answers || report "$what, and gone on with it is another answer"
}

# The first ones all, later ones ever farther apart; of calls that come by the thousands some from the beginning to the end.
next_call() {
  case $kind in
    memory | sig*) n=$((n + 1 + n * 50 / most)) ;;
    *) n=$((n < 10 ? n + 1 : n + 1 + n / 6)) ;;
  esac
}

for entry in "${commands[@]}"; do
  IFS='|' read -r name command files <<<"$entry"
  rm -f answers answers.part picture.svg
  ask "$command"
  true_code=$code
  cp out true_out
  for file in $files; do mv "$file" "true_$file"; done
  row=()
  for kind in "${kinds[@]}"; do
    n=1 tried=0
    while ((tried < most)); do
      for file in $files; do cp old "$file"; done
      rm -f answers.part
      more=
      [[ $kind != read ]] || more=+
      ask "$command" "$kind:$n$more"
      ((struck == 1)) || break
      tried=$((tried + 1)) total=$((total + 1))
      what="$name, $kind call $n: exit $code"
      if ((code == true_code)) && cmp -s out true_out; then
        borne=$((borne + 1))
        for file in $files; do cmp -s "$file" "true_$file" || report "$what, but $file is not the answer"; done
      else
        # A file that cannot be opened is bad input.
        case $kind:$code in
          sigint:130 | sigterm:143) look_at_told ;;
          sig*) report "$what" ;;
          *:1 | open:2) look_at_told ;;
          *) report "$what ($(head -c 200 err | tr '\n' ' '))" ;;
        esac
      fi
      next_call
    done
    row+=("$tried")
    wanted=${least[$name:$kind]}
    [[ $kind != thread ]] || (($(nproc) > 1)) || wanted=0
    ((tried >= (wanted < most ? wanted : most))) || report "$name: $tried calls of $kind failed where $wanted should: nothing is tested"
  done
  echo "$name: ${row[*]}"
done
echo "calls that failed: ${kinds[*]}"
echo "$total calls failed under ${#commands[@]} commands: $borne borne, $told told, $bad bad"
exit $((bad > 0))
