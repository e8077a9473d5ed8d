"""The base of schedules."""

import warnings

from ... import _C


def _check_number(owner, name, value):
    if not isinstance(value, (int, float)):
        raise TypeError(
            f"(InvalidType) {owner}: argument `{name}` has the wrong type.\n"
            f"  Expected: int or float\n  Received: {type(value).__name__}"
        )


def _check_positive_int(owner, name, value):
    if not isinstance(value, int):
        raise TypeError(
            f"(InvalidType) {owner}: argument `{name}` has the wrong type.\n"
            f"  Expected: int\n  Received: {type(value).__name__}"
        )
    if value <= 0:
        raise ValueError(
            f"(InvalidArgument) {owner}: argument `{name}` must be positive.\n  Received: {value}"
        )


def _check(condition, owner, text):
    if not condition:
        raise ValueError(f"(InvalidArgument) {owner}: {text}")


class LRScheduler:
    """The base of schedules: a subclass writes ``get_lr()``.

    Args:
        learning_rate (float): the rate to begin with, ``base_lr``.
        last_epoch (int): the step to go on from; -1 begins.
        verbose (bool): prints each change.

    Examples:
        >>> import paddle
        >>> class Half(paddle.optimizer.lr.LRScheduler):
        ...     def get_lr(self):
        ...         return self.base_lr * 0.5**self.last_epoch
        >>> schedule = Half(1.0)
        >>> schedule.step()
        >>> schedule()
        0.5
    """

    def __init__(self, learning_rate=0.1, last_epoch=-1, verbose=False):
        _check_number(type(self).__name__, "learning_rate", learning_rate)
        _check(learning_rate >= 0, type(self).__name__, f"learning rate {learning_rate} < 0")
        self.base_lr = float(learning_rate)
        self.last_lr = float(learning_rate)
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._var_name = None
        self.step()

    def __call__(self):
        """The rate now."""
        return self.last_lr

    def step(self, epoch=None):
        """Moves on by one, or to ``epoch``."""
        if epoch is None:
            self.last_epoch += 1
            self.last_lr = self.get_lr()
        else:
            self.last_epoch = epoch
            closed_form = getattr(self, "_get_closed_form_lr", self.get_lr)
            self.last_lr = closed_form()
        self._report()

    def _report(self):
        if self.verbose:
            name = type(self).__name__
            print(f"Epoch {self.last_epoch}: {name} set learning rate to {self.last_lr}.")

    def get_lr(self):
        """The rate at ``self.last_epoch``."""
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__} does not say its rate")

    def state_keys(self):
        """Sets ``self.keys``, the attributes that ``state_dict`` holds."""
        self.keys = ["last_epoch", "last_lr"]

    def state_dict(self):
        """What a later process needs to go on from here.

        Returns:
            dict: attribute to value.
        """
        self.state_keys()
        state = {key: self.__dict__[key] for key in self.keys if key in self.__dict__}
        return {k: float(v) if isinstance(v, _C.Tensor) else v for k, v in state.items()}

    def set_state_dict(self, state_dict):
        """Goes on from what ``state_dict`` gave.

        Raises:
            RuntimeError: a value is missing.
        """
        self.state_keys()
        for key in self.keys:
            if key not in state_dict:
                raise RuntimeError(
                    f"(PreconditionNotMet) {type(self).__name__}: the state has no `{key}`.\n"
                    f"  Received: {', '.join(map(str, state_dict)) or 'nothing'}"
                )
            self.__dict__[key] = state_dict[key]
        if len(state_dict) > len(self.keys):
            warnings.warn(
                "there are unused values in the scheduler's state: was it another scheduler's?",
                stacklevel=2,
            )

    set_dict = set_state_dict
