// Calls of custom operators, and of their gradients.
#include <algorithm>
#include <optional>

#include "eager/custom_op.h"

#include "eager/amp.h"
#include "eager/eager_builder.h"
#include "eager/grad_node.h"
#include "eager/recorder.h"
#include "eager/replace_operands.h"
#include "eager/view_history.h"
#include "eager/write_result.h"
#include "ops/generated/ops.h"

namespace paddle {

namespace {

void SetSizes(const CustomOpDef& op, Args* args) {
  if (!op.has_sizes) return;
  auto* sizes = args->Allocate<int64_t>(__builtin_popcount(op.list_mask));
  int64_t n = 0;
  for (uint32_t m = op.list_mask; m; m &= m - 1) {
    sizes[n++] = args->slot[__builtin_ctz(m)].tensors.count;
  }
  args->slot[args->size - 1].ints = IntArray(sizes, n);
}

// Inputs into slots; an empty optional is one that is left out.
void SetInputs(const CustomOpDef& op,
               const std::vector<optional<std::vector<Var>>>& inputs,
               Args* args) {
  args->size = static_cast<int>(op.schema.args.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<Var> none;
    const std::vector<Var>& given = inputs[i] ? *inputs[i] : none;
    const int at = static_cast<int>(i);
    if (op.list_mask >> i & 1) {
      auto** list =
          args->Allocate<DenseTensor*>(static_cast<int64_t>(given.size()));
      for (size_t k = 0; k < given.size(); ++k) {
        list[k] = args->Keep(given[k]);
        args->Note(*list[k]);
      }
      args->slot[at].tensors = {list, static_cast<int64_t>(given.size())};
    } else if (given.empty()) {
      args->slot[at].tensor = nullptr;
    } else {
      args->SetTensor(at, args->Keep(given[0]));
    }
  }
  SetSizes(op, args);
}

std::vector<Var> DispatchCustom(const CustomOpDef& op, Args& args) {
  ThreadState& s = State();
  std::optional<PauseAmp> no_amp;  // it takes the dtypes that it is given
  if (PD_UNLIKELY(CurrentAmp() != nullptr)) no_amp.emplace();
  std::optional<PauseRecorder> at_once;
  if (PD_UNLIKELY(s.recorder != nullptr) &&
      !AreKnown(InferOutputs(op, MetasOf(op, args), AttrsOf(op, args.slot)))) {
    s.recorder->Materialize(op.info.name +
                            ": only its kernel knows the shapes of its "
                            "outputs");
    SettleOperands(op, args);
    at_once.emplace();
  }
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  const bool eager = !s.recorder && s.builder == EagerBuilder();
  const RunsNow guard(eager ? &op : nullptr);
  Dispatch(op, args, outs);
  std::vector<Var> results;
  for (int i = 0; i < outs.size(); ++i) {
    results.push_back(Var::Own(outs.Take(i)));
  }
  return results;
}

// The inputs that outputs are written into, by output.
std::vector<std::vector<Var>> Targets(const CustomOpDef& op, const Args& args) {
  std::vector<std::vector<Var>> targets(op.outputs.size());
  for (size_t o = 0; o < targets.size(); ++o) {
    const int i = op.inplace_input[o];
    if (i < 0) continue;
    if (op.list_mask >> i & 1) {
      for (DenseTensor* t : args.slot[i].tensors) {
        targets[o].push_back(Var::Share(t));
      }
    } else if (args.slot[i].tensor) {
      targets[o].push_back(args.tensor(i));
    }
  }
  return targets;
}

// Before the call: what is written may be written, and a gradient that reads
// it sees it as it was.
void PrepareWrites(const CustomOpDef& op,
                   const std::vector<std::vector<Var>>& targets, bool record,
                   Args& args) {
  std::vector<DenseTensor*> written;
  for (const auto& tensors : targets) {
    for (const Var& x : tensors) {
      PADDLE_ENFORCE(
          std::find(written.begin(), written.end(), x.get()) == written.end(),
          errors::InvalidArgument("%s: two of its outputs would be written "
                                  "into the same tensor.",
                                  op.info.name.c_str()));
      written.push_back(x.get());
      if (RepeatsMemory(*x)) TakeOwnMemory(x.get());
      if (record) CheckRecordedWrite(op, *x);
    }
  }
  if (!record) return;
  CheckHistories(op, args);
  for (size_t o = 0; o < targets.size(); ++o) {
    const int i = op.inplace_input[o];
    if (i < 0 || !(op.saves_in >> i & 1)) continue;
    ReplaceOperands(op, args, [&](DenseTensor* t) {
      const bool mine = std::any_of(targets[o].begin(), targets[o].end(),
                                    [&](const Var& x) { return x.get() == t; });
      return mine ? args.Keep(ops::Assign(Var::Share(t))) : t;
    });
  }
}

// The result becomes what the tensor is.
Var WriteBack(const CustomOpDef& op, Var result, Var x, bool record) {
  {
    GradModeGuard no_grad(false);
    StoreResult(op, *result, x.get());
  }
  x->BumpVersion();
  MoveHistory(*result, x.get());
  if (record) NoteRecordedWrite(*x);
  return x;
}

// Whether the kernel may change the tensors themselves: the call runs at once,
// leaves no history, has no other outputs, and nothing else that it reads shows
// their memory.
bool CanRunInPlace(const CustomOpDef& op, const Args& args,
                   const std::vector<std::vector<Var>>& targets, bool record) {
  const ThreadState& s = State();
  if (record || s.recorder || s.builder != EagerBuilder() ||
      args.flags & kTraced ||
      std::count(op.inplace_input.begin(), op.inplace_input.end(), -1) > 0) {
    return false;
  }
  for (const auto& tensors : targets) {
    for (const Var& x : tensors) {
      int shown = 0;
      ForEachOperand(op, args, [&](const DenseTensor* t) {
        shown += t && t->storage == x->storage;
      });
      if (shown != 1 || !x->contiguous() || x->place != CPUPlace()) {
        return false;
      }
    }
  }
  return true;
}

void CheckInputs(const CustomOpDef& op,
                 const std::vector<optional<std::vector<Tensor>>>& inputs) {
  PADDLE_ENFORCE(inputs.size() == op.inputs.size(),
                 errors::InvalidArgument("%s: one entry for each input.",
                                         op.info.name.c_str())
                     .Expected(std::to_string(op.inputs.size()))
                     .Received(std::to_string(inputs.size())));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const CustomName& name = op.inputs[i];
    const char* arg = op.schema.args[i].name.c_str();
    PADDLE_ENFORCE(inputs[i] || name.optional,
                   errors::InvalidArgument("%s: misses the argument `%s`.",
                                           op.info.name.c_str(), arg));
    if (!inputs[i]) continue;
    PADDLE_ENFORCE(name.list || inputs[i]->size() == 1,
                   errors::InvalidArgument("%s: argument `%s` is one tensor.",
                                           op.info.name.c_str(), arg));
    for (const Tensor& t : *inputs[i]) {
      PADDLE_ENFORCE(t.defined(),
                     errors::InvalidArgument("%s: argument `%s` is undefined.",
                                             op.info.name.c_str(), arg));
    }
  }
}

}  // namespace

std::vector<std::vector<Tensor>> CallCustomOp(
    const CustomOpDef& op,
    const std::vector<optional<std::vector<Tensor>>>& inputs,
    const std::vector<Attribute>& attrs) {
  CheckInputs(op, inputs);
  PADDLE_ENFORCE(attrs.size() == op.attrs.size(),
                 errors::InvalidArgument("%s: takes another number of "
                                         "attributes.",
                                         op.info.name.c_str())
                     .Expected(std::to_string(op.attrs.size()))
                     .Received(std::to_string(attrs.size())));
  Args args(op);
  std::vector<optional<std::vector<Var>>> vars;
  for (const auto& input : inputs) {
    vars.emplace_back();
    if (input) vars.back() = ToVars(*input);
  }
  SetInputs(op, vars, &args);
  for (size_t i = 0; i < attrs.size(); ++i) {
    SetAttr(op, static_cast<int>(i), attrs[i], &args);
  }
  const bool record = (args.flags & kRequiresGrad) && State().grad_enabled &&
                      op.differentiable();
  const auto targets = Targets(op, args);
  const CustomMetas metas = MetasOf(op, args);
  PrepareWrites(op, targets, record, args);
  if (CanRunInPlace(op, args, targets, record)) {
    auto outputs = RunCustomKernel(op, args, true);
    for (size_t o = 0; o < outputs.size(); ++o) {
      for (size_t k = 0; k < targets[o].size(); ++k) {
        const Var& x = targets[o][k];
        DenseTensor& result = *outputs[o][k].impl();
        if (result.data != x->data) {  // it has put another in its place
          GradModeGuard no_grad(false);
          StoreResult(op, result, x.get());
        }
        x->BumpVersion();
        outputs[o][k] = FromVar(x);
      }
    }
    return outputs;
  }
  std::vector<Var> flat = DispatchCustom(op, args);
  size_t in_place = 0;
  for (const auto& tensors : targets) in_place += tensors.size();
  const std::vector<int> counts =
      CountOutputs(op, metas, flat.size() - in_place, "its kernel");
  std::vector<std::vector<Tensor>> outputs(op.outputs.size());
  size_t next = 0;
  for (size_t o = 0; o < outputs.size(); ++o) {
    for (const Var& x : targets[o]) {
      outputs[o].push_back(
          FromVar(WriteBack(op, std::move(flat[next++]), x, record)));
    }
    for (int k = 0; k < counts[o]; ++k) {
      outputs[o].push_back(FromVar(std::move(flat[next++])));
    }
  }
  return outputs;
}

// ---- the gradient ----

namespace {

// Where the operands of each input and the outputs begin in a recorded call.
struct Layout {
  std::vector<int> inputs, outputs;
  std::vector<int> input_counts, output_counts;
};

Layout LayoutOf(const CustomOpDef& op, const VjpContext& c,
                const std::vector<Slot>& slots) {
  Layout l;
  const int singles = __builtin_popcount(op.tensor_mask);
  int next = 0, lists = 0;
  CustomMetas metas;
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    int count = 1;
    if (op.list_mask >> i & 1) {
      count =
          op.has_sizes
              ? static_cast<int>(slots[op.schema.args.size() - 1].ints[lists++])
              : c.num_operands() - singles;
    }
    l.inputs.push_back(next);
    const bool given = count > 0 && c.has_in(next);
    l.input_counts.push_back(given ? count : 0);
    metas.emplace_back();
    if (given || !op.inputs[i].optional) metas.back().emplace();
    for (int k = 0; k < (given ? count : 0); ++k) {
      const DDim& dims = c.in_dims(next + k);
      metas.back()->push_back(
          {Shape(dims.begin(), dims.end()), c.in_dtype(next + k)});
    }
    next += count;
  }
  next = 0;
  std::vector<std::vector<CustomMeta>> outputs;
  if (op.schema.list_out) {
    outputs = InferOutputs(op, metas, AttrsOf(op, slots.data()));
  }
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    l.outputs.push_back(next);
    l.output_counts.push_back(
        outputs.empty() ? 1 : static_cast<int>(outputs[o].size()));
    next += l.output_counts.back();
  }
  return l;
}

}  // namespace

VarList CustomVjp(const VjpContext& c) {
  const auto& op = static_cast<const CustomOpDef&>(c.op());
  const CustomOpDef& grad = *op.gradient;
  std::vector<Slot> slots(op.schema.args.size());
  for (size_t i = op.inputs.size(); i < slots.size(); ++i) {
    slots[i] = c.attr(static_cast<int>(i));
  }
  const Layout layout = LayoutOf(op, c, slots);
  std::vector<optional<std::vector<Var>>> inputs;
  for (const CustomOpDef::Source& source : grad.sources) {
    const bool of_input = source.kind == CustomOpDef::Source::kInput;
    const int first = (of_input ? layout.inputs : layout.outputs)[source.at];
    const int count =
        (of_input ? layout.input_counts : layout.output_counts)[source.at];
    inputs.emplace_back();
    if (count > 0) inputs.back().emplace();
    for (int k = first; k < first + count; ++k) {
      inputs.back()->push_back(of_input ? c.in(k)
                               : source.kind == CustomOpDef::Source::kOutput
                                   ? c.out(k)
                                   : c.grad(k));
    }
  }
  Args args(grad);
  SetInputs(grad, inputs, &args);
  for (size_t i = 0; i < grad.attrs.size(); ++i) {
    args.slot[grad.first_attr() + i] =
        slots[op.first_attr() + grad.forward_attrs[i]];
  }
  const CustomMetas metas = MetasOf(grad, args);
  const auto targets = Targets(grad, args);
  std::vector<Var> flat = DispatchCustom(grad, args);
  size_t in_place = 0;
  for (const auto& tensors : targets) in_place += tensors.size();
  const std::vector<int> counts =
      CountOutputs(grad, metas, flat.size() - in_place, "its kernel");
  std::vector<Var> gradients(static_cast<size_t>(c.num_operands()));
  size_t next = 0;
  for (size_t o = 0; o < grad.outputs.size(); ++o) {
    const int input = grad.targets[o];
    const size_t count = targets[o].size() + static_cast<size_t>(counts[o]);
    PADDLE_ENFORCE_EQ(
        static_cast<int>(count), layout.input_counts[input],
        errors::InvalidArgument("%s: `%s` has another number of tensors than "
                                "the input it is the gradient of.",
                                grad.info.name.c_str(),
                                grad.outputs[o].text.c_str()));
    for (size_t k = 0; k < count; ++k, ++next) {
      const int operand = layout.inputs[input] + static_cast<int>(k);
      PADDLE_ENFORCE(flat[next]->dims == c.in_dims(operand),
                     errors::InvalidArgument(
                         "%s: `%s` has another shape than the input "
                         "it is the gradient of.",
                         grad.info.name.c_str(), grad.outputs[o].text.c_str())
                         .Shapes({{"input", c.in_dims(operand)},
                                  {"gradient", flat[next]->dims}}));
      gradients[operand] = std::move(flat[next]);
    }
  }
  VarList list;
  for (Var& v : gradients) list.push_back(std::move(v));
  return list;
}

}  // namespace paddle
