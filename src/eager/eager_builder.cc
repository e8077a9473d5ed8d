#include "eager/eager_builder.h"

#include <atomic>
#include <optional>

#include "common/flags.h"
#include "core/device_interface.h"
#include "core/trace.h"
#include "eager/grad_node.h"
#include "eager/late_sizes.h"
#include "eager/nan_inf.h"
#include "eager/recorder.h"
#include "eager/replace_operands.h"
#include "eager/traced_call.h"
#include "eager/view_history.h"
#include "eager/write_result.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/host_values.h"
#include "ops/promote.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

std::atomic<Place> default_place{CPUPlace()};
constinit thread_local const Place* guarded_place PD_TLS_MODEL = nullptr;

Place PlaceOf(const OpDef& op, const Args& args) {
  Place place = DefaultPlace();
  bool found = false;
  ForEachOperand(op, args, [&](const DenseTensor* t) {
    // A single number on CPU may meet tensors of any device.
    if (!t || (found && t->rank() == 0 && t->place == CPUPlace())) return;
    PADDLE_ENFORCE(
        !found || t->place == place || place == CPUPlace(),
        errors::InvalidArgument("%s: the tensors are on different devices.",
                                op.name.c_str())
            .Received(ToString(place) + " and " + ToString(t->place))
            .Hint("move one with Tensor.to()."));
    place = t->place;
    found = true;
  });
  return place;
}

// Single numbers on CPU go where the other operands are.
void MoveNumbers(const OpDef& op, Args& args, Place place) {
  const auto move = [&](DenseTensor* t) {
    if (!t || t->place == place) return t;
    GradModeGuard no_grad(false);
    return args.Keep(ops::CopyTo(Var::Share(t), ToString(place)));
  };
  ReplaceOperands(op, args, move);
}

// The device of a kernel is current on this thread while it runs.
class CurrentDevice {
 public:
  explicit CurrentDevice(Place place) : place_(place) {
    if (PD_LIKELY(place.type == DeviceType::kCPU)) return;
    previous_ = GetDevice(place).set_current(place.id);
  }
  CurrentDevice(const CurrentDevice&) = delete;
  ~CurrentDevice() {
    if (PD_LIKELY(place_.type == DeviceType::kCPU) || previous_ == place_.id) {
      return;
    }
    GetDevice(place_).set_current(previous_);
  }

 private:
  const Place place_;
  int previous_ = 0;
};

// Kernels that need row-major inputs get copies of those that are not.
void MakeContiguous(const OpDef& op, Args& args) {
  ReplaceOperands(op, args, [&](DenseTensor* t) {
    if (!t || t->contiguous()) return t;
    return args.Keep(Contiguous(Var::Share(t)));
  });
}

DataType KernelType(const OpDef& op, const Args& args, const Outs& outs) {
  if (op.key_arg < 0) return outs[0]->dtype;
  const Slot& slot = args.slot[op.key_arg];
  if (PD_UNLIKELY(op.list_mask >> op.key_arg & 1)) {
    if (slot.tensors.size()) return slot.tensors[0]->dtype;
    return outs.size() ? outs[0]->dtype : DataType::kUndefined;
  }
  return PD_LIKELY(slot.tensor != nullptr) ? slot.tensor->dtype
                                           : outs[0]->dtype;
}

}  // namespace

const KernelEntry* ResolveKernel(const OpDef& op, const Args& args,
                                 const Outs& outs, Place place) {
  const DataType type = KernelType(op, args, outs);
  const KernelEntry* kernel =
      op.kernels[static_cast<int>(place.type)][static_cast<int>(type)];
  if (PD_UNLIKELY(!kernel || kernel->refuse || flags::log_kernel_select ||
                  flags::prim_all)) {
    kernel = flags::prim_all && op.decompose
                 ? nullptr
                 : phi::SelectKernel(op, args, outs, place.type, type, nullptr);
    if (!kernel && !op.decompose) {
      phi::ThrowNoKernel(op, args, outs, place.type, type);
    }
  }
  return kernel;
}

namespace {

class Eager final : public Builder {
 public:
  void Emit(const OpDef& op, Args& args, Outs& outs) override {
    if (PD_UNLIKELY(trace::Wishes() & trace::kTimes) && !State().recorder) {
      const TracedCall traced(op, args);
      return EmitCall(op, args, outs);
    }
    EmitCall(op, args, outs);
  }

 private:
  void EmitCall(const OpDef& op, Args& args, Outs& outs) {
    ThreadState& s = State();
    if (PD_UNLIKELY(args.flags & kIsView) && s.grad_enabled) {
      RefreshOperands(op, args);
    }
    if (PD_UNLIKELY(args.flags & kTraced)) SettleOperands(op, args);
    if (PD_UNLIKELY(s.recorder && s.recorder->Around(op, args, outs))) return;
    std::vector<DDim> sizes;
    if (PD_UNLIKELY(s.recorder && op.Has(kDataDependent) && !op.decompose) &&
        !FindLateSizes(op, args, &sizes)) {
      s.recorder->Materialize(op.name +
                              ": the shape of its result depends on "
                              "values");
      SettleOperands(op, args);
      const PauseRecorder pause;
      return EmitCall(op, args, outs);
    }
    if (PD_UNLIKELY(args.inplace)) return EmitInplace(op, args, outs);
    PromoteIfNeeded(op, args);
    const bool record =
        (args.flags & kRequiresGrad) && s.grad_enabled && op.differentiable();
    if (PD_UNLIKELY(record && !op.vjp)) return EmitDecomposed(op, args, outs);
    Place place;
    if (PD_UNLIKELY(args.place_mask != 1)) place = PlaceOf(op, args);
    for (int i = 0; i < outs.size(); ++i) {
      outs[i] = NewTensor(s);
      outs[i]->place = place;
    }
    if (PD_LIKELY(op.infer != nullptr)) op.infer(args, outs);
    for (size_t i = 0; i < sizes.size(); ++i) {
      outs[static_cast<int>(i)]->dims = sizes[i];
      SetContiguous(outs[static_cast<int>(i)]);
    }
    if (PD_UNLIKELY(s.recorder)) FixDefaultFloat(op, args, outs);
    if (PD_UNLIKELY(op.view != nullptr) && op.view(args, outs)) {
      // The outputs share memory with an input: nothing to run.
      if (PD_UNLIKELY(s.recorder) && place.type == DeviceType::kCPU) {
        s.recorder->View(op, args, outs);
      }
    } else if (PD_UNLIKELY(op.into != nullptr)) {
      UpdateCopy(op, args, outs);
    } else if (!Run(op, args, outs, place, s)) {
      if (op.differentiable() && (!record || op.view)) {
        return EmitDecomposed(op, args, outs);
      }
      // The record's own rule goes before, or it has no gradient.
      GradModeGuard no_grad(false);
      EmitDecomposed(op, args, outs);
    }
    if (record) Record(op, args, outs);
  }

  // False: no kernel takes the call, but the record has a decomposition.
  bool Run(const OpDef& op, Args& args, Outs& outs, Place place,
           ThreadState& s) {
    const KernelEntry* kernel = ResolveKernel(op, args, outs, place);
    if (PD_UNLIKELY(!kernel)) return false;
    if (PD_UNLIKELY(s.recorder) && place.type == DeviceType::kCPU) {
      s.recorder->Call(op, args, outs);
      return true;
    }
    const bool pack = (args.flags & kStrided) && !kernel->strided;
    // Elementwise kernels of any device read numbers on CPU by value.
    const bool move = place.type != DeviceType::kCPU && !op.Has(kElementwise) &&
                      (args.place_mask & 1);
    if (PD_UNLIKELY(pack || move)) {
      // The record keeps the caller's tensors; only the kernel sees copies.
      Args copy = Args::Borrow(args);
      if (move) MoveNumbers(op, copy, place);
      if (pack) MakeContiguous(op, copy);
      RunKernel(*kernel, op, copy, outs, place, s);
      return true;
    }
    RunKernel(*kernel, op, args, outs, place, s);
    return true;
  }

  static void RunKernel(const KernelEntry& kernel, const OpDef& op,
                        const Args& args, Outs& outs, Place place,
                        ThreadState& s) {
    const CurrentDevice current(place);
    const DeviceContext context(place, nullptr);
    if (const uint8_t wishes = trace::Wishes(); PD_UNLIKELY(wishes)) {
      RunTracedKernel(wishes, kernel, op, context, args, outs);
    } else {
      for (int i = 0; i < outs.size(); ++i) {
        if (PD_LIKELY(!outs[i]->storage)) AllocateStorage(outs[i], s);
      }
      kernel.run(context, args, outs);
    }
    if (PD_UNLIKELY(flags::check_nan_inf)) CheckNanInf(op, outs);
  }

  static void EmitDecomposed(const OpDef& op, Args& args, Outs& outs) {
    if (!op.decompose) {
      PADDLE_THROW(
          errors::Fatal("%s: has neither a gradient nor a "
                        "decomposition.",
                        op.name.c_str()));
    }
    std::optional<PlaceGuard> guard;
    if (PD_UNLIKELY(args.place_mask != 1)) guard.emplace(PlaceOf(op, args));
    TakeResults(op, op.decompose(args), outs);
  }

  // The plain form of an operator that changes parts of `x`: on a copy.
  static void UpdateCopy(const OpDef& op, const Args& args, Outs& outs) {
    GradModeGuard no_grad(false);
    Var copy = ops::Assign(args.tensor(op.inplace_arg));
    Args on_copy = Args::Borrow(args);
    on_copy.slot[op.inplace_arg].tensor = copy.get();
    op.into(on_copy);
    Release(outs[0]);
    outs[0] = copy.Take();
  }

  // The same on `x` itself: what else overlaps it is copied first.
  static void UpdateInto(const OpDef& op, Args& args) {
    const DenseTensor* x = args.slot[op.inplace_arg].tensor;
    Args a = Args::Borrow(args);
    auto take_apart = [&](DenseTensor* t) {
      if (!t || !t->storage || t->storage != x->storage) return t;
      return a.Keep(ops::Assign(Var::Share(t)));
    };
    DenseTensor* to = std::exchange(a.slot[op.inplace_arg].tensor, nullptr);
    ReplaceOperands(op, a, take_apart);  // `x` may be there once more
    a.slot[op.inplace_arg].tensor = to;
    op.into(a);
  }

  // The first output is written into the argument `x!`.
  void EmitInplace(const OpDef& op, Args& args, Outs& outs) {
    ThreadState& s = State();
    DenseTensor* x = args.slot[op.inplace_arg].tensor;
    if (PD_UNLIKELY(RepeatsMemory(*x))) TakeOwnMemory(x);
    PromoteIfNeeded(op, args);
    const bool record =
        (args.flags & kRequiresGrad) && s.grad_enabled && op.differentiable();
    if (op.view) return EmitInplaceView(op, args, outs, x, record);
    if (record) {
      CheckRecordedWrite(op, *x);
      CheckHistories(op, args);
    }
    if (op.into) {
      Outs checked(outs.size());
      checked[0] = NewTensor(s);
      op.infer(args, checked);
      GradModeGuard no_grad(false);
      UpdateInto(op, args);
      return FinishInplace(op, args, outs, x, record);
    }
    const bool promoted = args.slot[op.inplace_arg].tensor != x;
    if (promoted ||
        (record && (!op.vjp || op.saves_in >> op.inplace_arg & 1))) {
      return EmitInplaceOfCopy(op, args, outs, x, promoted);
    }
    Args plain = Args::Borrow(args);  // compute as usual, without recording ...
    Outs result(outs.size());
    {
      GradModeGuard no_grad(false);
      // ... straight into the memory of `x` where each element depends on
      // itself alone.
      if (op.Has(kElementwise) && x->contiguous() && !op.decompose &&
          RunInto(op, plain, x, s)) {
        // done
      } else {
        EmitCall(op, plain, result);
        StoreResult(op, *result[0], x);
      }
    }
    for (int i = 1; i < outs.size(); ++i) outs[i] = result.Take(i);
    FinishInplace(op, args, outs, x, record);
  }

  // reshape_ and the like: `x` becomes the view of itself.
  void EmitInplaceView(const OpDef& op, Args& args, Outs& outs, DenseTensor* x,
                       bool record) {
    if (record) CheckNoLeaf(op, *x);
    args.inplace = false;
    Outs result(1);
    EmitCall(op, args, result);
    DenseTensor& r = *result[0];
    TakeMemory(x, r);
    MoveHistory(r, x);
    Retain(x);
    outs[0] = x;
  }

  static void FinishInplace(const OpDef& op, const Args& args, Outs& outs,
                            DenseTensor* x, bool record) {
    x->BumpVersion();
    Retain(x);
    outs[0] = x;
    if (!record) return;
    Record(op, args, outs);
    NoteRecordedWrite(*x);
  }

  // Where the gradient reads `x` as it was, or `x` was `promoted`: the operator
  // takes a copy of it, and `x` takes the values and the history of the result.
  void EmitInplaceOfCopy(const OpDef& op, Args& args, Outs& outs,
                         DenseTensor* x, bool promoted) {
    args.inplace = false;
    if (promoted) {
      CheckKind(op, *x, args.slot[op.inplace_arg].tensor->dtype);
    } else {
      DenseTensor* before = args.Keep(ops::Assign(Var::Share(x)));
      ReplaceOperands(op, args,
                      [&](DenseTensor* t) { return t == x ? before : t; });
    }
    Outs result(outs.size());
    EmitCall(op, args, result);
    {
      GradModeGuard no_grad(false);
      StoreResult(op, *result[0], x);
    }
    x->BumpVersion();
    MoveHistory(*result[0], x);
    NoteRecordedWrite(*x);
    Retain(x);
    outs[0] = x;
    for (int i = 1; i < outs.size(); ++i) outs[i] = result.Take(i);
  }

  bool RunInto(const OpDef& op, Args& args, DenseTensor* x, ThreadState& s) {
    Outs outs(1);
    outs[0] = NewTensor(s);
    op.infer(args, outs);
    if (!(outs[0]->dims == x->dims) || outs[0]->dtype != x->dtype) return false;
    bool aliased =
        false;  // an input that overlaps x, but not element by element
    ForEachOperand(op, args, [&](const DenseTensor* t) {
      if (t && t != x && t->storage == x->storage) aliased = true;
    });
    if (aliased) return false;
    Retain(x->storage);
    outs[0]->storage = x->storage;
    outs[0]->data = x->data;
    outs[0]->place = x->place;
    return Run(op, args, outs, x->place, s);
  }
};

}  // namespace

Builder* EagerBuilder() {
  static Eager builder;
  return &builder;
}

Var Contiguous(const Var& t) {
  if (t->contiguous()) return t;
  GradModeGuard no_grad(false);
  return ops::Assign(t);
}

Var OnHost(const Var& tensor) {
  const Var t = readable(tensor);
  const PauseRecorder pause;
  if (PD_LIKELY(t->place == CPUPlace())) return Contiguous(t);
  GradModeGuard no_grad(false);
  return ops::CopyTo(t, "cpu");
}

PlaceGuard::PlaceGuard(Place place) : place_(place), previous_(guarded_place) {
  guarded_place = &place_;
}
PlaceGuard::~PlaceGuard() { guarded_place = previous_; }

Place DefaultPlace() {
  if (PD_UNLIKELY(guarded_place != nullptr)) return *guarded_place;
  return default_place.load(std::memory_order_relaxed);
}
void SetDefaultPlace(Place place) {
  if (place.type != DeviceType::kCPU) GetDevice(place).initialize(place.id);
  default_place = place;
}

namespace {
[[maybe_unused]] const bool installed = [] {
  SetDefaultBuilder(EagerBuilder());
  return true;
}();
}  // namespace

}  // namespace paddle
