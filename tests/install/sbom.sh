#!/usr/bin/env bash
# What a release says that it was made from (.ci/sbom.sh), on a pretended machine.  sbom.sh SOURCE_DIR VERSION
set -euo pipefail
source_dir=$1
version=$2
command -v python3 >/dev/null || { echo 'skipped: there is no python3'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/tools" "$work/page" "$work/out"
touch "$work/page/index.html"
echo 'a program' >"$work/out/broadside-$version-linux-x86_64"

# Every package is installed but those that $MISSING names.
cat >"$work/tools/dpkg-query" <<'E2'
#!/bin/bash
[[ " ${MISSING-} " != *" ${!#} "* ]] || exit 1
printf '%s\t1:2.3+x\tsource-of-it\tall\tinstalled\n' "${!#}"
E2
printf '#!/bin/bash\necho 14.2.0\n' >"$work/tools/g++"
chmod +x "$work/tools"/*
made() { PATH=$work/tools:$PATH SOURCE_DATE_EPOCH=0 bash "$source_dir/.ci/sbom.sh" "$version" "$work/out" "$1"; }

made "$work/page" >"$work/with_page"
made "$work/nowhere" >"$work/without_page"
MISSING='coinor-libclp-dev coinor-libcoinutils-dev' made "$work/page" >"$work/without_clp"
if MISSING=wasi-libc made "$work/page" >"$work/incomplete" 2>"$work/said"; then
  echo 'a package that the page is linked with is missing, and nobody says so'
  exit 1
fi
grep -q 'wasi-libc is not installed' "$work/said"

python3 - "$source_dir" "$version" "$work" <<'PYTHON'
import json, sys
source, version, work = sys.argv[1:]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def names(document):
    packages = document["packages"]
    ids = [package["SPDXID"] for package in packages + document["files"]]
    assert len(ids) == len(set(ids)), ids
    related = {link["relatedSpdxElement"] for link in document["relationships"]}
    assert related == set(ids), related ^ set(ids)
    return {package["name"]: package["versionInfo"] for package in packages}


of_program = {"g++", "libstdc++-14-dev", "libc6-dev", "libboost-dev", "libtbb-dev", "libeigen3-dev",
              "libcli11-dev", "nlohmann-json3-dev", "libfmt-dev"}
of_clp = {"coinor-libclp-dev", "coinor-libcoinutils-dev"}
of_page = {"clang-19", "wasi-libc", "libc++-19-dev-wasm32", "libclang-rt-19-dev-wasm32",
           "preact", "@preact/signals", "@preact/signals-core"}
whole = read(f"{work}/with_page")
said = names(whole)
assert set(said) == {"broadside"} | of_program | of_clp | of_page, said
assert said["broadside"] == version and said["libtbb-dev"] == "1:2.3+x", said
without_page = names(read(f"{work}/without_page"))
assert set(without_page) == {"broadside"} | of_program | of_clp, without_page
assert not set(names(read(f"{work}/without_clp"))) & of_clp
assert whole["files"][0]["fileName"] == f"./broadside-{version}-linux-x86_64", whole["files"]
links = [package["externalRefs"][0]["referenceLocator"] for package in whole["packages"][1:]]
assert any(link.endswith("/libstdc%2B%2B-14-dev@1%3A2.3%2Bx?arch=all") for link in links), links
assert any(link.startswith("pkg:npm/%40preact/signals@") for link in links), links

# What the page imports is what is told; and its version is that of everything else.
page, lock = read(f"{source}/apps/web/package.json"), read(f"{source}/apps/web/package-lock.json")
assert set(page["dependencies"]) <= of_page, page["dependencies"]
for what, of in (("package.json", page), ("package-lock.json", lock), ("its root", lock["packages"][""])):
    assert of["version"] == version, f"{what} of apps/web says {of['version']}, CMakeLists.txt {version}"
PYTHON
echo ok
