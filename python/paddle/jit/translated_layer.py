"""jit.load: a saved program as a layer."""

import glob
import os

import numpy as np

from .. import _C
from ..framework.input_spec import InputSpec, as_dtype
from ..framework.parameter import EagerParamBase
from ..nn import Layer

_ENDINGS = (".json", ".pdmodel")


class TranslatedLayer(Layer):
    """A saved program as a layer; `paddle.jit.load` makes it.

    It is in inference mode at first. After ``train()`` gradients reach its parameters, and it can be trained further.

    Args:
        programs (dict): The loaded program of each method, by name.

    Examples:
        >>> import os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> path = os.path.join(tempfile.mkdtemp(), "linear")
        >>> paddle.jit.save(paddle.nn.Linear(4, 2), path, [InputSpec([None, 4])])
        >>> layer = paddle.jit.load(path)
        >>> isinstance(layer, paddle.jit.TranslatedLayer), layer.training
        (True, False)
        >>> _ = layer.train()
        >>> layer(paddle.ones([1, 4])).sum().backward()
        >>> [p.grad.shape for p in layer.parameters()]
        [paddle.Size([2]), paddle.Size([4, 2])]
    """

    def __init__(self, programs):
        if not isinstance(programs, dict) or not all(
            isinstance(p, _C.LoadedModel) for p in programs.values()
        ):
            raise TypeError(
                "(InvalidType) TranslatedLayer: argument `programs` has the wrong type.\n"
                "  Expected: a dict of loaded programs\n  Hint: paddle.jit.load makes one."
            )
        super().__init__()
        self._programs = programs
        self._names = {}  # method -> the attribute of each of its parameters
        attribute_of = {}
        for method, program in programs.items():
            for name, value, trainable in program.parameters:
                if name in attribute_of:
                    continue
                attribute = attribute_of[name] = f"param_{len(attribute_of)}"
                self.add_parameter(attribute, _parameter(name, value, trainable))
            self._names[method] = [attribute_of[name] for name, _, _ in program.parameters]
            if method != "forward":
                setattr(self, method, _method(self, method))
        self.eval()

    def forward(self, *inputs):
        """Runs the program.

        Args:
            inputs (Tensor): In the order in which they were saved.

        Returns:
            Tensor|list[Tensor]: A list where there are several results.
        """
        return self._run("forward", inputs)

    def _run(self, method, inputs):
        if method not in self._programs:
            raise RuntimeError(f"(NotFound) TranslatedLayer: {method} was not saved.")
        program = self._programs[method]
        if self.training and not program.trainable:
            raise ValueError(
                "(InvalidArgument) TranslatedLayer: the file says that the program can not be trained."
            )
        if len(inputs) != len(program.feeds):
            raise ValueError(
                "(InvalidArgument) TranslatedLayer: the number of inputs is wrong.\n"
                f"  Expected: {len(program.feeds)} ({', '.join(name for name, _, _ in program.feeds)})\n"
                f"  Received: {len(inputs)}"
            )
        tensors = [_C.to_tensor(x) if isinstance(x, np.ndarray) else x for x in inputs]
        for x in tensors:
            if not isinstance(x, _C.Tensor):
                raise TypeError(
                    "(InvalidType) TranslatedLayer: an input has the wrong type.\n"
                    f"  Expected: Tensor or numpy.ndarray\n  Received: {type(x).__name__}"
                )
        values = [self._parameters[name] for name in self._names[method]]
        results = program.run(tensors, values, self.training and _C.is_grad_enabled())
        return results[0] if len(results) == 1 else results

    def program(self, method_name="forward"):
        """The program of a method.

        Args:
            method_name (str): Which method.

        Returns:
            object: With ``feeds``, ``fetches``, ``parameters`` and ``calls``.
        """
        if method_name not in self._programs:
            raise ValueError(
                "(InvalidArgument) TranslatedLayer.program: there is no such method.\n"
                f"  Expected: one of {', '.join(self._programs)}\n  Received: {method_name}"
            )
        return self._programs[method_name]

    def _input_spec(self, method_name="forward"):
        return [_spec(port) for port in self.program(method_name).feeds]

    def _output_spec(self, method_name="forward"):
        return [_spec(port) for port in self.program(method_name).fetches]


def _spec(port):
    name, dtype, sizes = port
    return InputSpec(sizes or [], as_dtype(dtype), name)


def _parameter(name, value, trainable):
    return EagerParamBase(value, requires_grad=trainable, name=name, trainable=trainable)


def _method(layer, name):
    def run(*inputs):
        return layer._run(name, inputs)

    run.__name__ = name
    return run


def load(path, **configs):
    """Reads what `paddle.jit.save` or `paddle.static.save_inference_model` has written.

    Files of PaddlePaddle are read as well: of version 3 (``.json``) and of those before (``.pdmodel``).

    Args:
        path (str): Of the files, without their endings; with ``model_filename``, of the folder.
        configs: ``model_filename`` and ``params_filename``, where the names of the files are others.

    Returns:
        TranslatedLayer: In inference mode.

    Raises:
        ValueError: There are no such files, or they are damaged.
        NotImplementedError: The program has an operator that is not known.

    Examples:
        >>> import os, paddle, tempfile
        >>> from paddle.static import InputSpec
        >>> path = os.path.join(tempfile.mkdtemp(), "double")
        >>> paddle.jit.save(paddle.jit.to_static(lambda x: x * 2), path, [InputSpec([2])])
        >>> paddle.jit.load(path)(paddle.to_tensor([1.0, 2.0])).tolist()
        [2.0, 4.0]
    """
    path = os.fspath(path)
    files = program_files(path, **configs)
    programs = {"forward": _C.LoadedModel.load(*files)} if files[0] else {}
    if not configs:
        for ending in _ENDINGS:
            for other in sorted(glob.glob(glob.escape(path) + ".*" + ending)):
                method = other[len(path) + 1 : -len(ending)]
                if method.isidentifier() and method not in programs:
                    params = other[: -len(ending)] + ".pdiparams"
                    programs[method] = _C.LoadedModel.load(other, params)
    if not programs:
        raise ValueError(
            "(InvalidArgument) jit.load: there is no saved program.\n"
            f"  Expected: {path}.json or {path}.pdmodel\n  Received: no such file"
        )
    return TranslatedLayer(programs)


def program_files(path, model_filename=None, params_filename=None, **unknown):
    """The paths of program and parameters; of the first an empty one where there is none."""
    if unknown:
        raise TypeError(f"(InvalidArgument) jit.load: unknown argument `{next(iter(unknown))}`.")
    if model_filename is None:
        program = next((path + e for e in _ENDINGS if os.path.isfile(path + e)), "")
        params = path + ".pdiparams"
    else:
        program = os.path.join(path, model_filename)
        params = os.path.splitext(program)[0] + ".pdiparams"
    if params_filename is not None:
        params = os.path.join(path if model_filename else os.path.dirname(path), params_filename)
    return program, params
