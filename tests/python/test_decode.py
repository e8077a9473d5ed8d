"""Beam search: results recorded from PaddlePaddle 3.3.1, and against the search of all sequences."""

import itertools

import numpy as np
import paddle
import pytest


def modules(rng, cell_of, classes=7):
    emb, cell, out = paddle.nn.Embedding(classes, 4), cell_of(4, 6), paddle.nn.Linear(6, classes)
    for layer in (emb, cell, out):
        for p in layer.parameters():
            p.set_value((rng.randn(*p.shape) * 1.5).astype("float32"))
    return emb, cell, out


def test_recorded():
    rng = np.random.RandomState(5)
    emb, cell, out = modules(rng, paddle.nn.GRUCell)
    decoder = paddle.nn.BeamSearchDecoder(cell, 0, 1, 3, embedding_fn=emb, output_fn=out)
    inits = paddle.to_tensor(rng.randn(2, 6).astype("float32"))
    ids, states, lengths = paddle.nn.dynamic_decode(decoder, inits, 8, return_length=True)
    assert ids.dtype == paddle.int64
    assert ids[0].tolist() == [[3, 3, 3]] * 7 + [[3, 5, 3], [3, 3, 5]]
    assert ids[1].tolist() == [[3, 1, 3]] + [[1, 1, 3]] * 5 + [[1, 1, 5]] + [[1, 1, 3]] * 2
    assert lengths.tolist() == [[9, 9, 9], [2, 1, 9]] == states.lengths.tolist()
    assert states.finished.tolist() == [[False] * 3, [True, True, False]]
    assert states._fields == ("cell_states", "log_probs", "finished", "lengths")
    log_probs = [[-3.3148355, -3.7457621, -3.7646635], [-1.5086942, -1.8391969, -6.0880494]]
    np.testing.assert_allclose(states.log_probs.numpy(), log_probs, rtol=1e-4)
    ids, _ = paddle.nn.dynamic_decode(decoder, inits, 3, output_time_major=True)
    assert ids.shape == [4, 2, 3]
    lstm = paddle.nn.LSTMCell(4, 6)
    for p in lstm.parameters():
        p.set_value((rng.randn(*p.shape) * 1.5).astype("float32"))
    decoder = paddle.nn.BeamSearchDecoder(lstm, 0, 1, 2, emb, out)
    h = paddle.to_tensor(rng.randn(3, 6).astype("float32"))
    ids, states = paddle.nn.dynamic_decode(decoder, [h, h], 5)
    assert ids.tolist() == [[[5, 5], [3, 3], [1, 3], [1, 3], [1, 1]], [[5, 5], [3, 3], [1, 3], [1, 1], [1, 1]],
                            [[3, 5], [3, 3], [1, 3], [1, 1], [1, 1]]]  # fmt: skip
    log_probs = [[-2.3805223, -3.8112147], [-1.9909668, -2.7522385], [-2.6743741, -3.5073867]]
    np.testing.assert_allclose(states.log_probs.numpy(), log_probs, rtol=1e-4)


def test_wide_beams_find_the_likeliest_sequence():
    rng = np.random.RandomState(1)
    emb, cell, out = modules(rng, paddle.nn.GRUCell, classes=4)
    state = paddle.to_tensor(rng.randn(1, 6).astype("float32"))

    def log_p(tokens):
        total, h, last = 0.0, state, 0
        for token in tokens:
            y, h = cell(emb(paddle.to_tensor([last])), h)
            total += paddle.nn.functional.log_softmax(out(y))[0, token].item()
            last = token
            if token == 1:
                break
        return total

    best = max(itertools.product(range(4), repeat=3), key=log_p)
    decoder = paddle.nn.BeamSearchDecoder(cell, 0, 1, 16, emb, out)
    ids, states = paddle.nn.dynamic_decode(decoder, state, max_step_num=2)
    found = ids[0, :, 0].tolist()
    assert abs(log_p(found) - log_p(best)) < 1e-4
    assert abs(states.log_probs[0, 0].item() - log_p(best)) < 1e-4


def test_a_decoder_of_ones_own():
    class Countdown:
        """Counts down from its states; what has reached 0 has ended."""

        def initialize(self, inits):
            return inits, inits, inits <= 0

        def step(self, time, inputs, states, by=1):
            states = states - by
            return (
                {"value": states, "time": time + paddle.zeros_like(states)},
                states,
                states,
                states <= 0,
            )

    start = paddle.to_tensor([2, 0, 3])
    outputs, states, lengths = paddle.nn.dynamic_decode(Countdown(), start, return_length=True)
    assert outputs["value"].tolist() == [[1, 0, -1], [-1, -2, -3], [2, 1, 0]]
    assert outputs["time"][0].tolist() == [0, 1, 2] and lengths.tolist() == [2, 0, 3]
    _, states = paddle.nn.dynamic_decode(Countdown(), start, impute_finished=True, by=1)
    assert states.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="`decoder` is wrong"):
        paddle.nn.dynamic_decode(Countdown(), paddle.to_tensor([0]))


def test_arguments():
    x = paddle.arange(6).reshape([2, 3])
    tiled = paddle.nn.BeamSearchDecoder.tile_beam_merge_with_batch(x, 2)
    assert tiled.tolist() == [[0, 1, 2], [0, 1, 2], [3, 4, 5], [3, 4, 5]]
    with pytest.raises(ValueError, match="`beam_size` is wrong"):
        paddle.nn.BeamSearchDecoder(None, 0, 1, 0)
