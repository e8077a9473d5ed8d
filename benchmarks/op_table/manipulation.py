"""Shapes, copies, creation and random numbers."""

from op_table.rows import INT, MATRIX, POSITIVE, T, listed, op

CUBE = T((4, 4, 4), (64, 128, 128))
IMAGE = T((1, 4, 4, 4), (8, 64, 48, 48))
ROW = T((8,), (1024,))
LENGTH = {"n": (8, 1024)}
# Paddle's parts have memory of their own.
COPIED_PARTS = "[part.clone() for part in torch.chunk(x, 4)]"
SHAPE = {"n": (8, 1024), "m": (8, 1024)}


def views():
    for name, paddle, torch in (
        ("reshape", "x.reshape([-1])", "x.reshape([-1])"),
        ("flatten", "paddle.flatten(x)", "torch.flatten(x)"),
        ("squeeze", "paddle.squeeze(x)", "torch.squeeze(x)"),
        ("unsqueeze", "paddle.unsqueeze(x, 0)", "torch.unsqueeze(x, 0)"),
        ("t", "paddle.t(x)", "torch.t(x)"),
        ("transpose", "paddle.transpose(x, [1, 0])", "torch.permute(x, [1, 0])"),
        ("matrix_transpose", "paddle.linalg.matrix_transpose(x)", "x.mT"),
        ("moveaxis", "paddle.moveaxis(x, 0, 1)", "torch.moveaxis(x, 0, 1)"),
        ("swapaxes", "paddle.swapaxes(x, 0, 1)", "torch.swapaxes(x, 0, 1)"),
        ("expand", "paddle.expand(x, [2, -1, -1])", "x.expand([2, -1, -1])"),
        (
            "broadcast_to",
            "paddle.broadcast_to(x, [2, {n}, {n}])",
            "torch.broadcast_to(x, [2, {n}, {n}])",
        ),
        ("expand_as", "paddle.expand_as(x, x)", "x.expand_as(x)"),
        ("view_as", "x.view_as(x)", "x.view_as(x)"),
        ("slice", "paddle.slice(x, [0], [1], [5])", "x[1:5]"),
        ("strided_slice", "paddle.strided_slice(x, [0], [1], [7], [2])", "x[1:7:2]"),
        ("chunk", "paddle.chunk(x, 4)", COPIED_PARTS),
        ("split", "paddle.split(x, 4)", COPIED_PARTS),
        ("unbind", "paddle.unbind(x[:4])", "torch.unbind(x[:4])"),
        ("unstack", "paddle.unstack(x[:4])", "torch.unbind(x[:4])"),
        ("unflatten", "paddle.unflatten(x, 1, [2, -1])", "x.unflatten(1, [2, -1])"),
        (
            "as_strided",
            "paddle.as_strided(x, [4, 4], [1, 2])",
            "torch.as_strided(x, [4, 4], [1, 2])",
        ),
        ("diagonal", "paddle.diagonal(x)", "torch.diagonal(x)"),
        ("broadcast_tensors", "paddle.broadcast_tensors([x, x])", "torch.broadcast_tensors(x, x)"),
    ):
        yield from op(name, paddle, torch, numbers=LENGTH)


def copies():
    for name, paddle, torch in (
        ("transpose copied", "paddle.transpose(x, [1, 0]).contiguous()", "x.t().contiguous()"),
        ("tile", "paddle.tile(x, [2, 2])", "torch.tile(x, [2, 2])"),
        ("flip", "paddle.flip(x, [1])", "torch.flip(x, [1])"),
        ("roll", "paddle.roll(x, 3, 0)", "torch.roll(x, 3, 0)"),
        ("rot90", "paddle.rot90(x)", "torch.rot90(x)"),
        ("tril", "paddle.tril(x)", "torch.tril(x)"),
        ("triu", "paddle.triu(x)", "torch.triu(x)"),
        ("trace", "paddle.trace(x)", "torch.trace(x)"),
        (
            "repeat_interleave",
            "paddle.repeat_interleave(x, 2, 0)",
            "torch.repeat_interleave(x, 2, 0)",
        ),
        ("pad", "F.pad(x, [1, 2, 1, 2])", "F.pad(x, [1, 2, 1, 2])"),
        ("crop", "paddle.crop(x, [4, 4], [1, 1])", "x[1:5, 1:5].clone()"),
        ("concat", "paddle.concat([x, x], 1)", "torch.cat([x, x], 1)"),
        ("stack", "paddle.stack([x, x], 0)", "torch.stack([x, x], 0)"),
        ("stack of the last axis", "paddle.stack([x, x], -1)", "torch.stack([x, x], -1)"),
    ):
        yield from op(name, paddle, torch, grad="x")


def creation():
    for name, paddle, torch in (
        ("zeros", "paddle.zeros([{n}, {m}])", "torch.zeros([{n}, {m}])"),
        ("ones", "paddle.ones([{n}, {m}])", "torch.ones([{n}, {m}])"),
        ("full", "paddle.full([{n}, {m}], 2.0)", "torch.full([{n}, {m}], 2.0)"),
        ("empty", "paddle.empty([{n}, {m}])", "torch.empty([{n}, {m}])"),
        ("arange", "paddle.arange({n})", "torch.arange({n})"),
        ("linspace", "paddle.linspace(0.0, 1.0, {n})", "torch.linspace(0.0, 1.0, {n})"),
        ("logspace", "paddle.logspace(0.0, 1.0, {n})", "torch.logspace(0.0, 1.0, {n})"),
        ("eye", "paddle.eye({n})", "torch.eye({n})"),
        ("tril_indices", "paddle.tril_indices({n}, {m})", "torch.tril_indices({n}, {m})"),
        ("triu_indices", "paddle.triu_indices({n}, {m})", "torch.triu_indices({n}, {m})"),
        ("zeros_like", "paddle.zeros_like(x)", "torch.zeros_like(x)"),
        ("ones_like", "paddle.ones_like(x)", "torch.ones_like(x)"),
        ("full_like", "paddle.full_like(x, 2.0)", "torch.full_like(x, 2.0)"),
        ("empty_like", "paddle.empty_like(x)", "torch.empty_like(x)"),
        ("rand", "paddle.rand([{n}, {m}])", "torch.rand([{n}, {m}])"),
        ("randn", "paddle.randn([{n}, {m}])", "torch.randn([{n}, {m}])"),
        ("standard_normal", "paddle.standard_normal([{n}, {m}])", "torch.randn([{n}, {m}])"),
        ("normal", "paddle.normal(0.0, 1.0, [{n}, {m}])", "torch.normal(0.0, 1.0, [{n}, {m}])"),
        ("uniform", "paddle.uniform([{n}, {m}])", "torch.empty([{n}, {m}]).uniform_(-1.0, 1.0)"),
        ("randint", "paddle.randint(0, 9, [{n}, {m}])", "torch.randint(0, 9, [{n}, {m}])"),
        ("randint_like", "paddle.randint_like(x, 0, 9)", "torch.randint_like(x, 0, 9)"),
        ("randperm", "paddle.randperm({n})", "torch.randperm({n})"),
    ):
        yield from op(name, paddle, torch, numbers=SHAPE)


PROBABILITY = T(fill="probability")

WORKLOADS = listed(
    views(),
    copies(),
    creation(),
    op(
        "transpose of middle axes copied",
        "paddle.transpose(x, [0, 2, 1, 3]).contiguous()",
        "x.permute([0, 2, 1, 3]).contiguous()",
        x=T((2, 4, 2, 4), (16, 128, 8, 64)),
    ),
    op(
        "transpose to channels last copied",
        "paddle.transpose(x, [0, 2, 3, 1]).contiguous()",
        "x.permute([0, 2, 3, 1]).contiguous()",
        x=IMAGE,
    ),
    op(
        "expand gradient",
        "paddle.expand(x, [{n}, {n}])",
        "x.expand([{n}, {n}])",
        grad="x",
        numbers=LENGTH,
        x=ROW,
    ),
    op("slice gradient", "x[1:7]", "x[1:7]", grad="x"),
    op("diag", "paddle.diag(x)", "torch.diag(x)", grad="x", x=ROW),
    op("diagflat", "paddle.diagflat(x)", "torch.diagflat(x)", x=ROW),
    op("diag_embed", "paddle.diag_embed(x)", "torch.diag_embed(x)", x=T((4, 8), (64, 128))),
    op("meshgrid", "paddle.meshgrid(x, x)", "torch.meshgrid(x, x, indexing='ij')", x=ROW),
    op("fill_diagonal", "x.clone().fill_diagonal_(1.0)", "x.clone().fill_diagonal_(1.0)"),
    op(
        "fill_diagonal_tensor",
        "x.fill_diagonal_tensor(y)",
        "torch.diagonal_scatter(x, y)",
        x=MATRIX,
        y=ROW,
    ),
    op(
        "diagonal_scatter",
        "paddle.diagonal_scatter(x, y)",
        "torch.diagonal_scatter(x, y)",
        x=MATRIX,
        y=ROW,
    ),
    op(
        "select_scatter",
        "paddle.select_scatter(x, y, 0, 3)",
        "torch.select_scatter(x, y, 0, 3)",
        x=MATRIX,
        y=ROW,
    ),
    op(
        "slice_scatter",
        "paddle.slice_scatter(x, y, [0], [0], [{n}], [1])",
        "torch.slice_scatter(x, y, 0, 0, {n}, 1)",
        numbers={"n": (4, 512)},
        x=MATRIX,
        y=T((4, 8), (512, 1024)),
    ),
    op("setitem of a row", "x[2] = y", "x[2] = y", x=MATRIX, y=ROW),
    op("vander", "paddle.vander(x, 5)", "torch.vander(x, 5)", x=ROW),
    op(
        "kron",
        "paddle.kron(x, y)",
        "torch.kron(x, y)",
        grad="x y",
        x=T((4, 4), (32, 32)),
        y=T((4, 4), (32, 32)),
    ),
    op("combinations", "paddle.combinations(x)", "torch.combinations(x)", x=T((8,), (512,))),
    op("one_hot", "F.one_hot(x, 100)", "F.one_hot(x, 100)", x=T((8,), (8192,), "int64", 100)),
    op(
        "pad reflect",
        "F.pad(x, [2, 2, 2, 2], 'reflect')",
        "F.pad(x, [2, 2, 2, 2], 'reflect')",
        grad="x",
        x=IMAGE,
    ),
    op(
        "pad replicate",
        "F.pad(x, [2, 2, 2, 2], 'replicate')",
        "F.pad(x, [2, 2, 2, 2], 'replicate')",
        grad="x",
        x=IMAGE,
    ),
    op("pad of images", "F.pad(x, [1, 1, 1, 1])", "F.pad(x, [1, 1, 1, 1])", grad="x", x=IMAGE),
    op("pixel_shuffle", "F.pixel_shuffle(x, 2)", "F.pixel_shuffle(x, 2)", grad="x", x=IMAGE),
    op("pixel_unshuffle", "F.pixel_unshuffle(x, 2)", "F.pixel_unshuffle(x, 2)", grad="x", x=IMAGE),
    op("channel_shuffle", "F.channel_shuffle(x, 2)", "torch.channel_shuffle(x, 2)", x=IMAGE),
    op(
        "unfold",
        "F.unfold(x, 3, 1, 1)",
        "F.unfold(x, 3, 1, 1)",
        grad="x",
        x=T((1, 4, 4, 4), (4, 16, 48, 48)),
    ),
    op(
        "fold",
        "F.fold(x, [{n}, {n}], 3, 1, 1)",
        "F.fold(x, [{n}, {n}], 3, 1, 1)",
        grad="x",
        numbers={"n": (4, 48)},
        x=T((1, 36, 16), (4, 144, 2304)),
    ),
    op("bernoulli", "paddle.bernoulli(p)", "torch.bernoulli(p)", p=PROBABILITY),
    op("multinomial", "paddle.multinomial(p, 4)", "torch.multinomial(p, 4)", p=PROBABILITY),
    op("poisson", "paddle.poisson(x)", "torch.poisson(x)", x=POSITIVE),
    op("standard_gamma", "paddle.standard_gamma(x)", "torch._standard_gamma(x)", x=POSITIVE),
    op(
        "binomial",
        "paddle.binomial(n, p)",
        "torch.binomial(m, p)",
        n=INT,
        m=T(fill="ones"),
        p=PROBABILITY,
    ),
)
