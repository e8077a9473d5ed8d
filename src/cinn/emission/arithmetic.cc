#include "phi/kernels/funcs/scalar/arithmetic.h"

#include "cinn/emission/scalar.h"
#include "phi/kernels/funcs/scalar/logic.h"
#include "phi/kernels/funcs/scalar/rounding.h"

namespace paddle::cinn {
namespace {

namespace scalar = phi::scalar;

bool IsWhole(DataType t) { return IsInteger(t) || t == DataType::kBool; }
// Integers that fused kernels compute with.
bool IsWord(DataType t) {
  return t == DataType::kInt32 || t == DataType::kInt64;
}

// The functor for floats; the operation itself for integers.
template <template <typename> class F, ScalarOp kOp>
ExprId Binary(const EmitCall& call) {
  if (IsFloating(call.type(0))) return EmitScalar<F, 2>(call);
  const DataType type = call.type(0);
  if (!IsWord(type) || call.type(1) != type) return -1;
  return call.graph->Make(kOp, call.out, call.in[0], call.in[1]);
}
CINN_EMIT(add, Binary<scalar::Add, ScalarOp::kAdd>);
CINN_EMIT(subtract, Binary<scalar::Subtract, ScalarOp::kSubtract>);
CINN_EMIT(multiply, Binary<scalar::Multiply, ScalarOp::kMultiply>);
CINN_EMIT(divide, EmitScalar<scalar::Divide, 2>);
CINN_EMIT(maximum, EmitScalar<scalar::Maximum, 2>);
CINN_EMIT(minimum, EmitScalar<scalar::Minimum, 2>);
CINN_EMIT(fmax, EmitScalar<scalar::Fmax, 2>);
CINN_EMIT(fmin, EmitScalar<scalar::Fmin, 2>);
CINN_EMIT(logaddexp, EmitScalar<scalar::Logaddexp, 2>);
CINN_EMIT(lerp, EmitScalar<scalar::Lerp, 3>);
CINN_EMIT(neg, EmitScalar<scalar::Neg, 1>);
CINN_EMIT(square, EmitScalar<scalar::Square, 1>);
CINN_EMIT(reciprocal, EmitScalar<scalar::Reciprocal, 1>);
CINN_EMIT(sign, EmitScalar<scalar::Sign, 1>);

// (x + before) * scale + after
ExprId Scale(const EmitCall& call) {
  const DataType type = call.type(0), in = ComputeTypeOf(type);
  if (!IsFloating(type) || call.out != type) return -1;
  const double scale = call.slots[1].scalar.ToDouble();
  const double bias = call.slots[2].scalar.ToDouble();
  const bool after = call.slots[3].i;
  ExprGraph& graph = *call.graph;
  ExprId x = graph.WidenResult(call.in[0], in);
  const auto add_bias = [&] {
    x = graph.Make(ScalarOp::kAdd, in, x, call.Number(in, bias));
  };
  if (!after && bias != 0) add_bias();
  if (scale != 1) {
    x = graph.Make(ScalarOp::kMultiply, in, x, call.Number(in, scale));
  }
  if (after && bias != 0) add_bias();
  return graph.NarrowResult(x, type);
}
CINN_EMIT(scale, Scale);

template <ScalarOp kOp>
ExprId Unary(const EmitCall& call) {
  const DataType type = call.type(0), in = ComputeTypeOf(type);
  if (!IsFloating(type) || call.out != type) return -1;
  const ExprId x = call.graph->WidenResult(call.in[0], in);
  return call.graph->NarrowResult(call.graph->Make(kOp, in, x), type);
}
CINN_EMIT(abs, Unary<ScalarOp::kAbs>);
CINN_EMIT(sqrt, Unary<ScalarOp::kSqrt>);
CINN_EMIT(floor, Unary<ScalarOp::kFloor>);
CINN_EMIT(ceil, Unary<ScalarOp::kCeil>);
CINN_EMIT(trunc, Unary<ScalarOp::kTrunc>);
CINN_EMIT(rsqrt, [](const EmitCall& call) {
  const DataType type = call.type(0), in = ComputeTypeOf(type);
  if (!IsFloating(type)) return ExprId{-1};
  ExprGraph& graph = *call.graph;
  const ExprId root =
      graph.Make(ScalarOp::kSqrt, in, graph.WidenResult(call.in[0], in));
  return graph.NarrowResult(
      graph.Make(ScalarOp::kDivide, in, graph.Constant(in, 1), root), type);
});
CINN_EMIT(round, [](const EmitCall& call) {
  return call.slots[1].i == 0 ? Unary<ScalarOp::kRound>(call) : ExprId{-1};
});

// a op b, or b op a, of two numbers of one type.
template <ScalarOp kOp, bool kSwapped = false>
ExprId Comparison(const EmitCall& call) {
  const DataType type = call.type(0);
  if (call.type(1) != type || IsComplex(type)) return -1;
  ExprGraph& graph = *call.graph;
  const bool equality = kOp == ScalarOp::kEqual || kOp == ScalarOp::kNotEqual;
  if (!IsFloating(type) && !IsWord(type) && !equality) return -1;
  const DataType in = IsFloating(type) ? ComputeTypeOf(type) : type;
  const ExprId a = graph.Convert(call.in[0], in);
  const ExprId b = graph.Convert(call.in[1], in);
  return kSwapped ? graph.Make(kOp, DataType::kBool, b, a)
                  : graph.Make(kOp, DataType::kBool, a, b);
}
CINN_EMIT(equal, Comparison<ScalarOp::kEqual>);
CINN_EMIT(not_equal, Comparison<ScalarOp::kNotEqual>);
CINN_EMIT(less_than, Comparison<ScalarOp::kLess>);
CINN_EMIT(less_equal, Comparison<ScalarOp::kLessEqual>);
CINN_EMIT(greater_than, Comparison<ScalarOp::kLess, true>);
CINN_EMIT(greater_equal, Comparison<ScalarOp::kLessEqual, true>);

template <ScalarOp kOp>
ExprId Logical(const EmitCall& call) {
  ExprGraph& graph = *call.graph;
  if (IsComplex(call.type(0)) || IsComplex(call.type(1))) return -1;
  return graph.Make(kOp, DataType::kBool,
                    graph.Convert(call.in[0], DataType::kBool),
                    graph.Convert(call.in[1], DataType::kBool));
}
CINN_EMIT(logical_and, Logical<ScalarOp::kAnd>);
CINN_EMIT(logical_or, Logical<ScalarOp::kOr>);
CINN_EMIT(logical_xor, Logical<ScalarOp::kXor>);
CINN_EMIT(logical_not, [](const EmitCall& call) {
  ExprGraph& graph = *call.graph;
  if (IsComplex(call.type(0))) return ExprId{-1};
  return graph.Make(ScalarOp::kXor, DataType::kBool,
                    graph.Convert(call.in[0], DataType::kBool),
                    graph.Bits(DataType::kBool, 1));
});

ExprId Where(const EmitCall& call) {
  const DataType type = call.type(1);
  if (call.type(2) != type || call.type(0) != DataType::kBool ||
      call.out != type) {
    return -1;
  }
  ExprGraph& graph = *call.graph;
  const DataType in = IsFloating(type) ? ComputeTypeOf(type) : type;
  const ExprId chosen = graph.Make(ScalarOp::kSelect, in, call.in[0],
                                   graph.WidenResult(call.in[1], in),
                                   graph.WidenResult(call.in[2], in));
  return graph.NarrowResult(chosen, type);
}
CINN_EMIT(where, Where);

// Floats to integers are left to the kernel, which knows what does not fit.
ExprId Cast(const EmitCall& call) {
  const DataType from = call.type(0), to = call.out;
  const bool to_float = IsFloating(to) && (IsFloating(from) || IsWhole(from));
  if (!to_float && to != DataType::kBool && !(IsWord(to) && IsWhole(from))) {
    return -1;
  }
  return call.graph->Convert(call.in[0], to);
}
CINN_EMIT(cast, Cast);
CINN_EMIT(assign, [](const EmitCall& call) { return call.in[0]; });

}  // namespace
}  // namespace paddle::cinn
