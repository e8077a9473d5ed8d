#include "eager/traced_call.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "eager/op_log.h"

namespace paddle {
namespace {

void NoteOperands(const OpDef& op, const Args& args, trace::Scope* scope) {
  for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    const char* name = op.schema.args[i].name.c_str();
    const auto note = [&](const DenseTensor* t) {
      if (t) scope->AddOperand({name, t->dtype, t->dims});
    };
    if (op.list_mask >> i & 1) {
      for (const DenseTensor* t : args.slot[i].tensors) note(t);
    } else {
      note(args.slot[i].tensor);
    }
  }
}

void NoteCall(uint8_t wishes, const OpDef& op, const Args& args,
              trace::Scope* scope) {
  if (wishes & trace::kShapes) NoteOperands(op, args, scope);
  if (wishes & trace::kFlops) scope->SetFlops(CountFlops(op, args));
}

// 2 N OH OW Cout Cin/groups KH KW: the filter is `weight`, [Cout, Cin/groups,
// *kernel]; where axes are windows the Dims keep them whole.
int64_t ConvolutionFlops(const OpDef& op, const Args& args, const DDim& out) {
  const DenseTensor* weight = args.slot[op.ArgIndex("weight")].tensor;
  if (!weight || weight->rank() < 3 || weight->dims[0] == 0) return 0;
  int64_t n = 1;
  for (int64_t size : out) n *= size;
  return 2 * n * (weight->numel / weight->dims[0]);
}

int64_t FlopsOf(const OpDef& op, const Args& args) {
  if (!HasDims(op)) return 0;
  AxisMap map(op.name.c_str());
  MapAxes(args, map);
  if (map.num_outputs() == 0) return 0;
  const DDim out = map.OutputDims(0);
  int64_t elements = 1;
  for (int64_t size : out) elements *= size;
  if (op.Has(kElementwise)) return elements;
  if (op.name == "conv1d" || op.name == "conv2d" || op.name == "conv3d" ||
      op.name == "convolution") {
    return ConvolutionFlops(op, args, out);
  }
  // A sum over what two operands share is one of products, also where it may
  // not be split, as beside a bias.
  int64_t work = 1;
  int most = 0;
  for (int f = 0; f < map.num_factors(); ++f) {
    work *= map.factor(f).size;
    const auto has = [f](const AxisMap::Tensor& t) {
      return std::find(t.factor, t.factor + t.rank, f) != t.factor + t.rank;
    };
    if (has(map.output(0))) continue;
    int holders = 0;
    for (int i = 0; i < map.num_inputs(); ++i) holders += has(map.input(i));
    if (holders > 1 || map.factor(f).kind == FactorKind::kReduce) {
      most = std::max(most, holders);
    }
  }
  return most == 0 ? 0 : most == 1 ? work : 2 * work;
}

}  // namespace

int64_t CountFlops(const OpDef& op, const Args& args) {
  try {
    return FlopsOf(op, args);
  } catch (const Error&) {
    return 0;  // a wrong call, which raises by itself, or no Dims for this one
  }
}

TracedCall::TracedCall(const OpDef& op, const Args& args)
    : scope_(op.name.c_str(), trace::Kind::kOperator) {
  NoteCall(trace::Wishes(), op, args, &scope_);
}

void RunTracedKernel(uint8_t wishes, const KernelEntry& kernel, const OpDef& op,
                     const DeviceContext& context, const Args& args,
                     Outs& outs) {
  ThreadState& s = State();
  for (int i = 0; i < outs.size(); ++i) {
    if (outs[i]->storage) continue;
    if (wishes & trace::kMemory) {
      trace::AllocateNoted(outs[i], s);
    } else {
      AllocateStorage(outs[i], s);
    }
  }
  if (wishes & trace::kTimes) {
    const trace::Scope scope(op.name.c_str(), trace::Kind::kKernelLaunch);
    kernel.run(context, args, outs);
  } else {
    kernel.run(context, args, outs);
  }
  if (wishes & trace::kResults) OpLog::Note(op, outs);
}

void RunTracedStep(uint8_t wishes, KernelFn run, const OpDef& op,
                   const DeviceContext& context, const Args& args, Outs& outs) {
  if (wishes & trace::kTimes) {
    trace::Scope scope(op.name.c_str(), trace::Kind::kOperator);
    NoteCall(wishes, op, args, &scope);
    const trace::Scope kernel(op.name.c_str(),
                              trace::Kind::kProgramKernelLaunch);
    run(context, args, outs);
  } else {
    run(context, args, outs);
  }
  if (wishes & trace::kResults) OpLog::Note(op, outs);
}

const char* GradNodeName(const OpDef& op) {
  static std::mutex mutex;
  static auto* names = new std::map<const OpDef*, std::unique_ptr<std::string>>;
  std::lock_guard lock(mutex);
  std::unique_ptr<std::string>& name = (*names)[&op];
  if (!name) {
    name = std::make_unique<std::string>();
    bool upper = true;
    for (char c : op.name) {
      if (c == '_') {
        upper = true;
        continue;
      }
      const auto byte = static_cast<unsigned char>(c);
      *name += static_cast<char>(upper ? std::toupper(byte) : c);
      upper = false;
    }
    *name += "GradNode";
  }
  return name->c_str();
}

}  // namespace paddle
