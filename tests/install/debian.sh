#!/usr/bin/env bash
# Makes the Debian packages and looks into them.  debian.sh BUILD_DIR SCRATCH_DIR
set -euo pipefail
for tool in cpack dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
out=$2/debs
rm -rf -- "$out"
cd -- "$1"
cpack -G DEB -B "$out" >"$2/cpack.log" 2>&1 || { cat "$2/cpack.log"; exit 1; }

holds() { # package, file, then what it must depend on
  local deb=("$out/$1"_*.deb) files depends
  [[ -f ${deb[0]} ]] || { echo "there is no package $1"; exit 1; }
  files=$(dpkg-deb -c "${deb[0]}")
  grep -qE " \./usr/$2( ->.*)?$" <<<"$files" || { printf '%s\n' "$1 does not hold $2:" "$files"; exit 1; }
  grep -q " \./usr/share/doc/$1/copyright$" <<<"$files" || { echo "$1 has no licence"; exit 1; }
  ! grep -q __pycache__ <<<"$files" || { echo "$1 holds compiled Python"; exit 1; }
  depends=$(dpkg-deb -f "${deb[0]}" Depends)
  [[ $depends == *"$3"* ]] || { echo "$1 depends on '$depends', without $3"; exit 1; }
}
holds broadside bin/broadside libtbb
page=$(sed -n 's/^BROADSIDE_PAGE:PATH=//p' CMakeCache.txt)
[[ ! -f $page/index.html ]] || holds broadside share/broadside/page/index.html libtbb # where it was built
holds broadside share/man/man1/broadside.1 libfmt
holds broadside share/bash-completion/completions/broadside libstdc++6
holds libbroadside1 'lib/.*libbroadside\.so\.1' libtbb
holds libbroadside-dev include/broadside.h 'libbroadside1 (='
holds libbroadside-dev include/broadside/engine.hpp libtbb-dev
holds libbroadside-dev 'lib/.*libbroadside\.so' libfmt-dev
holds libbroadside-dev 'lib/.*pkgconfig/broadside\.pc' libbroadside1
holds python3-broadside lib/python3/dist-packages/broadside/__init__.py 'libbroadside1 (='
