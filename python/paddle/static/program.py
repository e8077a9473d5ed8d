"""Programs: what operators are noted in, and what an Executor runs."""

import contextlib
import re
import threading
import weakref

from .. import _C
from ..framework import static_mode, unique_name
from .block import Block

_all = weakref.WeakSet()


class Program:
    """A list of calls of operators, built by running Python code under ``program_guard``.

    Its variables are tensors without values; parameters, and what optimizers and BatchNorm keep, are tensors with
    values that its runs change.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [None, 2])
        ...     y = x * 2.0 + 1.0
        >>> [op.type for op in main.global_block().ops]
        ['constant', 'multiply', 'constant', 'add']
        >>> paddle.static.Executor().run(main, feed={"x": [[1.0, 2.0]]}, fetch_list=[y])[0].tolist()
        [[3.0, 5.0]]
        >>> paddle.disable_static()
    """

    def __init__(self, _tracer=None):
        self._tracer = _tracer or _C.ProgramTracer()
        self._data = {}  # name -> what is fed
        self._axes = {}  # name -> its axes of unknown size
        self._persistent = {}  # name -> tensor with values
        self._parameters = {}
        self._named = {}  # name -> variable that was asked for its name
        self._rates = []  # optimizers
        self._rate_uses = []
        self._plans = {}
        self._lock = threading.RLock()
        self.random_seed = 0
        self._generator = None
        self._is_test = False
        _all.add(self)

    def _generator_of_seed(self):
        """The stream of random numbers of a program that has a seed; None: that of the process."""
        if not self.random_seed:
            return None
        with self._lock:
            if self._generator is None or self._generator[0] != self.random_seed:
                self._generator = self.random_seed, _C.Generator(self.random_seed)
            return self._generator[1]

    # ---- building ----

    def _keep(self, tensor, is_parameter):
        from .scope import root

        self._persistent[tensor.name] = tensor
        root._note(tensor)
        if is_parameter:
            self._parameters[tensor.name] = tensor

    def _copy(self, tracer):
        made = Program(tracer)
        for name in ("_data", "_axes", "_persistent", "_parameters", "_named"):
            setattr(made, name, getattr(self, name).copy())
        made._rates, made._rate_uses = list(self._rates), list(self._rate_uses)
        made.random_seed = self.random_seed
        return made

    def clone(self, for_test=False):
        """The program once more, to go on with on its own; variables are those of both.

        Args:
            for_test (bool): without backward passes and optimizers, and with dropout and BatchNorm as in
                evaluation.

        Returns:
            Program

        Examples:
            >>> import paddle
            >>> paddle.enable_static()
            >>> main = paddle.static.Program()
            >>> with paddle.static.program_guard(main):
            ...     x = paddle.static.data("x", [2])
            ...     y = paddle.nn.functional.dropout(x, 0.9)
            >>> test = main.clone(for_test=True)
            >>> paddle.static.Executor().run(test, feed={"x": [1.0, 2.0]}, fetch_list=[y])[0].tolist()
            [1.0, 2.0]
            >>> paddle.disable_static()
        """
        made = self._copy(self._tracer.fork_for_test() if for_test else self._tracer.fork())
        made._is_test = for_test
        return made

    # ---- looking ----

    def global_block(self):
        """The only block: branches and loops are operators of it.

        Returns:
            Block
        """
        return Block(self)

    current_block = global_block

    def block(self, index):
        """The block number ``index``."""
        if index != 0:
            raise IndexError("(OutOfRange) Program.block: a program has one block.")
        return self.global_block()

    @property
    def blocks(self):
        """All blocks: one."""
        return [self.global_block()]

    @property
    def num_blocks(self):
        """1."""
        return 1

    def list_vars(self):
        """All variables that have names: what is fed, parameters, states, others whose name was asked for.

        Yields:
            Tensor

        Examples:
            >>> import paddle
            >>> paddle.enable_static()
            >>> main = paddle.static.Program()
            >>> with paddle.static.program_guard(main):
            ...     x = paddle.static.data("x", [2])
            >>> [v.name for v in main.list_vars()]
            ['x']
            >>> paddle.disable_static()
        """
        yield from self._variables().values()

    def _variables(self):
        return {**self._named, **self._persistent, **self._data}

    def all_parameters(self):
        """The parameters.

        Returns:
            list[Parameter]

        Examples:
            >>> import paddle
            >>> paddle.enable_static()
            >>> main = paddle.static.Program()
            >>> with paddle.static.program_guard(main):
            ...     y = paddle.static.nn.fc(paddle.static.data("x", [None, 3]), 2)
            >>> [list(p.shape) for p in main.all_parameters()]
            [[3, 2], [2]]
            >>> paddle.disable_static()
        """
        return list(self._parameters.values())

    def _find(self, name):
        found = self._variables().get(name)
        if found is None:
            raise _C.NotFoundError(
                f"(NotFound) static: the program has no variable `{name}`.\n"
                f"  Hint: it has {', '.join(sorted(self._variables())) or 'none with a name'}."
            )
        return found

    def state_dict(self, mode="all", scope=None):
        """The tensors with values.

        Args:
            mode (str): "all"; "param": parameters; "opt": the others.
            scope (Scope, optional): whose values; default the current one.

        Returns:
            dict: name to Tensor.
        """
        from .scope import global_scope

        if mode not in ("all", "param", "opt"):
            raise ValueError(
                f'(InvalidArgument) state_dict: expected "all", "param" or "opt", received {mode!r}'
            )
        scope = scope or global_scope()
        chosen = {
            name: tensor
            for name, tensor in self._persistent.items()
            if mode == "all"
            or (mode == "param") == (name in self._parameters or _is_buffer(tensor))
        }
        return {name: scope._tensor(tensor) for name, tensor in chosen.items()}

    def set_state_dict(self, state_dict, scope=None):
        """Gives tensors with values those of ``state_dict``, by name.

        Args:
            state_dict (dict): name to Tensor or array.
            scope (Scope, optional): whose values; default the current one.
        """
        mine = self.state_dict(scope=scope)
        with static_mode.paused(), _C_no_grad():
            for name, value in state_dict.items():
                if name in mine:
                    _assign(mine[name], value, name)

    def to_string(self, throw_on_error=False, with_details=False):
        """The text of ``print(program)``."""
        return str(self)

    def __str__(self):
        named = [v for v in self._variables().values() if self._tracer.knows(v)]
        values = {}
        for variable in named:
            number = self._tracer.value_of(variable)
            if number >= 0:
                values.setdefault(number, variable.name)
        text = re.sub(r"(?<![\d.])\d{3,}(?![\d.])", self._size_text, self._tracer.text([]))
        lines = [
            f"// {name}: {variable.dtype.name} {_shape_text(variable)}"
            for name, variable in self._variables().items()
        ]
        return "\n".join([*lines, text])

    __repr__ = __str__

    def _size_text(self, match):
        return "?" if self._tracer.has_open_size(int(match[0])) else match[0]


def _shape_text(variable):
    axes = _C.open_axes(variable)
    return str([-1 if axes >> axis & 1 else int(n) for axis, n in enumerate(variable.shape)])


def _is_buffer(tensor):
    return tensor.persistable and hasattr(tensor, "optimize_attr")


def _C_no_grad():
    from ..autograd.mode import no_grad

    return no_grad()


def _assign(tensor, value, name):
    value = value if isinstance(value, _C.Tensor) else _C.to_tensor(value)
    if list(value.shape) != list(tensor.shape):
        raise ValueError(
            f"(InvalidArgument) static: the state does not fit `{name}`.\n"
            f"  Expected: shape {list(tensor.shape)}\n  Received: shape {list(value.shape)}"
        )
    tensor.set_value(value.astype(tensor.dtype))


def note_name(variable, name):
    """A variable got a name: programs that know it find it under that."""
    for program in list(_all):
        if program._tracer.knows(variable):
            program._named[name] = variable


_defaults = threading.local()
_main, _startup = None, None


def default_main_program():
    """The program that operators are noted in where no ``program_guard`` says another.

    Returns:
        Program

    Examples:
        >>> import paddle
        >>> type(paddle.static.default_main_program()).__name__
        'Program'
    """
    global _main
    given = getattr(_defaults, "pair", None)
    if given:
        return given[0]
    if _main is None:
        _main = Program()
    return _main


def default_startup_program():
    """The program that gives parameters their first values.

    Returns:
        Program

    Examples:
        >>> import paddle
        >>> type(paddle.static.default_startup_program()).__name__
        'Program'
    """
    global _startup
    given = getattr(_defaults, "pair", None)
    if given:
        return given[1]
    if _startup is None:
        _startup = Program()
    return _startup


@contextlib.contextmanager
def program_guard(main_program, startup_program=None):
    """Inside, operators of this thread are noted in ``main_program``.

    Args:
        main_program (Program): takes the operators.
        startup_program (Program, optional): takes what initialises parameters; default the one before.

    Raises:
        TypeError: an argument is no Program.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     y = paddle.static.data("x", [3]).sum()
        >>> len(main.global_block().ops)
        1
        >>> paddle.disable_static()
    """
    for program, what in ((main_program, "main_program"), (startup_program, "startup_program")):
        if not isinstance(program, Program) and not (program is None and what == "startup_program"):
            raise TypeError(
                f"(InvalidType) program_guard: argument `{what}` has the wrong type.\n"
                f"  Expected: Program\n  Received: {type(program).__name__}"
            )
    before = getattr(_defaults, "pair", None)
    _defaults.pair = (main_program, startup_program or default_startup_program())
    try:
        if static_mode.enabled:
            with static_mode.recording(main_program):
                yield
        else:
            yield
    finally:
        _defaults.pair = before


@contextlib.contextmanager
def name_scope(prefix=None):
    """A label for the operators inside; names of variables stay as they are.

    Args:
        prefix (str, optional): the label.

    Examples:
        >>> import paddle
        >>> with paddle.static.name_scope("encoder"):
        ...     x = paddle.ones([1])
    """
    if prefix is not None and not isinstance(prefix, str):
        raise TypeError(
            f"(InvalidType) name_scope: `prefix` must be a str, not {type(prefix).__name__}"
        )
    yield


@contextlib.contextmanager
def device_guard(device=None):
    """Where the operators inside run: on the CPU, which is all that programs run on.

    Args:
        device (str, optional): "cpu", "gpu" or "gpu:0"; "all" and None leave it open.

    Raises:
        ValueError: the device is not known.

    Examples:
        >>> import paddle
        >>> with paddle.static.device_guard("cpu"):
        ...     x = paddle.ones([1])
    """
    if device is not None and str(device).split(":")[0] not in ("cpu", "gpu", "npu", "xpu", "all"):
        raise ValueError(
            f'(InvalidArgument) device_guard: expected "cpu", "gpu" or "all", received {device!r}'
        )
    yield


def generate_name(key):
    """The next name of ``key``."""
    return unique_name.generate(key)
