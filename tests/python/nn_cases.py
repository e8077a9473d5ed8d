"""Calls of paddle.nn whose results are recorded from PaddlePaddle 3.3.1.

PYTHON_WITH_PADDLEPADDLE tests/python/nn_cases.py > tests/python/nn_expected.json
"""

import json
import math
import sys
import warnings

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


def wave(*shape, phase=0.0):
    """Smooth values in (-1, 1), no two alike."""
    n = math.prod(shape)
    return np.sin(np.arange(n) * 0.7 + phase).astype("float32").reshape(shape)


class Recorder:
    """What the running case has made: its mode, leaves and layers."""

    mode, leaves, layers = "eval", [], []


def leaf(values):
    t = paddle.to_tensor(values)
    t.stop_gradient = False
    Recorder.leaves.append(t)
    return t


def x(*shape, phase=0.1):
    return leaf(wave(*shape, phase=phase))


def k(*shape, phase=1.0):
    return leaf(wave(*shape, phase=phase))


def sign(*shape):
    return paddle.to_tensor(np.sign(wave(*shape, phase=2.0)))


def unit(*shape, phase=0.0):
    return leaf(wave(*shape, phase=phase) * 0.45 + 0.5)


def classes(*values):
    return paddle.to_tensor(np.array(values, "int64"))


def layer(made):
    """The layer in the mode of the run, with parameters that do not depend on a generator."""
    getattr(made, Recorder.mode)()
    for i, (_, p) in enumerate(made.named_parameters()):
        p.set_value(wave(*p.shape, phase=i + 0.3) * 0.5)
    for i, (name, buffer) in enumerate(made.named_buffers()):
        if buffer.dtype == paddle.float32 and buffer.ndim:
            values = wave(*buffer.shape, phase=i + 0.8) * 0.3
            buffer.set_value(values + (1.0 if "variance" in name else 0.0))
    Recorder.layers.append(made)
    return made


def normalized_twice():
    norm = layer(nn.BatchNorm2D(3))
    norm(x(2, 3, 2, 2))
    return norm(x(2, 3, 2, 2))


def masked_attention():
    q = x(1, 3, 2, 4)
    return F.scaled_dot_product_attention(q, q, k(1, 3, 2, 4), is_causal=True)


def sampled_at_leaf():
    grid = x(1, 2, 3, 2)
    return F.grid_sample(x(1, 2, 3, 4, phase=1.0), grid)


def weight_normed():
    return nn.utils.weight_norm(layer(nn.Linear(3, 2)), dim=1)(x(2, 3))


# Called with the leaf tensors they make; each gives one tensor.
CASES = {
    "linear": lambda: layer(nn.Linear(4, 3))(x(2, 4)),
    "bilinear": lambda: layer(nn.Bilinear(3, 4, 2))(x(2, 3), k(2, 4)),
    "embedding": lambda: layer(nn.Embedding(5, 3))(classes(1, 4, 0)),
    "conv1d": lambda: layer(nn.Conv1D(2, 3, 3, padding=1))(x(1, 2, 5)),
    "conv2d": lambda: layer(nn.Conv2D(2, 4, 3, stride=2, padding=1, groups=2))(x(1, 2, 5, 5)),
    "conv2d_reflect": lambda: layer(nn.Conv2D(2, 2, 3, padding=1, padding_mode="reflect"))(
        x(1, 2, 3, 3)
    ),
    "conv2d_transpose": lambda: layer(nn.Conv2DTranspose(2, 3, 3, stride=2))(x(1, 2, 3, 3)),
    "conv3d": lambda: layer(nn.Conv3D(1, 2, 2))(x(1, 1, 3, 3, 3)),
    "batch_norm": lambda: layer(nn.BatchNorm2D(3))(x(2, 3, 2, 2)),
    "batch_norm_1d": lambda: layer(nn.BatchNorm1D(3))(x(4, 3)),
    "batch_norm_twice": normalized_twice,
    "layer_norm": lambda: layer(nn.LayerNorm(4))(x(3, 4)),
    "group_norm": lambda: layer(nn.GroupNorm(2, 4))(x(2, 4, 3)),
    "instance_norm": lambda: layer(nn.InstanceNorm2D(3))(x(2, 3, 2, 2)),
    "local_response_norm": lambda: nn.LocalResponseNorm(3)(x(1, 4, 2, 2)),
    "local_response_norm_last": lambda: nn.LocalResponseNorm(2, data_format="NHWC")(x(1, 2, 2, 4)),
    "max_pool2d": lambda: nn.MaxPool2D(2, 1)(x(1, 2, 3, 3)),
    "avg_pool2d": lambda: nn.AvgPool2D(2, 1, padding=1)(x(1, 2, 3, 3)),
    "adaptive_avg_pool2d": lambda: nn.AdaptiveAvgPool2D((2, 1))(x(1, 2, 3, 5)),
    "adaptive_max_pool1d": lambda: nn.AdaptiveMaxPool1D(2)(x(1, 2, 5)),
    "pad_reflect": lambda: nn.Pad2D([1, 2, 0, 1], mode="reflect")(x(1, 1, 3, 3)),
    "pad_circular": lambda: nn.Pad1D(2, mode="circular")(x(1, 2, 4)),
    "pad_replicate": lambda: nn.Pad3D(1, mode="replicate")(x(1, 1, 1, 2, 2)),
    "nearest": lambda: F.interpolate(x(1, 1, 3, 4), size=[5, 2]),
    "nearest_scale": lambda: F.interpolate(x(1, 1, 3, 4), scale_factor=1.7),
    "linear_1d": lambda: F.interpolate(x(1, 2, 4), size=[7], mode="linear"),
    "bilinear_2d": lambda: F.interpolate(x(1, 1, 3, 4), size=[5, 6], mode="bilinear"),
    "bilinear_corners": lambda: F.interpolate(
        x(1, 1, 3, 4), [5, 6], mode="bilinear", align_corners=True
    ),
    "bilinear_mode1": lambda: F.interpolate(x(1, 1, 3, 4), [5, 6], mode="bilinear", align_mode=1),
    "bilinear_scale": lambda: F.interpolate(x(1, 1, 3, 4), scale_factor=1.5, mode="bilinear"),
    "bilinear_last": lambda: F.interpolate(
        x(1, 3, 4, 1), [2, 6], mode="bilinear", data_format="NHWC"
    ),
    "bicubic": lambda: F.interpolate(x(1, 1, 4, 4), size=[6, 3], mode="bicubic"),
    "bicubic_corners": lambda: F.interpolate(
        x(1, 1, 4, 4), [6, 3], mode="bicubic", align_corners=True
    ),
    "trilinear": lambda: F.interpolate(x(1, 1, 2, 2, 2), size=[3, 3, 2], mode="trilinear"),
    "area": lambda: F.interpolate(x(1, 1, 4, 6), size=[2, 3], mode="area"),
    "pixel_shuffle": lambda: nn.PixelShuffle(2)(x(1, 4, 2, 2)),
    "channel_shuffle": lambda: nn.ChannelShuffle(2)(x(1, 4, 1, 2)),
    "unfold": lambda: nn.Unfold(2, strides=2)(x(1, 2, 4, 4)),
    "fold": lambda: nn.Fold([4, 4], 2, strides=2)(x(1, 8, 4)),
    "relu6": lambda: F.relu6(x(7) * 9),
    "elu": lambda: F.elu(x(7), 0.5),
    "celu": lambda: F.celu(x(7), 0.5),
    "selu": lambda: F.selu(x(7)),
    "gelu": lambda: F.gelu(x(7)),
    "gelu_tanh": lambda: F.gelu(x(7), True),
    "silu": lambda: F.silu(x(7)),
    "mish": lambda: F.mish(x(7)),
    "hardswish": lambda: F.hardswish(x(7) * 5),
    "hardsigmoid": lambda: F.hardsigmoid(x(7) * 5),
    "hardtanh": lambda: F.hardtanh(x(7) * 2),
    "hardshrink": lambda: F.hardshrink(x(7)),
    "softshrink": lambda: F.softshrink(x(7)),
    "softplus": lambda: F.softplus(x(7) * 9, 2, 15),
    "softsign": lambda: F.softsign(x(7)),
    "tanhshrink": lambda: F.tanhshrink(x(7)),
    "log_sigmoid": lambda: F.log_sigmoid(x(7)),
    "leaky_relu": lambda: F.leaky_relu(x(7), 0.2),
    "thresholded_relu": lambda: F.thresholded_relu(x(7), 0.3),
    "prelu": lambda: layer(nn.PReLU(3))(x(2, 3, 2)),
    "rrelu": lambda: nn.RReLU().eval()(x(7)),
    "maxout": lambda: F.maxout(x(2, 4, 2, 1), 2),
    "glu": lambda: F.glu(x(2, 4)),
    "swiglu": lambda: F.swiglu(x(2, 4)),
    "softmax": lambda: F.softmax(x(2, 3, 2), 1),
    "log_softmax": lambda: F.log_softmax(x(2, 5)),
    "cross_entropy": lambda: F.cross_entropy(x(3, 4), classes(0, 3, 1)),
    "cross_entropy_ignored": lambda: F.cross_entropy(x(3, 4), classes(0, -100, 1)),
    "cross_entropy_weight": lambda: F.cross_entropy(x(3, 4), classes(0, 3, 1), weight=unit(4)),
    "cross_entropy_soft": lambda: F.cross_entropy(x(3, 4), F.softmax(k(3, 4)), soft_label=True),
    "cross_entropy_smooth": lambda: F.cross_entropy(x(3, 4), classes(0, 3, 1), label_smoothing=0.2),
    "cross_entropy_axis": lambda: F.cross_entropy(
        x(2, 3, 2), classes([0, 1], [2, 0]), axis=1, reduction="none"
    ),
    "softmax_with_cross_entropy": lambda: F.softmax_with_cross_entropy(
        x(3, 4), classes([0], [3], [1])
    ),
    "nll_loss": lambda: F.nll_loss(F.log_softmax(x(3, 4)), classes(0, 3, 1)),
    "mse_loss": lambda: F.mse_loss(x(5), k(5), "sum"),
    "l1_loss": lambda: F.l1_loss(x(5), k(5)),
    "smooth_l1_loss": lambda: F.smooth_l1_loss(x(5) * 3, k(5), delta=0.5),
    "smooth_l1_no_huber": lambda: F.smooth_l1_loss(x(5) * 3, k(5), delta=0.5, is_huber=False),
    "binary_cross_entropy": lambda: F.binary_cross_entropy(unit(5), unit(5, phase=1.0).detach()),
    "bce_with_logits": lambda: F.binary_cross_entropy_with_logits(
        x(5) * 4, unit(5).detach(), pos_weight=unit(5).detach()
    ),
    "kl_div": lambda: F.kl_div(x(3, 4), F.softmax(k(3, 4)), "batchmean"),
    "square_error_cost": lambda: F.square_error_cost(x(5), k(5)),
    "log_loss": lambda: F.log_loss(unit(4, 1), unit(4, 1, phase=1.0).detach()),
    "margin_ranking_loss": lambda: F.margin_ranking_loss(x(5), k(5), sign(5), 0.3, "none"),
    "sigmoid_focal_loss": lambda: F.sigmoid_focal_loss(x(2, 2) * 3, (sign(2, 2) + 1) / 2),
    "multi_label_soft_margin_loss": lambda: F.multi_label_soft_margin_loss(
        x(2, 3), (sign(2, 3) + 1) / 2
    ),
    "hinge_embedding_loss": lambda: F.hinge_embedding_loss(x(5), sign(5)),
    "cosine_embedding_loss": lambda: F.cosine_embedding_loss(
        x(3, 4), k(3, 4), classes(1, -1, 1), 0.1
    ),
    "triplet_margin_loss": lambda: F.triplet_margin_loss(
        x(3, 4), k(3, 4), k(3, 4, phase=3.0), margin=3.0, swap=True
    ),
    "triplet_with_distance": lambda: F.triplet_margin_with_distance_loss(
        x(3, 4), k(3, 4), k(3, 4, phase=3.0), margin=3.0
    ),
    "multi_margin_loss": lambda: F.multi_margin_loss(x(3, 4), classes(0, 3, 1), p=2),
    "soft_margin_loss": lambda: F.soft_margin_loss(x(5), sign(5)),
    "gaussian_nll_loss": lambda: F.gaussian_nll_loss(x(5), k(5), unit(5), full=True),
    "poisson_nll_loss": lambda: F.poisson_nll_loss(x(5), unit(5).detach() * 4, full=True),
    "dice_loss": lambda: F.dice_loss(
        F.softmax(x(2, 3, 4)), classes([[0], [1], [3]], [[2], [2], [1]])
    ),
    "npair_loss": lambda: F.npair_loss(x(3, 4), k(3, 4), classes(0, 1, 0)),
    "cosine_similarity": lambda: F.cosine_similarity(x(3, 4), k(3, 4)),
    "normalize": lambda: F.normalize(x(3, 4)),
    "normalize_p3": lambda: F.normalize(x(3, 4), p=3, axis=0),
    "pairwise_distance": lambda: F.pairwise_distance(x(3, 4), k(3, 4), keepdim=True),
    "label_smooth": lambda: F.label_smooth(unit(2, 4), epsilon=0.2),
    "sequence_mask": lambda: F.sequence_mask(classes(2, 0, 3), 4),
    "zeropad2d": lambda: F.zeropad2d(x(1, 1, 2, 2), [1, 0, 2, 1]),
    "affine_grid": lambda: F.affine_grid(x(2, 2, 3), [2, 1, 3, 4]),
    "affine_grid_edges": lambda: F.affine_grid(x(1, 3, 4), [1, 1, 2, 2, 3], align_corners=False),
    "grid_sample": lambda: F.grid_sample(x(1, 2, 3, 4), k(1, 2, 3, 2) * 1.3),
    "grid_sample_grad": sampled_at_leaf,
    "grid_sample_border": lambda: F.grid_sample(
        x(1, 2, 3, 4), k(1, 2, 3, 2) * 1.5, padding_mode="border", align_corners=False
    ),
    "grid_sample_reflection": lambda: F.grid_sample(
        x(1, 2, 3, 4), k(1, 2, 3, 2) * 2.5, padding_mode="reflection"
    ),
    "grid_sample_reflection_edges": lambda: F.grid_sample(
        x(1, 2, 3, 4), k(1, 2, 3, 2) * 2.5, padding_mode="reflection", align_corners=False
    ),
    "grid_sample_nearest": lambda: F.grid_sample(
        x(1, 2, 3, 4), k(1, 2, 3, 2).detach(), mode="nearest"
    ),
    "grid_sample_3d": lambda: F.grid_sample(x(1, 1, 2, 3, 2), k(1, 2, 1, 2, 3)),
    "temporal_shift": lambda: F.temporal_shift(x(4, 4, 1, 1), 2),
    "max_unpool2d": lambda: F.max_unpool2d(
        *F.max_pool2d(x(1, 2, 4, 4), 2, return_mask=True), kernel_size=2
    ),
    "attention": lambda: F.scaled_dot_product_attention(
        x(1, 3, 2, 4), k(1, 3, 2, 4), k(1, 3, 2, 4)
    ),
    "attention_causal": masked_attention,
    "multi_head_attention": lambda: layer(nn.MultiHeadAttention(4, 2))(x(2, 3, 4)),
    "encoder": lambda: layer(nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0), 2))(
        x(1, 3, 4)
    ),
    "decoder": lambda: layer(nn.TransformerDecoderLayer(4, 2, 8, 0.0))(x(1, 3, 4), k(1, 2, 4)),
    "weight_norm": weight_normed,
}


def rounded(tensor, digits):
    return [float(f"{v:.{digits}g}") for v in tensor.astype("float64").flatten().tolist()]


def result(case):
    """{what: values} of one case: the output, gradients of leaves and parameters, buffers.

    The gradients are those of the sum of output * wave; None where there is none.
    """
    Recorder.leaves, Recorder.layers = [], []
    out = case()
    made = {"shape": list(out.shape), "out": rounded(out, 6)}
    if not out.stop_gradient:
        weight = paddle.to_tensor(wave(*out.shape, phase=5.0)).astype(out.dtype)
        (out * weight).sum().backward()
    named = [(f"leaf {i}", t) for i, t in enumerate(Recorder.leaves)]
    named += [pair for made_layer in Recorder.layers for pair in made_layer.named_parameters()]
    for name, t in named:
        if not t.stop_gradient:
            made[f"gradient of {name}"] = None if t.grad is None else rounded(t.grad, 5)
    for made_layer in Recorder.layers:
        for name, buffer in made_layer.named_buffers():
            made[name] = rounded(buffer, 6)
    return made


def results():
    """{case: result}, with "/train" behind the name where a layer is in that mode."""
    made = {}
    for name, case in CASES.items():
        for Recorder.mode in ("eval", "train"):
            if Recorder.mode == "train" and not Recorder.layers:
                continue
            key = name + ("/train" if Recorder.mode == "train" else "")
            try:
                made[key] = result(case)
            except Exception as error:  # reported by the test that compares
                made[key] = f"{type(error).__name__}: {str(error)[:300]}"
    return made


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    lines = (
        f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in results().items()
    )
    sys.stdout.write("{\n" + ",\n".join(lines) + "\n}\n")
