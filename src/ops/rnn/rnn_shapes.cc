#include "ops/rnn/rnn_shapes.h"

#include "ops/dims.h"

namespace paddle {
namespace {

const DenseTensor* Find(const Args& a, std::string_view name) {
  const int i = a.op->schema.Find(name);
  return i < 0 ? nullptr : a.slot[i].tensor;
}

// What the layer gave, and gradients of it.
void CheckResults(const Args& a, RnnKind kind) {
  const RnnShapes n(a, kind);
  const DDim all{n.steps, n.batch, n.outputs}, last{n.batch, n.outputs};
  const DDim units{n.batch, n.hidden}, cells{n.steps, n.batch, n.hidden};
  const DDim gates{n.steps, n.batch, n.kept * n.hidden};
  const std::pair<const char*, const DDim*> expected[] = {
      {"out", &all},      {"out_grad", &all},    {"h_grad", &last},
      {"c_grad", &units}, {"gates", &gates},     {"gates_grad", &gates},
      {"cells", &cells},  {"cells_grad", &cells}};
  for (const auto& [name, dims] : expected) {
    const DenseTensor* t = Find(a, name);
    PADDLE_ENFORCE(
        !t || t->dims == *dims,
        errors::InvalidArgument("%s: argument `%s` has another shape than the "
                                "layer gives.",
                                a.op->name.c_str(), name)
            .Shapes({{"expected", *dims}, {name, t ? t->dims : *dims}}));
  }
  for (uint32_t m = a.op->tensor_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const std::string& name = a.op->schema.args[arg].name;
    const DenseTensor* t = a.slot[arg].tensor;
    if (!t || name == "sequence_length") continue;
    const bool kept = name.starts_with("gates") || name.starts_with("cells");
    const DataType type = kept ? n.of_gates : a.at("x").tensor->dtype;
    PADDLE_ENFORCE(t->dtype == type,
                   errors::InvalidType("%s: `%s` has the wrong dtype.",
                                       a.op->name.c_str(), name.c_str())
                       .Expected(Name(type))
                       .Received(Name(t->dtype)));
  }
}

// Links the axis of the batch: 1 of what has steps, 0 of states and lengths.
bool HasBatch(const std::string& name, int* axis) {
  for (const char* of_steps : {"x", "out", "gates", "cells"}) {
    if (name == of_steps || name == std::string(of_steps) + "_grad") {
      *axis = 1;
      return true;
    }
  }
  *axis = 0;
  return name[0] == 'h' || name[0] == 'c' || name == "sequence_length";
}

void LinkBatch(const Args& args, AxisMap& map, int factor) {
  AxisLinks links(args, map);
  int operand = 0, axis;
  for (uint32_t m = args.op->tensor_mask; m; m &= m - 1, ++operand) {
    const int arg = __builtin_ctz(m);
    if (args.slot[arg].tensor &&
        HasBatch(args.op->schema.args[arg].name, &axis)) {
      links.In(operand, axis, factor);
    }
  }
  for (int k = 0; k < links.num_outputs(); ++k) {
    if (!HasBatch(args.op->schema.outs[k], &axis)) continue;
    if (axis < links.out(k).rank()) links.Out(k, axis, factor);
  }
}

int64_t Batch(const Args& args) { return args.at("x").tensor->dims[1]; }

}  // namespace

RnnShapes::RnnShapes(const Args& args, RnnKind kind) {
  const DDim &x = args.at("x").tensor->dims, &h = args.at("h0").tensor->dims;
  gates = kind == RnnKind::kLstm ? 4 : kind == RnnKind::kGru ? 3 : 1;
  kept = kind == RnnKind::kRnn ? 0 : 4;
  steps = x[0];
  batch = x[1];
  inputs = x[2];
  outputs = h[1];
  hidden = args.at("weight_ih").tensor->dims[0] / gates;
  of_gates = StatsType(args.at("x").tensor->dtype);
}

void CheckRnn(const Args& a, RnnKind kind) {
  const char* op = a.op->name.c_str();
  const int64_t gates = kind == RnnKind::kLstm  ? 4
                        : kind == RnnKind::kGru ? 3
                                                : 1;
  const DDim &x = a.at("x").tensor->dims, &h = a.at("h0").tensor->dims;
  PADDLE_ENFORCE(kFloats & Bit(a.at("x").tensor->dtype),
                 errors::InvalidType("%s: `x` must be floating.", op)
                     .Received(Name(a.at("x").tensor->dtype)));
  const DDim& ih = a.at("weight_ih").tensor->dims;
  const DDim& hh = a.at("weight_hh").tensor->dims;
  const DenseTensor* ho = Find(a, "weight_ho");
  PADDLE_ENFORCE(
      x.rank() == 3 && h.rank() == 2 && h[0] == x[1] && ih.rank() == 2 &&
          ih[0] % gates == 0 && ih[1] == x[2] && hh.rank() == 2 &&
          hh[0] == ih[0] && hh[1] == h[1] &&
          (ho ? ho->dims == DDim{ih[0] / gates, h[1]} : ih[0] == gates * h[1]),
      errors::InvalidArgument("%s: the shapes do not match.", op)
          .Expected("x [time, batch, input], h0 [batch, hidden], "
                    "weights [" +
                    std::to_string(gates) + " * hidden, input or hidden]")
          .Shapes({{"x", x}, {"h0", h}, {"weight_ih", ih}, {"weight_hh", hh}}));
  for (const char* name : {"bias_ih", "bias_hh"}) {
    CheckParameter(Find(a, name), ih[0], op, name);
  }
  if (const DenseTensor* c = Find(a, "c0")) {
    PADDLE_ENFORCE((c->dims == DDim{x[1], ih[0] / gates}),
                   errors::InvalidArgument("%s: the shapes differ.", op)
                       .Expected("c0 [batch, hidden]")
                       .Shapes({{"x", x}, {"c0", c->dims}, {"weight_ih", ih}}));
  }
  const DenseTensor* length = a.at("sequence_length").tensor;
  PADDLE_ENFORCE(
      length == nullptr ||
          (IsInteger(length->dtype) && length->dims == DDim{x[1]}),
      errors::InvalidArgument("%s: argument `sequence_length` is wrong.", op)
          .Expected("integers of shape [batch]")
          .Shapes({{"x", x}, {"sequence_length", length->dims}}));
  CheckResults(a, kind);
}

void RnnDims(const Args& args, AxisMap& map) {
  LinkBatch(args, map, map.Pass(Batch(args)));
}
void RnnGradDims(const Args& args, AxisMap& map) {
  LinkBatch(args, map, map.Reduce(Batch(args), Combine::kSum));
}

Var RnnOperand(const Args& args, std::string_view name) {
  DenseTensor* t = args.at(name).tensor;
  return t ? Var::Share(t) : Var();
}

VarList RnnMasks(const Args& args, int64_t steps) {
  const Var length = RnnOperand(args, "sequence_length");
  if (!length || steps == 0) return {};
  const Var at = ops::Reshape(ops::Arange(Scalar(int64_t{0}), Scalar(steps),
                                          Scalar(int64_t{1}), DataType::kInt64),
                              {steps, 1, 1});
  const Var end = ops::Reshape(CastIfNeeded(length, DataType::kInt64), {-1, 1});
  return ops::Unbind(ops::LessThan(at, end), 0);
}

}  // namespace paddle
