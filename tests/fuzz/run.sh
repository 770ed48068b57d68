#!/usr/bin/env bash
# Fuzzes what the program reads, and battles through every engine, with Clang's libFuzzer and sanitisers:
#
#   ./test fuzz [TIME] [TARGET...]      TIME for all targets together: 90s, 10m (as when none is named), 1h
#
# New inputs are kept in build/fuzz/corpus, so that the next run goes on where this one ended. What breaks lies in
# build/fuzz/found; once mended it belongs to tests/fuzz/seeds/TARGET, which the ordinary tests run.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/fuzz
targets=(notation scenario question typed homebrew values fields axes links table http battles)

time=10m
if [[ ${1-} =~ ^[0-9]+[smh]?$ ]]; then
  time=$1
  shift
fi
case $time in
  *h) seconds=$((${time%h} * 3600)) ;;
  *m) seconds=$((${time%m} * 60)) ;;
  *) seconds=${time%s} ;;
esac
(($# == 0)) || targets=("$@")

clang=$(command -v clang++-19 || command -v clang++) || {
  echo 'fuzzing needs Clang (Debian: clang-19)' >&2
  exit 77
}
mkdir -p -- "$build"
if ! {
  cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Fuzz -D CMAKE_CXX_COMPILER="$clang" -D BROADSIDE_FUZZ=ON \
    -D CMAKE_CXX_FLAGS_FUZZ="-O1 -D_GLIBCXX_ASSERTIONS" && cmake --build "$build" --target broadside_fuzz
} >"$build/build.log" 2>&1; then
  tail -n 40 -- "$build/build.log" >&2
  exit 1
fi

# A target gets its share of what is left, and the battles twice as much: they go through most code.
left=$seconds
weights=$((${#targets[@]} + 1))
failed=0
printf '%-10s %10s %9s %8s %8s %7s\n' target executions seconds edges features corpus
for target in "${targets[@]}"; do
  weight=1
  [[ $target != battles ]] || weight=2
  share=$((left * weight / weights))
  ((share > 0)) || share=1
  left=$((left - share))
  weights=$((weights - weight))
  ((weights > 0)) || weights=1
  corpus=$build/corpus/$target
  mkdir -p -- "$corpus" "$build/found/$target"
  seeds=$root/tests/fuzz/seeds/$target
  mkdir -p -- "$build/none"
  [[ -d $seeds ]] || seeds=$build/none
  log=$build/$target.log
  code=0
  "$build/tests/fuzz/broadside_fuzz" "--target=$target" "$corpus" "$seeds" -dict="$root/tests/fuzz/words.dict" \
    -max_total_time="$share" -max_len=2048 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/found/$target/" >"$log" 2>&1 || code=$?
  awk -v target="$target" -v share="$share" '
    match($0, /cov: [0-9]+/) { edges = substr($0, RSTART + 5, RLENGTH - 5) }
    match($0, /ft: [0-9]+/) { features = substr($0, RSTART + 4, RLENGTH - 4) }
    match($0, /corp: [0-9]+/) { corpus = substr($0, RSTART + 6, RLENGTH - 6) }
    /number_of_executed_units/ { runs = $2 }
    END { printf "%-10s %10d %9d %8d %8d %7d\n", target, runs, share, edges, features, corpus }' "$log"
  if ((code != 0)); then
    failed=1
    echo "  broken: see $log and $build/found/$target" >&2
    grep -m 3 -E 'broken:|ERROR:|runtime error' -- "$log" >&2 || tail -n 5 -- "$log" >&2
  fi
done
exit "$failed"
