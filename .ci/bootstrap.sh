# Shared by ./broadside and ./test, which source it: packages, configuring, building.
# All it says goes to standard error, because standard output belongs to the program.
# macOS has bash 3.2: no mapfile, and an empty array is unset, hence ${list[@]+"${list[@]}"}.

# What the program needs, and what its tests need besides. Debian 12 has them all.
program_packages=(g++ cmake ninja-build libboost-dev libtbb-dev libeigen3-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev)
test_packages=(doctest-dev libbenchmark-dev valgrind)

# What the program is made from, and what the tests are made from besides.
program_sources=(core stats sim apps bench CMakeLists.txt CMakePresets.json)
test_sources=(tests)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# Ends with the last lines of a log and what went wrong.
fail_with_log() {
  local log=$1
  shift
  tail -n 40 -- "$log" >&2
  fail "$@" "(all of it: $log)"
}

# Prints those of the packages that are not installed. Other systems than Debian are taken at their word: the
# configure step will tell.
missing_packages() {
  command -v dpkg-query >/dev/null || return 0
  local installed package
  installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) || true
  for package; do
    [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || printf '%s\n' "$package"
  done
}

# Says how to install the packages by hand, and ends.
cannot_install() {
  local reason=$1 how='as root' sudo=
  shift
  if ((EUID != 0)) && command -v sudo >/dev/null; then
    how='like this' sudo='sudo '
  fi
  say "$reason"
  say "missing packages: $*"
  say "please install them $how:"
  printf '  %sapt-get update && %sapt-get install -y --no-install-recommends %s\n' "$sudo" "$sudo" "$*" >&2
  exit 1
}

ensure_packages() {
  local -a missing=() as_root=()
  local log=$root/build/packages.log package
  while read -r package; do missing+=("$package"); done < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  if ((EUID != 0)); then
    command -v sudo >/dev/null || cannot_install 'not root, and there is no sudo' "${missing[@]}"
    as_root=(sudo)
    # Without a terminal nobody can type a password, so do not wait for one.
    [[ -t 2 ]] || as_root+=(-n)
    "${as_root[@]}" true 9>&- || cannot_install 'sudo does not let this user in' "${missing[@]}"
  fi
  command -v apt-get >/dev/null || cannot_install 'there is no apt-get' "${missing[@]}"

  say "installing Debian packages: ${missing[*]}"
  local -a apt=(${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  # The lists may be old or absent. Should refreshing them fail, the old ones may still do.
  "${apt[@]}" update >"$log" 2>&1 </dev/null 9>&- || say 'could not refresh the package lists; trying without'
  if ! "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null 9>&-; then
    tail -n 20 -- "$log" >&2
    cannot_install "apt-get failed (all of it: $log)" "${missing[@]}"
  fi
}

# is_fresh STAMP SOURCE...: was it built here, and has nothing changed since? A folder is newer when a file in it came
# or went. The stamp holds the place, since a build folder cannot be moved.
is_fresh() {
  local stamp=$1
  shift
  [[ -x ${stamp%/*}/apps/broadside && -f $stamp && $(<"$stamp") == "$root" ]] || return 1
  [[ -z $(cd -- "$root" && find "$@" -newer "$stamp" -print -quit 2>&1) ]]
}

# configure PRESET [OPTION...]
configure() {
  local preset=$1 log=$root/build/$1.log
  if ! cmake -S "$root" --preset "$@" >"$log" 2>&1 9>&-; then
    command -v dpkg-query >/dev/null ||
      say "this is not Debian; please install what there is called: ${program_packages[*]} ${test_packages[*]}"
    fail_with_log "$log" "configuring failed"
  fi
}

# take_lock FILE: waits while another process has it. Without flock (macOS) a link that names its owner is the lock:
# only one process can make it, and one that a dead owner left is taken away.
take_lock() {
  local waits= owner
  exec 9>"$1"
  if command -v flock >/dev/null; then
    flock -n 9 && return
    say 'another build is running, waiting for it'
    flock 9
    return
  fi
  until ln -s "$$" "$1.owner" 2>/dev/null; do
    owner=$(readlink "$1.owner") || continue
    if ! kill -0 "$owner" 2>/dev/null; then
      rm -f -- "$1.owner"
      continue
    fi
    [[ -n $waits ]] || say 'another build is running, waiting for it'
    waits=yes
    sleep 0.2
  done
  lock_owner=$1.owner
  trap 'rm -f -- "$lock_owner"' EXIT
}

give_lock() {
  exec 9>&-
  [[ -z ${lock_owner-} ]] || rm -f -- "$lock_owner"
}

# ensure_built PRESET program|all: packages, configuring and building, as far as needed.
ensure_built() {
  local preset=$1 what=$2
  local dir=$root/build/$preset log=$root/build/$preset.log
  local stamp=$dir/.built_$what
  local -a packages=("${program_packages[@]}") sources=("${program_sources[@]}") options=() target=()
  if [[ $what == all ]]; then
    packages+=("${test_packages[@]}")
    sources+=("${test_sources[@]}")
  else
    options+=(-D BROADSIDE_TESTS=OFF)
    target=(--target broadside)
  fi
  ! is_fresh "$stamp" "${sources[@]}" || return 0

  mkdir -p -- "$root/build" || fail "cannot write to $root"
  # Two calls at a time, say two terminals on a new machine: the second waits, then finds all done.
  take_lock "$root/build/.lock"
  if ! is_fresh "$stamp" "${sources[@]}"; then
    ensure_packages "${packages[@]}"
    mkdir -p -- "$dir"
    # Dated before the build starts, so that a file changed while it runs counts as changed.
    printf '%s\n' "$root" >"$stamp.new"

    if [[ -f $dir/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
      rm -rf -- "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja"  # the tree was moved
    fi
    # A build folder that already makes the tests goes on to; one made for the program alone learns to when asked.
    if [[ ! -f $dir/build.ninja ]]; then
      say "building Broadside ($preset); this happens once and takes a few minutes"
      configure "$preset" ${options[@]+"${options[@]}"}
    else
      if [[ $what == all ]] && ! grep -q '^BROADSIDE_TESTS:.*=ON$' "$dir/CMakeCache.txt"; then
        configure "$preset"
      fi
      say "building what changed ($preset)"
    fi
    cmake --build "$dir" ${target[@]+"${target[@]}"} >"$log" 2>&1 9>&- || fail_with_log "$log" 'the build failed'
    [[ $what == program ]] || cp -p -- "$stamp.new" "$dir/.built_program"  # all includes the program
    mv -- "$stamp.new" "$stamp"
  fi
  give_lock "$root/build/.lock"
}
