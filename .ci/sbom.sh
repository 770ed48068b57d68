#!/usr/bin/env bash
# What a release was made from, as SPDX 2.3: the Debian packages whose headers or archives went into it, with their
# versions, and the files of the release with their checksums.
#
#   sbom.sh VERSION FOLDER > broadside-VERSION.spdx.json       FOLDER holds the files
set -euo pipefail
version=$1
folder=$2
# Headers alone (Boost.Random, Eigen, CLI11, JSON), and what is linked into the static program.
packages=(g++ libstdc++-12-dev libc6-dev libboost-dev libtbb-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libfmt-dev)

text() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

printf '{\n  "spdxVersion": "SPDX-2.3",\n  "dataLicense": "CC0-1.0",\n  "SPDXID": "SPDXRef-DOCUMENT",\n'
printf '  "name": %s,\n' "$(text "broadside-$version")"
printf '  "documentNamespace": %s,\n' "$(text "urn:broadside:$version")"
# The same release gives the same document: its date is that of the sources.
when=${SOURCE_DATE_EPOCH-$(git -C "$(dirname -- "${BASH_SOURCE[0]}")" log -1 --format=%ct 2>/dev/null || echo 0)}
printf '  "creationInfo": {"created": "%s", "creators": ["Tool: broadside package"]},\n' "$(date -u -d "@$when" +%Y-%m-%dT%H:%M:%SZ)"
printf '  "packages": [\n    {"SPDXID": "SPDXRef-broadside", "name": "broadside", "versionInfo": %s, "downloadLocation": "NOASSERTION", "filesAnalyzed": false}' "$(text "$version")"
related=
for package in "${packages[@]}"; do
  # Virtual names and meta packages resolve to what is installed; what is not installed went into nothing.
  found=$(dpkg-query -W -f '${Package}\t${Version}\t${source:Package}\t${Architecture}\n' -- "$package" 2>/dev/null | head -n 1) || continue
  IFS=$'\t' read -r name number source architecture <<<"$found"
  [[ -n ${number-} ]] || continue
  id=SPDXRef-$(printf '%s' "$name" | tr -c 'A-Za-z0-9.\n-' -)
  printf ',\n    {"SPDXID": "%s", "name": %s, "versionInfo": %s, "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "sourceInfo": %s, ' \
    "$id" "$(text "$name")" "$(text "$number")" "$(text "Debian source package $source")"
  printf '"externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": "pkg:deb/debian/%s@%s?arch=%s"}]}' \
    "$name" "$number" "$architecture"
  related+=",
    {\"spdxElementId\": \"SPDXRef-broadside\", \"relationshipType\": \"DEPENDS_ON\", \"relatedSpdxElement\": \"$id\"}"
done
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
