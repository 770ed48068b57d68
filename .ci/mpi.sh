# ./broadside mpi: one question on several ranks. ./broadside and ./test source this.

# What it is made and started with, as Debian 12 calls it.
mpi_packages() { echo libopenmpi-dev openmpi-bin; }

# ./broadside mpi [-n N] [--parts DIR] [--of N] COMMAND...
mpi_command() {
  local ranks program=$root/build/release/apps/broadside-mpi
  ranks=$(cores)
  if [[ ${1-} == -n ]]; then
    if [[ ! ${2-} =~ ^[1-9][0-9]{0,3}$ ]]; then
      say "-n takes the number of ranks: ./broadside mpi -n 4 odds \"2 dn\" ws"
      exit 2
    fi
    ranks=$2
    shift 2
  fi
  if (($# == 0)); then
    say 'what shall the ranks answer? ./broadside mpi -n 4 odds "2 dn, 4 ff" "ws, 3 ff"'
    exit 2
  fi
  ensure_built release mpi
  [[ -x $program ]] || fail "Open MPI was not found: $(install_line apt-get $(mpi_packages))"
  # A player may be root in a container, and may ask for more ranks than there are cores.
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  exec mpirun -q --oversubscribe -n "$ranks" "$program" "$@"
}

# prepare_mpi_tests [OPTION OF CTEST...]: on the build server (CI=true) Open MPI is installed; elsewhere its test says that
# it skips. Whoever picks other tests is not bothered.
prepare_mpi_tests() {
  if (($#)) && [[ $* != *mpi* ]]; then return 0; fi
  command -v mpirun >/dev/null && return 0
  if [[ ${CI-} == true ]]; then
    (ensure_packages $(mpi_packages)) || say 'could not install Open MPI: its tests will be skipped'
  else
    say "tests of Open MPI will be skipped: they need $(install_line apt-get $(mpi_packages))"
  fi
}
