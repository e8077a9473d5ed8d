// What a fused kernel computes for one element: a graph of scalar operations in
// which equal ones are one.
#pragma once
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "common/macros.h"
#include "core/data_type.h"

namespace paddle::cinn {

enum class ScalarOp : uint8_t {
  kLoad,      // of access `index`
  kConstant,  // `bits`: of a double, or an integer
  kParam,     // number `index` among those that a run is given
  kReduce,    // of a[0]; `index`: a ReduceKind
  // Arithmetic of floats, and of integers that wraps around.
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,  // floats only, as all up to kScale
  kNegate,
  kMulAdd,       // a b + c, rounded once
  kMinusMulAdd,  // c - a b
  kQuotient,     // a / b to two units in the last place
  kAbs,
  kSqrt,
  kRound,  // half to even
  kTrunc,
  kFloor,
  kCeil,
  kCopySign,
  kScale,  // a 2^b
  // Of two numbers of one type; the second where one is NaN.
  kMin,
  kMax,
  // To bools; with NaN only kNotEqual is true.
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  // Of bools or integers.
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,  // logical
  kSelect,      // a ? b : c
  kConvert,     // to `type`; `index` 1: of a result, see NarrowResult
  kBitcast,     // to `type`, of the same size
};

enum class ReduceKind : uint8_t { kSum, kMax, kMin, kProduct };

using ExprId = int32_t;

struct Expr {
  ScalarOp op;
  DataType type;
  ExprId a[3] = {-1, -1, -1};
  int32_t index = 0;
  uint64_t bits = 0;

  int num_args() const { return (a[0] >= 0) + (a[1] >= 0) + (a[2] >= 0); }
  double number() const;  // of a constant of a floating type
};

class PADDLE_API ExprGraph {
 public:
  ExprId Load(DataType type, int access);
  ExprId Param(DataType type, int index);
  ExprId Constant(DataType type, double value);
  ExprId Bits(DataType type, uint64_t bits);  // an integer, or a bool
  ExprId Reduce(ReduceKind kind, ExprId of);
  ExprId Make(ScalarOp op, DataType type, ExprId a, ExprId b = -1,
              ExprId c = -1);
  // To another type, as `cast` does; the value itself where it has it.
  ExprId Convert(ExprId x, DataType type);
  // A result in the type of its tensor. Where another step reads it, it gets
  // what was computed (WidenResult): only what is stored is rounded.
  ExprId NarrowResult(ExprId x, DataType type);
  ExprId WidenResult(ExprId x, DataType type);

  const Expr& operator[](ExprId id) const {
    return nodes_[static_cast<size_t>(id)];
  }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  using Key =
      std::tuple<ScalarOp, DataType, ExprId, ExprId, ExprId, int32_t, uint64_t>;
  ExprId Add(const Expr& e);

  std::vector<Expr> nodes_;
  std::map<Key, ExprId> known_;
};

}  // namespace paddle::cinn
