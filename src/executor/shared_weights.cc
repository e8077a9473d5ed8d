#include "executor/shared_weights.h"

#include <complex>
#include <mutex>
#include <unordered_map>

namespace paddle::executor {

namespace {

// Longer ones are made of too many steps to be worth it.
constexpr size_t kLongestName = 1 << 14;
constexpr size_t kLargestConstant = 1 << 10;

struct Registry {
  std::mutex mutex;
  std::unordered_map<std::string, std::weak_ptr<const SharedValue>> values;
  size_t next_sweep = 64;
};
Registry& TheRegistry() {
  static auto* registry = new Registry;
  return *registry;
}

class Namer {
 public:
  Namer(const std::vector<PlanTensor>& tensors,
        const std::vector<PlanMemory>& memories,
        const std::vector<Var>& constants, const std::vector<Var>& inputs)
      : tensors_(tensors), constants_(constants), names_(memories.size()) {
    for (size_t m = 0; m < memories.size(); ++m) {
      if (memories[m].kind != PlanMemory::kInput) continue;
      const DenseTensor& t = *inputs[memories[m].index];
      text_ = "i";
      Add(t.storage);
      Add(t.data);
      Add(t.version());
      names_[m] = text_;
    }
  }

  void Name(const Step& step) {
    text_ = "s";
    whole_ = true;
    Add(step.op);
    Add(step.run);
    if (!step.layout.empty()) {
      AddText(step.layout);
      AddOperand(step.prepared);
    } else {
      // Without a name a layout is that of one call.
      whole_ = step.prepared == kNoOperand;
      for (size_t i = 0; i < step.slots.size(); ++i) AddSlot(step, i);
      for (Operand o : step.operands) AddOperand(o);
    }
    for (size_t k = 0; k < step.outs.size(); ++k) {
      const PlanTensor& out = tensors_[step.outs[k]];
      std::string& name = names_[out.memory];
      const bool all = out.whole || step.prepared != kNoOperand;
      if (!whole_ || !all || text_.size() > kLongestName) continue;
      name = text_;
      name += static_cast<char>('0' + k);
    }
  }

  std::vector<std::string> Take() { return std::move(names_); }

 private:
  template <typename T>
  void Add(const T& v) {
    text_.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  void AddText(std::string_view text) {
    Add(text.size());
    text_ += text;
  }
  void AddLayout(const DenseTensor& t) {
    Add(t.dtype);
    Add(t.rank());
    for (int i = 0; i < t.rank(); ++i) {
      Add(t.dims[i]);
      Add(t.strides[i]);
    }
  }
  void AddSlot(const Step& step, size_t i) {
    const Slot& slot = step.slots[i];
    switch (step.op->schema.args[i].type) {
      case ArgType::kString: return AddText(slot.text);
      case ArgType::kIntArray:
        Add(slot.ints.size());
        for (int64_t n : slot.ints) Add(n);
        return;
      case ArgType::kScalar:
        Add(slot.scalar.type());
        if (!slot.scalar.has_value()) return;
        if (slot.scalar.IsIntegral()) return Add(slot.scalar.ToInt());
        return Add(slot.scalar.To<std::complex<double>>());
      default: return Add(slot.i);
    }
  }
  void AddOperand(Operand o) {
    if (o == kNoOperand) {
      text_ += 'n';
    } else if (o < 0) {
      const DenseTensor& t = *constants_[ConstantIndex(o)];
      whole_ &= t.contiguous() && t.bytes() <= kLargestConstant &&
                !(t.flags & (kNumber | kWideNumber));
      if (!whole_) return;
      text_ += 'c';
      AddLayout(t);
      AddText({t.Data<char>(), t.bytes()});
    } else {
      const PlanTensor& t = tensors_[o];
      const std::string& of = names_[t.memory];
      whole_ &= !of.empty();
      AddText(of);
      Add(t.offset);
      AddLayout(*t.like);
    }
  }

  const std::vector<PlanTensor>& tensors_;
  const std::vector<Var>& constants_;
  std::vector<std::string> names_;
  std::string text_;
  bool whole_ = true;  // `text_` says all
};

}  // namespace

std::vector<std::string> NamesOf(const std::vector<Step>& once,
                                 const std::vector<PlanTensor>& tensors,
                                 const std::vector<PlanMemory>& memories,
                                 const std::vector<Var>& constants,
                                 const std::vector<Var>& inputs) {
  Namer namer(tensors, memories, constants, inputs);
  for (const Step& step : once) namer.Name(step);
  return namer.Take();
}

Shared FindShared(const std::string& name) {
  Registry& registry = TheRegistry();
  std::lock_guard lock(registry.mutex);
  const auto it = registry.values.find(name);
  return it == registry.values.end() ? nullptr : it->second.lock();
}

void Share(const std::string& name, const Shared& value) {
  Registry& registry = TheRegistry();
  std::lock_guard lock(registry.mutex);
  registry.values[name] = value;
  if (registry.values.size() < registry.next_sweep) return;
  std::erase_if(registry.values,
                [](const auto& v) { return v.second.expired(); });
  registry.next_sweep = 2 * registry.values.size() + 64;
}

}  // namespace paddle::executor
