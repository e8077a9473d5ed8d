"""Losses."""

from op_table.rows import MATRIX, T, index, listed, op

PROBABILITY = T(fill="probability")
TARGET = T(fill="probability")
LABEL = index((8,), (1024,), (8, 1024))
PAIR = {"x": MATRIX, "y": MATRIX}


def two(name, code, torch=None, **tensors):
    return op(name, code, torch or code, grad="x", **(tensors or PAIR))


SIGNS = T((8, 8), (1024, 1024), fill="signs")
ROW_SIGNS = T((8,), (1024,), fill="signs")

WORKLOADS = listed(
    two("cross_entropy", "F.cross_entropy(x, y)", x=MATRIX, y=LABEL),
    two(
        "cross_entropy of soft labels",
        "F.cross_entropy(x, y, soft_label=True)",
        "F.cross_entropy(x, y)",
        x=MATRIX,
        y=TARGET,
    ),
    two("cross_entropy smoothed", "F.cross_entropy(x, y, label_smoothing=0.1)", x=MATRIX, y=LABEL),
    two("nll_loss", "F.nll_loss(x, y)", x=MATRIX, y=LABEL),
    two("mse_loss", "F.mse_loss(x, y)"),
    two("l1_loss", "F.l1_loss(x, y)"),
    two("smooth_l1_loss", "F.smooth_l1_loss(x, y)"),
    two("huber_loss", "F.smooth_l1_loss(x, y, delta=2.0)", "F.huber_loss(x, y, delta=2.0)"),
    two("kl_div", "F.kl_div(x, y)", x=MATRIX, y=PROBABILITY),
    two("binary_cross_entropy", "F.binary_cross_entropy(x, y)", x=PROBABILITY, y=TARGET),
    two(
        "binary_cross_entropy_with_logits",
        "F.binary_cross_entropy_with_logits(x, y)",
        x=MATRIX,
        y=TARGET,
    ),
    two("margin_ranking_loss", "F.margin_ranking_loss(x, y, z)", **PAIR, z=SIGNS),
    two("hinge_embedding_loss", "F.hinge_embedding_loss(x, y)", x=MATRIX, y=SIGNS),
    two(
        "cosine_embedding_loss", "F.cosine_embedding_loss(x, z, y)", x=MATRIX, z=MATRIX, y=ROW_SIGNS
    ),
    two("soft_margin_loss", "F.soft_margin_loss(x, y)", x=MATRIX, y=SIGNS),
    two("triplet_margin_loss", "F.triplet_margin_loss(x, y, z)", **PAIR, z=MATRIX),
    two("poisson_nll_loss", "F.poisson_nll_loss(x, y)", x=MATRIX, y=PROBABILITY),
    two("gaussian_nll_loss", "F.gaussian_nll_loss(x, y, z)", **PAIR, z=T(fill="uniform")),
    two("multi_margin_loss", "F.multi_margin_loss(x, y)", x=MATRIX, y=LABEL),
    op(
        "log_loss",
        "F.log_loss(x, y)",
        grad="x",
        x=T((8, 1), (65536, 1), fill="probability"),
        y=T((8, 1), (65536, 1), fill="probability"),
    ),
    op("sigmoid_focal_loss", "F.sigmoid_focal_loss(x, y)", grad="x", x=MATRIX, y=TARGET),
    op("square_error_cost", "F.square_error_cost(x, y)", grad="x", **PAIR),
    two(
        "ctc_loss",
        "F.ctc_loss(x, y, n, m)",
        "F.ctc_loss(F.log_softmax(x, -1), y, n, m)",
        x=T((8, 2, 5), (64, 16, 64)),
        y=T((2, 3), (16, 12), "int32", "ones"),
        n=T((2,), (16,), "int64", (8.0, 64.0)),
        m=T((2,), (16,), "int64", (3.0, 12.0)),
    ),
    op(
        "rnnt_loss",
        "F.rnnt_loss(x, y, n, m)",
        grad="x",
        x=T((2, 8, 4, 5), (2, 8, 4, 256)),
        y=T((2, 3), (2, 3), "int32", "ones"),
        n=T((2,), (2,), "int32", 8.0),
        m=T((2,), (2,), "int32", 3.0),
    ),
    op(
        "yolo_loss",
        "paddle.vision.ops.yolo_loss(x, b, y, [10, 13, 16, 30, 33, 23], [0, 1, 2], 2, 0.7, 32)",
        x=T((1, 21, 4, 4), (4, 21, 26, 26)),
        b=T((1, 3, 4), (4, 12, 4), fill="probability"),
        y=T((1, 3), (4, 12), "int32", 2),
    ),
    op("weight_quantize", "paddle.nn.quant.weight_quantize(x)"),
    op(
        "weight_dequantize",
        "paddle.nn.quant.weight_dequantize(*q)",
        made={"q": ("paddle.nn.quant.weight_quantize(paddle.rand([{n}, {n}]))", "None")},
        numbers={"n": (64, 1024)},
        x=T((1,), (1,)),
    ),
)
