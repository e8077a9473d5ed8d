"""Executor: runs programs."""

import numpy as np

from .. import _C
from ..framework import static_mode
from .program import Program, default_main_program
from .scope import global_scope, root
from .strategies import CompiledProgram

_MAX_PLANS = 64


class Executor:
    """Runs programs: feeds them, and fetches what they compute.

    Args:
        place (Place, optional): where; the CPU.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     x = paddle.static.data("x", [None, 2])
        ...     loss = paddle.static.nn.fc(x, 1).square().mean()
        ...     _ = paddle.optimizer.SGD(0.1).minimize(loss)
        >>> exe = paddle.static.Executor(paddle.CPUPlace())
        >>> exe.run(startup)
        []
        >>> (first,) = exe.run(main, feed={"x": [[1.0, 2.0]]}, fetch_list=[loss])
        >>> (second,) = exe.run(main, feed={"x": [[1.0, 2.0]]}, fetch_list=[loss])
        >>> bool(second < first)
        True
        >>> paddle.disable_static()
    """

    def __init__(self, place=None):
        self.place = place

    def run(
        self,
        program=None,
        feed=None,
        fetch_list=None,
        feed_var_name="feed",
        fetch_var_name="fetch",
        scope=None,
        return_numpy=True,
        use_program_cache=False,
        use_prune=False,
    ):
        """Runs a program once.

        Args:
            program (Program|CompiledProgram, optional): default ``default_main_program()``.
            feed (dict, optional): name to array or Tensor, for each ``static.data`` that is used.
            fetch_list (list, optional): variables, or their names.
            feed_var_name (str): accepted.
            fetch_var_name (str): accepted.
            scope (Scope, optional): whose parameters; default the current one.
            return_numpy (bool): False: tensors in place of arrays.
            use_program_cache (bool): accepted: programs are compiled once anyway.
            use_prune (bool): accepted.

        Returns:
            list: one value for each fetched variable.

        Raises:
            ValueError: what is fed does not fit.
            KeyError: something that is fetched is no part of the program.
        """
        program = default_main_program() if program is None else program
        if isinstance(program, CompiledProgram):
            program = program._program
        if hasattr(program, "_run_loaded"):  # one that was read from a file
            return program._run_loaded(feed, fetch_list, scope, return_numpy)
        if not isinstance(program, Program):
            raise TypeError(
                "(InvalidType) Executor.run: `program` has the wrong type.\n"
                f"  Expected: Program\n  Received: {type(program).__name__}"
            )
        if feed is not None and not isinstance(feed, dict):
            raise TypeError(
                "(InvalidType) Executor.run: `feed` has the wrong type.\n"
                f"  Expected: a dict of names and arrays\n  Received: {type(feed).__name__}"
            )
        results = self._run(program, feed or {}, _list(fetch_list), scope or global_scope())
        return [t.numpy() for t in results] if return_numpy else results

    def _run(self, program, feed, fetched, scope):
        plan = _plan(program, fetched, feed)
        fed = [_fed(program, name, feed, plan) for name in plan.names]
        for name in feed:
            if name not in program._data:
                raise ValueError(
                    f"(InvalidArgument) Executor.run: the program has no input `{name}`.\n"
                    f"  Expected: {', '.join(program._data) or 'none'}"
                )
        tensors = plan.tensors_of(scope)
        rates = [float(optimizer.get_lr()) for optimizer in program._rates]
        return plan.compiled.run(fed, tensors, rates, program._generator_of_seed())

    def close(self):
        """Nothing is left to be given up."""

    def train_from_dataset(self, *args, **kwargs):
        """Not part of this version."""
        raise NotImplementedError(
            "(Unimplemented) Executor.train_from_dataset: feed batches with run()."
        )

    infer_from_dataset = train_from_dataset


class _Plan:
    """A compiled program with its fetches."""

    def __init__(self, program, fetched, fed):
        self.names = list(program._data)
        feeds = [(program._data[name], program._axes[name], name in fed) for name in self.names]
        self.fetched = fetched
        self.compiled = _C.ProgramPlan(program._tracer, fetched, feeds, program._rate_uses)
        self.used = self.compiled.used
        by_address = {t.data_ptr(): t for t in program._persistent.values()}
        self._tensors = self.compiled.tensors
        # Of each, what the scope has another one for.
        self._owners = [
            None if t is None else _owner(t, by_address.get(t.data_ptr())) for t in self._tensors
        ]

    def tensors_of(self, scope):
        if scope is root:
            return self._tensors
        return [
            t if owner is None else scope._tensor(owner) if read else scope._fill(owner)
            for t, owner, read in zip(self._tensors, self._owners, self.compiled.read, strict=True)
        ]


def _owner(tensor, owner):
    if owner is not None and list(owner.shape) == list(tensor.shape):
        return owner
    return None


def _plan(program, fetched, feed):
    with program._lock:
        fetched = [_variable(program, item) for item in fetched]
        key = (program._tracer.num_calls, len(program._data), frozenset(feed), *map(id, fetched))
        plan = program._plans.get(key)
        if plan is None:
            with static_mode.paused():
                plan = _Plan(program, fetched, feed)
            if len(program._plans) >= _MAX_PLANS:
                program._plans.pop(next(iter(program._plans)))
            # Fetching may have added views.
            key = (program._tracer.num_calls, *key[1:])
            program._plans[key] = plan
        return plan


def _variable(program, item):
    if isinstance(item, str):
        return program._find(item)
    if isinstance(item, _C.Tensor):
        return item
    raise TypeError(
        "(InvalidType) Executor.run: an item of `fetch_list` has the wrong type.\n"
        f"  Expected: Tensor or str\n  Received: {type(item).__name__}"
    )


def _list(fetch_list):
    if fetch_list is None:
        return []
    items = fetch_list if isinstance(fetch_list, (list, tuple)) else [fetch_list]
    flat = []
    for item in items:
        flat += _list(item) if isinstance(item, (list, tuple)) else [item]
    return flat


def _fed(program, name, feed, plan):
    variable, axes = program._data[name], program._axes[name]
    if name not in feed:
        if plan.used[plan.names.index(name)]:
            raise ValueError(
                f"(InvalidArgument) Executor.run: `{name}` is not fed.\n"
                f"  Expected: feed with {', '.join(program._data)}\n"
                f"  Received: feed with {', '.join(feed) or 'nothing'}"
            )
        return variable
    value = _as_tensor(feed[name], variable, name)
    wanted = [-1 if axis in axes else int(n) for axis, n in enumerate(variable.shape)]
    given = list(value.shape)
    if len(wanted) != len(given) or any(
        w not in (-1, g) for w, g in zip(wanted, given, strict=True)
    ):
        raise ValueError(
            f"(InvalidArgument) Executor.run: what is fed for `{name}` has the wrong shape.\n"
            f"  Expected: {wanted}\n  Received: {given}"
        )
    if value.dtype is not variable.dtype:
        raise ValueError(
            f"(InvalidArgument) Executor.run: what is fed for `{name}` has the wrong dtype.\n"
            f"  Expected: {variable.dtype.name}\n  Received: {value.dtype.name}"
        )
    return value


def _as_tensor(value, variable, name):
    if isinstance(value, _C.Tensor):
        if _C.is_traced(value):
            raise ValueError(
                f"(InvalidArgument) Executor.run: a variable without values is fed for `{name}`."
            )
        with static_mode.paused():
            return value.contiguous()
    from .scope import ScopeTensor

    if isinstance(value, ScopeTensor):
        return value._tensor
    if isinstance(value, np.ndarray):
        return _C.to_tensor(np.ascontiguousarray(value).reshape(value.shape))
    return _C.to_tensor(value, variable.dtype)
