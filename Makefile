# Two commands: `make run` starts Parlour's page, `make test` tests it. Both set up .venv by themselves.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
PAGE = src/parlour/web/static src/parlour/games examples

.PHONY: run test check format clean

run: .venv/core.done
	@$(BIN)/parlour serve

test: .venv/test.done
	@$(BIN)/parlour warm
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: .venv/dev.done
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	@$(BIN)/deno fmt --check --quiet
	@$(BIN)/deno check --quiet $$(find $(PAGE) -name '*.js' ! -name theme.js)

format: .venv/dev.done
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format . ; $(BIN)/deno fmt --quiet

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Parlour needs Python 3.11 or newer: make PYTHON=python3.12 run" >&2; exit 2; }
	@echo "setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv

.venv/core.done: .venv/bin/python pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[learn]'
	@touch $@

.venv/test.done: .venv/bin/python pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/core.done

.venv/dev.done: .venv/bin/python pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/test.done .venv/core.done

clean:
	@rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache
