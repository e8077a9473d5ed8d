"""Transforms made of others, and of shapes."""

import math

from .. import _C
from . import variable
from .distribution import sum_rightmost
from .transform_base import Transform, Type, require_transforms, wrong

_ops = _C.ops


class ChainTransform(Transform):
    """Transforms one after the other.

    Args:
        transforms (list[Transform]): The first is applied first.

    Examples:
        >>> import paddle
        >>> exp = paddle.distribution.ExpTransform()
        >>> paddle.distribution.ChainTransform([exp, exp]).forward(paddle.zeros([1])).tolist()
        [2.7183]
    """

    def __init__(self, transforms):
        require_transforms(transforms)
        self.transforms = transforms

    def _is_injective(self):
        return all(t._is_injective() for t in self.transforms)

    def _forward(self, x):
        for t in self.transforms:
            x = t.forward(x)
        return x

    def _inverse(self, y):
        for t in reversed(self.transforms):
            y = t.inverse(y)
        return y

    def _forward_log_det_jacobian(self, x):
        total, rank = 0.0, self._domain.event_rank
        for t in self.transforms:
            total = total + sum_rightmost(
                t.forward_log_det_jacobian(x), rank - t._domain.event_rank
            )
            x = t.forward(x)
            rank += t._codomain.event_rank - t._domain.event_rank
        return total

    def _forward_shape(self, shape):
        for t in self.transforms:
            shape = t.forward_shape(shape)
        return shape

    def _inverse_shape(self, shape):
        for t in reversed(self.transforms):
            shape = t.inverse_shape(shape)
        return shape

    @property
    def _domain(self):
        first, rank = self.transforms[0]._domain, self.transforms[-1]._codomain.event_rank
        for t in reversed(self.transforms):
            rank -= t._codomain.event_rank - t._domain.event_rank
            rank = max(rank, t._domain.event_rank)
        return variable.Independent(first, rank - first.event_rank)

    @property
    def _codomain(self):
        last, rank = self.transforms[-1]._codomain, self.transforms[0]._domain.event_rank
        for t in self.transforms:
            rank += t._codomain.event_rank - t._domain.event_rank
            rank = max(rank, t._codomain.event_rank)
        return variable.Independent(last, rank - last.event_rank)


class IndependentTransform(Transform):
    """A transform whose last axes count as axes of one value: the log_det_jacobian is the sum over them.

    Args:
        base (Transform): What is applied.
        reinterpreted_batch_rank (int): How many axes.

    Examples:
        >>> import paddle
        >>> t = paddle.distribution.IndependentTransform(paddle.distribution.ExpTransform(), 1)
        >>> t.forward_log_det_jacobian(paddle.ones([2, 3])).tolist()
        [3.0, 3.0]
    """

    def __init__(self, base, reinterpreted_batch_rank):
        if not isinstance(base, Transform):
            wrong(
                TypeError, "argument `base` has the wrong type.", "a Transform", type(base).__name__
            )
        if reinterpreted_batch_rank <= 0:
            wrong(
                ValueError,
                "wrong `reinterpreted_batch_rank`.",
                "above 0",
                f"{reinterpreted_batch_rank}",
            )
        self._base = base
        self._rank = reinterpreted_batch_rank

    def _is_injective(self):
        return self._base._is_injective()

    def _forward(self, x):
        return self._base.forward(x)

    def _inverse(self, y):
        return self._base.inverse(y)

    def _forward_log_det_jacobian(self, x):
        return sum_rightmost(self._base.forward_log_det_jacobian(x), self._rank)

    def _forward_shape(self, shape):
        return self._base.forward_shape(shape)

    def _inverse_shape(self, shape):
        return self._base.inverse_shape(shape)

    @property
    def _domain(self):
        return variable.Independent(self._base._domain, self._rank)

    @property
    def _codomain(self):
        return variable.Independent(self._base._codomain, self._rank)


class ReshapeTransform(Transform):
    """The same elements in another shape.

    Args:
        in_event_shape (list[int]): The shape of one value.
        out_event_shape (list[int]): That of one result.

    Examples:
        >>> import paddle
        >>> paddle.distribution.ReshapeTransform((2, 3), (6,)).forward(paddle.ones([4, 2, 3])).shape
        paddle.Size([4, 6])
    """

    _type = Type.BIJECTION

    def __init__(self, in_event_shape, out_event_shape):
        for name, shape in (
            ("in_event_shape", in_event_shape),
            ("out_event_shape", out_event_shape),
        ):
            if not isinstance(shape, (list, tuple)):
                wrong(
                    TypeError,
                    f"argument `{name}` has the wrong type.",
                    "a list or tuple",
                    f"{shape!r}",
                )
        if math.prod(in_event_shape) != math.prod(out_event_shape):
            wrong(ValueError, "the shapes differ in size.", "as many elements",
                   f"{in_event_shape} and {out_event_shape}")  # fmt: skip
        self._in, self._out = tuple(in_event_shape), tuple(out_event_shape)

    @property
    def in_event_shape(self):
        return self._in

    @property
    def out_event_shape(self):
        return self._out

    @property
    def _domain(self):
        return variable.Independent(variable.real, len(self._in))

    @property
    def _codomain(self):
        return variable.Independent(variable.real, len(self._out))

    def _forward(self, x):
        return x.reshape(self._forward_shape(x.shape))

    def _inverse(self, y):
        return y.reshape(self._inverse_shape(y.shape))

    def _forward_shape(self, shape):
        return self._exchanged(shape, self._in, self._out)

    def _inverse_shape(self, shape):
        return self._exchanged(shape, self._out, self._in)

    @staticmethod
    def _exchanged(shape, old, new):
        at = len(shape) - len(old)
        if at < 0 or tuple(shape[at:]) != old:
            wrong(
                ValueError,
                "the shape of one value does not fit.",
                f"(..., {old})",
                f"{tuple(shape)}",
            )
        return tuple(shape[:at]) + new

    def _forward_log_det_jacobian(self, x):
        return _ops["zeros"](x.shape[: x.ndim - len(self._in)], x.dtype)


class StackTransform(Transform):
    """One transform for each part of an axis.

    Args:
        transforms (list[Transform]): As many as the axis is long.
        axis (int): Which axis.

    Examples:
        >>> import paddle
        >>> D = paddle.distribution
        >>> t = D.StackTransform([D.ExpTransform(), D.TanhTransform()])
        >>> t.forward(paddle.zeros([2])).tolist()
        [1.0, 0.0]
    """

    def __init__(self, transforms, axis=0):
        require_transforms(transforms)
        if not transforms:
            wrong(TypeError, "`transforms` is empty.", "at least one", "none")
        if not isinstance(axis, int):
            wrong(TypeError, "argument `axis` has the wrong type.", "an int", type(axis).__name__)
        self._transforms, self._axis = transforms, axis

    def _is_injective(self):
        return all(t._is_injective() for t in self._transforms)

    @property
    def transforms(self):
        return self._transforms

    @property
    def axis(self):
        return self._axis

    def _each(self, method, value):
        axis, count = self._axis, len(self._transforms)
        if not -value.ndim <= axis < value.ndim or value.shape[axis] != count:
            wrong(ValueError, "the value does not fit.", f"{count} parts along axis {axis}",
                   f"a shape of {list(value.shape)}")  # fmt: skip
        parts = _ops["unbind"](value, axis)
        done = [getattr(t, method)(v) for t, v in zip(self._transforms, parts, strict=True)]
        return _ops["stack"](done, axis)

    def _forward(self, x):
        return self._each("forward", x)

    def _inverse(self, y):
        return self._each("inverse", y)

    def _forward_log_det_jacobian(self, x):
        return self._each("forward_log_det_jacobian", x)

    @property
    def _domain(self):
        return variable.Stack([t._domain for t in self._transforms], self._axis)

    @property
    def _codomain(self):
        return variable.Stack([t._codomain for t in self._transforms], self._axis)
