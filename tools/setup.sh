#!/usr/bin/env bash
# Makes .venv from requirements/dev.txt, then installs the project itself in place.
# Debian's python3 comes without ensurepip, so the environment is made without pip and the outer pip installs into it.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "setup: $python is missing or older than Python 3.11. Name another one: PYTHON=python3.12 make setup" >&2
  exit 1
fi
echo "setup: making .venv with $("$python" --version) from requirements/dev.txt (hashes are checked)"
"$python" -m venv --clear --without-pip .venv

if "$python" -m pip --python .venv/bin/python --version >/dev/null 2>&1; then
  install() { "$python" -m pip --python .venv/bin/python -qq --disable-pip-version-check install --no-user --no-compile "$@"; }
elif command -v uv >/dev/null; then
  install() { uv pip install --quiet --python .venv/bin/python "$@"; }
else
  echo "setup: $python has no pip (22.3 or later) and there is no uv. Install one: apt-get install python3-pip" >&2
  exit 1
fi
install --no-deps --require-hashes -r requirements/dev.txt
# The build backend is in the lock already: nothing more is downloaded for this.
install --no-deps --no-build-isolation -e .
# Compiled once here, so that no command does it again at each start where byte code is not written.
site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
.venv/bin/python -m compileall -q "$site/typer" "$site/ruamel" "$site/rfc8785" "$site/rich" src/skillhouse >/dev/null || true
