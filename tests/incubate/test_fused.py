"""paddle.incubate.nn: equal to what the functions are fused of; numbers marked so are recorded from PaddlePaddle."""

import math

import numpy as np
import paddle
import paddle.incubate.nn.functional as IF
import paddle.nn.functional as F
import pytest
from paddle.incubate import nn as inn

RNG = np.random.default_rng(0)


def tensor(*shape, dtype="float32"):
    values = paddle.to_tensor(RNG.standard_normal(shape).astype("float32")).astype(dtype)
    values.stop_gradient = False
    return values


def near(one, other, tol=2e-5):
    other = other.numpy() if isinstance(other, paddle.Tensor) else other
    np.testing.assert_allclose(one.astype("float32").numpy(), other, rtol=tol, atol=tol)


def same(fused, plain, leaves, tol=2e-5):
    """Values and gradients of two functions of the leaves."""
    a, b = fused(), plain()
    near(a, b, tol)
    g = tensor(*a.shape)
    for one, other in zip(paddle.grad(a, leaves, g), paddle.grad(b, leaves, g), strict=True):
        near(one, other, 10 * tol)


X24 = paddle.arange(24, dtype="float32").reshape([2, 3, 4]) / 10
TWO, ONE = paddle.ones([4]) * 2, paddle.ones([4])


def test_norms_recorded():
    out, summed = IF.fused_rms_norm(X24, TWO, ONE, 1e-5, 2)
    near(out.flatten()[:5], [1.0, 2.0689, 3.1378, 4.2067, 2.4254], 1e-4)
    assert summed.shape == [0]
    out, summed = IF.fused_rms_norm(X24, TWO, ONE, 1e-5, 2, bias=ONE, residual=X24)
    near(out.flatten()[:5], [2.5162, 2.8194, 3.1227, 3.4259, 2.7046], 1e-4)
    near(summed.flatten()[:3], [1.0, 1.2, 1.4])
    out, summed, mean, rstd = IF.fused_layer_norm(
        X24, TWO, ONE, 1e-5, residual_alpha=0.5, begin_norm_axis=2, bias=ONE, residual=X24
    )
    near(out.flatten()[:4], [-1.6828, 0.1057, 1.8943, 3.6828], 1e-4)
    near(summed.flatten()[:3], [1.0, 1.15, 1.3])
    near(mean, [1.225, 1.825, 2.425, 3.025, 3.625, 4.225])
    near(rstd, [5.9618] * 5 + [5.9617], 1e-4)
    near(IF.fused_layer_norm(X24, None, None, 1e-5, bias=ONE, residual=X24)[0], 2 * X24 + 1)
    near(IF.fused_dropout_add(X24, X24, 0.5, training=False, mode="downscale_in_infer"), X24 * 1.5)


def test_norms():
    x, residual, weight, shift = tensor(2, 3, 4), tensor(2, 3, 4), tensor(4), tensor(4)
    leaves = [x, residual, weight, shift]
    same(lambda: IF.fused_rms_norm(x, weight, shift, 1e-5, -1, residual=residual)[0],
         lambda: F.rms_norm(x + residual, [4], weight, 1e-5)[0] + shift, leaves)  # fmt: skip
    same(lambda: IF.fused_layer_norm(x, weight, shift, 1e-5, begin_norm_axis=2, residual=residual)[0],
         lambda: F.layer_norm(x + residual, 4, weight, shift), leaves)  # fmt: skip
    same(lambda: IF.fused_bias_dropout_residual_layer_norm(x, residual, shift, weight, None, 0.0),
         lambda: F.layer_norm(x + shift + residual, 4, weight), leaves)  # fmt: skip
    near(IF.fused_rms_norm_ext(x, weight)[0], F.rms_norm(x, [4], weight)[0])
    near(IF.fast_rms_norm(x, weight)[1], F.rms_norm(x, [4], weight)[1])
    near(IF.fast_ln(x, weight, shift)[0], F.layer_norm(x, 4, weight, shift))
    with pytest.raises(ValueError, match="`begin_norm_axis` is wrong"):
        IF.fused_rms_norm(x, weight, None, 1e-5, 3)


def test_rounded_results():
    row = paddle.to_tensor([[0.5, 1.5, -0.5, -1.5, 2.4, 900.0]])
    even = IF.fused_layer_norm(row, None, None, 1e-5, quant_scale=1.0 / 127, quant_max_bound=127.0,
                               quant_min_bound=-127.0)[0]  # fmt: skip
    assert even.dtype == paddle.int8
    assert even.tolist() == [[0, 2, 0, -2, 2, 127]]
    away = IF.fused_layer_norm(row, None, None, 1e-5, quant_scale=1.0 / 127, quant_max_bound=127.0,
                               quant_min_bound=-127.0, quant_round_type=1)[0]  # fmt: skip
    assert away.tolist() == [[1, 2, -1, -2, 2, 127]]


def test_products():
    x, y, bias = tensor(3, 4), tensor(4, 5), tensor(5)
    leaves = [x, y, bias]
    plain = lambda: x @ y + bias  # noqa: E731
    same(lambda: IF.fused_matmul_bias(x, y, bias), plain, leaves)
    same(lambda: IF.fused_matmul_bias(x.t(), y.t(), bias, True, True), plain, leaves)
    same(lambda: IF.fused_linear(x, y.t(), bias, transpose_weight=True), plain, leaves)
    same(lambda: IF.fused_linear_activation(x, y, bias, activation="gelu"),
         lambda: F.gelu(plain(), approximate=True), leaves)  # fmt: skip
    with pytest.raises(ValueError, match="`activation` is wrong"):
        IF.fused_linear_activation(x, y, bias, activation="tanh")


def test_bias_act():
    x, bias = tensor(3, 6), tensor(6)
    plain = {"gelu": F.gelu, "relu": F.relu, "swiglu": F.swiglu, "silu": F.silu,
             "geglu": lambda z: F.gelu(z[:, :3]) * z[:, 3:]}  # fmt: skip
    for name, f in plain.items():
        same(lambda name=name: IF.fused_bias_act(x, bias, act_method=name),
             lambda f=f: f(x + bias), [x, bias])  # fmt: skip
    whole, scales = paddle.to_tensor([[10, -20]], dtype="int32"), paddle.to_tensor([0.5, 0.25])
    near(IF.fused_bias_act(whole, None, scales, act_method="relu"), [[5.0, 0.0]])
    shifted = IF.fused_bias_act(x, None, None, bias, bias, "relu")
    near(shifted, (F.relu(x) + bias) * bias)
    with pytest.raises(ValueError, match="`act_method` is wrong"):
        IF.fused_bias_act(x, act_method="no_such")


def rope_by_hand(x, base, neighbours, positions):
    """Complex numbers turned by exp(i angle)."""
    size = x.shape[-1]
    angle = positions[..., None] / base ** (np.arange(0, size, 2) / size)
    turn = np.exp(1j * angle)[:, :, None]
    if neighbours:
        z = (x[..., 0::2] + 1j * x[..., 1::2]) * turn
        return np.stack([z.real, z.imag], -1).reshape(x.shape)
    z = (x[..., : size // 2] + 1j * x[..., size // 2 :]) * turn
    return np.concatenate([z.real, z.imag], -1)


@pytest.mark.parametrize("neighbours", [True, False])
def test_rotary(neighbours):
    q, k = tensor(2, 5, 3, 6), tensor(2, 5, 1, 6)
    order = np.array([[4, 0, 1, 1, 2], [0, 1, 2, 3, 4]])
    for positions in (None, paddle.to_tensor(order)):
        at = np.arange(5)[None] if positions is None else order
        got = IF.fused_rotary_position_embedding(q, k, None, position_ids=positions,
                                                 use_neox_rotary_style=neighbours)  # fmt: skip
        assert got[2] is None
        near(got[0], rope_by_hand(q.numpy(), 1e4, neighbours, at))
        near(got[1], rope_by_hand(k.numpy(), 1e4, neighbours, at))
    # Tables of one's own, whose halves or neighbours differ, gradients too.
    sin, cos = tensor(7, 6), tensor(7, 6)

    def turned(x):
        parts = x.reshape([2, 5, 3, 3, 2]) if neighbours else x.reshape([2, 5, 3, 2, 3])
        a, b = parts.unbind(-1 if neighbours else -2)
        return paddle.stack([-b, a], -1 if neighbours else -2).reshape(x.shape)

    for positions in (None, paddle.to_tensor(order)):
        rows = paddle.arange(5).unsqueeze(0) if positions is None else positions
        same(lambda p=positions: IF.fused_rotary_position_embedding(
                 q, sin=sin, cos=cos, position_ids=p, use_neox_rotary_style=neighbours)[0],
             lambda r=rows: q * cos[r].unsqueeze(2) + turned(q) * sin[r].unsqueeze(2),
             [q, sin, cos])  # fmt: skip
    major = IF.fused_rotary_position_embedding(
        q.transpose([1, 0, 2, 3]), time_major=True, use_neox_rotary_style=neighbours
    )
    near(major[0].transpose([1, 0, 2, 3]), rope_by_hand(q.numpy(), 1e4, neighbours, np.arange(5)[None]))  # fmt: skip


def test_rotary_of_narrow_floats_and_wrong_arguments():
    q = tensor(1, 4, 2, 8, dtype="bfloat16")
    out = IF.fused_rotary_position_embedding(q)[0]
    assert out.dtype == paddle.bfloat16
    near(out, IF.fused_rotary_position_embedding(q.astype("float32"))[0], 1e-2)
    with pytest.raises(ValueError, match="`sin` is wrong"):
        IF.fused_rotary_position_embedding(q, sin=paddle.ones([4, 8]))
    with pytest.raises(ValueError, match="4 rows or more"):
        IF.fused_rotary_position_embedding(q, sin=paddle.ones([3, 8]), cos=paddle.ones([3, 8]))
    with pytest.raises(ValueError, match="d even"):
        IF.fused_rotary_position_embedding(paddle.ones([1, 2, 3, 5]))
    with pytest.raises(IndexError):
        table, far = paddle.ones([4, 8]), paddle.to_tensor([[9, 0, 0, 0]])
        IF.fused_rotary_position_embedding(q, sin=table, cos=table, position_ids=far)


def attention_by_hand(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    scores = scores if mask is None else scores + mask
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)) @ v


def test_variable_lengths():
    q, k, v = tensor(2, 4, 5, 8), tensor(2, 2, 7, 8), tensor(2, 2, 7, 8)
    lengths, kv_lengths = paddle.to_tensor([[3], [5]]), paddle.to_tensor([[4], [6]])
    mask = tensor(2, 1, 5, 7)
    for causal in (False, True):
        out = IF.variable_length_memory_efficient_attention(
            q, k, v, lengths, kv_lengths, mask, causal=causal, pre_cache_length=1
        )
        for b, (n, m) in enumerate(((3, 5), (5, 7))):
            for h in range(4):
                added = mask.numpy()[b, 0, :n, :m]
                if causal:
                    added = np.where(np.arange(m) <= np.arange(n)[:, None] + 1, added, -1e30)
                want = attention_by_hand(q.numpy()[b, h, :n], k.numpy()[b, h // 2, :m],
                                         v.numpy()[b, h // 2, :m], added)  # fmt: skip
                near(out[b, h, :n], want)
            assert not out.numpy()[b, :, n:].any()
        grads = paddle.grad(out.sum(), [q, k, v])
        assert all(bool(paddle.isfinite(g).all()) for g in grads)
        assert not grads[1].numpy()[0, :, 5:].any()
    with pytest.raises(ValueError, match="`seq_lens` is wrong"):
        IF.variable_length_memory_efficient_attention(q, k, v, lengths[:1], kv_lengths)


def test_one_step_of_decoding():
    batch, heads, most, size = 2, 3, 5, 4
    x, bias = tensor(batch, 3 * heads * size).detach(), tensor(3, heads, size).detach()
    cache = tensor(2, batch, heads, most, size).detach()
    before, lengths = cache.numpy().copy(), [1, 4]
    mask = tensor(batch, 1, 1, most).detach()
    out, after = IF.masked_multihead_attention(
        x, cache, bias, mask, sequence_lengths=paddle.to_tensor(lengths, dtype="int32")
    )
    assert after is cache
    q, k, v = np.moveaxis(x.numpy().reshape(batch, 3, heads, size) + bias.numpy(), 1, 0)
    for b, n in enumerate(lengths):
        before[0, b, :, n], before[1, b, :, n] = k[b], v[b]
        want = attention_by_hand(q[b][:, None], before[0, b, :, : n + 1], before[1, b, :, : n + 1],
                                 mask.numpy()[b, :, :, : n + 1])  # fmt: skip
        near(out[b], want.reshape(-1))
    near(cache, before)
    out, _ = IF.masked_multihead_attention(x, cache, src_mask=paddle.zeros([batch, 1, 1, 3]))
    assert out.shape == [batch, heads * size]
    with pytest.raises(IndexError, match="beyond the cache"):
        IF.masked_multihead_attention(x, cache, sequence_lengths=paddle.to_tensor([0, 5]))
    with pytest.raises(NotImplementedError, match="rotary_tensor"):
        IF.masked_multihead_attention(x, cache, src_mask=mask, rotary_tensor=x)
    with pytest.raises(ValueError, match="`x` is wrong"):
        IF.masked_multihead_attention(x[:, :-1], cache, src_mask=mask)


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("transposed", [True, False])
def test_self_attention_is_that_of_nn(before, transposed):
    fused = inn.FusedMultiHeadAttention(
        8, 2, 0.0, 0.0, normalize_before=before, transpose_qkv_wb=transposed
    )
    plain = paddle.nn.MultiHeadAttention(8, 2)
    weight, bias = tensor(3, 2, 4, 8), tensor(3, 2, 4)
    for i, name in enumerate(("q_proj", "k_proj", "v_proj")):
        getattr(plain, name).weight.set_value(weight[i].reshape([8, 8]).t())
        getattr(plain, name).bias.set_value(bias[i].flatten())
    fused.qkv_weight.set_value(weight.reshape([24, 8]).t() if transposed else weight)
    fused.qkv_bias.set_value(bias.flatten() if transposed else bias)
    plain.out_proj.weight.set_value(fused.linear_weight)
    plain.out_proj.bias.set_value(fused.linear_bias)
    x = tensor(2, 5, 8)
    mask = paddle.ones([5, 5], "bool").tril()

    def by_parts():
        inner = F.layer_norm(x, 8) if before else x
        out = x + plain(inner, attn_mask=mask)
        return out if before else F.layer_norm(out, 8)

    same(lambda: fused(x, attn_mask=mask), by_parts, [x])
    same(lambda: fused(x, attn_mask=mask.astype("int32")), by_parts, [x])
    # Step by step with a cache gives what all steps at once give.
    cache, steps = paddle.zeros([2, 2, 2, 0, 4]), []
    for t in range(5):
        out, cache = fused(x[:, t : t + 1], cache=cache)
        steps.append(out)
    near(paddle.concat(steps, 1), by_parts())


@pytest.mark.parametrize("before", [True, False])
def test_feedforward(before):
    layer = inn.FusedFeedForward(6, 10, 0.0, activation="gelu", normalize_before=before)
    x = tensor(2, 3, 6)

    def by_parts():
        inner = F.layer_norm(x, 6) if before else x
        inner = F.gelu(F.linear(inner, layer._linear1_weight, layer._linear1_bias))
        out = x + F.linear(inner, layer._linear2_weight, layer._linear2_bias)
        return out if before else F.layer_norm(out, 6)

    same(lambda: layer(x), by_parts, [x, *(p for p in (layer._linear1_weight, layer._linear2_bias))])  # fmt: skip
    with pytest.raises(NotImplementedError, match="ring_id"):
        IF.fused_feedforward(x, layer._linear1_weight, layer._linear2_weight, ring_id=0)


def test_layers_train():
    paddle.seed(0)
    layer = inn.FusedTransformerEncoderLayer(8, 2, 16, 0.1)
    optimizer = paddle.optimizer.Adam(0.01, parameters=layer.parameters())
    assert len(layer.parameters()) == 12
    x, target, losses = tensor(2, 4, 8).detach(), tensor(2, 4, 8).detach(), []
    for _ in range(60):
        loss = F.mse_loss(layer(x), target)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        losses.append(loss.item())
    assert losses[-1] < 0.6 * losses[0]
    near(inn.FusedLinear(3, 2)(paddle.zeros([1, 3])), [[0.0, 0.0]])
    dropped = inn.FusedDropoutAdd(0.5)(paddle.ones([1000]), paddle.ones([1000]))
    assert set(dropped.tolist()) == {1.0, 3.0}
    for wrong in ({"num_heads": 3}, {"num_heads": 0}, {"num_heads": 2, "need_weights": True}):
        with pytest.raises(ValueError, match="FusedMultiHeadAttention"):
            inn.FusedMultiHeadAttention(8, **wrong)


def test_softmax_of_masked_scores():
    x = tensor(1, 2, 4, 4)
    same(lambda: paddle.incubate.softmax_mask_fuse_upper_triangle(x),
         lambda: F.softmax(x + paddle.full([4, 4], -1e9).triu(1)), [x])  # fmt: skip
    mask = tensor(1, 1, 4, 4)
    same(lambda: paddle.incubate.softmax_mask_fuse(x, mask), lambda: F.softmax(x + mask), [x, mask])
    assert paddle.incubate.identity_loss(x, 1).shape == []
    with pytest.raises(ValueError, match="`reduction` is wrong"):
        paddle.incubate.identity_loss(x, 3)


def test_counts():
    x = paddle.to_tensor([1, -4, 2, 2, 5, 9], dtype="int32")
    out = IF.int_bincount(x, 1, 6)
    assert out.tolist() == [1, 2, 0, 0, 1] and out.dtype == paddle.int32
    with pytest.raises(ValueError, match="low < high"):
        IF.int_bincount(x, 3, 3)
    with pytest.raises(ValueError, match="`seq_lens_decoder` is wrong"):
        IF.blha_get_max_len(x, x[:1], paddle.ones([2]))


def test_what_needs_a_gpu_says_so():
    for name in ("fused_multi_transformer", "block_multihead_attention", "fp8_quant_blockwise"):
        assert not hasattr(IF, name)
        with pytest.raises(NotImplementedError, match=name):
            getattr(IF, name)
