#!/usr/bin/env bash
# The counts of the ordinary library and of the one without threads and exceptions: compare.sh ORDINARY SINGLE
set -euo pipefail
if ldd "$2" | grep -i tbb; then
  echo "$2 needs TBB"
  exit 1
fi
diff -u <("$1") <("$2")
echo "the same counts without threads and exceptions: $("$2" | head -n 1)"
