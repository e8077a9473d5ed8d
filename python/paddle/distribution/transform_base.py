"""What all transforms share."""

import enum

from .. import _C
from . import variable
from .distribution import Distribution, one_shape

_ops = _C.ops


class Type(enum.Enum):
    """Whether each result has one argument, and each value is a result."""

    BIJECTION = "bijection"
    INJECTION = "injection"
    SURJECTION = "surjection"
    OTHER = "other"

    @classmethod
    def is_injective(cls, kind):
        return kind in (cls.BIJECTION, cls.INJECTION)


def wrong(kind, text, expected, received):
    word = "InvalidType" if kind is TypeError else "InvalidArgument"
    raise kind(f"({word}) Transform: {text}\n  Expected: {expected}\n  Received: {received}")


def require_tensor(value, name):
    if not isinstance(value, _C.Tensor):
        wrong(TypeError, f"argument `{name}` has the wrong type.", "a Tensor", type(value).__name__)


def require_transforms(transforms):
    if not isinstance(transforms, (list, tuple)) or not all(
        isinstance(t, Transform) for t in transforms
    ):
        wrong(TypeError, "wrong `transforms`.", "a list of Transforms", f"{transforms!r}")


def broadcast_shape(*shapes):
    return tuple(one_shape(*(_ops["zeros"](list(s)) for s in shapes))[0].shape)


class Transform:
    """The base of all transforms. Called with a tensor it is applied; with a distribution it gives that of the results;
    with another transform the chain of both.

    Subclasses write `_forward`, `_inverse`, and one of `_forward_log_det_jacobian` and `_inverse_log_det_jacobian`;
    where shapes change also `_forward_shape` and `_inverse_shape`.

    Examples:
        >>> import paddle
        >>> transform = paddle.distribution.ExpTransform()
        >>> transform.forward(paddle.zeros([1])).tolist()
        [1.0]
    """

    _type = Type.INJECTION
    _domain = variable.real
    _codomain = variable.real

    def _is_injective(self):
        return Type.is_injective(self._type)

    def __call__(self, input):
        from .composite_transform import ChainTransform
        from .transformed_distribution import TransformedDistribution

        if isinstance(input, Distribution):
            return TransformedDistribution(input, [self])
        if isinstance(input, Transform):
            return ChainTransform([self, input])
        return self.forward(input)

    def _check(self, value, name, side):
        require_tensor(value, name)
        if value.ndim < side.event_rank:
            wrong(
                ValueError,
                f"`{name}` has too few axes.",
                f"at least {side.event_rank}",
                f"{value.ndim}",
            )

    def forward(self, x):
        self._check(x, "x", self._domain)
        return self._forward(x)

    def inverse(self, y):
        self._check(y, "y", self._codomain)
        return self._inverse(y)

    def forward_log_det_jacobian(self, x):
        self._check(x, "x", self._domain)
        if not self._is_injective():
            raise NotImplementedError(
                "(Unimplemented) Transform: no log_det_jacobian of what is not injective."
            )
        return self._call_forward_log_det_jacobian(x)

    def inverse_log_det_jacobian(self, y):
        self._check(y, "y", self._codomain)
        return self._call_inverse_log_det_jacobian(y)

    def _call_forward_log_det_jacobian(self, x):
        if hasattr(self, "_forward_log_det_jacobian"):
            return self._forward_log_det_jacobian(x)
        if hasattr(self, "_inverse_log_det_jacobian"):
            return -self._inverse_log_det_jacobian(self.forward(x))
        raise NotImplementedError(
            f"(Unimplemented) {type(self).__name__}: it has no log_det_jacobian."
        )

    def _call_inverse_log_det_jacobian(self, y):
        if hasattr(self, "_inverse_log_det_jacobian"):
            return self._inverse_log_det_jacobian(y)
        return -self._call_forward_log_det_jacobian(self._inverse(y))

    def forward_shape(self, shape):
        return self._shape_by(self._forward_shape, shape)

    def inverse_shape(self, shape):
        return self._shape_by(self._inverse_shape, shape)

    def _shape_by(self, rule, shape):
        if not isinstance(shape, (list, tuple)):
            wrong(
                TypeError,
                "argument `shape` has the wrong type.",
                "a list or tuple",
                type(shape).__name__,
            )
        return rule(shape)

    def _forward(self, x):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: it has no forward.")

    def _inverse(self, y):
        raise NotImplementedError(f"(Unimplemented) {type(self).__name__}: it has no inverse.")

    def _forward_shape(self, shape):
        return shape

    def _inverse_shape(self, shape):
        return shape
