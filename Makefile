# `make play` and `make test` do all their own set-up in .venv; nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE := uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --python-version 3.11
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test test-slow test-browser screenshots check bench lock clean

play: $(VENV)/.installed
	@$(BIN)/doubloon serve

test: $(VENV)/.installed-dev check
	$(BIN)/pytest -n 2 -m "not slow"

# Formatting, lints, types and the arrows between packages.
check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy
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

# Renew the pinned versions from pyproject.toml (needs uv).
lock:
	$(COMPILE) --extra build pyproject.toml -o requirements/play.txt
	$(COMPILE) --extra build --extra lab pyproject.toml -o requirements/lab.txt
	$(COMPILE) --extra build --extra lab --extra ray pyproject.toml -o requirements/ray.txt
	$(COMPILE) --extra build --extra dev --extra lab pyproject.toml -o requirements/dev.txt
	$(COMPILE) --extra build --extra envs pyproject.toml -o requirements/envs.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
