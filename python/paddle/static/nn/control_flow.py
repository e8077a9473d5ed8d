"""Branches and loops: operators of the program where their condition is a variable, plain Python elsewhere."""

from ... import _C
from ...framework import static_mode


def _no_region(function, why):
    return NotImplementedError(f"(Unimplemented) static.nn.{function}: {why}.")


def _is_variable(x):
    return static_mode.current() is not None and isinstance(x, _C.Tensor) and _C.is_traced(x)


def _flatten(value, leaves):
    """The structure of `value`; its tensors and numbers go into `leaves`."""
    if isinstance(value, (list, tuple)):
        parts = [_flatten(v, leaves) for v in value]
        return type(value), parts
    if isinstance(value, dict):
        return dict, [(k, _flatten(v, leaves)) for k, v in value.items()]
    if value is None:
        return None
    leaves.append(value)
    return "leaf"


def _build(structure, leaves):
    if structure is None:
        return None
    if structure == "leaf":
        return next(leaves)
    kind, parts = structure
    if kind is dict:
        return {k: _build(p, leaves) for k, p in parts}
    items = [_build(p, leaves) for p in parts]
    return kind(*items) if hasattr(kind, "_fields") else kind(items)


def _as_tensors(leaves, function):
    tensors = []
    for leaf in leaves:
        if not isinstance(leaf, (_C.Tensor, bool, int, float)):
            raise TypeError(
                f"(InvalidType) static.nn.{function}: a result has the wrong type.\n"
                f"  Expected: Tensors and numbers, in lists, tuples and dicts\n  Received: {type(leaf).__name__}"
            )
        tensors.append(
            leaf if isinstance(leaf, _C.Tensor) else _C.ops["full"]([], leaf, _dtype(leaf))
        )
    return tensors


def _dtype(number):
    if isinstance(number, bool):
        return "bool"
    return "int64" if isinstance(number, int) else _C.get_default_dtype()


def _check_condition(x, function):
    if x.dtype is not _C.bool or [int(n) for n in x.shape] not in ([], [1]):
        raise TypeError(
            f"(InvalidType) static.nn.{function}: the condition must be one bool.\n"
            f"  Received: shape {list(x.shape)}, {x.dtype.name}"
        )


def _region(tracer, like, function, name):
    """What `function(*arguments)` does, as a region; its structure, and the results."""
    arguments = tracer.begin_region(like)
    try:
        leaves = []
        structure = _flatten(function(arguments), leaves)
        results = _as_tensors(leaves, name)
    except BaseException as error:
        tracer.abort_region()
        if isinstance(error, _C.GraphBreak):
            raise _no_region(name, error) from error
        raise
    try:
        return tracer.end_region(results), structure, results
    except _C.GraphBreak as error:
        raise _no_region(name, error) from error


def cond(pred, true_fn=None, false_fn=None, name=None, return_names=None):
    """What ``true_fn()`` gives where ``pred`` is true, else what ``false_fn()`` gives.

    Args:
        pred (Tensor): one bool.
        true_fn (callable, optional): without arguments; None: nothing happens.
        false_fn (callable, optional): the same; what it gives is like what ``true_fn`` gives.
        name (str, optional): a label.
        return_names (list[str], optional): accepted.

    Returns:
        What the functions return: Tensors, in lists, tuples and dicts.

    Raises:
        TypeError: the condition is no bool, or an argument can not be called.
        ValueError: the two results are not alike.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [1])
        ...     y = paddle.static.nn.cond(x.sum() > 0, lambda: x * 2.0, lambda: x - 1.0)
        >>> exe = paddle.static.Executor()
        >>> [exe.run(main, feed={"x": [v]}, fetch_list=[y])[0].item() for v in (3.0, -3.0)]
        [6.0, -4.0]
        >>> paddle.disable_static()
    """
    for fn, what in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if fn is not None and not callable(fn):
            raise TypeError(
                f"(InvalidType) static.nn.cond: `{what}` can not be called: {type(fn).__name__}"
            )
    if not isinstance(pred, (_C.Tensor, bool)):
        raise TypeError(
            f"(InvalidType) static.nn.cond: `pred` must be a Tensor, not {type(pred).__name__}"
        )
    if not _is_variable(pred):
        chosen = true_fn if pred else false_fn
        return None if chosen is None else chosen()
    _check_condition(pred, "cond")
    tracer = static_mode.current()._tracer
    then, structure, results = _region(tracer, [], lambda _: true_fn and true_fn(), "cond")
    otherwise, other, others = _region(tracer, [], lambda _: false_fn and false_fn(), "cond")
    if structure != other:
        raise ValueError(
            "(InvalidArgument) static.nn.cond: the two functions give results of another structure.\n"
            f"  Received: {_names(structure)} and {_names(other)}"
        )
    for a, b in zip(results, others, strict=True):
        if a.dtype is not b.dtype or list(a.shape) != list(b.shape):
            raise ValueError(
                "(InvalidArgument) static.nn.cond: the two functions give results that are not alike.\n"
                f"  Received: {a.dtype.name} {list(a.shape)} and {b.dtype.name} {list(b.shape)}"
            )
    if not results:
        return None
    return _build(structure, iter(tracer.emit_if(pred, then, otherwise)))


def _names(structure):
    if structure is None or structure == "leaf":
        return "None" if structure is None else "a Tensor"
    return f"{structure[0].__name__} of {len(structure[1])}"


def while_loop(cond, body, loop_vars, is_test=False, name=None):
    """``while cond(*vars): vars = body(*vars)``.

    Args:
        cond (callable): of the variables, gives one bool.
        body (callable): of the variables, gives the next ones.
        loop_vars (list|tuple): the first ones: Tensors, in lists, tuples and dicts.
        is_test (bool): accepted.
        name (str, optional): a label.

    Returns:
        list: the last variables.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: ``body`` gives variables that are not like those before.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     n = paddle.static.data("n", [], "int64")
        ...     i = paddle.zeros([], "int64")
        ...     total = paddle.zeros([], "int64")
        ...     _, total = paddle.static.nn.while_loop(
        ...         lambda i, total: i < n, lambda i, total: (i + 1, total + i), [i, total]
        ...     )
        >>> paddle.static.Executor().run(main, feed={"n": 5}, fetch_list=[total])[0].item()
        10
        >>> paddle.disable_static()
    """
    if not callable(cond) or not callable(body):
        raise TypeError("(InvalidType) static.nn.while_loop: `cond` and `body` must be functions")
    if not isinstance(loop_vars, (list, tuple)) or not loop_vars:
        raise TypeError(
            "(InvalidType) static.nn.while_loop: `loop_vars` must be a list or tuple of one and more"
        )
    leaves = []
    structure = _flatten(list(loop_vars), leaves)
    first = cond(*loop_vars)
    if not _is_variable(first):
        return _plain_loop(cond, body, list(loop_vars), first)
    _check_condition(first, "while_loop")
    tracer = static_mode.current()._tracer
    init = _as_tensors(leaves, "while_loop")

    def step(arguments):
        given = _build(structure, iter(arguments))
        after = body(*given)
        after = list(after) if isinstance(after, (list, tuple)) else [after]
        found = []
        if _flatten(after, found) != structure:
            raise ValueError(
                "(InvalidArgument) static.nn.while_loop: `body` gives variables of another structure.\n"
                f"  Expected: {len(given)} variables\n  Received: {len(after)}"
            )
        found = _as_tensors(found, "while_loop")
        for a, b in zip(init, found, strict=True):
            if a.dtype is not b.dtype or list(a.shape) != list(b.shape):
                raise ValueError(
                    "(InvalidArgument) static.nn.while_loop: a variable changes its dtype or shape.\n"
                    f"  Expected: {a.dtype.name} {list(a.shape)}\n  Received: {b.dtype.name} {list(b.shape)}"
                )
        return [cond(*_build(structure, iter(found))), *found]

    region, _, _ = _region(tracer, init, step, "while_loop")
    try:
        return _build(structure, iter(tracer.emit_while(first, init, region)))
    except _C.GraphBreak as error:
        raise _no_region("while_loop", error) from error


def _plain_loop(cond, body, values, go_on):
    while go_on:
        after = body(*values)
        values = list(after) if isinstance(after, (list, tuple)) else [after]
        go_on = cond(*values)
    return values


def case(pred_fn_pairs, default=None, name=None):
    """What the function of the first true condition gives.

    Args:
        pred_fn_pairs (list[tuple]): conditions and functions.
        default (callable, optional): where none is true; by default the last function.
        name (str, optional): a label.

    Returns:
        What the functions return.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0])
        >>> paddle.static.nn.case([(x.sum() < 1, lambda: x), (x.sum() < 5, lambda: -x)]).tolist()
        [-3.0]
    """
    if not isinstance(pred_fn_pairs, (list, tuple)) or not pred_fn_pairs:
        raise TypeError("(InvalidType) static.nn.case: `pred_fn_pairs` must be a list of pairs")
    for pair in pred_fn_pairs:
        if not isinstance(pair, tuple) or len(pair) != 2 or not callable(pair[1]):
            raise TypeError(
                "(InvalidType) static.nn.case: each of `pred_fn_pairs` must be (condition, function)"
            )
    pairs = list(pred_fn_pairs)
    if default is None:
        default = pairs.pop()[1]
    elif not callable(default):
        raise TypeError("(InvalidType) static.nn.case: `default` can not be called")

    def chosen(k):
        if k == len(pairs):
            return default()
        return cond(pairs[k][0], pairs[k][1], lambda: chosen(k + 1))

    return chosen(0)


def switch_case(branch_index, branch_fns, default=None, name=None):
    """What the function of number ``branch_index`` gives.

    Args:
        branch_index (Tensor): one integer.
        branch_fns (dict|list): functions by number, or pairs of both, or a list of functions.
        default (callable, optional): for other numbers; by default the function of the highest.
        name (str, optional): a label.

    Returns:
        What the functions return.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a number stands there twice.

    Examples:
        >>> import paddle
        >>> i = paddle.to_tensor(1)
        >>> paddle.static.nn.switch_case(i, {0: lambda: paddle.zeros([1]), 1: lambda: paddle.ones([1])}).tolist()
        [1.0]
    """
    if isinstance(branch_fns, dict):
        branch_fns = list(branch_fns.items())
    if not isinstance(branch_fns, (list, tuple)) or not branch_fns:
        raise TypeError(
            "(InvalidType) static.nn.switch_case: `branch_fns` must be a list or a dict"
        )
    pairs = [
        item if isinstance(item, tuple) else (number, item)
        for number, item in enumerate(branch_fns)
    ]
    for number, fn in pairs:
        if not isinstance(number, int) or not callable(fn):
            raise TypeError(
                "(InvalidType) static.nn.switch_case: each of `branch_fns` must be (int, function)"
            )
    if len({number for number, _ in pairs}) != len(pairs):
        raise ValueError("(InvalidArgument) static.nn.switch_case: a number stands there twice")
    pairs.sort(key=lambda pair: pair[0])
    if default is None:
        default = pairs.pop()[1]
    if not pairs:
        return default()
    return case([(branch_index == number, fn) for number, fn in pairs], default)
