"""In-place functions and methods, operators of Tensor written as methods, second names."""

from tests.oracle.inputs import *

# fmt: off
ONE = """abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfinv exp expm1 floor frac gammaln i0 lgamma log
log10 log1p log2 logit nan_to_num neg reciprocal round rsqrt sigmoid sin sinc sinh sqrt square tan tanh trunc deg2rad
rad2deg sign stanh""".split()
TWO = """add subtract sub multiply mul divide div floor_divide floor_mod mod remainder pow copysign hypot ldexp fmax fmin
maximum minimum atan2 heaviside logaddexp nextafter lerp""".split()
LOGIC = """equal not_equal less_than less_equal greater_than greater_equal logical_and logical_or logical_xor
isclose""".split()
BITS = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift gcd lcm".split()
ACT = "relu elu celu gelu selu silu leaky_relu hardtanh hardshrink softshrink softplus thresholded_relu tanh sigmoid".split()
REST = ["addmm_(F64(2, 3), F64(3, 3))", "baddbmm_(F64(1, 2, 2), F64(1, 2, 3))", "cumprod_(0)", "cumsum_(1)",
"clip_(-1.0, 1.0)", "clamp_(min=0.0)",
        "index_put_((T([0]),), F64(1, 3))", "masked_scatter_(B(2, 3), F64(6))", "renorm_(2.0, 0, 1.0)",
        "polygamma_(1)", "multigammaln_(1)", "apply_(lambda v: v * 2)",
        "where_(B(2, 3), F64(2, 3))", "t_()", "fill_diagonal_tensor_(F64(2))",
        "put_along_axis_(T([[0], [1]]), 2.0, 1, 'add')",
        "scatter_add_(1, T([[0], [1]]), F64(2, 1))", "index_fill_(T([0]), 1, 3.0)", "transpose_([1, 0])",
        "swapaxes_(0, 1)", "erfinv_()", "gammainc_(P64(2, 3))",
        "gammaincc_(P64(2, 3))", "fill_(3)", "fill_(T(2.0))", "zero_()", "copy_(F64(3, 2))", "copy_(F64(1, 3), True)",
        "set_value(F64(3))", "scale_(2.0, 1.0)", "unsqueeze_(-1)",
        "squeeze_(0)", "flatten_(0, 1)", "reshape_([-1])", "diagonal_scatter_(F64(2))", "triu_(1)", "tril_(-1)",
        "bitwise_not_()", "logical_not_()", "cast_('float32')",
        "exponential_().shape", "log_normal_().shape", "cauchy_().shape", "normal_(0.0, 0.0)", "uniform_(2.0, 2.0)",
        "resize_([2, 2])"]

CALLS = (
    grid("x = Q64(2, 3); y = x.{f}_(); [x, y is x]", f=ONE)
    + grid("paddle.{f}_(Q32(3))", f=ONE)
    + grid("x = G64(2, 3); y = x * 1; y.{f}_(); y",
         f="abs exp sqrt tanh sigmoid ceil neg reciprocal square sin log1p".split())
    + grid("x = I32(3); x.{f}_()", f="abs exp neg square sqrt floor round sin sign reciprocal trunc".split())
    + grid("x = P64(2, 3); x.{f}_({y}); x", f=TWO, y=["P64(3)", "P64(2, 3)", "2.0", "P32(3)", "P64(3, 2)"])
    + grid("x = I32(3); x.{f}_({y}); x", f="add subtract multiply divide floor_divide mod pow".split(), y=["2",
         "T([1, 2, 3], 'int32')", "2.5", "P32(3)", "I64(3)"])
    + grid("x = F32(2, 3); x.{f}_({y}); x", f=LOGIC, y=["F32(2, 3)", "F32(3)", "1.0"])
    + grid("x = B(3); x.{f}_(B(3)); x", f=LOGIC[:-1])
    + grid("x = I32(3); x.{f}_({y}); x", f=BITS, y=["T([1, 2, 3], 'int32')", "3"])
    + grid("F.{f}_(F32(4))", f=ACT) + grid("paddle.{f}_(F32(4))", f=ACT)
    + [f"x = F64(2, 3); x.{r}" for r in REST]
    + grid("x = leaf(F64(2, 3)); x.{r}",
         r="exp_() add_(F64(3)) fill_(1.0) zero_() reshape_([6]) set_value(F64(2,3))".split())
    + grid("x = F32(2, 3); v = x[0]; v.{r}; x", r=["exp_()", "add_(F32(3))", "zero_()", "fill_(2.0)", "scale_(2.0)",
         "clip_(0.0, 1.0)", "copy_(F32(3))", "set_value(F32(3))"])
    + grid("F32(2).{f}({y})",
         f="__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __pow__ __rpow__ __eq__ __lt__ __ge__ __ne__".split(),

           y=["2", "2.5", "P32(2)", "'a'", "True"])
    + grid("I32(2).{f}({y})",
         f="__and__ __or__ __xor__ __lshift__ __rshift__ __rand__ __ror__ __rxor__ __rlshift__ __rrshift__".split(),
         y=["2", "T([1, 2], 'int32')"])
    + grid("F32(2, 2).{f}({y})", f="__matmul__ __rmatmul__".split(), y=["F32(2, 2)", "F32(2)", "2"])
    + grid("F32(2).{f}()",
         f="__neg__ __pos__ __abs__ __len__ __invert__ __bool__ __repr__ __hash__().__class__ __array__".replace("__hash__().__class__ ",
         "").split())
    + grid("paddle.{f}({x}, {y})", f="eq ne lt le gt ge less greater true_divide sub mul div".split(), x=["F32(3)",
         "I32(3)"], y=["F32(3)", "T([1, 2, 3], 'int32')"])
    + lines("""
paddle.cat([F32(2), F32(2)])
paddle.concatenate([F32(2), F32(2)], axis=0)
paddle.cat([F32(1, 2), F32(1, 2)], dim=1)
paddle.argwhere(T([[0, 1], [2, 0]]))
paddle.ger(F32(2), F32(3))
paddle.take_along_dim(F32(2, 3), T([[0], [1]]), 1)
paddle.take_along_dim(F32(2, 3), T([0, 5]))
paddle.view_as_real(C64(2))
paddle.view_as_complex(F32(2, 2))
paddle.reverse(F32(2, 3), 0)
paddle.reverse(F32(2, 3), [0, 1])
paddle.permute(F32(2, 3), [1, 0])
paddle.permute(F32(2, 3), 1, 0)
paddle.absolute(F32(2))
paddle.msort(F32(3, 2))
paddle.ravel(F32(2, 2))
paddle.clamp(F32(3), min=0.0)
paddle.softmax(F32(2, 3), -1)
paddle.softmax(F32(2, 3))
paddle.softmax(G32(2, 3, 2))
paddle.softmax(F32(1, 2, 2, 2))
paddle.softmax(F32(3))
paddle.softmax(F32())
paddle.softmax(F32(2, 3), dim=0, dtype='float64')
paddle.softmax(input=F32(2, 3), dim=-2)
paddle.softmax(F32(2, 3), axis=0)
paddle.softmax(x=F32(2, 3))
paddle.softmax(F32(2, 3), 2)
F32(2, 3, 2).softmax()
F32(2, 3, 2).softmax(1)
F32(2, 3, 2).softmax(axis=1)
paddle.newaxis
[paddle.pi, paddle.e, paddle.inf, paddle.nan != paddle.nan]
paddle.cdouble
[paddle.float, paddle.double, paddle.half, paddle.cfloat, paddle.uint16]
F32(2, 3).split_with_sizes([1, 2], 1)
F32(2, 3).apply(lambda v: v + 1)
G32(2).apply(lambda v: v + 1)
F32(2, 3).is_selected_rows()
F32(2, 3).is_sparse_csr()
F32(2, 3).cdouble().dtype
F32(2, 3).greater(F32(3))
F32(2, 3).less(F32(3))
F32(2, 3).true_divide(F32(3))
F32(2, 3).reverse(0)
x = F32(2); x.__setitem__(0, 5.0); x
x = F32(2); x.__dict__
x = F32(2, 3); x.T.add_(F32(3, 2)); x
x = F32(2, 3); y = x.reshape([6]); y.add_(F32(6)); x
x = F32(3); y = x; x = x + 1; y
x = F32(3); y = x; x.add_(F32(3)); y is x
x = F32(2, 3); x[:, 1].fill_(7.0); x
x = F32(4); a, b = x.split(2); a.zero_(); x
x = F32(4); x.inplace_version, x.add_(F32(4)).inplace_version
x = G32(3); paddle.nn.functional.relu_(x * 1)
x = G32(3); y = x * 2; z = y * y; y.add_(F32(3)); z.sum().backward()
x = G32(3); y = x.tanh(); y.zero_(); y.sum().backward(); x.grad.numpy()
""")
)
