"""Reductions, statistics, scans, sorting and searching."""

from tests.oracle.inputs import *

# fmt: off

PLAIN = "sum mean max min prod amax amin logsumexp nansum nanmean".split()
FORMS = ["", ", 0", ", -1", ", [0, 1]", ", (0, 2)", ", []", ", None", ", axis=1, keepdim=True", ", keepdim=True",
", axis=[-1], keepdim=True",
         ", axis=3", ", axis=-4", ", axis=[0, 0]", ", dim=1", ", dim=1, keepdim=True", ", 1, True", ", axis=T(1)",
         ", axis=T([0, 1])",
         ", axis=1.0", ", axis='a'", ", axis=True", ", axis=[T(0), 1]"]
STAT = "std var median nanmedian".split()
NANS = "T([[1.0, float('nan'), 3.0], [float('nan'), float('nan'), float('inf')]], 'float32')"

CALLS = (
    grid("paddle.{f}(G32(2, 3, 2){a})", f=PLAIN, a=FORMS)
    + grid("paddle.{f}(G64(2, 4, 3){a})", f=STAT, a=["", ", 0", ", -1", ", axis=1, keepdim=True", ", keepdim=True",
         ", axis=5", ", dim=1"])
    + grid("paddle.{f}(B(2, 3){a})", f="all any count_nonzero".split(), a=["", ", 0", ", -1", ", [0, 1]", ", 1, True",
         ", axis=[]", ", axis=2", ", dim=0",
           ", keepdim=True"])
    + grid("paddle.{f}({x})", f=PLAIN + STAT + "all any count_nonzero".split(), x=["I32(2, 3)", "I64(3)", "B(2, 2)",
         "F16(3)", "BF16(3)", "F32()", "F32(0)", "F32(0, 3)", "U8(4)",
           "I8(9)", "C64(3)", NANS, "F32(2, 3).T", "F32(1, 3).expand([4, 3])", "[1.0, 2.0]", "None"])
    + grid("paddle.{f}(F32({s}), {a})", f="sum mean max prod any".split(), s="0,3 2,0".split(), a="0 1 -1".split())
    + grid("paddle.{f}({x}, dtype={d})", f="sum prod nansum mean".split(), x="F32(3) I32(3) B(3)".split(),
         d=["'float64'", "'int64'", "'int32'", "'float16'", "'bool'"])
    + grid("paddle.{f}({x}{a})", f="argmax argmin".split(), x=["F32(2, 3)", "I32(2, 3)", "T([3.0, 1.0, 3.0])"], a=["",
         ", 0", ", -1", ", axis=0, keepdim=True", ", keepdim=True",
           ", axis=0, dtype='int32'", ", axis=2", ", dtype='float32'", ", dim=0"])
    + grid("paddle.{f}({x})",
         f="argmax argmin argsort sort unique nonzero cumsum cummax cummin logcumsumexp mode msort".split(),
         x=["F32(5)", "F32()", "F32(0)", "B(3)", "F16(4)", "BF16(4)",
           "T([2, 1, 2, 1, 3])", "U8(4)", "C64(3)", "F64(2, 3)", NANS, "I32(2, 3).T"])
    + grid("paddle.{f}({x}{a})", f="cumsum logcumsumexp".split(), x=["G32(2, 3)"], a=["", ", 0", ", -1", ", axis=1",
         ", axis=2", ", dtype='float64'", ", axis=None", ", dim=0"])
    + grid("paddle.{f}(F32(2, 3){a})", f="cummax cummin".split(), a=["", ", 0", ", -1", ", axis=1, dtype='int32'",
         ", axis=2"])
    + grid("paddle.cumprod({a})", a=["G32(2, 3), 0", "G32(2, 3), -1", "F32(3)", "F32(3), 0, 'float64'",
         "I32(3), dim=0", "leaf(T([1.0, 0.0, 2.0, 0.0])), 0", "F32(2, 3), 2", "F32(), 0", "F32(2, 2), None"])
    + grid("paddle.{f}({x}{a})", f="sort argsort".split(), x=["F32(3, 4)", "T([2, 1, 2, 1])"], a=["", ", 0",
         ", axis=-1, descending=True", ", descending=True, stable=True", ", 3", ", dim=0", ", -1, True"])
    + grid("paddle.sort(G32(3, 4){a})", a=["", ", 0", ", -1, True"])
    + grid("paddle.topk({a})", a=["G32(5), 2", "G32(3, 4), 2, 0", "G32(3, 4), k=1, axis=-1, largest=False",
         "F32(5), 5", "F32(5), 6", "F32(5), 0", "I32(5), 2", "F32(5), T(2)", "F32(5), T([2])",
           "F32(5), -1", "F32(5), 2, sorted=False, largest=True", "F32(2, 3), 2, 2", "F32(), 1", "BF16(4), 2",
           "T([1.0, float('nan'), 3.0]), 2", "U8(4), 2", "F32(5), 2, dim=0"])
    + grid("paddle.kthvalue({a})", a=["G32(5), 2", "G32(3, 4), 2, 0", "F32(3, 4), 1, 1, True", "F32(5), 6",
         "F32(5), 0", "I32(5), 2", "F32(), 1"])
    + grid("paddle.mode({a})", a=["T([2, 1, 2, 1, 3])", "T([[1.0, 2.0, 2.0], [3.0, 3.0, 1.0]])",
         "T([[1.0, 2.0, 2.0], [3.0, 3.0, 1.0]]), 0", "T([[1.0, 2.0, 2.0]]), 1, True"])
    + grid("paddle.unique({a})", a=["T([3, 1, 2, 1])", "T([3, 1, 2, 1]), True",
         "T([3, 1, 2, 1]), return_inverse=True, return_counts=True", "T([3.5, 1.0, 1.0]), return_counts=True",
           "T([3, 1, 2, 1]), True, True, True", "T([[1, 2], [1, 2], [0, 1]]), axis=0",
           "T([[1, 1], [1, 1], [0, 0]]), axis=1, return_index=True", "T([[1, 2], [2, 3]])",
           "T([3, 1]), dtype='int32', return_inverse=True",
           "F32(0)", "F32()", "T([3, 1, 1]), sorted=False", "B(4)", "T([2, 1]), axis=3"])
    + grid("paddle.unique_consecutive({a})", a=["T([1, 1, 2, 2, 1])", "T([1, 1, 2, 2, 1]), True, True",
         "T([[1, 2], [1, 2], [0, 1]]), axis=0", "T([1.0, 1.0]), return_counts=True", "F32(0)",
         "T([1, 1, 2]), dtype='int32', return_inverse=True"])
    + grid("paddle.nonzero({a})", a=["T([0, 1, 2])", "T([[0, 1], [2, 0]])", "T([[0, 1], [2, 0]]), as_tuple=True",
         "T([0.0, float('nan')])", "T(0.0)", "T(3.0)", "F32(0, 2)", "T([[0, 0]])", "C64(2)", "T(3), True"])
    + grid("paddle.quantile({a})", a=["G64(5), 0.5", "G64(2, 5), 0.3, 1", "F64(2, 5), [0.1, 0.9], 1",
         "F64(2, 5), 0.5, [0, 1]", "F32(5), 0.25, keepdim=True", "F64(5), 1.5", "F64(5), 0.3, interpolation='lower'",
           "F64(5), 0.3, interpolation='higher'", "F64(5), 0.3, interpolation='nearest'",
           "F64(5), 0.3, interpolation='midpoint'", "F64(5), T([0.2, 0.4])", "T([1.0, float('nan')]), 0.5",
           "I32(5), 0.5", "F64(5), q=0.0"])
    + grid("paddle.nanquantile({a})", a=["T([1.0, float('nan'), 2.0]), 0.5", f"{NANS}, 0.5, 1",
         "F64(2, 3), [0.2, 0.3], 0, True"])
    + grid("paddle.{f}(F64(2, 4), {a})", f="std var".split(), a=["unbiased=False", "0, False",
         "axis=1, unbiased=True, keepdim=True", "[0, 1]", "axis=0, correction=0", "1, correction=2"])
    + grid("paddle.{f}(F32(1))", f="std var".split())
    + grid("paddle.median({a})", a=["F32(4)", "F32(5)", "I32(4)", "F64(2, 4), 1", "F64(2, 4), axis=1, mode='min'",
         "F64(4), mode='min'", "F64(2, 4), 0, True, 'min'", "T([1.0, float('nan'), 2.0])", "F64(4), mode='x'",
         "F32()", "F32(2, 3), -1, keepdim=True"])
    + grid("paddle.nanmedian({a})", a=["T([1.0, float('nan'), 2.0])", "F64(2, 4), [0, 1]", f"{NANS}, 1",
         f"{NANS}, 1, mode='min'", "T([float('nan')])", "F64(2, 4), 0, True"])
    + lines("""
paddle.max(leaf(T([1.0, 3.0, 3.0])))
paddle.max(leaf(T([[1.0, 3.0, 3.0]])), axis=1)
paddle.max(leaf(T([[1.0, 3.0, 3.0]])), 1, True)
paddle.amax(leaf(T([1.0, 3.0, 3.0])))
paddle.amin(leaf(T([1.0, 1.0, 3.0])))
paddle.min(leaf(T([1.0, 1.0, 3.0])))
paddle.abs(F32(2), None)
paddle.sum(F32(2, 3), 0, None, False, None)
paddle.concat([F32(2), F32(2)], 0, None)
paddle.argsort(F32(3), -1, False, False, None)
paddle.max(F32(2), F32(2))
paddle.min(F32(2), other=F32(2))
paddle.max(F32(2, 3), dim=1)
F32(2, 3).max(dim=1)
F32(2, 3).min(1)
F32(2, 3).max(1, keepdim=True)
F32(2, 3).argmax(-1)
F32(2, 3).median(axis=1)
F32(2, 3).sort(0)
F32(2, 3).topk(2)
paddle.prod(leaf(T([2.0, 0.0, 3.0])))
paddle.prod(leaf(T([0.0, 0.0, 3.0])))
paddle.sum(T([127, 127], 'int8'))
paddle.sum(T([2**31 - 1, 1], 'int32'))
paddle.mean(T([1, 2], 'int64'))
paddle.logsumexp(T([1000.0, 1000.0]))
paddle.logsumexp(T([-float('inf'), -float('inf')]))
paddle.logsumexp(T([float('inf'), 1.0]))
paddle.logcumsumexp(T([-float('inf'), 1.0]))
paddle.std(T([float('inf'), 1.0]))
paddle.bincount(T([0, 1, 1, 3]))
paddle.bincount(T([0, 1, 1, 3]), weights=F32(4))
paddle.bincount(T([0, 1, 1, 3]), minlength=6)
paddle.bincount(T([-1, 1]))
paddle.bincount(F32(2))
paddle.bincount(T([], 'int64'))
paddle.bincount(T([1, 2], 'int32'), weights=I64(2))
paddle.histogram(F32(10))
paddle.histogram(F32(10), bins=4, min=-1, max=1)
paddle.histogram(F32(10), bins=4, min=-1, max=1, density=True)
paddle.histogram(I32(10), 5)
paddle.histogram(F32(10), bins=4, weight=F32(10))
paddle.histogram(F32(10), bins=0)
paddle.histogram(F32(3), min=2, max=1)
paddle.histogram(T([1.0, 1.0]), bins=2)
paddle.histogram(T([float('nan'), 1.0]), bins=2)
paddle.histogram_bin_edges(F32(10), 4)
paddle.histogram_bin_edges(F32(10), 4, -1, 1)
paddle.histogramdd(F32(10, 2), bins=3)
paddle.histogramdd(F32(10, 2), bins=[2, 3], ranges=[-1.0, 1.0, -2.0, 2.0], density=True)
paddle.searchsorted(T([1.0, 3.0, 5.0]), T([0.0, 3.0, 6.0]))
paddle.searchsorted(T([1.0, 3.0, 5.0]), T([0.0, 3.0, 6.0]), right=True, out_int32=True)
paddle.searchsorted(T([[1, 3], [2, 4]]), T([[2], [4]]))
paddle.searchsorted(T([1.0, 3.0]), T([float('nan')]))
paddle.searchsorted(T([1.0, 3.0]), T([3]))
paddle.searchsorted(T([[1, 3], [2, 4]]), T([2]))
paddle.searchsorted(T([1.0, 3.0]), 2.0)
paddle.bucketize(F32(2, 2), T([-1.0, 0.0, 1.0]))
paddle.bucketize(F32(2, 2), T([-1.0, 0.0, 1.0]), True, True)
paddle.bucketize(F32(2), T([[1.0], [2.0]]))
paddle.diff(G32(5))
paddle.diff(F32(2, 4), n=2)
paddle.diff(F32(2, 4), axis=0)
paddle.diff(F32(4), prepend=T([0.0]), append=T([1.0]))
paddle.diff(I32(4))
paddle.diff(B(4))
paddle.diff(F32(2), n=5)
paddle.diff(F32(2), n=0)
paddle.trapezoid(G32(5))
paddle.trapezoid(F32(2, 5), dx=0.5)
paddle.trapezoid(F32(2, 5), F32(5))
paddle.trapezoid(F32(2, 5), axis=0)
paddle.cumulative_trapezoid(G32(2, 5))
paddle.cumulative_trapezoid(F32(5), F32(5))
paddle.norm(G32(2, 3))
paddle.norm(G32(2, 3), 1)
paddle.norm(F32(2, 3), p=0)
paddle.norm(F32(2, 3), p=float('inf'))
paddle.norm(F32(2, 3), p=-float('inf'))
paddle.norm(F32(2, 3), p=3, axis=1)
paddle.norm(F32(2, 3), p='fro')
paddle.norm(F32(2, 3), p='nuc')
paddle.norm(F32(2, 3), p='nuc', axis=[0, 1])
paddle.norm(F32(2, 3), p='fro', axis=[0, 1], keepdim=True)
paddle.norm(F32(2, 3, 4), p=2, axis=[0, 1])
paddle.norm(F32(2, 3, 4), p=1, axis=[-2, -1])
paddle.norm(F32(2, 3, 4), axis=-1, keepdim=True)
paddle.norm(F32(2, 3, 4))
paddle.norm(F32(2, 3, 4), p=float('inf'), axis=[1, 2])
paddle.norm(I32(3))
paddle.norm(F32(3), 'x')
paddle.norm(leaf(T([0.0, 0.0])))
paddle.norm(F32(2, 3), axis=5)
paddle.norm(C64(3))
paddle.norm(F32(0))
paddle.norm(F32())
paddle.norm(BF16(3))
paddle.dist(F32(3), F32(3) + 1)
paddle.dist(F32(2, 3), F32(3), 1)
paddle.dist(F32(2, 3), F32(3), p=0)
paddle.dist(F32(2, 3), F32(3), p=float('inf'))
paddle.dist(F32(2, 3), F32(3), p=-float('inf'))
paddle.dist(G32(3), GP32(3), 2)
paddle.renorm(F32(2, 3), 2.0, 0, 1.0)
paddle.renorm(F32(2, 3, 2), 1.0, -1, 1.0)
paddle.reduce_as(G32(2, 3), F32(3))
paddle.reduce_as(F32(2, 3), F32(1, 1))
paddle.reduce_as(F32(2, 3), F32(2))
paddle.multiplex([F32(3, 2), F32(3, 2) + 1], T([[0], [1], [0]], 'int32'))
paddle.trace(G32(3, 3))
paddle.trace(F32(2, 3), 1)
paddle.trace(F32(2, 3, 4), 0, 1, 2)
paddle.trace(F32(2, 3), offset=-5)
paddle.trace(I32(2, 2))
paddle.trace(F32(3))
""")
)
