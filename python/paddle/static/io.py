"""Programs that were saved for inference."""

import os

import numpy as np

from .. import _C
from ..framework.input_spec import as_dtype
from ..jit import program_files


class _Port:
    """An output of a loaded program, as ``fetch_list`` names it."""

    def __init__(self, index, port):
        self.index = index
        self.name = port[0] or f"fetch_name_{index}"
        self.dtype, self.shape = as_dtype(port[1]), port[2]

    def __repr__(self):
        return f"<output {self.name}: {self.dtype} {self.shape}>"


class InferenceProgram:
    """A program that `load_inference_model` has read; `Executor.run` runs it.

    Args:
        program: What was loaded.

    Examples:
        >>> import paddle
        >>> isinstance(1, paddle.static.InferenceProgram)
        False
    """

    def __init__(self, program):
        self.loaded = program
        self.feed_names = [port[0] for port in program.feeds]
        self.fetches = [_Port(i, port) for i, port in enumerate(program.fetches)]


class Executor:
    """Runs programs that were saved for inference.

    Args:
        place (Place, optional): Where: the CPU.

    Examples:
        >>> import numpy, os, paddle, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "double")
        >>> double = paddle.jit.to_static(lambda x: x * 2)
        >>> paddle.jit.save(double, path, [paddle.static.InputSpec([2], name="x")])
        >>> executor = paddle.static.Executor(paddle.CPUPlace())
        >>> program, feeds, fetches = paddle.static.load_inference_model(path, executor)
        >>> feeds
        ['x']
        >>> values = numpy.array([1, 2], "float32")
        >>> executor.run(program, feed={"x": values}, fetch_list=fetches)[0].tolist()
        [2.0, 4.0]
    """

    def __init__(self, place=None):
        self.place = place

    def run(self, program=None, feed=None, fetch_list=None, return_numpy=True):
        """Runs a program.

        Args:
            program (InferenceProgram): What to run.
            feed (dict): A value for each name.
            fetch_list (list, optional): Which outputs, or their names; all by default.
            return_numpy (bool): False: tensors.

        Returns:
            list[numpy.ndarray|Tensor]
        """
        if not isinstance(program, InferenceProgram):
            raise NotImplementedError(
                "(Unimplemented) Executor.run: only programs of load_inference_model can be run.\n"
                f"  Received: {type(program).__name__}"
            )
        feed = feed or {}
        for name in feed:
            if name not in program.feed_names:
                raise ValueError(
                    "(InvalidArgument) Executor.run: the program has no such input.\n"
                    f"  Expected: {', '.join(program.feed_names)}\n  Received: {name}"
                )
        for name in program.feed_names:
            if name not in feed:
                raise ValueError(
                    f"(InvalidArgument) Executor.run: input `{name}` is missing in `feed`."
                )
        values = [
            v if isinstance(v, _C.Tensor) else _C.to_tensor(np.asarray(v))
            for v in (feed[name] for name in program.feed_names)
        ]
        results = program.loaded.run(values)
        by_name = {port.name: port.index for port in program.fetches}
        wanted = (
            range(len(results))
            if fetch_list is None
            else [self._index(f, by_name) for f in fetch_list]
        )
        return [results[i].numpy() if return_numpy else results[i] for i in wanted]

    @staticmethod
    def _index(fetch, by_name):
        if isinstance(fetch, _Port):
            return fetch.index
        if fetch in by_name:
            return by_name[fetch]
        raise ValueError(
            "(InvalidArgument) Executor.run: the program has no such output.\n"
            f"  Expected: {', '.join(by_name)}\n  Received: {fetch}"
        )

    def close(self):
        """Gives nothing up: there is nothing to give."""


def load_inference_model(path_prefix, executor=None, **kwargs):
    """Reads a program that was saved for inference.

    Args:
        path_prefix (str): Of the files, without their endings; None: the files are in memory.
        executor (Executor, optional): Taken for compatibility.
        kwargs: ``model_filename``, ``params_filename``: other names of the files, or, where ``path_prefix`` is None,
            their bytes.

    Returns:
        list: The program, the names of its inputs, its outputs.

    Raises:
        ValueError: There are no such files, or they are damaged.
        NotImplementedError: The program has an operator that is not known.

    Examples:
        >>> import os, paddle, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "linear")
        >>> paddle.jit.save(paddle.nn.Linear(4, 2), path, [paddle.static.InputSpec([1, 4], name="x")])
        >>> program, feeds, fetches = paddle.static.load_inference_model(path)
        >>> feeds, len(fetches)
        (['x'], 1)
    """
    for name in kwargs:
        if name not in ("model_filename", "params_filename"):
            raise ValueError(f"(InvalidArgument) load_inference_model: unknown argument `{name}`.")
    if path_prefix is None:
        model, params = kwargs.get("model_filename"), kwargs.get("params_filename")
        if not isinstance(model, bytes):
            raise ValueError(
                "(InvalidArgument) load_inference_model: argument `model_filename` has the wrong type.\n"
                f"  Expected: bytes, as path_prefix is None\n  Received: {type(model).__name__}"
            )
        loaded = _C.LoadedModel.parse(model, params or b"")
    else:
        files = program_files(os.fspath(path_prefix), **kwargs)
        if not files[0]:
            raise ValueError(
                "(InvalidArgument) load_inference_model: there is no saved program.\n"
                f"  Expected: {path_prefix}.json or {path_prefix}.pdmodel\n  Received: no such file"
            )
        loaded = _C.LoadedModel.load(*files)
    program = InferenceProgram(loaded)
    return [program, list(program.feed_names), list(program.fetches)]


def save_inference_model(path_prefix, feed_vars, fetch_vars, executor=None, **kwargs):
    """Saves a part of a static program for inference: not part of this version, which has no such programs.

    Args:
        path_prefix (str): Of the files, without their endings.
        feed_vars (list): Inputs.
        fetch_vars (list): Outputs.
        executor (Executor, optional): Holds the parameters.
        kwargs: ``program`` and others.

    Raises:
        NotImplementedError: Always; `paddle.jit.save` writes the same files.

    Examples:
        >>> import paddle
        >>> paddle.static.save_inference_model("model", [], [])
        Traceback (most recent call last):
        NotImplementedError: (Unimplemented) save_inference_model: there are no static programs in this version.
          Hint: paddle.jit.save writes the same files from a layer or a function.
    """
    raise NotImplementedError(
        "(Unimplemented) save_inference_model: there are no static programs in this version.\n"
        "  Hint: paddle.jit.save writes the same files from a layer or a function."
    )
