"""Closures, decorators, generators, recursion, functions without a source."""

import functools

import paddle

from ..case import BOTH, ONE, TIMES, case, floats

CALLS = "closures, lambdas, partials"


@case(CALLS)
def lambda_called(x):
    f = lambda v, k=2: v * k  # noqa: E731
    return f(x) + f(x, 3)


@case(CALLS)
def closure_reads(x):
    k = x.mean()

    def f(v):
        return v - k

    return f(x)


@case(CALLS)
def closure_writes(x):
    total = x * 0

    def add(v):
        nonlocal total
        total = total + v

    for i in range(3):
        add(x * i)
    return total


@case(CALLS)
def partial_called(x):
    f = functools.partial(paddle.scale, scale=3.0)
    return f(x, bias=1.0)


@case(CALLS)
def reduce_called(x):
    return functools.reduce(lambda a, b: a * 0.5 + b, [x, x + 1, x + 2])


@case(CALLS)
def map_and_filter(x):
    rows = list(map(lambda r: r * 2, filter(lambda r: True, [x[0], x[1]])))
    return paddle.stack(rows)


@case(CALLS)
def functions_in_dict(x):
    table = {"tanh": paddle.tanh, "exp": paddle.exp}
    return sum(table[k](x) for k in sorted(table))


@case(CALLS)
def star_arguments(x):
    def f(*args, scale=1.0, **more):
        return sum(args) * scale + more.get("bias", 0)

    return f(x, x * 2, scale=0.5, **{"bias": 3})


@case(CALLS)
def composed(x):
    def compose(*fs):
        return lambda v: functools.reduce(lambda a, f: f(a), fs, v)

    return compose(paddle.tanh, lambda v: v * 2, paddle.exp)(x)


@case(CALLS, BOTH)
def closure_with_branch(x):
    def make(v):
        if v.sum() > 0:
            return lambda t: t * 2
        return lambda t: t * 3

    return make(x)(x)


def twice(f):
    @functools.wraps(f)
    def inner(*args):
        return f(f(*args))

    return inner


@case("decorators")
@twice
def decorated(x):
    return x * 1.5 + 1


@case("decorators")
def decorated_inside(x):
    @twice
    def f(v):
        return paddle.tanh(v)

    return f(x)


@case("decorators", make=True)
def cached_factory():
    @functools.lru_cache
    def weights(n):
        return n * 2

    return lambda x: x * weights(x.shape[1])


GENERATORS = "generators, comprehensions, recursion"


@case(GENERATORS)
def list_comprehension(x):
    return paddle.stack([x * i for i in range(4) if i != 2])


@case(GENERATORS)
def dict_comprehension(x):
    return {f"r{i}": r.sum() for i, r in enumerate(x)}


@case(GENERATORS)
def nested_comprehension(x):
    return [[x[i, j] for j in range(2)] for i in range(2)]


@case(GENERATORS)
def generator_summed(x):
    def rows():
        for i in range(x.shape[0]):
            yield x[i] * i

    return sum(rows())


@case(GENERATORS)
def generator_expression(x):
    return sum(r * r for r in x)


@case(GENERATORS)
def generator_with_send(x):
    def running():
        total = x * 0
        while True:
            v = yield total
            if v is None:
                return
            total = total + v

    g = running()
    next(g)
    g.send(x)
    return g.send(x * 2)


@case(GENERATORS)
def yield_from(x):
    def inner():
        yield x
        yield x * 2

    def outer():
        yield from inner()
        yield x * 3

    return list(outer())


@case(GENERATORS, [(floats(3, seed=s), n) for s, n in ((0, 3), (1, 5), (2, 1))])
def recursion_on_number(x, n):
    def power(v, k):
        return v if k == 1 else v * power(v, k - 1)

    return power(x, n)


@case(GENERATORS, ONE)
def recursion_on_tensor(x):
    def shrink(v):
        if v.abs().max() < 0.5:
            return v
        return shrink(v / 2)

    return shrink(x)


@case(GENERATORS, ONE)
def recursion_on_tree(x):
    def total(node):
        return sum(total(c) for c in node) if isinstance(node, list) else node

    return total([x, [x * 2, [x * 3]], x])


@case(GENERATORS, TIMES)
def comprehension_over_tensor_range(x, n):
    return [x * i for i in range(n)]


@case(GENERATORS)
def walrus_in_comprehension(x):
    return [y for i in range(3) if (y := x * i) is not None]


NO_SOURCE = "no source"


def compiled(text):
    """A function whose source Python does not keep."""
    space = {"paddle": paddle}
    exec(text, space)  # noqa: S102
    return space["f"]


@case(NO_SOURCE, make=True)
def exec_plain():
    return compiled("def f(x):\n    return x * 2 + 1\n")


@case(NO_SOURCE, BOTH, make=True)
def exec_branch():
    return compiled("def f(x):\n    if x.sum() > 0:\n        return x * 2\n    return x * 3\n")


@case(NO_SOURCE, TIMES, make=True)
def exec_loop():
    return compiled("def f(x, n):\n    for i in range(n):\n        x = x + i\n    return x\n")


@case(NO_SOURCE, make=True)
def eval_lambda():
    return eval("lambda x: x.sum() * 2")  # noqa: S307


@case(NO_SOURCE, make=True)
def exec_class():
    return compiled("class C:\n    def go(self, x):\n        return x * 4\nf = C().go\n")


@case(NO_SOURCE, ONE, make=True)
def exec_while():
    return compiled("def f(x):\n    while x.abs().max() > 0.1:\n        x = x / 2\n    return x\n")
