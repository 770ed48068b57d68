#!/usr/bin/env bash
# Static analysis: clang-tidy 19 (.clang-tidy) and cppcheck over core, stats, sim and apps.
#
#   ./test lint [FILE...]      all of it (half an hour of processor time), or what these files are compiled in
#
# The files of a folder are looked at together, as the release build compiles them: that saves most of the time, which goes
# into reading headers. Exit 77 where a tool is not installed.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/release
[[ -f $build/compile_commands.json ]] || {
  echo 'skipped: the release build has not been configured'
  exit 77
}
tidy=$(command -v clang-tidy-19) || {
  echo 'skipped: clang-tidy 19 is not installed (Debian: clang-tidy-19)'
  exit 77
}
cd -- "$root"
folders=(core stats sim apps)
(($# == 0)) || folders=("$@")

# Every file once, though some are compiled into two programs.
units=$(python3 - "$build" "$@" <<'PYTHON'
import json, os, re, sys
build, wanted = sys.argv[1], [os.path.abspath(name) for name in sys.argv[2:]]
seen = []
for entry in json.load(open(f"{build}/compile_commands.json")):
    path = entry["file"]
    if path in seen or not re.search(r"/(core|stats|sim|apps)/", path.removeprefix(os.getcwd())):
        continue
    if path.endswith("usage.cpp"):  # made from a text
        continue
    text = open(path).read() if "/Unity/" in path else ""
    if not wanted or path in wanted or any(f'"{name}"' in text for name in wanted):
        seen.append(path)
print("\n".join(seen))
PYTHON
)
log=$root/build/lint.log
: >"$log"
failed=0
while IFS= read -r unit; do
  [[ -n $unit ]] || continue
  # On standard error it counts the warnings of headers that are not ours.
  "$tidy" -p "$build" --quiet --use-color=false "$unit" 2>/dev/null | tee -a "$log" || true
done <<<"$units"
if grep -qE ' (error|warning): ' "$log"; then failed=1; fi
echo "clang-tidy: $(grep -cE ' (error|warning): ' "$log" || true) findings in $(wc -l <<<"$units") units"

if command -v cppcheck >/dev/null; then
  cppcheck --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr --quiet --error-exitcode=1 \
    --suppressions-list="$root/tests/scripts/cppcheck.txt" --template='{file}:{line}: {severity}: {message} [{id}]' \
    -I "$root" "${folders[@]}" || failed=1
  echo 'cppcheck: done'
else
  echo 'cppcheck is not installed: left out'
fi
exit "$failed"
