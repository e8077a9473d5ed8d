"""Elementwise functions, softmax and layer_norm, far larger than the caches and within them."""

from harness.workload import NO_SLOWER, Input, Workload

SIZES = {"16M elements": (4096, 4096), "64 KiB": (128, 128)}
BYTES_PER_ELEMENT = 4

ADD_MUL = {
    name: {
        "paddle": f"paddle.{paddle_name}(x, y)",
        "torch": f"torch.{name}(x, y)",
        "jax": f"jnp.{paddle_name}(x, y)",
        "numpy": f"np.{paddle_name}(x, y)",
    }
    for name, paddle_name in (("add", "add"), ("mul", "multiply"))
}

UNARY = {
    **{
        name: {
            "paddle": f"paddle.{name}(x)",
            "torch": f"torch.{name}(x)",
            "jax": f"jnp.{name}(x)",
            "numpy": f"np.{name}(x)",
        }
        for name in ("exp", "tanh")
    },
    "gelu": {
        "paddle": "F.gelu(x)",
        "torch": "F.gelu(x)",
        "jax": "nn.gelu(x, approximate=False)",
    },
    "softmax": {
        "paddle": "F.softmax(x, axis=-1)",
        "torch": "F.softmax(x, dim=-1)",
        "jax": "nn.softmax(x, axis=-1)",
    },
    "softmax(axis=0)": {
        "paddle": "F.softmax(x, axis=0)",
        "torch": "F.softmax(x, dim=0)",
        "jax": "nn.softmax(x, axis=0)",
    },
}

JAX_LAYER_NORM = (
    "(x - jnp.mean(x, axis=-1, keepdims=True))"
    " * lax.rsqrt(jnp.var(x, axis=-1, keepdims=True) + 1e-5) * w + b"
)


def rows(label, shape):
    tensor = Input(shape)
    in_memory = label == "16M elements"
    tensor_bytes = BYTES_PER_ELEMENT * shape[0] * shape[1]

    def row(name, code, inputs):
        tensors = 1 + sum(spec.shape == shape for spec in inputs.values())
        return Workload(
            f"{name}, {label}",
            code=code,
            inputs=inputs,
            unsupported={"numpy": "not in numpy"},
            bytes_moved=tensors * tensor_bytes if in_memory else None,
            goals=NO_SLOWER,
        )

    for name, code in ADD_MUL.items():
        yield row(name, code, {"x": tensor, "y": tensor})
    for name, code in UNARY.items():
        yield row(name, code, {"x": tensor})
    width = shape[-1]
    yield row(
        "layer_norm",
        {
            "paddle": f"F.layer_norm(x, [{width}], w, b, 1e-5)",
            "torch": f"F.layer_norm(x, [{width}], w, b, 1e-5)",
            "jax": JAX_LAYER_NORM,
        },
        {"x": tensor, "w": Input((width,)), "b": Input((width,))},
    )


WORKLOADS = [row for label, shape in SIZES.items() for row in rows(label, shape)]
