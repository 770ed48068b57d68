#!/usr/bin/env bash
# Builds Broadside with Clang and libc++, as shared libraries and as a part of another project (as_part/), and compares
# the counts with those that the given program prints:
#
#   compare.sh SOURCE_DIR BUILD_DIR PROGRAM     exit 0 the same, 1 not, 77 cannot tell here
set -euo pipefail
source_dir=$1
build_dir=$2
program=$3

skip() {
  echo "skipped: $*"
  exit 77
}

clang=$(command -v clang++-19 || command -v clang++) || skip 'Clang is not installed (Debian: clang-19)'
command -v ninja >/dev/null || skip 'Ninja is not installed'
"$clang" -std=c++20 -stdlib=libc++ -fsyntax-only -include memory_resource -x c++ /dev/null 2>/dev/null ||
  skip "$clang finds no libc++ (Debian: libc++-19-dev, libc++abi-19-dev)"

mkdir -p -- "$build_dir"
log=$build_dir/build.log
consumer=$build_dir/consumer
# Debian's fmt library is built for the other standard library, so its headers do all here.
if ! {
  cmake -S "$source_dir/tests/other_library/as_part" -B "$build_dir" -G Ninja -D BROADSIDE="$source_dir" \
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER="$clang" -D CMAKE_UNITY_BUILD=ON -D BUILD_SHARED_LIBS=ON \
    -D CMAKE_CXX_FLAGS='-stdlib=libc++ -DFMT_HEADER_ONLY' -D CMAKE_CXX_FLAGS_RELEASE='-O1 -DNDEBUG' &&
    cmake --build "$build_dir" &&
    "$consumer/consumer" && "$consumer/readme" && "$consumer/odds" && "$consumer/scan"
} >"$log" 2>&1; then
  tail -n 40 -- "$log"
  exit 1
fi

"$program" >"$build_dir/expected"
"$build_dir/broadside_counts" >"$build_dir/found"
if ! diff -u -- "$build_dir/expected" "$build_dir/found"; then
  echo "other counts with $("$clang" --version | head -n 1) and libc++"
  exit 1
fi
echo "the same counts with $("$clang" --version | head -n 1) and libc++: $(head -n 1 "$build_dir/found")," \
  "$(($(wc -l <"$build_dir/found") - 1)) random combats"
