"""Cells over all steps of a sequence, in one or both directions."""

import paddle

from ...utils import map_structure
from .. import functional as F
from .layers import Layer
from .rnn_cell import GRUCell, LSTMCell, SimpleRNNCell
from .rnn_cell_base import first_of


def swap_batch_time(x):
    return x.transpose([1, 0, *range(2, x.ndim)])


def _is_one_operator(cell, inputs):
    """Whether calling `cell` at every step is what its operator for all steps does."""
    plain = type(cell) in (SimpleRNNCell, LSTMCell, GRUCell) and "forward" not in vars(cell)
    hooks = plain and (cell._forward_pre_hooks or cell._forward_post_hooks)
    return plain and not hooks and isinstance(inputs, paddle.Tensor) and inputs.ndim == 3


def scan(cell, inputs, states, sequence_length, time_major, is_reverse, more):
    """A cell over the steps of `inputs`; beyond its length a sequence keeps its state."""
    time_axis = 0 if time_major else 1
    if states is None:
        states = cell.get_initial_states(inputs, batch_dim_idx=1 - time_axis)
    if not time_major:
        inputs = map_structure(swap_batch_time, inputs)
    if sequence_length is None and not more and _is_one_operator(cell, inputs):
        y, states = cell._over_time(inputs, states, None, is_reverse)
        return y if time_major else swap_batch_time(y), states
    steps = first_of(inputs).shape[0]
    mask = None
    if sequence_length is not None:
        mask = F.sequence_mask(sequence_length, maxlen=steps, dtype="bool").transpose([1, 0])
    outputs = [None] * steps
    for k in range(steps):
        t = steps - 1 - k if is_reverse else k
        outputs[t], new = cell(map_structure(lambda x, t=t: x[t], inputs), states, **more)
        if mask is not None:
            now = mask[t]
            new = map_structure(
                lambda old, new, now=now: paddle.where(
                    now.reshape([-1, *[1] * (new.ndim - 1)]), new, old
                ),
                states,
                new,
            )
        states = new
    return map_structure(lambda *xs: paddle.stack(xs, axis=time_axis), *outputs), states


class RNN(Layer):
    """A cell over all steps of a sequence.

    Args:
        cell (RNNCellBase): called with the inputs of a step and the states.
        is_reverse (bool): from the last step to the first.
        time_major (bool): the input is [time, batch, ...]; False: [batch, time, ...].

    Examples:
        >>> import paddle
        >>> rnn = paddle.nn.RNN(paddle.nn.SimpleRNNCell(4, 3))
        >>> y, h = rnn(paddle.ones([2, 5, 4]))
        >>> y.shape, h.shape
        (paddle.Size([2, 5, 3]), paddle.Size([2, 3]))
    """

    def __init__(self, cell, is_reverse=False, time_major=False):
        super().__init__()
        self.cell = cell
        self.is_reverse = is_reverse
        self.time_major = time_major

    def forward(self, inputs, initial_states=None, sequence_length=None, **kwargs):
        return scan(
            self.cell,
            inputs,
            initial_states,
            sequence_length,
            self.time_major,
            self.is_reverse,
            kwargs,
        )


class BiRNN(Layer):
    """Two cells over a sequence, one from either end; outputs are joined along the last axis.

    Args:
        cell_fw (RNNCellBase): from the first step to the last.
        cell_bw (RNNCellBase): from the last to the first.
        time_major (bool): the input is [time, batch, ...]; False: [batch, time, ...].

    Examples:
        >>> import paddle
        >>> cells = paddle.nn.GRUCell(4, 3), paddle.nn.GRUCell(4, 3)
        >>> y, (forward, backward) = paddle.nn.BiRNN(*cells)(paddle.ones([2, 5, 4]))
        >>> y.shape
        paddle.Size([2, 5, 6])
    """

    def __init__(self, cell_fw, cell_bw, time_major=False):
        super().__init__()
        self.cell_fw = cell_fw
        self.cell_bw = cell_bw
        if cell_fw.input_size != cell_bw.input_size:
            raise ValueError(
                "(InvalidArgument) BiRNN: the cells differ.\n  Expected: equal input sizes\n"
                f"  Received: {cell_fw.input_size} and {cell_bw.input_size}"
            )
        self.time_major = time_major

    def forward(self, inputs, initial_states=None, sequence_length=None, **kwargs):
        states = (None, None) if initial_states is None else initial_states
        if len(states) != 2:
            raise ValueError(
                "(InvalidArgument) BiRNN: argument `initial_states` is wrong.\n"
                f"  Expected: 2 states\n  Received: {len(states)}"
            )
        runs = [
            scan(cell, inputs, state, sequence_length, self.time_major, back, kwargs)
            for cell, state, back in zip(
                (self.cell_fw, self.cell_bw), states, (False, True), strict=True
            )
        ]
        outputs = map_structure(lambda x, y: paddle.concat([x, y], axis=-1), *(r[0] for r in runs))
        return outputs, tuple(run[1] for run in runs)
