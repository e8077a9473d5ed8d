"""Metrics, averages of parameters, and names that programs rarely use."""

import contextlib

import paddle

from ..framework import static_mode
from ..framework.param_attr import ParamAttr
from .program import default_main_program
from .scope import global_scope
from .variable import create_global_var


def accuracy(input, label, k=1, correct=None, total=None):
    """The share of rows whose label is among the ``k`` best.

    Args:
        input (Tensor): scores [n, classes].
        label (Tensor): [n, 1].
        k (int): default 1.
        correct (Tensor, optional): takes the number of right rows.
        total (Tensor, optional): takes the number of rows.

    Returns:
        Tensor: 0-D.

    Examples:
        >>> import paddle
        >>> scores = paddle.to_tensor([[0.1, 0.9], [0.8, 0.2]])
        >>> paddle.static.accuracy(scores, paddle.to_tensor([[1], [1]])).item()
        0.5
    """
    best = paddle.topk(input, k)[1]
    right = (best == label.reshape([-1, 1])).any(axis=1).astype("float32")
    if correct is not None:
        paddle.assign(right.sum().astype(correct.dtype).reshape(correct.shape), correct)
    if total is not None:
        rows = paddle.ones_like(right).sum().astype(total.dtype)
        paddle.assign(rows.reshape(total.shape), total)
    return right.mean()


def auc(input, label, curve="ROC", num_thresholds=4095, topk=1, slide_steps=1, ins_tag_weight=None):
    """The area under the ROC curve, of all batches so far and of this one.

    Args:
        input (Tensor): probabilities [n, 2]; the second counts.
        label (Tensor): 0 or 1, [n, 1].
        curve (str): "ROC".
        num_thresholds (int): buckets of probabilities, default 4095.
        topk (int): accepted.
        slide_steps (int): accepted: this batch.
        ins_tag_weight (Tensor, optional): not part of this version.

    Returns:
        tuple: the area of all batches (0-D float64), that of this batch, and the list of the counts behind them.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main = paddle.static.Program()
        >>> with paddle.static.program_guard(main):
        ...     p, y = paddle.static.data("p", [None, 2]), paddle.static.data("y", [None, 1], "int64")
        ...     area, _, _ = paddle.static.auc(p, y)
        >>> feed = {"p": [[0.9, 0.1], [0.2, 0.8]], "y": [[0], [1]]}
        >>> paddle.static.Executor().run(main, feed=feed, fetch_list=[area])[0].item()
        1.0
        >>> paddle.disable_static()
    """
    if curve != "ROC" or ins_tag_weight is not None:
        raise NotImplementedError(
            '(Unimplemented) auc: curve must be "ROC", without ins_tag_weight'
        )
    bucket = (input[:, 1] * num_thresholds).astype("int64").clip(0, num_thresholds)
    weight = label.reshape([-1]).astype("int64")
    places = paddle.arange(num_thresholds + 1)
    hit = (bucket.unsqueeze(1) == places).astype("int64")
    counts = [(hit * w.unsqueeze(1)).sum(0) for w in (weight, 1 - weight)]
    states = []
    for count in counts:
        state = create_global_var([num_thresholds + 1], 0, "int64", persistable=True)
        with paddle.no_grad():
            paddle.assign(state + count, state)
        states.append(state)
    return _area(*states), _area(*counts), [*counts, *states]


def _area(positive, negative):
    """Trapezoids between the thresholds, from the highest down."""
    positive, negative = (c.astype("float64").flip(0) for c in (positive, negative))
    above = positive.cumsum(0) - positive
    pairs = positive.sum() * negative.sum()
    area = (negative * (above + positive / 2.0)).sum()
    return paddle.where(pairs > 0, area / pairs.clip(min=1.0), paddle.zeros_like(area))


def py_func(func, x, out, backward_func=None, skip_vars_in_backward_input=None):
    """Not part of this version: a program runs without Python.

    Args:
        func (callable): what would be called.
        x (Tensor|list[Tensor]): its arguments.
        out (Tensor|list[Tensor]): its results.
        backward_func (callable, optional): its gradient.
        skip_vars_in_backward_input (list, optional): what that leaves out.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.py_func(print, None, None)
        ... except NotImplementedError:
        ...     print("not in this version")
        not in this version
    """
    raise NotImplementedError(
        "(Unimplemented) static.py_func: a program runs without Python.\n"
        "  Hint: fetch the arguments, and feed the results to a second program."
    )


def Print(
    input,
    first_n=-1,
    message=None,
    summarize=20,
    print_tensor_name=True,
    print_tensor_type=True,
    print_tensor_shape=True,
    print_tensor_layout=True,
    print_tensor_lod=True,
    print_phase="both",
):
    """Not part of this version: fetch the variable instead.

    Args:
        input (Tensor): what would be printed.
        first_n (int): how often.
        message (str, optional): before it.
        summarize (int): how many elements.
        print_tensor_name, print_tensor_type, print_tensor_shape, print_tensor_layout, print_tensor_lod (bool): what.
        print_phase (str): when.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.Print(paddle.ones([1]))
        ... except NotImplementedError:
        ...     print("not in this version")
        not in this version
    """
    raise NotImplementedError(
        "(Unimplemented) static.Print: a program runs without Python.\n  Hint: put the variable into fetch_list."
    )


class WeightNormParamAttr(ParamAttr):
    """Not part of this version: `paddle.nn.utils.weight_norm` does the same to a layer.

    Args:
        dim (int, optional): the axis that keeps its norm.
        *args, **kwargs: of ``ParamAttr``.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import paddle
        >>> try:
        ...     paddle.static.WeightNormParamAttr(0)
        ... except NotImplementedError:
        ...     print("not in this version")
        not in this version
    """

    def __init__(self, dim=None, *args, **kwargs):
        raise NotImplementedError(
            "(Unimplemented) WeightNormParamAttr\n  Hint: paddle.nn.utils.weight_norm(layer, dim=...)."
        )


class ExponentialMovingAverage:
    """Averages of parameters over the steps of training, to evaluate with.

    ``average = decay * average + (1 - decay) * parameter``, divided by ``1 - decay ** steps``.

    Args:
        decay (float): default 0.999.
        thres_steps (Tensor, optional): makes the decay ``min(decay, (1 + steps) / (10 + steps))``.
        name (str, optional): put into the names of the averages.

    Examples:
        >>> import paddle
        >>> paddle.enable_static()
        >>> main, startup = paddle.static.Program(), paddle.static.Program()
        >>> with paddle.static.program_guard(main, startup):
        ...     loss = paddle.static.nn.fc(paddle.static.data("x", [None, 2]), 1).mean()
        ...     _ = paddle.optimizer.SGD(0.1).minimize(loss)
        ...     ema = paddle.static.ExponentialMovingAverage(0.9)
        ...     ema.update()
        >>> exe = paddle.static.Executor()
        >>> _ = exe.run(startup)
        >>> _ = exe.run(main, feed={"x": [[1.0, 2.0]]})
        >>> with ema.apply(exe):
        ...     pass
        >>> paddle.disable_static()
    """

    def __init__(self, decay=0.999, thres_steps=None, name=None):
        if not isinstance(decay, float):
            raise TypeError(
                f"(InvalidType) ExponentialMovingAverage: `decay` must be a float, not {type(decay).__name__}"
            )
        self._decay, self._thres_steps, self._name = decay, thres_steps, name or ""
        self._params = [p for p in default_main_program().all_parameters() if not p.stop_gradient]
        self._averages = [
            create_global_var(
                [int(n) for n in p.shape], 0.0, p.dtype, True, name=f"{self._name}{p.name}.ema"
            )
            for p in self._params
        ]
        # The product of all decays so far.
        self._left = create_global_var([1], 1.0, "float32", True)
        self._backup = {}

    def update(self):
        """Adds the averages' step to the program; call it after ``minimize``."""
        with paddle.no_grad():
            decay = paddle.full([1], self._decay)
            if self._thres_steps is not None:
                steps = self._thres_steps.astype("float32")
                decay = paddle.minimum(decay, ((steps + 1.0) / (steps + 10.0)).reshape([1]))
            paddle.assign(self._left * decay, self._left)
            for param, average in zip(self._params, self._averages, strict=True):
                d = decay.astype(param.dtype)
                paddle.assign(average * d + param * (1.0 - d), average)

    @contextlib.contextmanager
    def apply(self, executor, need_restore=True):
        """Inside, parameters have their averages.

        Args:
            executor (Executor): accepted.
            need_restore (bool): whether they get their own values back.
        """
        scope = global_scope()
        with static_mode.paused():
            weight = max(1.0 - float(scope._tensor(self._left)), 1e-30)
            for param, average in zip(self._params, self._averages, strict=True):
                own = scope._tensor(param)
                self._backup[param.name] = own.detach().clone()
                own.set_value(scope._tensor(average) / weight)
        try:
            yield
        finally:
            if need_restore:
                self.restore(executor)

    def restore(self, executor):
        """Gives the parameters their own values back.

        Args:
            executor (Executor): accepted.
        """
        scope = global_scope()
        with static_mode.paused():
            for param in self._params:
                if param.name in self._backup:
                    scope._tensor(param).set_value(self._backup.pop(param.name))
