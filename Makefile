# All tasks of this repository. `make` alone lists them.
# Needs GNU make and Python 3.11 or later; `make client` and
# `make client-types` need npm as well.

PYTHON  ?= python3
WORKERS ?= auto
VENV     = .venv
BIN      = $(VENV)/bin
# A test that hangs fails after these seconds, with the stacks of all threads.
PYTEST   = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --timeout 300 $(SLOWEST)
SLOWEST  = --durations 40 --durations-min 5
RULES    = $(wildcard tests/core tests/compile tests/games)
MARKED   = compiled and not slow
# --universal: one lock for Python 3.11 to 3.14 and every system; it names no registry.
# --no-strip-extras: otherwise pip 23 takes a newer release of what another needs with an extra
# (coverage[toml] of pytest-cov), and refuses it because it has no hash.
COMPILE  = build/uv/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
           --generate-hashes --no-strip-extras --no-emit-index-url --no-annotate \
           --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help setup compare wheel-check play test interpreted coverage lint format types client-types previews reports docs check lock bench mutate clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready  ## install into .venv from the hashed lock, if it is not up to date

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("ducato needs Python 3.11 \
	or later; this is " + sys.version.split()[0] + ". Try: make setup PYTHON=python3.13")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

compare: setup  ## compare speeds with OpenSpiel
	$(BIN)/python benchmarks/compare.py

wheel-check: setup node_modules/.package-lock.json  ## build the wheel, install it elsewhere and play a game there
	$(BIN)/python .ci/wheel_check.py

play: setup  ## play in the browser: make play GAME=name
	$(BIN)/ducato play $(GAME)

test: setup  ## run all tests, then those of compiled rules again without compiling: make test ARGS="-k word"
	$(PYTEST) $(ARGS)
	@$(MAKE) --no-print-directory interpreted

# Interpreted, an overflow is an error. What is not marked as compiled runs interpreted anyway.
interpreted: setup
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "$(MARKED)" $(ARGS) $(RULES)

# Only interpreted does coverage see the lines of the rules; it takes twice as long.
coverage: MARKED = not slow and not browser
coverage: ARGS += --cov=src/ducato/core --cov=src/ducato/compile --cov=src/ducato/games
coverage: interpreted  ## measure how much of core and games the tests of rules cover

lint: setup  ## check style and likely mistakes (ruff)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup  ## fix layout and imports (ruff)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup  ## check the types of the Python sources (mypy --strict)
	$(BIN)/mypy --strict src

client: setup node_modules/.package-lock.json  ## bundle the browser client for smaller pages (esbuild)
	$(BIN)/python hatch_build.py

client-types: node_modules/.package-lock.json  ## check the types of the browser client (tsc)
	npx --no-install tsc -p jsconfig.json

client-lint: node_modules/.package-lock.json  ## check style and likely mistakes of the browser client (biome)
	npx --no-install biome check

client-test:  ## run the unit tests of the browser client (node)
	node --import ./tests/client/browser.js --test tests/client/*.test.js

client-format: node_modules/.package-lock.json  ## fix the layout of the browser client (biome)
	npx --no-install biome check --write

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund

previews: setup  ## draw the pictures for previews of links, and the icons of the app
	$(BIN)/python -m docs.tools.previews

reports: setup  ## measure the balance of the games: make reports GAME=name
	$(BIN)/python docs/tools/reports.py $(GAME)

docs: setup  ## build the documentation site into build/site
	$(BIN)/python -m docs.tools.generate
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

check: lint types client-lint client-types client-test client test  ## run all checks that must pass before a commit

lock: build/uv  ## update the locks; with UPGRADE=--upgrade, to the newest releases
	$(COMPILE) --extra dev $(UPGRADE) --output-file requirements.lock
	$(COMPILE) --extra build --extra postgres --extra push --constraints requirements.lock $(UPGRADE) --output-file requirements-server.lock

build/uv:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet uv

bench: setup  ## measure the speed of rules and bots
	$(BIN)/ducato bench

mutate: setup  ## find changes of the rules that no test notices: make mutate GAME=name
	$(BIN)/python -m benchmarks.mutate $(GAME) $(ARGS)

clean:  ## remove everything that was built here, including .venv
	rm -rf $(VENV) node_modules build dist src/ducato/web/bundles .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
