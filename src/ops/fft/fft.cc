// fft_c2c, fft_r2c, fft_c2r: the discrete Fourier transforms that paddle.fft
// is made of. `forward` says the sign of the exponent (minus), `normalization`
// which direction divides: "backward", "ortho" or "forward".
#include "ops/dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr uint32_t kReals = Bit(DataType::kFloat32) | Bit(DataType::kFloat64);

// Raises unless the axes are distinct and have elements.
void CheckTransform(const Args& args) {
  const char* op = args.op->name.c_str();
  const DDim& x = args.dims(0);
  const IntArray axes = args.ints("axes");
  uint32_t seen = 0;
  for (int64_t a : axes) {
    const int axis = NormalizeAxis(a, x.rank(), op);
    PADDLE_ENFORCE(
        !(seen >> axis & 1),
        errors::InvalidArgument("%s: `axes` names an axis twice.", op)
            .Expected("axes that differ")
            .Received("axes = " + errors::ToString(axes)));
    seen |= 1u << axis;
    PADDLE_ENFORCE(x[axis] > 0,
                   errors::InvalidArgument("%s: an axis of no elements.", op)
                       .Expected("at least 1 element along each of `axes`")
                       .Shapes({{"x", x}}));
  }
  const std::string_view norm = args.s("normalization");
  PADDLE_ENFORCE(norm == "backward" || norm == "ortho" || norm == "forward",
                 errors::InvalidArgument("%s: unknown `normalization`.", op)
                     .Expected("\"backward\", \"ortho\" or \"forward\"")
                     .Received("\"" + std::string(norm) + "\""));
}

int LastAxis(const Args& args) {
  const IntArray axes = args.ints("axes");
  PADDLE_ENFORCE(!axes.empty(), errors::InvalidArgument("%s: `axes` is empty.",
                                                        args.op->name.c_str())
                                    .Expected("at least one axis")
                                    .Received("axes = []"));
  return NormalizeAxis(axes[axes.size() - 1], args.dims(0).rank(),
                       args.op->name.c_str());
}

void C2cInfer(const Args& args, Outs& outs) {
  CheckTransform(args);
  outs[0]->dims = args.dims(0);
  outs[0]->dtype = args.slot[0].tensor->dtype;
  SetContiguous(outs[0]);
}

void R2cInfer(const Args& args, Outs& outs) {
  CheckTransform(args);
  const int axis = LastAxis(args);
  DDim dims = args.dims(0);
  if (args.b("onesided")) dims[axis] = dims[axis] / 2 + 1;
  outs[0]->dims = dims;
  outs[0]->dtype = ToComplex(args.slot[0].tensor->dtype);
  SetContiguous(outs[0]);
}

void C2rInfer(const Args& args, Outs& outs) {
  CheckTransform(args);
  const int axis = LastAxis(args);
  DDim dims = args.dims(0);
  const int64_t n = args.i("last_dim_size");
  PADDLE_ENFORCE(
      n >= 1 && n / 2 + 1 == dims[axis],
      errors::InvalidArgument("fft_c2r: `last_dim_size` does not fit `x`.")
          .Expected("last_dim_size / 2 + 1 elements along the last of `axes`")
          .Shapes({{"x", dims}})
          .Received("last_dim_size = " + std::to_string(n)));
  dims[axis] = n;
  outs[0]->dims = dims;
  outs[0]->dtype = ToReal(args.slot[0].tensor->dtype);
  SetContiguous(outs[0]);
}

// Axes that are not transformed pass.
void TransformDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const int rank = links.in(0).rank();
  uint32_t whole = 0;
  for (int64_t a : args.ints("axes")) {
    whole |= 1u << NormalizeAxis(a, rank, args.op->name.c_str());
  }
  for (int i = 0; i < rank; ++i) {
    if (!(whole >> i & 1)) links.Pass(0, i, i);
  }
}

// The normalization that scales the other direction as `norm` scales this one.
std::string_view Turned(std::string_view norm) {
  if (norm == "ortho") return norm;
  return norm == "forward" ? "backward" : "forward";
}

// Half a spectrum of `n` real values: the frequencies that stand for two, all
// but the first and (n even) the last, times `factor`.
Var ScalePairs(const Var& x, int64_t axis, int64_t n, double factor) {
  const int last = NormalizeAxis(axis, x.rank(), "fft");
  const int64_t count = n / 2 + 1, pairs = (n - 1) / 2;
  const DataType type = ToReal(x.dtype());
  const auto values = [&](int64_t k, double v) {
    return ops::Full({k}, Scalar(v), type);
  };
  const Var weight = ops::Concat(
      {values(1, 1.0), values(pairs, factor), values(count - 1 - pairs, 1.0)});
  DDim shape;
  for (int i = last; i < x.rank(); ++i) shape.push_back(1);
  shape[0] = count;
  return x * ops::Reshape(weight, shape);
}

int64_t Back(IntArray axes) { return axes[axes.size() - 1]; }

}  // namespace

PD_OP(fft_c2c)
    .Schema(
        "(Tensor x, IntArray axes, str normalization, bool forward) "
        "-> Tensor out")
    .Doc("Discrete Fourier transform of complex numbers over `axes`.")
    .Traits(kInternal | kLinear)
    .Dtypes(kComplexes)
    .Dims(TransformDims)
    .InferMeta(C2cInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      return {ops::FftC2c(c.grad(), c.ints("axes"),
                          Turned(c.s("normalization")), !c.b("forward"))};
    });

PD_OP(fft_r2c)
    .Schema(
        "(Tensor x, IntArray axes, str normalization, bool forward, "
        "bool onesided) -> Tensor out")
    .Doc(R"(
        Discrete Fourier transform of real numbers over `axes`; onesided keeps
        n / 2 + 1 frequencies of the last of them.)")
    .Traits(kInternal | kLinear)
    .Dtypes(kReals)
    .Out(OutType::kComplex)
    .Dims(TransformDims)
    .InferMeta(R2cInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const IntArray axes = c.ints("axes");
      const std::string_view norm = Turned(c.s("normalization"));
      const bool forward = !c.b("forward");
      if (!c.b("onesided")) {
        return {ops::Real(ops::FftC2c(c.grad(), axes, norm, forward))};
      }
      const DDim& x = c.in_dims(0);
      const int64_t n = x[NormalizeAxis(Back(axes), x.rank(), "fft_r2c")];
      return {ops::FftC2r(ScalePairs(c.grad(), Back(axes), n, 0.5), axes, norm,
                          forward, n)};
    });

PD_OP(fft_c2r)
    .Schema(
        "(Tensor x, IntArray axes, str normalization, bool forward, "
        "int last_dim_size) -> Tensor out")
    .Doc(R"(
        Discrete Fourier transform of half a Hermitian spectrum over `axes`; the
        last of them becomes last_dim_size real numbers.)")
    .Traits(kInternal | kLinear)
    .Dtypes(kComplexes)
    .Out(OutType::kReal)
    .Dims(TransformDims)
    .InferMeta(C2rInfer)
    .Vjp([](const VjpContext& c) -> VarList {
      const IntArray axes = c.ints("axes");
      const Var half = ops::FftR2c(c.grad(), axes, Turned(c.s("normalization")),
                                   !c.b("forward"), /*onesided=*/true);
      return {ScalePairs(half, Back(axes), c.i("last_dim_size"), 2.0)};
    });

}  // namespace paddle
