"""Functions of one or two numbers within the caches, in float32 and float64."""

from harness.workload import NO_SLOWER, Input, Workload

ELEMENTS = {"float32": 16384, "float64": 8192}  # 64 KiB

# name: (Paddle, torch, jax, numpy or None), each of x, or of x and y
UNARY = {
    "log": ("paddle.log", "torch.log", "jnp.log", "np.log"),
    "log1p": ("paddle.log1p", "torch.log1p", "jnp.log1p", "np.log1p"),
    "expm1": ("paddle.expm1", "torch.expm1", "jnp.expm1", "np.expm1"),
    "sigmoid": ("F.sigmoid", "torch.sigmoid", "nn.sigmoid", None),
    "silu": ("F.silu", "F.silu", "nn.silu", None),
    "erf": ("paddle.erf", "torch.erf", "lax.erf", None),
    "sin": ("paddle.sin", "torch.sin", "jnp.sin", "np.sin"),
    "cos": ("paddle.cos", "torch.cos", "jnp.cos", "np.cos"),
    "atan": ("paddle.atan", "torch.atan", "jnp.atan", "np.arctan"),
}
ONLY_FLOAT64 = {
    "exp": ("paddle.exp", "torch.exp", "jnp.exp", "np.exp"),
    "tanh": ("paddle.tanh", "torch.tanh", "jnp.tanh", "np.tanh"),
    "gelu": ("F.gelu", "F.gelu", None, None),
}
BINARY = {
    "pow": ("paddle.pow", "torch.pow", "jnp.power", "np.power"),
    "remainder": ("paddle.remainder", "torch.remainder", "jnp.remainder", "np.remainder"),
    "floor_divide": (
        "paddle.floor_divide",
        "torch.floor_divide",
        "jnp.floor_divide",
        "np.floor_divide",
    ),
}


def row(name, functions, dtype, operands):
    code = {
        framework: f"{function}({operands})"
        for framework, function in zip(("paddle", "torch", "jax", "numpy"), functions, strict=True)
        if function
    }
    if dtype == "float64":
        code.pop("jax", None)
    fill = "uniform" if name in ("log", "pow") else "normal"
    return Workload(
        f"{name}, 64 KiB, {dtype}",
        code=code,
        inputs={v: Input((ELEMENTS[dtype],), dtype, fill) for v in operands.split(", ")},
        unsupported={"numpy": "not in numpy", "jax": "double is off unless asked for"},
        goals=NO_SLOWER,
    )


WORKLOADS = [
    row(name, functions, dtype, operands)
    for dtype in ELEMENTS
    for table, operands in (
        (UNARY if dtype == "float32" else {**ONLY_FLOAT64, **UNARY}, "x"),
        (BINARY, "x, y"),
    )
    for name, functions in table.items()
]
