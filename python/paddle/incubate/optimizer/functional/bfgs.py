"""The methods of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright, 2006, 6.1 and 7.5)."""

from collections import deque

import paddle

from ....framework import static_mode
from .line_search import Line, strong_wolfe, value_and_gradient

_STALLED = 1000.0  # in the place of 1 / (y s), where that is 0


class _Search:
    """What both methods share: the position, the checks, when to end."""

    def __init__(self, name, objective_func, initial_position, line_search_fn, dtype, estimate):
        if static_mode.current() is not None:
            raise NotImplementedError(f"(Unimplemented) {name}: in static mode")
        if dtype not in ("float32", "float64"):
            raise ValueError(
                f"The dtype must be 'float32' or 'float64', but the specified is {dtype}."
            )
        if line_search_fn != "strong_wolfe":
            raise NotImplementedError(
                "Currently only support line_search_fn = 'strong_wolfe', "
                f"but the specified is '{line_search_fn}'"
            )
        for value in (initial_position, *([] if estimate is None else [estimate])):
            if not isinstance(value, paddle.Tensor):
                raise ValueError(f"The input: {value} must be tensor.")
        self.function, self.x = objective_func, initial_position.detach().clone()
        self.identity = paddle.eye(self.x.shape[0], dtype=dtype)
        self.estimate = self.identity if estimate is None else _checked(estimate.detach())
        self.value, self.grad = value_and_gradient(objective_func, self.x)
        self.calls, self.is_done = 1, False

    def go(self, direction, step, max_line_search_iters, tolerance_grad, tolerance_change):
        """One iteration along a direction: what was moved, how the gradient turned, 1 / their product."""
        line = Line(self.function, self.x, direction)
        found = strong_wolfe(line, step, max_line_search_iters)
        self.calls += line.calls
        moved, turned = found.step * direction, found.grad - self.grad
        self.x, self.grad, self.value = self.x + moved, found.grad, found.value
        self.is_done = (
            float(self.grad.abs().max()) < tolerance_grad
            or float(direction.abs().max()) < tolerance_change
        )
        product = float((turned * moved).sum())
        self.is_stuck = found.step == 0.0
        return moved, turned, _STALLED if product == 0.0 else 1.0 / product

    def result(self, *more):
        return (
            paddle.to_tensor([self.is_done]),
            paddle.to_tensor([self.calls], dtype="int64"),
            self.x,
            self.value,
            self.grad,
            *more,
        )


def _checked(estimate):
    is_good = bool((estimate == estimate.t()).all())
    if is_good:
        is_good = bool((paddle.linalg.eigvalsh(estimate) > 0).all())
    if not is_good:
        raise ValueError(
            "The initial_inverse_hessian_estimate should be symmetric and positive definite, "
            "but the specified is not."
        )
    return estimate


@paddle.no_grad()
def minimize_bfgs(
    objective_func,
    initial_position,
    max_iters=50,
    tolerance_grad=1e-7,
    tolerance_change=1e-9,
    initial_inverse_hessian_estimate=None,
    line_search_fn="strong_wolfe",
    max_line_search_iters=50,
    initial_step_length=1.0,
    dtype="float32",
    name=None,
):
    """Minimizes a function of a vector, with an approximation of the inverse Hessian.

    Args:
        objective_func (callable): from a vector to a number.
        initial_position (Tensor): where to start.
        max_iters (int): iterations, default 50.
        tolerance_grad (float): ends where no gradient is larger, default 1e-7.
        tolerance_change (float): ends where no direction is larger, default 1e-9.
        initial_inverse_hessian_estimate (Tensor, optional): symmetric and positive definite, by default the identity.
        line_search_fn (str): strong_wolfe.
        max_line_search_iters (int): steps of a line search, default 50.
        initial_step_length (float): its first step, default 1.
        dtype (str): float32 or float64.

    Returns:
        tuple: whether it converged [1], calls of the function [1], the position, value and gradient there, and
        the inverse Hessian.

    Raises:
        ValueError: an argument is wrong.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.optimizer.functional import minimize_bfgs
        >>> found = minimize_bfgs(lambda x: ((x - 1.0) ** 2).sum(), paddle.zeros([2]))
        >>> found[0].item(), found[2].tolist()
        (True, [1.0, 1.0])
    """
    search = _Search(
        "minimize_bfgs", objective_func, initial_position, line_search_fn, dtype,
        initial_inverse_hessian_estimate,
    )  # fmt: skip
    inverse, identity = search.estimate, search.identity
    for _ in range(max_iters):
        direction = -paddle.mv(inverse, search.grad)
        moved, turned, factor = search.go(
            direction, initial_step_length, max_line_search_iters, tolerance_grad, tolerance_change
        )
        update = identity - factor * paddle.outer(moved, turned)
        inverse = update @ inverse @ update.t() + factor * paddle.outer(moved, moved)
        if search.is_done or search.is_stuck:
            break
    return search.result(inverse)


@paddle.no_grad()
def minimize_lbfgs(
    objective_func,
    initial_position,
    history_size=100,
    max_iters=50,
    tolerance_grad=1e-8,
    tolerance_change=1e-8,
    initial_inverse_hessian_estimate=None,
    line_search_fn="strong_wolfe",
    max_line_search_iters=50,
    initial_step_length=1.0,
    dtype="float32",
    name=None,
):
    """Minimizes a function of a vector, going by the last iterations.

    Args:
        objective_func (callable): from a vector to a number.
        initial_position (Tensor): where to start.
        history_size (int): iterations that are remembered, default 100.
        max_iters (int): iterations, default 50.
        tolerance_grad (float): ends where no gradient is larger, default 1e-8.
        tolerance_change (float): ends where no direction is larger, default 1e-8.
        initial_inverse_hessian_estimate (Tensor, optional): symmetric and positive definite, by default the identity.
        line_search_fn (str): strong_wolfe.
        max_line_search_iters (int): steps of a line search, default 50.
        initial_step_length (float): its first step, default 1.
        dtype (str): float32 or float64.

    Returns:
        tuple: whether it converged [1], calls of the function [1], the position, and value and gradient there.

    Raises:
        ValueError: an argument is wrong.

    Examples:
        >>> import paddle
        >>> from paddle.incubate.optimizer.functional import minimize_lbfgs
        >>> found = minimize_lbfgs(lambda x: ((x - 1.0) ** 2).sum(), paddle.zeros([2]))
        >>> found[0].item(), found[2].tolist()
        (True, [1.0, 1.0])
    """
    search = _Search(
        "minimize_lbfgs", objective_func, initial_position, line_search_fn, dtype,
        initial_inverse_hessian_estimate,
    )  # fmt: skip
    history = deque(maxlen=history_size)
    for _ in range(max_iters):
        direction, weights = search.grad, []
        for moved, turned, factor in reversed(history):
            weights.append(factor * float((moved * direction).sum()))
            direction = direction - weights[-1] * turned
        direction = paddle.mv(search.estimate, direction)
        for moved, turned, factor in history:
            weight = weights.pop() - factor * float((turned * direction).sum())
            direction = direction + weight * moved
        history.append(
            search.go(
                -direction,
                initial_step_length,
                max_line_search_iters,
                tolerance_grad,
                tolerance_change,
            )  # fmt: skip
        )
        if search.is_done or search.is_stuck:
            break
    return search.result()
