"""The examples in docstrings run and give what they say; public classes have a docstring."""

import doctest
import importlib
import inspect
import pkgutil

import paddle
import pytest

PACKAGES = ("nn", "optimizer", "io", "metric", "regularizer", "framework", "utils", "vision")


def modules():
    for package in PACKAGES:
        root = importlib.import_module(f"paddle.{package}")
        yield root.__name__
        if hasattr(root, "__path__"):
            for info in pkgutil.walk_packages(root.__path__, root.__name__ + "."):
                yield info.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples(name):
    module = importlib.import_module(name)
    failures = []
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(verbose=False)
    for test in finder.find(module, module=module):
        paddle.seed(0)
        runner.run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("package", ["nn", "nn.functional", "nn.initializer", "optimizer", "io"])
def test_public_names_are_documented(package):
    module = importlib.import_module(f"paddle.{package}")
    bare = []
    for name in module.__all__:
        value = getattr(module, name)
        if (inspect.isclass(value) or inspect.isfunction(value)) and not inspect.getdoc(value):
            bare.append(name)
    assert not bare, f"without a docstring: {bare}"
