"""Norms, softmax, activations and losses, each written in primitives as people write them."""

from types import SimpleNamespace

from harness.workload import Input, Workload

SHAPES = {
    "4096x4096": (4096, 4096),
    "64x768": (64, 768),
    "8192x1000": (8192, 1000),
    "8x128x512": (8, 128, 512),
}
BYTES = {"float32": 4, "bfloat16": 2}


def paddle_names():
    import paddle

    return SimpleNamespace(
        exp=paddle.exp,
        log=paddle.log,
        tanh=paddle.tanh,
        sigmoid=paddle.nn.functional.sigmoid,
        rsqrt=paddle.rsqrt,
        sum=lambda x: x.sum(-1, keepdim=True),
        mean=lambda x: x.mean(-1, keepdim=True),
        max=lambda x: x.max(-1, keepdim=True),
    )


def torch_names():
    import torch

    return SimpleNamespace(
        exp=torch.exp,
        log=torch.log,
        tanh=torch.tanh,
        sigmoid=torch.sigmoid,
        rsqrt=torch.rsqrt,
        sum=lambda x: x.sum(-1, keepdim=True),
        mean=lambda x: x.mean(-1, keepdim=True),
        max=lambda x: x.amax(-1, keepdim=True),
    )


def jax_names():
    import jax
    from jax import numpy as jnp

    return SimpleNamespace(
        exp=jnp.exp,
        log=jnp.log,
        tanh=jnp.tanh,
        sigmoid=jax.nn.sigmoid,
        rsqrt=jax.lax.rsqrt,
        sum=lambda x: x.sum(-1, keepdims=True),
        mean=lambda x: x.mean(-1, keepdims=True),
        max=lambda x: x.max(-1, keepdims=True),
    )


def rms_norm(m, x, w):
    return x * m.rsqrt(m.mean(x * x) + 1e-6) * w


def layer_norm(m, x, w, b):
    d = x - m.mean(x)
    return d * m.rsqrt(m.mean(d * d) + 1e-5) * w + b


def softmax(m, x):
    e = m.exp(x - m.max(x))
    return e / m.sum(e)


def gelu_tanh(m, x):
    return 0.5 * x * (1 + m.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def swiglu(m, x, y):
    return x * m.sigmoid(x) * y


def cross_entropy(m, x, y):
    """Of logits, and probabilities as labels."""
    top = m.max(x)
    return m.log(m.sum(m.exp(x - top))) + top - m.sum(x * y)


def residual_norm(m, x, y, w):
    return rms_norm(m, x + y, w)


# name: (function, inputs as large as x, inputs as long as a row, results as large as x)
FUNCTIONS = {
    "RMSNorm": (rms_norm, "x", "w", 1),
    "LayerNorm": (layer_norm, "x", "wb", 1),
    "softmax": (softmax, "x", "", 1),
    "GELU-tanh": (gelu_tanh, "x", "", 1),
    "SwiGLU": (swiglu, "xy", "", 1),
    "cross-entropy": (cross_entropy, "xy", "", 0),
    "residual + RMSNorm": (residual_norm, "xy", "w", 1),
}


def prepare(function, names_of, compile_with, wait=None):
    def prepared(inputs):
        names = names_of()
        f = compile_with(lambda *tensors: function(names, *tensors))
        return {"f": f if wait is None else lambda *tensors: wait()(f(*tensors))}

    return prepared


def to_static(f):
    import paddle

    return paddle.jit.to_static(f)


def torch_compile(f):
    import torch

    return torch.compile(f)


def jax_jit(f):
    import jax

    return jax.jit(f)


def jax_wait():
    import jax

    return jax.block_until_ready


def workload(name, label, dtype):
    function, large, small, results = FUNCTIONS[name]
    shape = SHAPES[label]
    inputs = {k: Input(shape, dtype) for k in large}
    inputs.update({k: Input(shape[-1:], dtype) for k in small})
    call = f"f({', '.join(inputs)})"
    size = BYTES[dtype]
    for n in shape:
        size *= n
    plain = (paddle_names, lambda f: f)
    return Workload(
        f"{name}, {label}" + ("" if dtype == "float32" else f", {dtype}"),
        code=dict.fromkeys(("paddle", "paddle_static", "torch", "torch_compile", "jax"), call),
        inputs=inputs,
        prepare={
            "paddle": prepare(function, *plain),
            "paddle_static": prepare(function, paddle_names, to_static),
            "torch": prepare(function, torch_names, lambda f: f),
            "torch_compile": prepare(function, torch_names, torch_compile),
            "jax": prepare(function, jax_names, jax_jit, jax_wait),
        },
        compiled=False,
        bytes_moved=(len(large) + results) * size if label == "4096x4096" else None,
        goals={"best": 1.5},
    )


WORKLOADS = [
    workload(name, label, dtype)
    for dtype in ("float32", "bfloat16")
    for label in SHAPES
    for name in FUNCTIONS
]
