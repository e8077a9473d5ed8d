// The pools users call: arguments are checked and brought to windows.
#include "ops/nn/pool_attrs.h"
#include "ops/rules.h"

namespace paddle {
namespace {

VarList MaxPool(const Args& a, const PoolWindows& p) {
  const Var x = a.tensor(0);
  if (a.b("return_mask")) {
    return ops::MaxPoolWithIndex(x, p.size, p.kernel, p.stride, p.padding,
                                 p.channels_last);
  }
  return {
      ops::MaxPool(x, p.size, p.kernel, p.stride, p.padding, p.channels_last)};
}

Var AvgPool(const Args& a, const PoolWindows& p, bool exclusive,
            double divisor) {
  return ops::AvgPool(a.tensor(0), p.size, p.kernel, p.stride, p.padding,
                      exclusive, divisor, p.channels_last);
}

double DivisorOf(const Args& a) {
  const Scalar s = a.scalar("divisor_override");
  if (!s.has_value()) return 0;
  PADDLE_ENFORCE(s.ToDouble() != 0,
                 errors::InvalidArgument("%s: `divisor_override` is 0.",
                                         a.op->name.c_str()));
  return s.ToDouble();
}

}  // namespace

PD_OP(max_pool1d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool return_mask=false, "
        "bool ceil_mode=false) -> Tensor[] out")
    .Doc(R"(
        The largest element of each window along one axis; with `return_mask`
        also its position in the flattened spatial axes, as int32.
        x: [n, c, l].
        stride: Of the window; its size where None.
        Returns: [n, c, l'], l' = floor((l + 2 padding - kernel_size) / stride)
            + 1; with `return_mask` also the int32 indices.
        >>> x = paddle.to_tensor([[[1.0, 3.0, 7.0, 5.0]]])
        >>> F.max_pool1d(x, 2).tolist()
        [[[3.0, 7.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, FixedWindows(a, 1)); });

PD_OP(avg_pool1d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool exclusive=true, bool ceil_mode=false) "
        "-> Tensor out")
    .Doc(R"(
        The mean of each window along one axis; `exclusive` leaves the padding
        out of the count.
        x: [n, c, l].
        stride: Of the window; its size where None.
        Returns: [n, c, l'], l' = floor((l + 2 padding - kernel_size) / stride)
            + 1.
        >>> x = paddle.to_tensor([[[1.0, 3.0, 5.0, 7.0]]])
        >>> F.avg_pool1d(x, 2).tolist()
        [[[2.0, 6.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, FixedWindows(a, 1), a.b("exclusive"), 0)};
    });

PD_OP(max_pool2d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool return_mask=false, "
        "bool ceil_mode=false, str data_format=\"NCHW\") -> "
        "Tensor[] out")
    .Doc(R"(
        The largest element of each window over two axes; with `return_mask`
        also its position in the flattened spatial axes, as int32.
        x: [n, c, h, w], or [n, h, w, c].
        stride: Of the window; its size where None.
        Returns: [n, c, h', w'], sizes as in max_pool1d(); with `return_mask`
            also the int32 indices.
        >>> x = paddle.ones([1, 3, 8, 6])
        >>> F.max_pool2d(x, kernel_size=2).shape
        paddle.Size([1, 3, 4, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, FixedWindows(a, 2)); });

PD_OP(avg_pool2d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool ceil_mode=false, bool exclusive=true, "
        "Scalar divisor_override=None, str data_format=\"NCHW\") -> "
        "Tensor out")
    .Doc(R"(
        The mean of each window over two axes; `exclusive` leaves the padding
        out of the count.
        x: [n, c, h, w], or [n, h, w, c].
        stride: Of the window; its size where None.
        divisor_override: Divides the sums, in place of the number of elements.
        Returns: [n, c, h', w'], sizes as in avg_pool1d().
        >>> x = paddle.ones([1, 3, 8, 6])
        >>> F.avg_pool2d(x, kernel_size=2, stride=2).shape
        paddle.Size([1, 3, 4, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, FixedWindows(a, 2), a.b("exclusive"), DivisorOf(a))};
    });

PD_OP(max_pool3d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool return_mask=false, "
        "bool ceil_mode=false, str data_format=\"NCDHW\") -> "
        "Tensor[] out")
    .Doc(R"(
        The largest element of each window over three axes; with `return_mask`
        also its position in the flattened spatial axes, as int32.
        x: [n, c, d, h, w], or [n, d, h, w, c].
        stride: Of the window; its size where None.
        Returns: [n, c, d', h', w'], sizes as in max_pool1d(); with
            `return_mask` also the int32 indices.
        >>> x = paddle.ones([1, 3, 4, 8, 6])
        >>> F.max_pool3d(x, kernel_size=2).shape
        paddle.Size([1, 3, 2, 4, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, FixedWindows(a, 3)); });

PD_OP(avg_pool3d)
    .Schema(
        "(Tensor x, IntArray kernel_size, IntArray stride=None, "
        "IntArray padding=[0], bool ceil_mode=false, bool exclusive=true, "
        "Scalar divisor_override=None, str data_format=\"NCDHW\") -> "
        "Tensor out")
    .Doc(R"(
        The mean of each window over three axes; `exclusive` leaves the padding
        out of the count.
        x: [n, c, d, h, w], or [n, d, h, w, c].
        stride: Of the window; its size where None.
        divisor_override: Divides the sums, in place of the number of elements.
        Returns: [n, c, d', h', w'], sizes as in avg_pool1d().
        >>> x = paddle.ones([1, 3, 4, 8, 6])
        >>> F.avg_pool3d(x, kernel_size=2, stride=2).shape
        paddle.Size([1, 3, 2, 4, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, FixedWindows(a, 3), a.b("exclusive"), DivisorOf(a))};
    });

PD_OP(adaptive_avg_pool1d)
    .Schema("(Tensor x, IntArray output_size) -> Tensor out")
    .Doc(R"(
        Means of windows along one axis that cut the input into `output_size`
        parts; -1 keeps a size.
        x: [n, c, l].
        output_size: Number of windows l'; None or -1 keeps l.
        Returns: [n, c, l'].
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0, 5.0]]])
        >>> F.adaptive_avg_pool1d(x, 2).tolist()
        [[[1.5, 4.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, AdaptiveWindows(a, 1), true, 0)};
    });

PD_OP(adaptive_max_pool1d)
    .Schema(
        "(Tensor x, IntArray output_size, bool return_mask=false) -> "
        "Tensor[] out")
    .Doc(R"(
        Largest elements of windows along one axis that cut the input into
        `output_size` parts; -1 keeps a size.
        x: [n, c, l].
        output_size: Number of windows l'; None or -1 keeps l.
        Returns: [n, c, l'], and with `return_mask` the int32 indices.
        >>> x = paddle.to_tensor([[[1.0, 2.0, 3.0, 5.0]]])
        >>> F.adaptive_max_pool1d(x, 2).tolist()
        [[[2.0, 5.0]]])")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, AdaptiveWindows(a, 1)); });

PD_OP(adaptive_avg_pool2d)
    .Schema(
        "(Tensor x, IntArray output_size, "
        "str data_format=\"NCHW\") -> Tensor out")
    .Doc(R"(
        Means of windows over two axes that cut the input into `output_size`
        parts; -1 keeps a size.
        x: [n, c, h, w], or [n, h, w, c].
        output_size: (h', w'), or one number for both; None or -1 keeps a size.
        Returns: [n, c, h', w'].
        >>> x = paddle.ones([1, 3, 8, 6])
        >>> F.adaptive_avg_pool2d(x, [2, 3]).shape
        paddle.Size([1, 3, 2, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, AdaptiveWindows(a, 2), true, 0)};
    });

PD_OP(adaptive_max_pool2d)
    .Schema(
        "(Tensor x, IntArray output_size, bool return_mask=false) -> "
        "Tensor[] out")
    .Doc(R"(
        Largest elements of windows over two axes that cut the input into
        `output_size` parts; -1 keeps a size.
        x: [n, c, h, w].
        output_size: (h', w'), or one number for both; None or -1 keeps a size.
        Returns: [n, c, h', w'], and with `return_mask` the int32 indices.
        >>> x = paddle.ones([1, 3, 8, 6])
        >>> F.adaptive_max_pool2d(x, [2, 3]).shape
        paddle.Size([1, 3, 2, 3]))")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, AdaptiveWindows(a, 2)); });

PD_OP(adaptive_avg_pool3d)
    .Schema(
        "(Tensor x, IntArray output_size, "
        "str data_format=\"NCDHW\") -> Tensor out")
    .Doc(R"(
        Means of windows over three axes that cut the input into `output_size`
        parts; -1 keeps a size.
        x: [n, c, d, h, w], or [n, d, h, w, c].
        output_size: (d', h', w'), or one number for all; None or -1 keeps a
            size.
        Returns: [n, c, d', h', w'].
        >>> x = paddle.ones([1, 3, 4, 8, 6])
        >>> F.adaptive_avg_pool3d(x, 2).shape
        paddle.Size([1, 3, 2, 2, 2]))")
    .In("nn.functional")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      return {AvgPool(a, AdaptiveWindows(a, 3), true, 0)};
    });

PD_OP(adaptive_max_pool3d)
    .Schema(
        "(Tensor x, IntArray output_size, bool return_mask=false) -> "
        "Tensor[] out")
    .Doc(R"(
        Largest elements of windows over three axes that cut the input into
        `output_size` parts; -1 keeps a size.
        x: [n, c, d, h, w].
        output_size: (d', h', w'), or one number for all; None or -1 keeps a
            size.
        Returns: [n, c, d', h', w'], and with `return_mask` the int32 indices.
        >>> x = paddle.ones([1, 3, 4, 8, 6])
        >>> F.adaptive_max_pool3d(x, 2).shape
        paddle.Size([1, 3, 2, 2, 2]))")
    .In("nn.functional")
    .Traits(kNoMethod | kOneOrMany)
    .Decompose([](const Args& a) { return MaxPool(a, AdaptiveWindows(a, 3)); });

}  // namespace paddle
