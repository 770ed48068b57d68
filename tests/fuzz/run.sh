#!/usr/bin/env bash
# Fuzzes what the program reads, and battles through every engine, with Clang's libFuzzer and sanitisers:
#
#   ./test fuzz [TIME] [TARGET...]      TIME for all targets together: 90s, 10m (as when none is named), 1h
#
# New inputs are kept in build/fuzz/corpus, so that the next run goes on where this one ended. What breaks lies in
# build/fuzz/found; once mended it belongs to tests/fuzz/seeds/TARGET, which the ordinary tests run.
#
# The test fuzz/minute says --fresh: the same fuzzer and the same seeds, but a corpus that starts empty, a fixed random seed
# and so many executions instead of a time, about a minute's: what it comes to depends on no earlier run and on no clock.
# All of it lies in build/fuzz/fresh.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$root/build/fuzz
targets=(notation scenario question typed homebrew values fields axes links table http battles)

fresh=
if [[ ${1-} == --fresh ]]; then
  fresh=yes
  shift
fi
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

skip() {
  echo "skipped: $1"
  exit 77
}
clang=$(command -v clang++-19 || command -v clang++) || skip 'fuzzing needs Clang (Debian: clang-19)'
mkdir -p -- "$build"
probe=$(mktemp -d -- "$build/probe.XXXXXX")
trap 'rm -rf -- "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$probe/probe.cpp"
"$clang" -fsanitize=fuzzer,address,undefined "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null ||
  skip "$clang has no libFuzzer (Debian: libclang-rt-19-dev)"

# Two at a time, say the test and somebody at a terminal: the second one waits until the fuzzer is built.
if command -v flock >/dev/null; then
  exec 8>"$build/.lock"
  flock 8
fi
if ! {
  cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Fuzz -D CMAKE_CXX_COMPILER="$clang" -D BROADSIDE_FUZZ=ON \
    -D CMAKE_CXX_FLAGS_FUZZ="-O1 -D_GLIBCXX_ASSERTIONS" && cmake --build "$build" --target broadside_fuzz
} >"$build/build.log" 2>&1 8>&-; then
  tail -n 40 -- "$build/build.log" >&2
  exit 1
fi
exec 8>&-
fuzzer=$build/tests/fuzz/broadside_fuzz

place=$build
# A machine that is busy with other tests is slow, which is no finding.
options=(-timeout=60)
run=(env)
if [[ -n $fresh ]]; then
  # Addresses take part in what is tried next: always the same ones, where the machine lets us.
  if setarch -R true 2>/dev/null; then run=(setarch -R); fi
  place=$build/fresh
  rm -rf -- "$place"
  options=(-timeout=120 -seed=20 -reload=0 -entropic=0)
fi
# Executions of a target in a fresh run.
fresh_runs() {
  case $1 in
    typed) echo 350 ;;
    notation | links) echo 1500 ;;
    battles) echo 3000 ;;
    fields | table) echo 4000 ;;
    question | axes) echo 6000 ;;
    *) echo 12000 ;;
  esac
}
none=$probe/none
mkdir -p -- "$place" "$none"

# tell_finding TARGET LOG: the input and how to repeat it, also for whoever sees no more of this machine than what is
# printed here.
tell_finding() {
  local input
  grep -m 1 -A 1 'broken:' -- "$2" || grep -m 2 -E 'ERROR:|runtime error' -- "$2" || tail -n 5 -- "$2"
  input=$(sed -n 's/.*Test unit written to //p' "$2" | tail -n 1)
  [[ -f $input ]] || return 0
  echo "  the input, $(wc -c <"$input") bytes: $input"
  cat -v -- "$input" | head -c 4096 | sed 's/^/    /'
  echo
  echo "  once more: echo $(base64 -w 0 -- "$input") | base64 -d >input; $fuzzer --target=$1 input"
}

# A target gets its share of what is left, and the battles twice as much: they go through most code.
left=$seconds
weights=$((${#targets[@]} + 1))
failed=0
printf '%-10s %10s %9s %8s %8s %8s %7s\n' target executions seconds edges 'of all' features corpus
for target in "${targets[@]}"; do
  weight=1
  [[ $target != battles ]] || weight=2
  share=$((left * weight / weights))
  ((share > 0)) || share=1
  left=$((left - share))
  weights=$((weights - weight))
  ((weights > 0)) || weights=1
  corpus=$place/corpus/$target
  mkdir -p -- "$corpus" "$place/found/$target"
  seeds=$root/tests/fuzz/seeds/$target
  [[ -d $seeds ]] || seeds=$none
  log=$place/$target.log
  code=0
  bound=-max_total_time=$share
  [[ -z $fresh ]] || bound=-runs=$(fresh_runs "$target")
  began=$SECONDS
  "${run[@]}" "$fuzzer" "--target=$target" "$corpus" "$seeds" -dict="$root/tests/fuzz/words.dict" "$bound" \
    -max_len=2048 "${options[@]}" -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$place/found/$target/" >"$log" 2>&1 || code=$?
  [[ -z $fresh ]] || share=$((SECONDS - began))
  awk -v target="$target" -v share="$share" -v totals="$probe/totals" '
    match($0, /\([0-9]+ inline 8-bit counters\)/) { all = substr($0, RSTART + 1) + 0 }
    match($0, /cov: [0-9]+/) { edges = substr($0, RSTART + 5, RLENGTH - 5) }
    match($0, /ft: [0-9]+/) { features = substr($0, RSTART + 4, RLENGTH - 4) }
    match($0, /corp: [0-9]+/) { corpus = substr($0, RSTART + 6, RLENGTH - 6) }
    /number_of_executed_units/ { runs = $2 }
    END { printf "%-10s %10d %9d %8d %6.1f %% %8d %7d\n", target, runs, share, edges, all ? 100 * edges / all : 0, features, corpus
          print target, runs, share, edges, all + 0 >>totals }' "$log"
  if ((code != 0)); then
    failed=1
    echo "  broken: see $log and $place/found/$target"
    tell_finding "$target" "$log"
  fi
done
# What several targets see overlaps, so their edges are not added up.
awk '{ runs += $2; seconds += $3; if ($4 > most) { most = $4; of = $1 } all = $5 }
  END { printf "total: %d targets, %d executions in %d s; one target saw at most %d of all %d edges (%.1f %%, %s)\n",
        NR, runs, seconds, most, all, all ? 100 * most / all : 0, of }' "$probe/totals"
exit "$failed"
