// OpDef, the one record of an operator, and PD_OP, which declares it.
// Everything else (binding, signature, docs, autograd, shape inference, tests)
// is read from here: docs/guide/add-an-operator.md.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "ops/args.h"
#include "ops/axis_map.h"

namespace paddle {

class DeviceContext;
class VjpContext;

using InferFn = void (*)(const Args&, Outs&);
using DimsFn = void (*)(const Args&, AxisMap&);
// Makes the outputs views of the inputs; false: not possible, run the kernel.
using ViewFn = bool (*)(const Args&, Outs&);
using VjpFn = VarList (*)(const VjpContext&);
using DecomposeFn = VarList (*)(const Args&);
// Writes the result into the memory of the argument `x!`.
using IntoFn = void (*)(const Args&);
using KernelFn = void (*)(const DeviceContext&, const Args&, Outs&);
// Null: the kernel takes the call; else why it does not.
using RefuseFn = const char* (*)(const Args&, const Outs&);

// Kernels for one key, best first. Filled by phi/kernel_registry.
struct KernelEntry {
  KernelFn run;
  RefuseFn refuse;  // may be null
  mutable const KernelEntry* next;
  const char* label;  // "v4", "onednn": for messages
  int priority;
  bool strided;  // takes inputs that are not contiguous
};

enum Trait : uint32_t {
  kElementwise = 1u << 0,  // out[i] depends on the i-th elements alone
  kCommutative = 1u << 1,
  kViewOp = 1u << 2,         // the result may share memory with an input
  kRandom = 1u << 3,         // draws from the generator
  kInternal = 1u << 4,       // not a Python name of its own
  kNoMethod = 1u << 5,       // no Tensor method
  kDataDependent = 1u << 6,  // output shape depends on values
  kPrimitive = 1u << 7,      // filled at import: has no Decompose
  kIntsToFloat = 1u << 8,    // bool and integer inputs become floats
  kHasInplace = 1u << 9,     // `name_` exists and writes into `x`
  kOneOrMany = 1u << 10,     // Python sees a list of one result as the result
  kVarArgs = 1u << 11,       // f(a, x, y) stands for f(a, [x, y])
  kLinear = 1u << 12,        // in each tensor: parts of a sum pass through
  kChecksValues = 1u << 13,  // raises for values that it does not take
};

// How the dtype of the outputs follows where InferMeta comes from Dims.
enum class OutType : uint8_t {
  kSame,  // of the key argument
  kBool,
  kInt64,
  kReal,     // complex64 -> float32
  kComplex,  // float32 -> complex64
  kArg,      // of argument `dtype`; where undefined, of the key argument
};

struct PADDLE_API OpDef {
  std::string name;
  const char* file;
  int line;
  Schema schema;
  std::string doc;
  std::string module =
      "";  // "", "nn.functional", "linalg", ...: where Python shows it
  uint32_t traits = 0;
  uint32_t dtypes = kAllTypes;  // of the key argument
  OutType out_type = OutType::kSame;

  InferFn infer = nullptr;
  DimsFn dims = nullptr;
  ViewFn view = nullptr;
  VjpFn vjp = nullptr;
  DecomposeFn decompose = nullptr;
  IntoFn into = nullptr;
  const char* not_differentiable = nullptr;  // the reason
  const char* no_dims = nullptr;             // the reason
  // The operator that takes calls with keywords this one lacks.
  const char* extended = nullptr;

  // Bits are positions in schema.args (or outs).
  uint32_t tensor_mask = 0;   // Tensor and Tensor?
  uint32_t list_mask = 0;     // Tensor[]
  uint32_t attr_mask = 0;     // all others
  uint32_t promote_mask = 0;  // brought to one dtype before the call
  uint32_t watch_dtypes = 0;  // a tensor of these needs the slow path
  uint32_t saves_in = 0;      // read by Vjp: bits of schema.args
  uint32_t saves_out = 0;
  uint32_t writes = 0;      // tensors and lists that the kernel itself changes
  int8_t key_arg = -1;      // whose dtype picks the kernel; -1: the output's
  int8_t inplace_arg = -1;  // `x!`

  const KernelEntry* kernels[kNumDeviceTypes][kNumDataTypes] = {};
  void* binding = nullptr;  // what pybind derives from the schema

  bool Has(Trait t) const { return traits & t; }
  int ArgIndex(std::string_view arg) const;  // raises Fatal
  bool differentiable() const { return not_differentiable == nullptr; }
};

// The registry. Records are checked and masks filled once, at the first call
// of one of these.
PADDLE_API const std::vector<OpDef*>& AllOps();
PADDLE_API OpDef* FindOp(std::string_view name);       // null where unknown
PADDLE_API const OpDef& GetOp(std::string_view name);  // raises NotFound

// Calls f(DenseTensor*) for each operand in order, lists flattened; null for
// an optional tensor left out.
template <typename F>
void ForEachOperand(const OpDef& op, const Args& args, F&& f) {
  for (uint32_t m = op.tensor_mask | op.list_mask; m; m &= m - 1) {
    const int i = __builtin_ctz(m);
    if (PD_UNLIKELY(op.list_mask >> i & 1)) {
      for (DenseTensor* t : args.slot[i].tensors) f(t);
    } else {
      f(args.slot[i].tensor);
    }
  }
}

// Exported, so that a record may stand outside the library.
class PADDLE_API OpMaker {
 public:
  OpMaker(const char* name, const char* file, int line);
  OpMaker& Schema(const char* text);
  OpMaker& Doc(const char* text);
  OpMaker& In(const char* module);
  OpMaker& Traits(uint32_t traits);
  OpMaker& Dtypes(uint32_t dtypes);
  OpMaker& Out(OutType type);
  OpMaker& Key(const char* arg);  // default: the first tensor
  // These arguments are promoted to one type; without names: all tensors.
  OpMaker& Promote(std::initializer_list<const char*> args = {});
  // Same shape after broadcasting, promotion, in-place form.
  OpMaker& Elementwise(uint32_t dtypes);
  OpMaker& Inplace(const char* arg = "x");
  // How axes relate. A composite that states none has what follows from its
  // decomposition.
  OpMaker& Dims(DimsFn fn);
  OpMaker& NoDims(const char* reason);  // none of its axes can be split
  OpMaker& InferMeta(InferFn fn);
  OpMaker& View(ViewFn fn);
  // `saves`: the arguments and outputs the rule reads through in() and out().
  OpMaker& Vjp(VjpFn fn, std::initializer_list<const char*> saves = {});
  OpMaker& Decompose(DecomposeFn fn);
  // The operator changes parts of `arg`. One rule serves both forms: `name_`
  // runs it on `arg` itself, `name` on a copy. It runs without recording; the
  // other tensors never overlap `arg`.
  OpMaker& Into(IntoFn fn, const char* arg = "x");
  // The kernel changes the memory of these arguments.
  OpMaker& Writes(std::initializer_list<const char*> args);
  OpMaker& NotDifferentiable(const char* reason);
  // Calls with a keyword that only `op` has are calls of `op`, whose schema
  // begins alike: rare arguments do not cost the usual call.
  OpMaker& Extended(const char* op);

 private:
  OpDef* def_;
};

// Registrars only append to a list: order of loading does not matter.
#define PD_OP(op)                                                            \
  [[maybe_unused]] static const ::paddle::OpMaker PD_CONCAT(op_maker_, op) = \
      ::paddle::OpMaker(#op, __FILE__, __LINE__)

// The record's Dims, or what follows from its decomposition. Raises
// InvalidArgument where tensors that share a factor disagree about its size.
PADDLE_API void MapAxes(const Args& args, AxisMap& map);
inline bool HasDims(const OpDef& op) {
  return op.dims || (op.decompose && !op.no_dims);
}
// Shape inference from the record's Dims.
PADDLE_API void InferFromDims(const Args& args, Outs& outs);
// The rules behind Elementwise().
PADDLE_API void ElementwiseInfer(const Args& args, Outs& outs);
PADDLE_API void ElementwiseDims(const Args& args, AxisMap& map);
// Like the argument that the record writes into.
PADDLE_API void UpdateInfer(const Args& args, Outs& outs);
// The output dtype by the record's OutType.
PADDLE_API DataType InferOutType(const Args& args);

}  // namespace paddle
