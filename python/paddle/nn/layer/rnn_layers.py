"""Recurrent networks: layers of cells over a sequence."""

import paddle

from .. import functional as F
from .container import LayerList
from .rnn import RNN, BiRNN, scan, swap_batch_time
from .rnn_cell import GRUCell, LSTMCell, SimpleRNNCell


class _Stack(LayerList):
    """Layers of one kind of cell; what LSTM, GRU and SimpleRNN share."""

    def __init__(
        self, mode, sizes, num_layers, direction, time_major, dropout, attrs, **cell_arguments
    ):
        super().__init__()
        if direction not in ("forward", "bidirect", "bidirectional"):
            raise ValueError(
                f"(InvalidArgument) {type(self).__name__}: argument `direction` is wrong.\n"
                f"  Expected: forward, bidirect or bidirectional\n  Received: {direction}"
            )
        self.mode = mode
        self.input_size, self.hidden_size = sizes
        self.num_layers = num_layers
        self.num_directions = 1 if direction == "forward" else 2
        self.time_major = time_major
        self.dropout = dropout
        self.proj_size = cell_arguments.get("proj_size", 0)
        self.state_components = 2 if mode == "LSTM" else 1
        names = "weight_ih", "weight_hh", "bias_ih", "bias_hh"
        options = {f"{name}_attr": attr for name, attr in zip(names, attrs, strict=True)}
        kind = {"LSTM": LSTMCell, "GRU": GRUCell}.get(mode, SimpleRNNCell)
        size = self.input_size
        for _ in range(num_layers):
            cells = [
                kind(size, self.hidden_size, **options, **cell_arguments)
                for _ in range(self.num_directions)
            ]
            if self.num_directions == 1:
                self.append(RNN(cells[0], False, time_major))
            else:
                self.append(BiRNN(*cells, time_major))
            size = self.num_directions * (self.proj_size or self.hidden_size)
        for layer, cells in enumerate(self._cells()):
            for cell, suffix in zip(cells, ("", "_reverse"), strict=False):
                for name in names:  # the parameters of cells, also named here
                    setattr(self, f"{name}_l{layer}{suffix}", getattr(cell, name))

    def _cells(self):
        if self.num_directions == 1:
            return [[layer.cell] for layer in self]
        return [[layer.cell_fw, layer.cell_bw] for layer in self]

    def flatten_parameters(self):
        """Nothing: the parameters are used where they are."""

    def _run(self, cell, x, states, sequence_length, reverse):
        """One direction of a layer, [time, batch, ...]: output and states."""
        states = states if self.state_components == 2 else states[0]
        if self.proj_size and sequence_length is not None:  # outputs go on beyond the lengths
            y, new = scan(cell, x, states, sequence_length, True, reverse, {})
        else:
            y, new = cell._over_time(x, states, sequence_length, reverse)
        return y, new if self.state_components == 2 else (new,)

    def _start(self, batch, dtype):
        places = self.num_layers * self.num_directions
        sizes = (self.proj_size or self.hidden_size, self.hidden_size)[: self.state_components]
        return [paddle.zeros([places, batch, size], dtype) for size in sizes]

    def forward(self, inputs, initial_states=None, sequence_length=None):
        x = inputs if self.time_major else swap_batch_time(inputs)
        if initial_states is None:
            initial_states = self._start(x.shape[1], x.dtype)
        elif isinstance(initial_states, paddle.Tensor):
            initial_states = [initial_states]
        parts = list(zip(*(paddle.unbind(state) for state in initial_states), strict=True))
        ends = []
        for i, cells in enumerate(self._cells()):
            if i > 0 and self.dropout:
                x = F.dropout(x, self.dropout, training=self.training)
            outputs = []
            for reverse, cell in enumerate(cells):
                y, end = self._run(cell, x, parts[len(ends)], sequence_length, bool(reverse))
                outputs.append(y)
                ends.append(end)
            x = outputs[0] if len(outputs) == 1 else paddle.concat(outputs, axis=-1)
        final = tuple(paddle.stack(states) for states in zip(*ends, strict=True))
        return (
            x if self.time_major else swap_batch_time(x),
            final if self.state_components == 2 else final[0],
        )

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if self.time_major:
            text += f", time_major={self.time_major}"
        if self.dropout:
            text += f", dropout={self.dropout}"
        return text


class SimpleRNN(_Stack):
    """Layers of SimpleRNNCell over a sequence.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of a state.
        num_layers (int): default 1.
        direction (str): forward, or bidirect (bidirectional).
        time_major (bool): the input is [time, batch, input_size].
        dropout (float): between the layers.
        activation (str): tanh or relu.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters; False: constant.

    Shape:
        [batch, time, input_size], states [layers * directions, batch, hidden_size],
        to [batch, time, directions * hidden_size] and the last states.

    Examples:
        >>> import paddle
        >>> y, h = paddle.nn.SimpleRNN(4, 3, num_layers=2)(paddle.ones([2, 5, 4]))
        >>> y.shape, h.shape
        (paddle.Size([2, 5, 3]), paddle.Size([2, 2, 3]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        direction="forward",
        time_major=False,
        dropout=0.0,
        activation="tanh",
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        name=None,
    ):
        attrs = weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr
        sizes = input_size, hidden_size
        mode = "RNN_RELU" if activation == "relu" else "RNN_TANH"
        super().__init__(
            mode, sizes, num_layers, direction, time_major, dropout, attrs, activation=activation
        )
        self.activation = activation


class LSTM(_Stack):
    """Layers of LSTMCell over a sequence.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of a state.
        num_layers (int): default 1.
        direction (str): forward, or bidirect (bidirectional).
        time_major (bool): the input is [time, batch, input_size].
        dropout (float): between the layers.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters; False: constant.
        proj_size (int): where not 0, outputs are multiplied down to this size.

    Shape:
        [batch, time, input_size], (h, c) of [layers * directions, batch, hidden_size],
        to [batch, time, directions * hidden_size] and the last (h, c).

    Examples:
        >>> import paddle
        >>> y, (h, c) = paddle.nn.LSTM(4, 3, direction="bidirect")(paddle.ones([2, 5, 4]))
        >>> y.shape, c.shape
        (paddle.Size([2, 5, 6]), paddle.Size([2, 2, 3]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        direction="forward",
        time_major=False,
        dropout=0.0,
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        proj_size=0,
        name=None,
    ):
        attrs = weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr
        sizes = input_size, hidden_size
        super().__init__(
            "LSTM", sizes, num_layers, direction, time_major, dropout, attrs, proj_size=proj_size
        )


class GRU(_Stack):
    """Layers of GRUCell over a sequence.

    Args:
        input_size (int): the last size of the input.
        hidden_size (int): the size of a state.
        num_layers (int): default 1.
        direction (str): forward, or bidirect (bidirectional).
        time_major (bool): the input is [time, batch, input_size].
        dropout (float): between the layers.
        weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr (ParamAttr, optional):
            of the parameters; False: constant.

    Shape:
        [batch, time, input_size], states [layers * directions, batch, hidden_size],
        to [batch, time, directions * hidden_size] and the last states.

    Examples:
        >>> import paddle
        >>> y, h = paddle.nn.GRU(4, 3)(paddle.ones([2, 5, 4]))
        >>> y.shape
        paddle.Size([2, 5, 3])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        direction="forward",
        time_major=False,
        dropout=0.0,
        weight_ih_attr=None,
        weight_hh_attr=None,
        bias_ih_attr=None,
        bias_hh_attr=None,
        name=None,
    ):
        attrs = weight_ih_attr, weight_hh_attr, bias_ih_attr, bias_hh_attr
        sizes = input_size, hidden_size
        super().__init__("GRU", sizes, num_layers, direction, time_major, dropout, attrs)
