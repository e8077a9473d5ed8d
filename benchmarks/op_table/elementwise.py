"""Elementwise operators."""

from op_table.rows import BOOL, INT, MATRIX, POSITIVE, UNIT, T, listed, op

# Names that both frameworks use for a function of one tensor.
ANY = (
    "abs atan asinh ceil cos cosh deg2rad digamma erf exp expm1 floor frac i0 "
    "neg rad2deg round sigmoid sign signbit sin sinc sinh square tan tanh trunc nan_to_num "
    "isfinite isinf isnan isneginf isposinf isreal"
)
UNIT_DOMAIN = "acos asin atanh erfinv"
POSITIVE_DOMAIN = "lgamma log log10 log1p log2 reciprocal rsqrt sqrt"
FLAT = "ceil floor round sign signbit trunc isfinite isinf isnan isneginf isposinf isreal i1 i1e"
NO_GRADIENT = set(FLAT.split())
FUNCTIONAL = (
    "celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu mish relu relu6 selu "
    "silu softplus softshrink softsign tanhshrink"
)
# paddle's name: torch's.
BINARY = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "maximum": "maximum",
    "minimum": "minimum", "fmax": "fmax", "fmin": "fmin", "atan2": "atan2", "hypot": "hypot",
    "copysign": "copysign", "logaddexp": "logaddexp",
}  # fmt: skip
COMPARED = {
    "equal": "eq", "not_equal": "ne", "less_than": "lt", "less_equal": "le",
    "greater_than": "gt", "greater_equal": "ge", "isclose": "isclose",
    "floor_divide": "floor_divide", "remainder": "remainder", "heaviside": "heaviside",
    "nextafter": "nextafter",
}  # fmt: skip
POSITIVE_BINARY = {"pow": "pow", "gammainc": "special.gammainc", "gammaincc": "special.gammaincc"}
INTEGER = {
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "bitwise_left_shift": "bitwise_left_shift", "bitwise_right_shift": "bitwise_right_shift",
    "gcd": "gcd", "lcm": "lcm",
}  # fmt: skip


def unary(names, tensor):
    for name in names.split():
        grad = "" if name in NO_GRADIENT else "x"
        yield from op(name, f"paddle.{name}(x)", f"torch.{name}(x)", grad=grad, x=tensor)


def special(names):
    for name in names.split():
        grad = "" if name in NO_GRADIENT else "x"
        yield from op(name, f"paddle.{name}(x)", f"torch.special.{name}(x)", grad=grad)


def functional(names):
    for name in names.split():
        yield from op(name, f"F.{name}(x)", f"F.{name}(x)", grad="x")


def binary(names, grad="", **tensors):
    for name, torch in names.items():
        yield from op(name, f"paddle.{name}(x, y)", f"torch.{torch}(x, y)", grad=grad, **tensors)


COMPLEX = T(dtype="complex64")
ROW = T((8,), (1024,))

WORKLOADS = listed(
    unary(ANY, MATRIX),
    special("i0e i1 i1e"),
    unary(UNIT_DOMAIN, UNIT),
    unary(POSITIVE_DOMAIN, POSITIVE),
    unary("acosh", T(fill="above one")),
    functional(FUNCTIONAL),
    op("logit", "paddle.logit(x, 1e-6)", "torch.logit(x, 1e-6)", grad="x", x=T(fill="probability")),
    op("log_sigmoid", "F.log_sigmoid(x)", "F.logsigmoid(x)", grad="x"),
    op("swish", "F.swish(x)", "F.silu(x)", grad="x"),
    op("stanh", "paddle.stanh(x)", grad="x"),
    op("prelu", "F.prelu(x, w)", "F.prelu(x, w)", grad="x w", x=MATRIX, w=ROW),
    op("thresholded_relu", "F.thresholded_relu(x, 1.0)", "F.threshold(x, 1.0, 0.0)", grad="x"),
    op("gelu tanh", "F.gelu(x, True)", "F.gelu(x, approximate='tanh')", grad="x"),
    op("scale", "paddle.scale(x, 2.0, 1.0)", "torch.add(x * 2.0, 1.0)", grad="x"),
    op("clip", "paddle.clip(x, -1.0, 1.0)", "torch.clamp(x, -1.0, 1.0)", grad="x"),
    op("cast", "x.astype('float64')", "x.to(torch.float64)", grad="x"),
    op("cast to bfloat16", "x.astype('bfloat16')", "x.to(torch.bfloat16)"),
    op("cast from int64", "x.astype('float32')", "x.to(torch.float32)", x=INT),
    op("assign", "paddle.assign(x)", "x.clone()", grad="x"),
    op("clone", "x.clone()", "x.clone()", grad="x"),
    op("polygamma", "paddle.polygamma(x, 1)", "torch.polygamma(1, x)", grad="x", x=POSITIVE),
    op("multigammaln", "paddle.multigammaln(x, 1)", "torch.special.multigammaln(x, 1)", x=POSITIVE),
    op("frexp", "paddle.frexp(x)", "torch.frexp(x)"),
    binary(BINARY, "x y", x=MATRIX, y=MATRIX),
    binary(COMPARED, x=MATRIX, y=POSITIVE),
    binary(POSITIVE_BINARY, x=POSITIVE, y=POSITIVE),
    binary(INTEGER, x=T(dtype="int64", fill=20), y=T(dtype="int64", fill=20)),
    op("pow gradient", "paddle.pow(x, y)", "torch.pow(x, y)", grad="x y", x=POSITIVE, y=POSITIVE),
    op("pow square", "paddle.pow(x, 2.0)", "torch.pow(x, 2.0)", grad="x"),
    op("pow cube", "paddle.pow(x, 3.0)", "torch.pow(x, 3.0)", grad="x"),
    op("ldexp", "paddle.ldexp(x, y)", "torch.ldexp(x, y)", x=MATRIX, y=T(dtype="int32", fill=5)),
    op("add of a row", "paddle.add(x, y)", "torch.add(x, y)", grad="x y", x=MATRIX, y=ROW),
    op(
        "multiply by a column",
        "paddle.multiply(x, y)",
        "torch.mul(x, y)",
        grad="x y",
        x=MATRIX,
        y=T((8, 1), (1024, 1)),
    ),
    op("add of int64", "paddle.add(x, x)", "torch.add(x, x)", x=INT),
    op(
        "remainder of int64",
        "paddle.remainder(x, y)",
        "torch.remainder(x, y)",
        x=INT,
        y=T(dtype="int64", fill="divisors"),
    ),
    op(
        "floor_divide of int64",
        "paddle.floor_divide(x, y)",
        "torch.floor_divide(x, y)",
        x=INT,
        y=T(dtype="int64", fill="divisors"),
    ),
    op("multiply of bfloat16", "paddle.multiply(x, x)", "torch.mul(x, x)", x=T(dtype="bfloat16")),
    op("exp of float64", "paddle.exp(x)", "torch.exp(x)", x=T(dtype="float64")),
    op("lerp", "paddle.lerp(x, y, 0.3)", "torch.lerp(x, y, 0.3)", grad="x y", x=MATRIX, y=MATRIX),
    op("add_n", "paddle.add_n([x, y, x])", "x + y + x", grad="x y", x=MATRIX, y=MATRIX),
    op("bitwise_not", "paddle.bitwise_not(x)", "torch.bitwise_not(x)", x=INT),
    op("logical_and", "paddle.logical_and(x, x)", "torch.logical_and(x, x)", x=BOOL),
    op("logical_or", "paddle.logical_or(x, x)", "torch.logical_or(x, x)", x=BOOL),
    op("logical_xor", "paddle.logical_xor(x, x)", "torch.logical_xor(x, x)", x=BOOL),
    op("logical_not", "paddle.logical_not(x)", "torch.logical_not(x)", x=BOOL),
    op(
        "where",
        "paddle.where(c, x, y)",
        "torch.where(c, x, y)",
        grad="x y",
        c=BOOL,
        x=MATRIX,
        y=MATRIX,
    ),
    op("equal_all", "paddle.equal_all(x, x)", "torch.equal(x, x)"),
    op("allclose", "paddle.allclose(x, x)", "torch.allclose(x, x)"),
    op("complex", "paddle.complex(x, y)", "torch.complex(x, y)", grad="x y", x=MATRIX, y=MATRIX),
    op("polar", "paddle.polar(x, y)", "torch.polar(x, y)", x=POSITIVE, y=MATRIX),
    op("real", "paddle.real(x).contiguous()", "torch.real(x).contiguous()", x=COMPLEX),
    op("imag", "paddle.imag(x).contiguous()", "torch.imag(x).contiguous()", x=COMPLEX),
    op("conj", "paddle.conj(x)", "torch.conj_physical(x)", x=COMPLEX),
    op("angle", "paddle.angle(x)", "torch.angle(x)", x=COMPLEX),
    op("as_real", "paddle.as_real(x)", "torch.view_as_real(x)", x=COMPLEX),
    op(
        "as_complex",
        "paddle.as_complex(x)",
        "torch.view_as_complex(x)",
        x=T((8, 8, 2), (1024, 512, 2)),
    ),
    op("multiply of complex64", "paddle.multiply(x, x)", "torch.mul(x, x)", x=COMPLEX),
    op("exp of complex64", "paddle.exp(x)", "torch.exp(x)", x=COMPLEX),
    op("abs of complex64", "paddle.abs(x)", "torch.abs(x)", x=COMPLEX),
)
