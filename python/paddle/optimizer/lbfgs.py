"""L-BFGS: steps by an approximation of the inverse Hessian."""

import paddle

from ..regularizer import L1Decay, L2Decay
from .line_search import Point, strong_wolfe
from .optimizer import Optimizer, _clipped

_LEAST_CURVATURE = 1e-10


def _dot(a, b):
    return float((a * b).sum())


class LBFGS(Optimizer):
    """The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal and Wright, 2006, 7.5).

    ``step`` takes a function that computes the loss and its gradients; it is
    called several times.

    Args:
        learning_rate (float): of each iteration, or the first of a line search; default 1.
        max_iter (int): iterations of a step, default 20.
        max_eval (int, optional): calls of the function in a step, default 1.25 max_iter.
        tolerance_grad (float): ends where no gradient is larger, default 1e-7.
        tolerance_change (float): ends where less changes, default 1e-9.
        history_size (int): iterations that are remembered, default 100.
        line_search_fn (str, optional): strong_wolfe, or None for steps of one length.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to the loss.
        grad_clip (optional): a gradient clip.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([3.0, -4.0], stop_gradient=False)
        >>> lbfgs = paddle.optimizer.LBFGS(line_search_fn="strong_wolfe", parameters=[x])
        >>> def closure():
        ...     lbfgs.clear_grad()
        ...     loss = ((x - 1.0) ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> loss = lbfgs.step(closure)
        >>> x.tolist()
        [1.0, 1.0]
    """

    def __init__(
        self,
        learning_rate=1.0,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        if line_search_fn not in (None, "strong_wolfe"):
            raise ValueError(
                f"(InvalidArgument) LBFGS: only 'strong_wolfe' is supported, received {line_search_fn!r}"
            )
        for key, value in (("max_iter", max_iter), ("history_size", history_size)):
            if value < 1:
                raise ValueError(
                    f"(InvalidArgument) LBFGS: {key} must be positive, received {value}"
                )
        super().__init__(1.0, parameters, weight_decay, grad_clip, name)
        self.learning_rate, self.line_search_fn = learning_rate, line_search_fn
        self.max_iter, self.history_size = max_iter, history_size
        self.max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.state = {}

    def state_dict(self):
        """What it remembers of former iterations.

        Returns:
            dict: ``state`` to a dict.
        """
        return {"state": dict(self.state)}

    def set_state_dict(self, state_dict):
        """Goes on from what ``state_dict`` gave."""
        self.state = dict(state_dict["state"])

    load_state_dict = set_state_dict
    set_dict = set_state_dict

    def _values(self, closure):
        """The loss and its gradients, of all parameters in a row."""
        with paddle.enable_grad():
            result = closure()
        loss, grads = float(result), []
        for group in self._groups:
            params = [p for p in group["params"] if not p.stop_gradient]
            found = [paddle.zeros_like(p) if p.grad is None else p.grad for p in params]
            for i, p in enumerate(params):
                regularizer = getattr(p, "regularizer", None) or self.regularization
                if regularizer is not None:
                    loss += _penalty(regularizer, p)
                    found[i] = found[i] + regularizer(p, found[i], None)
            if group["grad_clip"] is not None:
                found = _clipped(group["grad_clip"], params, found)
            grads += [grad.reshape([-1]) for grad in found]
        return result, loss, paddle.concat(grads)

    def _trained(self):
        return [p for p in self._all_parameters() if not p.stop_gradient]

    def _move(self, origin, step, direction):
        """Sets the parameters to a point of the line through ``origin``."""
        at = 0
        for param, value in zip(self._trained(), origin, strict=True):
            size = value.size
            param.set_value(value + step * direction[at : at + size].reshape(value.shape))
            at += size

    @paddle.no_grad()
    def step(self, closure):
        """Iterates until a tolerance or a limit is reached.

        Args:
            closure (callable): clears the gradients, computes the loss, calls ``backward`` and gives the loss.

        Returns:
            Tensor: the loss before the step.
        """
        state = self.state
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        result, loss, grad = self._values(closure)
        state["func_evals"] += 1
        calls, n_iter = 1, 0
        while float(grad.abs().max()) > self.tolerance_grad and n_iter < self.max_iter:
            n_iter += 1
            state["n_iter"] += 1
            direction = self._direction(grad)
            step, before = self._first_step(grad), loss
            slope = _dot(grad, direction)
            state["d"], state["alpha"] = direction, step
            state["prev_flat_grad"], state["prev_loss"] = grad, loss
            if slope > -self.tolerance_change:
                break
            origin = [p.clone() for p in self._trained()]
            if self.line_search_fn is None:
                self._move(origin, step, direction)
                if n_iter == self.max_iter:
                    break
                _, loss, grad = self._values(closure)
                tried = 1
            else:
                loss, grad, step, tried = self._search(
                    closure, origin, direction, Point(0.0, loss, grad, slope), step
                )
            state["alpha"] = step
            calls += tried
            state["func_evals"] += tried
            if float((direction * step).abs().max()) <= self.tolerance_change:
                break
            if abs(loss - before) < self.tolerance_change or calls >= self.max_eval:
                break
        return result

    def _first_step(self, grad):
        if self.state["n_iter"] == 1:
            return min(1.0, 1.0 / float(grad.abs().sum())) * self.learning_rate
        return self.learning_rate

    def _direction(self, grad):
        """The approximate inverse Hessian times the negative gradient (algorithm 7.4)."""
        state = self.state
        if state["n_iter"] == 1 or "d" not in state:
            state.update(old_yk=[], old_sk=[], ro=[], H_diag=1.0)
            return -grad
        turn, moved = grad - state["prev_flat_grad"], state["d"] * state["alpha"]
        curvature = _dot(turn, moved)
        turns, moves, factors = state["old_yk"], state["old_sk"], state["ro"]
        if curvature > _LEAST_CURVATURE:
            if len(turns) == self.history_size:
                for kept in (turns, moves, factors):
                    kept.pop(0)
            turns.append(turn)
            moves.append(moved)
            factors.append(1.0 / curvature)
            state["H_diag"] = curvature / _dot(turn, turn)
        direction, weights = -grad, []
        for y, s, factor in zip(reversed(turns), reversed(moves), reversed(factors), strict=True):
            weights.append(_dot(s, direction) * factor)
            direction = direction - y * weights[-1]
        direction = direction * state["H_diag"]
        for y, s, factor, weight in zip(turns, moves, factors, reversed(weights), strict=True):
            direction = direction + s * (weight - _dot(y, direction) * factor)
        return direction

    def _search(self, closure, origin, direction, start, step):
        def evaluate(step):
            self._move(origin, step, direction)
            _, loss, grad = self._values(closure)
            return Point(step, loss, grad, _dot(grad, direction))

        size = float(direction.abs().max())
        found, tried = strong_wolfe(
            evaluate, start, step, size, tolerance_change=self.tolerance_change
        )
        self._move(origin, found.step, direction)
        return found.loss, found.grad, found.step, tried

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        """Not this way: ``step`` takes a function.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(
            "LBFGS optimizer does not use this way to minimize loss. Please refer 'Examples' of LBFGS() for usage."
        )


def _penalty(regularizer, param):
    """The term of the loss whose gradient the regularizer adds."""
    if isinstance(regularizer, L2Decay):
        return 0.5 * regularizer._coeff * float((param * param).sum())
    if isinstance(regularizer, L1Decay):
        return regularizer._coeff * float(param.abs().sum())
    return 0.0
