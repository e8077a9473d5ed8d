"""Exceptions, asserts, printed text."""

import contextlib

import paddle

from ..case import BOTH, TIMES, case

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
