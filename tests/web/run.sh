#!/usr/bin/env bash
# run.sh SCRIPT ARGUMENT...: a test of the page in node; 77 where it cannot run.
set -euo pipefail
skip() { echo "skipped: $*"; exit 77; }
[[ -n ${BROADSIDE_PAGE_TESTS-} ]] || skip 'it takes minutes: ./test runs it'
command -v node >/dev/null || skip 'there is no node'
version=$(node --version) # v18.20.4
version=${version#v}
((${version%%.*} >= 18)) || skip "node $version is too old: 18 at least"
[[ -d $(dirname -- "$1")/../node_modules ]] || skip 'the packages of the page are not installed (npm ci in apps/web)'
exec node "$@"
