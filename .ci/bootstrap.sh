# Shared by ./broadside and ./test, which source it: packages, configuring, building.
# All it says goes to standard error, because standard output belongs to the program.
# Everything here works with bash 3.2, which is what macOS has: no mapfile, and no empty array is ever expanded.

# What the program needs and what its tests need besides, as each package manager calls it. Debian 12 and Ubuntu 22.04
# have them all, and there they are installed; elsewhere the line to type is named.
program_packages() {
  case $1 in
    apt-get) echo g++ cmake ninja-build libboost-dev libtbb-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libfmt-dev coinor-libclp-dev ;;
    dnf) echo gcc-c++ cmake ninja-build boost-devel tbb-devel eigen3-devel cli11-devel json-devel fmt-devel coin-or-Clp-devel ;;
    pacman) echo gcc cmake ninja boost onetbb eigen cli11 nlohmann-json fmt ;;
    brew) echo cmake ninja boost tbb eigen cli11 nlohmann-json fmt ;;
  esac
}
test_packages() {
  case $1 in
    apt-get) echo doctest-dev libbenchmark-dev valgrind python3 ;;
    dnf) echo doctest-devel google-benchmark-devel valgrind python3 ;;
    pacman) echo doctest benchmark valgrind python ;;
    brew) echo doctest google-benchmark python ;;
  esac
}

package_packages() {
  case $1 in
    apt-get) echo dpkg-dev file fakeroot python3-pip python3-setuptools python3-wheel ;;
  esac
}

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

cores() { getconf _NPROCESSORS_ONLN; }

# The package manager of this machine; nothing where none is known.
package_manager() {
  local manager
  for manager in apt-get dnf pacman brew; do
    if command -v "$manager" >/dev/null; then
      echo "$manager"
      return
    fi
  done
}

# install_line MANAGER PACKAGE...: what a person would type.
install_line() {
  local manager=$1 sudo=
  shift
  if ((EUID != 0)) && command -v sudo >/dev/null; then sudo='sudo '; fi
  case $manager in
    apt-get) echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends $*" ;;
    dnf) echo "${sudo}dnf install $*" ;;
    pacman) echo "${sudo}pacman -S --needed $*" ;;
    brew) echo "brew install $*" ;;
  esac
}

# Prints those of the Debian packages that are not installed.
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
  local reason=$1 how='as root'
  shift
  if ((EUID != 0)) && command -v sudo >/dev/null; then how='like this'; fi
  say "$reason"
  say "missing packages: $*"
  say "please install them $how:"
  printf '  %s\n' "$(install_line apt-get "$@")" >&2
  exit 1
}

# "1 min 20 s"
duration() { if (($1 < 60)); then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi; }

# How far ninja has come, by the last line of its log ("[12/40] Building ..."), and when it will be done. Steps differ
# much in length, so until a tenth of them is done nothing is foretold.
build_progress() {
  local log=$1 seconds=$2 last done_ all
  last=$(tail -n 1 -- "$log")
  last=${last#[}
  done_=${last%%/*}
  all=${last#*/}
  all=${all%%]*}
  if [[ -n $done_ && -n $all && -z ${done_//[0-9]/} && -z ${all//[0-9]/} ]] && ((done_ > 0 && all >= done_)); then
    if ((done_ * 10 < all)); then
      echo "$done_ of $all, $(duration "$seconds")"
    else
      echo "$done_ of $all, $(duration "$seconds"), about $(duration $((seconds * (all - done_) / done_))) left"
    fi
  else
    duration "$seconds"
  fi
}

# The same for apt-get, which says what it does but not how much there is to do.
install_progress() { echo "$(grep -c '^Setting up ' -- "$1" || true) set up, $(duration "$2")"; }

# watched WHAT PROGRESS LOG COMMAND...: runs the command, all it says goes to the end of the log. On a terminal a line
# that is rewritten every second tells how far it is.
watched() {
  local what=$1 progress=$2 log=$3 code=0
  shift 3
  if [[ ! -t 2 ]]; then
    "$@" >>"$log" 2>&1 </dev/null 9>&- || code=$?
    return $code
  fi
  local began=$SECONDS
  set -m # a process group of its own, so that Ctrl-C can end the compilers too
  "$@" >>"$log" 2>&1 </dev/null 9>&- &
  local job=$!
  set +m
  trap "kill -- -$job 2>/dev/null; printf '\r\033[K' >&2; exit 130" INT TERM
  while kill -0 "$job" 2>/dev/null; do
    printf '\r\033[K%s: %s: %s' "${0##*/}" "$what" "$("$progress" "$log" $((SECONDS - began)))" >&2
    sleep 1
  done
  wait "$job" || code=$?
  trap - INT TERM
  printf '\r\033[K' >&2
  return $code
}

ensure_packages() {
  local log=$root/build/packages.log missing
  local -a as_root=(env)
  missing=$(missing_packages "$@")
  missing=${missing//$'\n'/ }
  [[ -n $missing ]] || return 0

  if ((EUID != 0)); then
    command -v sudo >/dev/null || cannot_install 'not root, and there is no sudo' $missing
    as_root=(sudo env)
    # Without a terminal nobody can type a password, so do not wait for one.
    [[ -t 2 ]] || as_root=(sudo -n env)
    "${as_root[@]}" true 9>&- || cannot_install 'sudo does not let this user in' $missing
  fi
  command -v apt-get >/dev/null || cannot_install 'there is no apt-get' $missing

  mkdir -p -- "${log%/*}" || fail "cannot write to $root"
  say "installing Debian packages: $missing"
  local -a apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  : >"$log"
  # The lists may be old or absent. Should refreshing them fail, the old ones may still do.
  watched 'package lists' install_progress "$log" "${apt[@]}" update ||
    say 'could not refresh the package lists; trying without'
  if ! watched 'packages' install_progress "$log" "${apt[@]}" install -y --no-install-recommends $missing; then
    tail -n 20 -- "$log" >&2
    cannot_install "apt-get failed (all of it: $log)" $missing
  fi
}

# is_fresh STAMP SOURCE...: was it built here, and has nothing changed since? A folder is newer when a file in it came
# or went. The stamp holds the place, since a build folder cannot be moved. The page (apps/web) is built by itself.
is_fresh() {
  local stamp=$1
  shift
  [[ -x ${stamp%/*}/apps/broadside && -f $stamp && $(<"$stamp") == "$root" ]] || return 1
  [[ -z $(cd -- "$root" && find "$@" -path apps/web -prune -o -newer "$stamp" -print -quit 2>&1) ]]
}

# Two calls at a time, say two terminals on a new machine: the second waits, then finds all done.
lock() {
  if command -v flock >/dev/null; then
    exec 9>"$root/build/.lock"
    flock -n 9 || { say 'another build is running, waiting for it'; flock 9; }
    return
  fi
  # Without flock (macOS): a folder, which only one call can make, with the number of that call. One that has ended
  # without removing its folder, killed say, is not waited for.
  local folder=$root/build/.locked owner said=
  until mkdir -- "$folder" 2>/dev/null; do
    owner=$(cat -- "$folder/owner" 2>/dev/null) || owner=
    if [[ -n $owner ]] && ! kill -0 "$owner" 2>/dev/null; then
      rm -rf -- "$folder"
      continue
    fi
    [[ -n $said ]] || say 'another build is running, waiting for it'
    said=yes
    sleep 1
  done
  echo $$ >"$folder/owner"
  trap 'rm -rf -- "$root/build/.locked"' EXIT
}

unlock() {
  trap - EXIT
  exec 9>&-
  rm -rf -- "$root/build/.locked"
}

# Says what to install where it cannot be installed from here.
name_packages() {
  local manager
  manager=$(package_manager)
  if [[ -z $manager ]]; then
    say "please install what Debian calls: $(program_packages apt-get) $(test_packages apt-get)"
  elif [[ $manager != apt-get ]]; then
    say "please install what is missing:"
    printf '  %s\n' "$(install_line "$manager" "$(program_packages "$manager") $(test_packages "$manager")")" >&2
  fi
}

# configure PRESET [OPTION...]
configure() {
  local preset=$1 log=$root/build/$1.log
  if ! command -v cmake >/dev/null; then
    name_packages
    fail 'there is no cmake'
  fi
  if ! cmake -S "$root" --preset "$@" >"$log" 2>&1 9>&-; then
    name_packages
    fail_with_log "$log" "configuring failed"
  fi
}

# has_option FOLDER OPTION: whether what is built there has it.
has_option() { grep -q "^$2:.*=ON\$" "$1/CMakeCache.txt"; }

# ensure_built PRESET program|whole|package|mpi|all: packages, configuring and building, as far as needed. The program is
# built without its server and its benchmarks, which take a while to compile, until somebody serves or measures (whole).
# A package is all but the tests.
ensure_built() {
  local preset=$1 what=$2
  local dir=$root/build/$preset log=$root/build/$preset.log
  local stamp=$dir/.built_$what packages target=broadside
  local -a sources=("${program_sources[@]}")
  packages=$(program_packages apt-get)
  if [[ $what == all ]]; then
    packages="$packages $(test_packages apt-get)"
    sources+=("${test_sources[@]}")
    target=all
  elif [[ $what == package ]]; then
    packages="$packages $(package_packages apt-get)"
    target=all
  elif [[ $what == mpi ]]; then
    packages="$packages $(mpi_packages)"
    target=broadside_mpi
  fi
  ! is_fresh "$stamp" "${sources[@]}" || return 0

  mkdir -p -- "$root/build" || fail "cannot write to $root"
  lock
  if ! is_fresh "$stamp" "${sources[@]}"; then
    ensure_packages $packages
    mkdir -p -- "$dir"
    # Dated before the build starts, so that a file changed while it runs counts as changed.
    printf '%s\n' "$root" >"$stamp.new"

    if [[ -f $dir/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
      rm -rf -- "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja" # the tree was moved
    fi
    # A build folder that already makes the tests goes on to; one made for the program alone learns to when asked.
    if [[ ! -f $dir/build.ninja ]]; then
      say "building Broadside ($preset); this happens once and takes a few minutes"
      case $what in
        all) configure "$preset" ;;
        program | mpi) configure "$preset" -D BROADSIDE_TESTS=OFF -D BROADSIDE_SERVE=OFF -D BROADSIDE_BENCH=OFF ;;
        *) configure "$preset" -D BROADSIDE_TESTS=OFF ;;
      esac
    else
      if [[ $what == all ]] && ! { has_option "$dir" BROADSIDE_TESTS && has_option "$dir" BROADSIDE_SERVE; }; then
        configure "$preset"
      elif [[ $what == whole ]] && ! has_option "$dir" BROADSIDE_SERVE; then
        configure "$preset" -D BROADSIDE_SERVE=ON -D BROADSIDE_BENCH=ON -D BROADSIDE_TESTS="$(has_option "$dir" BROADSIDE_TESTS && echo ON || echo OFF)"
      elif [[ $what == mpi && ! -x $dir/apps/broadside-mpi ]]; then # perhaps Open MPI was not here then
        cmake "$dir" >"$log" 2>&1 9>&- || fail_with_log "$log" "configuring failed"
      fi
      say "building what changed ($preset)"
    fi
    : >"$log"
    watched building build_progress "$log" cmake --build "$dir" --target "$target" ||
      fail_with_log "$log" 'the build failed'
    [[ $what == program ]] || cp -p -- "$stamp.new" "$dir/.built_program" # all of them include the program
    [[ $what != all ]] || cp -p -- "$stamp.new" "$dir/.built_whole"
    mv -- "$stamp.new" "$stamp"
  fi
  unlock
}
