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

# And what must not be.
hides() {
  local hidden=$1
  shift
  COMP_WORDS=(broadside "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _broadside 2>/dev/null
  local offer
  for offer in "${COMPREPLY[@]}"; do
    [[ $offer == "$hidden" ]] || continue
    printf 'after "%s" there is "%s"\n' "$*" "$hidden" >&2
    failed=1
  done
}

offers compare com
offers --precision odds --prec
offers exact odds --engine ''
offers '2 dn, fighter' odds '"2 dn, fi'
offers '2 dn, +tech_plasma_scoring' odds '"2 dn, +tech_pl'
offers letnev best --attacker-faction let
offers effects list ''
offers expected-net-resources best --goal exp
offers dreadnought odds drea
offers dn odds d
offers super_dreadnought odds super
offers star_destroyer odds star
offers '2 dn, +plasma_scoring' odds '"2 dn, +pla'
offers star_destroyer odds --game rebellion star
offers '2 isd, tie_fighter' odds --game = rebellion '"2 isd, tie'
offers x_wing odds --game=rebellion x_
hides dreadnought odds --game rebellion drea
hides dn odds --game rebellion d
hides star_destroyer odds --game ti4 star
offers conquest odds --game ti4 --battle con
hides conquest odds --game risk --battle con
offers attack odds --battle att
hides letnev best --game rebellion --attacker-faction let
exit "$failed"
