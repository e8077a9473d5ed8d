#include "pir/builder/pir_builder.h"

#include "ops/promote.h"

namespace paddle::pir {

namespace {
Var Traced(const ValueType& type) {
  Var t = Var::Own(NewTensor(State()));
  t->dtype = type.dtype;
  t->dims = type.dims;
  t->place = CPUPlace();
  t->flags = kTraced;
  SetContiguous(t.get());
  return t;
}
}  // namespace

PirBuilder::~PirBuilder() = default;

void PirBuilder::Bind(Var tensor, ValueId value) {
  ids_[tensor.get()] = value;
  seen_.push_back(std::move(tensor));
}

Var PirBuilder::TensorOf(ValueId value) {
  Var t = Traced(program_->values[value]);
  Bind(t, value);
  return t;
}

ValueId PirBuilder::ValueOf(DenseTensor* t) {
  if (!t) return kNoValue;
  const auto it = ids_.find(t);
  if (it != ids_.end()) return it->second;
  PADDLE_ENFORCE(
      t->storage && t->rank() == 0 && !(t->flags & kTraced),
      errors::Unimplemented("pir: a rule uses a tensor that no call made."));
  const ValueId value = program_->AddConstant(Var::Share(t));
  Bind(Var::Share(t), value);
  return value;
}

bool IsLowered(const OpDef& op) {
  return op.decompose && !op.view && !op.into && !op.writes &&
         !op.Has(kRandom) && !op.Has(kDataDependent);
}

void PirBuilder::TakeBack(size_t calls, size_t values, size_t seen) {
  program_->calls.resize(calls);
  program_->values.resize(values);
  for (size_t i = seen; i < seen_.size(); ++i) ids_.erase(seen_[i].get());
  seen_.resize(seen);
}

void PirBuilder::Emit(const OpDef& op, Args& args, Outs& outs) {
  static const OpDef& copy_into = GetOp("copy_into");
  PADDLE_ENFORCE(
      !args.inplace && !op.writes && &op != &copy_into && !op.Has(kRandom) &&
          !op.Has(kDataDependent),
      errors::Unimplemented("pir: a rule calls %s.", op.name.c_str()));
  PromoteIfNeeded(op, args);
  if (IsLowered(op) &&
      Try([&] { TakeResults(op, op.decompose(args), outs); })) {
    return;
  }
  PADDLE_ENFORCE(op.infer, errors::Unimplemented("pir: %s has no shape.",
                                                 op.name.c_str()));
  ThreadState& s = State();
  for (int i = 0; i < outs.size(); ++i) outs[i] = NewTensor(s);
  op.infer(args, outs);
  FixDefaultFloat(op, args, outs);
  std::vector<ValueId> operands;
  ForEachOperand(op, args,
                 [&](DenseTensor* t) { operands.push_back(ValueOf(t)); });
  std::vector<ValueId> results;
  for (int i = 0; i < outs.size(); ++i) {
    outs[i]->flags |= kTraced;
    results.push_back(program_->AddValue(outs[i]->dtype, outs[i]->dims));
    Bind(Var::Share(outs[i]), results.back());
  }
  Call& call = program_->AddCall(op, args);
  call.operands = std::move(operands);
  call.results = std::move(results);
}

namespace {

void SetArgs(const Call& call, const std::vector<DenseTensor*>& operands,
             Args* args) {
  const OpDef& op = *call.op;
  args->size = static_cast<int>(call.slots.size());
  size_t operand = 0;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const bool list = op.list_mask >> i & 1;
    if (!list && !(op.tensor_mask >> i & 1)) {
      args->slot[i] = call.slots[i];
      continue;
    }
    const int64_t count = list ? call.slots[i].i : 1;
    for (int64_t k = 0; k < count; ++k) {
      if (operands[operand + k]) args->Note(*operands[operand + k]);
    }
    if (list) {
      args->slot[i].tensors = {operands.data() + operand, count};
    } else {
      args->slot[i].tensor = operands[operand];
    }
    operand += count;
  }
}

std::string Text(DataType dtype, const DDim& dims) {
  return std::string(Name(dtype)) + " " + errors::ToString(dims);
}

}  // namespace

std::vector<ValueType> InferTypes(const FlatProgram& program,
                                  const Call& call) {
  const OpDef& op = *call.op;
  std::vector<Var> tensors;
  std::vector<DenseTensor*> operands;
  for (ValueId v : call.operands) {
    tensors.push_back(v < 0 ? Var() : Traced(program.values[v]));
    operands.push_back(tensors.back().get());
  }
  Args args(op);
  SetArgs(call, operands, &args);
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  {
    const BuilderGuard meta(MetaBuilder());
    const GradModeGuard no_grad(false);
    Dispatch(op, args, outs);
  }
  std::vector<ValueType> types;
  for (int i = 0; i < outs.size(); ++i) {
    types.push_back({outs[i]->dtype, outs[i]->dims});
  }
  for (int k : WrittenOperands(op, call.slots)) {
    types.push_back(program.values[call.operands[k]]);
  }
  return types;
}

std::string WrongTypes(const FlatProgram& program, const Call& call) {
  if (call.op->Has(kDataDependent)) return "";
  std::vector<ValueType> expected;
  try {
    expected = InferTypes(program, call);
  } catch (const Error& e) {
    return e.code() == ErrorCode::kUnimplemented ? "" : e.what();
  }
  if (expected.size() != call.results.size()) {
    return "expects " + std::to_string(expected.size()) +
           " results, but received " + std::to_string(call.results.size());
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    const ValueType& is = program.values[call.results[i]];
    if (is == expected[i]) continue;
    return "expects result " + std::to_string(i) + " to be " +
           Text(expected[i].dtype, expected[i].dims) + ", but received " +
           Text(is.dtype, is.dims);
  }
  return "";
}

FlatProgram Decompose(const FlatProgram& program) {
  FlatProgram result;
  PirBuilder builder(&result);
  const BuilderGuard guard(&builder);
  const GradModeGuard no_grad(false);
  std::vector<Var> tensors(program.values.size());
  for (ValueId v : program.inputs) {
    const ValueType& type = program.values[v];
    tensors[v] = builder.TensorOf(result.AddInput(type.dtype, type.dims));
  }
  for (const Call& call : program.calls) {
    if (!call.bodies.empty()) {
      Call& same = result.calls.emplace_back();
      same.op = nullptr;
      for (const auto& body : call.bodies) {
        same.bodies.push_back(
            std::make_shared<const FlatProgram>(Decompose(*body)));
      }
      for (ValueId v : call.operands) {
        same.operands.push_back(builder.ValueOf(tensors[v].get()));
      }
      for (ValueId v : call.results) {
        const ValueType& type = program.values[v];
        same.results.push_back(result.AddValue(type.dtype, type.dims));
        tensors[v] = builder.TensorOf(same.results.back());
      }
      continue;
    }
    if (!call.op) {
      tensors[call.results[0]] = call.constant;
      builder.Bind(call.constant, result.AddConstant(call.constant));
      continue;
    }
    std::vector<DenseTensor*> operands;
    for (ValueId v : call.operands) {
      operands.push_back(v < 0 ? nullptr : tensors[v].get());
    }
    Args args(*call.op);
    SetArgs(call, operands, &args);
    if (IsLowered(*call.op) && builder.Try([&] {
          PromoteIfNeeded(*call.op, args);
          VarList made = call.op->decompose(args);
          PADDLE_ENFORCE(made.size() == static_cast<int>(call.results.size()),
                         errors::Fatal("pir: another number of results."));
          for (int i = 0; i < made.size(); ++i) {
            const ValueType type = program.values[call.results[i]];
            const ValueId v = builder.ValueOf(made[i].get());
            PADDLE_ENFORCE(v >= 0 && result.values[v] == type,
                           errors::Fatal("pir: a result of another type."));
            tensors[call.results[i]] = std::move(made[i]);
          }
        })) {
      continue;
    }
    const ScopeGuard scope(call.scope);
    Args again(*call.op);  // the first may have been rewritten
    SetArgs(call, operands, &again);
    std::vector<ValueId> ids;
    for (DenseTensor* t : operands) ids.push_back(builder.ValueOf(t));
    Call& same = result.AddCall(*call.op, again);
    same.operands = std::move(ids);
    for (ValueId v : call.results) {
      const ValueType& type = program.values[v];
      same.results.push_back(result.AddValue(type.dtype, type.dims));
      tensors[v] = builder.TensorOf(same.results.back());
    }
  }
  for (const auto& out : program.outputs) {
    result.outputs.push_back(
        {builder.ValueOf(tensors[out.value].get()), out.into});
  }
  return result;
}

}  // namespace paddle::pir
