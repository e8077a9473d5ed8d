"""Optimizers over optimizers: slow weights, averages of weights."""

import contextlib

import paddle

from ..framework.refusal import refuse
from ..framework.state import in_dynamic_mode


class LookAhead:
    """Every ``k`` steps of an optimizer the weights go a part of the way back to where they were (Zhang et al., 2019).

    Args:
        inner_optimizer (Optimizer): makes the steps.
        alpha (float): the part of the way that stays, in [0, 1].
        k (int): how many steps.

    Raises:
        ValueError: ``alpha`` or ``k`` is out of range.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 1)
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> optimizer = paddle.incubate.LookAhead(sgd, alpha=0.5, k=2)
        >>> layer(paddle.ones([1, 2])).sum().backward()
        >>> optimizer.step()
        >>> optimizer.clear_grad()
    """

    def __init__(self, inner_optimizer, alpha=0.5, k=5, name=None):
        if inner_optimizer is None or not 0.0 <= alpha <= 1.0:
            refuse("LookAhead", "alpha", "[0, 1], and an optimizer", alpha)
        if not isinstance(k, int) or k < 1:
            refuse("LookAhead", "k", "1 or more", k)
        self.inner_optimizer, self.alpha, self.k = inner_optimizer, alpha, k
        self._steps, self._slow = 0, {}

    def __getattr__(self, name):
        if name == "inner_optimizer":  # before __init__
            raise AttributeError(name)
        return getattr(self.inner_optimizer, name)

    @paddle.no_grad()
    def step(self):
        """One step of the optimizer, and every ``k`` of them the way back."""
        stepped = [
            p for p in self.inner_optimizer._parameter_list if p.trainable and p.grad is not None
        ]
        self.inner_optimizer.step()
        self._steps += 1
        back = self._steps % self.k == 0
        for p in stepped:
            # As in Paddle the way begins where the first step ends.
            slow = self._slow.setdefault(id(p), p.detach().clone())
            if back:
                p.set_value(self.alpha * p + (1.0 - self.alpha) * slow)
                slow.set_value(p)

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        """Gradients of a loss, and a step.

        Args:
            loss (Tensor): 0-D.
            startup_program (Program, optional): accepted.
            parameters (list, optional): accepted; those of the optimizer.
            no_grad_set (set, optional): accepted.

        Returns:
            tuple: an empty list, and pairs of parameters and gradients.
        """
        loss.backward()
        self.step()
        pairs = [(p, p.grad) for p in self.inner_optimizer._parameter_list if p.grad is not None]
        return [], pairs

    def clear_grad(self, set_to_zero=True):
        """Gradients become 0, or None.

        Args:
            set_to_zero (bool): False: None.
        """
        self.inner_optimizer.clear_grad(set_to_zero)

    def state_dict(self):
        """That of the optimizer, with the slow weights and the number of steps.

        Returns:
            dict
        """
        state = self.inner_optimizer.state_dict()
        for p in self.inner_optimizer._parameter_list:
            if id(p) in self._slow:
                state[f"{p.name}_slow"] = self._slow[id(p)]
        state["lookahead_step"] = self._steps
        return state

    def set_state_dict(self, state_dict):
        """The reverse.

        Args:
            state_dict (dict): of ``state_dict()``.
        """
        state = dict(state_dict)
        self._steps = int(state.pop("lookahead_step", 0))
        for p in self.inner_optimizer._parameter_list:
            slow = state.pop(f"{p.name}_slow", None)
            if slow is not None:
                self._slow[id(p)] = paddle.to_tensor(slow).clone()
        self.inner_optimizer.set_state_dict(state)


class _Sums:
    """The sums of one parameter's values over the window and the one before."""

    RARE = 16384  # steps after which a sum starts again, so that it loses no digits

    def __init__(self, p):
        self.parts = [paddle.zeros_like(p) for _ in range(3)]
        self.count = self.old_count = self.updates = 0

    def add(self, p, rate, least, most):
        self.updates += 1
        self.count += 1
        now, earlier, _ = self.parts
        now.add_(p.detach())
        if self.updates % self.RARE == 0:
            earlier.add_(now)
            now.zero_()
        if self.count >= least and self.count >= min(most, int(self.updates * rate)):
            self.parts[2] = now + earlier
            now.zero_()
            earlier.zero_()
            self.old_count, self.count = self.count, 0

    def mean(self):
        total = self.parts[0] + self.parts[1] + self.parts[2]
        return total / float(self.count + self.old_count)


class ModelAverage:
    """Means of parameters over the last steps, to be put in their place for a while.

    ``step`` follows a step of the optimizer. A window ends after ``min_average_window`` steps or more, when it has
    ``max_average_window`` or ``average_window_rate`` of all steps; the mean is over it and the one that runs.

    Args:
        average_window_rate (float): The part of all steps that a window has at most.
        parameters (list[Tensor]): Of the model.
        min_average_window (int): The least length of a window.
        max_average_window (int): The greatest.

    Raises:
        ValueError: ``parameters`` is missing.

    Examples:
        >>> import paddle
        >>> layer = paddle.nn.Linear(2, 1)
        >>> sgd = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        >>> average = paddle.incubate.ModelAverage(0.15, layer.parameters(), 2, 10)
        >>> for _ in range(3):
        ...     layer(paddle.ones([1, 2])).sum().backward()
        ...     sgd.step()
        ...     average.step()
        ...     sgd.clear_grad()
        >>> last = layer.bias.item()
        >>> with average.apply():
        ...     layer.bias.item() > last
        True
        >>> layer.bias.item() == last
        True
    """

    def __init__(
        self,
        average_window_rate,
        parameters=None,
        min_average_window=10000,
        max_average_window=10000,
        name=None,
    ):
        if not in_dynamic_mode():
            raise NotImplementedError("(Unimplemented) ModelAverage: it is for eager code.")
        if parameters is None:
            refuse("ModelAverage", "parameters", "the parameters of a model", None)
        self._parameter_list = list(parameters)
        self._rate, self._least, self._most = (
            average_window_rate, min_average_window, max_average_window,
        )  # fmt: skip
        self._sums, self._before = {}, {}

    @paddle.no_grad()
    def step(self):
        """Takes the values of the parameters that have a gradient into the sums."""
        for p in self._parameter_list:
            if p.trainable and p.grad is not None:
                sums = self._sums.setdefault(id(p), _Sums(p))
                sums.add(p, self._rate, self._least, self._most)

    def minimize(self, loss, startup_program=None, parameters=None, no_grad_set=None):
        """As ``step``: the optimizer is another one.

        Args:
            loss (Tensor): Its gradients are there already.
            startup_program (Program, optional): Accepted.
            parameters (list, optional): Accepted.
            no_grad_set (set, optional): Accepted.
        """
        self.step()

    @contextlib.contextmanager
    def apply(self, executor=None, need_restore=True):
        """Inside, parameters that have a mean hold it.

        Args:
            executor (Executor, optional): Accepted.
            need_restore (bool): False: they go on holding it, until ``restore()``.
        """
        with paddle.no_grad():
            for p in self._parameter_list:
                if id(p) in self._sums:
                    self._before[id(p)] = p.detach().clone()
                    p.set_value(self._sums[id(p)].mean().astype(p.dtype))
        try:
            yield
        finally:
            if need_restore:
                self.restore()

    @paddle.no_grad()
    def restore(self, executor=None):
        """Gives the parameters the values that ``apply`` took away.

        Args:
            executor (Executor, optional): Accepted.
        """
        for p in self._parameter_list:
            before = self._before.pop(id(p), None)
            if before is not None:
                p.set_value(before)
