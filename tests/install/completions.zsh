#!/usr/bin/env zsh
# Checks what the installed zsh completion offers. Usage: completions.zsh FILE
# A second zsh on a terminal of its own (zsh/zpty) is typed to; its compadd prints what would be offered.
emulate -R zsh
zmodload zsh/zpty || { print 'there is no zsh/zpty'; exit 1 }
folder=${1:A:h}
failed=0

offered() { # the line as typed, its last word unfinished; prints the offers, one a line
  local line inside=
  zpty typed "TERM=dumb zsh -f -i"
  zpty -w typed "fpath=(${(q)folder} \$fpath); source ${(q)setup}"
  while zpty -r typed line; do [[ $line == ready* ]] && break; done
  zpty -n -w typed "broadside $1"$'\t'
  while zpty -r typed line; do
    line=${line//[$'\r\n']/}
    case $line in
      *'<offers>') inside=yes ;;
      *'</offers>') break ;;
      *) [[ -z $inside ]] || print -r -- $line ;;
    esac
  done
  zpty -d typed
}

setup=$(mktemp)
trap 'rm -f -- $setup' EXIT
cat >$setup <<'SETUP'
PROMPT= RPROMPT=
autoload -U compinit && compinit -D -u
bindkey '^I' complete-word
offers_begin() { print '<offers>' }
offers_end() { print '</offers>' }
compprefuncs=(offers_begin)
comppostfuncs=(offers_end)
compadd() {
  # Calls that only fill arrays (-A, -D, -O) offer nothing.
  if [[ ${@[1,(i)(-|--)]} == *-[ADO]\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- $IPREFIX$^hits
  builtin compadd "$@"
}
print ready
SETUP

offers() { # the line, then what must be among the offers
  local -a found=("${(@f)$(offered $1)}")
  (( $found[(Ie)$2] )) && return
  print -r -- "after \"$1\" there is no \"$2\" but: $found[1,20]" >&2
  failed=1
}
hides() {
  local -a found=("${(@f)$(offered $1)}")
  (( $found[(Ie)$2] )) || return
  print -r -- "after \"$1\" there is \"$2\"" >&2
  failed=1
}

offers 'com' compare
offers 'odds --prec' --precision
offers 'odds --engine ' exact
offers 'odds "2 dn, fi' '2 dn, fighter'
offers 'odds "2 dn, +tech_pl' '2 dn, +tech_plasma_scoring'
offers 'best --attacker-faction let' letnev
offers 'list ' effects
offers 'best --goal exp' expected-net-resources
offers 'odds drea' dreadnought
offers 'odds --game rebellion star' star_destroyer
offers 'odds --game=rebellion x_' x_wing
hides 'odds --game rebellion drea' dreadnought
hides 'odds --game ti4 star' star_destroyer
offers 'odds --game ti4 --battle con' conquest
hides 'odds --game risk --battle con' conquest
hides 'best --game rebellion --attacker-faction let' letnev
exit $failed
