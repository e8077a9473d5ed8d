"""What a function makes of a number that changes: no stand-in of a rehearsal is left in what it gives and keeps."""

import collections
import dataclasses
import functools  # noqa: F401 (in MADE)
import types

import paddle
import pytest
from paddle.jit import vm

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


@dataclasses.dataclass
class Kept:
    a: object


Pair = collections.namedtuple("Pair", "a b")

MADE = (
    "slice(0, n)", "(slice(n, None), 1)", "[slice(None, None, n)]", "{'k': slice(n)}", "Kept(slice(n, n + 1))",
    "Pair(slice(n), n)", "range(n)", "range(0, n, 2)", "list(range(n))", "(n, n + 1)", "frozenset((n,))", "{n: 1}",
    "f'{n}'", "str(n)", "'%d' % n", "'ab' * n", "[0] * n", "(0,) * n", "bytes(n)", "Kept((n, [n]))", "complex(n, 1)",
    "float(n)", "hex(n)", "divmod(n, 3)", "max(n, 4)", "sorted([n, 2])", "(lambda k=n: k)()",
    "functools.partial(max, n)(1)", "Exception(n).args", "types.SimpleNamespace(a=n)", "collections.deque([n])",
    "'abcdefghij'[:n]", "[1, 2, 3, 4, 5, 6, 7, 8][n]", "round(n, 1)", "hash(n)", "type(n)", "n << 1",
    "slice(0, n).stop", "slice(n).indices(10)", "range(n)[-1]", "x[:n].shape", "(x * n).sum().item()",
    "setattr(o, 'q', slice(n)) or n",
    "o.l.append(slice(n))", "o.d.update(a=slice(n))", "o.l.extend(range(n))",
)  # fmt: skip


def _plain(x):
    """All of an object, by the names of the types."""
    kind = type(x).__name__
    if isinstance(x, slice):
        return kind, _plain(x.start), _plain(x.stop), _plain(x.step)
    if isinstance(x, range):
        return kind, _plain(x.start), _plain(x.stop), _plain(x.step)
    if isinstance(x, dict):
        return kind, [(_plain(k), _plain(v)) for k, v in x.items()]
    if isinstance(x, (list, tuple, frozenset, collections.deque)):
        return kind, [_plain(i) for i in x]
    if isinstance(x, (Kept, types.SimpleNamespace)):
        return kind, _plain(vars(x))
    return kind, repr(x)


@pytest.mark.parametrize("how", ["counter", "result", "size"])
@pytest.mark.parametrize("made", MADE)
def test_made_of_a_number(made, how):
    body = {
        "counter": f"n = o.n; o.s = {made}; o.n += 1; return x * 1, None",
        "result": f"n = o.n; o.n += 1; return x * 1, {made}",
        "size": f"n = x.shape[0]; o.s = {made}; return x * 1, {made}",
    }[how]
    found = []
    for convert in (lambda f: f, paddle.jit.to_static):
        o = types.SimpleNamespace(n=2, s=None, q=None, d={}, l=[])
        space = {**globals(), "o": o}
        exec(f"def f(x): {body}", space)  # noqa: S102 (made above)
        f, calls = convert(space["f"]), []
        for k in range(5):
            result = f(paddle.ones([k + 2 if how == "size" else 12]))[1]
            calls.append((_plain(result), _plain(o)))
        found.append(calls)
    assert found[0] == found[1]
