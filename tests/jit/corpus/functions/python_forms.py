"""Forms of Python: containers, closures, generators, exceptions, text, builtins."""

import collections
import contextlib
import dataclasses
import functools
import itertools
import operator

import paddle

from ..case import BOTH, ONE, TIMES, TWO, case, floats

CONTAINERS = "containers"
Pair = collections.namedtuple("Pair", ["first", "second"])


@dataclasses.dataclass
class State:
    hidden: object
    steps: int = 0


@case(CONTAINERS)
def tuple_out(x):
    return x, (x * 2, [x * 3])


@case(CONTAINERS)
def dict_out(x):
    return {"a": x + 1, "b": {"c": x * 2}}


@case(CONTAINERS)
def named_tuple_out(x):
    return Pair(x, second=x.sum())


@case(CONTAINERS)
def dataclass_out(x):
    return State(x * 2, 3)


@case(CONTAINERS)
def dataclass_changes(x):
    s = State(x)
    for _ in range(3):
        s.hidden = s.hidden * 0.5 + 1
        s.steps += 1
    return s


@case(
    CONTAINERS,
    [([floats(2, 3, seed=s), floats(2, 3, seed=s + 1)],) for s in (0, 1)] + [([floats(4)],)],
)
def list_in(xs):
    return sum(xs), len(xs)


@case(CONTAINERS, [({"x": floats(3, seed=s), "k": k},) for s, k in ((0, 2), (1, 3), (2, 2))])
def dict_in(d):
    return d["x"] * d["k"]


@case(
    CONTAINERS,
    [(floats(3, seed=s), (floats(3, seed=4), {"w": floats(1, seed=5)})) for s in (0, 1, 2)],
)
def nested_in(x, rest):
    y, more = rest
    return x * y + more["w"]


@case(CONTAINERS)
def unpack_star(x):
    first, *rest = x, x * 2, x * 3
    return first + sum(rest)


@case(CONTAINERS)
def dict_items_loop(x):
    parts = {"a": x, "b": x * 2}
    parts.update(c=x * 3)
    return sum(v * len(k) for k, v in parts.items())


@case(CONTAINERS, gradient=False)
def list_argument_changes(x):
    held = [x]
    held.append(x + 1)
    held[0] = held[1] * 2
    return held


@case(CONTAINERS, TWO)
def sort_by_key(x, y):
    order = sorted([("b", y), ("a", x)], key=operator.itemgetter(0))
    return [v for _, v in order]


@case(CONTAINERS)
def deque_rolls(x):
    q = collections.deque(maxlen=2)
    for i in range(4):
        q.append(x * i)
    return list(q)


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


EXCEPT = "try and except"


@case(EXCEPT)
def try_no_raise(x):
    try:
        y = x * 2
    except ValueError:
        y = x
    return y


@case(EXCEPT)
def try_caught(x):
    try:
        raise ValueError("no")
    except ValueError as error:
        return x * len(str(error))


@case(EXCEPT)
def try_finally(x):
    log = []
    try:
        y = x + 1
    finally:
        log.append("done")
    return y, log


@case(EXCEPT, BOTH, raises=True)
def raise_on_value(x):
    if x.sum() > 0:
        raise ValueError("positive")
    return x


@case(EXCEPT, BOTH)
def caught_on_value(x):
    try:
        if x.sum() > 0:
            raise RuntimeError("positive")
        y = x * 2
    except RuntimeError:
        y = x * 3
    return y


@case(EXCEPT)
def key_error_caught(x):
    try:
        return {"a": x}["b"]
    except KeyError:
        return x * 5


@case(EXCEPT, raises=True)
def wrong_shapes_raise(x):
    return x @ paddle.ones([7, 2])


@case(EXCEPT)
def wrong_shapes_caught(x):
    try:
        return x @ paddle.ones([7, 2])
    except (ValueError, RuntimeError):
        return x - 1


@case(EXCEPT, TIMES)
def try_in_loop(x, n):
    for i in range(n):
        try:
            if i == 2:
                raise StopIteration
            x = x + 1
        except StopIteration:
            x = x * 2
    return x


@case(EXCEPT, BOTH, raises=True)
def assert_holds_or_not(x):
    assert x.sum() < 0, "must be negative"
    return x


@case(EXCEPT)
def context_manager_entered(x):
    @contextlib.contextmanager
    def scope(log):
        log.append("in")
        yield 3
        log.append("out")

    log = []
    with scope(log) as k:
        y = x * k
    return y, log


@case(EXCEPT)
def suppress_used(x):
    y = x
    with contextlib.suppress(IndexError):
        y = [x, x * 2][5]
    return y


TEXT = "assert and print"


@case(TEXT)
def print_number(x):
    print("rows", x.shape[0])
    return x * 2


@case(TEXT)
def print_tensor(x):
    print(x.sum().round() * 0)
    return x + 1


@case(TEXT, BOTH)
def print_under_if(x):
    if x.sum() > 0:
        print("positive")
    else:
        print("negative")
    return x


@case(TEXT, TIMES)
def print_in_loop(x, n):
    for i in range(n):
        print("step", int(i))
        x = x * 2
    return x


@case(TEXT)
def assert_shape(x):
    assert x.ndim == 2, x.shape
    assert len(x.shape) == 2
    return x.T


@case(TEXT)
def assert_tensor(x):
    assert (x * x >= 0).all()
    return x


@case(TEXT)
def f_string_of_shape(x):
    return f"{x.shape[0]}x{x.shape[1]}", x


@case(TEXT)
def f_string_of_item(x):
    return f"{int(x.argmax()):03d}", x


@case(TEXT)
def print_of_dtype(x):
    print("ndim", x.ndim, x.dtype == paddle.float32)
    return x


@case(TEXT)
def text_builds_name(x):
    name = "-".join(str(n) for n in x.shape)
    return {name: x}


LOGIC = "short-circuit, comparisons"


@case(LOGIC, BOTH)
def and_of_tensors(x):
    return x * 2 if x.sum() > 0 and x.max() > 1 else x


@case(LOGIC, BOTH)
def or_of_tensors(x):
    return x * 2 if x.sum() > 0 or x.min() < -1 else x


@case(LOGIC, BOTH)
def not_of_tensor(x):
    return x * 2 if not x.sum() > 0 else x


@case(LOGIC, BOTH)
def chained_comparison(x):
    return x * 2 if -3 < x.sum() < 8 else x * 3


@case(LOGIC, BOTH)
def and_gives_operand(x):
    y = (x.sum() > 0) and (x * 2)
    return y


@case(LOGIC, BOTH)
def or_gives_operand(x):
    return None or x.sum() or x


@case(LOGIC, BOTH)
def short_circuit_guards(x):
    d = {}
    return x if x.sum() < 1e9 or d["missing"] else -x


@case(LOGIC, BOTH)
def any_and_all(x):
    return any(r.sum() > 0 for r in x), all(r.sum() > 0 for r in x), x


@case(LOGIC, BOTH)
def bool_of_tensor(x):
    flag = bool(x.sum() > 0)
    return flag, x * (2 if flag else 3)


@case(LOGIC, BOTH)
def mixed_conditions(x):
    k = 3
    return x * k if k > 2 and x.sum() > 0 and x is not None else x


BUILTINS = "len, zip, isinstance and kin"


@case(BUILTINS)
def len_of_tensor(x):
    return x * len(x)


@case(BUILTINS)
def enumerate_rows(x):
    return sum(r * i for i, r in enumerate(x, 1))


@case(BUILTINS, TWO)
def zip_rows(x, y):
    return paddle.stack([a * b for a, b in zip(x, y, strict=True)])


@case(BUILTINS)
def isinstance_of_tensor(x):
    return x * 2 if isinstance(x, paddle.Tensor) else x


@case(BUILTINS)
def hasattr_and_getattr(x):
    return getattr(x, "sum")() if hasattr(x, "sum") else x  # noqa: B009


@case(BUILTINS)
def min_max_of_tensors(x):
    return max(x.sum(), x.mean()), min(x[0, 0], x[0, 1])


@case(BUILTINS)
def sum_with_start(x):
    return sum([x, x], x * 0.5)


@case(BUILTINS)
def reversed_rows(x):
    return paddle.stack(list(reversed([x[0], x[1]])))


@case(BUILTINS)
def itertools_pairs(x):
    return sum(a * b for a, b in itertools.combinations([x[0], x[1], x.sum(0)], 2))


@case(BUILTINS)
def int_and_float_of_item(x):
    return x * float(x[0, 0] * 0 + 2), int(x.argmax() * 0)


@case(BUILTINS)
def abs_and_pow(x):
    return abs(x), x**2, round(2.6) * x, divmod(7, 2)[0] * x


@case(BUILTINS)
def math_on_shape(x):
    n = x.shape[0] * x.shape[1]
    return x.reshape([n]), x.reshape([-1, 1]) * n**0.5


SHAPE = "shapes and dtypes"


@case(SHAPE)
def flatten_by_shape(x):
    b, n = x.shape
    return x.reshape([n, b]).transpose([1, 0])


@case(SHAPE)
def pad_to_multiple(x):
    n = x.shape[-1]
    return paddle.nn.functional.pad(x, [0, -n % 4])


@case(SHAPE)
def branch_on_shape(x):
    return x * 2 if x.shape[0] > 2 else x * 3


@case(SHAPE)
def halves_by_shape(x):
    n = x.shape[1] // 2
    return x[:, :n], x[:, n:]


@case(SHAPE)
def mean_by_numel(x):
    return x.sum() / x.numel()


@case(SHAPE)
def shape_passed_on(x):
    return paddle.ones(x.shape) * x, paddle.zeros([x.shape[0]])


@case(SHAPE)
def dtype_branch(x):
    return x.astype("float64") * 2 if x.dtype == paddle.float32 else x


@case(SHAPE)
def dtype_promotes(x):
    i = paddle.arange(x.shape[1])
    return x * i, i / 2, i * 1.5


@case(SHAPE)
def cast_as_other(x):
    return paddle.to_tensor([1, 2]).astype(x.dtype) + x[0, 0]


@case(SHAPE)
def bool_arithmetic(x):
    return (x > 0).astype("float32") * x, (x > 0).sum()


NUMBERS = "numbers that change"
CHANGING = [(floats(3, seed=s), v) for s, v in ((0, 1.5), (1, 2.5), (2, -1.0), (3, 0.0))]


@case(NUMBERS, CHANGING)
def scale_by_float(x, v):
    return x * v


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, 1), (1, 2), (2, 3), (3, 4))])
def scale_by_int(x, v):
    return x * v + v


@case(NUMBERS, CHANGING)
def branch_on_float(x, v):
    return x * 2 if v > 0 else x - v


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, True), (1, False), (2, True))])
def branch_on_flag(x, flag):
    return x * 2 if flag else x


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, "tanh"), (1, "exp"), (2, "tanh"))])
def branch_on_text(x, name):
    return getattr(paddle, name)(x)


@case(NUMBERS, [(floats(2, 3, seed=s), v) for s, v in ((0, 0), (1, 1), (2, -1))])
def axis_as_number(x, axis):
    return x.sum(axis)


@case(NUMBERS, [(floats(3, seed=s), v) for s, v in ((0, None), (1, 2.0), (2, None))])
def none_or_number(x, v):
    return x if v is None else x * v


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
