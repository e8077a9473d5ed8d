// Sliding windows: tensor_unfold, unfold (im2col), fold (col2im), as_strided.
#include "ops/call.h"
#include "ops/dims.h"
#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/host_values.h"
#include "ops/manipulation/update.h"

namespace paddle {
namespace {

int64_t WindowCount(int64_t n, int64_t size, int64_t step, int64_t dilation) {
  return (n - dilation * (size - 1) - 1) / step + 1;
}

void WindowsInfer(const Args& args, Outs& outs) {
  const DDim& x = args.dims(0);
  const int axis = NormalizeAxis(args.slot[1].i, x.rank(), "unfold");
  const int64_t size = args.slot[2].i, step = args.slot[3].i;
  const int64_t dilation = args.slot[4].i;
  int64_t reach = 0;
  const bool good = x.rank() > 0 && size > 0 && step > 0 && dilation > 0 &&
                    !__builtin_mul_overflow(dilation, size - 1, &reach) &&
                    reach < x[axis];
  PADDLE_ENFORCE(
      good,
      errors::InvalidArgument("unfold: the window does not fit.")
          .Expected("a window of `size` within the axis, and a positive `step`")
          .Shapes({{"x", x}})
          .Received("size " + std::to_string(size) + ", step " +
                    std::to_string(step) + ", dilation " +
                    std::to_string(dilation)));
  DDim dims = x;
  dims[axis] = WindowCount(x[axis], size, step, dilation);
  dims.push_back(size);
  SetShape(args, outs, dims);
}

void WindowsDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const int axis = NormalizeAxis(args.slot[1].i, links.in(0).rank(), "unfold");
  for (int i = 0; i < links.in(0).rank(); ++i) {
    if (i != axis) links.Pass(0, i, i);
  }
}

bool WindowsView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  const int axis = NormalizeAxis(args.slot[1].i, x.rank(), "unfold");
  for (int i = 0; i < x.rank(); ++i) outs[0]->strides[i] = x.strides[i];
  outs[0]->strides[axis] = x.strides[axis] * args.slot[3].i;
  outs[0]->strides[x.rank()] = x.strides[axis] * args.slot[4].i;
  FinishView(x, 0, outs[0]);
  return true;
}

// The windows in the last axis of `x` added up into an axis of `length`.
Var AddWindows(const Var& x, int axis, int64_t step, int64_t dilation,
               int64_t length) {
  static const OpDef& set = GetOp("set_basic_index");
  const int64_t count = x.dim(axis), size = x.dim(-1);
  DDim dims = x.dims();
  dims.erase(dims.rank() - 1);
  dims[axis] = length;
  Var out = ops::Full(dims, Scalar(0.0), x.dtype());
  for (int64_t k = 0; k < size; ++k) {
    BasicSpec spec(dims);
    const int64_t start = k * dilation;
    spec.Slice(axis, start, start + (count - 1) * step + 1, step);
    const Var part =
        ops::BasicIndex(x, BasicSpec(x.dims()).Pick(x.rank() - 1, k));
    out = ops::CallInplace(set, out, ops::BasicIndex(out, spec) + part,
                           IntArray(spec));
  }
  return out;
}

int64_t At(IntArray list, int i, const char* op) {
  PADDLE_ENFORCE(list.size() == 1 || list.size() == 2,
                 errors::InvalidArgument("%s: takes a number or two.", op)
                     .Received(errors::ToString(list)));
  return list.size() == 1 ? list[0] : list[i];
}

struct Borders {
  int64_t top, left, bottom, right;
};
Borders ResolveBorders(IntArray p, const char* op) {
  if (p.size() == 4) return {p[0], p[1], p[2], p[3]};
  return {At(p, 0, op), At(p, 1, op), At(p, 0, op), At(p, 1, op)};
}

VarList Im2ColRule(const Args& a) {
  Var x = a.tensor(0);
  PADDLE_ENFORCE_EQ(x.rank(), 4,
                    errors::InvalidArgument("unfold: needs a batch of images.")
                        .Shapes({{"x", x.dims()}}));
  const IntArray kernel = a.ints("kernel_sizes"), step = a.ints("strides");
  const IntArray dilation = a.ints("dilations");
  const Borders b = ResolveBorders(a.ints("paddings"), "unfold");
  if (b.top || b.left || b.bottom || b.right) {
    x = ops::Pad(x, {b.left, b.right, b.top, b.bottom});
  }
  const int64_t n = x.dim(0), c = x.dim(1);
  for (int i = 0; i < 2; ++i) {  // [n, c, rows, columns, kernel, kernel]
    x = ops::Windows(x, 2 + i, At(kernel, i, "unfold"), At(step, i, "unfold"),
                     At(dilation, i, "unfold"));
  }
  const int64_t windows = CheckedMul(x.dim(2), x.dim(3));
  const int64_t size = CheckedMul(x.dim(4), x.dim(5));
  return {ops::Reshape(ops::Transpose(x, {0, 1, 4, 5, 2, 3}),
                       DDim{n, CheckedMul(c, size), windows})};
}

VarList Col2ImRule(const Args& a) {
  Var x = a.tensor(0);
  PADDLE_ENFORCE_EQ(
      x.rank(), 3,
      errors::InvalidArgument("fold: needs [n, channels x kernel, "
                              "windows].")
          .Shapes({{"x", x.dims()}}));
  const IntArray out = a.ints("output_sizes"), kernel = a.ints("kernel_sizes");
  const IntArray step = a.ints("strides"), dilation = a.ints("dilations");
  const Borders b = ResolveBorders(a.ints("paddings"), "fold");
  const int64_t height =
      CheckedAdd(CheckedAdd(At(out, 0, "fold"), b.top), b.bottom);
  const int64_t width =
      CheckedAdd(CheckedAdd(At(out, 1, "fold"), b.left), b.right);
  const int64_t kh = At(kernel, 0, "fold"), kw = At(kernel, 1, "fold");
  int64_t count[2];
  const int64_t size[2] = {height, width}, k[2] = {kh, kw};
  for (int i = 0; i < 2; ++i) {
    const int64_t s = At(step, i, "fold"), d = At(dilation, i, "fold");
    PADDLE_ENFORCE(
        k[i] > 0 && s > 0 && d > 0 && CheckedMul(d, k[i] - 1) < size[i],
        errors::InvalidArgument("fold: the window does not fit.")
            .Expected("a window within `output_sizes`"));
    count[i] = WindowCount(size[i], k[i], s, d);
  }
  CheckedMul(kh, kw);
  PADDLE_ENFORCE(
      x.dim(1) % (kh * kw) == 0 && x.dim(2) == CheckedMul(count[0], count[1]),
      errors::InvalidArgument("fold: the sizes do not fit.")
          .Expected("channels that are a multiple of " +
                    std::to_string(kh * kw) + ", and " +
                    std::to_string(count[0] * count[1]) + " windows")
          .Shapes({{"x", x.dims()}}));
  x = ops::Reshape(
      x, DDim{x.dim(0), x.dim(1) / (kh * kw), kh, kw, count[0], count[1]});
  x = ops::Transpose(x, {0, 1, 4, 5, 2, 3});
  x = ops::AddWindows(x, 3, At(step, 1, "fold"), At(dilation, 1, "fold"),
                      width);
  x = ops::AddWindows(x, 2, At(step, 0, "fold"), At(dilation, 0, "fold"),
                      height);
  return {ops::Slice(x, {2, 3}, {b.top, b.left},
                     {height - b.bottom, width - b.right})};
}

void AsStridedInfer(const Args& args, Outs& outs) {
  const IntArray shape = args.slot[1].ints, stride = args.slot[2].ints;
  PADDLE_ENFORCE(shape.size() == stride.size(),
                 errors::InvalidArgument("as_strided: `shape` and `stride` "
                                         "differ in length.")
                     .Expected("as many values in both")
                     .Received("shape = " + errors::ToString(shape))
                     .Received("stride = " + errors::ToString(stride)));
  SetShape(args, outs, DDim(shape));
}

bool AsStridedView(const Args& args, Outs& outs) {
  const DenseTensor& x = *args.slot[0].tensor;
  DenseTensor* out = outs[0];
  PADDLE_ENFORCE(
      x.contiguous() || !x.requires_grad() || !State().grad_enabled,
      errors::Unimplemented("as_strided: no gradient to a tensor that is not "
                            "contiguous.")
          .Hint("use contiguous() first."));
  const auto element = static_cast<int64_t>(SizeOf(x.dtype));
  const int64_t offset = args.slot[3].i;  // in bytes, as Paddle has it
  PADDLE_ENFORCE(offset >= 0 && offset % element == 0,
                 errors::InvalidArgument("as_strided: `offset` counts bytes.")
                     .Expected("a multiple of " + std::to_string(element))
                     .Received(std::to_string(offset)));
  int64_t low = 0, high = 0;
  bool bad = false;
  for (int i = 0; i < out->rank() && out->numel > 0; ++i) {
    int64_t span;
    out->strides[i] = args.slot[2].ints[i];
    bad |= __builtin_mul_overflow(out->dims[i] - 1, out->strides[i], &span) ||
           __builtin_add_overflow(span < 0 ? low : high, span,
                                  span < 0 ? &low : &high);
  }
  const auto elements = static_cast<int64_t>(x.storage->bytes) / element;
  const char* base = static_cast<char*>(x.storage->data);
  const int64_t first = (x.Data<char>() - base) / element + offset / element;
  PADDLE_ENFORCE(
      !bad &&
          (out->numel == 0 || (first + low >= 0 && high < elements - first)),
      errors::OutOfRange("as_strided: beyond the memory of `x`.")
          .Expected("elements within the storage of `x`")
          .Received("shape = " + errors::ToString(out->dims))
          .Received("stride = " + errors::ToString(args.slot[2].ints))
          .Received("from element " + std::to_string(first) + " of " +
                    std::to_string(elements)));
  FinishView(x, out->numel == 0 ? 0 : offset / element, out);
  return true;
}

}  // namespace

PD_OP(windows)
    .Schema(
        "(Tensor x, int axis, int size, int step=1, int dilation=1) "
        "-> Tensor out")
    .Doc("All windows over an axis, each as a new last axis. A view.")
    .Traits(kInternal)
    .Dims(WindowsDims)
    .InferMeta(WindowsInfer)
    .View(WindowsView)
    .Vjp([](const VjpContext& c) -> VarList {
      const DDim& x = c.in_dims(0);
      const int axis = NormalizeAxis(c.i("axis"), x.rank(), "unfold");
      return {ops::AddWindows(c.grad(), axis, c.i("step"), c.i("dilation"),
                              x[axis])};
    });

PD_OP(add_windows)
    .Schema(
        "(Tensor x, int axis, int step, int dilation, int length) "
        "-> Tensor out")
    .Doc("The windows in the last axis of `x` added up where they overlap.")
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      const DDim& x = a.dims(0);
      const int64_t axis = a.i("axis"), step = a.i("step");
      const int64_t dilation = a.i("dilation"), length = a.i("length");
      bool good = x.rank() > 1 && axis >= 0 && axis < x.rank() - 1 &&
                  step > 0 && dilation > 0 && length >= 0;
      if (good && Product(x) > 0) {  // the last element of the last window
        int64_t windows, within, last = 0;
        good = !__builtin_mul_overflow(x[axis] - 1, step, &windows) &&
               !__builtin_mul_overflow(x.back() - 1, dilation, &within) &&
               !__builtin_add_overflow(windows, within, &last) && last < length;
      }
      PADDLE_ENFORCE(
          good, errors::InvalidArgument("add_windows: the windows do not fit.")
                    .Shapes({{"x", x}}));
      return {AddWindows(a.tensor(0), static_cast<int>(axis), step, dilation,
                         length)};
    });

PD_OP(tensor_unfold)
    .Schema("(Tensor x, int axis, int size, int step) -> Tensor out")
    .Doc(
        "All windows of `size` elements over an axis, `step` apart, each as a "
        "new last axis. A view.")
    .Traits(kInternal)
    .Decompose([](const Args& a) -> VarList {
      return {ops::Windows(a.tensor(0), a.i("axis"), a.i("size"), a.i("step"))};
    });

PD_OP(unfold)
    .Schema(
        "(Tensor x, IntArray kernel_sizes, IntArray strides=[1], "
        "IntArray paddings=[0], IntArray dilations=[1]) -> Tensor out")
    .Doc(R"(
        The windows of images as columns: [n, channels * kernel, windows].
        x: [n, c, h, w].
        kernel_sizes: (kh, kw), or one number.
        strides: Of the window.
        paddings: Around the images.
        dilations: Distance of the elements of a window.
        Returns: [n, c kh kw, windows].
        >>> x = paddle.ones([1, 3, 4, 4])
        >>> F.unfold(x, kernel_sizes=2).shape
        paddle.Size([1, 12, 9]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose(Im2ColRule);

PD_OP(fold)
    .Schema(
        "(Tensor x, IntArray output_sizes, IntArray kernel_sizes, "
        "IntArray strides=[1], IntArray paddings=[0], "
        "IntArray dilations=[1]) -> Tensor out")
    .Doc(R"(
        Columns of windows added up into images: the opposite of unfold.
        x: [n, c * kh * kw, windows].
        output_sizes: (h, w) of the images.
        kernel_sizes: (kh, kw), or one number.
        strides: Of the window.
        paddings: Around the images.
        dilations: Distance of the elements of a window.
        Returns: [n, c, h, w].
        Raises: ValueError: The number of windows does not match.
        >>> x = paddle.ones([1, 4, 4])
        >>> F.fold(x, output_sizes=[3, 3], kernel_sizes=2).shape
        paddle.Size([1, 1, 3, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose(Col2ImRule);

PD_OP(as_strided)
    .Schema(
        "(Tensor x, IntArray shape, IntArray stride, int offset=0) "
        "-> Tensor out")
    .Doc(R"(
        A view of the memory of `x` with any shape and strides; `offset` counts
        bytes.
        shape: Of the view.
        stride: Of each axis, in elements.
        offset: Of the first element, in bytes.
        Returns: It shares the memory of `x`.
        Raises: IndexError: An element would lie outside the storage.
        >>> x = paddle.arange(6)
        >>> paddle.as_strided(x, [2, 2], [1, 3]).tolist()
        [[0, 3], [1, 4]])")
    .NoDims("it reads memory as it lies, not axes")
    .InferMeta(AsStridedInfer)
    .View(AsStridedView)
    .Vjp([](const VjpContext& c) -> VarList {
      static const OpDef& set = GetOp("set_index");
      // Where each element of the view lies in the contiguous input.
      const Var g = c.grad();
      const int64_t n = Product(c.in_dims(0));
      Var at = ops::Reshape(ops::Arange(Scalar(n)), c.in_dims(0));
      at = ops::AsStrided(
          at, c.ints("shape"), c.ints("stride"),
          c.i("offset") * 8 / static_cast<int64_t>(SizeOf(g.dtype())));
      const Var zeros = ops::Full(DDim{n}, Scalar(0.0), g.dtype());
      const Var sum = ops::CallInplace(set, zeros, g, std::vector<Var>{at},
                                       IntArray(), IntArray{0}, true);
      return {ops::Reshape(sum, c.in_dims(0))};
    });

PD_OP(strided_update)
    .Schema(
        "(Tensor x, Tensor value, IntArray stride, int offset=0) "
        "-> Tensor out")
    .Doc(R"(
        A copy of the memory of `x` in which the elements that as_strided would
        show, with the shape of `value`, are `value`: a write to a view as a
        function of values.
        stride: Of each axis of `value`, in elements.
        offset: Of the first element, in bytes.)")
    .Traits(kInternal)
    .NoDims("it writes memory as it lies, not axes")
    .Into([](const Args& a) {
      const Var value = a.tensor(1);
      const DDim& dims = value.dims();
      ops::CopyInto(
          ops::AsStrided(a.tensor(0), IntArray(dims.data(), dims.rank()),
                         a.ints("stride"), a.i("offset")),
          value);
    })
    .NotDifferentiable("captures make it of writes that were recorded");

}  // namespace paddle
