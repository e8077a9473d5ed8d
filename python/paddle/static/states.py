"""Saving and loading what programs have with values."""

import os

import numpy as np

from .. import _C
from ..framework import static_mode
from ..framework.files import load as _load
from ..framework.files import save as _save
from .executor import Executor
from .program import Program


def _check(program, function):
    if not isinstance(program, Program):
        raise TypeError(
            f"(InvalidType) {function}: `program` must be a Program, not {type(program).__name__}"
        )


def is_persistable(var):
    """Whether a variable keeps its values from run to run.

    Args:
        var (Tensor): which.

    Returns:
        bool

    Examples:
        >>> import paddle
        >>> paddle.static.is_persistable(paddle.nn.Linear(1, 1).weight)
        True
    """
    return bool(var.persistable) and not _C.is_traced(var)


def _arrays(program, mode):
    return {name: t.numpy() for name, t in program.state_dict(mode).items()}


def save(program, model_path, protocol=4, **configs):
    """Writes parameters to ``model_path`` + ".pdparams", other states to ".pdopt", text to ".pdmodel".

    Args:
        program (Program): which.
        model_path (str): folder and prefix of the files.
        protocol (int): of pickle, 2 to 4.
        **configs: ``pickle_protocol``, an old name of ``protocol``.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main, paddle.static.Program()):
        ...     y = paddle.static.nn.fc(paddle.static.data("x", [None, 3]), 1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     paddle.static.save(main, os.path.join(folder, "model"))
        ...     sorted(os.listdir(folder))
        ['model.pdmodel', 'model.pdopt', 'model.pdparams']
        >>> paddle.disable_static()
    """
    _check(program, "save")
    if not os.path.basename(model_path):
        raise ValueError(
            f"(InvalidArgument) save: `model_path` must end in a prefix of files, received {model_path!r}"
        )
    protocol = configs.pop("pickle_protocol", protocol)
    with static_mode.paused():
        for mode, suffix in (("param", ".pdparams"), ("opt", ".pdopt")):
            _save(_arrays(program, mode), model_path + suffix, protocol)
    with open(model_path + ".pdmodel", "w", encoding="utf-8") as file:
        file.write(str(program))


def load_program_state(model_path, var_list=None):
    """What ``save`` wrote, as arrays.

    Args:
        model_path (str): folder and prefix of the files.
        var_list (list[Tensor], optional): which; default all.

    Returns:
        dict: name to numpy.ndarray.

    Raises:
        ValueError: there are no such files.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     w = paddle.static.create_parameter([2], "float32", name="kept_w")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "model")
        ...     paddle.static.save(main, path)
        ...     [(k, v.shape) for k, v in paddle.static.load_program_state(path).items()]
        [('kept_w', (2,))]
        >>> paddle.disable_static()
    """
    prefix = model_path
    for suffix in (".pdparams", ".pdopt", ".pdmodel"):
        prefix = prefix.removesuffix(suffix)
    if not os.path.exists(prefix + ".pdparams"):
        raise ValueError(f"(NotFound) load_program_state: there is no file `{prefix}.pdparams`")
    state = {}
    with static_mode.paused():
        for suffix in (".pdparams", ".pdopt"):
            if os.path.exists(prefix + suffix):
                state.update(_load(prefix + suffix, return_numpy=True))
    if var_list is not None:
        names = [v.name for v in var_list]
        missing = [name for name in names if name not in state]
        if missing:
            raise ValueError(f"(NotFound) load_program_state: the files have no `{missing[0]}`")
        state = {name: state[name] for name in names}
    return {name: np.asarray(value) for name, value in state.items()}


def set_program_state(program, state_dict):
    """Gives the tensors of a program the values of ``state_dict``, by name.

    Args:
        program (Program): whose.
        state_dict (dict): name to array.

    Raises:
        ValueError: a shape is another.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main, paddle.static.Program()):
        ...     w = paddle.static.create_parameter([2], "float32", name="only_w")
        >>> paddle.static.set_program_state(main, {"only_w": [1.0, 2.0]})
        >>> w.tolist()
        [1.0, 2.0]
        >>> paddle.disable_static()
    """
    _check(program, "set_program_state")
    program.set_state_dict(state_dict)


def load(program, model_path, executor=None, var_list=None):
    """Gives a program what ``save`` wrote.

    Args:
        program (Program): which.
        model_path (str): folder and prefix of the files.
        executor (Executor, optional): accepted.
        var_list (list[Tensor], optional): which; default all of the program.

    Raises:
        ValueError: there are no such files, or they lack a parameter of the program.

    Examples:
        >>> import os, tempfile
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     w = paddle.static.create_parameter([2], "float32", name="read_w")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "model")
        ...     paddle.static.save(main, path)
        ...     paddle.static.load(main, path)
        >>> paddle.disable_static()
    """
    _check(program, "load")
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(
            f"(InvalidType) load: `executor` must be an Executor, not {type(executor).__name__}"
        )
    state = load_program_state(model_path, var_list)
    wanted = program.state_dict("param") if var_list is None else {}
    missing = [name for name in wanted if name not in state]
    if missing:
        raise ValueError(f"(NotFound) load: the files have no `{missing[0]}`")
    program.set_state_dict(state)


def normalize_program(program, feed_vars, fetch_vars, **kwargs):
    """The part of a program that gives ``fetch_vars`` from ``feed_vars``, as in evaluation.

    Args:
        program (Program): which.
        feed_vars (Tensor|list[Tensor]): what is fed.
        fetch_vars (Tensor|list[Tensor]): what is fetched.
        **kwargs: accepted.

    Returns:
        Program

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [1])
        ...     y = x + 1.0
        >>> small = paddle.static.normalize_program(main, [x], [y])
        >>> paddle.static.Executor().run(small, feed={"x": [1.0]}, fetch_list=[y])[0].tolist()
        [2.0]
        >>> paddle.disable_static()
    """
    _check(program, "normalize_program")
    for variables, what in ((feed_vars, "feed_vars"), (fetch_vars, "fetch_vars")):
        for v in variables if isinstance(variables, (list, tuple)) else [variables]:
            if not isinstance(v, _C.Tensor):
                raise TypeError(
                    f"(InvalidType) normalize_program: `{what}` must hold Tensors, not {type(v).__name__}"
                )
    return program.clone(for_test=True)
