#!/usr/bin/env bash
# Builds the module as far as needed and runs one of the tests here, or a measurement:
#
#   run.sh SOURCE_DIR PROGRAM answers|pool|signature|measure     exit 0 right, 1 not, 77 cannot tell here
set -euo pipefail
source_dir=$(cd -- "$1" && pwd -P)
program=$2
test=$3

skip() {
  echo "skipped: $*"
  exit 77
}

[[ $test == measure || -n ${BROADSIDE_PAGE_TESTS-} ]] || skip 'it takes minutes: ./test runs it'
for tool in clang++-19 wasm-ld-19 llvm-ar-19; do
  command -v "$tool" >/dev/null || skip "$tool is not installed (Debian: clang-19 lld-19 llvm-19)"
done
clang++-19 --target=wasm32-wasi -std=c++20 -fsyntax-only -include vector -x c++ /dev/null 2>/dev/null ||
  skip 'clang++-19 finds no WASI (Debian: wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32)'
command -v wasm-split >/dev/null || skip 'wasm-split is not installed (Debian: binaryen)'
command -v node >/dev/null || skip 'node is not installed (Debian: nodejs)'
[[ -x $source_dir/apps/web/node_modules/.bin/esbuild ]] ||
  skip 'the packages of the page are not installed (npm ci --prefix apps/web)'

build_dir=$source_dir/build/wasm
targets=(all)
[[ $test == signature || $test == measure ]] && targets+=(broadside_wasm_bench broadside_wasm_bench_plain)
mkdir -p -- "$build_dir"
log=$build_dir/test.log
if ! {
  (cd -- "$source_dir" && cmake --preset wasm) && cmake --build "$build_dir" --target "${targets[@]}" &&
    node "$source_dir/apps/web/split.mjs" "$build_dir"
} >"$log" 2>&1; then
  tail -n 40 -- "$log"
  exit 1
fi
exec node "$source_dir/tests/wasm/$test.mjs" "$build_dir" "$program"
