"""Cells of recurrent networks: one step each, and their operators for all steps."""

import math

import paddle

from ... import _C
from .. import functional as F
from .. import initializer as I
from .rnn_cell_base import RNNCellBase


class _Cell(RNNCellBase):
    """Gates that are sums of products with the inputs and with the state."""

    @property
    def state_shape(self):
        return (self.hidden_size,)

    def _make_parameters(self, gates, attrs, states=None):
        """weight_ih, weight_hh, bias_ih, bias_hh; an attribute False means a constant."""
        if self.hidden_size <= 0:
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: argument `hidden_size` is wrong.\n"
                f"  Expected: more than 0\n  Received: {self.hidden_size}"
            )
        bound = 1.0 / math.sqrt(self.hidden_size)
        rows = gates * self.hidden_size
        shapes = [rows, self.input_size], [rows, states or self.hidden_size], [rows], [rows]
        names = "weight_ih", "weight_hh", "bias_ih", "bias_hh"
        for name, shape, attr in zip(names, shapes, attrs, strict=True):
            bias = name.startswith("bias")
            fixed = attr is False
            start = I.Constant(0.0 if bias else 1.0) if fixed else I.Uniform(-bound, bound)
            parameter = self.create_parameter(
                shape, None if fixed else attr, is_bias=bias, default_initializer=start
            )
            parameter.stop_gradient = parameter.stop_gradient or fixed
            setattr(self, name, parameter)

    @property
    def _weights(self):
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh

    def _gates(self, x, weight, bias):
        product = paddle.matmul(x, weight, transpose_y=True)
        return product if bias is None else product + bias

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}"


class SimpleRNNCell(_Cell):
    r"""``h = activation(W_ih x + b_ih + W_hh h + b_hh)``.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of the state.
        activation (str): tanh or relu.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters, by default uniform within 1 / sqrt(hidden_size);
            False: constant.

    Shape:
        [batch, input_size], [batch, hidden_size] to [batch, hidden_size] and the state.

    Examples:
        >>> import paddle
        >>> y, h = paddle.nn.SimpleRNNCell(4, 3)(paddle.ones([2, 4]))
        >>> y.shape
        paddle.Size([2, 3])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        activation="tanh",
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        name=None,
    ):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        if activation not in ("tanh", "relu"):
            raise ValueError(
                "(InvalidArgument) SimpleRNNCell: argument `activation` is wrong.\n"
                f"  Expected: tanh or relu\n  Received: {activation}"
            )
        self.activation = activation
        self._activation_fn = paddle.tanh if activation == "tanh" else F.relu
        self._make_parameters(1, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    def forward(self, inputs, states=None):
        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        h = self._activation_fn(
            self._gates(inputs, self.weight_ih, self.bias_ih)
            + self._gates(states, self.weight_hh, self.bias_hh)
        )
        return h, h

    def _over_time(self, x, h, sequence_length, reverse):
        """All steps of x [time, batch, input_size]: outputs and the last state."""
        return _C.ops["rnn_layer"](x, h, *self._weights, sequence_length, self.activation, reverse)

    def extra_repr(self):
        more = "" if self.activation == "tanh" else f", activation={self.activation}"
        return super().extra_repr() + more


class LSTMCell(_Cell):
    r"""A step of long short-term memory: gates input, forget, cell, output.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of the cell state.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters, by default uniform within 1 / sqrt(hidden_size);
            False: constant.
        proj_size (int): where not 0, the output is multiplied down to this size.

    Shape:
        [batch, input_size], (h, c) of [batch, hidden_size] each, to h and (h, c).

    Examples:
        >>> import paddle
        >>> y, (h, c) = paddle.nn.LSTMCell(4, 3)(paddle.ones([2, 4]))
        >>> c.shape
        paddle.Size([2, 3])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        proj_size=0,
        name=None,
    ):
        super().__init__()
        if proj_size < 0 or (hidden_size > 0 and proj_size >= hidden_size):
            raise ValueError(
                "(InvalidArgument) LSTMCell: argument `proj_size` is wrong.\n"
                f"  Expected: 0 <= proj_size < {hidden_size}\n  Received: {proj_size}"
            )
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.proj_size = proj_size
        attrs = weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr
        self._make_parameters(4, attrs, proj_size)
        if proj_size > 0:
            bound = 1.0 / math.sqrt(hidden_size)
            self.weight_ho = self.create_parameter(
                [hidden_size, proj_size],
                weight_hh_attr,
                default_initializer=I.Uniform(-bound, bound),
            )

    def forward(self, inputs, states=None):
        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        hidden, cell = states
        sums = self._gates(inputs, self.weight_ih, self.bias_ih) + self._gates(
            hidden, self.weight_hh, self.bias_hh
        )
        write, keep, new, read = paddle.split(sums, 4, axis=-1)
        cell = F.sigmoid(keep) * cell + F.sigmoid(write) * paddle.tanh(new)
        hidden = F.sigmoid(read) * paddle.tanh(cell)
        if self.proj_size > 0:
            hidden = paddle.matmul(hidden, self.weight_ho)
        return hidden, (hidden, cell)

    def _over_time(self, x, states, sequence_length, reverse):
        """All steps of x [time, batch, input_size]: outputs and the last states."""
        project = self.weight_ho if self.proj_size else None
        weights = *self._weights, sequence_length, project
        y, h, c, *_ = _C.ops["lstm_layer"](x, *states, *weights, reverse)
        return y, (h, c)

    @property
    def state_shape(self):
        return ((self.proj_size or self.hidden_size,), (self.hidden_size,))


class GRUCell(_Cell):
    r"""A step of a gated recurrent unit: gates reset, update, candidate.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of the state.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters, by default uniform within 1 / sqrt(hidden_size);
            False: constant.

    Shape:
        [batch, input_size], [batch, hidden_size] to [batch, hidden_size] and the state.

    Examples:
        >>> import paddle
        >>> y, h = paddle.nn.GRUCell(4, 3)(paddle.ones([2, 4]))
        >>> h.shape
        paddle.Size([2, 3])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        name=None,
    ):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self._make_parameters(3, (weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr))

    def forward(self, inputs, states=None):
        if states is None:
            states = self.get_initial_states(inputs, self.state_shape)
        x = paddle.split(self._gates(inputs, self.weight_ih, self.bias_ih), 3, axis=1)
        h = paddle.split(self._gates(states, self.weight_hh, self.bias_hh), 3, axis=1)
        reset = F.sigmoid(x[0] + h[0])
        update = F.sigmoid(x[1] + h[1])
        new = paddle.tanh(x[2] + reset * h[2])
        state = (states - new) * update + new
        return state, state

    def _over_time(self, x, h, sequence_length, reverse):
        """All steps of x [time, batch, input_size]: outputs and the last state."""
        return _C.ops["gru_layer"](x, h, *self._weights, sequence_length, reverse)[:2]
