#!/usr/bin/env fish
# Checks what the installed fish completion offers. Usage: completions.fish FILE
source $argv[1]; or exit 1
set -g failed 0

# The line as typed, then what must be among the offers, or with "no" before it must not be.
function offers
    set -l found (complete -C "broadside $argv[1]" 2>&1 | string split -f1 \t)
    if contains -- $argv[2] $found
        return
    end
    echo "after \"$argv[1]\" there is no \"$argv[2]\" but: $found" >&2
    set failed 1
end
function hides
    if contains -- $argv[2] (complete -C "broadside $argv[1]" 2>&1 | string split -f1 \t)
        echo "after \"$argv[1]\" there is \"$argv[2]\"" >&2
        set failed 1
    end
end

offers com compare
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
cd (dirname $argv[1])
hides 'odds --engine ' (basename $argv[1])
offers 'odds --scenario ' (basename $argv[1])
exit $failed
