"""Recurrent layers against the cells they are made of, step by step."""

import numpy as np
import paddle
import pytest
from paddle import nn

LAYERS = {"SimpleRNN": nn.SimpleRNNCell, "LSTM": nn.LSTMCell, "GRU": nn.GRUCell}


def by_cells(layer, x, lengths):
    """Outputs and last hidden states of one sequence after the other, without padding."""
    rows, ends = [], []
    for sequence, length in zip(x, lengths, strict=True):
        steps, hidden = sequence[:length].unsqueeze(0), []
        for block in layer:
            if layer.num_directions == 1:
                steps, states = block(steps)
                states = [states]
            else:
                steps, states = block(steps)
            hidden += [s[0] if isinstance(s, tuple) else s for s in states]
        rows.append(steps[0])
        ends.append(paddle.stack(hidden))
    return rows, paddle.concat(ends, axis=1)


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("direction", ["forward", "bidirect"])
@pytest.mark.parametrize("kind", sorted(LAYERS))
def test_layers_are_their_cells(kind, direction, layers):
    paddle.seed(layers)
    layer = getattr(nn, kind)(3, 4, num_layers=layers, direction=direction)
    x = paddle.randn([3, 5, 3])
    lengths = [5, 2, 1]
    y, states = layer(x, sequence_length=paddle.to_tensor(lengths))
    h = states[0] if kind == "LSTM" else states
    rows, ends = by_cells(layer, x, lengths)
    np.testing.assert_allclose(h.numpy(), ends.numpy(), atol=1e-6)
    for got, want, length in zip(y, rows, lengths, strict=True):
        np.testing.assert_allclose(got[:length].numpy(), want.numpy(), atol=1e-6)
        assert not got[length:].numpy().any()


def test_gradients_reach_parameters_and_states():
    layer = nn.LSTM(3, 4, num_layers=2)
    h, c = paddle.zeros([2, 2, 4]), paddle.zeros([2, 2, 4])
    h.stop_gradient = c.stop_gradient = False
    y, _ = layer(paddle.randn([2, 5, 3]), (h, c))
    (y * y).sum().backward()
    assert all(p.grad is not None for p in layer.parameters())
    assert h.grad.abs().sum() > 0 and c.grad.abs().sum() > 0


def test_time_major_is_a_transpose():
    batch, time = nn.GRU(3, 4), nn.GRU(3, 4, time_major=True)
    time.set_state_dict(batch.state_dict())
    x = paddle.randn([2, 5, 3])
    y, _ = batch(x)
    z, _ = time(x.transpose([1, 0, 2]))
    np.testing.assert_array_equal(y.numpy(), z.transpose([1, 0, 2]).numpy())


def test_parameters_have_names_by_layer():
    layer = nn.LSTM(2, 3, direction="bidirect")
    names = [name for name, _ in layer.named_parameters()]
    assert names[:2] == ["weight_ih_l0", "weight_hh_l0"] and len(names) == 8
    assert names[4] == "weight_ih_l0_reverse"
    assert layer.weight_hh_l0 is layer[0].cell_fw.weight_hh


def test_projection_shrinks_the_output():
    y, (h, c) = nn.LSTM(3, 5, proj_size=2)(paddle.ones([2, 4, 3]))
    assert list(y.shape) == [2, 4, 2] and list(h.shape) == [1, 2, 2] and list(c.shape) == [1, 2, 5]


def test_nms_keeps_the_best_of_each_category():
    boxes = paddle.to_tensor([[0.0, 0, 4, 4], [0, 0, 4, 5], [6, 6, 8, 8]])
    scores = paddle.to_tensor([0.5, 0.9, 0.1])
    kinds = paddle.to_tensor([0, 1, 0])
    nms = paddle.vision.ops.nms
    assert nms(boxes, 0.5, scores).tolist() == [1, 2]
    assert nms(boxes, 0.5, scores, kinds, [0, 1]).tolist() == [1, 0, 2]
    assert nms(boxes, 0.5, scores, kinds, [0, 1], top_k=1).tolist() == [1]
