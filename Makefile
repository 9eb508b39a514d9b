# Two commands: `make run` starts Parlour's page (`PORT=8080` where you like), `make test` tests it. Both set
# up .venv by themselves. Hundreds of processes of the tests read the same modules: Python keeps them translated.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= $(shell echo $$((3 * $$(getconf _NPROCESSORS_ONLN) / 2)))
KEEPING = PYTHONDONTWRITEBYTECODE=
PAGE = src/parlour/web/static src/parlour/games examples

.PHONY: run test check format clean

run: .venv/core.done
	@$(BIN)/parlour serve $(if $(PORT),--port $(PORT))

test: .venv/test.done
	@$(KEEPING) $(BIN)/parlour warm
	@$(KEEPING) $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

check: .venv/dev.done
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	@$(BIN)/deno fmt --check --quiet
	@$(BIN)/deno check --quiet $$(find $(PAGE) -name '*.js' ! -name theme.js)
	@$(BIN)/deno check --quiet examples/bots/*.mjs

format: .venv/dev.done
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format . ; $(BIN)/deno fmt --quiet

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Parlour needs Python 3.11 or newer: make PYTHON=python3.12 run" >&2; exit 2; }
	@echo "setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv

# Libraries come by version and hash (tools/constraints.py pins them), Parlour itself from this folder.
INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check --no-deps
CORE = .venv/bin/python pyproject.toml constraints/run.txt

.venv/core.done: $(CORE)
	@$(INSTALL) --require-hashes -r constraints/run.txt && $(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/test.done: $(CORE) constraints/test.txt
	@$(INSTALL) --require-hashes -r constraints/test.txt && $(INSTALL) --no-build-isolation --editable .
	@touch $@ .venv/core.done

.venv/dev.done: $(CORE) constraints/test.txt constraints/dev.txt
	@$(INSTALL) --require-hashes -r constraints/dev.txt && $(INSTALL) --no-build-isolation --editable .
	@touch $@ .venv/test.done .venv/core.done

clean:
	@rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache
