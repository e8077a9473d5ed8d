"""Products, decompositions, solvers; Fourier transforms and frames."""

from tests.oracle.inputs import *

# fmt: off


def spd(n=3):
    a = F64(n, n)
    return leaf(a @ a.T + n * paddle.eye(n, dtype="float64"))


def gapped(m=3, n=3):
    """A matrix with distinct singular values and a well-conditioned inverse."""
    return leaf(F64(m, n) + 3 * paddle.eye(m, n, dtype="float64"))


MATS = ["G32(2, 3), G32(3, 4)", "F32(2, 3), F32(3)", "F32(3), F32(3, 2)", "F32(3), F32(3)", "F32(2, 2, 3), F32(3, 2)",
"F32(2, 1, 2, 3), F32(3, 3, 2)", "F32(2, 3), F32(2, 3)", "F32(), F32(2)", "I32(2, 3), I32(3, 2)",
        "I64(2, 2), I64(2, 2)", "F32(2, 3), F64(3, 2)", "F32(2, 3), I32(3, 2)", "F16(2, 3), F16(3, 2)",
        "BF16(2, 3), BF16(3, 2)", "C64(2, 3), C64(3, 2)", "F32(2, 3), C64(3, 2)", "B(2, 2), B(2, 2)",
        "F32(0, 3), F32(3, 2)",
        "F32(2, 0), F32(0, 2)", "F32(2, 3).T, F32(2, 2)", "F32(1, 3).expand([2, 3]), F32(3, 2)",
        "F16(2, 2), F32(2, 2)", "GC64(2, 2), GC64(2, 2)"]

CALLS = (
    grid("paddle.matmul({m})", m=MATS)
    + grid("(lambda a, b: a @ b)({m})", m=MATS)
    + grid("paddle.matmul(G32({a}), G32({b}), {t})", a="2,3 3,2".split(), b="3,2 2,3".split(), t=["True, False",
         "False, True", "True, True", "transpose_x=True"])
    + grid("paddle.{f}({a})", f="mm bmm dot mv inner outer kron cross vecdot".split(), a=["G32(2, 3), G32(3, 2)",
         "F32(3), F32(3)", "F32(2, 3), F32(2, 3)", "F32(2, 2, 3), F32(2, 3, 2)", "F32(2, 3), F32(3)",
         "I32(3), I32(3)", "C64(3), C64(3)", "F32(2), F32(3)", "F32(3), F64(3)", "F32(0), F32(0)"])
    + grid("paddle.addmm({a})", a=["G32(2, 2), G32(2, 3), G32(3, 2)", "F32(2), F32(2, 3), F32(3, 2)",
         "F32(2, 2), F32(2, 3), F32(3, 2), 2.0, 0.5", "F32(2, 2), F32(2, 3), F32(3, 2), alpha=0.5, beta=2",
         "F32(3), F32(2, 3), F32(3, 2)", "F32(2, 2), F32(2, 3), F32(2, 3)", "F32(1), F32(2, 3), F32(3, 2)"])
    + grid("paddle.baddbmm({a})", a=["G32(2, 2, 2), G32(2, 2, 3), G32(2, 3, 2)",
         "F32(2, 2), F32(2, 2, 3), F32(2, 3, 2), 0.5, 2.0"])
    + grid("paddle.cross({a})", a=["F32(2, 3), F32(2, 3), axis=1", "F32(3, 2), F32(3, 2)",
         "F32(3, 2), F32(3, 2), axis=1", "F32(2, 3), F32(3)", "F32(2, 2), F32(2, 2)"])
    + grid("paddle.tensordot({a})", a=["G32(2, 3), G32(3, 2), 1", "F32(2, 3), F32(2, 3)",
         "F32(2, 3, 4), F32(4, 3), [[1, 2], [1, 0]]", "F32(2, 3), F32(2), 0", "F32(2, 3), F32(3, 2), [1, 0]",
         "F32(2, 3), F32(2, 3), [[0], [0]]", "F32(2, 3), F32(2, 3), 3", "F32(2, 3), F32(3, 2), axes=([1], [0])"])
    + grid("paddle.einsum({a})", a=["'ij,jk->ik', G32(2, 3), G32(3, 2)", "'ij->ji', F32(2, 3)", "'ii->i', F32(3, 3)",
         "'ii', F32(3, 3)", "'ij->', F32(2, 3)", "'i,j->ij', F32(2), F32(3)",
         "'bij,bjk->bik', F32(2, 2, 3), F32(2, 3, 2)", "'...ij,...jk->...ik', F32(2, 2, 3), F32(3, 2)",
         "'ij,ij->i', F32(2, 3), F32(2, 3)",
         "'ij,jk', F32(2, 3), F32(3, 2)", "'i,i', F32(2), F32(2)", "'ij,jk->ik', F32(2, 3), F32(2, 3)",
         "'ij', F32(2)", "'i j , j k -> i k', F32(2, 3), F32(3, 2)",
         "'ij,jk,kl->il', F32(2, 3), F32(3, 2), F32(2, 2)", "'ij,i->j', I32(2, 3), I32(2)", "'ij->kj', F32(2, 3)",
         "'...->...', F32(2)", "'ij,jk->ik', F32(2, 3), F64(3, 2)",
         "'bhqd,bhkd->bhqk', F32(1, 2, 3, 2), F32(1, 2, 3, 2)"])
    + grid("paddle.linalg.multi_dot({a})", a=["[G32(2, 3), G32(3, 4), G32(4, 2)]", "[F32(3), F32(3, 2)]",
         "[F32(3), F32(3, 3), F32(3)]", "[F32(2, 3)]", "[F32(2, 3), F32(2, 3)]"])
    + grid("paddle.linalg.{f}(spd())",
         f="det inv cholesky slogdet cond pinv matrix_rank svdvals eigvalsh matrix_exp".split())
    + grid("paddle.linalg.{f}({x})",
         f="det inv slogdet cond pinv matrix_rank svdvals matrix_exp cov corrcoef eigvals".split(), x=["gapped()",
         "gapped(2, 3)", "F32(2, 3, 3) + 4 * paddle.eye(3)", "F32(0, 3, 3)", "F32(3)", "I32(3, 3)", "C128(3, 3)",
         "paddle.zeros([2, 2])", "T([[1.0, 2.0], [2.0, 4.0]])", "F16(2, 2)"])
    + grid("paddle.linalg.cond(gapped(), {p})", p=["1", "2", "-2", "'fro'", "'nuc'", "float('inf')", "-1", "3"])
    + grid("paddle.linalg.matrix_power({a})", a=["gapped(), 2", "gapped(), 0", "gapped(), -1", "F32(2, 3), 2",
         "I32(2, 2), 2", "F32(2, 2), 2.0", "F32(2, 2, 2), 3"])
    + grid("paddle.linalg.cholesky(spd(){a})", a=["", ", True", ", upper=False"])
    + grid("paddle.linalg.{f}", f=["cholesky_inverse(paddle.linalg.cholesky(spd()))",
         "cholesky_inverse(paddle.linalg.cholesky(spd(), True), True)", "cholesky(-paddle.eye(2))",
         "cholesky(F32(2, 3))", "cholesky_solve(F64(3, 2), paddle.linalg.cholesky(spd()), False)",
         "cholesky_solve(F64(3, 2), paddle.linalg.cholesky(spd(), True), upper=True)",
         "solve(gapped(), leaf(F64(3, 2)))", "solve(gapped(), F64(3))", "solve(gapped(), F64(3, 2), left=False)",
         "solve(paddle.zeros([2, 2]), F32(2, 1))",
         "solve(F32(2, 3), F32(2, 1))", "triangular_solve(paddle.triu(gapped()), leaf(F64(3, 2)))",
         "triangular_solve(paddle.tril(gapped()), F64(3, 2), upper=False)",
         "triangular_solve(paddle.triu(gapped()), F64(3, 2), transpose=True)",
         "triangular_solve(paddle.triu(gapped()), F64(3, 2), unitriangular=True)", "lstsq(F64(4, 2), F64(4, 1))[0]",
         "lstsq(F64(4, 2), F64(4, 1), driver='gelsd')", "lstsq(F64(4, 2), F64(4, 1), driver='gels')[0]",
         "lstsq(F64(4, 2), F64(3, 1))", "eigh(spd())[0]", "eigh(C128(2, 2) + paddle.conj(C128(2, 2)).T)[0]",
         "eig(spd())[0].real()", "qr(gapped(), mode='r').abs()", "qr(F64(4, 2))[0].shape",
         "qr(F64(4, 2), mode='complete')[0].shape", "qr(F64(2, 2), mode='x')",
         "svd(gapped())[1]", "svd(F64(4, 2))[0].shape", "svd(F64(4, 2), full_matrices=True)[0].shape", "lu(gapped())",
         "lu(gapped(), get_infos=True)[2]", "lu_unpack(*paddle.linalg.lu(gapped()))",
         "lu_solve(F64(3, 2), *paddle.linalg.lu(gapped()))", "householder_product(F64(3, 2), F64(2))",
         "ormqr(F64(3, 2), F64(2), F64(3, 2))", "matrix_rank(F64(3, 3), tol=1.0)",
         "matrix_rank(spd(), hermitian=True)",
         "pinv(spd(), hermitian=True)", "pinv(F64(2, 3), rcond=0.5)", "vector_norm(G32(2, 3))",
         "vector_norm(G32(2, 3), 1, 0)", "vector_norm(F32(2, 3), 3.0, [0, 1], True)",
         "vector_norm(F32(2, 3), float('inf'))", "vector_norm(F32(2, 3), 0)", "matrix_norm(G64(2, 3))",
         "matrix_norm(F64(2, 3), 'nuc')", "matrix_norm(F64(2, 3), 1)",
         "matrix_norm(F64(2, 3), -float('inf'), [1, 0], True)", "matrix_norm(F64(2, 3), 2)",
         "matrix_norm(F64(3))", "matrix_transpose(F32(2, 2, 3))", "cov(F64(3, 4), rowvar=False)",
         "cov(F64(3, 4), ddof=False)", "cov(F64(3, 4), fweights=T([1, 2, 1, 1]))", "cov(F64(3, 4), aweights=P64(4))",
         "corrcoef(F64(3, 4), rowvar=False)", "norm(F32(2, 3), 2, [0, 1])", "norm(G32(3), 2.5)",
         "diagonal(F32(3, 3))", "svd_lowrank(F64(4, 3))[1].shape", "inv(F32(2, 3))", "det(F32(2, 3))",
         "eigvalsh(spd(), 'U')"])
    + grid("paddle.cdist({a})", a=["G64(3, 2), G64(4, 2)", "F64(3, 2), F64(4, 2), 1",
         "F64(3, 2), F64(4, 2), p=float('inf')", "F64(3, 2), F64(4, 2), 0", "F64(2, 3, 2), F64(2, 4, 2), 3.0",
         "F64(3, 2), F64(4, 3)"])
    + grid("paddle.pdist({a})", a=["G64(4, 2)", "F64(4, 2), 1.0", "F64(1, 2)"])
    + grid("paddle.fft.{f}({x}{a})", f="fft ifft rfft ihfft".split(), x="G64(6) F32(2,5)".split(), a=["", ", 4",
         ", n=8, axis=-1", ", norm='ortho'", ", norm='forward'", ", axis=0", ", n=0", ", axis=3", ", norm='x'"])
    + grid("paddle.fft.{f}({x}{a})", f="fft ifft irfft hfft".split(), x="GC64(4) C128(2,5)".split(), a=["", ", 6",
         ", n=3", ", norm='ortho'", ", axis=0"])
    + grid("paddle.fft.{f}({x}{a})", f="fft2 ifft2 fftn ifftn rfft2 rfftn ihfft2".split(), x=["G64(2, 3, 4)"], a=["",
         ", [2, 2], axes=[0, 1]", ", s=(3, 5)", ", axes=(0, 2), norm='forward'"])
    + grid("paddle.fft.{f}({x}{a})", f="irfft2 irfftn hfft2 hfftn ifftn".split(), x=["C128(2, 3, 4)"], a=["",
         ", s=[3, 5]", ", axes=(0, 1)"])
    + grid("paddle.fft.{f}({a})", f="fftfreq rfftfreq".split(), a=["5", "6, 0.5", "4, d=2.0, dtype='float64'", "0"])
    + grid("paddle.fft.{f}({a})", f="fftshift ifftshift".split(), a=["F32(5)", "F32(2, 3)", "F32(2, 3), 1",
         "F32(2, 3), [0, 1]", "F32(2, 3), axes=-1"])
    + grid("paddle.fft.{f}({x})", f="fft rfft".split(), x="I64(4) F16(4) B(4) F32() F32(0)".split())
    + grid("paddle.signal.{f}", f=["frame(G32(8), 4, 2)", "frame(F32(2, 8), 4, 2, axis=0)",
         "frame(F32(8, 2), 4, 2, axis=0)", "frame(F32(8), 9, 1)", "overlap_add(G32(4, 3), 2)",
         "overlap_add(F32(3, 4), 2, axis=0)", "stft(G64(32), 8)",
         "stft(F64(2, 32), n_fft=8, hop_length=4, win_length=6)", "stft(F64(32), 8, center=False)",
         "stft(F64(32), 8, window=P64(8), normalized=True)", "stft(F64(32), 8, onesided=False)",
         "stft(F64(32), 8, pad_mode='constant')", "stft(C128(32), 8, onesided=False)",
         "istft(paddle.signal.stft(F64(32), 8), 8)", "istft(paddle.signal.stft(F64(32), 8), 8, length=20)",
         "istft(paddle.signal.stft(F64(32), 8, hop_length=4), 8, hop_length=4, center=False)"])
)
