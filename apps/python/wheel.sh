#!/usr/bin/env bash
# Makes the wheel, offline:  wheel.sh BUILD_DIR OUT_DIR
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd)
build=$(cd -- "$1" && pwd)
mkdir -p -- "$2"
out=$(cd -- "$2" && pwd)
BROADSIDE_LIBRARY=$build/apps/c/libbroadside.so.1
BROADSIDE_VERSION=$("$build/apps/broadside" --version | grep -o '[0-9][0-9.]*' | head -n 1)
export BROADSIDE_LIBRARY BROADSIDE_VERSION
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -r -- "$here" "$work/source"  # setuptools leaves files beside the sources
python3 -m pip --disable-pip-version-check wheel --quiet --no-index --no-deps --no-build-isolation \
  --wheel-dir "$out" "$work/source"
ls -- "$out"/broadside-"$BROADSIDE_VERSION"-*.whl
