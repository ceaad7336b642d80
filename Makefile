# All tasks of this repository. `make` alone lists them.
# Needs GNU make and Python 3.11 or later; `make client` and
# `make client-types` need npm as well.

PYTHON  ?= python3
WORKERS ?= auto
VENV     = .venv
BIN      = $(VENV)/bin
# A test that hangs fails after these seconds, with the stacks of all threads.
PYTEST   = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --timeout 300 \
           $(if $(CHANGED),--changed) $(if $(FAILED),--failed) $(ARGS)
# --universal: one lock for Python 3.11 to 3.14 and every system; it names no registry.
# --no-strip-extras: otherwise pip 23 takes a newer release of what another needs with an extra
# (coverage[toml] of pytest-cov), and refuses it because it has no hash.
COMPILE  = build/uv/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
           --generate-hashes --no-strip-extras --no-emit-index-url --no-annotate \
           --custom-compile-command "make lock" $(UPGRADE)

# Otherwise pytest rewrites the assertions of all tests at each start, and keeps none.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play setup compare wheel-check test test-compiled test-browser test-slow test-all suite coverage trainers lint format types client client-types client-lint client-test client-format previews sheets reports docs check lock bench mutate clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What a task needs and no more; each of the three contains the one before.
$(VENV)/.play: requirements.lock
$(VENV)/.test: requirements-test.lock
$(VENV)/.dev: requirements-dev.lock
$(VENV)/.play $(VENV)/.test $(VENV)/.dev: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "ducato: there is no $(PYTHON): install Python 3.11 or later" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("ducato: it needs Python 3.11 \
	or later; this is " + sys.version.split()[0] + ". Try: make $(MAKECMDGOALS) PYTHON=python3.13")'
	@$(PYTHON) .ci/environment.py $(patsubst $(VENV)/.%,%,$@)

play: $(VENV)/.play  ## play in the browser: make play GAME=name
	@$(BIN)/python hatch_build.py --if-possible
	$(BIN)/ducato play $(GAME)

setup: $(VENV)/.dev  ## install all tools and extras into .venv

compare: setup  ## compare speeds with OpenSpiel
	$(BIN)/python benchmarks/compare.py

wheel-check: setup node_modules/.package-lock.json  ## build the wheel, install it elsewhere and play a game there
	$(BIN)/python .ci/wheel_check.py

test: $(VENV)/.test  ## run the plain tests: make test CHANGED=1, FAILED=1 or ARGS="-k word"
	$(PYTEST) --tier plain

test-compiled: setup  ## run the tests of compiled rules, and most of them once more interpreted
	$(PYTEST) --tier compiled
	$(PYTEST) --tier interpreted

test-browser: setup  ## run the tests in Chromium
	$(PYTEST) --tier browser

test-slow: setup  ## run the long tests and those that need PostgreSQL or processes of their own
	$(PYTEST) --tier slow

test-all: test test-compiled test-browser test-slow client-test  ## run all tests

test-%:
	@echo "ducato: there is no tier called '$*'; try: make test, test-compiled, test-browser, test-slow or test-all" >&2; exit 2

suite: setup  ## measure what each test costs: where the time goes, by folder, tier and cause
	$(BIN)/python -m benchmarks.suite

# Only interpreted does coverage see the lines of the rules; it takes twice as long.
coverage: setup  ## measure how much of the sources the tests reach
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not browser" --cov

# RLlib pins another Gymnasium than ducato's lock; what the trainers lack is taken from .venv.
TRAINERS = build/trainers
PURELIB  = -c 'import sysconfig; print(sysconfig.get_path("purelib"))'

trainers: $(TRAINERS)/.ready  ## install well-known trainers into build/trainers, for tests/research/test_trainers.py

$(TRAINERS)/.ready: tests/research/trainers/requirements.txt $(VENV)/.dev
	test -x $(TRAINERS)/bin/python || $(PYTHON) -m venv $(TRAINERS)
	echo "import site; site.addsitedir('$$($(BIN)/python $(PURELIB))')" > $$($(TRAINERS)/bin/python $(PURELIB))/ducato.pth
	$(TRAINERS)/bin/python -m pip install --quiet --no-deps --requirement $<
	@touch $@

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

client-types: setup node_modules/.package-lock.json  ## check the types of the browser client (tsc)
	$(BIN)/python -m docs.tools.http_types
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

sheets: setup  ## draw all cards and tiles, in three languages, into build/sheets
	@for language in en it es; do \
	for game in $$($(BIN)/python -c 'import ducato; print(*ducato.all_games())'); do \
	$(BIN)/ducato print $$game --language $$language --what cards,tiles \
	--sheets build/sheets/$$language/$$game || exit; done; done

reports: setup  ## measure the balance of the games: make reports GAME=name
	$(BIN)/python docs/tools/reports.py $(GAME)

docs: setup  ## build the documentation site into build/site
	$(BIN)/python -m docs.tools.generate
	-$(BIN)/ducato export --out build/page  # without Node's Pyodide or a linker, no tables to play
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

check: lint types client-lint client-types client-test test  ## run the checks that must pass before a commit

# The smaller locks take their versions from the largest.
lock: build/uv  ## update the locks; with UPGRADE=--upgrade, to the newest releases
	$(COMPILE) --extra dev --output-file requirements-dev.lock
	$(COMPILE) --extra build --extra postgres --extra push --extra lab --extra print --extra research --extra test --constraints requirements-dev.lock --output-file requirements-test.lock
	$(COMPILE) --extra build --extra postgres --extra push --constraints requirements-dev.lock --output-file requirements.lock

build/uv:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet uv

bench: setup  ## measure the speed of rules and bots
	$(BIN)/ducato bench

mutate: setup  ## find changes of the rules that no test notices: make mutate GAME=name
	$(BIN)/python -m benchmarks.mutate $(GAME) $(ARGS)

clean:  ## remove everything that was built here, including .venv
	rm -rf $(VENV) node_modules build dist src/ducato/client/bundles .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +
