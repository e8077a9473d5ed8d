#include "phi/kernel_registry.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "common/flags.h"
#include "common/logging.h"
#include "core/fork_mutex.h"
#include "core/made_at_load.h"
#include "phi/late_kernel.h"

namespace paddle::phi {
namespace {

std::vector<const KernelSpec*>& Specs() {
  static auto* specs = new std::vector<const KernelSpec*>;
  return *specs;
}

std::string ExpectedCode(const OpDef& op) {
  std::string code;
  for (const ArgSpec& arg : op.schema.args) {
    code += "T?LbifsItS"[static_cast<int>(arg.type)];
  }
  if (op.schema.list_out) return code + 'V';
  return code + std::string(op.schema.outs.size(), 'O');
}

// Highest priority first; among equals the first to come, and BindKernels
// brings newer instruction sets first.
void Insert(const KernelEntry** at, KernelEntry* entry) {
  while (*at && (*at)->priority >= entry->priority) at = &(*at)->next;
  entry->next = *at;
  *at = entry;
}

void Bind(const KernelSpec& spec) {
  OpDef* op = FindOp(spec.op);
  PADDLE_ENFORCE(op, errors::Fatal("a kernel is registered for `%s`, which is "
                                   "not an operator.",
                                   spec.op));
  KernelOptions options;
  // A kernel writes into outputs that exist; a decomposition makes its own.
  PADDLE_ENFORCE(
      op->infer,
      errors::Fatal("a kernel is registered for `%s`, whose record "
                    "gives no shapes of outputs: it needs InferMeta.",
                    spec.op));
  spec.set_up(options);
  for (int i = 0; i < spec.num_keys; ++i) {
    const KernelKey& key = spec.keys[i];
    const std::string expected = ExpectedCode(*op);
    PADDLE_ENFORCE(expected == key.code,
                   errors::Fatal("the kernel of `%s` does not suit %s.",
                                 spec.op, op->schema.text.c_str())
                       .Expected(expected)
                       .Received(key.code));
    auto* entry =
        new KernelEntry{key.run,       options.refuse,   nullptr,
                        options.label, options.priority, options.strided};
    Insert(&op->kernels[static_cast<int>(spec.device)]
                       [static_cast<int>(key.dtype)],
           entry);
  }
}

ForkMutex& LateMutex() {
  static auto* mutex = new ForkMutex;
  return *mutex;
}
PD_MAKE_AT_LOAD(&LateMutex());

std::string Describe(const KernelEntry& entry) {
  return std::string("kernel ") + (*entry.label ? entry.label : "default");
}

}  // namespace

void AddLateKernel(OpDef& op, DeviceType device, DataType dtype,
                   const KernelEntry& entry) {
  BindKernels();
  std::lock_guard lock(LateMutex());
  // Calls on other threads walk the list meanwhile: an entry is linked last.
  const KernelEntry** at =
      &op.kernels[static_cast<int>(device)][static_cast<int>(dtype)];
  while (*at && (*at)->priority > entry.priority) at = &(*at)->next;
  auto* added = new KernelEntry(entry);
  added->next = *at;
  std::atomic_ref(*at).store(added, std::memory_order_release);
}

void RegisterKernel(const KernelSpec* spec) { Specs().push_back(spec); }

int MachineIsaLevel() {
  __builtin_cpu_init();
  const bool wide = flags::cpu_isa_level >= 4;  // as far as the user allows
  if (wide && __builtin_cpu_supports("x86-64-v4")) return 4;
  if (__builtin_cpu_supports("x86-64-v3")) return 3;
  return 2;
}

void BindKernels() {
  static std::once_flag once;
  std::call_once(once, [] {
    const int level = MachineIsaLevel();
    auto& specs = Specs();
    std::stable_sort(specs.begin(), specs.end(),
                     [](const KernelSpec* a, const KernelSpec* b) {
                       return a->isa_level > b->isa_level;
                     });
    for (const KernelSpec* spec : specs) {
      if (spec->isa_level <= level) Bind(*spec);
    }
    PD_VLOG(1) << specs.size() << " kernel registrations, x86-64-v" << level;
  });
}

const KernelEntry* SelectKernel(const OpDef& op, const Args& args,
                                const Outs& outs, DeviceType device,
                                DataType dtype, std::string* reasons) {
  const KernelEntry* entry =
      op.kernels[static_cast<int>(device)][static_cast<int>(dtype)];
  for (; entry; entry = entry->next) {
    const char* reason = entry->refuse ? entry->refuse(args, outs) : nullptr;
    if (PD_UNLIKELY(flags::log_kernel_select)) {
      PD_LOG(INFO) << op.name << " " << Name(dtype) << ": " << Describe(*entry)
                   << (reason ? std::string(" refused: ") + reason : " chosen");
    }
    if (!reason) return entry;
    if (reasons) *reasons += "\n    " + Describe(*entry) + ": " + reason;
  }
  return nullptr;
}

void ThrowNoKernel(const OpDef& op, const Args& args, const Outs& outs,
                   DeviceType device, DataType dtype) {
  std::string reasons, known;
  SelectKernel(op, args, outs, device, dtype, &reasons);
  for (int d = 0; d < kNumDeviceTypes; ++d) {
    for (int t = 0; t < kNumDataTypes; ++t) {
      if (!op.kernels[d][t]) continue;
      known += (known.empty() ? "" : ", ") +
               ToString({static_cast<DeviceType>(d), 0}) + "/" +
               Name(static_cast<DataType>(t));
    }
  }
  PADDLE_THROW(
      errors::Unimplemented("%s: there is no kernel for this dtype and place.",
                            op.name.c_str())
          .Expected("one of " + (known.empty() ? "(none)" : known))
          .Received(ToString({device, 0}) + "/" + Name(dtype) + reasons)
          .Hint("convert with Tensor.astype()."));
}

}  // namespace paddle::phi
