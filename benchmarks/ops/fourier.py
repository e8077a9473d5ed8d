"""Fourier transforms: images, powers of two and not, many lines, one long line."""

from harness.workload import NO_SLOWER, Input, Workload

SHAPES = {
    "fft2": ((64, 64, 64), (256, 256), (48, 224, 224), (1024, 1024), (4, 500, 500)),
    "rfft2": ((64, 64, 64), (256, 256), (48, 224, 224)),
    "fft": ((4096, 64), (1000, 1024), (1 << 20,)),
    "rfft": ((1000, 1000), (512, 997)),
}
MODULES = {"paddle": "paddle.fft", "torch": "torch.fft", "jax": "jnp.fft", "numpy": "np.fft"}


def row(function, shape):
    real = function.startswith("r")
    return Workload(
        f"{function}, {'x'.join(map(str, shape))}",
        code={framework: f"{module}.{function}(x)" for framework, module in MODULES.items()},
        inputs={"x": Input(shape, "float32" if real else "complex64")},
        goals=NO_SLOWER,
    )


WORKLOADS = [row(function, shape) for function, shapes in SHAPES.items() for shape in shapes]
