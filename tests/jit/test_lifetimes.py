"""How long objects live: those that a function makes, and those that its captures look at."""

import gc
import weakref

import paddle
import pytest


class Noted:
    log = []

    def __init__(self, name=None):
        self.name = name

    def __del__(self):
        Noted.log.append(self.name)


class Plain:
    pass


class Slots:
    __slots__ = ("v",)

    def __del__(self):
        Noted.log.append("slots")


def dies_at_the_end(x):
    d = Noted("d")  # noqa: F841
    return x * 2, len(Noted.log)


def dies_in_the_middle(x):
    d = Noted("d")
    e = Noted("e")  # noqa: F841
    del d
    before = len(Noted.log)
    return x * 2, before


def dies_in_a_branch(x):
    if x.sum() > 0:
        Noted("branch")
        x = x + 1
    return x * 2


def dies_in_an_exception(x):
    try:
        d = Noted("raised")  # noqa: F841
        raise ValueError
    except ValueError:
        return x * 2


def without_weak_references(x):
    s = Slots()
    s.v = x
    return s.v * 2


def is_given_back(x):
    return Noted("given"), x


def a_weak_reference(x):
    p = Plain()
    r = weakref.ref(p)
    alive = r() is p
    del p
    return x * 2, alive, r() is None


def a_weak_reference_with_a_callback(x):
    p, gone = Plain(), []
    r = weakref.ref(p, lambda _: gone.append(1))
    p = None
    return x * 2, gone, r() is None


def a_weak_dictionary(x):
    p, table = Plain(), weakref.WeakValueDictionary()
    table["p"] = p
    before = len(table)
    del p
    return x * 2, before, len(table)


class Several:
    def __iter__(self):
        return iter((1, 2))


def what_is_handed_on(x):
    s = Several()
    return x * 2, weakref.ref(s)() is s, ValueError(s).args[0] is s, KeyError(s, 1).args[0] is s


def a_proxy(x):
    p = Plain()
    r = weakref.proxy(p)
    p.v = 3
    v = r.v
    del p
    try:
        return x * 2, v, r.v
    except ReferenceError:
        return x * 2, v, None


FUNCTIONS = (
    dies_at_the_end, dies_in_the_middle, dies_in_a_branch, dies_in_an_exception, without_weak_references, is_given_back,
    a_weak_reference, a_weak_reference_with_a_callback, a_proxy, a_weak_dictionary,
    what_is_handed_on,
)  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_objects_that_a_function_makes(function):
    def run(call):
        Noted.log.clear()
        seen = []
        for n in (1, 2, -1, 1, 2):
            result = call(paddle.full([2], n))
            seen.append((str(result[1:]) if type(result[0]) is not Noted else None, len(Noted.log)))
            del result
            seen.append(tuple(Noted.log))
        return seen

    assert run(paddle.jit.to_static(function)) == run(function)


@pytest.mark.parametrize("convert", ["numbers", "sizes", "ways"])
def test_arguments_of_captures(convert):
    """Entries keep no tensors of the calls that they were made of."""
    functions = {
        "numbers": lambda x, k: x * 2 * k[0],
        "sizes": lambda x, k: (x * x.shape[0]).sum() + k[0],
        "ways": lambda x, k: [x, 1] if x.sum() > 0 else {"x": x * k[0]},
    }
    static, seen = paddle.jit.to_static(functions[convert]), []
    for n in (1000, 2000, 3000):
        x, k = paddle.ones([n]), [paddle.ones([1])]
        seen += [weakref.ref(x), weakref.ref(k[0])]
        static(x, k)
        del x, k
    gc.collect()
    assert [r() for r in seen] == [None] * 6
