"""What a program holds, to look at: its operators and variables."""


class Operator:
    """One call in a program.

    Args:
        kind (str): the operator, "constant", "if" or "while".
        operands (list[int]): numbers of values.
        results (list[int]): numbers of values.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     y = paddle.static.data("x", [3]).exp()
        >>> main.global_block().ops
        [exp(%0) -> %1]
        >>> paddle.disable_static()
    """

    def __init__(self, kind, operands, results):
        self.type, self._operands, self._results = kind, operands, results

    def name(self):
        """The name in the program's text, as "pd_op.exp"."""
        return f"pd_op.{self.type}"

    def num_operands(self):
        """How many values it reads."""
        return len(self._operands)

    def num_results(self):
        """How many values it gives."""
        return len(self._results)

    def __repr__(self):
        return f"{self.type}({_list(self._operands)}) -> {_list(self._results)}"


def _list(numbers):
    return ", ".join(f"%{n}" for n in numbers)


class Block:
    """The operators and variables of a program.

    Args:
        program (Program): whose.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [3])
        >>> main.global_block().var("x").name
        'x'
        >>> paddle.disable_static()
    """

    idx = 0
    parent_idx = -1

    def __init__(self, program):
        self.program = program

    @property
    def ops(self):
        """The operators in order."""
        return [Operator(*call) for call in self.program._tracer.calls]

    @property
    def vars(self):
        """Variables by name."""
        return self.program._variables()

    def var(self, name):
        """The variable of that name.

        Args:
            name (str): its name.

        Raises:
            ValueError: there is none.
        """
        found = self.vars.get(name)
        if found is None:
            raise ValueError(f"(NotFound) Block.var: there is no variable `{name}`")
        return found

    def has_var(self, name):
        """Whether there is a variable of that name."""
        return name in self.vars

    def all_parameters(self):
        """The parameters."""
        return self.program.all_parameters()

    def create_var(self, **kwargs):
        """Not part of this version."""
        raise NotImplementedError(
            "(Unimplemented) Block.create_var: operators make their results.\n"
            "  Hint: paddle.static.data, create_global_var or create_parameter."
        )

    def append_op(self, **kwargs):
        """Not part of this version."""
        raise NotImplementedError(
            "(Unimplemented) Block.append_op: call the operator's function under program_guard."
        )

    def __str__(self):
        return str(self.program)
