#!/usr/bin/env bash
# Lets calls of the machine fail one after the other under every command, and looks at how it ends:
#
#   run.sh PROGRAM SHIM [MOST]       MOST failed calls of each kind for each command (5); more are spread over all of them
#
# Never a crash, never a hang, never an answer that is not the true one: exit 0 with the answer of an undisturbed run, or 1
# (2 for a file that cannot be opened) with a word of what went wrong. A file that was to be replaced is the old one or the
# new one, whole.
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
  "list|list units --game risk|"
  "ask|ask question|"
  "batch|batch lines $mc|"
  "batch_out|batch lines $mc --out answers|answers"
  "batch_csv|batch lines $mc --csv --out answers --resume|answers"
  "homebrew|odds cr dd --units units --engine exact|"
)
kinds=(memory write fsync rename thread open output read)

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

for entry in "${commands[@]}"; do
  IFS='|' read -r name command files <<<"$entry"
  rm -f answers answers.part picture.svg
  ask "$command"
  true_code=$code
  cp out true_out
  for file in $files; do mv "$file" "true_$file"; done
  for kind in "${kinds[@]}"; do
    n=1 tried=0
    while ((tried < most)); do
      for file in $files; do echo old >"$file"; done
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
      elif ((code == 1)) || [[ $code$kind == 2open ]]; then  # a file that cannot be read is bad input
        told=$((told + 1))
        [[ $kind != read ]] || report "$what: short reads are no mistake"
        [[ -s err ]] || grep -q '"error"' out || report "$what without a word"
        for file in $files; do
          [[ $(cat "$file") == old ]] || cmp -s "$file" "true_$file" || report "$what, and $file is neither old nor new"
        done
      else
        report "$what ($(head -c 200 err | tr '\n' ' '))"
      fi
      # The first ones all, later ones ever farther apart.
      n=$((n < 10 ? n + 1 : n + 1 + n / 6))
    done
  done
done
echo "$total calls failed under ${#commands[@]} commands: $borne borne, $told told with exit 1, $bad bad"
exit $((bad > 0))
