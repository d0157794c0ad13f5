# Needs Python 3.11 or newer with venv, and g++ or clang++ for the native engine. Each command
# installs into .venv what it needs, on first use.
PYTHON ?= python3
BIN    := .venv/bin
BUILD  := .venv/.build
CORE   := .venv/.core
TEST   := .venv/.test
LINT   := .venv/.lint
DOCS   := .venv/.docs
# Folders as well: they change when a file comes or goes.
SOURCES := CMakeLists.txt $(shell find src encodings solvers \
	-name __pycache__ -prune -o \( -type d -o -name '*.[ch]pp' \) -print)

.DEFAULT_GOAL := help
.PHONY: help race test test-all lint format notebooks docs sanitized sanitize fuzz variants clean

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

race: $(CORE)  ## Let nine solvers race on the same puzzles
	$(BIN)/nonet race

test: $(CORE) $(TEST)  ## Run the tests, on all cores
	$(BIN)/pytest -n auto --dist worksteal -m "not slow" --hypothesis-profile quick

test-all: $(CORE) $(LINT)  ## Run the slow tests too, and the notebooks
	$(BIN)/pytest -n auto --dist worksteal

lint: $(CORE) $(LINT)  ## Check style, types and the import floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict src
	$(BIN)/lint-imports
	find solvers -name '*.[ch]pp' | xargs $(BIN)/clang-format --dry-run -Werror

format: $(LINT)  ## Apply the style that lint checks
	$(BIN)/ruff format
	find solvers -name '*.[ch]pp' | xargs $(BIN)/clang-format -i

notebooks: $(CORE) $(TEST)  ## Draw the notebooks from their stored results (NONET_NOTEBOOKS=anew measures again)
	$(BIN)/python notebooks/regenerate.py
	$(BIN)/python notebooks/decisions.py

docs: $(CORE) $(DOCS)  ## Build the site of pages, notebooks and reference into build/site
	$(BIN)/sphinx-build -W --keep-going -q -c docs . build/site

# An install of its own, found without site (-S), which would put the editable one first. The
# interpreter is not instrumented, so the runtimes are loaded before it, and leaks are not ours.
SANITIZED := build/sanitized
UNDER_SANITIZERS = ASAN_OPTIONS=detect_leaks=0 NONET_REQUIRE_NATIVE=1 \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	PYTHONPATH=$(SANITIZED):$$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])') \
	$(BIN)/python -S

sanitized: $(CORE) $(TEST)
	rm -rf $(SANITIZED)
	NONET_REQUIRE_NATIVE=1 $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation \
		--target $(SANITIZED) -C cmake.define.NONET_SANITIZE=ON -C build-dir=build/sanitize .

sanitize: sanitized  ## Test the native engine under AddressSanitizer and UBSan
	NONET_GRIDS=1000 $(UNDER_SANITIZERS) -m pytest -p no:cacheprovider -m "not slow" \
		--tx "2*popen//python=$(BIN)/python -S" --dist worksteal tests/solvers/native

SECONDS ?= 60
fuzz: sanitized  ## Feed the readers and the engine with broken bytes, for SECONDS=60
	$(UNDER_SANITIZERS) tests/fuzz/run.py --seconds $(SECONDS)

SEED ?= 0
variants: $(CORE) $(TEST)  ## Compare random variants with an oracle of the rules' page, for SECONDS=60
	$(BIN)/python tests/fuzz/variants.py --seconds $(SECONDS) --seed $(SEED)

clean:  ## Remove builds and caches (to start over, remove .venv as well)
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src encodings solvers tests -name __pycache__ -prune -exec rm -rf {} +

# pip learnt `--group` in 25.1, and a fresh venv may bring an older one.
$(BUILD): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "nonet needs Python 3.11 or newer; choose one with: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet --group build
	@touch $@

# Without isolation, so that what is compiled already is not compiled again. The install also maps
# modules to files, so it is repeated when there are other files.
$(CORE): $(BUILD) $(SOURCES)
	@echo "Installing nonet: its C++ engine is compiled, which takes about half a minute on two cores."
	@echo "Without a C++20 compiler, nonet is installed in pure Python: slower, but complete."
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@$(BIN)/python -c 'from nonet.solvers.native.core import missing; print(missing() or "The engine works.")'
	@touch $@

$(TEST) $(LINT) $(DOCS): .venv/.%: $(BUILD)
	@echo "Installing what 'make $*' needs ..."
	@$(BIN)/python -m pip install --quiet --group $*
	@touch $@
