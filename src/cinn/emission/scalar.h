// Emissions made of the scalar functions that the kernels use.
#pragma once
#include <cstring>

#include "cinn/emission/emission.h"
#include "cinn/expr/symbol.h"

namespace paddle::cinn {

// What arithmetic on floats of this type is done in.
inline DataType ComputeTypeOf(DataType type) {
  return type == DataType::kFloat64 ? type : DataType::kFloat32;
}

// Only attributes are looked at.
inline void FillAttributes(const EmitCall& call, Args* args) {
  args->size = static_cast<int>(call.slots.size());
  std::memcpy(static_cast<void*>(args->slot), call.slots.data(),
              call.slots.size() * sizeof(Slot));
}

inline ExprId IdOf(bool b) {
  return Tracing::Now().graph().Bits(DataType::kBool, b);
}
inline ExprId IdOf(SymbolBool b) { return b.id; }
template <typename C>
ExprId IdOf(Symbol<C> s) {
  return s.id;
}

// A functor is a template over the compute type that takes any number, or one
// over the number.
template <template <typename> class F, typename C>
auto Functor(const EmitCall& call) {
  using S = Symbol<C>;
  if constexpr (requires { F<C>::kTakesPacks; }) {
    if constexpr (std::is_constructible_v<F<C>, const Args&>) {
      Args args(call.op);
      FillAttributes(call, &args);
      return F<C>(args);
    } else {
      return F<C>();
    }
  } else {
    return F<S>();
  }
}

template <template <typename> class F, typename C, size_t... K>
ExprId Traced(const EmitCall& call, std::index_sequence<K...>) {
  using S = Symbol<C>;
  ExprGraph& graph = *call.graph;
  const ExprId in[] = {graph.WidenResult(call.in[K], S::kType)...};
  const auto f = Functor<F, C>(call);
  return Tracing::Run(&graph, [&] { return IdOf(f(S::Of(in[K])...)); });
}

// The functor over the first kInputs operands, floats of one type.
template <template <typename> class F, size_t kInputs>
ExprId EmitScalar(const EmitCall& call) {
  const DataType type = call.type(0);
  for (size_t i = 0; i < kInputs; ++i) {
    if (call.type(i) != type || !IsFloating(type)) return -1;
  }
  constexpr auto kIndices = std::make_index_sequence<kInputs>();
  const ExprId value = ComputeTypeOf(type) == DataType::kFloat64
                           ? Traced<F, double>(call, kIndices)
                           : Traced<F, float>(call, kIndices);
  return value < 0 ? value : call.graph->NarrowResult(value, call.out);
}

}  // namespace paddle::cinn
