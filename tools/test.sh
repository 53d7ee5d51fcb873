#!/usr/bin/env bash
# Every check and every test. The test runner's closing line is printed last.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=.venv/bin
scratch=$(mktemp -d)
closing=$scratch/closing
trap 'rm -rf "$scratch"' EXIT
# pytest's usual folder is shared by all of a user's runs, and each start closes it to everybody else again.
export PYTEST_DEBUG_TEMPROOT=$scratch

echo "· rules and layout (ruff)"
"$bin/ruff" check --quiet .
"$bin/ruff" format --quiet --check .
echo "· types (mypy, strict)"
"$bin/mypy" --no-error-summary
echo "· imports point down (import-linter)"
"$bin/lint-imports" >"$closing" 2>&1 || { cat "$closing"; exit 1; }

echo "· tests, with branch coverage"
"$bin/coverage" erase
"$bin/coverage" run -m pytest "$@" | tee "$closing"
"$bin/coverage" combine --quiet
echo "· coverage: model, format and gate fully, the scanner to 90 %, all together to 94 %"
"$bin/coverage" report --fail-under=100 --include='src/skillhouse/model/*,src/skillhouse/format/*,src/skillhouse/gate/*'
"$bin/coverage" report --fail-under=90 --include='src/skillhouse/scan/*'
"$bin/coverage" report --fail-under=94
tail -n 1 "$closing"
