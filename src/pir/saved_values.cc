#include "pir/saved_values.h"

#include <algorithm>
#include <map>

#include "pir/min_cut.h"

namespace paddle::pir {

namespace {

// Less is not worth the time: bytes, and the part of what was saved.
constexpr int64_t kLeastGain = int64_t{1} << 16;
constexpr int64_t kLeastPart = 20;
// So many bytes may be moved once more for each that is not kept; while more
// is kept than may be, times this.
constexpr int64_t kWorth = 16, kMoreWorth = 4;
// What a kernel computes while it moves a byte.
constexpr int64_t kStepsPerByte = 4;

int64_t BytesOf(const ValueType& t) {
  return Product(t.dims) * static_cast<int64_t>(SizeOf(t.dtype));
}

// Whether a second run gives the same, and the next question makes sense.
bool IsPure(const Call& call) {
  if (!call.bodies.empty() || !call.late.empty() || call.kept) return false;
  return !call.op || (!call.op->writes && !call.op->Has(kRandom) &&
                      !call.op->Has(kDataDependent));
}

// Whether it moves what it makes once.
bool IsCheap(const Call& call) {
  return !call.op || call.op->Has(kElementwise) || call.op->view ||
         call.operands.empty();
}

// The product of all loops over axes; none where the record tells nothing.
std::optional<int64_t> StepsOf(const Call& call, const FlatProgram& program) {
  const OpDef& op = *call.op;
  if (!HasDims(op)) return std::nullopt;
  std::vector<DenseTensor> tensors(call.operands.size());
  std::vector<DenseTensor*> operands;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const ValueId v = call.operands[i];
    if (v >= 0) {
      tensors[i].dtype = program.values[v].dtype;
      tensors[i].dims = program.values[v].dims;
      SetContiguous(&tensors[i]);
    }
    operands.push_back(v < 0 ? nullptr : &tensors[i]);
  }
  try {
    Args args(op);
    FillArgs(call, operands, &args);
    AxisMap map(op.name.c_str());
    MapAxes(args, map);
    int64_t steps = 1;
    for (int f = 0; f < map.num_factors(); ++f) {
      if (__builtin_mul_overflow(steps, map.factor(f).size, &steps)) {
        return std::nullopt;
      }
    }
    return steps;
  } catch (const Error&) {
    return std::nullopt;
  }
}

class Joint {
 public:
  Joint(const FlatProgram& forward, const FlatProgram& backward,
        const std::vector<Handed>& handed, int64_t budget)
      : forward_(forward),
        backward_(backward),
        handed_(handed),
        budget_(budget),
        maker_(forward.values.size(), -1),
        free_(forward.values.size(), false) {
    for (size_t c = 0; c < forward.calls.size(); ++c) {
      for (ValueId v : forward.calls[c].results) {
        maker_[v] = static_cast<int>(c);
      }
    }
    std::vector<bool> read(backward.values.size(), false);
    for (const Call& call : backward.calls) {
      for (ValueId v : call.operands) {
        if (v >= 0) read[v] = true;
      }
    }
    for (const auto& out : backward.outputs) read[out.value] = true;
    for (size_t i = 0; i < handed.size(); ++i) {
      const Handed& h = handed[i];
      if (h.value < 0) continue;
      if (h.free) free_[h.value] = true;
      if (!h.fixed && read[backward.inputs[i]]) wanted_.push_back(h.value);
    }
    std::sort(wanted_.begin(), wanted_.end());
    wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
  }

  std::optional<SavedValues> Cut() {
    SavedValues result;
    for (ValueId v : wanted_) {
      if (!free_[v]) result.bytes_before += BytesOf(forward_.values[v]);
    }
    const bool tight = budget_ > 0 && result.bytes_before > budget_;
    if (!tight && result.bytes_before < kLeastGain) return std::nullopt;
    FindWork(tight);
    do {
      FindSaved();
      result.bytes = 0;
      for (ValueId v : saved_) {
        if (!free_[v]) result.bytes += BytesOf(forward_.values[v]);
      }
      worth_ *= kMoreWorth;
    } while (tight && result.bytes > budget_ && worth_ < MinCut::kNever);
    const int64_t gain = result.bytes_before - result.bytes;
    const int64_t least =
        tight ? 1 : std::max(kLeastGain, result.bytes_before / kLeastPart);
    if (gain < least) return std::nullopt;
    Write(&result);
    return result;
  }

 private:
  // Bytes that each call moves, or the time of as many; negative: it can not be
  // run again. `all`: not only where that is cheap.
  void FindWork(bool all) {
    for (const Call& call : forward_.calls) {
      int64_t& work = work_.emplace_back(-1);
      if (!IsPure(call)) continue;
      if (!call.op || call.op->view) {
        work = 0;
      } else if (IsCheap(call)) {
        work = BytesOf(forward_.values[call.results[0]]);
      } else if (const auto steps =
                     all ? StepsOf(call, forward_) : std::nullopt) {
        work = *steps / kStepsPerByte *
               static_cast<int64_t>(
                   SizeOf(forward_.values[call.results[0]].dtype));
        int64_t moved = 0;
        for (ValueId v : call.operands) {
          if (v >= 0) moved += BytesOf(forward_.values[v]);
        }
        work = std::max(work, moved);
      }
    }
  }

  const Call* MakerOf(ValueId v) const {
    return maker_[v] < 0 || work_[maker_[v]] < 0 ? nullptr
                                                 : &forward_.calls[maker_[v]];
  }
  int64_t WorkOf(ValueId v) const { return work_[maker_[v]] / worth_; }

  // Of saving it. A view is copied then: what it shows is better, if as large.
  int64_t CostOf(ValueId v, const Call* maker) const {
    const int64_t bytes = BytesOf(forward_.values[v]);
    return maker && maker->op && maker->op->view ? bytes + 1 + bytes / 64
                                                 : bytes;
  }

  // Two nodes for each value: "it is computed in the backward program" and "it
  // is there". An edge from the source is what the first costs, an edge
  // between the two what it costs to save the value instead.
  void FindSaved() {
    MinCut graph;
    const int source = graph.AddNode(), sink = graph.AddNode();
    std::map<ValueId, int> node_of;
    std::vector<ValueId> open;
    const auto node = [&](ValueId v) {
      const auto [it, fresh] = node_of.emplace(v, 0);
      if (fresh) {
        it->second = graph.AddNode();
        graph.AddNode();
        open.push_back(v);
      }
      return it->second;
    };
    for (ValueId v : wanted_) graph.AddEdge(node(v) + 1, sink, MinCut::kNever);
    while (!open.empty()) {
      const ValueId v = open.back();
      open.pop_back();
      const int at = node_of[v];
      const Call* maker = MakerOf(v);
      graph.AddEdge(source, at, maker ? WorkOf(v) : MinCut::kNever);
      graph.AddEdge(at, at + 1, free_[v] ? 0 : CostOf(v, maker));
      if (!maker) continue;
      for (ValueId o : maker->operands) {
        if (o >= 0) graph.AddEdge(node(o) + 1, at, MinCut::kNever);
      }
    }
    const std::vector<bool> there = graph.SinkSide(source, sink);
    again_.assign(forward_.values.size(), false);
    saved_.clear();
    for (const auto& [v, at] : node_of) {
      if (there[at]) again_[v] = true;
      if (!there[at] && there[at + 1]) saved_.push_back(v);
    }
    // A free value may be cut off for nothing.
    read_again_.assign(forward_.values.size(), false);
    const auto needed = [&](ValueId v) {
      return read_again_[v] ||
             std::binary_search(wanted_.begin(), wanted_.end(), v);
    };
    for (size_t c = forward_.calls.size(); c-- > 0;) {
      const Call& call = forward_.calls[c];
      bool again = false;
      for (ValueId v : call.results) {
        again_[v] = again_[v] && needed(v);
        again |= again_[v];
      }
      for (ValueId o : call.operands) {
        if (again && o >= 0) read_again_[o] = true;
      }
    }
    std::erase_if(saved_, [&](ValueId v) { return !needed(v); });
  }

  void Write(SavedValues* result) {
    FlatProgram& program = result->backward;
    program.KeepMemoryOf(forward_);
    program.KeepMemoryOf(backward_);
    values_.assign(backward_.values.size(), kNoValue);
    forward_values_.assign(forward_.values.size(), kNoValue);
    const auto take = [&](size_t i) {
      const ValueType& t = backward_.values[backward_.inputs[i]];
      return values_[backward_.inputs[i]] = program.AddInput(t.dtype, t.dims);
    };
    for (size_t i = 0; i < handed_.size(); ++i) {
      const Handed& h = handed_[i];
      if (h.value >= 0 && !h.fixed && again_[h.value]) continue;
      const ValueId v = take(i);
      if (h.value >= 0 && h.whole && !again_[h.value]) {
        forward_values_[h.value] = v;
      }
      result->inputs.emplace_back(static_cast<int>(i), kNoValue);
    }
    for (ValueId v : saved_) {
      if (forward_values_[v] >= 0) continue;
      // Else the old inputs show all that is wanted of it.
      if (!read_again_[v]) continue;
      const ValueType& t = forward_.values[v];
      forward_values_[v] = program.AddInput(t.dtype, t.dims);
      result->inputs.emplace_back(-1, v);
    }
    for (size_t i = handed_.size(); i < backward_.inputs.size(); ++i) take(i);
    for (size_t i = 0; i < handed_.size(); ++i) {
      if (values_[backward_.inputs[i]] < 0) {
        input_of_[backward_.inputs[i]] = static_cast<int>(i);
      }
    }
    for (size_t c = 0; c < backward_.calls.size(); ++c) {
      Call call = backward_.calls[c];
      for (ValueId& v : call.operands) v = v < 0 ? v : Get(v, &program);
      Define(backward_, c, &values_, std::move(call), &program);
    }
    for (auto out : backward_.outputs) {
      out.value = Get(out.value, &program);
      program.outputs.push_back(out);
    }
  }

  // Appends call `c` of `from`, whose operands are those of `program`.
  static void Define(const FlatProgram& from, size_t c,
                     std::vector<ValueId>* values, Call call,
                     FlatProgram* program) {
    for (ValueId& v : call.results) {
      const ValueType& t = from.values[v];
      ValueId& known = (*values)[v];
      v = program->AddValue(t.dtype, t.dims);
      if (known < 0) known = v;
    }
    for (auto given : from.given) {
      if (given.call != static_cast<int>(c)) continue;
      given.call = static_cast<int>(program->calls.size());
      program->given.push_back(given);
    }
    program->calls.push_back(std::move(call));
  }

  // The value in `program` of one of the backward program; what it follows
  // from is computed again at its first use.
  ValueId Get(ValueId v, FlatProgram* program) {
    if (values_[v] >= 0) return values_[v];
    const Handed& h = handed_[input_of_.at(v)];
    ComputeAgain(h.value, program);
    ValueId value = forward_values_[h.value];
    if (!h.whole) {
      static const OpDef& as_strided = GetOp("as_strided");
      const ValueType& t = backward_.values[v];
      Args args(as_strided);
      args.size = 4;
      args.slot[1].ints = IntArray(t.dims.data(), t.dims.rank());
      args.slot[2].ints = IntArray(h.strides.data(), h.strides.rank());
      args.slot[3].i = h.offset;
      const ValueId part = program->AddValue(t.dtype, t.dims);
      Call& call = program->AddCall(as_strided, args);
      call.operands = {value};
      call.results = {part};
      value = part;
    }
    return values_[v] = value;
  }

  void ComputeAgain(ValueId wanted, FlatProgram* program) {
    std::vector<int> calls;
    std::vector<ValueId> open{wanted};
    std::vector<bool> seen(forward_.values.size(), false);
    while (!open.empty()) {
      const ValueId v = open.back();
      open.pop_back();
      if (v < 0 || forward_values_[v] >= 0 || seen[v]) continue;
      seen[v] = true;
      calls.push_back(maker_[v]);
      const auto& operands = forward_.calls[maker_[v]].operands;
      open.insert(open.end(), operands.begin(), operands.end());
    }
    std::sort(calls.begin(), calls.end());
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
    for (int c : calls) {
      Call call = forward_.calls[c];
      for (ValueId& v : call.operands) v = v < 0 ? v : forward_values_[v];
      Define(forward_, static_cast<size_t>(c), &forward_values_,
             std::move(call), program);
    }
  }

  const FlatProgram& forward_;
  const FlatProgram& backward_;
  const std::vector<Handed>& handed_;
  const int64_t budget_;
  int64_t worth_ = kWorth;
  std::vector<int> maker_;     // of values of the forward program: the call
  std::vector<int64_t> work_;  // of calls of the forward program
  std::vector<bool> free_;
  std::vector<ValueId> wanted_;   // that the backward program reads
  std::vector<ValueId> saved_;    // the cut
  std::vector<bool> again_;       // values that are computed again
  std::vector<bool> read_again_;  // from these
  std::vector<ValueId> values_;   // of the backward program, in the new one
  std::vector<ValueId> forward_values_;
  std::map<ValueId, int> input_of_;  // the inputs that are none any more
};

}  // namespace

std::optional<SavedValues> CutSavedValues(const FlatProgram& forward,
                                          const FlatProgram& backward,
                                          const std::vector<Handed>& handed,
                                          int64_t budget) {
  return Joint(forward, backward, handed, budget).Cut();
}

}  // namespace paddle::pir
