// Runs of the kernels of custom operators.
#include <algorithm>
#include <cstring>

#include "eager/custom_op.h"

#include "eager/custom_error.h"
#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "ops/generated/ops.h"

namespace paddle {

namespace {

// ---- one run of the kernel ----

// What the kernel sees of a tensor: row-major, without a history, on a handle
// of its own.
Tensor Shown(DenseTensor* t) {
  return FromVar(Alias(*Contiguous(Var::Share(t))));
}
// What it may change.
Tensor Copied(DenseTensor* t) { return FromVar(ops::Assign(Var::Share(t))); }

CustomCall MakeCall(const CustomOpDef& op, const Args& args, bool into_inputs) {
  CustomCall call;
  call.attrs = AttrsOf(op, args.slot);
  call.inputs.resize(op.inputs.size());
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const auto& in_place = op.inplace_input;
    const bool changes = std::find(in_place.begin(), in_place.end(),
                                   static_cast<int>(i)) != in_place.end();
    const auto show = [&](DenseTensor* t) {
      return changes && !into_inputs ? Copied(t) : Shown(t);
    };
    CustomCall::Input& input = call.inputs[i];
    if (op.list_mask >> i & 1) {
      const TensorList& list = args.slot[i].tensors;
      if (list.size() == 0 && op.inputs[i].optional) continue;
      input.tensors.emplace();
      for (DenseTensor* t : list) input.tensors->push_back(show(t));
    } else if (args.slot[i].tensor) {
      input.single = show(args.slot[i].tensor);
    }
  }
  for (size_t o = 0; o < op.outputs.size(); ++o) {
    if (op.inplace_input[o] < 0) {
      call.outputs.push_back({Tensor(::phi::CPUPlace(), Shape{0})});
    }
  }
  return call;
}

std::vector<Tensor> InPlace(const CustomCall::Input& input) {
  if (input.tensors) return *input.tensors;
  if (input.single) return {*input.single};
  return {};
}

// The tensors that a kernel has returned, or filled, by output.
std::vector<std::vector<Tensor>> Collect(const CustomOpDef& op,
                                         const CustomMetas& inputs,
                                         CustomCall* call) {
  const size_t n = op.outputs.size();
  std::vector<Tensor> given;
  std::vector<std::vector<Tensor>> outputs(n);
  std::vector<Tensor> in_place;
  for (size_t o = 0; o < n; ++o) {
    if (op.inplace_input[o] < 0) continue;
    const auto& input = inputs[op.inplace_input[o]];
    outputs[o] = InPlace(call->inputs[op.inplace_input[o]]);
    PADDLE_ENFORCE_EQ(outputs[o].size(), input ? input->size() : 0,
                      errors::InvalidArgument(
                          "%s: its kernel has changed how many tensors `%s` "
                          "has.",
                          op.info.name.c_str(), op.outputs[o].text.c_str()));
    for (const Tensor& t : outputs[o]) {
      PADDLE_ENFORCE(t.has_allocation(),
                     errors::InvalidArgument(
                         "%s: its kernel has left output `%s` without memory.",
                         op.info.name.c_str(), op.outputs[o].text.c_str()));
      in_place.push_back(t);
    }
  }
  if (call->returns) {
    given = std::move(call->results);
  } else {
    for (auto& tensors : call->outputs) given.push_back(tensors[0]);
  }
  // A kernel may return those in place as well.
  std::erase_if(given, [&](const Tensor& t) {
    return t.defined() && std::any_of(in_place.begin(), in_place.end(),
                                      [&](const Tensor& mine) {
                                        return mine.impl() == t.impl();
                                      });
  });
  // An optional one that is not there may be undefined, or left out.
  std::erase_if(given, [](const Tensor& t) { return !t.defined(); });
  const std::vector<int> counts =
      CountOutputs(op, inputs, given.size(), "its kernel");
  size_t next = 0;
  for (size_t o = 0; o < n; ++o) {
    for (int k = 0; k < counts[o]; ++k) {
      Tensor& t = given[next++];
      PADDLE_ENFORCE(t.has_allocation(),
                     errors::InvalidArgument(
                         "%s: its kernel has given output `%s` no memory.",
                         op.info.name.c_str(), op.outputs[o].text.c_str())
                         .Hint("mutable_data<T>() gives it some."));
      outputs[o].push_back(std::move(t));
    }
  }
  return outputs;
}

// The kernel must give what the functions that infer say.
void CheckOutputs(const CustomOpDef& op,
                  const std::vector<std::vector<Tensor>>& outputs,
                  const std::vector<std::vector<CustomMeta>>& expected,
                  bool shapes, bool dtypes) {
  for (size_t o = 0; o < outputs.size(); ++o) {
    for (size_t k = 0; k < outputs[o].size(); ++k) {
      const DenseTensor& t = *outputs[o][k].impl();
      const CustomMeta& meta = expected[o][k];
      bool same = static_cast<int>(meta.shape.size()) == t.rank();
      for (int a = 0; same && a < t.rank(); ++a) {
        same = meta.shape[a] < 0 || meta.shape[a] == t.dims[a];
      }
      PADDLE_ENFORCE(!shapes || same,
                     errors::InvalidArgument(
                         "%s: its kernel gives output `%s` another shape than "
                         "was inferred.",
                         op.info.name.c_str(), op.outputs[o].text.c_str())
                         .Expected(errors::ToString(meta.shape))
                         .Received(errors::ToString(t.dims))
                         .Hint("SetInferShapeFn tells it."));
      PADDLE_ENFORCE(!dtypes || meta.dtype == t.dtype,
                     errors::InvalidType(
                         "%s: its kernel gives output `%s` another dtype than "
                         "was inferred.",
                         op.info.name.c_str(), op.outputs[o].text.c_str())
                         .Expected(paddle::Name(meta.dtype))
                         .Received(paddle::Name(t.dtype))
                         .Hint("SetInferDtypeFn tells it."));
    }
  }
}

}  // namespace

std::vector<std::vector<Tensor>> RunCustomKernel(const CustomOpDef& op,
                                                 const Args& args,
                                                 bool into_inputs) {
  const PauseRecorder pause;
  const GradModeGuard no_grad(false);
  const BuilderGuard eager(EagerBuilder());
  CustomCall call = MakeCall(op, args, into_inputs);
  RunForeign(op.info.name, [&] { op.info.kernel.run(call); });
  return Collect(op, MetasOf(op, args), &call);
}

namespace {

// ---- a call that runs at once: its kernel tells the shapes ----

constinit thread_local const CustomOpDef* runs_now = nullptr;
constinit thread_local const Outs* done = nullptr;  // outputs with values

// Nothing else shows its memory, so that an output may take it.
bool IsAlone(const DenseTensor& t) {
  return t.contiguous() && t.references.load() == 1 &&
         t.storage->references.load() == 1 && t.data == t.storage->data;
}

void TakeValues(Tensor result, DenseTensor* out) {
  DenseTensor& from = *result.impl();
  PADDLE_ENFORCE(from.place == out->place,
                 errors::Unimplemented("a kernel of a custom operator gives "
                                       "its result on another place.")
                     .Expected(ToString(out->place))
                     .Received(ToString(from.place)));
  out->dims = from.dims;
  out->dtype = from.dtype;
  SetContiguous(out);
  if (IsAlone(from)) {
    std::swap(out->storage, from.storage);
    std::swap(out->data, from.data);
    return;
  }
  AllocateStorage(out, State());
  const Var packed = Contiguous(ToVar(result));
  if (out->bytes()) std::memcpy(out->data, packed->data, out->bytes());
}

void RunAtOnce(const CustomOpDef& op, const Args& args, Outs& outs) {
  const CustomMetas inputs = MetasOf(op, args);
  std::vector<std::vector<CustomMeta>> expected;
  const bool shapes = op.info.infer_shape.run, dtypes = op.info.infer_dtype.run;
  if (shapes) {
    expected = InferOutputs(op, inputs, AttrsOf(op, args.slot));
  }
  auto outputs = RunCustomKernel(op, args, false);
  if (shapes) {
    for (size_t o = 0; o < outputs.size(); ++o) {
      PADDLE_ENFORCE_EQ(
          outputs[o].size(), expected[o].size(),
          errors::InvalidArgument(
              "%s: its kernel gives another number of tensors for `%s` than "
              "SetInferShapeFn.",
              op.info.name.c_str(), op.outputs[o].text.c_str()));
    }
    CheckOutputs(op, outputs, expected, true, dtypes);
  }
  size_t total = 0;
  for (const auto& tensors : outputs) total += tensors.size();
  if (op.schema.list_out) outs.Resize(static_cast<int>(total));
  int next = 0;
  for (auto& tensors : outputs) {
    for (Tensor& t : tensors) TakeValues(std::move(t), outs[next++]);
  }
  done = &outs;
}

}  // namespace

RunsNow::RunsNow(const CustomOpDef* op) {
  runs_now = op;
  done = nullptr;
}
RunsNow::~RunsNow() {
  runs_now = nullptr;
  done = nullptr;
}

void InferOrRunCustomOp(const Args& args, Outs& outs) {
  const auto& op = static_cast<const CustomOpDef&>(*args.op);
  if (std::exchange(runs_now, nullptr) != &op) {
    return InferCustomOp(op, args, outs);
  }
  RunAtOnce(op, args, outs);
}

void CustomKernel(const DeviceContext&, const Args& args, Outs& outs) {
  const auto& op = static_cast<const CustomOpDef&>(*args.op);
  if (done == &outs) return;  // RunAtOnce
  auto outputs = RunCustomKernel(op, args, false);
  std::vector<std::vector<CustomMeta>> expected;
  int next = 0;
  for (const auto& tensors : outputs) {  // the program has laid them out
    expected.emplace_back();
    for (size_t k = 0; k < tensors.size(); ++k, ++next) {
      PADDLE_ENFORCE_LT(
          next, outs.size(),
          errors::InvalidArgument("%s: its kernel gives more outputs than were "
                                  "inferred.",
                                  op.info.name.c_str()));
      const DDim& dims = outs[next]->dims;
      expected.back().push_back(
          {Shape(dims.begin(), dims.end()), outs[next]->dtype});
    }
  }
  PADDLE_ENFORCE_EQ(
      next, outs.size(),
      errors::InvalidArgument("%s: its kernel gives fewer outputs than were "
                              "inferred.",
                              op.info.name.c_str()));
  CheckOutputs(op, outputs, expected, true, true);
  next = 0;
  for (const auto& tensors : outputs) {
    for (const Tensor& t : tensors) {
      const DenseTensor& out = *outs[next++];
      const Var packed = Contiguous(ToVar(t));
      if (out.bytes()) std::memcpy(out.data, packed->data, out.bytes());
    }
  }
}

}  // namespace paddle
