"""Reductions, scans, sorting and searching."""

from op_table.rows import BOOL, INT, MATRIX, POSITIVE, T, index, listed, op


def reductions():
    # paddle's name, torch's, whether there is a gradient
    for name, torch, grad in (
        ("sum", "sum", "x"),
        ("mean", "mean", "x"),
        ("max", "amax", "x"),
        ("min", "amin", "x"),
        ("amax", "amax", "x"),
        ("amin", "amin", "x"),
        ("logsumexp", "logsumexp", "x"),
        ("nansum", "nansum", ""),
        ("nanmean", "nanmean", ""),
        ("std", "std", "x"),
        ("var", "var", "x"),
        ("prod", "prod", "x"),
        ("count_nonzero", "count_nonzero", ""),
        ("argmax", "argmax", ""),
        ("argmin", "argmin", ""),
    ):
        for axis in (0, 1):
            yield from op(
                f"{name} axis {axis}",
                f"paddle.{name}(x, {axis})",
                f"torch.{torch}(x, {axis})",
                grad=grad,
                x=POSITIVE if name == "prod" else MATRIX,
            )


def whole():
    for name in ("sum", "mean", "std", "var", "prod"):
        tensor = POSITIVE if name == "prod" else MATRIX
        yield from op(f"{name} of all", f"paddle.{name}(x)", f"torch.{name}(x)", grad="x", x=tensor)
    for name in ("max", "min", "argmax"):
        yield from op(f"{name} of all", f"paddle.{name}(x)", f"torch.{name}(x)")


def scans():
    for name in ("cumsum", "cumprod", "logcumsumexp"):
        for axis in (0, 1):
            yield from op(
                f"{name} axis {axis}",
                f"paddle.{name}(x, {axis})",
                f"torch.{name}(x, {axis})",
                grad="x",
                x=POSITIVE,
            )
    for name in ("cummax", "cummin"):
        yield from op(name, f"paddle.{name}(x, 1)", f"torch.{name}(x, 1)")


SORTED = T((16,), (1024,), fill="sorted")
LINE = T((64,), (1 << 20,))

WORKLOADS = listed(
    reductions(),
    whole(),
    scans(),
    op("all", "paddle.all(x, 1)", "torch.all(x, 1)", x=BOOL),
    op("any", "paddle.any(x, 1)", "torch.any(x, 1)", x=BOOL),
    op("sum of int64", "paddle.sum(x, 1)", "torch.sum(x, 1)", x=INT),
    op("cumsum of int64", "paddle.cumsum(x, 1)", "torch.cumsum(x, 1)", x=INT),
    op(
        "reduce_as",
        "paddle.reduce_as(x, y)",
        "x.sum_to_size(y.shape)",
        x=MATRIX,
        y=T((8,), (1024,)),
    ),
    op("sort rows", "paddle.sort(x, 1)", "torch.sort(x, 1)", grad="", x=MATRIX),
    op("sort columns", "paddle.sort(x, 0)", "torch.sort(x, 0)", x=MATRIX),
    op("sort line", "paddle.sort(x)", "torch.sort(x)", x=LINE),
    op("sort of int64", "paddle.sort(x, 1)", "torch.sort(x, 1)", x=INT),
    op("sort gradient", "paddle.sort(x, 1)", "torch.sort(x, 1)[0]", grad="x"),
    op("argsort", "paddle.argsort(x, 1)", "torch.argsort(x, 1)"),
    op("topk", "paddle.topk(x, 5, 1)", "torch.topk(x, 5, 1)"),
    op("topk of a line", "paddle.topk(x, 10)", "torch.topk(x, 10)", x=LINE),
    op("topk gradient", "paddle.topk(x, 5, 1)[0]", "torch.topk(x, 5, 1)[0]", grad="x"),
    op("kthvalue", "paddle.kthvalue(x, 4, 1)", "torch.kthvalue(x, 4, 1)"),
    op("mode", "paddle.mode(x, 1)", "torch.mode(x, 1)", x=T((8, 8), (256, 256), fill="normal")),
    op("median", "paddle.median(x, 1)", "torch.quantile(x, 0.5, 1)", x=T((8, 8), (256, 256))),
    op("searchsorted", "paddle.searchsorted(s, x)", "torch.searchsorted(s, x)", s=SORTED, x=MATRIX),
    op("bucketize", "paddle.bucketize(x, s)", "torch.bucketize(x, s)", s=SORTED, x=MATRIX),
    op("bincount", "paddle.bincount(x)", "torch.bincount(x)", x=index((64,), (1 << 20,), 100)),
    op("histogram", "paddle.histogram(x, 50, -3, 3)", "torch.histc(x, 50, -3, 3)", x=LINE),
    op("nonzero", "paddle.nonzero(x)", "torch.nonzero(x)", x=BOOL),
    op("unique", "paddle.unique(x)", "torch.unique(x)", x=index((64,), (1 << 18,), 1000)),
    op("isin", "paddle.isin(x, y)", "torch.isin(x, y)", x=INT, y=index((8,), (64,), 200)),
    op("diff", "paddle.diff(x)", "torch.diff(x)", grad="x"),
    op("trapezoid", "paddle.trapezoid(x)", "torch.trapezoid(x)", grad="x"),
    op(
        "cumulative_trapezoid",
        "paddle.cumulative_trapezoid(x)",
        "torch.cumulative_trapezoid(x)",
        grad="x",
    ),
    op("p_norm", "paddle.linalg.norm(x, 2, 1)", "torch.linalg.vector_norm(x, 2, 1)", grad="x"),
    op("p_norm of all", "paddle.linalg.norm(x)", "torch.linalg.vector_norm(x)", grad="x"),
)
