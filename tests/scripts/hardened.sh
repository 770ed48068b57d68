#!/usr/bin/env bash
# The program and the C library of a release are built to end where a mistake would serve somebody: what they are loaded
# to cannot be foretold, tables of addresses are read-only once they are filled, the stack cannot be run and is watched,
# functions of libc that write know how much room there is. So is what of core reads the texts of strangers, which the
# program's own calls would hide. Arguments: the files, then -- and the object files of core that read texts.
set -euo pipefail
export LC_ALL=C
failed=0
check() { # check FILE WHAT COMMAND...
  local file=$1 what=$2
  shift 2
  "$@" || { echo "$file: $what"; failed=1; }
}
has() { grep -qE -- "$1" <<<"$2"; }
files=0
while (($# > 0)); do
  file=$1
  shift
  [ "$file" != -- ] || break
  files=$((files + 1))
  [ -f "$file" ] || { echo "no file $file"; exit 1; }
  segments=$(readelf -lW "$file") dynamic=$(readelf -dW "$file") symbols=$(nm -D --undefined-only "$file")
  check "$file" 'is loaded to a fixed address' has '^Elf file type is DYN' "$segments"
  check "$file" 'has no read-only tables' has 'GNU_RELRO' "$segments"
  check "$file" 'fills its tables when it likes' has 'BIND_NOW|FLAGS.*NOW' "$dynamic"
  check "$file" 'has a stack that can be run' has 'GNU_STACK .* RW +0x' "$segments"
  check "$file" 'does not watch its stack' has '__stack_chk_fail' "$symbols"
  check "$file" 'calls functions of libc that do not know how much room there is' has '_chk(@|$)' "$(grep -v stack_chk <<<"$symbols")"
done
for object; do
  [ -f "$object" ] || { echo "no object file $object"; exit 1; }
  check "$object" 'does not watch its stack' has '__stack_chk_fail' "$(nm --undefined-only "$object")"
done
((failed)) || echo "$files files and $# objects of core are hardened"
exit $failed
