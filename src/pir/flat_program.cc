#include "pir/flat_program.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <set>
#include <utility>

#include "pir/same_value.h"

namespace paddle::pir {

namespace {

void Mix(uint64_t* h, uint64_t v) {
  *h = (*h ^ v) * 0x9e3779b97f4a7c15ull;
  *h ^= *h >> 29;
}
void MixBytes(uint64_t* h, const void* data, size_t n) {
  const auto* p = static_cast<const unsigned char*>(data);
  uint64_t word;
  for (; n >= 8; n -= 8, p += 8) {
    std::memcpy(&word, p, 8);
    Mix(h, word);
  }
  word = n;
  if (n > 0) std::memcpy(&word, p, n);
  Mix(h, word ^ (static_cast<uint64_t>(n) << 60));
}
uint64_t Bits(double v) {
  uint64_t bits;
  std::memcpy(&bits, &v, 8);
  return bits;
}

void MixSlot(uint64_t* h, ArgType type, const Slot& s) {
  switch (type) {
    case ArgType::kTensor:
    case ArgType::kOptionalTensor: return;
    case ArgType::kString: return MixBytes(h, s.text.data(), s.text.size());
    case ArgType::kIntArray:
      Mix(h, static_cast<uint64_t>(s.ints.size()));
      return MixBytes(h, s.ints.data(), 8 * s.ints.size());
    case ArgType::kScalar:
      Mix(h, static_cast<uint64_t>(s.scalar.type()));
      return Mix(h, s.scalar.IsIntegral() ? s.scalar.ToInt()
                                          : Bits(s.scalar.ToDouble()));
    default: return Mix(h, static_cast<uint64_t>(s.i));
  }
}

bool SameScalar(const Scalar& a, const Scalar& b) {
  if (a.type() != b.type()) return false;
  if (!a.has_value()) return true;
  if (a.IsIntegral()) return a.ToInt() == b.ToInt();
  const auto x = a.To<std::complex<double>>(), y = b.To<std::complex<double>>();
  return Bits(x.real()) == Bits(y.real()) && Bits(x.imag()) == Bits(y.imag());
}

}  // namespace

bool SameSlot(ArgType type, const Slot& a, const Slot& b) {
  switch (type) {
    case ArgType::kTensor:
    case ArgType::kOptionalTensor: return true;
    case ArgType::kString: return a.text == b.text;
    case ArgType::kIntArray:
      return std::equal(a.ints.begin(), a.ints.end(), b.ints.begin(),
                        b.ints.end());
    case ArgType::kScalar: return SameScalar(a.scalar, b.scalar);
    default: return a.i == b.i;
  }
}

namespace {

bool SameConstant(const Var& a, const Var& b) {
  return a->dtype == b->dtype && a->dims == b->dims &&
         (a->flags & kWideNumber) == (b->flags & kWideNumber) &&
         (a->numel == 0 || std::memcmp(a->data, b->data, a->bytes()) == 0) &&
         (!(a->flags & kWideNumber) ||
          Bits(*WideValue(*a)) == Bits(*WideValue(*b)));
}

bool SameCall(const Call& a, const Call& b) {
  if (a.op != b.op || a.operands != b.operands || a.results != b.results ||
      a.late != b.late || a.kept != b.kept) {
    return false;
  }
  if (a.bodies.size() != b.bodies.size()) return false;
  for (size_t i = 0; i < a.bodies.size(); ++i) {
    if (!(*a.bodies[i] == *b.bodies[i])) return false;
  }
  if (!a.op) return a.bodies.size() || SameConstant(a.constant, b.constant);
  for (size_t i = 0; i < a.slots.size(); ++i) {
    if (!SameSlot(a.op->schema.args[i].type, a.slots[i], b.slots[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

ValueId FlatProgram::AddValue(DataType dtype, const DDim& dims) {
  values.push_back({dtype, dims});
  return static_cast<ValueId>(values.size() - 1);
}

ValueId FlatProgram::AddInput(DataType dtype, const DDim& dims) {
  inputs.push_back(AddValue(dtype, dims));
  return inputs.back();
}

ValueId FlatProgram::AddConstant(const Var& number) {
  Call& call = calls.emplace_back();
  call.op = nullptr;
  call.constant = number;
  call.results.push_back(AddValue(number->dtype, number->dims));
  return call.results[0];
}

const std::string*& CurrentScope() {
  static thread_local const std::string* scope = nullptr;
  return scope;
}

const std::string* KeptScope(const std::string& text) {
  static auto* mutex = new std::mutex;
  static auto* all = new std::set<std::string>;
  std::lock_guard lock(*mutex);
  return text.empty() ? nullptr : &*all->insert(text).first;
}

Call& FlatProgram::AddCall(const OpDef& op, const Args& args) {
  Call& call = calls.emplace_back();
  call.scope = CurrentScope();
  call.op = &op;
  call.slots.resize(op.schema.args.size());
  for (size_t i = 0; i < call.slots.size(); ++i) {
    Slot& slot = call.slots[i];
    switch (op.schema.args[i].type) {
      case ArgType::kTensor:
      case ArgType::kOptionalTensor: slot.i = 1; break;
      case ArgType::kTensorList: slot.i = args.slot[i].tensors.count; break;
      case ArgType::kString: slot.text = Keep(args.slot[i].text); break;
      case ArgType::kIntArray: slot.ints = Keep(args.slot[i].ints); break;
      default: slot = args.slot[i];
    }
  }
  return call;
}

std::string_view FlatProgram::Keep(std::string_view text) {
  std::shared_ptr<char[]> memory(new char[text.size() + 1]);
  std::copy(text.begin(), text.end(), memory.get());
  memory_.push_back(memory);
  return {memory.get(), text.size()};
}

IntArray FlatProgram::Keep(IntArray ints) {
  if (!ints.data()) return ints;
  const size_t bytes = sizeof(int64_t) * ints.size();
  std::shared_ptr<char[]> memory(new char[bytes + 1]);
  if (bytes) std::memcpy(memory.get(), ints.data(), bytes);
  memory_.push_back(memory);
  return {reinterpret_cast<const int64_t*>(memory.get()), ints.size()};
}

void FlatProgram::KeepMemoryOf(const FlatProgram& other) {
  memory_.insert(memory_.end(), other.memory_.begin(), other.memory_.end());
}

FlatProgram FlatProgram::Clone() const {
  FlatProgram copy;
  copy.values = values;
  copy.inputs = inputs;
  copy.outputs = outputs;
  copy.calls = calls;
  copy.given = given;
  for (Call& call : copy.calls) {
    for (size_t k = 0; k < call.slots.size(); ++k) {
      switch (call.op->schema.args[k].type) {
        case ArgType::kString:
          call.slots[k].text = copy.Keep(call.slots[k].text);
          break;
        case ArgType::kIntArray:
          call.slots[k].ints = copy.Keep(call.slots[k].ints);
          break;
        default: break;
      }
    }
  }
  return copy;
}

uint64_t FlatProgram::Hash() const {
  uint64_t h = values.size();
  for (const ValueType& v : values) {
    Mix(&h, static_cast<uint64_t>(v.dtype));
    MixBytes(&h, v.dims.data(), 8 * v.dims.rank());
  }
  MixBytes(&h, inputs.data(), sizeof(ValueId) * inputs.size());
  for (const Call& call : calls) {
    Mix(&h, reinterpret_cast<uintptr_t>(call.op));
    MixBytes(&h, call.operands.data(), sizeof(ValueId) * call.operands.size());
    MixBytes(&h, call.late.data(), sizeof(int) * call.late.size());
    if (call.constant)
      MixBytes(&h, call.constant->data, call.constant->bytes());
    for (const auto& body : call.bodies) Mix(&h, body->Hash());
    for (size_t i = 0; i < call.slots.size(); ++i) {
      MixSlot(&h, call.op->schema.args[i].type, call.slots[i]);
    }
  }
  for (const Output& out : outputs) {
    Mix(&h, static_cast<uint64_t>(out.value) << 32 ^ out.into);
  }
  for (const Given& g : given) {
    Mix(&h, static_cast<uint64_t>(g.call) << 32 ^ g.slot);
    Mix(&h, static_cast<uint64_t>(g.number));
  }
  return h;
}

bool FlatProgram::operator==(const FlatProgram& o) const {
  if (values != o.values || inputs != o.inputs ||
      calls.size() != o.calls.size() || outputs.size() != o.outputs.size() ||
      given != o.given) {
    return false;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].value != o.outputs[i].value ||
        outputs[i].into != o.outputs[i].into) {
      return false;
    }
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    if (!SameCall(calls[i], o.calls[i])) return false;
  }
  return true;
}

void FillArgs(const Call& call, const std::vector<DenseTensor*>& operands,
              Args* args) {
  const OpDef& op = *call.op;
  args->size = static_cast<int>(call.slots.size());
  size_t operand = 0;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const bool is_list = op.list_mask >> i & 1;
    if (!is_list && !(op.tensor_mask >> i & 1)) {
      args->slot[i] = call.slots[i];
      continue;
    }
    const int64_t count = is_list ? call.slots[i].i : 1;
    for (int64_t k = 0; k < count; ++k) {
      if (operands[operand + k]) args->Note(*operands[operand + k]);
    }
    if (is_list) {
      args->slot[i].tensors = {operands.data() + operand, count};
    } else {
      args->slot[i].tensor = operands[operand];
    }
    operand += static_cast<size_t>(count);
  }
}

void SetFloat(const Call& call, int slot, double value, Slot* to) {
  if (call.op->schema.args[slot].type == ArgType::kFloat) {
    to->f = value;
  } else {
    to->scalar = Scalar(value);
  }
}

std::vector<ValueId> Inline(const FlatProgram& body,
                            const std::vector<ValueId>& operands,
                            FlatProgram* program) {
  program->KeepMemoryOf(body);
  std::vector<ValueId> ids(body.values.size(), kNoValue);
  for (size_t i = 0; i < operands.size(); ++i) {
    ids[body.inputs[i]] = operands[i];
  }
  for (const Call& call : body.calls) {
    Call copy = call;
    for (ValueId& v : copy.operands) v = v < 0 ? v : ids[v];
    for (ValueId& v : copy.results) {
      ids[v] = program->AddValue(body.values[v].dtype, body.values[v].dims);
      v = ids[v];
    }
    program->calls.push_back(std::move(copy));
  }
  std::vector<ValueId> outputs;
  for (const auto& out : body.outputs) outputs.push_back(ids[out.value]);
  return outputs;
}

bool IsRepeatable(const Call& call) {
  if (call.op) return !call.op->Has(kRandom);
  return std::all_of(call.bodies.begin(), call.bodies.end(), [](const auto& b) {
    return std::all_of(b->calls.begin(), b->calls.end(), IsRepeatable);
  });
}

namespace {

bool IsKept(const Call& call) {
  return call.kept ||
         std::any_of(call.bodies.begin(), call.bodies.end(), [](const auto& b) {
           return std::any_of(b->calls.begin(), b->calls.end(), IsKept);
         });
}

}  // namespace

bool ChecksValues(const Call& call) {
  return (call.op && call.op->Has(kChecksValues)) ||
         std::any_of(call.bodies.begin(), call.bodies.end(), [](const auto& b) {
           return std::any_of(b->calls.begin(), b->calls.end(), ChecksValues);
         });
}

bool KeepChecks(FlatProgram* program) {
  bool marks = false;
  std::vector<bool> needed(program->values.size(), false);
  for (const auto& out : program->outputs) needed[out.value] = true;
  for (size_t i = program->calls.size(); i-- > 0;) {
    Call& call = program->calls[i];
    for (auto& body : call.bodies) {
      auto copy = std::make_shared<FlatProgram>(*body);
      if (!KeepChecks(copy.get())) continue;
      body = std::move(copy);
      marks = true;
    }
    if (std::none_of(call.results.begin(), call.results.end(),
                     [&](ValueId v) { return needed[v]; })) {
      const bool checks = call.op && call.op->Has(kChecksValues);
      marks |= checks && !std::exchange(call.kept, checks);
      if (!IsKept(call) && IsRepeatable(call)) continue;
    }
    for (ValueId v : call.operands) {
      if (v >= 0) needed[v] = true;
    }
  }
  return marks;
}

void DropUnneeded(FlatProgram* program, bool random) {
  std::vector<bool> needed(program->values.size(), false);
  for (const auto& out : program->outputs) needed[out.value] = true;
  std::vector<Call> kept;
  for (size_t i = program->calls.size(); i-- > 0;) {
    Call& call = program->calls[i];
    const bool finds_size = call.op && call.op->Has(kDataDependent);
    if ((random || IsRepeatable(call)) && !finds_size && !IsKept(call) &&
        std::none_of(call.results.begin(), call.results.end(),
                     [&](ValueId v) { return needed[v]; })) {
      continue;
    }
    for (ValueId v : call.operands) {
      if (v >= 0) needed[v] = true;
    }
    kept.push_back(std::move(call));
  }
  program->calls.assign(std::make_move_iterator(kept.rbegin()),
                        std::make_move_iterator(kept.rend()));
}

std::vector<ValueId> TakeRepeatable(FlatProgram* program) {
  std::vector<bool> needed(program->values.size(), false);
  for (const auto& out : program->outputs) needed[out.value] = true;
  std::vector<ValueId> given;
  std::vector<Call> kept;
  for (size_t i = program->calls.size(); i-- > 0;) {
    Call& call = program->calls[i];
    const auto is_needed = [&](ValueId v) { return needed[v]; };
    if (std::none_of(call.results.begin(), call.results.end(), is_needed)) {
      continue;
    }
    if (!IsRepeatable(call)) {
      std::copy_if(call.results.begin(), call.results.end(),
                   std::back_inserter(given), is_needed);
      continue;
    }
    for (ValueId v : call.operands) {
      if (v >= 0) needed[v] = true;
    }
    kept.push_back(std::move(call));
  }
  program->calls.assign(std::make_move_iterator(kept.rbegin()),
                        std::make_move_iterator(kept.rend()));
  std::sort(given.begin(), given.end());
  program->inputs.insert(program->inputs.end(), given.begin(), given.end());
  return given;
}

std::vector<int> WrittenOperands(const OpDef& op,
                                 const std::vector<Slot>& slots) {
  std::vector<int> written;
  int operand = 0;
  // Operands are ordered by position, as ForEachOperand visits them.
  for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const auto count = static_cast<int>(slots[arg].i);
    for (int k = 0; k < count; ++k, ++operand) {
      if (op.writes >> arg & 1) written.push_back(operand);
    }
  }
  return written;
}

}  // namespace paddle::pir
