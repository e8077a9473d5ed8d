#include "executor/executable.h"

#include <algorithm>

#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "ops/generated/ops.h"

namespace paddle {

struct Executable::Instruction {
  const pir::Call* call;
  std::vector<int> written;        // operands
  std::vector<bool> in_place;      // of `written`: nobody needs the old value
  std::vector<pir::ValueId> dead;  // last used here
  std::vector<std::unique_ptr<const Executable>> bodies;
};

Executable::Executable(std::shared_ptr<const pir::FlatProgram> program)
    : owner_(std::move(program)), program_(*owner_) {
  Prepare();
}
Executable::Executable(pir::FlatProgram program)
    : Executable(std::make_shared<const pir::FlatProgram>(std::move(program))) {
}
Executable::~Executable() = default;

void Executable::Prepare() {
  const size_t n = program_.values.size();
  std::vector<int> last_use(n, -1);
  std::vector<pir::ValueId> origin(n, pir::kNoValue);  // written in place of
  for (size_t i = 0; i < program_.calls.size(); ++i) {
    for (pir::ValueId v : program_.calls[i].operands) {
      if (v >= 0) last_use[v] = static_cast<int>(i);
    }
  }
  std::vector<bool> is_input(n, false), is_output(n, false);
  std::vector<pir::ValueId> goes_into(n, pir::kNoValue);
  for (pir::ValueId v : program_.inputs) is_input[v] = true;
  for (const auto& out : program_.outputs) {
    if (out.into >= 0) {
      goes_into[out.value] = program_.inputs[out.into];
    }
    is_output[out.value] = true;
  }
  // Whose memory a value shows: a view is no good once that was written.
  std::vector<pir::ValueId> root(n);
  for (size_t v = 0; v < n; ++v) root[v] = static_cast<pir::ValueId>(v);
  for (const pir::Call& call : program_.calls) {
    if (!call.op || call.operands.empty()) continue;
    if (call.op->view) {
      for (pir::ValueId v : call.results) root[v] = root[call.operands[0]];
    } else if (call.op->writes && !call.op->schema.list_out) {
      root[call.results[0]] = call.results.back();  // a view of what is written
    }
  }
  const auto shown_later = [&](pir::ValueId before, int call) {
    for (size_t v = 0; v < n; ++v) {
      if (root[v] == root[before] && (last_use[v] > call || is_output[v])) {
        return true;
      }
    }
    return false;
  };
  // An input takes only the value that ends in it.
  const auto may_overwrite = [&](pir::ValueId before, pir::ValueId after,
                                 size_t call) {
    return !shown_later(before, static_cast<int>(call)) &&
           root[before] == before &&
           (!is_input[before] || goes_into[after] == before);
  };
  // Several writes in a row end in the input, too.
  for (size_t i = program_.calls.size(); i-- > 0;) {
    const pir::Call& call = program_.calls[i];
    if (!call.op || !call.op->writes) continue;
    const auto written = pir::WrittenOperands(*call.op, call.slots);
    const size_t first = call.results.size() - written.size();
    for (size_t k = 0; k < written.size(); ++k) {
      const pir::ValueId before = call.operands[written[k]];
      if (!is_input[before]) {
        goes_into[before] = goes_into[call.results[first + k]];
      }
    }
  }
  for (size_t i = 0; i < program_.calls.size(); ++i) {
    const pir::Call& call = program_.calls[i];
    Instruction in{&call, {}, {}, {}, {}};
    for (const auto& body : call.bodies) {
      in.bodies.push_back(std::make_unique<const Executable>(body));
    }
    if (call.op) {
      in.written = pir::WrittenOperands(*call.op, call.slots);
      const size_t first = call.results.size() - in.written.size();
      for (size_t k = 0; k < in.written.size(); ++k) {
        const pir::ValueId before = call.operands[in.written[k]];
        const pir::ValueId after = call.results[first + k];
        const auto uses =
            std::count(call.operands.begin(), call.operands.end(), before);
        in.in_place.push_back(uses == 1 && may_overwrite(before, after, i));
      }
    }
    for (pir::ValueId v : call.operands) {
      if (v >= 0 && last_use[v] == static_cast<int>(i) && !is_output[v] &&
          std::find(in.dead.begin(), in.dead.end(), v) == in.dead.end()) {
        in.dead.push_back(v);
      }
    }
    for (pir::ValueId v : call.results) {
      if (last_use[v] < 0 && !is_output[v]) in.dead.push_back(v);
    }
    instructions_.push_back(std::move(in));
  }
}

namespace {

bool IsTrue(const Var& condition) {
  const Var v = ops::Cast(condition, DataType::kBool);
  return *v->Data<bool>();
}

// No other value of the frame shows the memory of `t`: rules that give back
// their operand, or a view of it, are not known before they run.
bool OnlyOne(const std::vector<Var>& frame, const DenseTensor& t) {
  return std::count_if(frame.begin(), frame.end(), [&](const Var& v) {
           return v && v->storage == t.storage;
         }) == 1;
}

}  // namespace

void Executable::RunBodies(const Instruction& in, std::vector<Var>& frame) {
  const pir::Call& call = *in.call;
  std::vector<Var> operands;
  for (pir::ValueId v : call.operands) operands.push_back(frame[v]);
  Var condition = operands[0];
  std::vector<Var> results;
  if (in.bodies.size() == 2) {
    const size_t first = in.bodies[0]->program().inputs.size();
    const bool taken = IsTrue(condition);
    const auto begin = operands.begin() + 1 + (taken ? 0 : first);
    const Executable& body = *in.bodies[taken ? 0 : 1];
    results = body.Run({begin, begin + body.program().inputs.size()});
  } else {
    const size_t carried = call.results.size();
    std::vector<Var> values(operands.begin() + 1, operands.end());
    while (IsTrue(condition)) {
      std::vector<Var> next = in.bodies[0]->Run(values);
      condition = next[0];
      for (size_t i = 0; i < carried; ++i) values[i] = std::move(next[i + 1]);
    }
    results.assign(values.begin(), values.begin() + carried);
  }
  for (size_t i = 0; i < results.size(); ++i)
    frame[call.results[i]] = results[i];
}

std::vector<Var> Executable::Run(const std::vector<Var>& inputs) const {
  const PauseRecorder pause;
  BuilderGuard eager(EagerBuilder());
  GradModeGuard no_grad(false);
  std::vector<Var> frame(program_.values.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    frame[program_.inputs[i]] = inputs[i];
  }
  static const OpDef& as_strided = GetOp("as_strided");  // of row-major values
  std::vector<DenseTensor*> list;
  for (const Instruction& in : instructions_) {
    const pir::Call& call = *in.call;
    if (!in.bodies.empty()) {
      RunBodies(in, frame);
      for (pir::ValueId v : in.dead) frame[v] = Var();
      continue;
    }
    if (!call.op) {
      frame[call.results[0]] = call.constant;
      continue;
    }
    const OpDef& op = *call.op;
    list.clear();
    for (pir::ValueId v : call.operands) {
      list.push_back(v < 0 ? nullptr : frame[v].get());
    }
    Args args(op);
    const size_t first = call.results.size() - in.written.size();
    for (size_t k = 0; k < in.written.size(); ++k) {
      Var& target = frame[call.results[first + k]];
      DenseTensor*& operand = list[in.written[k]];
      const bool keep = in.in_place[k] && operand->contiguous() &&
                        !(operand->flags & kNumber) && OnlyOne(frame, *operand);
      target = keep ? Var::Share(operand) : ops::Assign(Var::Share(operand));
      operand = target.get();
    }
    args.size = static_cast<int>(call.slots.size());
    size_t operand = 0;
    for (size_t i = 0; i < call.slots.size(); ++i) {
      const bool is_list = op.list_mask >> i & 1;
      if (!is_list && !(op.tensor_mask >> i & 1)) {
        args.slot[i] = call.slots[i];
        continue;
      }
      const int64_t count = is_list ? call.slots[i].i : 1;
      for (int64_t k = 0; k < count; ++k) {
        if (list[operand + k]) args.Note(*list[operand + k]);
      }
      if (is_list) {
        args.slot[i].tensors = {list.data() + operand, count};
      } else {
        args.slot[i].tensor = list[operand];
      }
      operand += count;
    }
    if (PD_UNLIKELY(&op == &as_strided) && !list[0]->contiguous()) {
      args.SetTensor(0, args.Keep(Contiguous(Var::Share(list[0]))));
    }
    Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
    Dispatch(op, args, outs);
    for (size_t k = 0; k < first; ++k) {
      frame[call.results[k]] = Var::Own(outs.Take(static_cast<int>(k)));
    }
    for (pir::ValueId v : in.dead) frame[v] = Var();
  }
  // Values of their own first: what is written into inputs may change views.
  std::vector<Var> outputs;
  const auto shares = [&](const Var& v) {
    const auto same = [&](const Var& o) {
      return o && o->storage == v->storage;
    };
    return std::any_of(inputs.begin(), inputs.end(), same) ||
           std::any_of(outputs.begin(), outputs.end(), same) ||
           v->references.load() > 1;
  };
  for (const auto& out : program_.outputs) {
    const Var& v = frame[out.value];
    const bool done = out.into >= 0 && v.get() == inputs[out.into].get();
    outputs.push_back(done || (v->contiguous() && !shares(v)) ? v
                                                              : ops::Assign(v));
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const int into = program_.outputs[i].into;
    if (into < 0 || outputs[i].get() == inputs[into].get()) continue;
    ops::CopyInto(inputs[into], outputs[i]);
    outputs[i] = inputs[into];
  }
  return outputs;
}

}  // namespace paddle
