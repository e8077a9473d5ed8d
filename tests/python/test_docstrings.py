"""Every public name has a docstring with its arguments and an example, and the examples give what they say."""

import doctest
import enum
import importlib
import inspect
import re
import types

import paddle
import pytest
from paddle import _C

MODULES = (
    "paddle", "paddle.audio", "paddle.audio.backends", "paddle.audio.datasets", "paddle.audio.features",
    "paddle.audio.functional", "paddle.autograd", "paddle.callbacks", "paddle.compat", "paddle.compat.nn",
    "paddle.compat.nn.functional", "paddle.cuda", "paddle.device", "paddle.device.cuda", "paddle.distributed",
    "paddle.distributed.fleet", "paddle.distributed.fleet.recompute", "paddle.distribution", "paddle.fft",
    "paddle.framework", "paddle.geometric", "paddle.hub", "paddle.incubate", "paddle.incubate.asp",
    "paddle.incubate.autograd", "paddle.incubate.autotune",
    "paddle.incubate.nn", "paddle.incubate.nn.functional", "paddle.incubate.optimizer.functional", "paddle.inference",
    "paddle.io", "paddle.jit", "paddle.linalg", "paddle.metric", "paddle.nn", "paddle.nn.attention",
    "paddle.nn.functional",
    "paddle.nn.functional.flash_attention", "paddle.nn.init", "paddle.nn.initializer", "paddle.nn.quant",
    "paddle.nn.utils", "paddle.onnx", "paddle.optimizer", "paddle.optimizer.lr", "paddle.profiler",
    "paddle.quantization", "paddle.quantization.observers", "paddle.quantization.quanters", "paddle.regularizer",
    "paddle.signal", "paddle.sparse", "paddle.sparse.nn", "paddle.sparse.nn.functional", "paddle.static",
    "paddle.static.nn", "paddle.sysconfig", "paddle.text", "paddle.utils", "paddle.utils.cpp_extension",
    "paddle.utils.download", "paddle.vision", "paddle.vision.datasets", "paddle.vision.models", "paddle.vision.ops",
    "paddle.vision.transforms",
)  # fmt: skip
# Parameters that say nothing of their own: `name` is Paddle's label of a result, `x` the tensor an operator is of.
SELF_EVIDENT = {"self", "name", "x", "args", "kwargs"}
PROPERTIES = (property, types.GetSetDescriptorType)


class Numbers(doctest.OutputChecker):
    """Floats need only agree in the digits that an example writes, as machines differ in the last ones."""

    _FLOAT = re.compile(r"[-+]?\d+\.\d*(?:e[-+]?\d+)?")

    def check_output(self, want, got, optionflags):
        if super().check_output(want, got, optionflags):
            return True
        wanted, found = self._FLOAT.findall(want), self._FLOAT.findall(got)
        if len(wanted) != len(found) or self._FLOAT.sub("#", want) != self._FLOAT.sub("#", got):
            return False
        return all(self._close(w, f) for w, f in zip(wanted, found, strict=True))

    @staticmethod
    def _close(want, got):
        mantissa, _, exponent = want.partition("e")
        unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
        return abs(float(want) - float(got)) <= 0.500001 * unit


def public_names():
    """{id: (full name, value)}: one entry for a value, however many names it has."""
    found = {}
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", None) or vars(module):
            value = getattr(module, name)
            if not name.startswith("_") and callable(value):
                found.setdefault(id(value), (f"{module_name}.{name}", value))
    for name, value in vars(paddle.Tensor).items():
        if not name.startswith("_") and (callable(value) or isinstance(value, PROPERTIES)):
            found.setdefault(id(value), (f"paddle.Tensor.{name}", value))
    return dict(found.values())


PUBLIC = public_names()


def parameters(value):
    if isinstance(value, enum.EnumMeta):
        return []  # the signature is that of enum.Enum
    try:
        names = inspect.signature(value).parameters
    except (TypeError, ValueError):
        return []
    return [name for name in names if name not in SELF_EVIDENT and not name.startswith("_")]


@pytest.mark.parametrize("name", PUBLIC)
def test_is_documented(name):
    doc = PUBLIC[name].__doc__ or ""
    assert doc.strip(), "no docstring"
    assert ">>>" in doc, "no example"
    if isinstance(PUBLIC[name], PROPERTIES):
        return
    told = doc.partition("Args:")[2]
    missing = [p for p in parameters(PUBLIC[name]) if not re.search(rf"\b{p}\b", told)]
    assert not missing, f"not in Args: {missing}"


@pytest.mark.parametrize(
    "name", sorted({r["name"] for r in _C.op_records() if "internal" not in r["traits"]})
)
def test_arguments_of_operators_are_told(name):
    """All but tensors, of which the type and dtypes may say enough."""
    block = _C.ops[name].__doc__.partition("Args:\n")[2].partition("\n\n")[0]
    bare = re.findall(r"^    (\w+) \((?!Tensor|list\[Tensor)[^)]*\)$", block, re.M)
    assert not bare, f"nothing is said of {bare}"


def examples():
    """Examples of the public names and of the methods of public classes."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name, value in PUBLIC.items():
        if isinstance(value, type) and value is not paddle.Tensor:
            yield from finder.find(value, name, globs={"paddle": paddle})
        elif ">>>" in (value.__doc__ or ""):
            yield doctest.DocTestParser().get_doctest(
                value.__doc__, {"paddle": paddle}, name, None, 0
            )


@pytest.mark.parametrize("test", [pytest.param(t, id=t.name) for t in examples()])
def test_examples(test):
    failures = []
    paddle.seed(0)
    doctest.DocTestRunner(checker=Numbers(), verbose=False).run(test, out=failures.append)
    assert not failures, "".join(failures)


def test_a_wrong_number_is_seen():
    check = Numbers().check_output
    assert check("[0.33, 1.0]\n", "[0.3333333, 1.0]\n", 0)
    assert not check("[0.34, 1.0]\n", "[0.3333333, 1.0]\n", 0)
    assert not check("[0.33]\n", "[0.3333333, 1.0]\n", 0)


def test_operators_are_among_them():
    assert sum(name.rsplit(".", 1)[1] in _C.ops for name in PUBLIC) > 300


@pytest.mark.parametrize("clean", [str, inspect.cleandoc])  # as Python 3.13 keeps them
def test_shared_arguments_are_found(clean):
    from paddle.framework.docs import args_of, types_of_args

    def source(x, rate):
        """One.

        Args:
            rate (float): How fast.
            x (Tensor): What.
        """

    def target(rate, own):
        """Other.

        Args:
            own (int, optional): Its own.

        Returns:
            None
        """

    for f in (source, target):
        f.__doc__ = clean(f.__doc__.replace("\n    ", "\n"))
    args_of(source)(target)
    assert types_of_args(target) == {"rate": ("float", False), "own": ("int", True)}
    assert target.__doc__.count("Args:") == 1 and target.__doc__.rstrip().endswith("None")
