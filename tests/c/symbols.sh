#!/usr/bin/env bash
# The names that a shared library shows are those that its header declares: symbols.sh LIBRARY HEADER
set -euo pipefail
shown=$(nm -D --defined-only -- "$1" | awk '{print $NF}' | sort)
declared=$(grep -o 'broadside_[a-z]*(' "$2" | tr -d '(' | grep -v -e '^broadside_progress$' | sort -u)
diff -u <(echo "$declared") <(echo "$shown")
echo "shown: $(echo $shown)"
