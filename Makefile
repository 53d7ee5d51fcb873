# `make help` lists the targets. `PYTHON=python3.12 make …` picks the interpreter; it needs Python 3.11 or later, with pip.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help setup demo test lint format types contracts lock docs bench soak clean

help: ## list the targets
	@sed -nE 's/^([a-z]+):.*## (.*)/make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

setup: $(READY) ## make .venv from the lock (again when the lock changes)

$(READY): requirements/dev.txt pyproject.toml tools/setup.sh
	@PYTHON=$(PYTHON) tools/setup.sh
	@touch $@

demo: $(READY) ## walk the first path: a folder becomes a package, its script runs sealed
	@$(BIN)/python tools/demo.py

test: $(READY) ## every check and every test
	@tools/test.sh

lint: $(READY) ## ruff: rules and layout
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(READY) ## ruff: rewrite what can be rewritten
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(READY) ## mypy, strict
	@$(BIN)/mypy

contracts: $(READY) ## imports point down
	@$(BIN)/lint-imports

docs: $(READY) ## write the generated pages of docs/reference again
	@$(BIN)/python tools/reference.py

lock: ## resolve requirements/*.txt again (needs uv)
	@tools/lock.sh

bench: $(READY) ## measure on this machine
	@$(BIN)/python benchmarks/bench_first_path.py
	@$(BIN)/skillhouse bench sandbox

soak: $(READY) ## 10,000 runs, good and hostile: what must stay flat does
	@$(BIN)/python benchmarks/soak.py

clean: ## remove everything that make made
	@rm -rf .venv .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
