"""Wrong calls: the kind of exception, and a text that names operator, argument, expected, received.

The texts are read as the operators make them: the binding, which puts the operator's name in front
of a text that begins with another, is told not to.
"""

import re

import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows
from tests.ops.row import RECORDS, Call

KINDS = {
    "InvalidType": TypeError,
    "InvalidArgument": ValueError,
    "OutOfRange": IndexError,
    "Unimplemented": NotImplementedError,
}
# Said below the operators, where their name is not known.
SHARED = "(InvalidArgument) the shape is negative or too large."
# What composites call for indices of any kind.
PARTS = {**RECORDS, "index": {"args": [("indices", "", False), ("axis", "", False)]}}


@pytest.fixture
def no_prefix():
    _C.prefix_errors(False)
    yield
    _C.prefix_errors(True)


def raised(name, *args, **kwargs):
    """The text of the error, whose kind is that of the exception."""
    with pytest.raises(tuple(KINDS.values())) as error:
        _C.ops[name](*args, **kwargs)
    text = str(error.value)
    kind = re.match(r"\((\w+)\) ", text)
    assert kind and KINDS[kind[1]] is error.type, f"{error.type.__name__}: {text}"
    return text


def required(record):
    return [arg for arg, _, has_default in record["args"] if not has_default]


def malformed(record):
    """Calls that do not fit the signature, and the argument the text has to name."""
    names = [arg for arg, _, _ in record["args"]]
    yield (), {"no_such_argument": 1}, "unexpected argument `no_such_argument`"
    yield (None,) * (len(names) + 9), {}, f"Received: {len(names) + 9}"
    needed = required(record)
    if needed:
        yield (), {}, f"misses the argument `{needed[0]}`"
    if needed and record["args"][0][1] != "DataType":
        yield (object(), *[1] * (len(needed) - 1)), {}, f"`{names[0]}` has the wrong type"


@pytest.mark.parametrize("name", sorted(RECORDS))
@pytest.mark.usefixtures("no_prefix")
def test_malformed_calls(name):
    for args, kwargs, part in malformed(RECORDS[name]):
        text = raised(name, *args, **kwargs)
        assert text.startswith(f"(InvalidType) {name}: "), f"does not name {name}: {text}"
        assert part in text, f"without {part}: {text}"
        assert "\n  Expected: " in text, f"does not say what it expects: {text}"


def names_argument(text, *records):
    """Helpers of many operators call any axis `axis`, and two operands `x` and `y`."""
    names = {"axis", "x", "y"} | {arg for record in records for arg, _, _ in record["args"]}
    return re.search(rf"\b({'|'.join(map(re.escape, names))})\b", text)


@pytest.mark.parametrize("name", rows("errors", lambda row: row.errors))
@pytest.mark.usefixtures("no_prefix")
def test_errors(name):
    record = RECORDS[name]
    for args, kwargs, part in ROWS[name].errors:
        call = calls.tensors(Call(args, kwargs).make(0, "float32"), "float32")
        text = raised(name, *call.args, **call.kwargs)
        what = f"{name}{calls.text(call)}: {text}"
        assert part and part in text, f"without {part!r}: {what}"
        assert re.search(r"\n  Expected: \S", text), f"does not say what it expects: {what}"
        assert re.search(r"\n  Received: \S", text), f"does not say what it received: {what}"
        if text.startswith(SHARED):
            continue
        said = re.match(r"\(\w+\) (\w+): (.*)", text, re.S)
        assert said and said[1] in PARTS, f"does not begin with an operator: {what}"
        own = said[1] == name or not record["kernel_dtypes"]  # else a part of a composite
        assert own, f"begins with another operator: {what}"
        assert names_argument(said[2], record, PARTS[said[1]]), f"names no argument: {what}"


def test_the_outer_operator_is_put_in_front():
    x = paddle.to_tensor([[1.0, 2.0]])
    text = raised("eigvals", x)
    assert text.startswith("(InvalidArgument) eigvals: eig: `x` is not square."), text
    text = raised("add", x, paddle.to_tensor([1.0, 2.0, 3.0]))
    assert text == (
        "(InvalidArgument) add: the shapes do not broadcast.\n"
        "  Expected: equal sizes, or 1, at each axis counted from the last\n"
        "  Received: x.shape = [1, 2], y.shape = [3], at axis -1: 2 and 3"
    )
