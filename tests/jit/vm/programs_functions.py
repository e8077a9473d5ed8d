"""Programs: functions, scopes, generators, exceptions."""
# ruff: noqa

import functools

from .programs import PROGRAMS, program


def _signature(a, b=2, /, c=3, *d, e, f=6, **g):
    return a, b, c, d, e, f, g


@program
def calls():
    return (
        _signature(1, e=5),
        _signature(1, 2, 3, 4, 5, e=0, z=1),
        _signature(*[1, 2], **{"e": 1, "c": 9}),
    )


@program
def missing_argument():
    return _signature(1)


@program
def unknown_keyword():
    return functools.partial(_two, 1)(c=1)


def _two(a, b):
    return a, b


@program
def too_many():
    return _two(1, 2, 3)


@program
def twice():
    return _two(1, a=2)


@program
def twice_by_stars():
    return _two(**{"a": 1}, **{"a": 2})


@program
def not_a_mapping():
    return _two(**3)


@program
def not_iterable():
    return _two(*3)


@program
def closures():
    n = 0

    def add(k):
        nonlocal n
        n += k
        return n

    return [add(i) for i in range(4)], n


@program
def late_cells():
    fs = [lambda: i for i in range(3)]
    return [f() for f in fs]


@program
def unbound_local():
    if not PROGRAMS:
        x = 1
    return x


@program
def unbound_cell():
    def f():
        return x

    if not PROGRAMS:
        x = 1
    return f()


@program
def unknown_global():
    return this_is_nowhere  # noqa: F821


@program
def deleted():
    x = 1
    del x
    return x


@program
def comprehensions():
    a = [x * y for x in range(4) if x % 2 for y in range(3)]
    b = {x: y for x, y in zip("abc", range(3))}
    c = {x % 3 for x in range(10)}
    d = sum(x for x in range(10))
    return a, b, c, d, [[j for j in range(i)] for i in range(4)]


@program
def generators():
    def gen(n):
        got = []
        try:
            for i in range(n):
                got.append((yield i))
        except ValueError as e:
            got.append(str(e))
            yield "caught"
        finally:
            got.append("end")
        return got

    def outer():
        result = yield from gen(3)
        yield ("result", result)

    g = outer()
    first = [next(g), g.send("a"), g.throw(ValueError("x")), next(g)]
    h = gen(2)
    next(h)
    h.close()
    return first, list(outer()), list(h), [*gen(2)], dict(enumerate(gen(2)))


@program
def generator_stop_value():
    def gen():
        yield 1
        return (1, 2)

    g = gen()
    next(g)
    try:
        next(g)
    except StopIteration as e:
        return e.value, e.args


@program
def generator_raises_stop():
    def gen():
        yield 1
        raise StopIteration

    return list(gen())


@program
def yield_from_list():
    def gen():
        x = yield from [1, 2]
        yield x
        yield from (c for c in "ab")

    return list(gen())


@program
def exceptions():
    log = []

    def f(kind):
        try:
            log.append("try")
            if kind:
                raise kind("x")
        except (KeyError, ValueError) as e:
            log.append(repr(e))
            return "handled"
        except TypeError:
            raise RuntimeError("other") from None
        else:
            log.append("else")
        finally:
            log.append("finally")
        return "end"

    out = [f(None), f(KeyError), f(ValueError)]
    try:
        f(TypeError)
    except RuntimeError as e:
        out.append((repr(e.__cause__), e.__suppress_context__, repr(e.__context__)))
    return out, log


@program
def chained():
    try:
        try:
            1 / 0  # noqa: B018
        except ZeroDivisionError:
            [][1]
    except IndexError as e:
        return repr(e.__context__), repr(e.__context__.__context__)


@program
def bare_raise():
    try:
        raise ValueError(1)
    except ValueError:
        raise


@program
def nothing_to_raise():
    raise


@program
def raise_from():
    raise ValueError(1) from KeyError(2)


@program
def raise_rubbish():
    raise 3


@program
def catch_rubbish():
    try:
        raise ValueError
    except 3:
        pass


@program
def finally_overrides():
    def f():
        for i in range(3):
            try:
                return i
            finally:
                if i == 0:
                    continue  # noqa: B012
                break  # noqa: B012
        return "after"

    return f()


@program
def exception_groups():
    log = []
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        log.append(repr(e.exceptions))
    except* (TypeError, KeyError) as e:
        log.append(repr(e.exceptions))
    return log


@program
def exception_group_left():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        pass
