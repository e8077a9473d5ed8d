"""Static programs as files: what `load_inference_model` and PaddlePaddle read."""

import os
import tempfile
import warnings

from .. import _C
from ..framework import static_mode
from ..jit.save import SIZES
from .io import InferenceProgram
from .program import Program, default_main_program
from .scope import global_scope, root
from .states import normalize_program

_CONFIGS = ("program", "clip_extra", "legacy_format", "skip_prune_program", "separate_parameters")


def save_inference_model(path_prefix, feed_vars, fetch_vars, executor=None, **kwargs):
    """Saves the part of a static program that gives ``fetch_vars`` from ``feed_vars``, as it is in evaluation.

    Two files are written: ``path_prefix``.json, the program, and ``path_prefix``.pdiparams, its parameters.
    PaddlePaddle 3 reads both; `load_inference_model`, `paddle.jit.load`, `paddle.inference` and the C++ library run
    them.

    Args:
        path_prefix (str): Of the files, without their endings.
        feed_vars (Tensor|list[Tensor]): Inputs, made by ``static.data``.
        fetch_vars (Tensor|list[Tensor]): Outputs.
        executor (Executor, optional): Taken for compatibility; values are those of the current scope.
        kwargs: ``program``: which, default ``default_main_program()``; ``clip_extra``, ``skip_prune_program``,
            ``legacy_format``, ``separate_parameters``: taken for compatibility.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: An output needs an input that is not among ``feed_vars``.
        NotImplementedError: An operator has no form in the file.

    Examples:
        >>> import os, paddle, tempfile
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     x = paddle.static.data("x", [None, 4])
        ...     y = paddle.static.nn.fc(x, 2)
        >>> exe = paddle.static.Executor()
        >>> _ = exe.run(startup)
        >>> path = os.path.join(tempfile.mkdtemp(), "fc")
        >>> paddle.static.save_inference_model(path, [x], [y], exe, program=main)
        >>> program, feeds, fetches = paddle.static.load_inference_model(path, exe)
        >>> exe.run(program, feed={"x": [[1.0] * 4] * 3}, fetch_list=fetches)[0].shape
        (3, 2)
        >>> paddle.disable_static()
    """
    for name in kwargs:
        if name not in _CONFIGS:
            raise ValueError(f"(InvalidArgument) save_inference_model: unknown argument `{name}`.")
    path = os.fspath(path_prefix)
    folder, prefix = os.path.split(path)
    if not prefix:
        raise ValueError(
            "(InvalidArgument) save_inference_model: `path_prefix` does not name a file.\n"
            f"  Expected: folder/name\n  Received: {path!r}"
        )
    if folder:
        os.makedirs(folder, exist_ok=True)
    _write(path, feed_vars, fetch_vars, kwargs.get("program"), "save_inference_model")


def serialize_program(feed_vars, fetch_vars, **kwargs):
    """What `save_inference_model` writes into its first file, as bytes.

    Args:
        feed_vars (Tensor|list[Tensor]): Inputs.
        fetch_vars (Tensor|list[Tensor]): Outputs.
        kwargs: ``program``: which; ``legacy_format``: taken for compatibility.

    Returns:
        bytes

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        ...     y = x * 2.0
        >>> data = paddle.static.serialize_program([x], [y], program=main)
        >>> program = paddle.static.deserialize_program(data)
        >>> paddle.static.Executor().run(program, feed={"x": [1.0, 2.0]})[0].tolist()
        [2.0, 4.0]
        >>> paddle.disable_static()
    """
    return _bytes(feed_vars, fetch_vars, kwargs.get("program"), "serialize_program")[0]


def serialize_persistables(feed_vars, fetch_vars, executor=None, **kwargs):
    """What `save_inference_model` writes into its second file, as bytes.

    Args:
        feed_vars (Tensor|list[Tensor]): Inputs.
        fetch_vars (Tensor|list[Tensor]): Outputs.
        executor (Executor, optional): Taken for compatibility.
        kwargs: ``program``: which.

    Returns:
        bytes: None, with a warning, where the program has no parameters.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = paddle.static.nn.fc(x, 1)
        >>> exe = paddle.static.Executor()
        >>> _ = exe.run(startup)
        >>> data = paddle.static.serialize_persistables([x], [y], exe, program=main)
        >>> paddle.static.deserialize_persistables(main, data, exe)
        >>> paddle.disable_static()
    """
    data = _bytes(feed_vars, fetch_vars, kwargs.get("program"), "serialize_persistables")[1]
    if data is None:
        warnings.warn("serialize_persistables: the program has no parameters", stacklevel=2)
    return data


def deserialize_program(data):
    """A program that `serialize_program` gave.

    Args:
        data (bytes): Of the program.

    Returns:
        InferenceProgram: `deserialize_persistables` gives it its parameters, `Executor.run` runs it.

    Raises:
        ValueError: ``data`` is damaged.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.deserialize_program(b"none")
        ... except ValueError:
        ...     print("damaged")
        damaged
    """
    if not isinstance(data, bytes):
        raise TypeError(
            f"(InvalidType) deserialize_program: `data` must be bytes, not {type(data).__name__}"
        )
    return _WithoutParameters(data)


def deserialize_persistables(program, data, executor=None):
    """Gives a program the parameters that `serialize_persistables` gave.

    Args:
        program (Program|InferenceProgram): Whose parameters.
        data (bytes): Of the parameters.
        executor (Executor, optional): Taken for compatibility.

    Raises:
        ValueError: ``data`` is damaged, or has not the parameters of the program.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = paddle.static.nn.fc(x, 1)
        >>> exe = paddle.static.Executor()
        >>> _ = exe.run(startup)
        >>> read = paddle.static.deserialize_program(
        ...     paddle.static.serialize_program([x], [y], program=main)
        ... )
        >>> data = paddle.static.serialize_persistables([x], [y], exe, program=main)
        >>> paddle.static.deserialize_persistables(read, data, exe)
        >>> exe.run(read, feed={"x": [[0.0, 0.0]]})[0].tolist()
        [[0.0]]
        >>> paddle.disable_static()
    """
    if isinstance(program, _WithoutParameters):
        program._take(data)
        return
    if not isinstance(program, Program):
        raise TypeError(
            f"(InvalidType) deserialize_persistables: `program` must be a Program, not {type(program).__name__}"
        )
    tensors = dict(sorted(program.state_dict().items()))
    with static_mode.paused():
        values = _C.read_parameters(data or b"", tensors)
    program.set_state_dict(dict(zip(tensors, values, strict=True)))


def save_to_file(path, content):
    """Writes bytes into a file.

    Args:
        path (str): Of the file.
        content (bytes): What is written.

    Raises:
        ValueError: ``content`` is not bytes.

    Examples:
        >>> import os, paddle, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "file")
        >>> paddle.static.save_to_file(path, b"abc")
        >>> paddle.static.load_from_file(path)
        b'abc'
    """
    if not isinstance(content, bytes):
        raise ValueError(
            "(InvalidArgument) save_to_file: argument `content` has the wrong type.\n"
            f"  Expected: bytes\n  Received: {type(content).__name__}"
        )
    with open(path, "wb") as file:
        file.write(content)


def load_from_file(path):
    """Reads what `save_to_file` wrote.

    Args:
        path (str): Of the file.

    Returns:
        bytes

    Examples:
        >>> import os, paddle, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "file")
        >>> paddle.static.save_to_file(path, b"abc")
        >>> len(paddle.static.load_from_file(path))
        3
    """
    with open(path, "rb") as file:
        return file.read()


class _WithoutParameters(InferenceProgram):
    """A program from memory whose parameters come later."""

    def __init__(self, data):
        self._data = data
        with static_mode.paused():
            super().__init__(_C.LoadedModel.parse_program(data))

    def _take(self, parameters):
        with static_mode.paused():
            self.loaded = _C.LoadedModel.parse(self._data, parameters or b"")

    def _run_loaded(self, *args):
        if not self.loaded.complete:
            raise ValueError(
                "(PreconditionNotMet) Executor.run: the program has no parameters yet.\n"
                "  Hint: deserialize_persistables gives it those."
            )
        return super()._run_loaded(*args)


def _bytes(feed_vars, fetch_vars, program, function):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program")
        _write(path, feed_vars, fetch_vars, program, function)
        parameters = path + ".pdiparams"
        return load_from_file(path + ".json"), (
            load_from_file(parameters) if os.path.exists(parameters) else None
        )


def _write(path, feed_vars, fetch_vars, program, function):
    program = default_main_program() if program is None else program
    feeds, fetches = _variables(feed_vars), _variables(fetch_vars)
    program = normalize_program(program, feeds, fetches)
    names = [_feed_name(program, v, function) for v in feeds]
    axes = [program._axes[name] for name in names]
    with static_mode.paused():
        try:
            plan = _C.ProgramPlan(
                program._tracer,
                fetches,
                [(v, of, True) for v, of in zip(feeds, axes, strict=True)],
                program._rate_uses,
            )
        except ValueError as e:
            if "a variable of another program" not in str(e):
                raise
            others = [name for name in program._data if name not in names]
            raise ValueError(
                f"(InvalidArgument) {function}: `fetch_vars` need more than `feed_vars`.\n"
                f"  Expected: some of {', '.join(others)}\n  Received: {', '.join(names)}"
            ) from None
        scope = global_scope()
        by_address = {t.data_ptr(): t for t in program._persistent.values()}
        tensors = plan.tensors
        if scope is not root:
            tensors = [
                t if t is None or _C.is_traced(t) else _in_scope(scope, t, by_address)
                for t in tensors
            ]
        parameters = [
            (name, t if scope is root else scope._tensor(t), not t.stop_gradient)
            for name, t in program._persistent.items()
        ]
        shapes = [list(map(int, v.shape)) for v in feeds]
        _C.save_captures(_captures(plan, shapes, axes, tensors), names, parameters, path)


def _in_scope(scope, tensor, by_address):
    owner = by_address.get(tensor.data_ptr())
    return tensor if owner is None else scope._tensor(owner)


def _variables(variables):
    return list(variables) if isinstance(variables, (list, tuple)) else [variables]


def _feed_name(program, variable, function):
    for name, data in program._data.items():
        if data is variable:
            return name
    raise ValueError(
        f"(InvalidArgument) {function}: `feed_vars` must be made by static.data.\n"
        f"  Expected: some of {', '.join(program._data)}\n  Received: another variable"
    )


def _captures(plan, shapes, axes, tensors):
    if not any(axes):
        return [plan.capture_at(shapes, tensors)]
    failure = None
    for rows in SIZES:
        try:
            return [
                plan.capture_at(_sized(shapes, axes, set(plan.shared), row), tensors)
                for row in rows
            ]
        except ValueError as e:  # at these sizes: others may do
            failure = failure or e
    raise failure


def _sized(shapes, axes, shared, row):
    """Shapes with the numbers of a row in the place of sizes that are open."""
    if sum(map(len, axes)) > len(row):  # what is fed is taken to agree about its axes
        shared = {axis for of in axes for axis in of}
    numbers, of_axis, made = iter(row), {}, []
    for shape, open_axes in zip(shapes, axes, strict=True):
        sized = list(shape)
        for axis in open_axes:
            if axis not in shared or axis not in of_axis:
                of_axis[axis] = next(numbers)
            sized[axis] = of_axis[axis]
        made.append(sized)
    return made
