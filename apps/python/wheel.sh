#!/usr/bin/env bash
# Makes the wheel, offline:  wheel.sh BUILD_DIR OUT_DIR
# With the library of build/portable it runs on any Linux that is not older than this one (./broadside package does that).
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd)
build=$(cd -- "$1" && pwd)
mkdir -p -- "$2"
out=$(cd -- "$2" && pwd)
# The first Python that has what it takes: one of the user's own may have no setuptools.
python=
for candidate in "${PYTHON-python3}" python3 /usr/bin/python3; do
  if "$candidate" -c 'import setuptools, wheel, pip' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [[ -z $python ]]; then
  echo "wheel.sh: no Python with pip, setuptools and wheel (Debian: python3-pip python3-setuptools python3-wheel)" >&2
  exit 1
fi

BROADSIDE_VERSION=$("$build/apps/broadside" --version | grep -o '[0-9][0-9.]*' | head -n 1)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
BROADSIDE_LIBRARY=$work/libbroadside.so.1
strip --strip-unneeded -o "$BROADSIDE_LIBRARY" -- "$build/apps/c/libbroadside.so.1"
export BROADSIDE_LIBRARY BROADSIDE_VERSION
cp -r -- "$here" "$work/source"  # setuptools leaves files beside the sources
"$python" -m pip --disable-pip-version-check wheel --quiet --no-index --no-deps --no-build-isolation \
  --wheel-dir "$out" "$work/source"
ls -- "$out"/broadside-"$BROADSIDE_VERSION"-*.whl
