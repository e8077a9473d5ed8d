// What the operators that can be fused compute for one element.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cinn/expr/expr.h"
#include "ops/op_def.h"

namespace paddle::cinn {

// One call: its operands' elements are expressions.
struct EmitCall {
  const OpDef& op;
  std::span<const Slot> slots;  // by position in the schema
  std::span<const ExprId> in;   // by tensor operand
  DataType out;                 // the dtype of the result
  ExprGraph* graph;
  std::vector<double>* params;  // numbers that are given to a run

  DataType type(size_t i) const { return (*graph)[in[i]].type; }
  // A number that the text of the kernel does not contain, unless it is simple.
  ExprId Number(DataType type, double value) const;
};

// The result for one element; -1: not for these types or attributes.
using EmitFn = ExprId (*)(const EmitCall&);
EmitFn FindEmission(const OpDef& op);
PADDLE_API std::vector<std::string> EmittedOperators();  // by name

// Reductions: how elements are combined, and what is done before and after.
struct Reduction {
  ReduceKind kind;
  bool is_mean = false;
};
const Reduction* FindReduction(const OpDef& op);

struct EmissionRegistrar {
  EmissionRegistrar(std::string_view op, EmitFn emit);
};
#define CINN_EMIT_AS(id, op, ...)                                 \
  [[maybe_unused]] static const ::paddle::cinn::EmissionRegistrar \
      cinn_emission_##id(#op, __VA_ARGS__)
#define CINN_EMIT(op, ...) CINN_EMIT_AS(op, op, __VA_ARGS__)

}  // namespace paddle::cinn
