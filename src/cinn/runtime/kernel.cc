#include "cinn/runtime/kernel.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "cinn/codegen/cpu_printer.h"
#include "cinn/runtime/jit_engine.h"
#include "core/thread_pool.h"

namespace paddle::cinn {

namespace {

constexpr int64_t kGrainElements = 16384;         // of one piece of work
constexpr size_t kMostScratch = 2 << 20;          // bytes for each value
constexpr int64_t kLarge = 16 << 20, kLine = 64;  // bytes
constexpr int64_t kMinVector = 8;                 // elements along the vectors

struct Compiled {
  std::mutex mutex;
  std::unordered_map<std::string, void*> functions;
};
Compiled& Code() {
  static auto* code = new Compiled;  // as the code itself, never destroyed
  return *code;
}

void* FunctionOf(const std::string& text) {
  Compiled& code = Code();
  {
    std::lock_guard lock(code.mutex);
    const auto known = code.functions.find(text);
    if (known != code.functions.end()) return known->second;
  }
  void* function = JitEngine::Instance().Compile(text, kKernelName);
  std::lock_guard lock(code.mutex);
  return code.functions.emplace(text, function).first->second;
}

// The accesses whose results are too large for the caches, are not read again
// in the kernel, and lie so that each vector is at a multiple of 64 bytes.
std::vector<bool> PastCaches(const Group& group, const Nest& nest,
                             const SweepPlan& plan, int64_t chunk) {
  std::vector<bool> past(nest.accesses.size(), false);
  if (plan.sweeps.empty()) return past;
  for (int v : plan.sweeps.back().stores) {
    const auto access =
        static_cast<size_t>(group.values()[static_cast<size_t>(v)].access);
    const Nest::Strides& strides = nest.accesses[access];
    const TensorRef& tensor = group.domain().accesses()[access].tensor;
    const auto size = static_cast<int64_t>(SizeOf(tensor.dtype));
    int64_t bytes = nest.vector * size;
    for (const auto* list : {&nest.outer, &nest.inner}) {
      for (int64_t n : *list) bytes *= n;
    }
    const auto lies = [&](int64_t elements) {
      return elements * size % kLine == 0;
    };
    past[access] =
        bytes >= kLarge && strides.vector && tensor.offset % kLine == 0 &&
        (chunk == nest.vector || lies(chunk)) &&
        std::all_of(strides.outer.begin(), strides.outer.end(), lies) &&
        std::all_of(strides.inner.begin(), strides.inner.end(), lies);
  }
  return past;
}

// Whether all results are written by the last sweep, the way that this access
// goes: nothing at a place is read after it was written.
bool IsOverwritable(const Group& group, const Nest& nest, const SweepPlan& plan,
                    int access) {
  const auto same = [&](int v) {
    const Nest::Strides& a = nest.accesses[static_cast<size_t>(
        group.values()[static_cast<size_t>(v)].access)];
    const Nest::Strides& b = nest.accesses[static_cast<size_t>(access)];
    return a.outer == b.outer && a.inner == b.inner && a.vector == b.vector;
  };
  if (!plan.outer_stores.empty()) return false;
  for (const Sweep& sweep : plan.sweeps) {
    const bool last = &sweep == &plan.sweeps.back();
    if (!last && !sweep.stores.empty()) return false;
    if (last && !std::all_of(sweep.stores.begin(), sweep.stores.end(), same)) {
      return false;
    }
  }
  return true;
}

int64_t Product(const std::vector<int64_t>& list) {
  int64_t n = 1;
  for (int64_t i : list) n *= i;
  return n;
}

}  // namespace

int64_t Kernel::NumCompiled() {
  Compiled& code = Code();
  std::lock_guard lock(code.mutex);
  return static_cast<int64_t>(code.functions.size());
}

std::shared_ptr<const Kernel> Kernel::Make(const Group& group,
                                           const std::vector<bool>& stored,
                                           std::string name) {
  const std::optional<Nest> nest = Nest::Of(group.domain());
  if (!nest || nest->vector < kMinVector) return nullptr;
  const int64_t inner = Product(nest->inner);
  const bool rows = nest->kind == Nest::kRows;
  const int64_t lanes = CpuLanes();
  const int64_t row = inner * (rows ? nest->vector : 16 * CpuLanes());
  const bool may_spill = static_cast<size_t>(row) * 8 <= kMostScratch;
  const SweepPlan plan = SweepPlan::Of(group, *nest, stored, may_spill);
  CpuSchedule schedule = ScheduleForCpu(group, *nest, plan);
  CpuKernelText text = PrintCpuKernel(group, *nest, plan, schedule);
  auto kernel = std::make_shared<Kernel>();
  kernel->name_ = std::move(name);
  const auto& accesses = group.domain().accesses();
  for (int a : text.accesses) {
    const int memory = accesses[static_cast<size_t>(a)].tensor.memory;
    kernel->tensors_.push_back(
        {a, group.Writes(memory), IsOverwritable(group, *nest, plan, a)});
  }
  kernel->params_ = group.params();
  // Chunks of the vectors' axis are units of work of their own, but where a
  // row is reduced along it.
  int64_t chunk = nest->vector;
  if (nest->kind == Nest::kElementwise) {
    chunk = std::min<int64_t>(chunk, kGrainElements);
  } else if (nest->kind == Nest::kColumns) {
    chunk = std::min<int64_t>(chunk, schedule.copies * lanes);
  }
  const int64_t chunks = (nest->vector + chunk - 1) / chunk;
  kernel->units_ = nest->rows() * chunks;
  const int64_t work = std::max<int64_t>(1, inner * chunk);
  kernel->grain_ = std::max<int64_t>(1, kGrainElements / work);
  auto& sizes = kernel->sizes_;
  sizes = {nest->vector, chunk, chunks};
  sizes.insert(sizes.end(), nest->outer.begin(), nest->outer.end());
  sizes.insert(sizes.end(), nest->inner.begin(), nest->inner.end());
  for (int a : text.accesses) {
    const Nest::Strides& s = nest->accesses[static_cast<size_t>(a)];
    sizes.insert(sizes.end(), s.outer.begin(), s.outer.end());
    sizes.insert(sizes.end(), s.inner.begin(), s.inner.end());
  }
  const int64_t elements =
      inner * (rows ? nest->vector + lanes : lanes * schedule.copies);
  kernel->scratch_bytes_ = static_cast<size_t>(elements * text.num_scratch) * 8;
  kernel->function_ = reinterpret_cast<Function*>(FunctionOf(text.text));
  kernel->text_ = std::move(text.text);
  schedule.past = PastCaches(group, *nest, plan, chunk);
  for (size_t i = 0; i < kernel->tensors_.size(); ++i) {
    const auto access = static_cast<size_t>(kernel->tensors_[i].access);
    if (schedule.past[access]) kernel->past_tensors_.push_back(i);
  }
  if (!kernel->past_tensors_.empty()) {
    kernel->past_function_ = reinterpret_cast<Function*>(
        FunctionOf(PrintCpuKernel(group, *nest, plan, schedule).text));
  }
  return kernel;
}

bool Kernel::MayOverwrite(size_t operand) const {
  for (const Tensor& tensor : tensors_) {
    if (!tensor.written && operand-- == 0) return tensor.overwritten;
  }
  return false;
}

void Kernel::Run(char* const* tensors) const {
  const auto lies = [&](size_t i) {
    return reinterpret_cast<uintptr_t>(tensors[i]) % kLine == 0;
  };
  Function* const function =
      past_function_ &&
              std::all_of(past_tensors_.begin(), past_tensors_.end(), lies)
          ? past_function_
          : function_;
  ParallelFor(units_, grain_, [&](int64_t begin, int64_t end) {
    thread_local std::vector<char> scratch;
    if (scratch.size() < scratch_bytes_) scratch.resize(scratch_bytes_);
    function(tensors, sizes_.data(), params_.data(), begin, end,
             scratch.data());
  });
}

}  // namespace paddle::cinn
