"""Optimizers of static programs whose loss is scaled."""

import paddle

from ... import _C
from ...framework import static_mode, unique_name

_unscale = _C.ops["check_finite_and_unscale_"]
_update = _C.ops["update_loss_scaling_"]


class OptimizerWithMixedPrecision:
    """An optimizer that scales the loss, and leaves out steps whose gradients are not finite.

    `decorate` makes it. What it has no method for is the optimizer's own.
    """

    def __init__(self, optimizer, scaling, dynamic, incr_every, decr_every, incr, decr, wide_grads):
        self._optimizer = optimizer
        self._init_loss_scaling, self._use_dynamic_loss_scaling = scaling, dynamic
        self._settings = (incr_every, decr_every, incr, decr)
        self._wide_grads = wide_grads
        self._loss_scaling = self._scaled_loss = None

    def __getattr__(self, name):
        if name == "_optimizer":
            raise AttributeError(name)
        return getattr(self._optimizer, name)

    def get_loss_scaling(self):
        """The variable that holds the factor, once there is a loss."""
        assert self._loss_scaling is not None, (
            "Please call minimize() before calling get_loss_scaling()."
        )
        return self._loss_scaling

    def get_scaled_loss(self):
        """The loss times the factor, once there is a loss."""
        return self._scaled_loss

    def amp_init(
        self, place=None, scope=None, test_program=None, use_fp16_test=False,
        rewrite_master_weight=False,
    ):  # fmt: skip
        """Does nothing: parameters have the dtypes that they were made with."""

    def backward(
        self, loss, startup_program=None, parameter_list=None, no_grad_set=None, callbacks=None
    ):
        """The pairs (parameter, gradient) of the scaled loss."""
        if loss.dtype is not _C.float32:
            loss = loss.astype("float32")
        full = _C.ops["full"]
        self._loss_scaling = static_mode.persistent(
            lambda: full([1], float(self._init_loss_scaling), "float32"), _named("loss_scaling")
        )
        scaled = self._use_dynamic_loss_scaling or self._init_loss_scaling != 1.0
        self._scaled_loss = loss * self._loss_scaling if scaled else loss
        return self._optimizer.backward(
            self._scaled_loss, startup_program, parameter_list, no_grad_set, callbacks
        )

    def apply_gradients(self, params_grads):
        """Adds the step to the program: gradients are divided by the factor first."""
        pairs = [(p, g) for p, g in params_grads if g is not None]
        if self._wide_grads:
            pairs = [(p, g.astype("float32")) for p, g in pairs]
        if self._scaled_loss is None or not pairs:
            return self._optimizer.apply_gradients(pairs)
        tracer = static_mode.current()._tracer
        tracer.begin_training()
        try:
            found = self._look_through([g for _, g in pairs])
        finally:
            tracer.end_training()
        if not getattr(type(self._optimizer)._update, "knows_skip", False):
            raise NotImplementedError(
                f"(Unimplemented) static.amp: {type(self._optimizer).__name__} can not leave out a step.\n"
                "  Hint: SGD, Momentum, Adam and AdamW can."
            )
        self._optimizer._skip = found
        try:
            return self._optimizer.apply_gradients(pairs)
        finally:
            self._optimizer._skip = None

    def _look_through(self, grads):
        by_dtype = {}
        for grad in grads:
            by_dtype.setdefault(grad.dtype, []).append(grad)
        found = None
        with paddle.no_grad():
            for same in by_dtype.values():
                one = _unscale(same, self._loss_scaling)
                found = one if found is None else paddle.logical_or(found, one)
            if self._use_dynamic_loss_scaling:
                full = _C.ops["full"]
                good, bad = (
                    static_mode.persistent(lambda: full([1], 0, "int32"), _named(name))
                    for name in ("num_good_steps", "num_bad_steps")
                )
                _update(found, self._loss_scaling, good, bad, *self._settings)
        return found

    def minimize_scaled(self, scale, scaled_loss, *args, **kwargs):
        """``minimize`` of a loss that was multiplied by ``scale``."""
        self._loss_scaling, self._scaled_loss = scale, scaled_loss
        pairs = self._optimizer.backward(scaled_loss, *args, **kwargs)
        self.apply_gradients(pairs)
        return [], pairs

    def minimize(self, loss, startup_program=None, parameter_list=None, no_grad_set=None):
        """Adds the gradients of the loss and the step to the program.

        Returns:
            tuple: an empty list, and the pairs (parameter, gradient).
        """
        pairs = self.backward(loss, startup_program, parameter_list, no_grad_set)
        self.apply_gradients(pairs)
        return [], pairs


def _named(prefix):
    def name(tensor):
        tensor.name = unique_name.generate(prefix)
        return tensor

    return name


def decorate(
    optimizer,
    amp_lists=None,
    init_loss_scaling=2**15,
    incr_every_n_steps=1000,
    decr_every_n_nan_or_inf=2,
    incr_ratio=2.0,
    decr_ratio=0.8,
    use_dynamic_loss_scaling=None,
    use_pure_fp16=False,
    use_fp16_guard=None,
    use_bf16=False,
    use_promote=False,
    level="O1",
    dtype="float16",
    master_weight=None,
    master_grad=False,
):
    """Makes an optimizer of a static program scale its loss.

    Args:
        optimizer (Optimizer): SGD, Momentum, Adam or AdamW.
        amp_lists (CustomOpLists, optional): accepted; lists are given to ``paddle.amp.auto_cast``.
        init_loss_scaling (float): the first factor.
        incr_every_n_steps (int): it grows after so many steps in a row whose gradients were finite.
        decr_every_n_nan_or_inf (int): it shrinks after so many steps in a row of which some were not.
        incr_ratio (float): it grows by this.
        decr_ratio (float): it shrinks by this.
        use_dynamic_loss_scaling (bool, optional): whether it changes; default for float16.
        use_pure_fp16 (bool): not supported: parameters stay as they are made.
        use_fp16_guard (bool, optional): accepted.
        use_bf16 (bool): the narrow type is bfloat16, whose losses need no factor.
        use_promote (bool): accepted.
        level (str): ``"O1"``; O2 is not supported.
        dtype (str): ``"float16"`` or ``"bfloat16"``.
        master_weight (bool, optional): accepted.
        master_grad (bool): the step goes by gradients in float32.

    Returns:
        OptimizerWithMixedPrecision: with ``minimize``, ``get_loss_scaling`` and ``get_scaled_loss``.

    Raises:
        NotImplementedError: the level is O2.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     x = paddle.static.data("x", [None, 4])
        ...     with paddle.amp.auto_cast():
        ...         loss = paddle.static.nn.fc(x, 2).mean()
        ...     sgd = paddle.static.amp.decorate(paddle.optimizer.SGD(0.1), init_loss_scaling=8.0)
        ...     _ = sgd.minimize(loss)
        >>> exe = paddle.static.Executor()
        >>> _ = exe.run(startup)
        >>> exe.run(main, feed={"x": [[1.0] * 4]}, fetch_list=[sgd.get_loss_scaling()])[0].tolist()
        [8.0]
        >>> paddle.disable_static()
    """
    if use_pure_fp16 or level == "O2":
        raise NotImplementedError(
            "(Unimplemented) static.amp.decorate: level O2 is not part of this version.\n"
            "  Hint: make the layers with dtype='bfloat16'."
        )
    narrow = "bfloat16" if use_bf16 else str(dtype).removeprefix("paddle.")
    if narrow == "bfloat16":
        init_loss_scaling, use_dynamic_loss_scaling = 1.0, False
    dynamic = True if use_dynamic_loss_scaling is None else use_dynamic_loss_scaling
    return OptimizerWithMixedPrecision(
        optimizer, init_loss_scaling, dynamic, incr_every_n_steps, decr_every_n_nan_or_inf,
        incr_ratio, decr_ratio, master_grad,
    )  # fmt: skip
