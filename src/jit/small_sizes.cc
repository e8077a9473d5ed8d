// Sizes of 0 and 1 are those at which other operations may be noted: a copy,
// an expansion or an operand of a list is left out. A program for many sizes
// serves them where it is, but for these, what was noted for them.
#include <algorithm>

#include "jit/sized_captured.h"

namespace paddle::jit {

using pir::Call;
using pir::FlatProgram;
using pir::ValueId;
using pir::ValueType;

namespace {

bool FindsSize(const Call& call) {
  return call.op && call.op->Has(kDataDependent);
}

// `sized` with the sizes of `small`, which finds as many late ones.
bool Instance(const pir::SizedProgram& sized, const FlatProgram& small,
              std::vector<int64_t>* sizes, FlatProgram* made) {
  *made = sized.program().Clone();
  if (made->inputs.size() != small.inputs.size()) return false;
  sizes->resize(sized.table().size());
  for (size_t i = 0; i < made->inputs.size(); ++i) {
    ValueType& type = made->values[made->inputs[i]];
    type = small.values[small.inputs[i]];
    sized.Define(made->inputs[i], type.dims, sizes);
  }
  auto next = small.calls.begin();
  for (size_t i = 0; i < made->calls.size(); ++i) {
    const Call& call = made->calls[i];
    if (!FindsSize(call)) {
      sized.Infer(i, i + 1, made, sizes);
      continue;
    }
    next = std::find_if(next, small.calls.end(), FindsSize);
    if (next == small.calls.end() || next->op != call.op) return false;
    for (size_t k = 0; k < call.results.size(); ++k) {
      made->values[call.results[k]] = small.values[next->results[k]];
      sized.Define(call.results[k], made->values[call.results[k]].dims, sizes);
    }
    ++next;
  }
  return true;
}

class Plain {
 public:
  explicit Plain(const FlatProgram& from) : from_(from) {
    made_.KeepMemoryOf(from);
    made_.given = from.given;
    id_.resize(from.values.size(), pir::kNoValue);
  }

  // Without what does nothing at these sizes, and numbered anew.
  FlatProgram Run() {
    for (ValueId v : from_.inputs) made_.inputs.push_back(New(v));
    for (const Call& call : from_.calls) Add(call);
    for (const auto& out : from_.outputs) {
      made_.outputs.push_back({id_[out.value], out.into});
    }
    return std::move(made_);
  }

 private:
  ValueId New(ValueId v) {
    const ValueType& type = from_.values[v];
    return id_[v] = made_.AddValue(type.dtype, type.dims);
  }

  bool Copies(const Call& call) const {
    static const OpDef* const all[] = {&GetOp("assign"), &GetOp("expand"),
                                       &GetOp("reshape")};
    static const OpDef& index = GetOp("basic_index");
    if (call.results.size() != 1 || call.operands.empty() ||
        call.operands[0] < 0) {
      return false;
    }
    const ValueType& type = from_.values[call.results[0]];
    if (from_.values[call.operands[0]] != type) return false;
    return std::find(std::begin(all), std::end(all), call.op) !=
               std::end(all) ||
           (call.op == &index && TakesAll(call.slots[1].ints, type.dims));
  }

  // Whether an index is [0:n:1] for each axis.
  static bool TakesAll(IntArray spec, const DDim& dims) {
    bool all = spec.size() == 4 * dims.rank();
    for (int i = 0; all && i < dims.rank(); ++i) {
      all = spec[4 * i] == 1 && spec[4 * i + 1] == 0 &&
            spec[4 * i + 2] == dims[i] && spec[4 * i + 3] == 1;
    }
    return all;
  }

  // Joining with nothing.
  void DropEmpty(Call* call) const {
    const auto empty = [&](ValueId v) {
      return Product(made_.values[v].dims) == 0;
    };
    auto& parts = call->operands;
    if (std::all_of(parts.begin(), parts.end(), empty)) return;
    std::erase_if(parts, empty);
    call->slots[0].i = static_cast<int64_t>(parts.size());
  }

  void Add(const Call& call) {
    static const OpDef& concat = GetOp("concat");
    if (Copies(call)) {
      id_[call.results[0]] = id_[call.operands[0]];
      return;
    }
    Call copy = call;
    for (ValueId& v : copy.operands) v = v < 0 ? v : id_[v];
    for (auto& body : copy.bodies) {
      body = std::make_shared<const FlatProgram>(Plain(*body).Run());
    }
    if (copy.op == &concat) {
      DropEmpty(&copy);
      if (copy.operands.size() == 1) {
        id_[call.results[0]] = copy.operands[0];
        return;
      }
    }
    for (ValueId& v : copy.results) v = New(v);
    made_.calls.push_back(std::move(copy));
  }

  const FlatProgram& from_;
  FlatProgram made_;
  std::vector<ValueId> id_;
};

bool SameAt(const pir::SizedProgram& sized, const FlatProgram& small,
            std::vector<int64_t>* sizes) {
  FlatProgram made;
  return Instance(sized, small, sizes, &made) &&
         Plain(made).Run() == Plain(small).Run();
}

}  // namespace

bool SizedCaptured::AgreesAt(Captured small, Sizes known) {
  if (!SameButSizes(small) || float_inputs_.size()) return false;
  const std::vector<Captured*> passes = small.Passes();
  for (const Captured* pass : Passes()) {
    if (pass->backward_float_inputs_.size()) return false;
  }
  try {
    if (!SameAt(*sized_forward_, small.forward_->program(), &known)) {
      return false;
    }
    std::vector<int64_t> mine, theirs;
    With(known)->ForEachSize([&](int64_t& n) { mine.push_back(n); });
    small.ForEachSize([&](int64_t& n) { theirs.push_back(n); });
    if (mine != theirs) return false;
    for (size_t k = 0; k < sized_backward_.size(); ++k) {
      const auto& program = passes[k]->backward_->program();
      Sizes all = known;
      if (!SameAt(*sized_backward_[k], program, &all)) return false;
    }
    return true;
  } catch (const Error&) {
    return false;  // no rule allows the size
  }
}

}  // namespace paddle::jit
