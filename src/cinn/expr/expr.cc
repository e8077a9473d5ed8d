#include "cinn/expr/expr.h"

#include <bit>

namespace paddle::cinn {

double Expr::number() const { return std::bit_cast<double>(bits); }

ExprId ExprGraph::Add(const Expr& e) {
  const Key key(e.op, e.type, e.a[0], e.a[1], e.a[2], e.index, e.bits);
  const auto [at, is_new] = known_.emplace(key, size());
  if (is_new) nodes_.push_back(e);
  return at->second;
}

ExprId ExprGraph::Load(DataType type, int access) {
  return Add({ScalarOp::kLoad, type, {-1, -1, -1}, access});
}
ExprId ExprGraph::Param(DataType type, int index) {
  return Add({ScalarOp::kParam, type, {-1, -1, -1}, index});
}
ExprId ExprGraph::Constant(DataType type, double value) {
  if (type == DataType::kFloat32) value = static_cast<float>(value);
  return Add({ScalarOp::kConstant,
              type,
              {-1, -1, -1},
              0,
              std::bit_cast<uint64_t>(value)});
}
ExprId ExprGraph::Bits(DataType type, uint64_t bits) {
  return Add({ScalarOp::kConstant, type, {-1, -1, -1}, 0, bits});
}
ExprId ExprGraph::Reduce(ReduceKind kind, ExprId of) {
  return Add({ScalarOp::kReduce,
              (*this)[of].type,
              {of, -1, -1},
              static_cast<int32_t>(kind)});
}
ExprId ExprGraph::Make(ScalarOp op, DataType type, ExprId a, ExprId b,
                       ExprId c) {
  return Add({op, type, {a, b, c}});
}

ExprId ExprGraph::Convert(ExprId x, DataType type) {
  const DataType from = (*this)[x].type;
  if (from == type) return x;
  if (type == DataType::kBool) {
    const ExprId zero = IsFloating(from) ? Constant(from, 0) : Bits(from, 0);
    return Make(ScalarOp::kNotEqual, type, x, zero);
  }
  return Make(ScalarOp::kConvert, type, x);
}

ExprId ExprGraph::NarrowResult(ExprId x, DataType type) {
  const DataType from = (*this)[x].type;
  const bool narrows = from == DataType::kFloat32 && SizeOf(type) == 2;
  if (!narrows || !IsFloating(type)) return Convert(x, type);
  return Add({ScalarOp::kConvert, type, {x, -1, -1}, 1});
}

ExprId ExprGraph::WidenResult(ExprId x, DataType type) {
  const Expr& e = (*this)[x];
  const bool is_result = e.op == ScalarOp::kConvert && e.index == 1;
  if (is_result && (*this)[e.a[0]].type == type) return e.a[0];
  return Convert(x, type);
}

}  // namespace paddle::cinn
