#!/usr/bin/env bash
# What a release was made from, as SPDX 2.3: the Debian packages whose headers or archives went into it, what of npm is
# bundled into the page, all with their versions, and the files of the release with their checksums.
#
#   sbom.sh VERSION FOLDER [PAGE] > broadside-VERSION.spdx.json
#
# FOLDER holds the files, PAGE the page that went into them (build/page unless named; there may be none).
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
version=$1
folder=$2
page=${3-$root/build/page}
compiler=$(g++ -dumpversion)
# Headers alone (Boost.Random, Eigen, CLI11, JSON), and what is linked into the static program.
packages=(g++ "libstdc++-${compiler%%.*}-dev" libc6-dev libboost-dev libtbb-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libfmt-dev)
# CLP solves the games of `meta` in the .deb, where it is installed (CMakeLists.txt).
usable=(coinor-libclp-dev coinor-libcoinutils-dev)
bundled=
if [[ -f $page/index.html ]]; then
  # The engine of the page is linked with the C library of WASI, libc++ and compiler-rt.
  packages+=(clang-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32)
  # Name and version of all that npm installs for more than building and testing.
  bundled=$(python3 - "$root/apps/web/package-lock.json" <<'PYTHON'
import json, sys
for path, package in sorted(json.load(open(sys.argv[1]))["packages"].items()):
    if path and not package.get("dev"):
        print(path.split("node_modules/")[-1], package["version"], package["license"], sep="\t")
PYTHON
  )
fi

text() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

printf '{\n  "spdxVersion": "SPDX-2.3",\n  "dataLicense": "CC0-1.0",\n  "SPDXID": "SPDXRef-DOCUMENT",\n'
printf '  "name": %s,\n' "$(text "broadside-$version")"
printf '  "documentNamespace": %s,\n' "$(text "urn:broadside:$version")"
# The same release gives the same document: its date is that of the sources.
when=${SOURCE_DATE_EPOCH-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)}
printf '  "creationInfo": {"created": "%s", "creators": ["Tool: broadside package"]},\n' "$(date -u -d "@$when" +%Y-%m-%dT%H:%M:%SZ)"
printf '  "packages": [\n    {"SPDXID": "SPDXRef-broadside", "name": "broadside", "versionInfo": %s, "downloadLocation": "NOASSERTION", "filesAnalyzed": false}' "$(text "$version")"
related=
# made_from NAME VERSION SOURCE PURL [LICENCE]: one package, and that the release depends on it.
made_from() {
  local id
  id=SPDXRef-$(printf '%s' "$1" | tr -c 'A-Za-z0-9.\n-' -)
  printf ',\n    {"SPDXID": "%s", "name": %s, "versionInfo": %s, "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "sourceInfo": %s, ' \
    "$id" "$(text "$1")" "$(text "$2")" "$(text "$3")"
  [[ -z ${5-} ]] || printf '"licenseDeclared": %s, ' "$(text "$5")"
  printf '"externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": %s}]}' "$(text "$4")"
  related+=",
    {\"spdxElementId\": \"SPDXRef-broadside\", \"relationshipType\": \"DEPENDS_ON\", \"relatedSpdxElement\": \"$id\"}"
}
# As a package URL spells it.
spelt() { printf '%s' "$1" | sed 's/%/%25/g; s/+/%2B/g; s/:/%3A/g; s/@/%40/g'; }

distribution=$(. /etc/os-release 2>/dev/null && echo "${ID-}") || true
for package in "${packages[@]}" "${usable[@]}"; do
  # A meta package has the version of what it stands for.
  found=$(dpkg-query -W -f '${Package}\t${Version}\t${source:Package}\t${Architecture}\t${db:Status-Status}\n' -- "$package" 2>/dev/null |
    grep $'\tinstalled$' | head -n 1) || true
  if [[ -z $found ]]; then
    [[ " ${usable[*]} " != *" $package "* ]] || continue  # went into nothing
    echo "sbom: $package is not installed, but something of its kind went into the release: name it in .ci/sbom.sh" >&2
    exit 1
  fi
  IFS=$'\t' read -r name number source architecture _ <<<"$found"
  made_from "$name" "$number" "Debian source package $source" \
    "pkg:deb/${distribution:-debian}/$(spelt "$name")@$(spelt "$number")?arch=$architecture"
done
while IFS=$'\t' read -r name number licence; do
  [[ -n $name ]] || continue
  made_from "$name" "$number" 'bundled into the page' "pkg:npm/$(spelt "$name")@$(spelt "$number")" "$licence"
done <<<"$bundled"
printf '\n  ],\n  "files": ['
first=
cd -- "$folder"
for file in *; do
  [[ -f $file && $file != SHA256SUMS && $file != *.spdx.json ]] || continue
  id=SPDXRef-File-$(printf '%s' "$file" | tr -c 'A-Za-z0-9.\n-' -)
  printf '%s\n    {"SPDXID": "%s", "fileName": %s, "checksums": [{"algorithm": "SHA256", "checksumValue": "%s"}]}' \
    "$first" "$id" "$(text "./$file")" "$(sha256sum -- "$file" | cut -d' ' -f1)"
  first=,
  related+=",
    {\"spdxElementId\": \"SPDXRef-broadside\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"$id\"}"
done
printf '\n  ],\n  "relationships": [\n    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-broadside"}%s\n  ]\n}\n' "$related"
