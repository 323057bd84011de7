# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

# Whose wheels: jazzy, which is the default, or kilted; see setup/distribution.py.
DISTRO ?=
BIN := .venv$(addprefix -,$(filter-out jazzy,$(DISTRO)))/bin
PYTEST := $(BIN)/python -m pytest
CXX_SOURCES := $(shell find src benchmark -name '*.[ch]pp' -o -name '*.[ch]' 2>/dev/null)
ARGS ?=

.PHONY: help
help:
	@echo "make run [ARGS=...]  run the composition study; ARGS go to 'nav2-bench run'"
	@echo "make test            run every test that needs no ROS 2 installation"
	@echo "make test-ros        run the tests that need ROS 2 and Nav2, which must be sourced"
	@echo "make bench [ARGS=..] measure the tools themselves against their targets"
	@echo "make figures         write the figures of README and docs anew (ARGS=--check: only look)"
	@echo "make docs            build the documentation into build/docs/html; warnings are errors"
	@echo "make setup           prepare the clone; the targets above do so by themselves"
	@echo "make lint, format    check the style of the sources, or mend it"
	@echo "    of the above but docs and test-ros: DISTRO=kilted for ROS 2 Kilted in place of Jazzy"
	@echo "make lock            write the lock files anew (ARGS=--upgrade for newer packages)"
	@echo "make clean           remove all that setup made"

.PHONY: setup
setup:
	@setup/setup.sh "$(DISTRO)"

.PHONY: run
run: setup
	@$(BIN)/nav2-bench run $(ARGS)

# Beside one another, see test/conftest.py; ARGS="-n 0" runs them one by one. What is compiled is
# kept, or every worker and every process that tests start would compile it again.
.PHONY: test
test: setup
	@PYTHONDONTWRITEBYTECODE= $(PYTEST) -n auto $(ARGS)

# On the ROS 2 installation that is sourced, with its own Python; see setup/test_ros.sh.
.PHONY: test-ros
test-ros:
	@setup/test_ros.sh $(ARGS)

.PHONY: bench
bench: setup
	@$(BIN)/python -m benchmark.run $(ARGS)

# From the committed records; they stand in marked blocks of the pages, see figures/.
.PHONY: figures
figures: setup
	@$(BIN)/python -m figures $(ARGS)

# In an environment of its own, since the pages need nothing of the package.
DOCS := build/docs/venv
.PHONY: docs
docs: $(DOCS)/.installed
	@$(DOCS)/bin/sphinx-build --fail-on-warning --keep-going --quiet -b html docs build/docs/html
	@echo "build/docs/html/index.html"

$(DOCS)/.installed: docs/requirements.txt
	@python3 -m venv --clear $(DOCS)
	@$(DOCS)/bin/pip install --quiet --disable-pip-version-check -r docs/requirements.txt
	@touch $@

.PHONY: lint
lint: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file setup/mypy.ini setup/main.py setup/lock.py setup/missing_modules.py
	@$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)

.PHONY: format
format: setup
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CXX_SOURCES)

.PHONY: lock
lock:
	@python3 setup/lock.py $(ARGS)

.PHONY: clean
clean:
	rm -rf .venv .venv-kilted .setup build *.egg-info .mypy_cache .ruff_cache .pytest_cache
