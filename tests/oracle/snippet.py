"""Runs a snippet and describes what came of it in plain data, which can be stored as JSON and compared."""

import ast
import base64
import contextlib
import importlib
import io
import pathlib
import warnings

import numpy as np
import paddle

from tests.oracle import inputs

AREAS = sorted(p.stem for p in (pathlib.Path(__file__).parent / "areas").glob("[a-z]*.py"))


def area(name):
    """(the names that the snippets of an area see, its snippets)."""
    names = vars(importlib.import_module(f"tests.oracle.areas.{name}"))
    return names, list(dict.fromkeys(names["CALLS"]))


def evaluate(snippet, names):
    """The value of the last expression."""
    tree = ast.parse(snippet)
    names = dict(names)
    last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "<snippet>", "exec"), names)
    return eval(compile(last, "<snippet>", "eval"), names)


def bytes_of(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def describe_tensor(x):
    dtype = str(x.dtype).replace("paddle.", "")
    values = x.detach()
    if dtype.startswith(("bfloat", "float8")):
        values = values.cast("float32")
    return {
        "tensor": dtype,
        "shape": list(x.shape),
        "stop_gradient": bool(x.stop_gradient),
        "data": bytes_of(values.numpy()),
    }


def describe(value):
    if isinstance(value, paddle.Tensor):
        return describe_tensor(value)
    if isinstance(value, inputs.Near):
        return {"near": value.values, "within": value.within}
    if isinstance(
        value, float
    ):  # numpy.float64 is one; whether a number is numpy's does not matter
        return {"float": float(value)}
    if isinstance(value, np.ndarray):
        return {"array": str(value.dtype), "shape": list(value.shape), "data": bytes_of(value)}
    if isinstance(value, np.integer):
        return {"python": int(value)}
    if isinstance(value, np.generic):
        return {"array": "scalar " + str(value.dtype), "shape": [], "data": bytes_of(value)}
    if value is None or isinstance(value, bool | int | str):
        return {"python": value}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, list | tuple):
        return {"list" if isinstance(value, list) else "tuple": [describe(v) for v in value]}
    if isinstance(value, dict):
        return {"dict": [[str(k), describe(v)] for k, v in value.items()]}
    if isinstance(value, paddle.dtype):
        return {"dtype": str(value)}
    if isinstance(value, type):
        return {"class": value.__name__}
    return {"object": type(value).__name__}


def tensors(value):
    if isinstance(value, paddle.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in tensors(v)] if isinstance(value, list | tuple) else []


def seed_like(x):
    """What comes from above for result `x`: no two alike, in its dtype."""
    dtype = str(x.dtype).replace("paddle.", "")
    steps = np.arange(int(np.prod(x.shape))) * 7 % 11
    values = ((steps - 4) / 4).reshape(x.shape)
    if dtype.startswith("complex"):
        return paddle.to_tensor((values + 0.5j).astype(dtype))
    return paddle.to_tensor(values.astype("float32")).cast(dtype)


def gradients(value):
    """The gradients of the leaves, for results that have one."""
    results = [t for t in tensors(value) if not t.stop_gradient]
    floats = [t for t in results if "float" in str(t.dtype) or "complex" in str(t.dtype)]
    if not floats:
        return {"python": "no result with a gradient"}
    paddle.autograd.backward(floats, [seed_like(t) for t in floats])
    return describe([x.grad for x in inputs.LEAVES])


def reset():
    inputs.LEAVES.clear()
    paddle.set_default_dtype("float32")
    paddle.seed(0)
    np.random.seed(0)


def attempt(f):
    try:
        return f()
    except Exception as error:
        told = [line.strip() for line in str(error).splitlines() if line.strip()]
        return {"raises": type(error).__name__, "says": " ".join(told)[-160:]}


def run(snippet, names):
    """The description of a snippet: its value, or what it raises; with leaves also their gradients."""
    reset()
    values = []

    def forward():
        values.append(evaluate(snippet, names))
        return describe(values[0])

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        result = {"value": attempt(forward)}
        if inputs.LEAVES and "raises" not in result["value"]:
            result["gradients"] = attempt(lambda: gradients(values[0]))
    return result
