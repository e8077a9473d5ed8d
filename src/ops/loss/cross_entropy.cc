// cross_entropy, nll_loss.
#include "ops/dims.h"
#include "ops/loss/reduce_loss.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

constexpr DataType kUnset = DataType::kUndefined;

DDim WithoutLast(const DDim& x) {
  DDim dims = x;
  dims.erase(x.rank() - 1);
  return dims;
}
Var AddLast(const Var& v) {
  DDim dims = v.dims();
  dims.push_back(1);
  return ops::Reshape(v, dims);
}

// Lines pass, the classes are whole.
void CrossEntropyDims(const Args& args, AxisMap& map) {
  const DDim& x = args.slot[0].tensor->dims;
  PADDLE_ENFORCE(x.rank() > 0,
                 errors::InvalidArgument("%s: `logits` has no axis of classes.",
                                         map.op()));
  const int last = x.rank() - 1;
  for (int i = 0; i < last; ++i) map.Pass(x[i]);
  map.Whole(x[last]);
  auto fill = [](AxisMap::Tensor& t) {
    for (int i = 0; i < t.rank; ++i) AxisMap::Set(t, i, i);
  };
  int operand = 0;  // logits, label, then values of lines
  ForEachOperand(*args.op, args, [&](const DenseTensor*) {
    const bool full = operand == 0 || (operand == 1 && args.b("soft_label"));
    fill(map.AddInput(full ? x.rank() : last));
    ++operand;
  });
  for (size_t i = 0; i < args.op->schema.outs.size(); ++i) {
    fill(map.AddOutput(args.op->schema.outs.size() == 1 ? x.rank() : last));
  }
}

Var OneHot(const Var& label, int64_t classes, int64_t ignore_index,
           DataType dtype) {
  const Var all = ops::Arange(Scalar(int64_t{0}), Scalar(classes),
                              Scalar(int64_t{1}), DataType::kInt64);
  const Var at = AddLast(CastIfNeeded(label, DataType::kInt64));
  const Var ignored = ops::Full({}, Scalar(ignore_index), DataType::kInt64);
  return ops::Cast(
      ops::LogicalAnd(ops::Equal(at, all), ops::NotEqual(at, ignored)), dtype);
}

Var NotIgnored(const Var& label, int64_t ignore_index, DataType dtype) {
  const Var ignored = ops::Full({}, Scalar(ignore_index), label.dtype());
  return ops::Cast(ops::NotEqual(label, ignored), dtype);
}

// sum / count, or 0 where the count is 0.
Var SafeRatio(const Var& sum, const Var& count) {
  const Var zero = ops::Full({}, Scalar(0.0), count.dtype());
  return sum / (count + ops::Cast(ops::Equal(count, zero), count.dtype()));
}

Var MoveAxisLast(const Var& x, int axis) {
  if (axis == x.rank() - 1) return x;
  DDim perm;
  for (int i = 0; i < x.rank(); ++i) {
    if (i != axis) perm.push_back(i);
  }
  perm.push_back(axis);
  return ops::Transpose(x, perm);
}

// weight[label], 0 where the label is ignored.
Var WeightOf(const Var& weight, const Var& label, int64_t ignore_index) {
  const Var kept = NotIgnored(label, ignore_index, label.dtype());
  const Var safe = ops::Reshape(label * kept, {-1});
  const Var of = ops::Reshape(ops::Gather(weight, safe), label.dims());
  return of * ops::Cast(kept, weight.dtype());
}

// Hard labels as int64, without the axis of classes.
Var ClassesOf(const Var& label, const DDim& input, int axis) {
  // Floats are cut to whole numbers, as Paddle does.
  PADDLE_ENFORCE(IsInteger(label.dtype()) || IsFloating(label.dtype()),
                 errors::InvalidType("cross_entropy: `label` must hold "
                                     "classes.")
                     .Expected("integers or floats")
                     .Received(Name(label.dtype()))
                     .Hint("pass soft_label=True for distributions."));
  const Var classes = CastIfNeeded(label, DataType::kInt64);
  if (label.rank() < input.rank()) return classes;
  PADDLE_ENFORCE(label.dims()[axis] == 1,
                 errors::InvalidArgument("cross_entropy: `label` has several "
                                         "classes a line.")
                     .Shapes({{"input", input}, {"label", label.dims()}})
                     .Hint("pass soft_label=True for distributions."));
  DDim dims = label.dims();
  dims.erase(axis);
  return ops::Reshape(classes, dims);
}

// Losses of lines (classes last), and the weight of each where there is one.
struct Lines {
  Var loss, used;
};

Lines SoftLines(const Var& x, const Var& label, const Var& weight,
                bool use_softmax) {
  Lines lines;
  if (use_softmax) {
    lines.loss = ops::SoftmaxCrossEntropy(x, label, true, -100)[0];
  } else {
    // Only what the label asks for is taken the logarithm of.
    const Var zero = ops::Full({}, Scalar(0.0), x.dtype());
    const Var one = ops::Full({}, Scalar(1.0), x.dtype());
    const Var asked = ops::NotEqual(CastIfNeeded(label, x.dtype()), zero);
    lines.loss = -ops::Sum(label * ops::Log(ops::Where(asked, x, one)), {-1});
  }
  if (weight) {
    lines.used = ops::Sum(CastIfNeeded(label, weight.dtype()) * weight, {-1});
  }
  return lines;
}

// `smoothing` moves that share of each class's weight to all classes evenly.
Lines HardLines(const Var& x, const Var& label, const Var& weight,
                bool use_softmax, int64_t ignore_index, double smoothing) {
  const Var kept = NotIgnored(label, ignore_index, x.dtype());
  Lines lines;
  Var even;  // the loss against all classes evenly
  if (use_softmax) {
    const VarList r = ops::SoftmaxCrossEntropy(x, label, false, ignore_index);
    lines.loss = r[0];
    if (smoothing > 0) {
      even = CastIfNeeded(r[1], x.dtype()) - ops::Mean(x, {-1});
    }
  } else {
    const Var at = AddLast(label * ops::Cast(kept, label.dtype()));
    const Var p = ops::TakeAlongAxis(x, at, -1, /*broadcast=*/false);
    lines.loss = -ops::Log(ops::Reshape(p, label.dims())) * kept;
    if (smoothing > 0) even = -ops::Mean(ops::Log(x), {-1});
  }
  if (smoothing > 0) {
    lines.loss = lines.loss * (1 - smoothing) + even * kept * smoothing;
  }
  if (!weight) return lines;
  lines.used = WeightOf(weight, label, ignore_index);
  if (smoothing > 0) {
    lines.used =
        lines.used * (1 - smoothing) +
        ops::Cast(kept, weight.dtype()) * ops::Mean(weight) * smoothing;
  }
  return lines;
}

}  // namespace

PD_OP(softmax_cross_entropy)
    .Schema(
        "(Tensor logits, Tensor label, bool soft_label, int ignore_index) "
        "-> Tensor loss, Tensor lse")
    .Doc(
        "Cross-entropy of softmax(logits) along the last axis with classes, "
        "or with distributions (soft_label), and log(sum(exp(logits))).")
    .Traits(kInternal | kChecksValues)
    .Dims(CrossEntropyDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& x = *args.slot[0].tensor;
      const DenseTensor& label = *args.slot[1].tensor;
      PADDLE_ENFORCE(x.rank() > 0 && (kFloats & Bit(x.dtype)),
                     errors::InvalidArgument("cross_entropy: `input` must be "
                                             "floating and have an axis.")
                         .Shapes({{"input", x.dims}})
                         .Received(Name(x.dtype)));
      const bool soft = args.b("soft_label");
      const DDim lines = WithoutLast(x.dims);
      PADDLE_ENFORCE(
          label.dims == (soft ? x.dims : lines),
          errors::InvalidArgument("cross_entropy: `label` does not suit "
                                  "`input`.")
              .Expected(soft ? "equal shapes" : "one class for each line")
              .Shapes({{"input", x.dims}, {"label", label.dims}}));
      PADDLE_ENFORCE(soft || IsInteger(label.dtype),
                     errors::InvalidType("cross_entropy: `label` must hold "
                                         "integers.")
                         .Received(Name(label.dtype))
                         .Hint("pass soft_label=True for distributions."));
      PADDLE_ENFORCE(x.dims.back() > 0 || x.numel == Product(lines),
                     errors::InvalidArgument("cross_entropy: there are no "
                                             "classes.")
                         .Shapes({{"input", x.dims}}));
      SetOut(outs[0], lines, x.dtype);
      SetOut(outs[1], lines, StatsType(x.dtype));
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var x = c.in(0), label = c.in(1), lse = c.out(1);
          const bool soft = c.b("soft_label");
          Var gx = ops::SoftmaxCrossEntropyGrad(x, label, lse, c.grad(0), soft,
                                                c.i("ignore_index"));
          const Var wide = CastIfNeeded(x, lse.dtype());
          if (c.has_grad(1)) {
            const Var p = ops::Exp(wide - AddLast(lse));
            gx = gx + CastIfNeeded(AddLast(c.grad(1)) * p, x.dtype());
          }
          Var glabel;
          if (soft && c.needs(1)) {
            const Var g = CastIfNeeded(c.grad(0), lse.dtype());
            glabel =
                CastIfNeeded(AddLast(g) * (AddLast(lse) - wide), c.in_dtype(1));
          }
          return {gx, glabel};
        },
        {"logits", "label", "lse"});

PD_OP(softmax_cross_entropy_grad)
    .Schema(
        "(Tensor logits, Tensor label, Tensor lse, Tensor loss_grad, "
        "bool soft_label, int ignore_index) -> Tensor logits_grad")
    .Doc("loss_grad * (softmax(logits) * sum(label) - label).")
    .Traits(kInternal)
    .Dims([](const Args& args, AxisMap& map) {
      EnforceTypes(args, "T*ST");
      CrossEntropyDims(args, map);
    })
    .InferMeta([](const Args& args, Outs& outs) {
      SetOut(outs[0], args.dims(0), args.slot[0].tensor->dtype);
    })
    .Decompose([](const Args& a) -> VarList {
      const Var in = a.tensor(0), lse = a.tensor(2);
      const DataType type = lse.dtype();
      const Var x = CastIfNeeded(in, type);
      const Var target = a.b("soft_label") ? CastIfNeeded(a.tensor(1), type)
                                           : OneHot(a.tensor(1), x.dim(-1),
                                                    a.i("ignore_index"), type);
      const Var p = ops::Exp(x - AddLast(lse));
      const Var g = AddLast(CastIfNeeded(a.tensor(3), type));
      const Var total = ops::Sum(target, {-1}, kUnset, true);
      return {CastIfNeeded(g * (p * total - target), in.dtype())};
    });

PD_OP(cross_entropy)
    .Schema(
        "(Tensor input, Tensor label, Tensor? weight=None, "
        "int ignore_index=-100, str reduction=\"mean\", "
        "bool soft_label=false, int axis=-1, bool use_softmax=true, "
        "float label_smoothing=0.0) -> Tensor out")
    .Doc(R"(
        Cross-entropy between classes and softmax(input) along `axis` (input
        itself where use_softmax is False). `label` holds classes, or
        distributions where soft_label is True. `weight` scales each class; with
        it, `mean` divides by the sum of the weights used.
        Source: label smoothing by Szegedy et al., 2016.
        input: Logits, with the classes along `axis`: [..., c].
        label: int32 or int64 classes, [...] or [..., 1]; or distributions,
            [..., c].
        weight: [c], the factor of each class.
        ignore_index: A label that does not count.
        soft_label: `label` holds distributions.
        use_softmax: False: `input` holds probabilities.
        label_smoothing: Part of each label that goes to all classes alike.
        Returns: 0-D, or for "none" of the shape of `input` with size 1 along
            `axis`, as `label`.
        Raises: IndexError: A class is not in [0, c).
        Raises: ValueError: The shapes do not match.
        >>> x = paddle.to_tensor([[2.0, 0.0], [0.0, 2.0]])
        >>> y = paddle.to_tensor([0, 0])
        >>> F.cross_entropy(x, y).tolist()
        1.1269)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var input = a.tensor(0);
      Var label = a.tensor(1), weight = a.tensor(2);
      const bool soft = a.b("soft_label");
      const int64_t ignore_index = a.i("ignore_index");
      const std::string_view reduction = a.s("reduction");
      const double smoothing = a.f("label_smoothing");
      PADDLE_ENFORCE(
          reduction == "mean" || reduction == "sum" || reduction == "none",
          errors::InvalidArgument("cross_entropy: unknown "
                                  "`reduction`.")
              .Expected("mean, sum or none")
              .Received(std::string(reduction)));
      PADDLE_ENFORCE(smoothing >= 0 && smoothing <= 1,
                     errors::InvalidArgument("cross_entropy: "
                                             "`label_smoothing` is no part.")
                         .Expected("0 <= label_smoothing <= 1")
                         .Received(std::to_string(smoothing)));
      PADDLE_ENFORCE(!soft || ignore_index <= 0,
                     errors::InvalidArgument("cross_entropy: `ignore_index` "
                                             "has no meaning with "
                                             "soft_label=True."));
      PADDLE_ENFORCE(input.rank() > 0,
                     errors::InvalidArgument("cross_entropy: `input` has no "
                                             "axis of classes."));
      const int axis =
          NormalizeAxis(a.i("axis"), input.rank(), "cross_entropy");
      PADDLE_ENFORCE(
          label.rank() == input.rank() || label.rank() == input.rank() - 1,
          errors::InvalidArgument("cross_entropy: `label` does not "
                                  "suit `input`.")
              .Expected("the same number of axes, or one less")
              .Shapes({{"input", input.dims()}, {"label", label.dims()}}));
      const Var x = MoveAxisLast(input, axis);
      const int64_t classes = x.dim(-1);
      CheckParameter(weight.get(), classes, "cross_entropy", "weight");
      if (weight) weight = ops::Reshape(weight, {-1});
      const bool keep_axis = label.rank() == input.rank() || smoothing > 0;
      Lines lines;
      if (soft) {
        label = MoveAxisLast(label, axis);
        if (smoothing > 0) {
          label = CastIfNeeded(label, x.dtype()) * (1 - smoothing) +
                  smoothing / static_cast<double>(classes);
        }
        lines = SoftLines(x, label, weight, a.b("use_softmax"));
      } else {
        label = ClassesOf(label, input.dims(), axis);
        lines = HardLines(x, label, weight, a.b("use_softmax"), ignore_index,
                          smoothing);
      }
      Var loss = lines.loss;
      if (lines.used) loss = loss * lines.used;
      if (reduction == "sum") return {ops::Sum(loss)};
      if (reduction == "none") {
        if (!keep_axis) return {loss};
        DDim dims = input.dims();
        dims[axis] = 1;
        return {ops::Reshape(loss, dims)};
      }
      if (lines.used) {
        return {SafeRatio(ops::Sum(loss), ops::Sum(lines.used))};
      }
      if (ignore_index < 0 || soft) return {ops::Mean(loss)};
      const Var kept = NotIgnored(label, ignore_index, loss.dtype());
      return {SafeRatio(ops::Sum(loss), ops::Sum(kept))};
    });

PD_OP(nll_loss)
    .Schema(
        "(Tensor input, Tensor label, Tensor? weight=None, "
        "int ignore_index=-100, str reduction=\"mean\") -> Tensor out")
    .Doc(R"(
        -weight[label] * input[label], where `input` holds logarithms of
        probabilities with the classes at axis 1; `mean` divides by the sum of
        the weights used.
        input: Logarithms of probabilities: [n, c] or [n, c, ...].
        label: int64 classes in [0, c): [n] or [n, ...].
        weight: [c], the factor of each class.
        ignore_index: A label that does not count.
        Returns: 0-D, or of the shape of `label` for "none".
        Raises: IndexError: A class is not in [0, c).
        >>> x = paddle.to_tensor([[-0.5, -1.0], [-2.0, -0.25]])
        >>> y = paddle.to_tensor([0, 1])
        >>> F.nll_loss(x, y).tolist()
        0.375)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var input = a.tensor(0), weight = a.tensor(2);
      const Var label = CastIfNeeded(a.tensor(1), DataType::kInt64);
      const std::string_view reduction = a.s("reduction");
      const int64_t ignore_index = a.i("ignore_index");
      PADDLE_ENFORCE(input.rank() >= 2,
                     errors::InvalidArgument("nll_loss: `input` needs at least "
                                             "two axes.")
                         .Shapes({{"input", input.dims()}}));
      DDim lines = input.dims();
      lines.erase(1);
      PADDLE_ENFORCE(label.dims() == lines,
                     errors::InvalidArgument("nll_loss: `label` does not suit "
                                             "`input`.")
                         .Expected("shape " + errors::ToString(lines))
                         .Shapes({{"label", label.dims()}}));
      const int64_t classes = input.dim(1);
      const Var kept = NotIgnored(label, ignore_index, label.dtype());
      DDim column = lines;
      column.insert(1, 1);
      const Var at = ops::Reshape(label * kept, column);
      const Var taken = ops::Reshape(
          ops::TakeAlongAxis(input, at, 1, /*broadcast=*/false), lines);
      Var used = ops::Cast(kept, input.dtype());
      if (weight) {
        CheckParameter(weight.get(), classes, "nll_loss", "weight");
        used = CastIfNeeded(
            WeightOf(ops::Reshape(weight, {-1}), label, ignore_index),
            input.dtype());
      }
      const Var loss = -(taken * used);
      if (reduction == "mean") return {ops::Sum(loss) / ops::Sum(used)};
      return {ReduceLoss(loss, reduction, "nll_loss")};
    });

}  // namespace paddle
