#!/usr/bin/env bash
# Checks ./broadside and ./test on pretended machines: stand-ins for apt-get, cmake and the like write down their calls.
# Usage: run.sh SOURCE_DIR
set -euo pipefail
source_dir=$1
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# The only commands that the scripts will find, so that a machine without sudo can be pretended.
tools=$work/tools
mkdir "$tools"
for tool in bash env dirname readlink find flock mkdir tail grep mv cp rm cat getconf sleep touch chmod ls; do
  ln -s "$(command -v "$tool")" "$tools/$tool"
done
stand_in() { # NAME, body on standard input
  { printf '#!/bin/bash\nset -e\necho "%s $*" >>"$CALLS"\n' "$1"; cat; } >"$tools/$1"
  chmod +x "$tools/$1"
}
stand_in dpkg-query <<<'[[ -f $INSTALLED ]] || exit 1
while (($#)); do case $1 in -*) ;; *) echo "$1 installed" ;; esac; shift; done'
stand_in apt-get <<<'[[ ! -f $APT_FAILS ]] || { echo "no network"; exit 100; }
[[ " $* " != *" install "* ]] || touch "$INSTALLED"'
stand_in cmake <<<'if [[ $1 == --build ]]; then
  [[ ! -f $BUILD_FAILS ]] || { echo "error: no semicolon"; exit 1; }
  sleep 0.2
  mkdir -p "$2/apps"
  printf "%s\n" "#!/bin/bash" "echo ran in \"\$PWD\" with \$#: \"\$*\"" "exit 2" >"$2/apps/broadside"
  chmod +x "$2/apps/broadside"
  [[ $* != *broadside_mpi* ]] || cp "$2/apps/broadside" "$2/apps/broadside-mpi"
else
  dir=$2/build/$4
  mkdir -p "$dir"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$2" >"$dir/CMakeCache.txt"
  [[ " $* " == *BROADSIDE_TESTS=OFF* ]] || echo "BROADSIDE_TESTS:BOOL=ON" >>"$dir/CMakeCache.txt"
  [[ " $* " == *BROADSIDE_SERVE=OFF* ]] || echo "BROADSIDE_SERVE:BOOL=ON" >>"$dir/CMakeCache.txt"
  touch "$dir/build.ninja"
fi'
stand_in ctest <<<'echo "7 tests failed out of 9"; exit 8'
stand_in sudo <<<'[[ $1 != -n ]] || shift
exec "$@"'

export CALLS=$work/calls INSTALLED=$work/installed APT_FAILS=$work/apt_fails BUILD_FAILS=$work/build_fails
tree="$work/a tree with blanks"

machine() { # a new clone on a new machine
  rm -rf -- "$tree" "$INSTALLED" "$APT_FAILS" "$BUILD_FAILS"
  mkdir "$tree" "$tree"/{core,stats,sim,apps,bench,tests} "$tree/apps/cli"
  cp -- "$source_dir/apps/cli/usage.txt" "$tree/apps/cli/"
  cp -r -- "$source_dir"/{broadside,test,.ci,CMakeLists.txt,CMakePresets.json} "$tree/"
  touch "$tree/core/rules.cpp"
}
call() { # script and arguments; leaves code, $work/out, $work/err, $CALLS
  : >"$CALLS"
  code=0
  (cd / && PATH=$tools "$tree/$1" "${@:2}") >"$work/out" 2>"$work/err" </dev/null || code=$?
}
check() { # what, command...
  if ! "${@:2}"; then
    echo "FAILED: $1"
    echo "--- out"; cat "$work/out"; echo "--- err"; cat "$work/err"; echo "--- calls"; cat "$CALLS"
    exit 1
  fi
}
says() { grep -qF -- "$2" "$work/$1"; }
silent() { ! grep -qF -- "$2" "$work/$1"; }
calls() { [[ $(grep -c -- "$2" "$CALLS" || true) == "$1" ]]; }

echo 'first call: installs, builds, runs in the same place with the same arguments and exit code'
machine
call broadside odds '2 dn, 4 ff' 'ws, 3 ff' --json
check 'exit code is the program'"'"'s' [ "$code" = 2 ]
check 'only the program writes to standard output' [ "$(cat "$work/out")" = 'ran in / with 4: odds 2 dn, 4 ff ws, 3 ff --json' ]
check 'says what it installs' says err 'installing Debian packages: g++ cmake'
check 'tests need nothing yet' silent calls doctest
check 'installs once' calls 1 'apt-get.* install '
check 'configures without tests, server and benchmarks' calls 1 'cmake -S .*BROADSIDE_TESTS=OFF.*BROADSIDE_SERVE=OFF.*BROADSIDE_BENCH=OFF'

echo 'second call: starts at once'
call broadside odds
check 'nothing but the program is called' [ ! -s "$CALLS" ]
check 'and nothing said' [ ! -s "$work/err" ]

echo 'a changed, a new and a deleted file are built'
for change in 'touch core/rules.cpp' 'touch sim/new.cpp' 'rm sim/new.cpp' 'touch CMakeLists.txt'; do
  sleep 0.02
  (cd "$tree" && $change)
  call broadside
  check "$change: builds" calls 1 'cmake --build'
  check "$change: configures nothing itself" calls 0 'cmake -S'
done

echo 'tests: further packages, same build folder, exit code of ctest'
rm "$INSTALLED"
call test -R core
check 'exit code is that of ctest' [ "$code" = 8 ]
check 'installs what the tests need' calls 1 'apt-get.* install .*doctest-dev'
check 'same folder' calls 1 'cmake -S .* --preset release$'
check 'options reach ctest' calls 1 'ctest --preset release .*-R core'
check 'ends with the summary' [ "$(tail -n 1 "$work/out")" = '7 tests failed out of 9' ]
call test
check 'the second call builds nothing' calls 0 cmake
call broadside
check 'neither does the program then' [ ! -s "$CALLS" ]
call test asan
check 'other presets have their own folder' calls 1 'cmake --build .*/build/asan --target all$'
check 'and tested' calls 1 'ctest --preset asan '

echo 'a broken build shows its error, ends with 1 and is tried again'
sleep 0.02
touch "$tree/core/rules.cpp" "$BUILD_FAILS"
for time in first second; do
  call broadside
  check "$time: ends with 1" [ "$code" = 1 ]
  check "$time: shows the error" says err 'error: no semicolon'
  check "$time: no answer" [ ! -s "$work/out" ]
done
rm "$BUILD_FAILS"
call broadside
check 'works when repaired' [ "$code" = 2 ]

echo 'a moved tree is configured anew'
mv -- "$tree" "$tree moved"
tree="$tree moved"
call broadside
check 'configures' calls 1 'cmake -S'

echo 'packages that cannot be installed are named'
for script in broadside test; do
  machine
  touch "$APT_FAILS"
  call "$script"
  check 'ends with 1' [ "$code" = 1 ]
  check 'shows the reason' says err 'no network'
  check 'names the packages' says err 'missing packages: g++ cmake ninja-build libboost-dev'
  check 'gives the line to paste' says err 'apt-get install -y --no-install-recommends g++ cmake'
  check 'standard output stays clean' [ ! -s "$work/out" ]
done
check 'tests name theirs as well' says err doctest-dev

echo 'two first calls at a time build once'
machine
: >"$CALLS"
(cd / && PATH=$tools "$tree/broadside" one >"$work/one" 2>/dev/null) & first=$!
(cd / && PATH=$tools "$tree/broadside" two >"$work/out" 2>"$work/err") & second=$!
wait $first || true
wait $second || true
check 'one build' calls 1 'cmake --build'
check 'both answer' grep -q 'with 1: one' "$work/one"
check 'both answer' says out 'with 1: two'

echo 'the same without flock'
machine
mv "$tools/flock" "$work/flock"
: >"$CALLS"
(cd / && PATH=$tools "$tree/broadside" one >"$work/one" 2>/dev/null) & first=$!
(cd / && PATH=$tools "$tree/broadside" two >"$work/out" 2>"$work/err") & second=$!
wait $first || true
wait $second || true
check 'one build' calls 1 'cmake --build'
check 'both answer' grep -q 'with 1: one' "$work/one"
check 'both answer' says out 'with 1: two'
check 'the lock is gone' [ ! -e "$tree/build/.locked" ]
touch "$tree/core/rules.cpp"
mkdir "$tree/build/.locked"
bash -c 'echo $$' >"$tree/build/.locked/owner" # of a call that has ended
call broadside
check 'a lock that nobody holds is taken' calls 1 'cmake --build'
mv "$work/flock" "$tools/flock"

echo 'the usage is told before anything is built'
machine
for word in -h --help help; do
  call broadside "$word"
  check "$word: ends with 0" [ "$code" = 0 ]
  check "$word: the usage" cmp -s "$work/out" "$source_dir/apps/cli/usage.txt"
  check "$word: nothing is built" [ ! -s "$CALLS" ]
done
call broadside odds --help
check 'the help of a command is the program'"'"'s' says out 'with 2: odds --help'

echo 'bench: the program gets its benchmarks, once'
machine
call broadside odds
call broadside bench --quick
check 'exit code is the program'"'"'s' [ "$code" = 2 ]
check 'the program gets its benchmarks' calls 1 'cmake -S .* --preset release .*BROADSIDE_BENCH=ON'
call broadside bench
check 'the second call builds nothing' [ ! -s "$CALLS" ]
call broadside odds
check 'nor does the next question' [ ! -s "$CALLS" ]

echo 'serve: the program gets its server, the page is built, both once'
page_tools() { # what the page is made with is here
  stand_in npm <<<'mkdir -p "$3/node_modules"; touch "$3/node_modules/.package-lock.json"'
  stand_in node <<<'[[ ! -f $PAGE_FAILS ]] || { echo "error in view.tsx"; exit 1; }
[[ $1 == */build.mjs ]] || exit 0
mkdir -p "$3"; echo "the page" >"$3/index.html"; echo "the engine" >"$3/engine.wasm"'
  stand_in clang++-19 <<<''
  stand_in wasm-ld-19 <<<''
  stand_in wasm-split <<<''
}
page_sources() {
  mkdir -p "$tree/apps/web" "$tree/apps/ask" "$tree/apps/report" "$tree/apps/wasm"
  touch "$tree/apps/web/package-lock.json"
}
export PAGE_FAILS=$work/page_fails
machine
page_sources
page_tools
call broadside odds
check 'the first question builds no server' calls 1 'cmake -S .*BROADSIDE_SERVE=OFF'
call broadside serve --port 1
check 'exit code is the program'"'"'s' [ "$code" = 2 ]
check 'the page is shown' [ "$(cat "$work/out")" = "ran in / with 5: serve --page $tree/build/page --port 1" ]
check 'the program gets its server' calls 1 'cmake -S .* --preset release .*BROADSIDE_SERVE=ON'
check 'the engine is built' calls 1 'cmake --build .*/build/wasm'
check 'packages by the lock file, none of which runs' calls 1 'npm ci .*--ignore-scripts'
check 'the page is built' calls 1 'node .*/apps/web/build.mjs --out .* --wasm .*/build/wasm$'
call broadside serve
check 'the second call builds nothing' [ ! -s "$CALLS" ]
call broadside odds
check 'nor does the next question' [ ! -s "$CALLS" ]
sleep 0.02
touch "$tree/apps/web/view.tsx"
call broadside serve
check 'a changed page is built' calls 1 '^node .*build.mjs'
check 'with the packages that are there' calls 0 npm
call broadside serve --page elsewhere
check 'a page that is named is shown' [ "$(cat "$work/out")" = 'ran in / with 3: serve --page elsewhere' ]

echo 'page: files for a web host'
call broadside page "$work/site"
check 'ends with 0' [ "$code" = 0 ]
check 'the files are there' cmp -s "$work/site/engine.wasm" "$tree/build/page/engine.wasm"
call broadside page "$work/site"
check 'a second time over the first' [ "$code" = 0 ]
for words in '' '--all' 'here there' "$work"; do
  call broadside page $words
  check "$words: ends with 2" [ "$code" = 2 ]
  check "$words: nothing is called" [ ! -s "$CALLS" ]
done
sleep 0.02
touch "$tree/apps/web/view.tsx" "$PAGE_FAILS"
call broadside page "$work/site"
check 'a page that cannot be built: ends with 1' [ "$code" = 1 ]
check 'and shows why' says err 'error in view.tsx'
call broadside serve
check 'the server goes without it' says out 'serve --page-missing it could not be built'
rm "$PAGE_FAILS" "$tools"/{npm,node,clang++-19,wasm-ld-19,wasm-split}

echo 'serve without what the page is made with'
machine
page_sources
touch "$INSTALLED"
call broadside serve
check 'the server goes without the page' says out 'serve --page-missing it is made with clang++-19, wasm-ld-19, wasm-split, node, npm'
check 'and says how to get it' says err 'nodejs npm'

echo 'test: on the build server what the tests of the page need is installed, elsewhere it is named'
machine
page_sources
touch "$INSTALLED"
stand_in ctest <<<'mkdir -p build/release/Testing/Temporary
printf "%s\n" "3/9 Testing: web/page" "Command: x" "skipped: there is no chromium" >build/release/Testing/Temporary/LastTest.log
echo "7 tests failed out of 9"; exit 8'
call test page
check 'what is missing is named' says err 'there is no clang++-19, wasm-ld-19, wasm-split, node, npm, chromium'
check 'nothing is installed' calls 0 apt-get
check 'what was skipped is told, and why' says err 'skipped web/page: there is no chromium'
check 'the summary is still the last' [ "$(tail -n 1 "$work/out")" = '7 tests failed out of 9' ]
check 'so is the exit code' [ "$code" = 8 ]
call test
check 'all tests have those of the page' says err 'there is no clang++-19, wasm-ld-19, wasm-split, node, npm, chromium'
call test -R core
check 'whoever picks tests is not bothered' silent err 'they need'
rm "$INSTALLED"
CI=true call test page
check 'installed on the build server' calls 1 'apt-get.* install .*nodejs npm chromium'
page_tools
stand_in chromium <<<''
call test page
check 'and the page built' calls 1 'node .*build.mjs'
touch "$tree/apps/web/build.mjs"
call test
check 'also for all tests' calls 1 'node .*build.mjs'
call test -R core
check 'unless other tests are picked' calls 0 node
rm "$tools"/{npm,node,clang++-19,wasm-ld-19,wasm-split,chromium}
stand_in ctest <<<'echo "7 tests failed out of 9"; exit 8'

echo 'through a link'
ln -s "$tree/broadside" "$work/by_link"
check 'the tree is found' [ "$(cd / && PATH=$tools "$work/by_link" x 2>/dev/null || true)" = 'ran in / with 1: x' ]

echo 'mpi: on the build server it is installed before anything was built'
machine
CI=true call test -R mpi
check 'installs Open MPI' calls 1 'apt-get.* install .*libopenmpi-dev'
check 'without a word about it' silent err 'could not install'

echo 'mpi: Open MPI is installed, its program is built once and started'
machine
stand_in mpirun <<<'echo started'
call broadside mpi -n 3 --of 8 odds dn ws
check 'installs Open MPI' calls 1 'apt-get.* install .*libopenmpi-dev'
check 'builds the program for it' calls 1 'cmake --build .* --target broadside_mpi$'
check 'starts so many ranks' calls 1 'mpirun .*-n 3 .*/apps/broadside-mpi --of 8 odds dn ws$'
check 'the answer' [ "$(cat "$work/out")" = started ]
call broadside mpi odds dn ws
check 'the second call builds nothing' calls 0 cmake
check 'as many ranks as cores' calls 1 "mpirun .*-n $(getconf _NPROCESSORS_ONLN) "
call broadside odds
check 'nor does the next question' [ ! -s "$CALLS" ]
for words in '-n' '-n many odds' ''; do
  call broadside mpi $words
  check "$words: ends with 2" [ "$code" = 2 ]
  check "$words: says what it takes" says err './broadside mpi -n 4 odds'
done
rm "$tools/mpirun"

echo 'on a terminal a line counts the steps'
if command -v script >/dev/null; then
  stand_in cmake <<<'[[ $1 == --build ]] || { mkdir -p "$2/build/$4"; touch "$2/build/$4/build.ninja"; exit; }
echo "[3/20] Building CXX object"; sleep 1.5
mkdir -p "$2/apps"; printf "%s\n" "#!/bin/bash" "echo ran" >"$2/apps/broadside"; chmod +x "$2/apps/broadside"'
  machine
  touch "$INSTALLED"
  : >"$CALLS"
  PATH=$tools "$(command -v script)" -qec "'$tree/broadside' odds" /dev/null >"$work/out" 2>"$work/err" </dev/null || true
  check 'how far it is' says out '3 of 20'
  check 'and the answer after it' says out ran
fi

echo 'other package managers are named their line'
stand_in cmake <<<'echo "could not find fmt"; exit 1'
mv "$tools/dpkg-query" "$tools/apt-get" "$work/"
for manager in 'dnf install gcc-c++ cmake' 'pacman -S --needed gcc cmake' 'brew install cmake ninja'; do
  machine
  stand_in "${manager%% *}" <<<''
  call broadside
  check "$manager: ends with 1" [ "$code" = 1 ]
  check "$manager: the line" says err "$manager"
  check "$manager: what is missing" says err 'could not find fmt'
  rm "$tools/${manager%% *}"
done
rm "$tools/cmake"
machine
call broadside
check 'no cmake at all: says so' says err 'there is no cmake'
check 'and names the packages' says err 'please install what Debian calls: g++ cmake'
mv "$work/dpkg-query" "$work/apt-get" "$tools/"

echo 'neither root nor sudo'
as_nobody=()
if ((EUID == 0)); then
  as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
if ((EUID != 0)) || "${as_nobody[@]}" true 2>/dev/null; then
  machine
  rm "$tools/sudo"
  : >"$CALLS"
  chmod -R a+rwX "$work"
  code=0
  "${as_nobody[@]}" env PATH="$tools" "$tree/broadside" >"$work/out" 2>"$work/err" || code=$?
  check 'ends with 1' [ "$code" = 1 ]
  check 'says why' says err 'not root, and there is no sudo'
  check 'names the packages' says err 'missing packages: g++ cmake'
  check 'does not try' calls 0 apt-get
fi

echo 'package: mistakes in the call end with 2 and build nothing'
machine
for words in '--all' 'here there'; do
  call broadside package $words
  check "$words: ends with 2" [ "$code" = 2 ]
  check "$words: says what it takes" says err './broadside package dist'
  check "$words: nothing is called" [ ! -s "$CALLS" ]
done

echo ok
