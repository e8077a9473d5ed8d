"""Convolutions, pools, norms, attention, recurrent layers and images."""

from op_table.rows import BOOL, MATRIX, T, index, listed, op

LINES = T((1, 4, 16), (16, 64, 512))
IMAGE = T((1, 4, 8, 8), (8, 64, 56, 56))
BLOCK = T((1, 4, 4, 4, 4), (2, 16, 24, 32, 32))
CHANNELS = T((4,), (64,))
POSITIVE_CHANNELS = T((4,), (64,), fill="uniform")


def convolutions():
    for rank, x, kernel in ((1, LINES, (3,)), (2, IMAGE, (3, 3)), (3, BLOCK, (3, 3, 3))):
        few, many = x.small[1], x.large[1]
        w = T((few, few, *kernel), (many, many, *kernel))
        code = f"F.conv{rank}d(x, w, padding=1)"
        yield from op(f"conv{rank}d", code, code, grad="x w", x=x, w=w)
        code = f"F.conv{rank}d_transpose(x, w, stride=2, padding=1)"
        torch = f"F.conv_transpose{rank}d(x, w, stride=2, padding=1)"
        half = T(x.small, (x.large[0], many, *(n // 2 for n in x.large[2:])))
        yield from op(f"conv{rank}d_transpose", code, torch, grad="x w", x=half, w=w)
    code = "F.conv2d(x, w, stride=2, padding=1)"
    yield from op(
        "conv2d of stride 2", code, code, grad="x w", x=IMAGE, w=T((4, 4, 3, 3), (64, 64, 3, 3))
    )
    code = "F.conv2d(x, w)"
    yield from op("conv2d 1x1", code, code, grad="x w", x=IMAGE, w=T((4, 4, 1, 1), (128, 64, 1, 1)))
    code = "F.conv2d(x, w, padding=1, groups={n})"
    yield from op(
        "conv2d depthwise",
        code,
        code,
        grad="x w",
        numbers={"n": (4, 64)},
        x=IMAGE,
        w=T((4, 1, 3, 3), (64, 1, 3, 3)),
    )
    code = "F.conv2d(x, w, padding=1, groups=2)"
    yield from op(
        "conv2d of groups", code, code, grad="x w", x=IMAGE, w=T((4, 2, 3, 3), (64, 32, 3, 3))
    )
    code = "F.conv2d(x, w, padding=2, dilation=2)"
    yield from op(
        "conv2d dilated", code, code, grad="x w", x=IMAGE, w=T((4, 4, 3, 3), (64, 64, 3, 3))
    )


def pools():
    for rank, x in ((1, LINES), (2, IMAGE), (3, BLOCK)):
        for kind in ("max", "avg"):
            code = f"F.{kind}_pool{rank}d(x, 2, 2)"
            yield from op(f"{kind}_pool{rank}d", code, code, grad="x", x=x)
            code = f"F.adaptive_{kind}_pool{rank}d(x, 2)"
            yield from op(f"adaptive_{kind}_pool{rank}d", code, code, grad="x", x=x)
    code = "F.max_pool2d(x, 3, 2, 1)"
    yield from op("max_pool2d 3x3", code, code, grad="x", x=IMAGE)
    code = "F.avg_pool2d(x, 3, 1, 1)"
    yield from op("avg_pool2d 3x3", code, code, grad="x", x=IMAGE)
    code = "F.adaptive_avg_pool2d(x, 1)"
    yield from op("adaptive_avg_pool2d to one", code, code, grad="x", x=IMAGE)
    paddle = "F.max_pool2d(x, 2, 2, return_mask=True)"
    yield from op(
        "max_pool2d with places", paddle, "F.max_pool2d(x, 2, 2, return_indices=True)", x=IMAGE
    )
    yield from op(
        "max_unpool2d",
        "F.max_unpool2d(x, i, 2, 2)",
        "F.max_unpool2d(x, i, 2, 2)",
        x=T((1, 4, 4, 4), (8, 64, 28, 28)),
        i=index((1, 4, 4, 4), (8, 64, 28, 28), (64, 3136)),
    )


def norms():
    yield from op(
        "layer_norm",
        "F.layer_norm(x, [{n}], w, b)",
        "F.layer_norm(x, [{n}], w, b)",
        grad="x w b",
        numbers={"n": (8, 1024)},
        x=MATRIX,
        w=T((8,), (1024,)),
        b=T((8,), (1024,)),
    )
    yield from op(
        "rms_norm",
        "F.rms_norm(x, [{n}], w)[0]",
        "F.rms_norm(x, [{n}], w)",
        grad="x w",
        numbers={"n": (8, 1024)},
        x=MATRIX,
        w=T((8,), (1024,)),
    )
    yield from op(
        "batch_norm",
        "F.batch_norm(x, m, v, w, b, True)",
        "F.batch_norm(x, m, v, w, b, True)",
        grad="x w b",
        x=IMAGE,
        m=CHANNELS,
        v=POSITIVE_CHANNELS,
        w=CHANNELS,
        b=CHANNELS,
    )
    yield from op(
        "batch_norm in inference",
        "F.batch_norm(x, m, v, w, b)",
        "F.batch_norm(x, m, v, w, b)",
        grad="x w b",
        x=IMAGE,
        m=CHANNELS,
        v=POSITIVE_CHANNELS,
        w=CHANNELS,
        b=CHANNELS,
    )
    yield from op(
        "group_norm",
        "F.group_norm(x, 4, 1e-5, w, b)",
        "F.group_norm(x, 4, w, b, 1e-5)",
        grad="x w b",
        x=IMAGE,
        w=CHANNELS,
        b=CHANNELS,
    )
    yield from op(
        "instance_norm",
        "F.instance_norm(x, weight=w, bias=b)",
        "F.instance_norm(x, weight=w, bias=b)",
        grad="x w b",
        x=IMAGE,
        w=CHANNELS,
        b=CHANNELS,
    )
    yield from op(
        "local_response_norm",
        "F.local_response_norm(x, 5)",
        "F.local_response_norm(x, 5)",
        grad="x",
        x=IMAGE,
    )
    yield from op("normalize", "F.normalize(x)", "F.normalize(x)", grad="x")
    yield from op("softmax", "F.softmax(x, -1)", "F.softmax(x, -1)", grad="x")
    yield from op("softmax axis 0", "F.softmax(x, 0)", "F.softmax(x, 0)", grad="x")
    yield from op("log_softmax", "F.log_softmax(x, -1)", "F.log_softmax(x, -1)", grad="x")


QKV = T((1, 8, 2, 8), (1, 1024, 8, 64))
HEADS_FIRST = T((1, 2, 8, 8), (1, 8, 1024, 64))
FEW_HEADS = T((1, 8, 1, 8), (1, 1024, 2, 64))
FEW_HEADS_FIRST = T((1, 1, 8, 8), (1, 2, 1024, 64))
MASK = T((1, 1, 8, 8), (1, 1, 1024, 1024))
SDPA = "F.scaled_dot_product_attention"
SWAPPED = "q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)"


def attention():
    # Both keep the heads behind the sequence, as linear layers leave them.
    three = {"q": QKV, "k": QKV, "v": QKV}
    yield from op(
        "attention", f"{SDPA}(q, k, v)", f"{SDPA}({SWAPPED}).transpose(1, 2)", grad="q k v", **three
    )
    yield from op(
        "attention causal",
        f"{SDPA}(q, k, v, is_causal=True)",
        f"{SDPA}({SWAPPED}, is_causal=True).transpose(1, 2)",
        grad="q k v",
        **three,
    )
    yield from op(
        "attention masked",
        f"{SDPA}(q, k, v, m)",
        f"{SDPA}({SWAPPED}, m).transpose(1, 2)",
        grad="q k v",
        **three,
        m=MASK,
    )
    yield from op(
        "attention of fewer key heads",
        f"{SDPA}(q, k, v, is_causal=True)",
        f"{SDPA}({SWAPPED}, is_causal=True, enable_gqa=True).transpose(1, 2)",
        grad="q k v",
        q=QKV,
        k=FEW_HEADS,
        v=FEW_HEADS,
    )
    yield from op(
        "attention of one query",
        f"{SDPA}(q, k, v)",
        f"{SDPA}({SWAPPED}).transpose(1, 2)",
        q=T((1, 1, 2, 8), (1, 1, 8, 64)),
        k=QKV,
        v=QKV,
    )
    yield from op(
        "attention of bfloat16",
        f"{SDPA}(q, q, q, is_causal=True)",
        f"{SDPA}(q.transpose(1, 2), q.transpose(1, 2), q.transpose(1, 2), is_causal=True)",
        q=T((1, 8, 2, 8), (1, 1024, 8, 64), "bfloat16"),
    )
    rope = "paddle.incubate.nn.functional.fused_rotary_position_embedding(q, sin=s, cos=c, use_neox_rotary_style=True)[0]"
    turned = "q * c + torch.cat([-q[..., {n}:], q[..., :{n}]], -1) * s"
    angles = T((1, 8, 1, 8), (1, 1024, 1, 64), fill="unit")
    yield from op(
        "rotary embedding",
        rope,
        turned,
        grad="q",
        numbers={"n": (4, 32)},
        q=QKV,
        s=angles,
        c=angles,
    )


def recurrent():
    for name, torch in (("LSTM", "LSTM"), ("GRU", "GRU"), ("SimpleRNN", "RNN")):
        layers = (
            f"paddle.nn.{name}({{n}}, {{n}})",
            f"torch.nn.{torch}({{n}}, {{n}}, batch_first=True)",
        )
        yield from op(
            name,
            "layer(x)[0]",
            "layer(x)[0]",
            grad="x",
            numbers={"n": (8, 64)},
            made={"layer": layers},
            x=T((2, 4, 8), (16, 32, 64)),
        )


def images():
    for mode in ("nearest", "bilinear", "bicubic"):
        code = f"F.interpolate(x, scale_factor=2, mode='{mode}')"
        yield from op(
            f"interpolate {mode}", code, code, grad="x", x=T((1, 4, 8, 8), (4, 32, 48, 48))
        )
    code = "F.interpolate(x, scale_factor=0.5, mode='bilinear')"
    yield from op("interpolate down", code, code, grad="x", x=IMAGE)
    code = "F.interpolate(x, scale_factor=2, mode='linear')"
    paddle = "F.interpolate(x, scale_factor=2, mode='linear', data_format='NCW')"
    yield from op("interpolate linear", paddle, code, grad="x", x=LINES)
    code = "F.interpolate(x, scale_factor=2, mode='trilinear')"
    paddle = "F.interpolate(x, scale_factor=2, mode='trilinear', data_format='NCDHW')"
    yield from op(
        "interpolate trilinear", paddle, code, grad="x", x=T((1, 2, 4, 4, 4), (2, 8, 16, 16, 16))
    )
    code = "F.grid_sample(x, g, align_corners=False)"
    yield from op(
        "grid_sample",
        code,
        code,
        grad="x g",
        x=T((1, 4, 8, 8), (4, 32, 48, 48)),
        g=T((1, 8, 8, 2), (4, 48, 48, 2), fill="unit"),
    )
    code = "F.affine_grid(t, [{n}, 3, {m}, {m}], align_corners=False)"
    yield from op(
        "affine_grid",
        code,
        code,
        grad="t",
        numbers={"n": (1, 8), "m": (8, 64)},
        t=T((1, 2, 3), (8, 2, 3)),
    )
    boxes = T((4, 4), (64, 4), fill="boxes")
    count = T((1,), (1,), "int32", (4.0, 64.0))
    for kind in ("roi_align", "roi_pool"):
        yield from op(
            kind,
            f"paddle.vision.ops.{kind}(x, b, c, 7)",
            x=T((1, 4, 16, 16), (1, 64, 64, 64)),
            b=boxes,
            c=count,
        )
    yield from op(
        "psroi_pool",
        "paddle.vision.ops.psroi_pool(x, b, c, 7)",
        x=T((1, 49, 16, 16), (1, 490, 64, 64)),
        b=boxes,
        c=count,
    )
    yield from op(
        "deform_conv2d",
        "paddle.vision.ops.deform_conv2d(x, o, w, padding=1)",
        x=T((1, 4, 8, 8), (2, 32, 32, 32)),
        o=T((1, 18, 8, 8), (2, 18, 32, 32)),
        w=T((4, 4, 3, 3), (32, 32, 3, 3)),
    )
    yield from op(
        "yolo_box",
        "paddle.vision.ops.yolo_box(x, s, [10, 13, 16, 30, 33, 23], 80, 0.01, 32)",
        x=T((1, 255, 4, 4), (4, 255, 26, 26)),
        s=T((1, 2), (4, 2), "int32", 400),
    )


def other():
    code = "F.dropout(x, 0.5)"
    yield from op("dropout", code, code, grad="x")
    code = "F.dropout2d(x, 0.5)"
    yield from op("dropout2d", code, code, grad="x", x=IMAGE)
    code = "F.dropout3d(x, 0.5)"
    yield from op("dropout3d", code, code, grad="x", x=BLOCK)
    yield from op("glu", "F.glu(x)", "F.glu(x)", grad="x")
    yield from op("maxout", "F.maxout(x, 2)", grad="x", x=IMAGE)
    yield from op(
        "cosine_similarity",
        "F.cosine_similarity(x, y)",
        "F.cosine_similarity(x, y)",
        grad="x y",
        x=MATRIX,
        y=MATRIX,
    )
    yield from op(
        "bilinear",
        "F.bilinear(x, y, w)",
        "F.bilinear(x, y, w)",
        grad="x y w",
        x=T((4, 4), (128, 64)),
        y=T((4, 4), (128, 64)),
        w=T((4, 4, 4), (64, 64, 64)),
    )
    yield from op("sequence_mask", "F.sequence_mask(x, 64)", x=index((8,), (1024,), 64))
    yield from op("temporal_shift", "F.temporal_shift(x, 2)", x=T((2, 4, 4, 4), (8, 64, 28, 28)))
    yield from op(
        "masked softmax",
        "F.softmax(x.masked_fill(m, -1e9), -1)",
        "F.softmax(x.masked_fill(m, -1e9), -1)",
        grad="x",
        x=MATRIX,
        m=BOOL,
    )


WORKLOADS = listed(convolutions(), pools(), norms(), attention(), recurrent(), images(), other())
