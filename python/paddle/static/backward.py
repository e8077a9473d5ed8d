"""Gradients in programs, and what optimizers do with them."""

import paddle

from .. import _C
from ..framework import static_mode


def _program(function):
    program = static_mode.current()
    if program is None:
        raise RuntimeError(
            f"(PreconditionNotMet) {function}: no program is built here.\n"
            "  Hint: call it under paddle.enable_static(), or loss.backward() outside."
        )
    return program


def _list(x):
    return list(x) if isinstance(x, (list, tuple, set)) else [x]


def _by_name(program, variables):
    return [program._find(v) if isinstance(v, str) else v for v in variables or ()]


def append_backward(
    loss,
    parameter_list=None,
    no_grad_set=None,
    callbacks=None,
    checkpoints=None,
    distop_context=None,
):
    """Adds the gradients of a loss to the program.

    Args:
        loss (Tensor): one number.
        parameter_list (list[Tensor|str], optional): with respect to what; default all parameters that are trained.
        no_grad_set (set[Tensor|str], optional): treated as constants.
        callbacks (list, optional): accepted.
        checkpoints (list, optional): accepted: all is kept.
        distop_context: accepted.

    Returns:
        list[tuple[Tensor, Tensor]]: parameter and gradient, of those that the loss depends on.

    Raises:
        ValueError: the loss has more than one element.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> with paddle.static.program_guard(paddle.static.Program()):
        ...     y = paddle.static.nn.fc(paddle.static.data("x", [None, 3]), 1)
        ...     pairs = paddle.static.append_backward(y.mean())
        >>> [grad.shape for _, grad in pairs]
        [paddle.Size([3, 1]), paddle.Size([1])]
        >>> paddle.disable_static()
    """
    program = _program("append_backward")
    if not isinstance(loss, _C.Tensor):
        raise TypeError(
            f"(InvalidType) append_backward: `loss` must be a Tensor, not {type(loss).__name__}"
        )
    if loss.ndim and [int(n) for n in loss.shape] != [1] * loss.ndim:
        raise ValueError(
            "(InvalidArgument) append_backward: `loss` must have one element.\n"
            f"  Received: shape {list(loss.shape)}\n  Hint: loss.mean()."
        )
    params = _by_name(program, parameter_list) or [
        p for p in program.all_parameters() if not p.stop_gradient
    ]
    constants = _by_name(program, no_grad_set)
    params = [p for p in params if not p.stop_gradient and all(p is not c for c in constants)]
    if not params or loss.stop_gradient:
        return []
    program._tracer.begin_training()
    try:
        grads = paddle.grad(
            [loss], params, retain_graph=True, allow_unused=True, no_grad_vars=constants or None
        )
    finally:
        program._tracer.end_training()
    pairs = [(p, g) for p, g in zip(params, grads, strict=True) if g is not None]
    for param, grad in pairs:
        program._named[param.name + "@GRAD"] = grad
        grad.name = param.name + "@GRAD"
    return pairs


def gradients(targets, inputs, target_gradients=None, no_grad_set=None):
    """The gradients of targets with respect to inputs, as variables of the program.

    Args:
        targets (Tensor|list[Tensor]): what is differentiated.
        inputs (Tensor|list[Tensor]): with respect to what.
        target_gradients (Tensor|list[Tensor], optional): of the targets; default ones.
        no_grad_set (set[Tensor|str], optional): treated as constants.

    Returns:
        list[Tensor]: one for each input, None where the targets do not depend on it.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     x = paddle.static.data("x", [2])
        ...     x.stop_gradient = False
        ...     g = paddle.static.gradients(x * x, x)
        >>> paddle.static.Executor().run(main, feed={"x": [1.0, 2.0]}, fetch_list=g)[0].tolist()
        [2.0, 4.0]
        >>> paddle.disable_static()
    """
    program = _program("gradients")
    targets, inputs = _list(targets), _list(inputs)
    constants = _by_name(program, no_grad_set)
    wanted = [x for x in inputs if not x.stop_gradient]
    if not wanted or all(t.stop_gradient for t in targets):
        return [None] * len(inputs)
    found = paddle.grad(
        targets, wanted, None if target_gradients is None else _list(target_gradients),
        retain_graph=True, create_graph=True, allow_unused=True, no_grad_vars=constants or None,
    )  # fmt: skip
    by_id = {id(x): g for x, g in zip(wanted, found, strict=True)}
    return [by_id.get(id(x)) for x in inputs]


def apply_gradients(optimizer, pairs):
    """Adds an optimizer's step to the program. The learning rate is read at each run.

    The step is noted at three learning rates: numbers that differ follow from the rate (jit/rate_uses.h).

    Args:
        optimizer (Optimizer): whose step.
        pairs (list[tuple[Tensor, Tensor]]): parameter and gradient.
    """
    program = _program("apply_gradients")
    pairs = [(p, g) for p, g in pairs if g is not None]
    if not optimizer._all_parameters():
        optimizer._parameter_list = [p for p, _ in pairs]
        optimizer._set_groups()
    first = 0.0123456789 + 1.7e-6 * len(program._rates)
    rates = [first, 0.0345678912, 0.0234567891]
    forks = [program._tracer.fork() for _ in rates[1:]]
    begin = program._tracer.num_calls
    for fork, rate in zip(forks, rates[1:], strict=True):
        trial = program._copy(fork)
        trial._persistent = program._persistent  # states are made once
        with static_mode.recording(trial):
            _step(optimizer, pairs, rate)
    program._tracer.begin_training()
    try:
        _step(optimizer, pairs, first)
    finally:
        program._tracer.end_training()
    uses = _C.rate_uses(program._tracer, *forks, begin, rates)
    number = len(program._rates)
    program._rates.append(optimizer)
    program._rate_uses += [(number, *use) for use in uses]


def _step(optimizer, pairs, rate):
    given, tracer = optimizer._learning_rate, static_mode.current()._tracer
    optimizer._learning_rate = rate
    tracer.refuse_values = True
    try:
        with paddle.no_grad():
            optimizer._apply(pairs)
    finally:
        optimizer._learning_rate = given
        tracer.refuse_values = False
