"""Programs that were saved for inference."""

import os

import numpy as np

from .. import _C
from ..framework import static_mode
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


def _as_tensor(value, dtype):
    """What is fed; numbers and lists of them are of the dtype that the program asks for."""
    if isinstance(value, _C.Tensor):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return _C.to_tensor(np.asarray(value))
    return _C.to_tensor(value, as_dtype(dtype))


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

    def _run_loaded(self, feed, fetch_list, scope, return_numpy):
        """What `Executor.run` does with it."""
        feed = feed or {}
        for name in feed:
            if name not in self.feed_names:
                raise ValueError(
                    "(InvalidArgument) Executor.run: the program has no such input.\n"
                    f"  Expected: {', '.join(self.feed_names)}\n  Received: {name}"
                )
        for name in self.feed_names:
            if name not in feed:
                raise ValueError(
                    f"(InvalidArgument) Executor.run: input `{name}` is missing in `feed`."
                )
        values = [
            _as_tensor(feed[name], port[1])
            for name, port in zip(self.feed_names, self.loaded.feeds, strict=True)
        ]
        with static_mode.paused():
            results = self.loaded.run(values)
        by_name = {port.name: port.index for port in self.fetches}
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
        with static_mode.paused():
            loaded = _C.LoadedModel.parse(model, params or b"")
    else:
        files = program_files(os.fspath(path_prefix), **kwargs)
        if not files[0]:
            raise ValueError(
                "(InvalidArgument) load_inference_model: there is no saved program.\n"
                f"  Expected: {path_prefix}.json or {path_prefix}.pdmodel\n  Received: no such file"
            )
        with static_mode.paused():
            loaded = _C.LoadedModel.load(*files)
    program = InferenceProgram(loaded)
    return [program, list(program.feed_names), list(program.fetches)]
