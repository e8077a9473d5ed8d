"""Products and decompositions."""

from op_table.rows import MATRIX, T, listed, op

SQUARE = T((4, 4), (256, 256))
SPD = T((4, 4), (256, 256), fill="positive definite")
BATCH = T((2, 4, 4), (64, 32, 32), fill="positive definite")
STACK = T((2, 4, 8), (32, 128, 64))
STACK_T = T((2, 8, 4), (32, 64, 128))
VECTOR = T((8,), (1024,))
MIDDLE = T((4, 4), (512, 512))


def factors():
    for name, grad, tensor in (
        ("cholesky", "x", SPD),
        ("det", "x", SPD),
        ("slogdet", "", SPD),
        ("eig", "", SQUARE),
        ("eigvals", "", SQUARE),
        ("eigh", "", SPD),
        ("eigvalsh", "x", SPD),
        ("svdvals", "x", SQUARE),
        ("qr", "", SQUARE),
        ("lu", "", SQUARE),
        ("matrix_exp", "", T((4, 4), (128, 128), fill="small")),
        ("cov", "x", SQUARE),
        ("corrcoef", "", SQUARE),
        ("inv", "x", SPD),
        ("pinv", "", SQUARE),
    ):
        torch = {"lu": "lu_factor", "cov": "", "corrcoef": ""}.get(name, name)
        torch = f"torch.linalg.{torch}(x)" if torch else f"torch.{name}(x)"
        label = {"inv": "inverse"}.get(name, name)
        paddle = f"paddle.linalg.{name}(x)"
        yield from op(label, paddle, torch, grad=grad, x=tensor)


WORKLOADS = listed(
    op("matmul", "paddle.matmul(x, y)", "torch.matmul(x, y)", grad="x y", x=MIDDLE, y=MIDDLE),
    op(
        "matmul transposed",
        "paddle.matmul(x, y, False, True)",
        "torch.matmul(x, y.T)",
        x=MIDDLE,
        y=MIDDLE,
    ),
    op(
        "matmul of bfloat16",
        "paddle.matmul(x, x)",
        "torch.matmul(x, x)",
        x=T((8, 8), (512, 512), "bfloat16"),
    ),
    op(
        "matmul of float64",
        "paddle.matmul(x, x)",
        "torch.matmul(x, x)",
        x=T((8, 8), (512, 512), "float64"),
    ),
    op(
        "matmul of complex64",
        "paddle.matmul(x, x)",
        "torch.matmul(x, x)",
        x=T((8, 8), (512, 512), "complex64"),
    ),
    op(
        "matmul of int64",
        "paddle.matmul(x, x)",
        "torch.matmul(x, x)",
        x=T((8, 8), (128, 128), "int64", 9),
    ),
    op(
        "matmul with a vector",
        "paddle.matmul(x, y)",
        "torch.matmul(x, y)",
        grad="x y",
        x=MATRIX,
        y=VECTOR,
    ),
    op("mm", "paddle.mm(x, y)", "torch.mm(x, y)", x=MIDDLE, y=MIDDLE),
    op("bmm", "paddle.bmm(x, y)", "torch.bmm(x, y)", grad="x y", x=STACK, y=STACK_T),
    op("mv", "paddle.mv(x, y)", "torch.mv(x, y)", x=MATRIX, y=VECTOR),
    op(
        "dot",
        "paddle.dot(x, y)",
        "torch.dot(x, y)",
        grad="x y",
        x=T((8,), (1 << 20,)),
        y=T((8,), (1 << 20,)),
    ),
    op(
        "vecdot", "paddle.vecdot(x, y)", "torch.linalg.vecdot(x, y)", grad="x y", x=MATRIX, y=MATRIX
    ),
    op("inner", "paddle.inner(x, y)", "torch.inner(x, y)", x=MIDDLE, y=MIDDLE),
    op("outer", "paddle.outer(x, y)", "torch.outer(x, y)", grad="x y", x=VECTOR, y=VECTOR),
    op(
        "addmm",
        "paddle.addmm(z, x, y)",
        "torch.addmm(z, x, y)",
        grad="x y z",
        z=MIDDLE,
        x=MIDDLE,
        y=MIDDLE,
    ),
    op(
        "baddbmm",
        "paddle.baddbmm(z, x, y)",
        "torch.baddbmm(z, x, y)",
        z=T((2, 4, 4), (32, 128, 128)),
        x=STACK,
        y=STACK_T,
    ),
    op(
        "einsum",
        "paddle.einsum('bij,bjk->bik', x, y)",
        "torch.einsum('bij,bjk->bik', x, y)",
        x=STACK,
        y=STACK_T,
    ),
    op(
        "multi_dot",
        "paddle.linalg.multi_dot([x, y, x])",
        "torch.linalg.multi_dot([x, y, x])",
        x=SQUARE,
        y=SQUARE,
    ),
    op(
        "linear",
        "F.linear(x, w, b)",
        "F.linear(x, v, b)",
        grad="x b",
        x=T((8, 16), (256, 512)),
        w=T((16, 8), (512, 512)),
        v=T((8, 16), (512, 512)),
        b=T((8,), (512,)),
    ),
    op(
        "cross",
        "paddle.cross(x, y)",
        "torch.linalg.cross(x, y)",
        grad="x y",
        x=T((8, 3), (65536, 3)),
        y=T((8, 3), (65536, 3)),
    ),
    op(
        "cdist",
        "paddle.cdist(x, y)",
        "torch.cdist(x, y)",
        grad="x y",
        x=T((8, 4), (512, 64)),
        y=T((8, 4), (512, 64)),
    ),
    op("pdist", "paddle.pdist(x)", "F.pdist(x)", x=T((8, 4), (512, 64))),
    op("dist", "paddle.dist(x, y)", "torch.dist(x, y)", x=MATRIX, y=MATRIX),
    factors(),
    op("svd", "paddle.linalg.svd(x)", "torch.linalg.svd(x, full_matrices=False)", x=SQUARE),
    op(
        "solve",
        "paddle.linalg.solve(x, y)",
        "torch.linalg.solve(x, y)",
        grad="x y",
        x=SPD,
        y=SQUARE,
    ),
    op(
        "triangular_solve",
        "paddle.linalg.triangular_solve(x, y)",
        "torch.linalg.solve_triangular(x, y, upper=True)",
        grad="x y",
        x=SPD,
        y=SQUARE,
    ),
    op(
        "cholesky_solve",
        "paddle.linalg.cholesky_solve(y, x)",
        "torch.cholesky_solve(y, x)",
        x=SPD,
        y=SQUARE,
    ),
    op(
        "lu_solve",
        "paddle.linalg.lu_solve(y, *paddle.linalg.lu(x))",
        "torch.linalg.lu_solve(*torch.linalg.lu_factor(x), y)",
        x=SPD,
        y=SQUARE,
    ),
    op(
        "lu_unpack",
        "paddle.linalg.lu_unpack(*paddle.linalg.lu(x))",
        "torch.lu_unpack(*torch.linalg.lu_factor(x))",
        x=SPD,
    ),
    op("lstsq", "paddle.linalg.lstsq(x, y)", "torch.linalg.lstsq(x, y)", x=SPD, y=SQUARE),
    op(
        "householder_product",
        "paddle.linalg.householder_product(x, t)",
        "torch.linalg.householder_product(x, t)",
        x=SQUARE,
        t=T((4,), (256,), fill="uniform"),
    ),
    op(
        "ormqr",
        "paddle.linalg.ormqr(x, t, y)",
        "torch.ormqr(x, t, y)",
        x=SQUARE,
        t=T((4,), (256,), fill="uniform"),
        y=SQUARE,
    ),
    op(
        "matrix_power",
        "paddle.linalg.matrix_power(x, 5)",
        "torch.linalg.matrix_power(x, 5)",
        x=T((4, 4), (256, 256), fill="small"),
    ),
    op("matrix_rank", "paddle.linalg.matrix_rank(x)", "torch.linalg.matrix_rank(x)", x=SQUARE),
    op("cholesky of a batch", "paddle.linalg.cholesky(x)", "torch.linalg.cholesky(x)", x=BATCH),
    op("inverse of a batch", "paddle.linalg.inv(x)", "torch.linalg.inv(x)", x=BATCH),
    op("det of a batch", "paddle.linalg.det(x)", "torch.linalg.det(x)", x=BATCH),
    op("solve of a batch", "paddle.linalg.solve(x, x)", "torch.linalg.solve(x, x)", x=BATCH),
    op("eigh of a batch", "paddle.linalg.eigh(x)", "torch.linalg.eigh(x)", x=BATCH),
    op(
        "svd of a batch",
        "paddle.linalg.svd(x)",
        "torch.linalg.svd(x, full_matrices=False)",
        x=BATCH,
    ),
    op("fft", "paddle.fft.fft(x)", "torch.fft.fft(x)", x=T((8, 8), (1024, 1024), "complex64")),
    op("rfft", "paddle.fft.rfft(x)", "torch.fft.rfft(x)", grad="", x=MATRIX),
    op("fft2", "paddle.fft.fft2(x)", "torch.fft.fft2(x)", x=T((8, 8), (512, 512), "complex64")),
    op("ifft2", "paddle.fft.ifft2(x)", "torch.fft.ifft2(x)", x=T((8, 8), (512, 512), "complex64")),
)
