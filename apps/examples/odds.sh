#!/usr/bin/env bash
# The odds of several attacks as a table, with jq:  ./odds.sh
set -euo pipefail
broadside=${BROADSIDE:-broadside}

for attacker in '2 dn, 4 ff' '5 cruiser' '3 dd, dn, 2 ff'; do
  "$broadside" odds "$attacker" 'ws, 3 ff' --json
done | jq -r '[.exact.attacker_win, .exact.draw, .exact.defender_win | . * 1000 | round / 10] | @tsv'

# The same question in the form that every program can ask.
jq -cn '{attacker: "2 dn, 4 ff", defender: "ws, 3 ff"}' | "$broadside" ask - | jq .attacker_win.p

# An answer that can be pasted into a chat.
"$broadside" odds '2 dn, 4 ff' 'ws, 3 ff' --markdown
