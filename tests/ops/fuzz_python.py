"""The fuzzer for functions and constructors that are Python: with wrong arguments, made from the types of docstrings.

    python -m tests.ops.fuzz_python --calls 20000
    python -m tests.ops.fuzz_python --seed 0 --only 4711

A finding is what it is in fuzz.py, an error of a kind that operators do not raise, or a text that does
not name the function.
"""

import inspect
import random
import sys
import types

from tests.ops.fuzz import ALLOWED, Maker, main, shown

MODULE = "tests.ops.fuzz_python"
# They change what other calls do, or files.
LEFT_OUT = {
    "async_save", "clear_async_save_task_queue", "disable_compat", "disable_static", "enable_compat", "load", "save",
    "set_default_dtype", "set_device", "set_flags", "set_grad_enabled", "set_num_threads", "set_printoptions",
    "set_rng_state", "try_import", "use_compat_guard",
}  # fmt: skip
KINDS = {
    "Tensor": "Tensor",
    "bool": "bool",
    "dtype": "DataType",
    "float": "float",
    "int": "int",
    "list[Tensor]": "Tensor[]",
    "list[int]": "IntArray",
    "number": "Scalar",
    "str": "str",
}
KNOWN = (
    "(InvalidArgument)", "(InvalidType)", "(NotFound)", "(OutOfRange)", "(PreconditionNotMet)", "(ResourceExhausted)",
    "(Unavailable)", "(Unimplemented)",
)  # fmt: skip


def functions():
    """Records as those of operators, of all public Python functions and constructors."""
    return python_functions() + constructors()


def constructors():
    """Those of layers, optimizers, their clips and schedules, and initializers."""
    import paddle

    found = []
    for module in (
        paddle.nn,
        paddle.nn.initializer,
        paddle.optimizer,
        paddle.optimizer.lr,
        paddle.regularizer,
    ):
        for name in getattr(module, "__all__", None) or dir(module):
            value = getattr(module, name)
            if name.startswith("_") or not isinstance(value, type):
                continue
            if "__init__" in vars(value) and not issubclass(value, NotImplementedError):
                found.append(record(f"{module.__name__}.{name}", value))
    return sorted(found, key=lambda one: one["name"])


def python_functions():
    import paddle

    found = []
    for module in (paddle, paddle.linalg, paddle.nn.functional, paddle.Tensor):
        for name, value in list(vars(module).items()):  # some are loaded when they are asked for
            if not isinstance(value, types.FunctionType) or name.startswith("_"):
                continue
            if not value.__module__.startswith("paddle") or name in LEFT_OUT:
                continue
            if value.__name__ in paddle._C.ops:  # fuzz.py calls that operator
                continue
            found.append(record(f"{module.__name__}.{name}", value))
    return sorted(found, key=lambda one: one["name"])


def record(name, function):
    from paddle.framework.docs import types_of_args

    kinds, args = types_of_args(function), []
    for i, (arg, parameter) in enumerate(inspect.signature(function).parameters.items()):
        if arg == "name" or parameter.kind is parameter.VAR_KEYWORD:
            continue
        kind = kinds.get(arg, ("Tensor" if i == 0 else "", False))[0]
        args.append((arg, kind, parameter.default is not parameter.empty))
    return {"name": name, "function": function, "args": args}


class PythonMaker(Maker):
    """Makes arguments of the types that docstrings name."""

    def value(self, kind):
        if kind not in KINDS and "|" in kind:
            kind = self.rng.choice(kind.split("|"))
        if self.rng.random() < 0.1:
            return self.text()
        if kind in ("Layer", "LRScheduler", "Parameter", "ParamAttr", "callable") and (
            self.rng.random() < 0.8
        ):
            return self.thing(kind)
        if self.is_class and kind in ("list[Tensor]", "list[Parameter]"):
            return self.parameters()
        return super().value(KINDS.get(kind, kind))

    @property
    def is_class(self):
        return isinstance(self.record["function"], type)

    def int(self):
        # As many layers as are asked for are made: no huge numbers of them.
        return self.rng.randint(-2, 6) if self.is_class else super().int()

    def parameters(self):
        return self.paddle.nn.Linear(2, 3).parameters()

    def thing(self, kind):
        nn, rng = self.paddle.nn, self.rng
        if kind == "Layer":
            return rng.choice((nn.ReLU, lambda: nn.Linear(2, 2)))()
        if kind == "LRScheduler":
            return self.paddle.optimizer.lr.StepDecay(0.1, 2)
        if kind == "Parameter":
            return self.parameters()[0]
        if kind == "ParamAttr":
            attr = self.paddle.ParamAttr(initializer=nn.initializer.Constant(1.0))
            return rng.choice((attr, None, False, nn.initializer.Constant(2.0)))
        return lambda *args: 0.5

    def call(self):
        _, args, kwargs = super().call()
        return args, kwargs


def prepare(seed, index, paddle, records):
    rng = random.Random(f"{seed}/{index}")
    record = records[index % len(records)]
    maker = PythonMaker(rng, record, paddle)
    args, kwargs = maker.call()
    parts = [shown(a) for a in args] + [f"{k}={shown(v)}" for k, v in kwargs.items()]
    return rng, record, args, kwargs, f"{record['name']}({', '.join(parts)})"


def describe(seed, index):
    import paddle

    return prepare(seed, index, paddle, functions())[-1]


def fault(error, record):
    """Whether an error is not one that a user should see."""
    text, names = str(error), (record["function"].__name__, record["name"].rpartition(".")[2])
    if "(Fatal)" in text or isinstance(error, SystemError):
        return True
    kinds = ("(NotFound)", "(PreconditionNotMet)", "(ResourceExhausted)", "(Unavailable)")
    known = text.lstrip("'").startswith(kinds)  # a KeyError shows its text quoted
    # Paddle's optimizers without parameters raise it.
    missing = isinstance(error, AttributeError) and "argument `parameters` is missing" in text
    if not isinstance(error, ALLOWED) and not known and not missing:
        return True
    return not any(name in text for name in names)


def used_or_finding(what, made, rng, record, paddle):
    """None where what was made has a text and, if it is a layer, takes tensors or says why not."""
    try:
        repr(made)
    except Exception as error:
        return f"repr({what}): {type(error).__name__}: {error}"
    if not isinstance(made, paddle.nn.Layer) or "Transformer" in record["name"]:
        return None  # a Transformer calls what it was given
    required = [
        p
        for p in inspect.signature(type(made).forward).parameters.values()
        if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
    ][1:]
    maker = PythonMaker(rng, record, paddle)
    tensors = [maker.tensor(["float32"]) for _ in required]
    try:
        made(*tensors)
    except Exception as error:
        kind = "(" + str(error).lstrip("'").partition("(")[2].partition(")")[0] + ")"
        if isinstance(error, SystemError) or kind not in KNOWN:
            called = f"{what}({', '.join(shown(t) for t in tensors)})"
            return f"{called}: {type(error).__name__}: {error}"
    return None


def tensors_in(result, paddle):
    if isinstance(result, paddle.Tensor):
        return [result]
    if isinstance(result, (list, tuple)):
        return [tensor for item in result for tensor in tensors_in(item, paddle)]
    return []


def run_one(seed, index, paddle, records):
    """The finding of one call, or None."""
    from paddle import _C

    rng, record, args, kwargs, what = prepare(seed, index, paddle, records)
    try:
        result = record["function"](*args, **kwargs)
    except Exception as error:
        return f"{what}: {type(error).__name__}: {error}" if fault(error, record) else None
    if isinstance(record["function"], type):
        return used_or_finding(what, result, rng, record, paddle)
    outputs = [o for o in tensors_in(result, paddle) if not o.stop_gradient and o.size < 1e6]
    if not outputs or rng.random() < 0.5:
        return None
    try:
        _C.backward(outputs, [], False, False)
    except Exception as error:
        if isinstance(error, SystemError) or "(Fatal)" in str(error):
            return f"{what}, backward: {type(error).__name__}: {error}"
    return None


if __name__ == "__main__":
    sys.exit(main(MODULE, __doc__, functions, run_one, describe))
