"""The program of a converted function, to look at: what PaddlePaddle calls its concrete program."""

from .. import _C, static
from ..framework import static_mode
from ..framework.input_spec import InputSpec
from ..framework.random import drawing_ahead
from . import vm
from .session import TensorSession


class ConcreteProgram:
    """A converted function as a static program.

    Args:
        inputs (list): The arguments: variables in the place of tensors.
        outputs: What the function gives back, with variables in the place of tensors.
        parameters (list): Tensors with values that it reads.
        function (callable): The plain function.
        main_program (Program): The program itself.
        startup_program (Program): An empty one: parameters have their values.

    Examples:
        >>> import paddle
        >>> spec = [paddle.static.InputSpec([-1, 2], "float32", "x")]
        >>> f = paddle.jit.to_static(lambda x: x * 2, input_spec=spec)
        >>> [op.type for op in f.concrete_program.main_program.global_block().ops]
        ['constant', 'multiply']
    """

    def __init__(self, inputs, outputs, parameters, function, main_program, startup_program):
        self.inputs, self.outputs, self.parameters = inputs, outputs, parameters
        self.function = function
        self.main_program, self.startup_program = main_program, startup_program

    def __str__(self):
        return str(self.main_program)

    __repr__ = __str__


def variables_of(x):
    """The variables in what a function takes or gives, containers opened."""
    if isinstance(x, _C.Tensor):
        return [x]
    parts = x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else ()
    return [v for part in parts for v in variables_of(part)]


def make(function, args, names):
    """Builds the program of ``function(*args)``; nothing of it is run, and what Python has changed is put back.

    Args:
        function (callable): The plain function.
        args (list): Its arguments: tensors, InputSpecs and others.
        names (list): What they are called.

    Returns:
        ConcreteProgram
    """
    main, startup = static.Program(), static.Program()
    was_on = static_mode.enabled
    if not was_on:
        static_mode.switch(True)
    try:
        with static.program_guard(main, startup), drawing_ahead():
            given = [_variable(x, name) for x, name in zip(args, names, strict=True)]
            if vm.supported():
                session = TensorSession(main._tracer)
                session.is_undone = True
                try:
                    outputs = vm.capture(function, tuple(given), {}, session)
                finally:
                    session.journal.undo(0)
                read = [t for *_, t in session.inputs]
            else:
                outputs, read = function(*given), []
    finally:
        if not was_on:
            static_mode.switch(False)
    owner = getattr(function, "__self__", None)
    of_layer = owner.parameters() if hasattr(owner, "parameters") else []
    parameters = {id(t): t for t in (*of_layer, *read) if t.persistable or not t.stop_gradient}
    for t in parameters.values():
        main._keep(t, not t.stop_gradient)
    return ConcreteProgram(given, outputs, [*parameters.values()], function, main, startup)


def _variable(x, name):
    if isinstance(x, (list, tuple)):
        return type(x)(_variable(part, f"{name}_{i}") for i, part in enumerate(x))
    if isinstance(x, dict):
        return {key: _variable(part, str(key)) for key, part in x.items()}
    if isinstance(x, _C.Tensor):
        x = InputSpec(list(x.shape), x.dtype)
    if not isinstance(x, InputSpec):
        return x
    variable = static.data(x.name or name, list(x.shape), x.dtype)
    variable.stop_gradient = x.stop_gradient
    return variable


class ProgramCache:
    """The programs of a converted function.

    Args:
        function (StaticFunction): Whose.

    Examples:
        >>> import paddle
        >>> f = paddle.jit.to_static(lambda x: x + 1)
        >>> _ = f(paddle.ones([2]))
        >>> len(f.program_cache), len(f.program_cache.concrete_programs())
        (1, 1)
    """

    def __init__(self, function):
        self._function = function

    def __len__(self):
        return len(self._function._cache)

    def concrete_programs(self):
        """The program for arguments as in the last call, or as ``input_spec`` says.

        Returns:
            list[ConcreteProgram]: One, or none where nothing is known of the arguments.
        """
        return [self._function.concrete_program] if self._function.knows_arguments else []

    def last(self):
        """The last of ``concrete_programs``, and what runs it.

        Returns:
            tuple: of a ConcreteProgram and a callable.
        """
        return self._function.concrete_program, self._function

    def clear(self):
        """Forgets all programs and captures: the next call is like the first."""
        self._function.forget()
