"""A tracer that records a graph of numpy operations: what the interpreter is tested against."""

import numpy as np
from paddle.jit import vm


class Break(BaseException):
    pass


class Fake:
    """A tensor: with data (`value`), or traced (`make` computes it from an environment)."""

    tracer = None

    def __init__(self, value=None, make=None, shape=None, dtype=None):
        self.value, self.make = value, make
        self.shape = tuple(value.shape) if value is not None else tuple(shape)
        self.dtype = value.dtype if value is not None else dtype
        self.number = False

    def evaluate(self, env):
        if self in env:
            return env[self]
        if self.make is None:
            return self.value
        env[self] = self.make(env)
        return env[self]

    def __hash__(self):
        return id(self)

    def apply(self, fn, *others):
        inputs = (self, *others)
        if not any(isinstance(i, Fake) and i.value is None for i in inputs):
            return Fake(np.asarray(fn(*[i.value if isinstance(i, Fake) else i for i in inputs])))

        def make(env):
            return np.asarray(fn(*[i.evaluate(env) if isinstance(i, Fake) else i for i in inputs]))

        like = [np.ones(i.shape, i.dtype) if isinstance(i, Fake) else i for i in inputs]
        sample = np.asarray(fn(*like))
        return Fake(make=make, shape=sample.shape, dtype=sample.dtype)

    def logical_not(self):
        return self.apply(np.logical_not)

    def sum(self):
        return self.apply(np.sum)

    def data(self):
        if self.value is None:
            if Fake.tracer is None or Fake.tracer.regions:
                raise Break("the data of a traced tensor")
            Fake.tracer.materialize()
            self.value = self.evaluate(Fake.tracer.env)
        return self.value

    def __bool__(self):
        return bool(self.data())

    def item(self):
        return self.data().item()


def _operator(name):
    def method(self, other):
        if not isinstance(other, (Fake, int, float, bool)):
            return NotImplemented
        return self.apply(lambda a, b: getattr(np.asarray(a), name)(b), other)

    return method


for _name in (
    "add",
    "sub",
    "mul",
    "radd",
    "rsub",
    "rmul",
    "gt",
    "lt",
    "ge",
    "le",
    "eq",
    "ne",
    "truediv",
):
    setattr(Fake, f"__{_name}__", _operator(f"__{_name}__"))
Fake.__hash__ = lambda self: id(self)
Fake.__neg__ = lambda self: self.apply(np.negative)


class Region:
    def __init__(self, arguments, results):
        self.arguments, self.results = arguments, results

    def run(self, env, values):
        inner = dict(env)
        inner.update(zip(self.arguments, values, strict=True))
        return [r.evaluate(inner) for r in self.results]


class Tracer:
    def __init__(self, env):
        self.env, self.regions, self.ifs, self.whiles, self.broken = env, [], 0, 0, 0

    def is_traced(self, x):
        return x.value is None

    def begin_region(self, like):
        arguments = [Fake(make=_unbound, shape=t.shape, dtype=t.dtype) for t in like]
        for a, t in zip(arguments, like, strict=True):
            a.number = t.number
        self.regions.append(arguments)
        return arguments

    def end_region(self, results):
        return Region(self.regions.pop(), results)

    def abort_region(self):
        self.regions.pop()

    def full_like(self, number, dtype):
        value = np.asarray(number, dtype)
        t = Fake(make=lambda env: value, shape=(), dtype=value.dtype)
        t.number = True
        return t

    def _outputs(self, compute, like):
        token = Fake(make=compute, shape=(), dtype=None)
        outs = []
        for i, t in enumerate(like):
            outs.append(
                Fake(make=lambda env, i=i: token.evaluate(env)[i], shape=t.shape, dtype=t.dtype)
            )
            outs[-1].number = t.number
        return outs

    def emit_if(self, cond, then, orelse):
        self.ifs += 1
        for a, b in zip(then.results, orelse.results, strict=True):
            assert a.shape == b.shape and a.dtype == b.dtype
        return self._outputs(
            lambda env: (then if cond.evaluate(env) else orelse).run(env, []), then.results
        )

    def emit_while(self, cond, init, body):
        self.whiles += 1
        assert len(body.results) == len(init) + 1

        def compute(env):
            go, values = cond.evaluate(env), [t.evaluate(env) for t in init]
            while go:
                go, *values = body.run(env, values)
            return values

        return self._outputs(compute, init)

    def materialize(self):
        assert not self.regions
        self.broken += 1


def _unbound(env):
    raise AssertionError("a value of a region is used outside of it")


class Session(vm.Session):
    tensor_types = (Fake,)
    break_exceptions = (Break,)

    def __init__(self, tracer):
        self.tracer = tracer
        super().__init__()

    def meta(self, tensor):
        return tensor.shape, tensor.dtype

    def _policy(self, fn):
        return "native" if fn.__module__ == __name__ else super()._policy(fn)

    def concrete(self, cond):
        return bool(cond)


def trace(fn, *values):
    """(result, session, input tensors): the arguments are traced tensors that have these values."""
    inputs = [Fake(make=_unbound, shape=np.shape(v), dtype=np.asarray(v).dtype) for v in values]
    tracer = Fake.tracer = Tracer({t: np.asarray(v) for t, v in zip(inputs, values, strict=True)})
    session = Session(tracer)
    try:
        return vm.capture(fn, tuple(inputs), {}, session), session, inputs
    finally:
        Fake.tracer = None


def evaluated(x, env):
    if isinstance(x, Fake):
        return x.evaluate(env).tolist() if x.make else x.value.tolist()
    if isinstance(x, (list, tuple)):
        return type(x)(evaluated(i, env) for i in x)
    if isinstance(x, dict):
        return {k: evaluated(v, env) for k, v in x.items()}
    return x
