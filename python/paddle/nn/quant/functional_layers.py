"""Operators as layers, so that a quantized model can observe them."""

from ... import _C
from ..layer.layers import Layer

_ops = _C.ops


class FloatFunctionalLayer(Layer):
    """The base of the others."""


class add(FloatFunctionalLayer):
    """x + y."""

    def forward(self, x, y, name=None):
        """x + y."""
        return _ops["add"](x, y)


class subtract(FloatFunctionalLayer):
    """x - y."""

    def forward(self, x, y, name=None):
        """x - y."""
        return _ops["subtract"](x, y)


class multiply(FloatFunctionalLayer):
    """x * y."""

    def forward(self, x, y, name=None):
        """x * y."""
        return _ops["multiply"](x, y)


class divide(FloatFunctionalLayer):
    """x / y."""

    def forward(self, x, y, name=None):
        """x / y."""
        return _ops["divide"](x, y)


class reshape(FloatFunctionalLayer):
    """`paddle.reshape`."""

    def forward(self, x, shape, name=None):
        """x in another shape."""
        return _ops["reshape"](x, shape)


class transpose(FloatFunctionalLayer):
    """`paddle.transpose`."""

    def forward(self, x, perm, name=None):
        """x with its axes in the order `perm`."""
        return _ops["transpose"](x, perm)


class concat(FloatFunctionalLayer):
    """`paddle.concat`."""

    def forward(self, x, axis=0, name=None):
        """The tensors of x, joined."""
        return _ops["concat"](x, axis)


class flatten(FloatFunctionalLayer):
    """`paddle.flatten`."""

    def forward(self, x, start_axis=0, stop_axis=-1, name=None):
        """x with these axes made one."""
        return _ops["flatten"](x, start_axis, stop_axis)


class matmul(FloatFunctionalLayer):
    """`paddle.matmul`."""

    def forward(self, x, y, transpose_x=False, transpose_y=False, name=None):
        """The product of x and y."""
        return _ops["matmul"](x, y, transpose_x, transpose_y)
