"""Pools of powers and of uneven windows, losses and dropouts beside them, and what the determinant takes."""

from tests.oracle.inputs import *

# fmt: off
X = "F32(1, 2, 6)"
I = nn.initializer  # noqa: E741
CALLS = (
    grid("F.lp_pool1d(GP32(1, 2, 6), {a})", a=["2, 2", "2.0, 3, 1", "3, 2", "1.5, 2", "float('inf'), 2", "1, 2", "-1, 2", "0, 2",
         "2, 4, 3, ceil_mode=True", "2, 3, 2, 1", "2, 2, padding='SAME'", "2, 2, padding='VALID'", "2, [2]", "2, [2], [1], [1]",
         "2, 2, data_format='NLC'", "2, 2, data_format='x'", "2, 0"])
    + grid("F.lp_pool2d(GP32(1, 2, 4, 6), {a})", a=["2, 2", "2.0, [2, 3], 1", "3, 2, [1, 2]", "1.5, 2", "float('inf'), 2", "1, 2", "0, 2",
         "2, 3, 2, ceil_mode=True", "2, 3, 2, 1", "2, 3, 2, [1, 0]", "2, 3, 2, [1, 0, 0, 1]", "2, 3, padding='SAME'",
         "2, 2, data_format='NHWC'"])
    + grid("F.lp_pool{a}", a=["1d(F32(1, 1, 6), 2, 2)", "1d(F32(1, 1, 6), 3, 2)", "2d(F32(1, 1, 4, 4), 2, 2)", "1d(F32(2, 6), 2, 2)", "2d(F32(2, 6), 2, 2)"])
    + grid("F.fractional_max_pool2d(G32(1, 2, 7, 6), {o}, {k}, random_u={u})", o=["3", "[2, 4]", "[None, 2]", "1"],
           k=["None", "2", "[3, 2]"], u=["0.2", "0.5", "0.9"])
    + grid("F.fractional_max_pool2d({a})", a=["F32(1, 1, 5, 5), 2, random_u=0.4, return_mask=True", "F32(1, 1, 5, 5), 9, random_u=0.4",
           "F32(1, 1, 5, 5), 3, random_u=1.0", "F32(1, 1, 5, 5), 3, random_u=-0.1", "F32(5, 5), 2, random_u=0.3"])
    + grid("F.fractional_max_pool3d({a})", a=["G32(1, 2, 5, 4, 6), 2, random_u=0.3", "F32(1, 1, 5, 4, 6), [2, 3, 3], 2, random_u=0.7",
           "F32(1, 1, 5, 4, 6), 2, random_u=0.3, return_mask=True"])
    + grid("F.multi_label_margin_loss(G32(3, 4), T({y}), {r!r})", y=["[[3, 0, -1, 1], [-1, 2, 0, 1], [0, 1, 2, 3]]", "[[1, 1, -1, 0]] * 3"],
           r=["mean", "sum", "none", "x"])
    + grid("F.multi_label_margin_loss({a})", a=["F32(2, 3), T([[4, 0, 1], [0, 1, 2]])", "F32(2, 3), T([[-2, 0, 1], [0, 1, 2]])",
           "F32(3), T([0, 1, 2])", "F64(2, 3), T([[0, -1, 0], [2, 1, -1]], 'int32')"])
    + grid("F.feature_alpha_dropout({a})", a=["F32(2, 3, 4), training=False", "F32(2, 3, 4), 0", "F32(2, 3, 4), 1.5", "F32(2, 3, 4), 1.0"])
    + grid("F.dropout1d({a})", a=["F32(2, 3, 4), training=False", "F32(2, 3, 4), 0.0", "F32(2, 3, 4), -1.0"])
    + grid("paddle.sinc({a})", a=["C64(3)", "GC64(2, 2)", "C128(3) * 1e-3", "C64(3) * 0"])
    + grid("F.softplus({a})", a=["C64(3)", "GC64(2, 2)"])
    + grid("F.softsign({a})", a=["C64(3)", "C128(3)", "C64(2) * 0"])
    + grid("paddle.linalg.slogdet({a})", a=["C128(3, 3)", "C64(2, 2, 2)", "C128(1, 1)"])
    + grid("repr(nn.{a})", a=["LPPool1D(2.0, 3)", "LPPool2D(2.0, [2, 3], padding=1)", "MultiLabelMarginLoss()", "FeatureAlphaDropout()",
           "FractionalMaxPool2D(3, None, 0.3)"])
    + grid("nn.{a}", a=["LPPool1D(2.0, 3)(P32(1, 2, 6))", "LPPool2D(3.0, 2)(P32(1, 2, 4, 4))", "LPPool1d(2, 2)(P32(1, 1, 4))",
           "FractionalMaxPool2D(2, random_u=0.5)(F32(1, 1, 5, 5))", "FractionalMaxPool3D(2, random_u=0.5)(F32(1, 1, 5, 5, 4))",
           "MultiLabelMarginLoss('sum')(F32(2, 3), T([[0, -1, 0], [2, 1, -1]]))", "FeatureAlphaDropout(0.0)(F32(2, 3))"])
)
# fmt: on
