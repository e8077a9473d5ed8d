// The record of an operator that was built outside the library.
#pragma once
#include <string>
#include <vector>

#include "eager/public_types.h"

namespace paddle {

// "X@VECTOR@GRAD": what Grad(), Vec(), Optional() and New() add to a name.
struct CustomName {
  std::string text, base;
  int grads = 0;
  bool list = false, optional = false, fresh = false;

  explicit CustomName(const std::string& text);
  // Of the same tensor, however it is marked: "X@GRAD".
  std::string key() const { return KeyOf(grads); }
  // Of the tensor it is the gradient of.
  std::string source_key() const { return KeyOf(grads - 1); }
  // As a name in Python: "x_grad".
  std::string identifier() const;

 private:
  std::string KeyOf(int n) const;
};

// In the order of Attribute.
enum class AttrKind : uint8_t {
  kBool,
  kInt,
  kFloat,
  kDouble,
  kInt64,
  kString,
  kInts,
  kFloats,
  kInt64s,
  kStrings
};
constexpr int kNumAttrKinds = 10;
PADDLE_API const char* Name(AttrKind kind);  // "std::vector<int>"

struct CustomOpDef : OpDef {
  CustomOpInfo info;
  std::vector<CustomName> inputs, outputs;
  std::vector<AttrKind> attrs;  // after the inputs in the schema
  // Lengths of the lists, as one more attribute, where there are several.
  bool has_sizes = false;
  std::vector<int> inplace_input;  // by output; -1: it has memory of its own

  // Its gradient, and whose gradient it is; may be null.
  const CustomOpDef* gradient = nullptr;
  const CustomOpDef* forward = nullptr;
  // Of a gradient: where inputs come from, by position in `forward`; which
  // input of `forward` an output is the gradient of; its attributes there.
  struct Source {
    enum { kInput, kOutput, kGradient } kind;
    int at;
  };
  std::vector<Source> sources;
  std::vector<int> targets;
  std::vector<int> forward_attrs;

  int first_attr() const { return static_cast<int>(inputs.size()); }
};

// What is known of tensors without their values. An input left out is empty.
struct CustomMeta {
  Shape shape;
  DataType dtype = DataType::kUndefined;
  bool known = true;  // the shape
};
using CustomMetas = std::vector<optional<std::vector<CustomMeta>>>;

// ---- records: custom_op_record.cc ----
// The last one of that name. Raises NotFound.
PADDLE_API const CustomOpDef& FindCustomOp(const std::string& name);

// ---- calls: custom_op_call.cc ----
// As run_custom_op; the tensors of each output.
PADDLE_API std::vector<std::vector<Tensor>> CallCustomOp(
    const CustomOpDef& op,
    const std::vector<optional<std::vector<Tensor>>>& inputs,
    const std::vector<Attribute>& attrs);
VarList CustomVjp(const VjpContext& c);

// ---- runs: custom_op_run.cc ----
void CustomKernel(const DeviceContext&, const Args& args, Outs& outs);
// The tensors of each output. `into_inputs`: the kernel changes those that are
// written in place themselves, and not copies.
std::vector<std::vector<Tensor>> RunCustomKernel(const CustomOpDef& op,
                                                 const Args& args,
                                                 bool into_inputs);
// The record's inference. In a call that runs at once it runs the kernel, which
// tells the shapes, and whose memory the outputs take.
void InferOrRunCustomOp(const Args& args, Outs& outs);
// While it lives, the next inference of `op` on this thread is that of a call
// that runs at once. Null: of none.
class RunsNow {
 public:
  explicit RunsNow(const CustomOpDef* op);
  RunsNow(const RunsNow&) = delete;
  ~RunsNow();
};

// ---- shapes: custom_op_infer.cc ----
CustomMetas MetasOf(const CustomOpDef& op, const Args& args);
std::vector<Attribute> AttrsOf(const CustomOpDef& op, const Slot* slots);
void SetAttr(const CustomOpDef& op, int i, const Attribute& value, Args* args);
// By output, what its tensors are like, as far as it can be known.
std::vector<std::vector<CustomMeta>> InferOutputs(
    const CustomOpDef& op, const CustomMetas& inputs,
    const std::vector<Attribute>& attrs);
bool AreKnown(const std::vector<std::vector<CustomMeta>>& outputs);
// How many tensors each output has where all those that a kernel or a function
// gives are `total`; `what` gave them. Those in place are not counted in.
std::vector<int> CountOutputs(const CustomOpDef& op, const CustomMetas& inputs,
                              size_t total, const char* what);
// The shapes of a call that is not run now.
void InferCustomOp(const CustomOpDef& op, const Args& args, Outs& outs);
}  // namespace paddle
