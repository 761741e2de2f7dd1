# `make play` and `make test` do all their own set-up in .venv; nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE := uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --python-version 3.11
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test test-slow test-browser screenshots reference check bench lab balance ladder lock clean

play: $(VENV)/.installed
	@$(BIN)/doubloon serve

test: $(VENV)/.installed-dev check
	$(BIN)/python -m tests.warm
	$(BIN)/pytest -n 2 -m "not slow"

# Formatting, lints, types and the arrows between packages.
check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
	for package in examples/*/pyproject.toml; do (cd "$$(dirname "$$package")" && "$(CURDIR)/$(BIN)/mypy") || exit 1; done
	$(BIN)/lint-imports --no-logo

# The slow proofs: a million checked games for each number of seats of each game.
test-slow: $(VENV)/.installed-dev
	$(BIN)/pytest -n 2 -m slow

# The pages in a real browser. `make test` runs these too where there is a Chromium; here one is required.
test-browser: $(VENV)/.installed-dev
	@command -v chromium chromium-browser google-chrome >/dev/null || { echo 'needs a Chromium; on Debian and Ubuntu: apt-get install chromium' >&2; exit 1; }
	$(BIN)/pytest -m browser

# Renew the pictures of the README.
screenshots: $(VENV)/.installed-dev
	$(BIN)/python -m tests.browser.pictures

# Renew what in docs is made from the code.
reference: $(VENV)/.installed-dev
	$(BIN)/python -m tests.reference

bench: $(VENV)/.installed
	$(BIN)/doubloon bench rules

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "doubloon needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV) || { echo 'cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv' >&2; exit 1; }

$(VENV)/.installed: requirements/play.txt pyproject.toml | $(VENV)/bin/python
	@echo 'installing the pinned libraries into $(VENV) (once, about a minute) ...' >&2
	$(INSTALL) --require-hashes -r requirements/play.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.installed-dev: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	@echo 'installing the pinned libraries and test tools into $(VENV) (once, about a minute) ...' >&2
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/.installed

# The libraries of simulate, report and tune.
lab: $(VENV)/.installed-lab

# How strong the levels of bots are, into docs/ladder. Takes hours; an interrupted run goes on.
ladder: $(VENV)/.installed-lab
	$(BIN)/doubloon ladder isles -n 100 --write docs/ladder/isles.md
	$(BIN)/doubloon ladder rubies -n 100 --write docs/ladder/rubies.md
	$(BIN)/doubloon ladder shipyard -n 1000 --write docs/ladder/shipyard.md

# What the lab says of every game, into docs/balance. `make balance LEVEL=captain GAMES=400` asks other bots, and writes files of their own.
LEVEL ?= sailor
balance: $(VENV)/.installed-lab
	$(BIN)/python -m tests.balance --level $(LEVEL) $(if $(GAMES),--games $(GAMES))

$(VENV)/.installed-lab: requirements/lab.txt pyproject.toml | $(VENV)/bin/python
	@echo 'installing the pinned libraries of the lab into $(VENV) (once, about a minute) ...' >&2
	$(INSTALL) --require-hashes -r requirements/lab.txt
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@ $(VENV)/.installed

# Renew the pinned versions from pyproject.toml (needs uv).
lock:
	$(COMPILE) --extra build --extra notify pyproject.toml -o requirements/play.txt
	$(COMPILE) --extra build --extra notify --extra lab pyproject.toml -o requirements/lab.txt
	$(COMPILE) --extra build --extra notify --extra lab --extra ray pyproject.toml -o requirements/ray.txt
	$(COMPILE) --extra build --extra notify --extra dev --extra lab pyproject.toml -o requirements/dev.txt
	$(COMPILE) --extra build --extra envs pyproject.toml -o requirements/envs.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
