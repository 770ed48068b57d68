# ./broadside page DIR: the page as files for any web host. ./broadside serve: the page and the engine over HTTP.
# ./broadside and ./test source this.

# What the page is made with, as Debian 12 calls it.
page_packages() { echo clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 binaryen nodejs npm; }
page_tools() { echo clang++-19 wasm-ld-19 wasm-split node npm; }

# What the page is made from.
page_sources=(core stats sim apps/ask apps/report apps/wasm apps/web CMakeLists.txt CMakePresets.json)

# Prints those of the tools that are not here.
missing_tools() {
  local tool
  for tool; do command -v "$tool" >/dev/null || printf '%s\n' "$tool"; done
}

page_is_fresh() {
  local stamp=$root/build/.built_page
  [[ -f $root/build/page/index.html && -f $stamp && $(<"$stamp") == "$root" ]] || return 1
  [[ -z $(cd -- "$root" && find "${page_sources[@]}" -name node_modules -prune -o -newer "$stamp" -print -quit 2>&1) ]]
}

# npm says nothing until it is done.
npm_progress() { duration "$2"; }

# ensure_web_packages LOG: what npm installs for the page and its tests, by the lock file; nothing of it is run then.
ensure_web_packages() {
  local log=$1 web=$root/apps/web
  [[ $web/package-lock.json -nt $web/node_modules/.package-lock.json ]] || return 0
  watched "the page's packages" npm_progress "$log" npm ci --prefix "$web" --ignore-scripts --no-audit --no-fund ||
    fail_with_log "$log" "the page's packages could not be installed"
}

# ensure_page: builds it in build/page as far as needed. Called where `set -e` does not hold (it may fail: the server
# then goes without it), so every step says itself what becomes of a failure.
ensure_page() {
  local stamp=$root/build/.built_page log=$root/build/page.log web=$root/apps/web missing
  ! page_is_fresh || return 0
  [[ -f $web/package-lock.json ]] || fail 'the sources of the page (apps/web) are not here'
  mkdir -p -- "$root/build" || fail "cannot write to $root"
  lock
  if ! page_is_fresh; then
    [[ -z $(missing_tools $(page_tools)) ]] || ensure_packages $(program_packages apt-get) $(needed_packages $(page_packages))
    missing=$(missing_tools $(page_tools))
    [[ -z $missing ]] || fail "the page needs ${missing//$'\n'/, }: on Debian $(install_line apt-get $(page_packages))"
    say 'building the page; this happens once and takes a few minutes'
    : >"$log"
    ensure_web_packages "$log"
    printf '%s\n' "$root" >"$stamp.new"
    if [[ ! -f $root/build/wasm/build.ninja ]] ||
      ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/wasm/CMakeCache.txt"; then
      rm -rf -- "$root/build/wasm" # the tree was moved
      configure wasm
    fi
    : >"$log"
    watched "the page's engine" build_progress "$log" cmake --build "$root/build/wasm" ||
      fail_with_log "$log" "the page's engine could not be built"
    rm -rf -- "$root/build/page.new"
    watched 'the page' npm_progress "$log" node "$web/build.mjs" --out "$root/build/page.new" --wasm "$root/build/wasm" ||
      fail_with_log "$log" 'the page could not be built'
    watched 'the page, compressed' npm_progress "$log" node "$web/compress.mjs" "$root/build/page.new" ||
      fail_with_log "$log" 'the page could not be compressed'
    rm -rf -- "$root/build/page"
    mv -- "$root/build/page.new" "$root/build/page" || fail "cannot write to $root/build"
    mv -- "$stamp.new" "$stamp"
  fi
  unlock
}

# ./broadside page DIR
page_command() {
  if (($# != 1)) || [[ $1 == -* ]]; then
    say 'page takes one argument, the folder to put the page in: ./broadside page site'
    exit 2
  fi
  if [[ -e $1 ]] && { [[ ! -d $1 ]] || [[ -n $(ls -A -- "$1") && ! -f $1/index.html ]]; }; then
    say "$1 holds something else than a page: name an empty folder, or one that is not there yet"
    exit 2
  fi
  ensure_page
  mkdir -p -- "$1" || fail "cannot write to $1"
  cp -R -- "$root/build/page/." "$1/" || fail "cannot write to $1"
  say "the page is in $1: copy its files to any web host, into any folder"
  exit 0
}

# ./broadside serve [OPTION...]
serve_command() {
  local word wants_page=yes
  for word; do
    case $word in --page | --page=* | --help) wants_page= ;; esac
  done
  ensure_built release whole
  if [[ -z $wants_page ]]; then
    exec "$root/build/release/apps/broadside" serve "$@"
  elif (ensure_page); then
    exec "$root/build/release/apps/broadside" serve --page "$root/build/page" "$@"
  fi
  say 'serving without the page: questions are answered all the same'
  exec "$root/build/release/apps/broadside" serve --page-missing "$(why_no_page)" "$@"
}

# For whoever looks for the page.
why_no_page() {
  local missing
  missing=$(missing_tools $(page_tools))
  if [[ -n $missing ]]; then
    echo "it is made with ${missing//$'\n'/, }, which are not on this machine. On Debian: $(install_line apt-get $(page_packages))"
  else
    echo "it could not be built; $root/build/page.log says why"
  fi
}

# What the page's tests need besides, as Debian calls it.
page_test_packages() { echo chromium; }
page_test_tools() { echo chromium; }

# prepare_page_tests [OPTION OF CTEST...]: the page, built, for the tests that look at it. On the build server (CI=true)
# what is missing is installed; elsewhere nobody is made to download a browser, and those tests say that they skip.
# With options it is built only where they name web or wasm: whoever picks other tests need not wait for it.
prepare_page_tests() {
  local missing
  if (($#)) && [[ $* != *web* && $* != *wasm* ]]; then return 0; fi
  missing=$(missing_tools $(page_tools) $(page_test_tools))
  if [[ -n $missing && ${CI-} == true ]]; then
    (ensure_packages $(needed_packages $(page_packages) $(page_test_packages))) || say 'could not install what the tests of the page need'
    missing=$(missing_tools $(page_tools) $(page_test_tools))
  fi
  if [[ -n $missing ]]; then
    say "tests of the page will be skipped: there is no ${missing//$'\n'/, }; they need"
    say "  $(install_line apt-get $(page_packages) $(page_test_packages))"
  fi
  if [[ -z $(missing_tools $(page_tools)) ]]; then
    (ensure_page) || say 'the page could not be built: its tests will fail or be skipped'
  elif [[ -z $(missing_tools node npm) ]]; then # some tests do without the page's engine
    (ensure_web_packages "$root/build/page.log") || say 'tests of the page will be skipped'
  fi
}

# needed_packages PACKAGE...: those that are asked for; another node than Debian's brings an npm of its own.
needed_packages() {
  local package
  for package; do
    case $package in
      nodejs) command -v node >/dev/null || echo "$package" ;;
      npm) command -v npm >/dev/null || echo "$package" ;;
      *) echo "$package" ;;
    esac
  done
}

# say_skipped LOG: which tests did not run and what each said about it, since ctest only counts them.
say_skipped() {
  local line name=
  [[ -f $1 ]] || return 0
  while IFS= read -r line; do
    case $line in
      *' Testing: '*) name=${line#* Testing: } ;;
      'skipped: '*) say "skipped $name: ${line#skipped: }" ;;
    esac
  done <"$1"
}
