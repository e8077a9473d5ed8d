"""Optimizers over optimizers: slow weights, averages of weights."""

import paddle

from ..framework.refusal import refuse


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
