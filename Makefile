# `make site` and `make test` do everything on a machine that has Python 3.11 or newer and make.
# Every target sets itself up in .venv first; a second run installs nothing.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?=
DEV_ADDR ?= 127.0.0.1:8000
WORKERS ?= auto
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
WHEELS := $(VENV)/wheels

# Material prints a notice about MkDocs 2 on each start; pyproject.toml keeps MkDocs below 2.
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# A virtual environment holds absolute paths. The stamp names the folder that it was made for, so
# that one in a moved checkout, one whose Python is gone and one half made are made anew.
ifeq ($(shell $(BIN)/python -c 'print(open("$(STAMP)").read().strip())' 2>/dev/null),$(CURDIR))
VENV_IS_GOOD := yes
else
VENV_IS_GOOD :=
.PHONY: $(STAMP)
endif

.PHONY: help site weigh test check lint serve clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

site: $(STAMP) ## Refresh the live regions, build the site into site/ and verify what was built
	$(BIN)/ai-memory-spec generate
	$(BIN)/mkdocs build --strict
	$(BIN)/ai-memory-spec check --html site/

weigh: $(STAMP) ## Print the largest built pages and the scripts, in bytes (after `make site`)
	@find site -name '*.html' -exec wc -c {} + | sort -rn | sed -n 2,6p
	@wc -c site/javascripts/*.js

# The check comes first: it must see the checkout as it was handed in.
test: $(STAMP) ## Check the pages, then lint, types and import contracts, then all tests (ARGS=…: for pytest)
	$(BIN)/ai-memory-spec check
	@$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile $(ARGS)

check: $(STAMP) ## Compare the pages with live output and write nothing (ARGS="--html site/": the built site)
	$(BIN)/ai-memory-spec check $(ARGS)

lint: $(STAMP) ## Lint, formatting, types and the import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# --livereload is asked for aloud: some versions of click turn it off in silence.
serve: $(STAMP) ## Serve the site with live reload (DEV_ADDR=127.0.0.1:8000)
	$(BIN)/mkdocs serve --livereload --dev-addr $(DEV_ADDR) $(ARGS)

clean: ## Remove everything that make made, .venv too
	rm -rf $(VENV) site .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find gen tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- Set-up ------------------------------------------------------------------------------------

# hatchling comes first, so that the checkout is installed without a build environment of its own.
# The wheels of the base dependencies are kept, so that the packaging test needs no network.
$(STAMP): pyproject.toml constraints.txt
	@set -e; \
	if [ -n "$(VENV_IS_GOOD)" ]; then echo "Bringing $(VENV) up to date."; exit 0; fi; \
	if [ -n "$(PYTHON)" ]; then set -- "$(PYTHON)"; \
	else set -- python3 python3.13 python3.12 python3.11; fi; \
	python=; found=; \
	for candidate in "$$@"; do \
	  version=$$("$$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue; \
	  found="$$found $$candidate ($$version)"; \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "No Python found (looked for: $$*): install Python 3.11 or newer, or name one with 'make PYTHON=/path/to/python3'." >&2; exit 1; fi; \
	if [ -z "$$python" ]; then \
	  echo "Python 3.11 or newer is needed and this is too old:$$found; name a newer one with 'make PYTHON=/path/to/python3'." >&2; exit 1; fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "$$python cannot make virtual environments: install its venv module (on Debian and Ubuntu: 'apt install python3-venv')." >&2; exit 1; fi; \
	echo "Setting up $(VENV) with $$python ($$version); this takes a minute, once."; \
	"$$python" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --upgrade pip
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt hatchling editables
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable '.[site,live,dev]'
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")' > $(VENV)/base-dependencies.txt
	@$(BIN)/python -m pip wheel --quiet --constraint constraints.txt --wheel-dir $(WHEELS) --requirement $(VENV)/base-dependencies.txt
	@echo "$(CURDIR)" > $(STAMP)

include daemons.mk
