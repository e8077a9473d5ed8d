"""What differs between frameworks when a workload is made ready."""

import contextlib
import importlib

import numpy as np


def positive_definite(rng, shape):
    """Symmetric matrices whose eigenvalues are about 1 to 4."""
    size = shape[-1]
    x = rng.standard_normal(shape, np.float32) / np.sqrt(np.float32(size))
    return (x @ x.swapaxes(-1, -2)) / 2 + np.eye(size, dtype=np.float32)


def boxes(rng, shape):
    """Corners within 64 by 64, the second one beyond the first."""
    corners = rng.random((*shape[:-1], 2), np.float32) * 32
    return np.concatenate([corners, corners + 1 + rng.random(corners.shape, np.float32) * 30], -1)


# Ways to fill an Input by name: functions of a generator and a shape.
FILLS = {
    "normal": lambda rng, shape: rng.standard_normal(shape, np.float32),
    "ones": lambda rng, shape: np.ones(shape, np.float32),
    "uniform": lambda rng, shape: rng.random(shape, np.float32) + np.float32(0.5),
    "unit": lambda rng, shape: rng.random(shape, np.float32) * 1.8 - 0.9,
    "probability": lambda rng, shape: rng.random(shape, np.float32) * 0.98 + 0.01,
    "above one": lambda rng, shape: rng.random(shape, np.float32) + 1.01,
    "signs": lambda rng, shape: rng.integers(0, 2, shape) * 2 - 1,
    "divisors": lambda rng, shape: rng.integers(1, 20, shape),
    "sorted": lambda rng, shape: np.sort(rng.standard_normal(shape, np.float32)),
    "permutation": lambda rng, shape: rng.permutation(shape[0]),
    "small": lambda rng, shape: rng.standard_normal(shape, np.float32) * 0.05,
    "positive definite": positive_definite,
    "boxes": boxes,
}


def make_array(spec, seed):
    """The numpy array of an Input; bfloat16 is made from float32 later."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(np.float32 if spec.dtype == "bfloat16" else spec.dtype)
    if isinstance(spec.fill, float):
        return np.full(spec.shape, spec.fill, dtype)
    if isinstance(spec.fill, int):
        return rng.integers(0, spec.fill, spec.shape).astype(dtype, copy=False)
    array = FILLS[spec.fill](rng, spec.shape).astype(dtype, copy=False)
    if dtype.kind == "c":
        array = array + dtype.type(1j) * array[..., ::-1]
    return array


class Framework:
    """A framework inside a worker: its names, its tensors, its timed statement."""

    def __init__(self, num_threads):
        self.num_threads = num_threads
        (alias, path), *others = self.MODULES.items()
        self.names = {alias: importlib.import_module(path)}
        self.version = self.names[alias].__version__
        for alias, path in others:
            # Without one of its modules a framework still takes part where it can.
            with contextlib.suppress(ImportError):
                self.names[alias] = importlib.import_module(path)

    def inputs(self, workload):
        specs = workload.inputs.items()
        return {
            name: self.tensor(make_array(spec, seed), spec)
            for seed, (name, spec) in enumerate(specs)
        }

    def statement(self, workload, code, names):
        """(statement, names) to time for ``code`` of ``workload``."""
        if workload.gradients:
            return self.gradient_statement(code, workload.gradients, names)
        return code, names


class Paddle(Framework):
    MODULES = {"paddle": "paddle", "nn": "paddle.nn", "F": "paddle.nn.functional"}

    def tensor(self, array, spec):
        tensor = self.names["paddle"].to_tensor(array)
        if spec.dtype == "bfloat16":
            tensor = tensor.astype("bfloat16")
        tensor.stop_gradient = not spec.wants_gradient
        return tensor

    def gradient_statement(self, code, gradients, names):
        paddle = self.names["paddle"]
        names = dict(names)
        for name in gradients:
            names[name].stop_gradient = False
        names["out_grad"] = paddle.ones_like(eval(code, names.copy())).detach()
        return f"paddle.grad([{code}], [{', '.join(gradients)}], [out_grad])", names


class Torch(Framework):
    MODULES = {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional"}

    def __init__(self, num_threads):
        super().__init__(num_threads)
        self.names["torch"].set_num_threads(num_threads)

    def tensor(self, array, spec):
        torch = self.names["torch"]
        tensor = torch.from_numpy(array)
        if spec.dtype == "bfloat16":
            tensor = tensor.to(torch.bfloat16)
        return tensor.requires_grad_(spec.wants_gradient)

    def gradient_statement(self, code, gradients, names):
        names = dict(names)
        for name in gradients:
            names[name].requires_grad_(True)
        names["out_grad"] = self.names["torch"].ones_like(eval(code, names.copy())).detach()
        return f"torch.autograd.grad({code}, [{', '.join(gradients)}], out_grad)", names


class Jax(Framework):
    MODULES = {"jax": "jax", "jnp": "jax.numpy", "nn": "jax.nn", "lax": "jax.lax"}

    def tensor(self, array, spec):
        return self.names["jnp"].asarray(array, dtype=spec.dtype)

    def statement(self, workload, code, names):
        if not workload.compiled:
            return code, names
        jax = self.names["jax"]
        arguments = ", ".join(workload.inputs)
        function = eval(f"lambda {arguments}: {code}", {**names})
        if workload.gradients:
            function = self._with_gradients(function, workload, names)
        names = {**names, "compiled": jax.jit(function), "wait": jax.block_until_ready}
        return f"wait(compiled({arguments}))", names

    def _with_gradients(self, function, workload, names):
        jax, jnp = self.names["jax"], self.names["jnp"]
        places = [list(workload.inputs).index(name) for name in workload.gradients]
        out_grad = jnp.ones_like(function(*(names[name] for name in workload.inputs)))

        def forward_and_backward(*values):
            out, pull_back = jax.vjp(function, *values)
            gradients = pull_back(out_grad)
            return out, [gradients[place] for place in places]

        return forward_and_backward


class Numpy(Framework):
    MODULES = {"np": "numpy"}

    def tensor(self, array, spec):
        if spec.dtype == "bfloat16":
            raise TypeError("numpy has no bfloat16")
        return array

    def gradient_statement(self, code, gradients, names):
        raise TypeError("numpy has no gradients")


class OnnxRuntime(Numpy):
    MODULES = {"onnxruntime": "onnxruntime", "np": "numpy"}


FRAMEWORK_TYPES = {
    "paddle": Paddle,
    "torch": Torch,
    "jax": Jax,
    "numpy": Numpy,
    # The same libraries used in another way, where a workload says so.
    "paddle_static": Paddle,
    "paddle_inference": Paddle,
    "torch_compile": Torch,
    "onnxruntime": OnnxRuntime,
}
