"""What a converted function shows of itself: its text, its arguments, the program that it is."""

import inspect
import textwrap

from . import concrete


class ProgramViews:
    """The part of a StaticFunction that is for looking at it, under PaddlePaddle's names."""

    @property
    def dygraph_function(self):
        """The plain function."""
        return self._function

    @property
    def class_instance(self):
        """The object whose method it is, or None."""
        return getattr(self._function, "__self__", None)

    @property
    def function_spec(self):
        """What is known of the arguments (``FunctionSpec``): their names, `input_spec`."""
        return self._spec

    @property
    def code(self):
        """The text of the function, which is interpreted as it stands."""
        return textwrap.dedent(inspect.getsource(self._function))

    @property
    def called_with(self):
        """What the arguments of the last captured call were like; None where there was none."""
        return self._called_with

    @property
    def knows_arguments(self):
        """Whether it is known what the arguments are like: from `input_spec`, or a call."""
        return self._input_spec is not None or self._called_with is not None

    def get_concrete_program(self, *args, **kwargs):
        """The program for such arguments.

        Args:
            args (Tensor or InputSpec): Positional arguments, of which tensors become variables.
            kwargs (dict): Arguments by name.

        Returns:
            tuple: of the ConcreteProgram and the function, which runs it.

        Examples:
            >>> import paddle
            >>> f = paddle.jit.to_static(lambda x, y: x + y)
            >>> program, run = f.get_concrete_program(paddle.ones([2]), paddle.ones([2]))
            >>> [v.name for v in program.inputs]
            ['x', 'y']
        """
        for name in ("with_hook", "is_train", "is_prim_infer"):
            kwargs.pop(name, None)
        given = self._spec.positional(args, kwargs)
        if given is None:
            raise ValueError(
                f"(InvalidArgument) {self._report.name}: the arguments do not fit.\n"
                f"  Expected: {', '.join(self._spec.args_name)}\n"
                f"  Received: {len(args)} and {', '.join(kwargs) or 'none by name'}"
            )
        names = self._spec.args_name
        names += [f"x{i}" for i in range(len(names), len(given))]
        return concrete.make(self._function, given, names[: len(given)]), self

    def concrete_program_specify_input_spec(
        self, input_spec=None, with_hook=False, is_prim_infer=False
    ):
        """The program for arguments like ``input_spec``; by default that of `to_static`, then those of the last call.

        Args:
            input_spec (list, optional): What the arguments are like.
            with_hook (bool), is_prim_infer (bool): Taken for compatibility.

        Returns:
            ConcreteProgram
        """
        spec = self._input_spec if self._input_spec is not None else input_spec
        spec = self._called_with if spec is None else spec
        if spec is None or any(x is ... for x in spec):
            raise ValueError(
                f"(PreconditionNotMet) {self._report.name}: it is not known what the arguments are like.\n"
                "  Hint: give input_spec to to_static, or call the function once before."
            )
        return self.get_concrete_program(*spec)[0]

    @property
    def concrete_program(self):
        """The function as a static program, for arguments like `input_spec` or those of the last call."""
        return self.concrete_program_specify_input_spec()

    @property
    def main_program(self):
        """The ``paddle.static.Program`` of ``concrete_program``."""
        return self.concrete_program.main_program

    @property
    def inputs(self):
        """The variables that ``concrete_program`` is fed."""
        return concrete.variables_of(self.concrete_program.inputs)

    @property
    def outputs(self):
        """The variables that ``concrete_program`` gives."""
        return concrete.variables_of(self.concrete_program.outputs)

    @property
    def program_cache(self):
        """Its programs: ``len`` of it tells how many were compiled."""
        return concrete.ProgramCache(self)

    def get_traced_count(self):
        """How many programs were compiled.

        Returns:
            int
        """
        return len(self._cache)

    def program_text(self, index=-1):
        """The program number ``index`` that was compiled, as text."""
        count = len(self._cache)
        return self._cache.text(index + count if index < 0 else index)
