"""Sum, max and mean over all elements and along each axis of a matrix."""

from harness.workload import NO_SLOWER, Input, Workload

SIZES = {"16M elements": (4096, 4096), "64 KiB": (128, 128)}
BYTES_PER_ELEMENT = 4


def code(name, axis):
    if axis is None:
        # torch.max without a dimension is one tensor, with one it finds places too.
        arguments = {"paddle": "x", "torch": "x", "jax": "x", "numpy": "x"}
        torch_name = name
    else:
        arguments = {
            "paddle": f"x, axis={axis}",
            "torch": f"x, dim={axis}",
            "jax": f"x, axis={axis}",
            "numpy": f"x, axis={axis}",
        }
        torch_name = "amax" if name == "max" else name
    return {
        "paddle": f"paddle.{name}({arguments['paddle']})",
        "torch": f"torch.{torch_name}({arguments['torch']})",
        "jax": f"jnp.{name}({arguments['jax']})",
        "numpy": f"np.{name}({arguments['numpy']})",
    }


def row(name, axis, label, shape):
    where = "" if axis is None else f"(axis={axis})"
    in_memory = label == "16M elements"
    return Workload(
        f"{name}{where}, {label}",
        code=code(name, axis),
        inputs={"x": Input(shape)},
        bytes_moved=BYTES_PER_ELEMENT * shape[0] * shape[1] if in_memory else None,
        goals=NO_SLOWER,
    )


WORKLOADS = [
    row(name, axis, label, shape)
    for label, shape in SIZES.items()
    for name in ("sum", "max", "mean")
    for axis in (None, 0, 1)
]
