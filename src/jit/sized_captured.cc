#include "jit/sized_captured.h"

#include <algorithm>
#include <cstring>

#include "eager/grad_node.h"

namespace paddle::jit {

namespace {

bool SameConstant(const Var& a, const Var& b) {
  if (!a || !b) return !a && !b;
  if (a->flags & b->flags & kNumber) {
    return a->dtype == b->dtype && !std::memcmp(a->data, b->data, a->bytes());
  }
  return a->storage == b->storage && a->data == b->data;
}

}  // namespace

std::shared_ptr<SizedCaptured> SizedCaptured::Make(
    const Captured& stand_in, const Captured& example,
    const pir::KnownNumbers& known, std::string* why) {
  std::shared_ptr<SizedCaptured> made(new SizedCaptured(stand_in));
  if (!made->Compare(example, known, why)) return nullptr;
  return made;
}

bool Captured::Meta::SameButSizes(const Meta& o) const {
  return dtype == o.dtype && requires_grad == o.requires_grad &&
         dims.rank() == o.dims.rank();
}

bool Captured::SamePass(const Captured& o) const {
  return roots_ == o.roots_ && below_ == o.below_ &&
         wanted_at_ == o.wanted_at_ && !backward_ == !o.backward_ &&
         std::equal(backward_inputs_.begin(), backward_inputs_.end(),
                    o.backward_inputs_.begin(), o.backward_inputs_.end(),
                    [](const BackwardInput& a, const BackwardInput& b) {
                      return a.kind == b.kind && a.index == b.index &&
                             SameConstant(a.constant, b.constant) &&
                             a.meta.SameButSizes(b.meta);
                    });
}

bool SizedCaptured::SameButSizes(Captured& example) {
  const auto same_meta = [](const Meta& a, const Meta& b) {
    return a.SameButSizes(b);
  };
  const std::vector<Captured*> passes = Passes(), others = example.Passes();
  const auto same_place = [&](const Place& a, const Place& b) {
    return a.SameButSizes(b);
  };
  const auto same_values = [](const auto& a, const auto& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const auto& x, const auto& y) {
          const DenseTensor &s = *x.second, &t = *y.second;
          return x.first == y.first && s.dtype == t.dtype && s.dims == t.dims &&
                 (s.numel == 0 || std::memcmp(s.data, t.data, s.bytes()) == 0);
        });
  };
  return std::equal(sources_.begin(), sources_.end(), example.sources_.begin(),
                    example.sources_.end(), same_meta) &&
         input_source_ == example.input_source_ &&
         input_grad_ == example.input_grad_ && written_ == example.written_ &&
         rebased_ == example.rebased_ && grad_free_ == example.grad_free_ &&
         released_ == example.released_ && wanted_ == example.wanted_ &&
         std::equal(input_constant_.begin(), input_constant_.end(),
                    example.input_constant_.begin(),
                    example.input_constant_.end(), SameConstant) &&
         std::equal(returned_.begin(), returned_.end(),
                    example.returned_.begin(), example.returned_.end(),
                    same_place) &&
         std::equal(grads_.begin(), grads_.end(), example.grads_.begin(),
                    example.grads_.end(),
                    [&](const GradEffect& a, const GradEffect& b) {
                      return a.source == b.source && a.kind == b.kind &&
                             a.zero == b.zero && same_place(a.place, b.place);
                    }) &&
         std::equal(passes.begin(), passes.end(), others.begin(), others.end(),
                    [&](const Captured* a, const Captured* b) {
                      return a->SamePass(*b);
                    }) &&
         same_values(assumed_, example.assumed_) &&
         same_values(assumed_inputs_, example.assumed_inputs_);
}

bool SizedCaptured::Compare(Captured example, const pir::KnownNumbers& known,
                            std::string* why) {
  if (!SameButSizes(example)) {
    *why = "other sizes lead to other operations";
    return false;
  }
  sized_forward_ = pir::SizedProgram::Make(
      forward_->program(), example.forward_->program(), known, why);
  if (!sized_forward_) return false;
  if (StagedProgram::Needed(sized_forward_->program())) {
    staged_ = std::make_shared<const StagedProgram>(sized_forward_);
  }
  const std::vector<Captured*> passes = Passes(), others = example.Passes();
  for (size_t k = 0; backward_ && k < passes.size(); ++k) {
    auto backward = pir::SizedProgram::Make(
        passes[k]->backward_->program(), others[k]->backward_->program(),
        {sized_forward_->table(), known.floats}, why);
    if (!backward) return false;
    if (StagedProgram::Needed(backward->program())) {
      *why = "a size depends on values in the backward pass";
      return false;
    }
    passes[k]->backward_float_inputs_ = backward->float_inputs();
    sized_backward_.push_back(std::move(backward));
  }
  for (size_t s = 0; s < sources_.size(); ++s) {
    const DDim &a = sources_[s].dims, &b = example.sources_[s].dims;
    for (int i = 0; i < a.rank(); ++i) {
      if (a[i] == b[i]) continue;
      axes_.push_back({static_cast<int>(s), i});
      const auto size = sized_forward_->table().Find(a[i], b[i]);
      if (size && size->factors.size() == 1) {
        sources_at_.push_back({static_cast<int>(s), i, size->factors[0]});
      }
    }
  }
  std::vector<int64_t> mine, theirs;
  ForEachSize([&](int64_t& n) { mine.push_back(n); });
  example.ForEachSize([&](int64_t& n) { theirs.push_back(n); });
  for (size_t i = 0; i < mine.size(); ++i) {
    if (mine[i] == theirs[i]) continue;
    const auto expr = sized_forward_->table().Find(mine[i], theirs[i]);
    if (!expr) {
      *why =
          "the layout of a tensor follows from sizes in a way that is not "
          "known";
      return false;
    }
    numbers_.emplace_back(i, *expr);
  }
  float_inputs_ = sized_forward_->float_inputs();
  used_sizes_.resize(sized_forward_->table().size());
  used_floats_.resize(known.floats.size());
  sized_forward_->MarkUsed(&used_sizes_, &used_floats_);
  for (const auto& backward : sized_backward_) {
    backward->MarkUsed(&used_sizes_, &used_floats_);
  }
  for (const auto& [i, expr] : numbers_) {
    for (int f : expr.factors) used_sizes_[f] = true;
  }
  used_sizes_.resize(known.sizes.size());
  return true;
}

// Whether what is shown lies in the memory that it is said to be part of.
bool SizedCaptured::Fits(const Place& place, const pir::FlatProgram& program,
                         const std::vector<Var>& sources) {
  int64_t bytes, first = place.offset;
  if (place.output >= 0) {
    const auto& out = program.outputs[place.output];
    const pir::ValueType& type = program.values[out.value];
    bytes = Product(type.dims) * static_cast<int64_t>(SizeOf(type.dtype));
  } else {
    const DenseTensor& s = *sources[place.source];
    bytes = static_cast<int64_t>(s.storage->bytes);
    first += s.Data<char>() - static_cast<const char*>(s.storage->data);
  }
  int64_t last = first;
  const auto element = static_cast<int64_t>(SizeOf(place.meta.dtype));
  for (int i = 0; i < place.meta.dims.rank(); ++i) {
    const int64_t n = place.meta.dims[i];
    if (n == 0) return first >= 0 && first <= bytes;
    if (n < 0) return false;
    const int64_t step = (n - 1) * place.meta.strides[i] * element;
    (step < 0 ? first : last) += step;
  }
  return first >= 0 && last + element <= bytes;
}

bool SizedCaptured::SameFormulas(const SizedCaptured& other) const {
  return numbers_ == other.numbers_ &&
         sized_forward_->SameFormulas(*other.sized_forward_) &&
         std::equal(
             sized_backward_.begin(), sized_backward_.end(),
             other.sized_backward_.begin(), other.sized_backward_.end(),
             [](const auto& a, const auto& b) { return a->SameFormulas(*b); });
}

void SizedCaptured::SetSizes(const Sizes& sizes, Captured* captured) const {
  size_t i = 0, next = 0;
  captured->ForEachSize([&](int64_t& n) {
    if (next < numbers_.size() && numbers_[next].first == i++) {
      n = numbers_[next++].second.Eval(sizes);
    }
  });
}

// Of a call with these sizes of the forward program.
std::shared_ptr<Captured> SizedCaptured::With(const Sizes& sizes) const {
  auto captured = std::make_shared<Captured>(*this);
  captured->OwnPasses();
  SetSizes(sizes, captured.get());
  return captured;
}

std::shared_ptr<const Captured> SizedCaptured::Complete(
    const std::vector<Var>& sources, const Sizes& sizes,
    std::shared_ptr<const Executable> forward, bool cut) const {
  auto captured = With(sizes);
  captured->cut_ = cut ? std::make_shared<Cut>() : nullptr;
  captured->forward_ = std::move(forward);
  for (const Place& place : captured->returned_) {
    if (!Fits(place, captured->forward_->program(), sources)) return nullptr;
  }
  const std::vector<Captured*> passes = captured->Passes();
  for (size_t k = 0; k < sized_backward_.size(); ++k) {
    std::vector<DDim> inputs;
    Sizes all = sizes;
    for (const BackwardInput& b : passes[k]->backward_inputs_) {
      inputs.push_back(b.meta.dims);
    }
    auto backward =
        std::make_shared<Executable>(sized_backward_[k]->At(inputs, &all));
    backward->PlanLater();
    passes[k]->backward_ = std::move(backward);
  }
  return captured;
}

std::shared_ptr<const Captured> SizedCaptured::At(
    const std::vector<Var>& sources, Sizes sizes) const {
  std::vector<DDim> inputs;
  for (size_t i = 0; i < input_source_.size(); ++i) {
    if (input_grad_[i] >= 0) {
      const Var grad = GradOf(*sources[input_grad_[i]]);
      if (!grad) return nullptr;
      inputs.push_back(grad->dims);
    } else {
      const Var& input =
          input_source_[i] < 0 ? input_constant_[i] : sources[input_source_[i]];
      inputs.push_back(input->dims);
    }
  }
  auto forward =
      std::make_shared<Executable>(sized_forward_->At(inputs, &sizes));
  forward->PlanLater();
  return Complete(sources, sizes, std::move(forward), true);
}

template <typename F>
std::shared_ptr<const Captured> SizedCaptured::Cached(const Sizes& key,
                                                      F&& make) const {
  {
    std::lock_guard lock(mutex_);
    for (auto it = plans_.begin(); it != plans_.end(); ++it) {
      if (it->first != key) continue;
      plans_.splice(plans_.begin(), plans_, it);
      return plans_.front().second;
    }
  }
  std::shared_ptr<const Captured> plan;
  try {
    plan = make();
  } catch (const Error&) {
    return nullptr;  // the function itself shall say what is wrong
  }
  if (!plan) return nullptr;
  std::lock_guard lock(mutex_);
  plans_.emplace_front(key, plan);
  if (plans_.size() > kPlans) plans_.pop_back();
  return plan;
}

bool SizedCaptured::RunStaged(const std::vector<Var>& sources,
                              const Numbers& numbers, const Replay& replay,
                              std::vector<Var>* returned) const {
  // Those of the sources are right already.
  Sizes sizes = numbers.sizes;
  sizes.resize(sized_forward_->table().size(), 1);
  for (const Source& s : sources_at_) {
    sizes[s.size] = sources[s.source]->dims[s.axis];
  }
  std::vector<Var> inputs, outputs;
  if (!With(sizes)->Prepare(sources, numbers, &inputs)) return false;
  const auto run = [&](const std::vector<Var>& in) {
    sizes = numbers.sizes;
    std::vector<Var> made = staged_->Run(in, &sizes, numbers.floats.data());
    Sizes late;
    for (int size : staged_->late()) late.push_back(sizes[size]);
    PADDLE_ENFORCE(numbers.late_hold && numbers.late_hold(late),
                   errors::PreconditionNotMet("a size is another one."));
    return made;
  };
  std::shared_ptr<const Captured> plan;
  const auto checked = [&](const std::vector<Var>& in) {
    std::vector<Var> made = run(in);
    plan = Cached(sizes, [&] {
      pir::FlatProgram shown = sized_forward_->program().Clone();
      for (size_t i = 0; i < made.size(); ++i) {
        shown.values[shown.outputs[i].value].dims = made[i]->dims;
      }
      return Complete(sources, sizes,
                      std::make_shared<const Executable>(std::move(shown)),
                      false);
    });
    PADDLE_ENFORCE(plan, errors::PreconditionNotMet("a layout is another."));
    return made;
  };
  if (!RunForward(inputs, checked, &outputs)) return false;
  plan->Finish(sources, numbers, replay, outputs, returned);
  return true;
}

bool SizedCaptured::Run(const std::vector<Var>& sources, const Numbers& numbers,
                        const Replay& replay,
                        std::vector<Var>* returned) const {
  if (sources.size() != sources_.size()) return false;
  Sizes key = numbers.sizes;
  for (const Axis& a : axes_) {
    const DDim& dims = sources[a.source]->dims;
    if (dims.rank() != sources_[a.source].dims.rank()) return false;
    key.push_back(dims[a.axis]);
    if (key.back() < 2) return false;
  }
  if (staged_) return RunStaged(sources, numbers, replay, returned);
  const auto plan = Cached(key, [&] { return At(sources, numbers.sizes); });
  return plan && plan->Run(sources, numbers, replay, returned);
}

}  // namespace paddle::jit
