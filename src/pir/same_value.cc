#include "pir/same_value.h"

#include <cstring>

#include "ops/op_def.h"

namespace paddle::pir {

namespace {

constexpr int kDepth = 8;

const Call* Definition(const FlatProgram& program, ValueId v, size_t* result) {
  for (auto call = program.calls.rbegin(); call != program.calls.rend();
       ++call) {
    for (size_t k = 0; k < call->results.size(); ++k) {
      if (call->results[k] != v) continue;
      *result = k;
      return &*call;
    }
  }
  return nullptr;
}

bool SameNumber(const Var& a, const Var& b) {
  return a->dtype == b->dtype && !((a->flags | b->flags) & kWideNumber) &&
         a->rank() == 0 && b->rank() == 0 &&
         std::memcmp(a->data, b->data, a->bytes()) == 0;
}

bool Same(const FlatProgram& program, ValueId a, ValueId b, int depth) {
  if (a == b) return true;
  if (a < 0 || b < 0 || depth == 0) return false;
  size_t i = 0, j = 0;
  const Call *x = Definition(program, a, &i), *y = Definition(program, b, &j);
  if (!x || !y || i != j || x->op != y->op || !x->bodies.empty() ||
      !y->bodies.empty() || x->operands.size() != y->operands.size()) {
    return false;
  }
  if (!x->op) return SameNumber(x->constant, y->constant);
  if (x->op->Has(kRandom) || x->op->writes) return false;
  for (size_t k = 0; k < x->slots.size(); ++k) {
    if (!SameSlot(x->op->schema.args[k].type, x->slots[k], y->slots[k])) {
      return false;
    }
  }
  for (size_t k = 0; k < x->operands.size(); ++k) {
    if (!Same(program, x->operands[k], y->operands[k], depth - 1)) return false;
  }
  return true;
}

}  // namespace

bool SameValue(const FlatProgram& program, ValueId a, ValueId b) {
  return Same(program, a, b, kDepth);
}

}  // namespace paddle::pir
