"""Wrong calls: the right kind of exception, with a text that names the operator."""

import paddle
import pytest
from paddle import _C

from tests.ops import calls
from tests.ops.op_table import ROWS, rows
from tests.ops.row import RECORDS, Call

KINDS = (TypeError, ValueError, IndexError, NotImplementedError, RuntimeError, OverflowError)


def message(name, *args, **kwargs):
    with pytest.raises(KINDS) as error:
        _C.ops[name](*args, **kwargs)
    return str(error.value)


def required(record):
    return [arg for arg, _, has_default in record["args"] if not has_default]


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_malformed_calls(name):
    record = RECORDS[name]
    count = len(record["args"])
    texts = [message(name, no_such_argument=1), message(name, *[None] * (count + 9))]
    if required(record):
        texts.append(message(name))
    if required(record) and record["args"][0][1] != "DataType":
        texts.append(message(name, object(), *[1] * (len(required(record)) - 1)))
    for text in texts:
        assert name in text, f"the text does not name {name}: {text}"


@pytest.mark.parametrize("name", rows("errors", lambda row: row.errors))
def test_errors(name):
    row = ROWS[name]
    for args, kwargs, part in row.errors:
        call = calls.tensors(Call(args, kwargs).make(0, "float32"), "float32")
        text = message(name, *call.args, **call.kwargs)
        assert name in text and part in text, f"{name}{calls.text(call)}: {text}"


def test_error_has_expected_and_received():
    text = message("add", paddle.to_tensor([1.0, 2.0]), paddle.to_tensor([1.0, 2.0, 3.0]))
    assert "add" in text and "[2]" in text and "[3]" in text
