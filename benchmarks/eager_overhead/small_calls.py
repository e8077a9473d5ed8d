"""Calls on tensors so small that only the way to the kernel costs anything."""

from harness.workload import Input, Workload

ONE = Input((1,), fill="ones")
ONE_RECORDED = Input((1,), fill="ones", wants_gradient=True)
SQUARE = Input((8, 8))

NO_RECORDING = {
    "jax": "a gradient is not recorded call by call",
    "numpy": "no gradients",
}

# This framework against each of these two; speed-ups that are the goal.
EIGHT_TIMES = {"torch": 8.0, "paddle": 16.0}

WORKLOADS = [
    Workload(
        "add, 1 element",
        code={
            "paddle": "paddle.add(a, b)",
            "torch": "torch.add(a, b)",
            "jax": "jnp.add(a, b).block_until_ready()",
            "numpy": "np.add(a, b)",
        },
        inputs={"a": ONE, "b": ONE},
        compiled=False,
        goals=EIGHT_TIMES,
        limit_s=100e-9,
    ),
    Workload(
        "add, 1 element, gradient recorded",
        code={"paddle": "paddle.add(a, b)", "torch": "torch.add(a, b)"},
        inputs={"a": ONE_RECORDED, "b": ONE_RECORDED},
        unsupported=NO_RECORDING,
        goals=EIGHT_TIMES,
        limit_s=170e-9,
    ),
    Workload(
        "a + b, 1 element",
        code={
            "paddle": "a + b",
            "torch": "a + b",
            "jax": "(a + b).block_until_ready()",
            "numpy": "a + b",
        },
        inputs={"a": ONE, "b": ONE},
        compiled=False,
        goals=EIGHT_TIMES,
    ),
    Workload(
        "matmul 8x8",
        code={
            "paddle": "paddle.matmul(a, b)",
            "torch": "torch.matmul(a, b)",
            "jax": "jnp.matmul(a, b).block_until_ready()",
            "numpy": "np.matmul(a, b)",
        },
        inputs={"a": SQUARE, "b": SQUARE},
        compiled=False,
        goals=EIGHT_TIMES,
    ),
    Workload(
        "x[1:3]",
        code={
            "paddle": "x[1:3]",
            "torch": "x[1:3]",
            "jax": "x[1:3].block_until_ready()",
            "numpy": "x[1:3]",
        },
        inputs={"x": SQUARE},
        compiled=False,
        goals=EIGHT_TIMES,
    ),
    Workload(
        "x.reshape([4, 16])",
        code={
            "paddle": "x.reshape([4, 16])",
            "torch": "x.reshape([4, 16])",
            "jax": "x.reshape([4, 16]).block_until_ready()",
            "numpy": "x.reshape([4, 16])",
        },
        inputs={"x": SQUARE},
        compiled=False,
        goals=EIGHT_TIMES,
    ),
    Workload(
        "zeros([2, 3])",
        code={
            "paddle": "paddle.zeros([2, 3])",
            "torch": "torch.zeros([2, 3])",
            "jax": "jnp.zeros([2, 3]).block_until_ready()",
            "numpy": "np.zeros([2, 3], np.float32)",
        },
        compiled=False,
        goals=EIGHT_TIMES,
    ),
    Workload(
        "to_tensor([1.0, 2.0, 3.0])",
        code={
            "paddle": "paddle.to_tensor([1.0, 2.0, 3.0])",
            "torch": "torch.tensor([1.0, 2.0, 3.0])",
            "jax": "jnp.asarray([1.0, 2.0, 3.0]).block_until_ready()",
            "numpy": "np.array([1.0, 2.0, 3.0], np.float32)",
        },
        compiled=False,
        goals=EIGHT_TIMES,
    ),
]
