"""Compares two descriptions of a snippet (snippet.py): ours and the oracle's."""

import base64

import numpy as np

# Relative to the element, plus a tenth of it relative to the largest element.
TOLERANCE = {
    "float8_e4m3fn": 0.13,
    "float8_e5m2": 0.26,
    "bfloat16": 1.6e-2,
    "float16": 2e-3,
    "float32": 2e-5,
    "complex64": 2e-5,
    "float64": 1e-9,
    "complex128": 1e-9,
}
FLOATS = {"bfloat16": "float32", "float8_e4m3fn": "float32", "float8_e5m2": "float32"}


def array_of(d):
    dtype = d.get("tensor") or d["array"].removeprefix("scalar ")
    data = np.frombuffer(base64.b64decode(d["data"]), FLOATS.get(dtype, dtype))
    return dtype, data.reshape(d["shape"])


def same_values(dtype, a, b):
    if dtype not in TOLERANCE:
        return np.array_equal(a, b)
    if a.dtype.kind == "c":
        return same_values(dtype, a.real, b.real) and same_values(dtype, a.imag, b.imag)
    if not np.array_equal(np.isnan(a), np.isnan(b)):
        return False
    a, b = (
        np.nan_to_num(v.astype("float64"), nan=0.0, posinf=np.inf, neginf=-np.inf) for v in (a, b)
    )
    finite = np.isfinite(a) & np.isfinite(b)
    if not np.array_equal(a[~finite], b[~finite]):
        return False
    a, b = a[finite], b[finite]
    largest = np.abs(b).max(initial=1.0)
    tolerance = TOLERANCE[dtype]
    return bool((np.abs(a - b) <= tolerance * np.abs(b) + 0.1 * tolerance * largest).all())


def differs(a, b, where=""):
    """What differs first, as text, or None."""
    if ("raises" in a) != ("raises" in b):
        return f"{where}only one raises"
    if "raises" in a:
        return None
    if set(a) != set(b):
        return f"{where}kinds of result"
    for key in ("list", "tuple", "dict"):
        if key in a:
            return differs_in_parts(a[key], b[key], where, key)
    if "data" in a:
        return differs_as_array(a, b, where)
    if "near" in a:
        near = np.abs(np.subtract(a["near"], b["near"])) <= b["within"]
        return None if near.all() else f"{where}moments"
    if "float" in a or "complex" in a:
        x, y = (np.array(d.get("float", d.get("complex")), "float64") for d in (a, b))
        return None if same_values("float32", x, y) else f"{where}numbers"
    return None if a == b else f"{where}{', '.join(a)}"


def differs_in_parts(a, b, where, key):
    if len(a) != len(b):
        return f"{where}lengths"
    for i, (x, y) in enumerate(zip(a, b, strict=True)):
        if key == "dict":
            if x[0] != y[0]:
                return f"{where}keys"
            x, y = x[1], y[1]
        if found := differs(x, y, f"{where}[{i}] "):
            return found
    return None


def differs_as_array(a, b, where):
    keys = ("tensor", "array", "shape")
    if not where.startswith(
        "gradients"
    ):  # those of leaves want a gradient themselves in PaddlePaddle
        keys += ("stop_gradient",)
    for key in keys:
        if a.get(key) != b.get(key):
            return f"{where}{'dtype' if key in ('tensor', 'array') else key}"
    return None if same_values(array_of(a)[0], array_of(a)[1], array_of(b)[1]) else f"{where}values"


def difference(ours, theirs):
    """What differs first between two results, or None. Where the oracle died there is nothing to agree with."""
    if "died" in theirs:
        return None
    if found := differs(ours["value"], theirs["value"]):
        return found
    if "gradients" in ours and "gradients" in theirs:
        return differs(ours["gradients"], theirs["gradients"], "gradients ")
    return None


def show(d):
    """A description for readers."""
    if "data" in d:
        dtype, values = array_of(d)
        gradient = {True: " stop_gradient", False: " with gradient"}.get(d.get("stop_gradient"), "")
        name = "Tensor" if "tensor" in d else "numpy"
        body = np.array2string(values, threshold=60, precision=6, separator=",").replace("\n", "")
        return f"{name} {dtype}{d['shape']}{gradient} {body}"
    for key, marks in (("list", "[]"), ("tuple", "()")):
        if key in d:
            return marks[0] + ", ".join(map(show, d[key])) + marks[1]
    if "dict" in d:
        return "{" + ", ".join(f"{k}: {show(v)}" for k, v in d["dict"]) + "}"
    return ", ".join(f"{k} {v!r}" for k, v in d.items())


def report(snippet, found, ours, theirs):
    rows = [f"{found}: {snippet}"]
    for name, result in (("ours", ours), ("oracle", theirs)):
        rows += [f"  {name} {key}: {show(d)}" for key, d in result.items()]
    return "\n".join(rows)
