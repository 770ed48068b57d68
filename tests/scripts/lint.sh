#!/usr/bin/env bash
# Static analysis: clang-tidy 19 (.clang-tidy) and cppcheck over core, stats, sim and apps.
#
#   ./test lint [FILE...]      all of it (half an hour of processor time), or what these files are compiled in
#
# The files of a folder are looked at together, as the release build compiles them: that saves most of the time, which goes
# into reading headers. Exit 1 where something is found, else 77 where a tool is not installed: what it would have found
# nobody knows.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/release
[[ -f $build/compile_commands.json ]] || {
  echo 'skipped: the release build has not been configured'
  exit 77
}
cd -- "$root"
folders=(core stats sim apps)
(($# == 0)) || folders=("${@#"$root"/}")  # as cppcheck.txt names them

# Every file once, though some are compiled into two programs. A file that is compiled nowhere, renamed say, must not pass
# for one in which nothing is found.
units=$(python3 - "$build" "$@" <<'PYTHON'
import json, os, re, sys
build, wanted = sys.argv[1], [os.path.abspath(name) for name in sys.argv[2:]]
seen, found = [], set()
for entry in json.load(open(f"{build}/compile_commands.json")):
    path = entry["file"]
    if path in seen or not re.search(r"/(core|stats|sim|apps)/", path.removeprefix(os.getcwd())):
        continue
    if path.endswith("usage.cpp"):  # made from a text
        continue
    text = open(path).read() if "/Unity/" in path else ""
    here = {name for name in wanted if path == name or f'"{name}"' in text}
    found |= here
    if not wanted or here:
        seen.append(path)
for name in wanted:
    if name not in found:
        sys.exit(f"lint: {name} is compiled nowhere")
if not seen:
    sys.exit("lint: there is nothing to look at")
print("\n".join(seen))
PYTHON
)
log=$root/build/lint.log
: >"$log"
failed=0
missing=()

if tidy=$(command -v clang-tidy-19); then
  said=$(mktemp)
  trap 'rm -f -- "$said"' EXIT
  while IFS= read -r unit; do
    before=$(wc -l <"$log")
    code=0
    # On standard error it counts the warnings of headers that are not ours.
    "$tidy" -p "$build" --quiet --use-color=false "$unit" 2>"$said" | tee -a "$log" || code=$?
    if ((code != 0)) && (($(wc -l <"$log") == before)); then  # ended by itself, without a finding
      failed=1
      echo "clang-tidy failed on $unit:"
      tail -n 5 -- "$said"
    fi
  done <<<"$units"
  if grep -qE ' (error|warning): ' "$log"; then failed=1; fi
  echo "clang-tidy: $(grep -cE ' (error|warning): ' "$log" || true) findings in $(wc -l <<<"$units") units"
else
  missing+=('clang-tidy 19')
fi

if command -v cppcheck >/dev/null; then
  cppcheck --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr --quiet --error-exitcode=1 \
    --suppressions-list="$root/tests/scripts/cppcheck.txt" --template='{file}:{line}: {severity}: {message} [{id}]' \
    -I . "${folders[@]}" || failed=1
  echo 'cppcheck: done'
else
  missing+=(cppcheck)
fi
((failed == 0)) || exit 1
((${#missing[@]} == 0)) || {
  echo "skipped: $(IFS=,; echo "${missing[*]}") not installed (Debian: clang-tidy-19 cppcheck)"
  exit 77
}
