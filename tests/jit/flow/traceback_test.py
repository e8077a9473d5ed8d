"""Tracebacks of errors in captured functions show the lines that those of eager code show."""

import traceback

import paddle
import pytest
from paddle.jit import to_static, vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def reshaped(x):
    return paddle.reshape(x, [7])


def nested(x):
    y = x + 1
    return reshaped(y)


def called_back(x):
    return sorted([3, 1], key=lambda i: reshaped(x))


def generated(x):
    return list(reshaped(v) for v in x)


def chained(x):
    try:
        return {}["key"]
    except KeyError as e:
        raise ValueError("v") from e


def in_a_handler(x):
    try:
        reshaped(x)
    except ValueError:
        return x.missing


def computed(x, i=9):
    return paddle.gather(x, paddle.to_tensor([i])).sum()


def special(x):
    class Odd:
        def __len__(self):
            return reshaped(x)

    return len(Odd())


def under_a_condition(x):
    if x.sum() > 0:
        y = x * 2
    return reshaped(y)


def lines(error):
    """Of the test's own frames, also of what came before."""
    found = []
    while error is not None:
        entries = traceback.extract_tb(error.__traceback__)
        assert not [e for e in entries if "/paddle/jit/" in e.filename], entries
        found.append((type(error), [(e.name, e.lineno) for e in entries if e.name != "raised"]))
        error = error.__cause__ or error.__context__
    return found


def raised(f, *args):
    try:
        f(*args)
    except Exception as e:
        return e
    return None


CASES = (
    nested,
    called_back,
    generated,
    chained,
    in_a_handler,
    computed,
    special,
    under_a_condition,
)


@pytest.mark.parametrize("f", CASES, ids=lambda f: f.__name__)
def test_an_error_shows_the_lines_of_the_user(f):
    static = to_static(f)
    for _ in range(3):
        expected, received = raised(f, paddle.ones([3])), raised(static, paddle.ones([3]))
        assert lines(received) == lines(expected) and str(received) == str(expected)


def test_an_error_of_a_program_that_ran_without_python():
    static = to_static(lambda x, i: paddle.gather(x, i).sum())
    x, good, bad = paddle.ones([3]), paddle.to_tensor([1]), paddle.to_tensor([9])
    for _ in range(3):
        static(x, good)
    assert paddle.jit.report(static).skipped == 2
    assert lines(raised(static, x, bad)) == lines(raised(static.dygraph_function, x, bad))
