// Stands for a number where a scalar function of phi/kernels/funcs/scalar is
// noted instead of computed: the functions are templates over the type of
// number, so that fused kernels compute what the kernels compute.
#pragma once
#include <functional>

#include "cinn/expr/expr.h"
#include "phi/kernels/funcs/scalar/common.h"

namespace paddle::cinn {

// The graph that symbols of this thread note operations in, and the ways that
// the function has gone where it asks a condition.
class PADDLE_API Tracing {
 public:
  static Tracing& Now();
  // The value of `function`, which is called once for each way through its
  // conditions; the ways meet in selections. -1 where there are too many.
  static ExprId Run(ExprGraph* graph, const std::function<ExprId()>& function);

  ExprGraph& graph() { return *graph_; }
  bool Decide(ExprId condition);

 private:
  explicit Tracing(ExprGraph* graph) : graph_(graph) {}
  ExprId Explore(const std::function<ExprId()>& function,
                 std::vector<bool> first);

  ExprGraph* graph_;
  std::vector<bool> ways_;
  std::vector<ExprId> conditions_;
  size_t next_ = 0;
  int runs_ = 0;
};

struct SymbolBool {
  ExprId id;
  explicit SymbolBool(ExprId i) : id(i) {}
  operator bool() const { return Tracing::Now().Decide(id); }
};

template <typename C>
constexpr DataType kWordType = sizeof(C) == 4 ? DataType::kInt32
                                              : DataType::kInt64;

// The bits of a floating number.
template <typename C>
struct SymbolBits {
  using Word = std::conditional_t<sizeof(C) == 4, uint32_t, uint64_t>;
  ExprId id;
  explicit SymbolBits(ExprId i) : id(i) {}
  static SymbolBits Of(uint64_t bits) {
    return SymbolBits(Tracing::Now().graph().Bits(kWordType<C>, bits));
  }
  SymbolBits Binary(ScalarOp op, SymbolBits b) const {
    return SymbolBits(Tracing::Now().graph().Make(op, kWordType<C>, id, b.id));
  }
  SymbolBits operator+(Word b) const { return Binary(ScalarOp::kAdd, Of(b)); }
  SymbolBits operator&(Word b) const { return Binary(ScalarOp::kAnd, Of(b)); }
  SymbolBits operator|(Word b) const { return Binary(ScalarOp::kOr, Of(b)); }
  SymbolBits operator<<(int n) const {
    return Binary(ScalarOp::kShiftLeft, Of(static_cast<uint64_t>(n)));
  }
  SymbolBits operator>>(int n) const {
    return Binary(ScalarOp::kShiftRight, Of(static_cast<uint64_t>(n)));
  }
};

template <typename C>
struct Symbol {
  static constexpr DataType kType =
      sizeof(C) == 4 ? DataType::kFloat32 : DataType::kFloat64;
  ExprId id;
  Symbol() : id(-1) {}
  explicit Symbol(double value)
      : id(Tracing::Now().graph().Constant(kType, value)) {}
  explicit Symbol(float value) : Symbol(static_cast<double>(value)) {}
  explicit Symbol(int value) : Symbol(static_cast<double>(value)) {}
  explicit Symbol(uint32_t value) : Symbol(static_cast<double>(value)) {}
  explicit Symbol(uint64_t value) : Symbol(static_cast<double>(value)) {}
  static Symbol Of(ExprId id) {
    Symbol s;
    s.id = id;
    return s;
  }
  static Symbol Make(ScalarOp op, Symbol a, Symbol b = {}, Symbol c = {}) {
    return Of(Tracing::Now().graph().Make(op, kType, a.id, b.id, c.id));
  }
  static SymbolBool Compare(ScalarOp op, Symbol a, Symbol b) {
    return SymbolBool(
        Tracing::Now().graph().Make(op, DataType::kBool, a.id, b.id));
  }
  friend Symbol operator+(Symbol a, Symbol b) {
    return Make(ScalarOp::kAdd, a, b);
  }
  friend Symbol operator-(Symbol a, Symbol b) {
    return Make(ScalarOp::kSubtract, a, b);
  }
  friend Symbol operator*(Symbol a, Symbol b) {
    return Make(ScalarOp::kMultiply, a, b);
  }
  friend Symbol operator/(Symbol a, Symbol b) {
    return Make(ScalarOp::kDivide, a, b);
  }
  friend Symbol operator-(Symbol a) { return Make(ScalarOp::kNegate, a); }
  friend SymbolBool operator<(Symbol a, Symbol b) {
    return Compare(ScalarOp::kLess, a, b);
  }
  friend SymbolBool operator>(Symbol a, Symbol b) {
    return Compare(ScalarOp::kLess, b, a);
  }
  friend SymbolBool operator<=(Symbol a, Symbol b) {
    return Compare(ScalarOp::kLessEqual, a, b);
  }
  friend SymbolBool operator>=(Symbol a, Symbol b) {
    return Compare(ScalarOp::kLessEqual, b, a);
  }
  friend SymbolBool operator==(Symbol a, Symbol b) {
    return Compare(ScalarOp::kEqual, a, b);
  }
  friend SymbolBool operator!=(Symbol a, Symbol b) {
    return Compare(ScalarOp::kNotEqual, a, b);
  }
};

inline SymbolBool BoolOf(ScalarOp op, SymbolBool a, SymbolBool b) {
  return SymbolBool(
      Tracing::Now().graph().Make(op, DataType::kBool, a.id, b.id));
}
inline SymbolBool operator&(SymbolBool a, SymbolBool b) {
  return BoolOf(ScalarOp::kAnd, a, b);
}
inline SymbolBool operator|(SymbolBool a, SymbolBool b) {
  return BoolOf(ScalarOp::kOr, a, b);
}
inline SymbolBool operator!(SymbolBool a) {
  ExprGraph& graph = Tracing::Now().graph();
  return BoolOf(ScalarOp::kXor, a, SymbolBool(graph.Bits(DataType::kBool, 1)));
}

// ---- the primitives of scalar/common.h, found by their arguments ----
template <typename C>
Symbol<C> Select(SymbolBool condition, Symbol<C> a, Symbol<C> b) {
  return Symbol<C>::Of(Tracing::Now().graph().Make(
      ScalarOp::kSelect, Symbol<C>::kType, condition.id, a.id, b.id));
}
#define PD_SYMBOL_1(Name, op)                \
  template <typename C>                      \
  Symbol<C> Name(Symbol<C> a) {              \
    return Symbol<C>::Make(ScalarOp::op, a); \
  }
#define PD_SYMBOL_2(Name, op)                   \
  template <typename C>                         \
  Symbol<C> Name(Symbol<C> a, Symbol<C> b) {    \
    return Symbol<C>::Make(ScalarOp::op, a, b); \
  }
#define PD_SYMBOL_3(Name, op)                             \
  template <typename C>                                   \
  Symbol<C> Name(Symbol<C> a, Symbol<C> b, Symbol<C> c) { \
    return Symbol<C>::Make(ScalarOp::op, a, b, c);        \
  }
PD_SYMBOL_3(MulAdd, kMulAdd)
PD_SYMBOL_3(MinusMulAdd, kMinusMulAdd)
PD_SYMBOL_2(MinOf, kMin)
PD_SYMBOL_2(MaxOf, kMax)
PD_SYMBOL_1(AbsOf, kAbs)
PD_SYMBOL_2(CopySign, kCopySign)
PD_SYMBOL_1(SqrtOf, kSqrt)
PD_SYMBOL_1(RoundOf, kRound)
PD_SYMBOL_1(TruncOf, kTrunc)
PD_SYMBOL_1(FloorOf, kFloor)
PD_SYMBOL_1(CeilOf, kCeil)
PD_SYMBOL_2(Quotient, kQuotient)
PD_SYMBOL_2(ScaleByPowerOfTwo, kScale)
PD_SYMBOL_2(ScaleWithinRange, kScale)
#undef PD_SYMBOL_1
#undef PD_SYMBOL_2
#undef PD_SYMBOL_3

template <typename C>
SymbolBits<C> BitsOf(Symbol<C> x) {
  return SymbolBits<C>(
      Tracing::Now().graph().Make(ScalarOp::kBitcast, kWordType<C>, x.id));
}

}  // namespace paddle::cinn

namespace paddle::phi::scalar {

template <typename C>
struct NumberTraits<cinn::Symbol<C>> {
  using Element = C;
  using Bits = cinn::SymbolBits<C>;
};
#define PD_SYMBOL_FROM_BITS(C)                                                 \
  template <>                                                                  \
  inline cinn::Symbol<C> FromBits<cinn::Symbol<C>>(cinn::SymbolBits<C> bits) { \
    using S = cinn::Symbol<C>;                                                 \
    return S::Of(cinn::Tracing::Now().graph().Make(cinn::ScalarOp::kBitcast,   \
                                                   S::kType, bits.id));        \
  }
PD_SYMBOL_FROM_BITS(float)
PD_SYMBOL_FROM_BITS(double)
#undef PD_SYMBOL_FROM_BITS

}  // namespace paddle::phi::scalar
