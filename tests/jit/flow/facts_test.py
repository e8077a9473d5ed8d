"""What a captured function knows of tensors, of numbers that change, and of containers that it makes."""

import gc
import threading
import time

import numpy as np
import paddle
import pytest
from paddle.jit import to_static, vm
from paddle.jit.check import compare

pytestmark = pytest.mark.skipif(not vm.supported(), reason="interprets CPython 3.11")


def leaf(**attributes):
    t = paddle.ones([2])
    for name, value in attributes.items():
        setattr(t, name, value)
    return t


def test_the_name_of_an_argument():
    static = to_static(lambda a: (a * 1, a.name))
    for name in ("x", "y", "z"):
        assert static(leaf(name=name))[1] == name


def test_a_name_that_is_set():
    def f(a):
        a.name = "given"
        return a * 1

    static = to_static(f)
    for _ in range(3):
        x = paddle.ones([2])
        static(x)
        assert x.name == "given"


def test_leaves():
    static = to_static(lambda a: a * 2 if a.is_leaf else a * 3)
    x = leaf(stop_gradient=False)
    for t in (x, x, x * 1, x, x * 1):
        assert static(t).tolist() == ([2, 2] if t.is_leaf else [3, 3])


def test_an_argument_that_a_global_holds():
    table = {"w": paddle.ones([2]) * 3}
    static = to_static(lambda a: a * table["w"])
    for x in (table["w"], table["w"], paddle.ones([2])):
        assert static(x).tolist() == (x * table["w"]).tolist()


@pytest.mark.parametrize(
    "f", [
        lambda x, **kw: {"q": x}.pop("q") * 2,
        lambda x, **kw: {"q": x}.get("q") * 2,
        lambda x, **kw: dict(q=x).setdefault("q", x) * 2,
        lambda x, **kw: kw.pop("scale") * x,
    ],
)  # fmt: skip
def test_items_of_dicts_made_in_the_call(f):
    static = to_static(f)
    for i in range(4):
        x, scale = paddle.ones([2]) * i, paddle.ones([2])
        assert static(x, scale=scale).tolist() == f(x, scale=scale).tolist()
    assert static.report.skipped == 3


def test_a_dict_of_one_way_of_a_branch():
    def f(x, y):
        d = {}
        if y[0] > 0:
            d["q"] = x
        return d.get("q", y) * 1

    static = to_static(f)
    for value in (1.0, -1.0, 2.0, -2.0):
        x, y = paddle.ones([2]), paddle.ones([2]) * value
        assert static(x, y).tolist() == f(x, y).tolist()


class Shared:
    k = 1.0


class Below(Shared):
    def above(self):
        return super().k


MODULE = type(paddle)("m")
TABLE = {}


@pytest.mark.parametrize(
    ("read", "put"), [
        (lambda: Below().k, lambda v: setattr(Shared, "k", v)),
        (lambda: Shared.k, lambda v: setattr(Shared, "k", v)),
        (lambda: Below().above(), lambda v: setattr(Shared, "k", v)),
        (lambda: MODULE.k, lambda v: setattr(MODULE, "k", v)),
        (lambda: TABLE.get("k"), lambda v: TABLE.__setitem__("k", v)),
        (lambda: TABLE.setdefault("k", 0.0), lambda v: TABLE.__setitem__("k", v)),
        (lambda: TABLE.__getitem__("k"), lambda v: TABLE.__setitem__("k", v)),
    ],
)  # fmt: skip
def test_numbers_that_change_at_each_call(read, put):
    static = to_static(lambda a: a * read())
    for i in range(8):
        put(float(i + 2))
        assert static(paddle.ones([1])).tolist() == [i + 2]
        assert read() == i + 2
    assert static.report.skipped > 3


def _drop(items):
    time.sleep(0.005)
    items[0] = paddle.ones([3]) * 55
    gc.collect()
    return [paddle.ones([5]) * 99 for _ in range(50)]  # where it was


def test_an_argument_that_another_thread_drops():
    big = paddle.ones([700, 700])

    def f(items):
        y = items[1]
        for _ in range(4):
            y = paddle.matmul(y, y) * 1e-4
        return items[0], y

    static = to_static(f)
    for _ in range(3):
        static([paddle.ones([3]), big])
    for _ in range(3):
        items = [paddle.ones([3]) * 7, big]
        thread = threading.Thread(target=_drop, args=(items,))
        thread.start()
        assert static(items)[0].tolist() in ([7, 7, 7], [55, 55, 55])
        thread.join()
    assert static.report.skipped >= 4


def test_formatting_of_what_can_be_iterated():
    net, seen = paddle.nn.Sequential(paddle.nn.Linear(2, 2)), []

    def f(a):
        seen.append("{}, {0!r:.9}".replace("{}", "{0}").format(net))
        return a * 2

    to_static(f)(paddle.ones([1]))
    assert seen[0] == f"{net}, {net!r:.9}"


@pytest.mark.parametrize(
    ("plain", "other"), [
        (1, 2), ("a", "b"), (1, True), (1.0, 1), (0.0, -0.0), (None, 0), ({"p": 1}, {"q": 1}), ([1], [1, 2]),
        ([1, 2], [1]),
        ([1], (1,)), ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}), (np.ones(2), np.zeros(2)),
        (paddle.ones([2]), paddle.zeros([2])), (paddle.ones([2]), 1), ({}, []), (float, int),
    ],
)  # fmt: skip
def test_check_tells_results_apart(plain, other):
    with pytest.raises(AssertionError, match="differs from the plain function"):
        compare(lambda: plain, lambda: other, (), {})
    for same in (plain, other):
        compare(lambda same=same: same, lambda same=same: same, (), {})


def test_check_takes_nan_and_objects():
    compare(lambda: [float("nan"), object()], lambda: [float("nan"), object()], (), {})


def test_a_closure_variable_that_is_set_later():
    def make():
        def function(x):
            try:
                return x * k
            except NameError:
                return x * 9

        def put(value):
            nonlocal k
            k = value

        def remove():
            nonlocal k
            del k

        if False:
            k = 0
        return function, put, remove

    function, put, remove = make()
    captured = paddle.jit.to_static(function)
    x = paddle.ones([1])
    for change in (lambda: None, lambda: put(3), lambda: put(4), remove, lambda: put(3)):
        change()
        for _ in range(3):
            assert captured(x).tolist() == function(x).tolist()


@pytest.mark.parametrize(
    "kind",
    [
        type("List", (list,), {}),
        type("Whole", (int,), {}),
        threading.local,
        type("E", (Exception,), {}),
    ],
)
def test_an_attribute_that_comes_to_be(kind):
    holder = kind()

    def function(x):
        return x * getattr(holder, "k", 1)

    captured = paddle.jit.to_static(function)
    for value in (None, 4.0, 5.0):
        if value:
            holder.k = value
        for _ in range(3):
            assert captured(paddle.ones([1])).tolist() == [value or 1.0]
