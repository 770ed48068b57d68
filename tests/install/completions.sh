#!/usr/bin/env bash
# Checks what the installed bash completion offers. Usage: completions.sh FILE
set -uo pipefail
source "$1" || exit 1
failed=0

# The words as typed, the last one unfinished; then what must be among the offers.
offers() {
  local wanted=$1
  shift
  COMP_WORDS=(broadside "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _broadside 2>/dev/null
  local offer
  for offer in "${COMPREPLY[@]}"; do [[ $offer != "$wanted" ]] || return 0; done
  printf 'after "%s" there is no "%s" but: %s\n' "$*" "$wanted" "${COMPREPLY[*]}" >&2
  failed=1
}

offers compare com
offers --precision odds --prec
offers exact odds --engine ''
offers '2 dn, fighter' odds '"2 dn, fi'
offers '2 dn, +tech_plasma_scoring' odds '"2 dn, +tech_pl'
offers letnev best --attacker-faction let
offers effects list ''
offers expected-net-resources best --goal exp
exit "$failed"
