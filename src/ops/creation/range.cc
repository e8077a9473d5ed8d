// arange, linspace, logspace, eye, tril_indices, triu_indices.
#include <algorithm>
#include <cmath>

#include "ops/rules.h"

namespace paddle {
namespace {

constexpr const char* kNoInput = "it has no tensor input";

struct Range {
  Scalar start, end, step;
  bool integral;
};
Range ResolveRange(const Args& args) {
  Range r{args.slot[0].scalar, args.slot[1].scalar, args.slot[2].scalar, true};
  if (!r.end.has_value()) {
    r.end = r.start;
    r.start = Scalar(int64_t{0});
  }
  r.integral =
      r.start.IsIntegral() && r.end.IsIntegral() && r.step.IsIntegral();
  return r;
}

int64_t RangeSize(const Range& r) {
  PADDLE_ENFORCE(r.step.ToDouble() != 0.0,
                 errors::InvalidArgument("arange: `step` is 0.")
                     .Expected("a step that is not 0")
                     .Received("0"));
  if (r.integral) {
    const __int128 span =
        static_cast<__int128>(r.end.ToInt()) - r.start.ToInt();
    const __int128 step = r.step.ToInt();
    const __int128 n = (span + step + (step > 0 ? -1 : 1)) / step;
    PADDLE_ENFORCE(n <= INT64_MAX,
                   errors::InvalidArgument("arange: the range is too long."));
    return (span > 0) == (step > 0) && span != 0 ? static_cast<int64_t>(n) : 0;
  }
  const double n =
      std::ceil((r.end.ToDouble() - r.start.ToDouble()) / r.step.ToDouble());
  PADDLE_ENFORCE(n < 9e15,
                 errors::InvalidArgument("arange: the range is not finite."));
  return n > 0 ? static_cast<int64_t>(n) : 0;
}

void ArangeInfer(const Args& args, Outs& outs) {
  const Range r = ResolveRange(args);
  const auto dtype = static_cast<DataType>(args.slot[3].i);
  outs[0]->dims = DDim{RangeSize(r)};
  outs[0]->dtype = dtype != DataType::kUndefined ? dtype
                   : r.integral                  ? DataType::kInt64
                                                 : DefaultFloat();
  SetContiguous(outs[0]);
}

void SpacedInfer(const Args& args, Outs& outs) {
  const DataType dtype = args.dtype("dtype");
  const int64_t num = args.slot[2].i;
  PADDLE_ENFORCE_GE(
      num, 0,
      errors::InvalidArgument("%s: `num` is negative.", args.op->name.c_str()));
  outs[0]->dims = DDim{num};
  outs[0]->dtype = dtype == DataType::kUndefined ? DefaultFloat() : dtype;
  SetContiguous(outs[0]);
}

void EyeInfer(const Args& args, Outs& outs) {
  const Scalar columns = args.slot[1].scalar;
  const int64_t rows = args.slot[0].i;
  const auto dtype = static_cast<DataType>(args.slot[2].i);
  outs[0]->dims = DDim{rows, columns.has_value() ? columns.ToInt() : rows};
  outs[0]->dtype = dtype == DataType::kUndefined ? DefaultFloat() : dtype;
  SetContiguous(outs[0]);
}

// The sum over t < n of t, where it is in [0, top], else of the nearer bound.
__int128 ClampedSum(__int128 n, __int128 top) {
  if (n <= 0) return 0;
  if (n <= top + 1) return n * (n - 1) / 2;
  return top * (top + 1) / 2 + (n - top - 1) * top;
}

void TriangleIndicesInfer(const Args& args, Outs& outs) {
  const int64_t rows = args.slot[0].i;
  const Scalar given = args.slot[1].scalar;
  const int64_t columns = given.has_value() ? given.ToInt() : rows;
  PADDLE_ENFORCE(
      rows >= 0 && columns >= 0 && rows <= INT32_MAX,
      errors::InvalidArgument("%s: a size is negative or too large.",
                              args.op->name.c_str())
          .Expected("0 <= row < 2^31 and 0 <= col")
          .Received(std::to_string(rows) + " and " + std::to_string(columns)));
  const bool lower = args.op->name == "tril_indices";
  const int64_t offset = std::clamp(args.slot[2].i, -rows - 1, columns + 1);
  const int64_t first = offset + (lower ? 1 : 0);
  __int128 count =
      ClampedSum(first + rows, columns) - ClampedSum(first, columns);
  if (!lower) count = static_cast<__int128>(rows) * columns - count;
  PADDLE_ENFORCE(count <= INT64_MAX,
                 errors::InvalidArgument("%s: the result is too large.",
                                         args.op->name.c_str()));
  outs[0]->dims = DDim{2, static_cast<int64_t>(count)};
  outs[0]->dtype = static_cast<DataType>(args.slot[3].i);
  SetContiguous(outs[0]);
}

}  // namespace

PD_OP(arange)
    .Schema(
        "(Scalar start=0, Scalar end=None, Scalar step=1, "
        "DataType dtype=None) -> Tensor out")
    .Doc(R"(
        The numbers from start up to, and without, end. With one number, from 0
        to it.
        start: First number; the end where `end` is None.
        end: Bound, not included.
        step: Distance, not 0; negative counts down.
        dtype: By default int64 where all numbers are integers, else the default
            float.
        Returns: Of shape [ceil((end - start) / step)].
        Raises: ValueError: `step` is 0.
        >>> paddle.arange(1, 7, 2).tolist()
        [1, 3, 5]
        >>> paddle.arange(0.0, 1.0, 0.25).tolist()
        [0.0, 0.25, 0.5, 0.75])")
    .NoDims("each value follows from its place")
    .InferMeta(ArangeInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(linspace)
    .Schema(
        "(Scalar start, Scalar stop, int num, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        `num` numbers evenly spaced from start to stop, both included.
        start: First number.
        stop: Last number.
        num: How many.
        dtype: The default float where None.
        Returns: [num].
        >>> paddle.linspace(0, 1, 5).tolist()
        [0.0, 0.25, 0.5, 0.75, 1.0])")
    .NoDims("each value follows from its place")
    .InferMeta(SpacedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(logspace)
    .Schema(
        "(Scalar start, Scalar stop, int num, Scalar base=10.0, "
        "DataType dtype=None) -> Tensor out")
    .Doc(R"(
        `base` to the power of linspace(start, stop, num).
        start: First exponent.
        stop: Last exponent.
        num: How many.
        base: Of the powers.
        dtype: The default float where None.
        Returns: [num].
        >>> paddle.logspace(0, 3, 4).tolist()
        [1.0, 10.0, 100.0, 1000.0])")
    .NoDims("each value follows from its place")
    .InferMeta(SpacedInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(eye)
    .Schema(
        "(int num_rows, Scalar num_columns=None, DataType dtype=None) "
        "-> Tensor out")
    .Doc(R"(
        A matrix with 1 on its diagonal and 0 elsewhere.
        num_rows: Rows.
        num_columns: Columns; as many as rows where None.
        dtype: The default float where None.
        Returns: [num_rows, num_columns].
        >>> paddle.eye(2).tolist()
        [[1.0, 0.0], [0.0, 1.0]])")
    .NoDims("each value follows from its place")
    .InferMeta(EyeInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(tril_indices)
    .Schema(
        "(int row, Scalar col=None, int offset=0, DataType dtype=int64) "
        "-> Tensor out")
    .Doc(R"(
        The coordinates of the lower triangle of a matrix, as two rows.
        row: Rows of the matrix.
        col: Columns; as many as rows where None.
        offset: The last diagonal that counts; above the main one where
            positive.
        dtype: int32 or int64.
        Returns: [2, count].
        >>> paddle.tril_indices(2).tolist()
        [[0, 1, 1], [0, 0, 1]])")
    .NoDims("each value follows from its place")
    .InferMeta(TriangleIndicesInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

PD_OP(triu_indices)
    .Schema(
        "(int row, Scalar col=None, int offset=0, DataType dtype=int64) "
        "-> Tensor out")
    .Doc(R"(
        The coordinates of the upper triangle of a matrix, as two rows.
        row: Rows of the matrix.
        col: Columns; as many as rows where None.
        offset: The first diagonal that counts; above the main one where
            positive.
        dtype: int32 or int64.
        Returns: [2, count].
        >>> paddle.triu_indices(2).tolist()
        [[0, 0, 1], [0, 1, 1]])")
    .NoDims("each value follows from its place")
    .InferMeta(TriangleIndicesInfer)
    .Traits(kNoMethod)
    .NotDifferentiable(kNoInput);

}  // namespace paddle
