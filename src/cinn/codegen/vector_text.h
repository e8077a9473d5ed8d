// Lines of MLIR over vectors of one length: what an expression is on a CPU.
#pragma once
#include <string>
#include <vector>

#include "cinn/expr/expr.h"

namespace paddle::cinn {

// Narrow floats are floats that have been rounded; bools are i1.
class VectorText {
 public:
  VectorText(int lanes, bool avx512) : lanes_(lanes), avx512_(avx512) {}

  void Line(const std::string& text);
  void Open(const std::string& text);  // ends with "{"
  void Close(const std::string& text = "");
  // A new name for the value of `text`.
  std::string Let(const std::string& text);
  std::string Int(int64_t value);  // a constant i64
  std::string Splat(const std::string& scalar, const std::string& type);
  std::string Constant(const Expr& e);

  int lanes() const { return lanes_; }
  std::string Vector(const std::string& element) const;
  static std::string ElementOf(DataType type);  // in registers
  static std::string InMemory(DataType type);   // in memory
  std::string TypeOf(DataType type) const { return Vector(ElementOf(type)); }

  // `address` is that of the first element; `mask` may be empty. `spread`: one
  // element for all lanes.
  std::string Load(DataType type, const std::string& address,
                   const std::string& mask, bool spread);
  // `past`: past the caches, at addresses that are multiples of 64.
  void Store(DataType type, const std::string& value,
             const std::string& address, const std::string& mask,
             bool past = false);
  void StoreFirst(DataType type, const std::string& value,
                  const std::string& address);
  // Pointer plus `offset` elements of `type`.
  std::string Address(const std::string& pointer, const std::string& offset,
                      DataType type);
  std::string Operation(const Expr& e, const std::vector<std::string>& a,
                        DataType from);
  std::string Combine(ReduceKind kind, DataType type, const std::string& a,
                      const std::string& b);
  std::string Identity(ReduceKind kind, DataType type);
  // All lanes combined, in all lanes.
  std::string Across(ReduceKind kind, DataType type, const std::string& v);

  std::string text;

 private:
  std::string Binary(const char* op, const std::string& type,
                     const std::string& a, const std::string& b);
  std::string Select(const std::string& c, const std::string& a,
                     const std::string& b, const std::string& type);
  std::string IntSplat(int64_t value, const std::string& element);
  std::string FloatSplat(double value, DataType type);
  std::string Widen(DataType type, const std::string& loaded);
  std::string Narrow(DataType type, const std::string& value);
  std::string Convert(DataType from, DataType to, const std::string& v);
  std::string RoundTo(DataType narrow, const std::string& v);
  std::string Scale(DataType type, const std::string& a, const std::string& n);
  std::string Quotient(DataType type, const std::string& a,
                       const std::string& b);
  std::string Compare(const Expr& e, DataType from,
                      const std::vector<std::string>& a);

  const int lanes_;
  const bool avx512_;
  int next_ = 0, depth_ = 1;
};

}  // namespace paddle::cinn
