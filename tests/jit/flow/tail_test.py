"""Ways of a branch that have no common form: each is run to the end of the function (vm/tail.py)."""

import contextlib
import io

import numpy as np
import paddle
import pytest
from paddle.jit import report, to_static, vm

from .differential import agree, floats, number, run, same

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")

UP, DOWN = floats(1.0, 2.0, -0.5), floats(-1.0, -2.0, 0.5)
BOTH = [(UP,), (DOWN,), (UP * 2,), (DOWN * 3,)]


def general(function, calls=BOTH, compiled=None, **options):
    """One program serves all calls: compiled at the first, right for all values."""
    static = agree(function, calls, **options)
    seen = report(static)
    assert not seen.assumptions, seen
    assert seen.compiled == (1 if compiled is None else compiled), seen
    return static


def test_other_structures():
    def f(x):
        if x.sum() > 0:
            return {"up": x * 2, "n": 3}
        return [x, (x * 3, None)]

    general(f)


def test_other_shapes_and_dtypes():
    def f(x):
        if x.sum() > 0:
            y = x[:2]
        elif x.max() > 1:
            y = x.astype("int32")
        else:
            y = x
        z = y + 1
        return z, z.sum()

    general(f)


def test_nothing_is_returned():
    def f(x):
        if x.sum() > 0:
            return None
        return x.exp()

    general(f)


def test_a_gradient_in_one_way_only():
    w = paddle.to_tensor(floats(1.0, 2.0, 3.0), stop_gradient=False)

    def f(x):
        y = x * 2
        if x.sum() > 0:
            return y * w, 1
        return (y.detach() * 3,)

    general(f, parameters=(w,))


def test_deep_trees_with_gradients():
    w = paddle.to_tensor(floats(1.0, 2.0, 3.0), stop_gradient=False)

    def f(x):
        if x[0] > 0:
            if x[1] > 3:
                return x * w
            return [x.tanh(), w * 2]
        if x[2] > 1:
            return {"a": (x * w).sum()}
        return w

    calls = [(floats(*v),) for v in ((1, 1, 0), (1, 4, 0), (-1, 0, 2), (-1, 0, 0), (2, 2, 2))]
    general(f, calls, parameters=(w,))


def test_inside_of_calls():
    def pick(v):
        if v.sum() > 0:
            return [v]
        return v, v + 1

    def f(x):
        parts = pick(x * 2)
        return sum(parts), len(parts)

    general(f)


def test_what_is_written_before_and_in_a_way():
    class Box:
        def __init__(self):
            self.last, self.count, self.log = None, 0, []

    def make():
        box = Box()

        def f(x):
            box.count += 1
            box.log.append(x.sum().detach())
            if x.sum() > 0:
                box.last = x.detach() * 2
                return x
            del box.last
            box.last = "negative"
            box.log.append("down")
            return x * 2

        return box, f

    plain_box, plain = make()
    box, f = make()
    static = to_static(f)
    for i, (x,) in enumerate(BOTH + BOTH):
        assert same(run(static, (x,), i), run(plain, (x,), i))
        for a, b in ((box, plain_box),):
            assert a.count == b.count and len(a.log) == len(b.log)
            assert type(a.last) is type(b.last)
            assert a.last == b.last if isinstance(a.last, str) else bool((a.last == b.last).all())
            for p, q in zip(a.log, b.log, strict=True):
                assert type(p) is type(q) and (
                    p == q if isinstance(p, str) else p.item() == q.item()
                )


def test_lists_that_are_longer_in_one_way():
    def f(x):
        out = []
        if x.sum() > 0:
            out.append(x * 1)
        out.append(x * 2)
        if x.max() > 1.5:
            out.insert(0, x.sum())
        return out

    general(f)


@pytest.mark.parametrize("calls", [BOTH, BOTH[::-1], [(DOWN,), (DOWN,), (UP,)]])
def test_one_way_raises(calls):
    def f(x):
        y = x * 2
        if y.sum() > 0:
            raise ValueError("positive")
        return y + 1

    general(f, calls, whole=None)


def test_asserts():
    def f(x):
        assert x.sum() < 100, "large"
        y = x * 2
        assert (y * y >= 0).all()
        for _ in range(3):
            y = y + 1
            assert y.max() < 50
        return y

    static = general(f, [*BOTH, (UP * 20,), (UP * 100,), *BOTH], whole=None)
    assert report(static).skipped >= 9


def test_a_raise_after_writes_changes_nothing_twice():
    total = paddle.zeros([3])

    def f(x):
        total.add_(x.detach())
        noise = paddle.rand([3])
        if x.sum() > 0:
            raise ValueError("positive")
        return x + noise

    def g(x):
        with contextlib.suppress(ValueError):
            return (static(x), paddle.rand([1]))
        return (paddle.rand([1]),)

    for order in (BOTH, BOTH[::-1]):
        static, got = to_static(f), []
        for name in ("captured", "plain"):
            if name == "plain":
                static = f
            total.zero_()
            got.append([run(g, x, i) for i, x in enumerate(order * 2)])
            got[-1].append(total.numpy().copy())
        assert same(*got)


def test_a_raise_that_is_caught_within():
    def f(x):
        try:
            if x.sum() > 0:
                raise KeyError("a")
            y = [x]
        except KeyError:
            y = {"caught": x * 2}
        return y

    general(f)


def test_random_numbers_in_one_way():
    def f(x):
        if x.sum() > 0:
            return x + paddle.rand([3])
        return (paddle.rand([2]), x)

    general(f)


def test_text_is_printed_by_the_way_that_runs():
    def f(x):
        if x.sum() > 0:
            print("up", x.shape)
            if x.max() > 3:
                print("far", end="!")
        else:
            print("down")
        return x * 2

    static, plain = to_static(f), f
    for i, (x,) in enumerate(BOTH * 2):
        texts = []
        for function in (static, plain):
            with contextlib.redirect_stdout(io.StringIO()) as text:
                run(function, (x,), i)
            texts.append(text.getvalue())
        assert texts[0] == texts[1] != ""
    assert not report(static).assumptions and report(static).compiled == 1


def test_results_that_share_memory_stay_so():
    def f(x):
        y = x * 1
        if x.sum() > 0:
            return y, y[:1]
        return (y,)

    for function in (f, to_static(f)):
        a, b = function(paddle.to_tensor(UP))
        b.fill_(7.0)
        assert a[0].item() == 7.0


def test_an_argument_that_is_given_back_is_itself():
    def f(x):
        if x.sum() > 0:
            return x
        return [x]

    static = to_static(f)
    for values in (UP, DOWN, UP, DOWN):
        x = paddle.to_tensor(values)
        out = static(x)
        assert (out if values is UP else out[0]) is x


def test_loops_that_get_a_gradient_in_their_first_round():
    def f(x, n):
        total = paddle.zeros([3])
        last = None
        i = paddle.zeros([], "int64")
        while i < n:
            total = total + x * i.astype("float32")
            last = total
            i = i + 1
        return total if last is None else last * 2

    general(f, [(UP, number(k)) for k in (3, 0, 1, 5, 0)])


def test_recursion_does_not_run_away():
    def f(x):
        return x if x.sum() < 20 else f(x / 2)

    agree(f, [(UP * k,) for k in (1, 100, 7, 3000)], whole=None)


def test_one_object_that_is_given_back_twice():
    def f(x):
        made = [x * 2]
        return (made, made) if x.sum() > 0 else made

    static = to_static(f)
    for _ in range(3):
        a, b = static(paddle.to_tensor(UP))
        assert a is b


def test_second_order():
    def f(x):
        if x.sum() > 0:
            return {"y": x**3}
        return x**2

    static = to_static(f)
    x = paddle.to_tensor(UP, stop_gradient=False)
    (g,) = paddle.grad(f(x)["y"].sum(), x, create_graph=True)
    (expected,) = paddle.grad(g.sum(), x)
    with contextlib.suppress(NotImplementedError, RuntimeError):
        (g,) = paddle.grad(static(x)["y"].sum(), x, create_graph=True)
        (received,) = paddle.grad(g.sum(), x)
        assert np.allclose(received.numpy(), expected.numpy())
