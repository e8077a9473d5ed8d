"""Recurrent layers against the cells they are made of, step by step."""

from pathlib import Path

import numpy as np
import paddle
import pytest
from paddle import _C, nn

from tests.python import recurrent_cases

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


@pytest.fixture(scope="module")
def by_paddle():
    return np.load(Path(__file__).with_name("data") / "recurrent.npz")


@pytest.mark.parametrize("lengths", [False, True])
@pytest.mark.parametrize("name", recurrent_cases.CASES)
def test_results_and_gradients_are_those_of_paddlepaddle(name, lengths, by_paddle):
    arrays, names = recurrent_cases.run(name, lengths)
    found = np.concatenate([array.ravel() for array in arrays])
    wanted = by_paddle[f"{name}{', lengths' if lengths else ''}"]
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=2e-5)
    assert " ".join(names) == str(by_paddle[f"{name}, names"])


KINDS = [nn.SimpleRNN, nn.LSTM, nn.GRU]


def large_step(kind, dtype="float32"):
    """Results and gradients of a layer with more than one tile in each direction."""
    paddle.seed(3)
    layer = kind(40, 70, direction="bidirect")
    layer.to(dtype=dtype)
    x = paddle.randn([67, 20, 40]).astype(dtype)
    x.stop_gradient = False
    lengths = paddle.to_tensor([*range(1, 20)] * 3 + [20] * 10)
    y, states = layer(x, sequence_length=lengths)
    states = states if isinstance(states, tuple) else (states,)
    (y.tanh().sum() + sum(s.sum() for s in states)).backward()
    return [t.astype("float32").numpy() for t in
            (y, *states, x.grad, *(p.grad for p in layer.parameters()))]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_threads_do_not_change_a_bit(kind):
    before = paddle.get_num_threads()
    try:
        runs = []
        for threads in (1, 2, 3, 2):
            paddle.set_num_threads(threads)
            runs.append(large_step(kind))
    finally:
        paddle.set_num_threads(before)
    for run in runs[1:]:
        for a, b in zip(runs[0], run, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", ["float64", "bfloat16", "float16"])
def test_the_kernel_is_its_decomposition(kind, dtype):
    by_kernel = large_step(kind, dtype)
    _C.set_flag("prim_all", True)
    try:
        by_parts = large_step(kind, dtype)
    finally:
        _C.set_flag("prim_all", False)
    tolerance = {"float64": 1e-5, "bfloat16": 2e-2, "float16": 4e-3}[dtype]
    for a, b in zip(by_kernel, by_parts, strict=True):
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * max(1, abs(b).max()))


@pytest.mark.parametrize("kind", KINDS)
def test_second_gradients_in_a_capture(kind):
    layer = kind(3, 4)

    def penalty(x):
        y, _ = layer(x)
        (g,) = paddle.grad((y * y).sum(), x, create_graph=True)
        loss = (g * g).sum()
        return loss.detach(), paddle.grad(loss, layer.parameters(), allow_unused=True)

    x = paddle.randn([2, 5, 3])
    x.stop_gradient = False
    captured = paddle.jit.to_static(penalty)
    for _ in range(2):
        (a, grads), (b, others) = penalty(x), captured(x)
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5)
        for g, h in zip(grads, others, strict=True):
            np.testing.assert_allclose(g.numpy(), h.numpy(), rtol=1e-4, atol=1e-5)


def test_cells_of_users_and_hooks_keep_the_loop():
    class Half(nn.SimpleRNNCell):
        def forward(self, x, states=None):
            y, h = super().forward(x, states)
            return y / 2, h

    x = paddle.randn([2, 4, 3])
    cell = Half(3, 5)
    y, _ = nn.RNN(cell)(x)
    plain = nn.SimpleRNNCell(3, 5)
    plain.set_state_dict(cell.state_dict())
    layer = nn.RNN(plain)
    z, _ = layer(x)
    np.testing.assert_allclose(2 * y.numpy(), z.numpy(), atol=1e-6)
    seen = []
    plain.register_forward_post_hook(lambda *_: seen.append(1))
    layer(x)
    assert len(seen) == 4


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
