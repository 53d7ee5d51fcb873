#!/usr/bin/env bash
# Resolves requirements/*.txt for every platform, with the hash of every published file and no index address.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v uv >/dev/null || { echo "lock: uv is not installed. Install it: pip install uv" >&2; exit 1; }

compile() {
  uv --no-config pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
    --no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" "$@"
}
compile --group dev --output-file requirements/dev.txt "${@}"
# What users get is what was tested: the runtime lock takes its versions from the development lock.
compile --constraint requirements/dev.txt --output-file requirements/base.txt "${@}"
