"""Matrix products: square, batched, one row against a large matrix, bfloat16."""

from harness.workload import NO_SLOWER, Input, Workload

PRODUCT = {
    "paddle": "paddle.matmul(x, y)",
    "torch": "torch.matmul(x, y)",
    "jax": "jnp.matmul(x, y)",
    "numpy": "np.matmul(x, y)",
}


def product(name, x_shape, y_shape, dtype="float32"):
    return Workload(
        name,
        code=PRODUCT,
        inputs={"x": Input(x_shape, dtype), "y": Input(y_shape, dtype)},
        goals=NO_SLOWER,
    )


WORKLOADS = [
    *(product(f"matmul {n}x{n}", (n, n), (n, n)) for n in (64, 128, 256, 512, 1024, 2048)),
    product("matmul batch of 64, 128x64 by 64x128", (64, 128, 64), (64, 64, 128)),
    product("matmul 1x4096 by 4096x4096", (1, 4096), (4096, 4096)),
    product("matmul 1024x1024, bfloat16", (1024, 1024), (1024, 1024), "bfloat16"),
]
