#!/usr/bin/env bash
# Makes the wheel, installs it offline into a new environment and asks it.  wheel.sh SOURCE_DIR BUILD_DIR SCRATCH_DIR
set -euo pipefail
python=/usr/bin/python3
"$python" -c 'import setuptools, wheel, pip, ensurepip' 2>/dev/null || { echo 'skipped: no Python that makes wheels'; exit 77; }
rm -rf -- "$3/wheel" "$3/venv"
PYTHON=$python bash "$1/apps/python/wheel.sh" "$2" "$3/wheel"
"$python" -m venv "$3/venv"
"$3/venv/bin/python" -m pip --disable-pip-version-check install --quiet --no-index "$3"/wheel/*.whl
cd /
env -u PYTHONPATH -u BROADSIDE_LIBRARY "$3/venv/bin/python" -c '
import broadside, sys
assert broadside.__file__.startswith(sys.prefix), broadside.__file__
odds = broadside.odds("2 dn, 4 ff", "ws, 3 ff")
assert abs(odds.win + odds.draw + odds.loss - 1) < 1e-9
print(odds.win, odds.draw, odds.loss)'
