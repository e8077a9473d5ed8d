// searchsorted, bucketize, bincount, histogram, unique.
#include <cmath>

#include "ops/dims.h"
#include "ops/reduction/reduce_dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

void SetOut(DenseTensor* out, const DDim& dims, DataType dtype) {
  out->dims = dims;
  out->dtype = dtype;
  SetContiguous(out);
}

}  // namespace

PD_OP(insert_position)
    .Schema(
        "(Tensor sequence, Tensor values, bool out_int32, bool right) "
        "-> Tensor out")
    .Doc(
        "How many elements of each sorted row are below each value, or not "
        "above it if `right`.")
    .Traits(kInternal)
    .Promote()
    .Dtypes(kIntegers | kFloats)
    .Dims([](const Args& args, AxisMap& map) {
      AxisLinks links(args, map);
      const int rank = links.in(1).rank();
      for (int i = 0; i < rank; ++i) {
        const int f = links.Pass(1, i, i);
        if (links.in(0).rank() > 1 && i + 1 < rank) links.In(0, i, f);
      }
      const int last = links.in(0).rank() - 1;  // parts of a row are counted
      links.In(0, last, map.Reduce(links.in(0)[last], Combine::kSum));
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DDim& sequence = args.dims(0);
      const DDim& values = args.dims(1);
      bool fits = sequence.rank() == 1 || sequence.rank() == values.rank();
      for (int i = 0; fits && sequence.rank() > 1 && i + 1 < values.rank();
           ++i) {
        fits = sequence[i] == values[i];
      }
      PADDLE_ENFORCE(
          sequence.rank() > 0 && fits,
          errors::InvalidArgument("searchsorted: the shapes do not "
                                  "fit.")
              .Expected("one axis, or all axes but the last equal")
              .Shapes({{"sorted_sequence", sequence}, {"values", values}}));
      SetOut(outs[0], values,
             args.b("out_int32") ? DataType::kInt32 : DataType::kInt64);
    })
    .NotDifferentiable("a position has no gradient");

PD_OP(searchsorted)
    .Schema(
        "(Tensor sorted_sequence, Tensor values, bool out_int32=false, "
        "bool right=false, str side=None, Tensor? sorter=None) "
        "-> Tensor out")
    .Doc(R"(
        Where each value would have to be inserted to keep the sequence sorted:
        before equal elements, or after them if `right` (or side is "right").
        `sorter` holds the indices that sort the sequence.
        sorted_sequence: [..., n], rising along the last axis.
        values: [..., k]; of any shape for a 1-D sequence.
        out_int32: int32 indices, else int64.
        right: Behind equal elements.
        side: "left" or "right", in place of `right`.
        sorter: [..., n], the indices that sort the sequence.
        Returns: Indices in [0, n], of the shape of `values`.
        >>> x = paddle.to_tensor([1.0, 3.0, 5.0])
        >>> paddle.searchsorted(x, paddle.to_tensor([3.0, 4.0])).tolist()
        [1, 2])")
    .Traits(kNoMethod)
    .Decompose([](const Args& a) -> VarList {
      const std::string_view side = a.s("side");
      PADDLE_ENFORCE(side.empty() || side == "left" || side == "right",
                     errors::InvalidArgument("searchsorted: unknown `side`.")
                         .Expected("left or right")
                         .Received(std::string(side)));
      PADDLE_ENFORCE(!(a.b("right") && side == "left"),
                     errors::InvalidArgument("searchsorted: right=True and "
                                             "side=\"left\" contradict each "
                                             "other."));
      Var sequence = a.tensor(0);
      if (const Var sorter = a.tensor(5)) {
        PADDLE_ENFORCE(sorter.dims() == sequence.dims(),
                       errors::InvalidArgument("searchsorted: the shapes "
                                               "differ.")
                           .Shapes({{"sorted_sequence", sequence.dims()},
                                    {"sorter", sorter.dims()}}));
        sequence = ops::TakeAlongAxis(sequence, sorter, -1, false);
      }
      return {ops::InsertPosition(sequence, a.tensor(1), a.b("out_int32"),
                                  a.b("right") || side == "right")};
    })
    .NotDifferentiable("a position has no gradient");

PD_OP(bucketize)
    .Schema(
        "(Tensor x, Tensor sorted_sequence, bool out_int32=false, "
        "bool right=false) -> Tensor out")
    .Doc(R"(
        Which bucket of the sorted boundaries each element of `x` is in.
        x: Numbers to find.
        sorted_sequence: 1-D, rising.
        out_int32: int32 indices, else int64.
        right: Equal boundaries count as passed.
        Returns: Indices in [0, n], of the shape of `x`.
        >>> x = paddle.to_tensor([0.5, 2.0, 9.0])
        >>> paddle.bucketize(x, paddle.to_tensor([1.0, 2.0, 3.0])).tolist()
        [0, 1, 3])")
    .Decompose([](const Args& a) -> VarList {
      const Var sequence = a.tensor(1);
      PADDLE_ENFORCE(sequence.rank() == 1,
                     errors::InvalidArgument("bucketize: `sorted_sequence` "
                                             "must have one axis.")
                         .Expected("one axis")
                         .Shapes({{"sorted_sequence", sequence.dims()}}));
      return {ops::InsertPosition(sequence, a.tensor(0), a.b("out_int32"),
                                  a.b("right"))};
    })
    .NotDifferentiable("a position has no gradient");

PD_OP(bincount)
    .Schema("(Tensor x, Tensor? weights=None, int minlength=0) -> Tensor out")
    .Doc(R"(
        How often each number from 0 up occurs in `x`, or the sum of its
        weights.
        x: 1-D, of numbers of at least 0.
        weights: 1-D; what each element counts.
        minlength: The least size of the result.
        Returns: 1-D: int64, or of the dtype of `weights`.
        Raises: ValueError: A number is negative.
        >>> x = paddle.to_tensor([0, 2, 2])
        >>> paddle.bincount(x, minlength=4).tolist()
        [1, 0, 2, 0])")
    .Traits(kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const DenseTensor* weights = args.slot[1].tensor;
      PADDLE_ENFORCE(IsInteger(x.dtype) && x.rank() == 1,
                     errors::InvalidArgument("bincount: `x` must hold integers "
                                             "along one axis.")
                         .Expected("int32 or int64, and one axis")
                         .Shapes({{"x", x.dims}})
                         .Received(Name(x.dtype)));
      PADDLE_ENFORCE(!weights || weights->dims == x.dims,
                     errors::InvalidArgument("bincount: the shape of `weights` "
                                             "differs.")
                         .Shapes({{"x", x.dims}}));
      PADDLE_ENFORCE(args.i("minlength") >= 0,
                     errors::InvalidArgument("bincount: `minlength` is "
                                             "negative.")
                         .Received(std::to_string(args.i("minlength"))));
      DataType dtype = DataType::kInt64;
      if (weights) {
        dtype = weights->dtype == DataType::kFloat32 ? DataType::kFloat32
                                                     : DataType::kFloat64;
      }
      SetOut(outs[0], {0}, dtype);  // how many is known to the kernel
    })
    .NotDifferentiable("a count has no gradient");

PD_OP(histogram)
    .Schema(
        "(Tensor input, int bins=100, float min=0.0, float max=0.0, "
        "Tensor? weight=None, bool density=false) -> Tensor out")
    .Doc(R"(
        How many elements lie in each of `bins` equal parts of [min, max] (where
        both are equal, of the range of `input`), or the sum of their weights;
        `density` makes it integrate to 1.
        input: Of any shape; taken as flat.
        bins: Number of parts, 1 or more.
        min: Lower end.
        max: Upper end, included in the last part.
        weight: Of the shape of `input`; what each element counts.
        density: Divide by the total and the width of a part.
        Returns: [bins]: int64; float with `weight` or `density`.
        Raises: ValueError: `max` is below `min`, or a bound is not finite.
        >>> x = paddle.to_tensor([1.0, 2.0, 2.5])
        >>> paddle.histogram(x, bins=2, min=1.0, max=3.0).tolist()
        [1, 2])")
    .Traits(kChecksValues)
    .Dims([](const Args& args, AxisMap& map) {
      AxisLinks links(args, map);
      // Else the bins depend on all elements.
      if (args.b("density") || args.f("min") == args.f("max")) return;
      for (int i = 0; i < links.in(0).rank(); ++i) {
        const int f = map.Reduce(links.in(0)[i], Combine::kSum);
        links.In(0, i, f);
        if (args.slot[4].tensor) links.In(1, i, f);
      }
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const DenseTensor* weight = args.slot[4].tensor;
      const int64_t bins = args.i("bins");
      PADDLE_ENFORCE(bins >= 1, errors::InvalidArgument(
                                    "histogram: `bins` must be positive.")
                                    .Expected("bins >= 1")
                                    .Received(std::to_string(bins)));
      PADDLE_ENFORCE(
          std::isfinite(args.f("min")) && std::isfinite(args.f("max")),
          errors::InvalidArgument("histogram: `min` or `max` is not finite.")
              .Received("min = " + std::to_string(args.f("min")) +
                        ", max = " + std::to_string(args.f("max"))));
      PADDLE_ENFORCE(args.f("min") <= args.f("max"),
                     errors::InvalidArgument("histogram: `max` is below "
                                             "`min`.")
                         .Expected("min <= max")
                         .Received("min = " + std::to_string(args.f("min")) +
                                   ", max = " + std::to_string(args.f("max"))));
      PADDLE_ENFORCE(!weight || weight->dims == x.dims,
                     errors::InvalidArgument("histogram: the shape of `weight` "
                                             "differs.")
                         .Shapes({{"input", x.dims}}));
      DataType dtype = DataType::kInt64;
      if (args.b("density") || weight) dtype = DataType::kFloat32;
      if (weight && weight->dtype == DataType::kFloat64) dtype = weight->dtype;
      SetOut(outs[0], {bins}, dtype);
    })
    .NotDifferentiable("a count has no gradient");

PD_OP(unique_rows)
    .Schema(
        "(Tensor x, bool consecutive) "
        "-> Tensor index, Tensor inverse, Tensor counts")
    .Doc(
        "The distinct rows of a matrix in order (or each run of equal ones): "
        "where each first comes, which of them every row is, how many.")
    .Traits(kInternal | kDataDependent)
    .NoDims("the size of its result depends on values")
    .InferMeta([](const Args& args, Outs& outs) {
      const DDim& x = args.dims(0);
      PADDLE_ENFORCE(x.rank() == 2,
                     errors::InvalidArgument("unique_rows: needs a matrix.")
                         .Shapes({{"x", x}}));
      SetOut(outs[0], {0}, DataType::kInt64);
      SetOut(outs[1], {x[0]}, DataType::kInt64);
      SetOut(outs[2], {0}, DataType::kInt64);
    })
    .NotDifferentiable("it gives positions and counts");

}  // namespace paddle
