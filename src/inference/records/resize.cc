// resize_axis: one axis of an image in another size, as a gather (nearest) or
// as a weighted sum of gathers.
#include <cmath>

#include "ops/dims.h"
#include "ops/manipulation/host_values.h"
#include "ops/nn/norm_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kOp = "resize_axis";

struct Resize {
  int64_t before, after;
  float ratio;  // of a step in the input to one in the result
  bool align_corners;
  bool half_pixel;
};

// A point of the input for element `i` of the result.
float Point(const Resize& r, int64_t i, bool half) {
  const auto place = static_cast<float>(i);
  return half ? (place + 0.5f) * r.ratio - 0.5f : place * r.ratio;
}

int64_t Clamp(int64_t i, int64_t size) {
  return std::min(std::max<int64_t>(i, 0), size - 1);
}

// Keys' weights of the four neighbours of a point, 1981.
void CubicWeights(float t, float* w) {
  constexpr float a = -0.75f;
  const auto near = [](float d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
  const auto far = [](float d) {
    return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  };
  w[0] = far(t + 1), w[1] = near(t), w[2] = near(1 - t), w[3] = far(2 - t);
}

// x gathered at `index`, times a weight for each element of the axis.
Var Term(const Var& x, int axis, const std::vector<int64_t>& index,
         const std::vector<float>& weight) {
  Var w = EmptyTensor(DDim{static_cast<int64_t>(weight.size())},
                      DataType::kFloat32);
  std::copy(weight.begin(), weight.end(), w->Data<float>());
  DDim shape;
  for (int a = 0; a < x.rank(); ++a) shape.push_back(a == axis ? -1 : 1);
  return ops::IndexSelect(x, FromInts(index), axis) *
         ops::Reshape(CastIfNeeded(w, x.dtype()), shape);
}

Var Nearest(const Var& x, int axis, const Resize& r) {
  std::vector<int64_t> index(r.after);
  for (int64_t i = 0; i < r.after; ++i) {
    const float at = Point(r, i, false) + (r.align_corners ? 0.5f : 0.0f);
    index[i] = Clamp(static_cast<int64_t>(std::floor(at)), r.before);
  }
  return ops::IndexSelect(x, FromInts(index), axis);
}

Var Weighted(const Var& x, int axis, const Resize& r, bool cubic) {
  const int taps = cubic ? 4 : 2;
  std::vector<std::vector<int64_t>> index(taps);
  std::vector<std::vector<float>> weight(taps);
  for (int64_t i = 0; i < r.after; ++i) {
    float at = Point(r, i, r.half_pixel);
    if (!cubic) at = std::max(at, 0.0f);
    const float floor = std::floor(at);
    auto low = static_cast<int64_t>(floor);
    if (!cubic) low = Clamp(low, r.before);
    float w[4] = {1 - (at - static_cast<float>(low)),
                  at - static_cast<float>(low)};
    if (cubic) CubicWeights(at - floor, w);
    for (int k = 0; k < taps; ++k) {
      index[k].push_back(Clamp(low + k - (cubic ? 1 : 0), r.before));
      weight[k].push_back(w[k]);
    }
  }
  Var total = Term(x, axis, index[0], weight[0]);
  for (int k = 1; k < taps; ++k) {
    total = total + Term(x, axis, index[k], weight[k]);
  }
  return total;
}

VarList ResizeAxis(const Args& args) {
  const Var x = args.tensor(0);
  const int axis =
      static_cast<int>(NormalizeAxis(args.i("axis"), x.rank(), kOp));
  const double scale = args.f("scale");
  Resize r{x.dim(axis), args.i("size"), 0, args.b("align_corners"), false};
  if (r.after <= 0) {
    r.after = static_cast<int64_t>(static_cast<double>(r.before) * scale);
  }
  PADDLE_ENFORCE(r.after > 0 && r.before > 0 && r.after < int64_t{1} << 32,
                 errors::InvalidArgument("resize_axis: a size is not positive, "
                                         "or too large.")
                     .Received(std::to_string(r.before) + " to " +
                               std::to_string(r.after)));
  const auto before = static_cast<float>(r.before),
             after = static_cast<float>(r.after);
  if (r.align_corners) {
    r.ratio = r.after > 1 ? (before - 1) / (after - 1) : 0.0f;
  } else {
    r.ratio = scale > 0 ? static_cast<float>(1 / scale) : before / after;
  }
  const std::string_view mode = args.s("mode");
  r.half_pixel = !r.align_corners && args.b("half_pixel");
  PADDLE_ENFORCE(mode == "nearest" || mode == "linear" || mode == "cubic",
                 errors::InvalidArgument("resize_axis: unknown `mode`.")
                     .Expected("nearest, linear or cubic")
                     .Received(std::string(mode)));
  if (mode == "nearest") return {Nearest(x, axis, r)};
  return {Weighted(x, axis, r, mode == "cubic")};
}

}  // namespace

PD_OP(resize_axis)
    .Schema(
        "(Tensor x, int axis, int size, float scale=0.0, str mode=\"nearest\", "
        "bool align_corners=false, bool half_pixel=true) -> Tensor out")
    .Doc(
        "One axis of images in another size, or `scale` times as large where "
        "`size` is not positive; mode is nearest, linear or cubic.")
    .Traits(kInternal)
    .NoDims("an element depends on the size of the axis")
    .Decompose(ResizeAxis);

}  // namespace paddle
