"""Attention under the names of FlashAttention; numbers marked so are recorded from PaddlePaddle 3.3.1."""

import numpy as np
import paddle
import paddle.nn.functional as F
import pytest
from paddle.nn.functional.flash_attention import (
    _select_sdp,
    flash_attention,
    flash_attn_unpadded,
)

RNG = np.random.default_rng(0)


def tensor(*shape):
    return paddle.to_tensor(RNG.standard_normal(shape), stop_gradient=False)


def near(one, other, tol=1e-9):
    np.testing.assert_allclose(one.numpy(), np.asarray(other), rtol=tol, atol=tol)


def by_hand(q, k, v, hidden=None, scale=None):
    """[time, d] of one head."""
    scores = q @ k.T * (q.shape[1] ** -0.5 if scale is None else scale)
    e = np.exp(scores - scores.max(1, keepdims=True))
    e = e if hidden is None else np.where(hidden, 0.0, e)
    total = e.sum(1, keepdims=True)
    return (e / np.where(total == 0, 1, total)) @ v


def test_recorded():
    q = paddle.arange(6, dtype="float32").reshape([1, 2, 1, 3]) / 10
    k = paddle.arange(12, dtype="float32").reshape([1, 4, 1, 3]) / 10
    out, weights = flash_attention(q, k, k, return_softmax=True)
    near(out[0, :, 0, 0], [0.46947071, 0.52700377], 1e-5)
    near(weights[0, 0, 0], [0.23086470, 0.24317792, 0.25614786, 0.26980957], 1e-5)
    out, weights = flash_attention(q, k, k, causal=True, return_softmax=True)
    near(out[0, :, 0, 0], [0.0, 0.16553259], 1e-5)
    near(weights[0, 0, 1], [0.44822472, 0.55177528, 0.0, 0.0], 1e-5)
    assert flash_attention(q, k, k)[1] is None and _select_sdp(64) == "math"
    assert flash_attention(paddle.rand([1, 4, 2, 3]), k, k)[0].shape == [1, 4, 2, 3]


def test_is_the_attention_of_nn():
    q, k = tensor(2, 5, 4, 8), tensor(2, 5, 2, 8)
    out, _ = flash_attention(q, k, k, causal=True, softmax_scale=0.3)
    expected = F.scaled_dot_product_attention(q, k, k, is_causal=True, scale=0.3)
    near(out, expected.numpy())
    for one, other in zip(
        paddle.grad(out.square().sum(), [q, k]),
        paddle.grad(expected.square().sum(), [q, k]),
        strict=True,
    ):
        near(one, other.numpy())
    packed = paddle.concat(
        [q.reshape([2, 5, 2, 2, 8]).transpose([0, 1, 3, 2, 4]), k.unsqueeze(2), k.unsqueeze(2)], 2
    )
    near(F.flash_attn_qkvpacked(packed)[0], flash_attention(q, k, k)[0].numpy())
    with pytest.raises(ValueError, match="`key` is wrong"):
        flash_attention(q, tensor(2, 5, 3, 8), tensor(2, 5, 3, 8))
    with pytest.raises(ValueError, match="`qkv` is wrong"):
        F.flash_attn_qkvpacked(q)


@pytest.mark.parametrize("causal", [False, True])
def test_sequences_one_behind_another(causal):
    q, k, begins = tensor(9, 2, 4), tensor(9, 2, 4), [0, 3, 3, 9]
    offsets = paddle.to_tensor(begins, dtype="int32")
    out, none = flash_attn_unpadded(q, k, k, offsets, offsets, 6, 6, 0.4, causal=causal)
    assert none is None
    for low, high in ((0, 3), (3, 9)):
        hidden = np.triu(np.ones((high - low,) * 2), 1) > 0 if causal else None
        for h in range(2):
            one, other = q.numpy()[low:high, h], k.numpy()[low:high, h]
            near(out[low:high, h], by_hand(one, other, other, hidden, 0.4))
    packed = paddle.stack([q, k, k], 1)
    other, _ = F.flash_attn_varlen_qkvpacked(
        packed, offsets, offsets, 6, 6, 0.4, causal=causal, varlen_padded=False
    )
    near(other, out.numpy())
    for wrong in ([0, 3, 8], [1, 9], [0, 5, 3, 9]):
        with pytest.raises(ValueError, match="`cu_seqlens_k` is wrong"):
            flash_attn_unpadded(q, k, k, offsets, paddle.to_tensor(wrong), 6, 6, 0.4)
    with pytest.raises(ValueError, match="`return_softmax` is wrong"):
        flash_attn_unpadded(q, k, k, offsets, offsets, 6, 6, 0.4, return_softmax=True)


@pytest.mark.parametrize(("causal", "edges"), [(True, 1), (True, 2), (False, 2), (False, 4)])
@pytest.mark.parametrize("mask_heads", [1, 2])
def test_masks_by_rows(causal, edges, mask_heads):
    n = 6
    q, k, v = tensor(2, n, 4, 8), tensor(2, n, 2, 8), tensor(2, n, 2, 8)
    bounds = np.sort(RNG.integers(0, n + 1, (2, mask_heads, n, edges)), -1)
    out, lse = F.flashmask_attention(
        q, k, v, paddle.to_tensor(bounds, dtype="int32"), causal=causal, return_softmax_lse=True
    )
    assert lse.shape == [2, 4, n]
    for b in range(2):
        for h in range(4):
            hidden = np.zeros((n, n), bool)
            for c in range(n):
                e = bounds[b, h // 2 if mask_heads == 2 else 0, c]
                for r in range(n):
                    if r >= c:
                        end = e[1] if (causal and edges == 2) or edges == 4 else n
                        hidden[r, c] = e[0] <= r < end
                    elif causal:
                        hidden[r, c] = True
                    else:
                        hidden[r, c] = e[2] <= r < e[3] if edges == 4 else r < e[1]
            want = by_hand(
                q.numpy()[b, :, h], k.numpy()[b, :, h // 2], v.numpy()[b, :, h // 2], hidden
            )
            near(out[b, :, h], want)
    grads = paddle.grad(out.sum(), [q, k, v])
    assert all(bool(paddle.isfinite(g).all()) for g in grads)


def test_windows():
    q = tensor(1, 6, 1, 4)
    row, column = np.arange(6)[:, None], np.arange(6)
    one = q.numpy()[0, :, 0]
    out = F.flashmask_attention(q, q, q, window_size=(2, 1))
    near(out[0, :, 0], by_hand(one, one, one, (column < row - 2) | (column > row + 1)))
    out = F.flashmask_attention(q, q, q, window_size=2, causal=True)
    near(out[0, :, 0], by_hand(one, one, one, (column < row - 2) | (column > row)))
    with pytest.raises(ValueError, match="`startend_row_indices` is wrong"):
        F.flashmask_attention(q, q, q, paddle.zeros([1, 1, 6, 4], "int32"), causal=True)
    with pytest.raises(NotImplementedError, match="block_mask"):
        F.flashmask_attention(q, q, q, block_mask=q)
