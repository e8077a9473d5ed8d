#include "eager/custom_kernel.h"

#include <atomic>
#include <cstring>

#include "eager/custom_error.h"
#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "phi/late_kernel.h"

namespace paddle {

namespace {

// A kernel of the registry is a plain function: there is one for each place
// here, which finds the kernel of the user that was given it.
constexpr int kMaxKernels = 64;
CustomKernelInfo* kernels[kMaxKernels];
std::atomic<int> num_kernels{0};

// The letters that PD_KERNEL gives parameters of the schema's types.
std::string ExpectedSignature(const OpDef& op) {
  std::string letters;
  for (const ArgSpec& arg : op.schema.args) {
    letters += "T?LbIds3yS"[static_cast<int>(arg.type)];
  }
  return letters;
}

CustomCall MakeCall(const Args& args) {
  const OpDef& op = *args.op;
  CustomCall call;
  const auto shown = [](DenseTensor* t) { return FromVar(Alias(*t)); };
  for (int i = 0; i < args.size; ++i) {
    const Slot& slot = args.slot[i];
    switch (op.schema.args[i].type) {
      case ArgType::kTensor:
      case ArgType::kOptionalTensor:
        call.inputs.emplace_back();
        if (slot.tensor) call.inputs.back().single = shown(slot.tensor);
        break;
      case ArgType::kTensorList:
        call.inputs.emplace_back();
        call.inputs.back().tensors.emplace();
        for (DenseTensor* t : slot.tensors) {
          call.inputs.back().tensors->push_back(shown(t));
        }
        break;
      case ArgType::kBool: call.attrs.emplace_back(slot.i != 0); break;
      case ArgType::kInt: call.attrs.emplace_back(slot.i); break;
      case ArgType::kFloat: call.attrs.emplace_back(slot.f); break;
      case ArgType::kString:
        call.attrs.emplace_back(std::string(slot.text));
        break;
      case ArgType::kIntArray:
        call.attrs.emplace_back(
            std::vector<int64_t>(slot.ints.begin(), slot.ints.end()));
        break;
      case ArgType::kDataType:
        call.attrs.emplace_back(Public(static_cast<DataType>(slot.i)));
        break;
      case ArgType::kScalar:
        call.attrs.emplace_back(Public(slot.scalar));
        break;
    }
  }
  return call;
}

void Run(const CustomKernelInfo& info, const Args& args, Outs& outs) {
  const PauseRecorder pause;
  const GradModeGuard no_grad(false);
  const BuilderGuard eager(EagerBuilder());
  CustomCall call = MakeCall(args);
  // Where a kernel fills its results, it fills those of the call.
  for (int i = 0; i < outs.size(); ++i) {
    call.outputs.push_back({FromVar(Alias(*outs[i]))});
  }
  RunForeign(info.op, [&] { info.kernel.run(call); });
  if (!call.returns) {
    for (auto& tensors : call.outputs) call.results.push_back(tensors[0]);
  }
  PADDLE_ENFORCE_EQ(static_cast<int>(call.results.size()), outs.size(),
                    errors::InvalidArgument(
                        "%s: the kernel of the user gives another number of "
                        "outputs than the schema has.",
                        info.op.c_str()));
  for (int i = 0; i < outs.size(); ++i) {
    const DenseTensor& t = Defined(call.results[i]);
    PADDLE_ENFORCE(
        t.dims == outs[i]->dims && t.dtype == outs[i]->dtype,
        errors::InvalidArgument("%s: the kernel of the user gives output %d "
                                "another shape or dtype than the operator has.",
                                info.op.c_str(), i)
            .Shapes({{"expected", outs[i]->dims}, {"received", t.dims}})
            .Received(std::string(Name(t.dtype)) + " for " +
                      Name(outs[i]->dtype)));
    const Var packed = Contiguous(ToVar(call.results[i]));
    if (packed->data != outs[i]->data && outs[i]->bytes()) {
      std::memcpy(outs[i]->data, packed->data, outs[i]->bytes());
    }
  }
}

template <int I>
struct Place {
  static void RunIt(const DeviceContext&, const Args& args, Outs& outs) {
    Run(*kernels[I], args, outs);
  }
  static const char* Refuse(const Args& args, const Outs&) {
    return kernels[I]->refuse(MakeCall(args));
  }
};
template <int... I>
KernelEntry EntryAt(int at, std::integer_sequence<int, I...>) {
  static constexpr KernelFn kRun[] = {&Place<I>::RunIt...};
  static constexpr RefuseFn kRefuse[] = {&Place<I>::Refuse...};
  return {kRun[at],
          kernels[at]->refuse ? kRefuse[at] : nullptr,
          nullptr,
          "custom",
          kernels[at]->priority,
          false};
}

OpDef& OpOf(const CustomKernelInfo& info) {
  OpDef* op = FindOp(info.op);
  PADDLE_ENFORCE(op, errors::NotFound("PD_BUILD_KERNEL: there is no operator "
                                      "`%s`.",
                                      info.op.c_str()));
  return *op;
}

}  // namespace

void CheckCustomKernel(const CustomKernelInfo& info) {
  const OpDef& op = OpOf(info);
  const auto refuse = [&](const char* why) {
    return errors::InvalidArgument("PD_BUILD_KERNEL: %s: %s.", info.op.c_str(),
                                   why);
  };
  PADDLE_ENFORCE(info.kernel.run, refuse("has no SetKernelFn"));
  PADDLE_ENFORCE(!info.dtypes.empty(), refuse("has no Dtypes()"));
  PADDLE_ENFORCE(op.infer && !op.into && !op.writes && !op.schema.list_out,
                 refuse("takes no kernels from outside, since it is a "
                        "composite, writes its inputs, or has a list of "
                        "outputs"));
  std::string given = info.kernel.signature;
  std::erase(given, 'O');
  PADDLE_ENFORCE(given == ExpectedSignature(op),
                 refuse("its parameters do not follow the schema")
                     .Expected(op.schema.text)
                     .Received(given)
                     .Hint("paddle/operators.h shows the types of arguments, "
                           "int64_t, double and std::vector<int64_t> among "
                           "them."));
  PADDLE_ENFORCE_LT(num_kernels.load(), kMaxKernels,
                    errors::ResourceExhausted("PD_BUILD_KERNEL: there is no "
                                              "room for more kernels."));
}

void AddCustomKernel(const CustomKernelInfo& info) {
  const int at = num_kernels.fetch_add(1);
  PADDLE_ENFORCE_LT(at, kMaxKernels,
                    errors::ResourceExhausted("PD_BUILD_KERNEL: there is no "
                                              "room for more kernels."));
  kernels[at] = new CustomKernelInfo(info);
  const KernelEntry entry =
      EntryAt(at, std::make_integer_sequence<int, kMaxKernels>());
  for (const ::phi::DataType dtype : info.dtypes) {
    phi::AddLateKernel(OpOf(info), DeviceType::kCPU, Internal(dtype), entry);
  }
}

}  // namespace paddle
