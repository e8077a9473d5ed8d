"""softmax and its kin along long and short rows, and layer_norm with its gradients."""

from harness.workload import NO_SLOWER, Input, Workload

SHAPES = {
    "16M elements": (4096, 4096),
    "64 KiB": (128, 128),
    "65536 rows of 10": (65536, 10),
    "16384 rows of 64": (16384, 64),
}
BYTES_PER_ELEMENT = 4

# name: (Paddle, torch, jax, how many results are as large as x)
ROWS = {
    "log_softmax": (
        "F.log_softmax(x, axis=-1)",
        "F.log_softmax(x, dim=-1)",
        "nn.log_softmax(x, axis=-1)",
        1,
    ),
    "logsumexp": (
        "paddle.logsumexp(x, axis=-1)",
        "torch.logsumexp(x, dim=-1)",
        "nn.logsumexp(x, axis=-1)",
        0,
    ),
    "cross_entropy": (
        "F.cross_entropy(x, label)",
        "F.cross_entropy(x, label)",
        "-jnp.mean(jnp.take_along_axis(nn.log_softmax(x), label[:, None], 1))",
        0,
    ),
}
SOFTMAX = ("F.softmax(x, axis=-1)", "F.softmax(x, dim=-1)", "nn.softmax(x, axis=-1)", 1)

JAX_LAYER_NORM = (
    "(x - jnp.mean(x, axis=-1, keepdims=True))"
    " * lax.rsqrt(jnp.var(x, axis=-1, keepdims=True) + 1e-5) * w + b"
)


def row(label, shape, name, functions):
    paddle, torch, jax, results = functions
    inputs = {"x": Input(shape)}
    if name == "cross_entropy":
        inputs["label"] = Input(shape[:1], "int64", fill=shape[1])
    size = BYTES_PER_ELEMENT * shape[0] * shape[1]
    return Workload(
        f"{name}, {label}",
        code={"paddle": paddle, "torch": torch, "jax": jax},
        inputs=inputs,
        unsupported={"numpy": "not in numpy"},
        bytes_moved=(1 + results) * size if label == "16M elements" else None,
        goals=NO_SLOWER,
    )


def layer_norm_gradients(label, shape):
    width = shape[-1]
    code = f"F.layer_norm(x, [{width}], w, b, 1e-5)"
    return Workload(
        f"layer_norm, {label}: forward and backward",
        code={"paddle": code, "torch": code, "jax": JAX_LAYER_NORM},
        inputs={"x": Input(shape), "w": Input((width,)), "b": Input((width,))},
        gradients=("x", "w", "b"),
        unsupported={"numpy": "no gradients"},
        goals=NO_SLOWER,
    )


def rows(label, shape):
    table = ROWS if label in ("16M elements", "64 KiB") else {"softmax": SOFTMAX, **ROWS}
    for name, functions in table.items():
        yield row(label, shape, name, functions)
    if label in ("16M elements", "64 KiB"):
        yield layer_norm_gradients(label, shape)


WORKLOADS = [workload for label, shape in SHAPES.items() for workload in rows(label, shape)]
