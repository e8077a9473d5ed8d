// Calls that skip Python: the program, and what it leaves behind.
#include <algorithm>
#include <cstring>

#include "core/generator.h"
#include "eager/eager_builder.h"
#include "eager/view_history.h"
#include "jit/captured_util.h"

namespace paddle::jit {

namespace {

// What a capture made gets its memory at the end of it, and shows that when it
// is used next.
bool HasMemory(DenseTensor& t) {
  if (PD_UNLIKELY(t.flags & kTraced)) Settle(t);
  return !(t.flags & kTraced);
}

bool HasValues(const DenseTensor& t, const Var& values) {
  Var c = Contiguous(Var::Share(const_cast<DenseTensor*>(&t)));
  return values->numel == 0 ||
         std::memcmp(c->data, values->data, values->bytes()) == 0;
}

}  // namespace

thread_local Mismatch mismatch;

Mismatch TakeMismatch() { return std::exchange(mismatch, {}); }

bool Captured::RunForward(const std::vector<Var>& inputs, const Program& run,
                          std::vector<Var>* outputs) const {
  for (const auto& [input, values] : assumed_inputs_) {
    if (HasValues(*inputs[input], values)) continue;
    mismatch = {Mismatch::kValues, input_source_[input]};
    return false;
  }
  if (!assumes_) {
    *outputs = run(inputs);
    return true;
  }
  const GradModeGuard no_grad(false);
  Generator& generator = DefaultGenerator();
  const Generator::State before = generator.state();
  bool holds = true;
  try {
    *outputs = run(inputs);
    for (const auto& [output, values] : assumed_) {
      holds &= HasValues(*(*outputs)[output], values);
    }
  } catch (const Error&) {  // if it is the function's own, Python will raise it
    holds = false;
  }
  if (!holds) {
    mismatch = {Mismatch::kValues, -1};
    generator.SetState(before);
    return false;
  }
  for (size_t i = 0; i < outputs->size(); ++i) {
    if (written_late_[i] < 0) continue;
    ops::CopyInto(inputs[written_late_[i]], (*outputs)[i]);
    (*outputs)[i] = inputs[written_late_[i]];
  }
  return true;
}

Var Captured::Show(const Place& place, const std::vector<Var>& sources,
                   const std::vector<Var>& outputs) const {
  const DenseTensor& of =
      place.output >= 0 ? *outputs[place.output] : *sources[place.source];
  const int64_t base = place.output >= 0 ? 0 : OffsetOf(of);
  return View(of, base + place.offset, place.meta.dtype, place.meta.dims,
              place.meta.strides);
}

bool Captured::Prepare(const std::vector<Var>& sources, const Numbers& numbers,
                       std::vector<Var>* inputs) const {
  const auto fails = [](Mismatch::Kind kind, auto source) {
    mismatch = {kind, static_cast<int>(source)};
    return false;
  };
  if (sources.size() != sources_.size() || HasSavedTensorHooks()) {
    mismatch = {Mismatch::kHooks, -1};
    return false;
  }
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!HasMemory(*sources[i]) || !sources_[i].Matches(*sources[i])) {
      return fails(Mismatch::kKind, i);
    }
  }
  for (int w : written_) {
    for (size_t i = 0; i < sources.size(); ++i) {
      if (static_cast<int>(i) != w &&
          sources[i]->storage == sources[w]->storage) {
        return fails(Mismatch::kMemory, i);
      }
    }
  }
  for (int leaf : grad_free_) {
    if (GradStateOf(*sources[leaf]).grad) {
      return fails(Mismatch::kGradient, leaf);
    }
  }
  for (int r : rebased_) {
    const DenseTensor& s = *sources[r];
    const bool leaf = s.requires_grad() && !s.node;
    if (leaf || s.flags & kIsView || s.HistoryIsStale()) {
      return fails(Mismatch::kGradient, r);
    }
  }
  inputs->reserve(input_source_.size());
  for (size_t i = 0; i < input_source_.size(); ++i) {
    if (input_grad_[i] >= 0) {
      Var g = GradOf(*sources[input_grad_[i]]);
      if (!g || !HasMemory(*g) || !input_meta_[i].Matches(*g)) {
        return fails(Mismatch::kGradient, input_grad_[i]);
      }
      // Somebody else may look at it: the leaf and `g` are two.
      if (grad_replaced_[i] &&
          (g->references.load() > 2 || g->storage->references.load() > 1)) {
        GradModeGuard no_grad(false);
        g = ops::Assign(g);
      }
      inputs->push_back(std::move(g));
    } else {
      inputs->push_back(input_source_[i] < 0 ? input_constant_[i]
                                             : sources[input_source_[i]]);
    }
  }
  AddFloats(float_inputs_, numbers.floats, inputs);
  return true;
}

bool Captured::Run(const std::vector<Var>& sources, const Numbers& numbers,
                   const Replay& replay, std::vector<Var>* returned) const {
  const Captured& as = RunsAs();
  if (&as != this) return as.Run(sources, numbers, replay, returned);
  std::vector<Var> inputs, outputs;
  if (!Prepare(sources, numbers, &inputs)) return false;
  const auto run = [&](const std::vector<Var>& in) {
    return forward_->Run(in, numbers.floats.data());
  };
  if (!RunForward(inputs, run, &outputs)) return false;
  Finish(sources, numbers, replay, outputs, returned);
  return true;
}

void Captured::Finish(const std::vector<Var>& sources, const Numbers& numbers,
                      const Replay& replay, const std::vector<Var>& outputs,
                      std::vector<Var>* returned) const {
  for (int w : written_) sources[w]->BumpVersion();
  for (const GradEffect& g : grads_) {
    const bool shown = g.kind == GradEffect::kPlace;
    SetGradState(*sources[g.source],
                 {shown ? Show(g.place, sources, outputs) : Var(), g.zero});
  }
  for (const Place& place : returned_) {
    Var v = Show(place, sources, outputs);
    if (place.meta.requires_grad) v->flags |= kRequiresGrad;
    returned->push_back(std::move(v));
  }
  RecordAll(sources, numbers, replay, outputs, *returned);
  for (size_t i = 0; i < returned_.size(); ++i) {
    SetMemory(returned_[i], sources, *returned, (*returned)[i].get());
  }
}

void Captured::SetMemory(const Place& place, const std::vector<Var>& sources,
                         const std::vector<Var>& returned,
                         DenseTensor* t) const {
  if (!place.view) t->flags &= ~kIsView;
  if (!t->storage || !place.tracked) return;
  t->history = t->storage->history.load();
  if (!place.of_source && place.base < 0) return;
  const Var& from =
      place.of_source ? sources[place.source] : returned[place.base];
  DropBase(*t);
  t->base = from->base ? from->base : from.get();
  Retain(t->base);
}

void Captured::RecordAll(const std::vector<Var>& sources,
                         const Numbers& numbers, const Replay& replay,
                         const std::vector<Var>& outputs,
                         const std::vector<Var>& returned) const {
  if (roots_.empty() || !State().grad_enabled) return;
  std::vector<Var> edges;
  for (int w : wanted_) {
    const bool rebased =
        !above_.empty() &&
        std::find(rebased_.begin(), rebased_.end(), w) != rebased_.end();
    edges.push_back(rebased ? SourceHistory(sources[w]).edge() : sources[w]);
  }
  const Replay again = written_.empty() ? replay : Replay();
  Record(sources, edges, again, numbers.floats, outputs, returned);
  for (const auto& pass : above_) {
    pass->Record(sources, edges, again, numbers.floats, outputs, returned);
  }
  for (int r : rebased_) NoteRecordedWrite(*sources[r]);
}

// One node for the results of this pass.
void Captured::Record(const std::vector<Var>& sources,
                      const std::vector<Var>& edges, const Replay& replay,
                      const std::vector<double>& floats,
                      const std::vector<Var>& outputs,
                      const std::vector<Var>& returned) const {
  const auto tensor = [&](int i) {
    const size_t count = returned.size(), k = static_cast<size_t>(i);
    return k < count ? returned[k] : sources[rebased_[k - count]];
  };
  std::vector<Var> wanted = edges, roots, saved;
  for (int i : below_) wanted.push_back(tensor(i));
  for (int i : roots_) {
    roots.push_back(tensor(i));
    roots.back()->flags |= kRequiresGrad;
  }
  for (const BackwardInput& b : backward_inputs_) {
    if (b.kind == BackwardInput::kSource) {
      const DenseTensor& s = *sources[b.index];
      saved.push_back(View(s, OffsetOf(s) + b.offset, b.meta.dtype, b.meta.dims,
                           b.meta.strides));
    } else if (b.kind == BackwardInput::kOutput) {
      saved.push_back(View(*outputs[b.index], b.offset, b.meta.dtype,
                           b.meta.dims, b.meta.strides));
    }
  }
  // A node that holds what it made would never die.
  RecordCustom(wanted, roots, saved,
               MakeBackward(sources, replay, floats, saved));
}

}  // namespace paddle::jit
