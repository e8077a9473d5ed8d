#include "jit/captured.h"

#include <algorithm>
#include <cstring>

#include "eager/eager_builder.h"
#include "eager/engine.h"
#include "eager/presence.h"
#include "eager/view_history.h"
#include "jit/captured_util.h"
#include "jit/overlap.h"
#include "jit/result_levels.h"
#include "ops/generated/ops.h"
#include "pir/program.h"

namespace paddle::jit {

namespace {

[[noreturn]] void Refuse(const std::string& why) {
  PADDLE_THROW(errors::PreconditionNotMet("capture: %s.", why.c_str()));
}

}  // namespace

Captured::Meta Captured::MetaOf(const DenseTensor& t) {
  return {t.dtype, t.dims, DDim(t.stride_array()), t.requires_grad()};
}
bool Captured::Meta::contiguous() const {
  DenseTensor row_major;
  row_major.dims = dims;
  SetContiguous(&row_major);
  return DDim(row_major.stride_array()) == strides;
}
bool Captured::Meta::Matches(const DenseTensor& t) const {
  return t.dtype == dtype && t.dims == dims &&
         t.requires_grad() == requires_grad && t.place == CPUPlace() &&
         DDim(t.stride_array()) == strides;
}

Captured::Captured(const Tracer& tracer, const std::vector<Var>& sources,
                   const std::vector<SourceHistory>& histories,
                   const std::vector<Var>& constants, std::vector<Var> returned)
    : forward_(tracer.whole().executable), first_sources_(sources) {
  if (tracer.segments().size() > 1 || tracer.materialized())
    Refuse("a value was needed on the way");
  if (!forward_) Refuse("the function runs no operators");
  if (HasSavedTensorHooks()) Refuse("saved_tensors_hooks are set");
  if (!tracer.foreign().empty()) Refuse(tracer.foreign() + " ran");
  for (const Var& s : sources) sources_.push_back(MetaOf(*s));
  FindRebased(histories);
  RefuseAliases(tracer, returned);
  const auto find = [](const std::vector<Var>& in, const DenseTensor& t) {
    for (size_t i = 0; i < in.size(); ++i) {
      if (in[i] && SameRegion(*in[i], t)) return static_cast<int>(i);
    }
    return -1;
  };
  // The gradients that the sources had when the capture began.
  std::vector<Var> first_grads;
  for (const Var& s : sources) {
    Var grad = GradStateOf(*s).grad;
    for (const auto& change : tracer.grad_changes()) {
      if (change.leaf.get() == s.get()) grad = change.before.grad;
    }
    first_grads.push_back(grad);
  }
  for (const Var& input : tracer.whole().inputs) {
    const int source = find(sources, *input);
    const int grad = source < 0 ? find(first_grads, *input) : -1;
    const bool known = source >= 0 || grad >= 0;
    input_source_.push_back(source);
    input_grad_.push_back(grad);
    input_meta_.push_back(MetaOf(*input));
    input_constant_.push_back(known ? Var() : input);
    if (!known && find(constants, *input) < 0) {
      Refuse("a tensor is read whose origin is not known");
    }
  }
  for (const auto& out : forward_->program().outputs) {
    if (out.into < 0) continue;
    const int source = input_source_[out.into];
    if (source < 0 && input_grad_[out.into] >= 0) continue;  // nobody's else
    if (source < 0) Refuse("a constant is written");
    written_.push_back(source);
  }
  TakeAssumptions(tracer);
  TakeGradients(tracer);
  TakeReturned(tracer, &returned);
  TakeBackward(tracer, histories, returned);
  TakeGradientMemory();
  DropOutputs();
  first_sources_.clear();
}

void Captured::FindRebased(const std::vector<SourceHistory>& histories) {
  for (size_t i = 0; i < first_sources_.size(); ++i) {
    const DenseTensor& s = *first_sources_[i];
    sources_[i].requires_grad = histories[i].requires_grad();
    if (histories[i].Holds(s)) continue;
    if (!s.node) Refuse("a tensor loses its history");
    if (s.flags & kIsView) Refuse("a part of a tensor is written");
    rebased_.push_back(static_cast<int>(i));
  }
}

// What is read of two sources that are one memory may be either's.
void Captured::RefuseAliases(const Tracer& tracer,
                             const std::vector<Var>& returned) const {
  for (size_t i = 0; i < first_sources_.size(); ++i) {
    const DenseTensor& a = *first_sources_[i];
    const auto uses = [&](const std::vector<Var>& list) {
      return std::any_of(list.begin(), list.end(),
                         [&](const Var& v) { return v->storage == a.storage; });
    };
    for (size_t k = 0; k < i; ++k) {
      const DenseTensor& b = *first_sources_[k];
      if (a.storage != b.storage || !MayOverlap(a, b)) continue;
      if (uses(tracer.whole().inputs) || uses(returned)) {
        Refuse("two inputs share memory");
      }
    }
  }
}

void Captured::TakeAssumptions(const Tracer& tracer) {
  const pir::FlatProgram& program = forward_->program();
  for (const auto& [output, values] : tracer.whole().assumed) {
    const pir::ValueId value = program.outputs[output].value;
    const auto at =
        std::find(program.inputs.begin(), program.inputs.end(), value);
    if (at == program.inputs.end()) {
      assumed_.emplace_back(output, values);
    } else {
      assumed_inputs_.emplace_back(at - program.inputs.begin(), values);
    }
  }
  assumes_ = !assumed_.empty() ||
             std::any_of(program.calls.begin(), program.calls.end(),
                         [](const pir::Call& call) {
                           return call.op && call.op->Has(kDataDependent);
                         });
  if (!assumes_) return;
  pir::FlatProgram late = program;
  for (auto& out : late.outputs) {
    written_late_.push_back(std::exchange(out.into, -1));
  }
  forward_ = std::make_shared<const Executable>(std::move(late));
}

Captured::Place Captured::Locate(const Tracer& tracer,
                                 const DenseTensor& t) const {
  Settle(const_cast<DenseTensor&>(t));
  Place place;
  place.meta = MetaOf(t);
  const auto& outputs = tracer.whole().output_of;
  const auto at = outputs.find(t.storage);
  if (at != outputs.end()) {
    place.output = at->second;
    place.offset = OffsetOf(t);
    return place;
  }
  for (size_t i = 0; i < first_sources_.size(); ++i) {
    const DenseTensor& s = *first_sources_[i];
    if (s.storage != t.storage || !MayOverlap(s, t)) continue;
    place.source = static_cast<int>(i);
    place.offset = OffsetOf(t) - OffsetOf(s);
    return place;
  }
  Refuse("a result is a tensor whose origin is not known");
}

void Captured::TakeReturned(const Tracer& tracer, std::vector<Var>* returned) {
  for (size_t i = 0; i < returned->size(); ++i) {
    DenseTensor& t = *(*returned)[i];
    RefreshHistory(t);
    Place place = Locate(tracer, t);
    place.view = t.flags & kIsView;
    place.tracked = t.history != kNoHistory;
    if (t.base && place.source >= 0) {
      const DenseTensor& s = *first_sources_[place.source];
      place.of_source = t.base == &s || (s.base && t.base == s.base);
      if (!place.of_source && place.meta.requires_grad) {
        Refuse("a result is a view of a tensor whose origin is not known");
      }
    } else if (t.base && t.base->storage == t.storage) {
      const auto at =
          std::find_if(returned->begin(), returned->end(),
                       [&](const Var& r) { return r.get() == t.base; });
      const auto shows = [&](const Var& r) { return r->storage == t.storage; };
      if (at != returned->end()) {
        place.base = static_cast<int>(at - returned->begin());
      } else if (std::count_if(returned->begin(), returned->end(), shows) > 1) {
        place.base = static_cast<int>(returned->size());
        returned->push_back(Var::Share(t.base));
      }
    }
    returned_.push_back(place);
  }
}

bool Captured::Place::SameButSizes(const Place& o) const {
  return output == o.output && source == o.source && root == o.root &&
         meta.SameButSizes(o.meta) && view == o.view && base == o.base &&
         of_source == o.of_source && tracked == o.tracked;
}

void Captured::TakeGradients(const Tracer& tracer) {
  for (const auto& change : tracer.grad_changes()) {
    int leaf = -1;
    for (size_t i = 0; i < first_sources_.size(); ++i) {
      if (first_sources_[i].get() == change.leaf.get()) {
        leaf = static_cast<int>(i);
      }
    }
    const GradState after = GradStateOf(*change.leaf);
    const bool zero = after.zero != DataType::kUndefined;
    if (leaf < 0) {
      if (!after.grad && !change.before.grad) continue;
      Refuse("the gradient of a tensor changes whose origin is not known");
    }
    // None and zero are alike where a pass sets the gradient anew.
    if (!change.before.grad) grad_free_.push_back(leaf);
    if (after.grad) {
      if (after.grad.get() == change.before.grad.get()) continue;
      grads_.push_back({leaf, GradEffect::kPlace, DataType::kUndefined,
                        Locate(tracer, *after.grad)});
    } else {
      grads_.push_back(
          {leaf, zero ? GradEffect::kZero : GradEffect::kNone, after.zero, {}});
    }
  }
}

std::vector<Captured*> Captured::Passes() {
  std::vector<Captured*> passes{this};
  for (const auto& pass : above_) passes.push_back(pass.get());
  return passes;
}

void Captured::OwnPasses() {
  for (auto& pass : above_) pass = std::make_shared<Captured>(*pass);
}

void Captured::set_num_arguments(int n) {
  for (Captured* pass : Passes()) pass->num_arguments_ = n;
}

void Captured::TakeBackward(const Tracer& tracer,
                            const std::vector<SourceHistory>& histories,
                            const std::vector<Var>& returned) {
  std::vector<Var> tensors = returned;
  std::vector<int> numbers;
  for (int r : rebased_) tensors.push_back(first_sources_[r]);
  for (size_t i = 0; i < tensors.size(); ++i) {
    DenseTensor& t = *tensors[i];
    if (i < returned.size()) {
      RefreshHistory(t);
      if (t.HistoryIsStale()) Refuse("a result has an outdated history");
      if (!t.node || !t.requires_grad()) continue;
    }
    numbers.push_back(static_cast<int>(i));
  }
  if (numbers.empty()) return;
  const auto take = [&](Captured* pass, std::vector<int> roots) {
    for (size_t k = 0; k < roots.size(); ++k) {
      const auto i = static_cast<size_t>(roots[k]);
      if (i < returned.size()) pass->returned_[i].root = static_cast<int>(k);
    }
    pass->roots_ = std::move(roots);
  };
  released_ = std::all_of(numbers.begin(), numbers.end(),
                          [&](int i) { return tensors[i]->node->released; });
  if (released_) return take(this, std::move(numbers));
  std::vector<Var> wanted;
  for (size_t i = 0; i < first_sources_.size(); ++i) {
    if (!sources_[i].requires_grad) continue;
    if (const AutogradMeta* meta = MetaIfAny(*first_sources_[i])) {
      // They run when the gradient arrives; here they would run once more.
      if (meta->hooks) Refuse("an input has hooks");
    }
    wanted_.push_back(static_cast<int>(i));
    wanted.push_back(histories[i].edge());
  }
  const std::vector<ResultLevel> levels = LevelsOf(tensors, numbers, wanted);
  std::vector<Captured*> passes{this};
  for (size_t l = 1; l < levels.size(); ++l) {
    above_.push_back(std::make_shared<Captured>(*this));
    above_.back()->above_.clear();
    above_.back()->cut_ = nullptr;
    passes.push_back(above_.back().get());
  }
  const auto tensors_of = [&](const std::vector<int>& which) {
    std::vector<Var> list;
    for (int i : which) list.push_back(tensors[i]);
    return list;
  };
  for (size_t l = 0; l < levels.size(); ++l) {
    take(passes[l], levels[l].roots);
    passes[l]->below_ = levels[l].below;
    for (const auto& [result, other] : levels[l].parts) {
      const auto root = [&](int number) {
        const auto& roots = levels[l].roots;
        const auto at = std::find(roots.begin(), roots.end(), number);
        return static_cast<int>(at - roots.begin());
      };
      passes[l]->parts_.emplace_back(root(result), root(other));
    }
    passes[l]->TakePass(tracer, tensors_of(levels[l].roots), wanted,
                        tensors_of(levels[l].below));
  }
  for (const auto& pass : above_) pass->first_sources_.clear();
}

void Captured::TakePass(const Tracer& tracer, const std::vector<Var>& roots,
                        const std::vector<Var>& sources,
                        const std::vector<Var>& below) {
  std::vector<Var> wanted = sources;
  wanted.insert(wanted.end(), below.begin(), below.end());
  std::vector<DDim> root_dims;
  for (const Var& root : roots) root_dims.push_back(root->dims);
  auto cache = std::make_shared<ProgramCache>();
  Tracer backward(cache);
  GradOptions options;
  options.retain_graph = true;
  options.allow_unused = true;
  options.ends_at_inputs = true;  // the caller's nodes do the rest
  std::vector<Var> results, inputs, flags, present;
  for (size_t i = 0; roots.size() > 1 && i < roots.size(); ++i) {
    flags.push_back(EmptyTensor({}, DataType::kBool));
    options.presence.push_back({flags.back()});
  }
  backward.RefuseForeign();
  std::vector<Var> seeds;
  if (tracer.rehearsal) {
    seeds = backward.Rehearse(roots, root_dims, SIZE_MAX);
  } else {
    for (const Var& r : roots) seeds.push_back(EmptyTensor(r->dims, r->dtype));
    backward.Start();
  }
  for (const Var& s : seeds) {
    s->flags &= ~kRequiresGrad;
    root_metas_.push_back(MetaOf(*s));
  }
  try {
    std::vector<Presence> presence;
    results = RunGrad(roots, wanted, seeds, options, &presence);
    const GradModeGuard no_grad(false);
    for (size_t i = 0; i < results.size(); ++i) {
      present.push_back(results[i] ? FlagOf(presence[i]) : Var());
    }
  } catch (const CaptureBreak& e) {
    backward.Finish({}, &inputs);
    Refuse(std::string("the backward pass: ") + e.what());
  } catch (const Error& e) {
    backward.Finish({}, &inputs);
    Refuse(std::string("the backward pass fails: ") + e.what());
  }
  if (!backward.segments().empty() || backward.materialized()) {
    backward.Finish({}, &inputs);
    Refuse("the backward pass needs a value");
  }
  std::vector<Var> given;
  for (const Var& r : results) {
    wanted_at_.push_back(r ? static_cast<int>(given.size()) : -1);
    if (r) given.push_back(r);
  }
  for (const Var& p : present) {
    present_at_.push_back(p ? static_cast<int>(given.size()) : -1);
    if (p) given.push_back(p);
  }
  pir::FlatProgram flat = backward.Finish(given, &inputs);
  if (!backward.foreign().empty()) Refuse(backward.foreign() + " ran");
  if (tracer.rehearsal && !tracer.real_sizes && SizesDecide(flat)) {
    Refuse("a pass decides by sizes");
  }
  pir::Program program(flat);
  program.RunPasses("default");
  backward_ = std::make_shared<const Executable>(program.ToFlat());
  for (const Var& input : inputs) {
    BackwardInput b{BackwardInput::kConstant, -1, Var(), MetaOf(*input), 0};
    for (size_t i = 0; i < seeds.size(); ++i) {
      if (seeds[i]->storage == input->storage) {
        b.kind = BackwardInput::kGrad;
        b.index = static_cast<int>(i);
        b.offset = OffsetOf(*input);
      }
    }
    for (size_t i = 0; i < flags.size(); ++i) {
      if (flags[i]->storage == input->storage) {
        b.kind = BackwardInput::kPresence;
        b.index = static_cast<int>(i);
      }
    }
    const auto& outputs = tracer.whole().output_of;
    if (b.index < 0) {
      const auto at = outputs.find(input->storage);
      if (at != outputs.end()) {
        b.kind = BackwardInput::kOutput;
        b.index = at->second;
        b.offset = OffsetOf(*input);
      }
    }
    for (size_t i = 0; b.index < 0 && i < first_sources_.size(); ++i) {
      if (MayOverlap(*first_sources_[i], *input)) {
        b.kind = BackwardInput::kSource;
        b.index = static_cast<int>(i);
        b.offset = OffsetOf(*input) - OffsetOf(*first_sources_[i]);
      }
    }
    if (b.index < 0) {
      const bool known = std::any_of(
          input_constant_.begin(), input_constant_.end(),
          [&](const Var& c) { return c && c->storage == input->storage; });
      if (!known && !(input->flags & kNumber)) {
        Refuse("the backward pass reads a tensor whose origin is not known");
      }
      b.constant = input;
    }
    backward_inputs_.push_back(std::move(b));
  }
}

std::vector<std::string> Captured::InputNames(
    const std::vector<std::string>& sources, bool of_backward) const {
  const auto of = [&](int source, const char* what) {
    const auto k = static_cast<size_t>(source);
    return source < 0 || k >= sources.size() ? "" : sources[k] + what;
  };
  std::vector<std::string> names;
  const Captured& run = RunsAs();
  if (!of_backward) {
    for (size_t i = 0; i < run.input_source_.size(); ++i) {
      names.push_back(run.input_source_[i] >= 0
                          ? of(run.input_source_[i], "")
                          : of(run.input_grad_[i], ".grad"));
    }
    return names;
  }
  for (const BackwardInput& b : run.backward_inputs_) {
    names.push_back(b.kind == BackwardInput::kSource   ? of(b.index, "")
                    : b.kind == BackwardInput::kGrad   ? "gradient of result"
                    : b.kind == BackwardInput::kOutput ? "saved"
                                                       : "");
  }
  return names;
}

}  // namespace paddle::jit
