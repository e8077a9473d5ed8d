"""Losses are scaled so that small gradients keep their place in a narrow type."""

import enum
import warnings

import paddle

from .. import _C
from ..framework import static_mode, unique_name
from .auto_cast import _Last

_unscale = _C.ops["check_finite_and_unscale_"]
_update = _C.ops["update_loss_scaling_"]


def _named(scale):
    scale.name = unique_name.generate("loss_scaling")
    return scale


class OptimizerState(enum.Enum):
    """What was done with an optimizer's gradients since the last ``update``."""

    INIT = 0
    UNSCALED = 1
    STEPPED = 2


class AmpScaler:
    """`GradScaler` by its older name, with other defaults.

    Args:
        enable (bool): False: losses and gradients stay as they are.
        init_loss_scaling (float): the first factor.
        incr_ratio (float): the factor grows by it; more than 1.
        decr_ratio (float): the factor shrinks by it; less than 1.
        incr_every_n_steps (int): it grows after so many steps in a row whose gradients were finite.
        decr_every_n_nan_or_inf (int): it shrinks after so many steps in a row of which some were not.
        use_dynamic_loss_scaling (bool): False: the factor stays.

    Examples:
        >>> import paddle
        >>> scaler = paddle.amp.AmpScaler(init_loss_scaling=1024)
        >>> scaler.get_init_loss_scaling()
        1024
    """

    def __init__(
        self,
        enable=True,
        init_loss_scaling=2.0**15,
        incr_ratio=2.0,
        decr_ratio=0.5,
        incr_every_n_steps=1000,
        decr_every_n_nan_or_inf=1,
        use_dynamic_loss_scaling=True,
    ):
        self._enable = enable
        self._use_dynamic_loss_scaling = use_dynamic_loss_scaling if enable else False
        self._init_loss_scaling = init_loss_scaling if enable else 1.0
        self.set_incr_ratio(incr_ratio)
        self.set_decr_ratio(decr_ratio)
        self._incr_every_n_steps = incr_every_n_steps
        self._decr_every_n_nan_or_inf = decr_every_n_nan_or_inf
        self._states = {}  # optimizer -> OptimizerState; without those that are INIT
        # Of the gradients that were looked at last; and what the scale goes by.
        first, full = float(self._init_loss_scaling), _C.ops["full"]
        self._found_inf = paddle.to_tensor([False])
        self._scale = static_mode.persistent(lambda: full([1], first, "float32"), _named)
        self._good_steps = paddle.to_tensor([0], "int32")
        self._bad_steps = paddle.to_tensor([0], "int32")

    def scale(self, var):
        """The loss times the factor.

        Args:
            var (Tensor): a loss.

        Returns:
            Tensor: of shape [1]; the loss itself where the scaler is not enabled.

        Examples:
            >>> import paddle
            >>> scaler = paddle.amp.GradScaler(init_loss_scaling=4.0)
            >>> with paddle.amp.auto_cast():
            ...     loss = paddle.ones([2, 2]).mean()
            >>> scaler.scale(loss).tolist()
            [4.0]
        """
        if not isinstance(var, _C.Tensor):
            raise TypeError(
                "(InvalidType) scale: argument `var` has the wrong type.\n"
                f"  Expected: Tensor\n  Received: {type(var).__name__}"
            )
        if self._enable and self._use_dynamic_loss_scaling and _Last.dtype != "float16":
            self._enable = self._use_dynamic_loss_scaling = False
            self._init_loss_scaling = 1.0
            warnings.warn(
                f"GradScaler: scaling a loss does not help {_Last.dtype}, so it is turned off.",
                stacklevel=2,
            )
        return var * self._scale if self._enable else var

    def unscale_(self, optimizer):
        """Divides the gradients of an optimizer's parameters by the factor, once for each step.

        Args:
            optimizer (Optimizer): whose parameters.

        Raises:
            RuntimeError: they are divided already, or the step is done.
        """
        if not self._enable:
            return
        state = self._states.get(optimizer)
        if state is OptimizerState.UNSCALED:
            raise RuntimeError(
                "(PreconditionNotMet) unscale_() has already been called on this optimizer since the last update()."
            )
        if state is OptimizerState.STEPPED:
            raise RuntimeError("(PreconditionNotMet) unscale_() is being called after step().")
        self._found_inf = self._look_through(optimizer)
        self._states[optimizer] = OptimizerState.UNSCALED

    _unscale = unscale_

    def _look_through(self, optimizer):
        by_dtype = {}
        for param in optimizer._all_parameters():
            grad = param.grad
            if grad is None:
                continue
            if not grad.is_contiguous():
                param.grad = grad = grad.contiguous()
            by_dtype.setdefault(grad.dtype, []).append(grad)
        found = None
        for grads in by_dtype.values():
            one = _unscale(grads, self._scale)
            found = one if found is None else paddle.logical_or(found, one)
        return paddle.zeros([1], "bool") if found is None else found

    def _run(self, optimizer, step):
        """Runs ``step``, which changes nothing where a gradient is not finite."""
        if getattr(type(optimizer)._update, "knows_skip", False):
            optimizer._skip = self._found_inf
            try:
                return step()
            finally:
                optimizer._skip = None
        return None if self._found_inf else step()

    def step(self, optimizer):
        """The optimizer's step, with gradients of their own size; none where some are not finite.

        Args:
            optimizer (Optimizer): whose step.

        Raises:
            RuntimeError: it was called already since the last ``update``.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(2, 2)
            >>> sgd = paddle.optimizer.SGD(parameters=layer.parameters())
            >>> scaler = paddle.amp.GradScaler(init_loss_scaling=1024)
            >>> with paddle.amp.auto_cast():
            ...     loss = layer(paddle.ones([1, 2])).mean()
            >>> scaler.scale(loss).backward()
            >>> scaler.step(sgd)
            >>> scaler.update()
        """
        if not self._enable:
            return optimizer.step()
        state = self._states.get(optimizer)
        if state is OptimizerState.STEPPED:
            raise RuntimeError(
                "(PreconditionNotMet) step() has already been called since the last update()."
            )
        if state is None:
            self.unscale_(optimizer)
        self._run(optimizer, optimizer.step)
        if self._use_dynamic_loss_scaling:
            self._states[optimizer] = OptimizerState.STEPPED
        else:
            self._states.clear()

    def update(self):
        """Chooses the next factor, after the steps."""
        if not self._enable or not self._use_dynamic_loss_scaling:
            return
        _update(
            self._found_inf,
            self._scale,
            self._good_steps,
            self._bad_steps,
            self._incr_every_n_steps,
            self._decr_every_n_nan_or_inf,
            self._incr_ratio,
            self._decr_ratio,
        )
        self._states.clear()

    def minimize(self, optimizer, *args, **kwargs):
        """``step`` and ``update`` in one, by ``optimizer.minimize``.

        Args:
            optimizer (Optimizer): whose step.
            args: of ``optimizer.minimize``: the scaled loss first.
            kwargs: of ``optimizer.minimize``.

        Returns:
            tuple: what ``optimizer.minimize`` gives.

        Examples:
            >>> import paddle
            >>> layer = paddle.nn.Linear(2, 2)
            >>> sgd = paddle.optimizer.SGD(parameters=layer.parameters())
            >>> scaler = paddle.amp.GradScaler(init_loss_scaling=1024)
            >>> with paddle.amp.auto_cast():
            ...     scaled = scaler.scale(layer(paddle.ones([1, 2])).mean())
            >>> scaled.backward()
            >>> _ = scaler.minimize(sgd, scaled)
        """
        if not self._enable:
            return optimizer.minimize(*args, **kwargs)
        if static_mode.current() is not None:
            from ..static.amp.decorator import OptimizerWithMixedPrecision

            scaled = OptimizerWithMixedPrecision(
                optimizer, self._init_loss_scaling, self._use_dynamic_loss_scaling,
                self._incr_every_n_steps, self._decr_every_n_nan_or_inf, self._incr_ratio,
                self._decr_ratio, wide_grads=False,
            )  # fmt: skip
            return scaled.minimize_scaled(self._scale, *args, **kwargs)
        if self._states.get(optimizer) is None:
            self.unscale_(optimizer)
        result = self._run(optimizer, lambda: optimizer.minimize(*args, **kwargs))
        self.update()
        self._states.clear()
        return (None, None) if result is None else result

    # ---- settings ----

    def is_enable(self):
        """Whether losses are scaled."""
        return self._enable

    def is_use_dynamic_loss_scaling(self):
        """Whether the factor changes."""
        return self._use_dynamic_loss_scaling

    def get_init_loss_scaling(self):
        """The first factor."""
        return self._init_loss_scaling

    def set_init_loss_scaling(self, new_init_loss_scaling):
        """Sets the factor.

        Args:
            new_init_loss_scaling (float): the factor from now on.
        """
        self._init_loss_scaling = new_init_loss_scaling
        self._scale.set_value(paddle.to_tensor([float(new_init_loss_scaling)], "float32"))

    def get_incr_ratio(self):
        """By what the factor grows."""
        return self._incr_ratio

    def set_incr_ratio(self, new_incr_ratio):
        """Sets by what the factor grows.

        Args:
            new_incr_ratio (float): more than 1.
        """
        assert new_incr_ratio > 1.0, "The new_incr_ratio must be > 1.0."
        self._incr_ratio = new_incr_ratio

    def get_decr_ratio(self):
        """By what the factor shrinks."""
        return self._decr_ratio

    def set_decr_ratio(self, new_decr_ratio):
        """Sets by what the factor shrinks.

        Args:
            new_decr_ratio (float): less than 1.
        """
        assert new_decr_ratio < 1.0, "The new_decr_ratio must be < 1.0."
        self._decr_ratio = new_decr_ratio

    def get_incr_every_n_steps(self):
        """After how many good steps in a row the factor grows."""
        return self._incr_every_n_steps

    def set_incr_every_n_steps(self, new_incr_every_n_steps):
        """Sets after how many good steps in a row the factor grows.

        Args:
            new_incr_every_n_steps (int): that number.
        """
        self._incr_every_n_steps = new_incr_every_n_steps

    def get_decr_every_n_nan_or_inf(self):
        """After how many bad steps in a row the factor shrinks."""
        return self._decr_every_n_nan_or_inf

    def set_decr_every_n_nan_or_inf(self, new_decr_every_n_nan_or_inf):
        """Sets after how many bad steps in a row the factor shrinks.

        Args:
            new_decr_every_n_nan_or_inf (int): that number.
        """
        self._decr_every_n_nan_or_inf = new_decr_every_n_nan_or_inf

    def state_dict(self):
        """The factor, the settings and the counts; empty where the scaler is not enabled.

        Examples:
            >>> import paddle
            >>> paddle.amp.GradScaler(init_loss_scaling=8.0).state_dict()["scale"].tolist()
            [8.0]
        """
        if not self._enable:
            return {}
        return {
            "scale": self._scale.numpy(),
            "incr_ratio": self._incr_ratio,
            "decr_ratio": self._decr_ratio,
            "incr_every_n_steps": self._incr_every_n_steps,
            "decr_every_n_nan_or_inf": self._decr_every_n_nan_or_inf,
            "incr_count": int(self._good_steps),
            "decr_count": int(self._bad_steps),
            "use_dynamic_loss_scaling": self._use_dynamic_loss_scaling,
        }

    def load_state_dict(self, state_dict):
        """Goes on from what ``state_dict`` gave.

        Args:
            state_dict (dict): of an enabled scaler.

        Raises:
            RuntimeError: it is empty.
        """
        if not self._enable:
            return
        if not state_dict:
            raise RuntimeError(
                "(PreconditionNotMet) load_state_dict: the state is empty; possibly the scaler that it is of was "
                "not enabled."
            )
        self.set_init_loss_scaling(float(state_dict["scale"][0]))
        self._incr_ratio = state_dict["incr_ratio"]
        self._decr_ratio = state_dict["decr_ratio"]
        self._incr_every_n_steps = state_dict["incr_every_n_steps"]
        self._decr_every_n_nan_or_inf = state_dict["decr_every_n_nan_or_inf"]
        self._good_steps.set_value(paddle.to_tensor([state_dict["incr_count"]], "int32"))
        self._bad_steps.set_value(paddle.to_tensor([state_dict["decr_count"]], "int32"))
        self._use_dynamic_loss_scaling = state_dict["use_dynamic_loss_scaling"]


class GradScaler(AmpScaler):
    """Scales losses for training in float16, and finds the factor for it.

    A loss times a large factor keeps small gradients from becoming zero; the gradients are divided by it before
    the step. Where some are not finite the step is left out and the factor shrinks. All of it is part of a
    captured training step: whether the step is left out is decided within the program.

    Args:
        enable (bool): False: losses and gradients stay as they are.
        init_loss_scaling (float): the first factor.
        incr_ratio (float): the factor grows by it; more than 1.
        decr_ratio (float): the factor shrinks by it; less than 1.
        incr_every_n_steps (int): it grows after so many steps in a row whose gradients were finite.
        decr_every_n_nan_or_inf (int): it shrinks after so many steps in a row of which some were not.
        use_dynamic_loss_scaling (bool): False: the factor stays.

    Examples:
        >>> import paddle
        >>> model = paddle.nn.Linear(4, 2)
        >>> sgd = paddle.optimizer.SGD(parameters=model.parameters())
        >>> scaler = paddle.amp.GradScaler(init_loss_scaling=1024)
        >>> with paddle.amp.auto_cast():
        ...     loss = model(paddle.ones([3, 4])).mean()
        >>> scaler.scale(loss).backward()
        >>> scaler.step(sgd)
        >>> scaler.update()
        >>> sgd.clear_grad()
    """

    def __init__(
        self,
        enable=True,
        init_loss_scaling=2.0**16,
        incr_ratio=2.0,
        decr_ratio=0.5,
        incr_every_n_steps=2000,
        decr_every_n_nan_or_inf=1,
        use_dynamic_loss_scaling=True,
    ):
        super().__init__(
            enable,
            init_loss_scaling,
            incr_ratio,
            decr_ratio,
            incr_every_n_steps,
            decr_every_n_nan_or_inf,
            use_dynamic_loss_scaling,
        )
