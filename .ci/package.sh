# ./broadside package [FOLDER]: all that others install, in FOLDER (dist/ unless named). ./broadside sources this.
#
#   broadside_0.2.0_amd64.deb ...       for Debian and its relatives: apt install ./dist/*.deb
#   broadside-0.2.0-linux-x86_64        the program by itself, for any Linux of this kind of machine
#   broadside-0.2.0-py3-none-....whl    the Python module with its library: pip install
#   broadside-0.2.0.spdx.json           what all of it was made from (SPDX)
#   SHA256SUMS                          sha256sum --check SHA256SUMS

make_packages() {
  local out=${1-$root/dist} version log=$root/build/packaging.log
  if (($# > 1)) || [[ ${1-} == -* ]]; then
    say 'package takes one argument, the folder to put the packages in: ./broadside package dist'
    exit 2
  fi
  [[ $(uname -s) == Linux ]] || fail 'packages are made on Linux'
  command -v dpkg >/dev/null || fail 'there is no dpkg: packages are made on Debian or its relatives'
  mkdir -p -- "$out" || fail "cannot write to $out"
  out=$(cd -- "$out" && pwd -P)

  source "$root/.ci/page.sh"
  (ensure_page) || say 'the packages go without the page'
  ensure_built package package
  ensure_built portable package
  local portable=$root/build/portable program
  version=$("$portable/apps/broadside" --version | grep -o '[0-9][0-9.]*' | head -n 1)
  program=broadside-$version-linux-$(uname -m)
  rm -f -- "$out"/*.deb "$out"/broadside-*-linux-* "$out"/broadside-*.whl "$out"/broadside-*.spdx.json "$out"/SHA256SUMS

  (cd -- "$root/build/package" && cpack -G DEB -B "$root/build/package/cpack") >"$log" 2>&1 ||
    fail_with_log "$log" 'the Debian packages could not be made'
  mv -- "$root"/build/package/cpack/*.deb "$out/"

  # Whoever runs it has none of our libraries, and perhaps another libc.
  strip -o "$out/$program" -- "$portable/apps/broadside"
  if ldd "$out/$program" >/dev/null 2>&1; then fail "$program needs libraries"; fi
  "$out/$program" odds cruiser destroyer >/dev/null || fail "$program does not answer"

  bash "$root/apps/python/wheel.sh" "$portable" "$out" >>"$log" 2>&1 || fail_with_log "$log" 'the wheel could not be made'
  local made=broadside-$version.spdx.json
  bash "$root/.ci/sbom.sh" "$version" "$out" >"$out/$made" || fail 'what it was made from could not be told'
  (cd -- "$out" && sha256sum -- *.deb "$program" *.whl "$made" >SHA256SUMS && ls -l -- *.deb "$program" *.whl "$made" SHA256SUMS)
}
