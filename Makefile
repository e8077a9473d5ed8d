# A thin door: every habit is one command. `make` alone lists them.
PRESET ?= release
JOBS ?= $(shell nproc)
TIER ?= quick
PY := .venv/bin/python
BUILD := build/$(PRESET)

.PHONY: help setup build demo test bench lint format docs cpp-example wheel clean
.DELETE_ON_ERROR:

help:
	@echo "make demo         install what is missing, build, train a small network on Fashion-MNIST"
	@echo "make test         build and run the tests (TIER=quick|full, PRESET=release|cuda|debug|asan|tsan)"
	@echo "make bench        run the benchmarks"
	@echo "make lint         check format and layering; make format repairs the format"
	@echo "make docs         regenerate the generated pages and check the links"
	@echo "make cpp-example  install the C++ library to build/install; build and run a program that uses it"
	@echo "make wheel        build the Python package into dist/"
	@echo "make build        only build (JOBS=N)"

setup:
	@cmake/setup.sh

# Ninja knows what is out of date, so this runs each time and costs nothing when there is nothing to do.
build: setup $(BUILD)/build.ninja
	@cmake --build --preset $(PRESET) -j $(JOBS)
	@$(PY) cmake/link_venv.py $(PRESET)

$(BUILD)/build.ninja: CMakePresets.json | setup
	@cmake --preset $(PRESET)
	@touch $@

# What is missing is told before the build.
demo:
	@cmake/setup.sh demo
	@$(MAKE) --no-print-directory build
	@$(PY) docs/examples/fashion_mnist.py

test: build
	@cmake/setup.sh dev
	@$(PY) cmake/run_tests.py --preset $(PRESET) --tier $(TIER)

bench: build
	@$(PY) benchmarks/run.py

lint: setup
	@cmake/setup.sh dev
	@$(PY) cmake/lint.py

format: setup
	@cmake/setup.sh dev
	@$(PY) cmake/lint.py --fix

docs: build
	@cmake/setup.sh dev
	@$(PY) cmake/docs.py

cpp-example: build
	@cmake/cpp_example.sh $(BUILD)

wheel: setup
	@$(PY) -m pip wheel -v --no-build-isolation --no-deps -w dist .
	@ls -sh dist

clean:
	rm -rf build dist
