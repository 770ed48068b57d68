#!/usr/bin/env bash
# What the ordinary library and the one without threads and exceptions print: compare.sh ORDINARY SINGLE, once for the
# counts and once for the answers.
set -euo pipefail
if ldd "$2" | grep -i tbb; then
  echo "$2 needs TBB"
  exit 1
fi
diff -u <("$1") <("$2")
echo "the same without threads and exceptions: $("$2" | head -n 1)"
