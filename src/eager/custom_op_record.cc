// From PD_BUILD_OP to a record of the registry.
#include "eager/custom_op.h"

#include <algorithm>
#include <unordered_map>

#include "core/fork_mutex.h"
#include "core/made_at_load.h"
#include "eager/custom_kernel.h"
#include "ops/late_ops.h"
#include "ops/vjp_context.h"

namespace paddle {

void ThrowError(const char* kind, const std::string& text) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::kFatal); ++code) {
    const auto known = static_cast<ErrorCode>(code);
    if (kind == std::string(paddle::Name(known))) {
      PADDLE_THROW(errors::Message(known, text));
    }
  }
  PADDLE_THROW(errors::PreconditionNotMet("%s", text.c_str()));
}

namespace {

struct Pending {
  ForkMutex mutex;
  std::vector<std::shared_ptr<CustomOpInfo>> ops;
  std::vector<std::shared_ptr<CustomKernelInfo>> kernels;
  std::unordered_map<std::string, const CustomOpDef*> known;  // the last ones
};
Pending& All() {
  static auto* all = new Pending;
  return *all;
}
PD_MAKE_AT_LOAD(&All());

constexpr const char* kKindNames[kNumAttrKinds] = {"bool",
                                                   "int",
                                                   "float",
                                                   "double",
                                                   "int64_t",
                                                   "std::string",
                                                   "std::vector<int>",
                                                   "std::vector<float>",
                                                   "std::vector<int64_t>",
                                                   "std::vector<std::string>"};
// What a slot of the schema holds; floats and texts are packed into text.
constexpr ArgType kKindTypes[kNumAttrKinds] = {
    ArgType::kBool,     ArgType::kInt,    ArgType::kFloat,    ArgType::kFloat,
    ArgType::kInt,      ArgType::kString, ArgType::kIntArray, ArgType::kString,
    ArgType::kIntArray, ArgType::kString};

[[noreturn]] void Refuse(const std::string& op, const std::string& what,
                         const std::string& expected = "",
                         const std::string& received = "") {
  auto message =
      errors::InvalidArgument("PD_BUILD_OP: %s: %s.", op.c_str(), what.c_str());
  if (!expected.empty()) message.Expected(expected);
  if (!received.empty()) message.Received(received);
  PADDLE_THROW(message);
}

std::string Trimmed(std::string text) {
  std::erase(text, ' ');
  return text;
}

// "alpha: float"
std::pair<std::string, AttrKind> ParseAttr(const std::string& op,
                                           const std::string& text) {
  const size_t colon = text.find(':');
  const std::string name = Trimmed(text.substr(0, colon));
  const std::string type =
      colon == text.npos ? "" : Trimmed(text.substr(colon + 1));
  for (int k = 0; k < kNumAttrKinds; ++k) {
    if (type == kKindNames[k] && !name.empty()) {
      return {name, static_cast<AttrKind>(k)};
    }
  }
  std::string known;
  for (const char* kind : kKindNames) {
    known += (known.empty() ? "" : ", ") + std::string(kind);
  }
  Refuse(op, "an attribute is not \"name: type\" of a known type", known, text);
}

template <typename Names>
int Find(const Names& names, const std::string& key) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].key() == key) return static_cast<int>(i);
  }
  return -1;
}

// The letters of PD_KERNEL that are in `kinds`.
std::string Letters(const std::string& signature, const char* kinds) {
  std::string letters;
  for (char c : signature) {
    if (std::string_view(kinds).find(c) != std::string_view::npos) letters += c;
  }
  return letters;
}

void CheckKernel(const CustomOpDef& op) {
  const std::string& name = op.info.name;
  if (!op.info.kernel.run) Refuse(name, "has no SetKernelFn");
  const std::string signature = op.info.kernel.signature;
  const std::string tensors = Letters(signature, "Tt?!LlMm");
  if (tensors.size() != op.inputs.size()) {
    Refuse(name, "its kernel does not take the tensors that Inputs() names",
           std::to_string(op.inputs.size()), std::to_string(tensors.size()));
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    const CustomName& input = op.inputs[i];
    const char* wanted = input.list       ? input.optional ? "Mm" : "Ll"
                         : input.optional ? "?!"
                                          : "Tt";
    if (std::string_view(wanted).find(tensors[i]) == std::string_view::npos) {
      const std::string type =
          input.list ? "std::vector<paddle::Tensor>" : "paddle::Tensor";
      Refuse(name, "its kernel takes `" + input.text + "` as another type",
             input.optional ? "paddle::optional<" + type + ">" : type);
    }
  }
  std::string wanted, given;
  for (AttrKind kind : op.attrs) {
    wanted += (wanted.empty() ? "" : ", ") + std::string(Name(kind));
  }
  for (char c : Letters(signature, internal::kAttributeCodes)) {
    const size_t kind = std::string_view(internal::kAttributeCodes).find(c);
    given += (given.empty() ? "" : ", ") +
             std::string(kind < kNumAttrKinds ? kKindNames[kind] : "another");
  }
  if (wanted != given) {
    Refuse(name, "its kernel does not take the attributes of Attrs()",
           "(" + wanted + ")", "(" + given + ")");
  }
}

void SetInplace(CustomOpDef* op) {
  op->inplace_input.assign(op->outputs.size(), -1);
  for (const auto& [from, to] : op->info.inplace) {
    const int input = Find(op->inputs, CustomName(from).key());
    const int output = Find(op->outputs, CustomName(to).key());
    if (input < 0 || output < 0) {
      Refuse(op->info.name, "SetInplaceMap names no input and output",
             "an input and an output", from + " -> " + to);
    }
    op->inplace_input[output] = input;
  }
  for (size_t i = 0; i < op->outputs.size(); ++i) {
    const CustomName& out = op->outputs[i];
    const bool counted = op->inplace_input[i] >= 0 || op->info.order > 0 ||
                         op->info.infer_shape.run;
    if ((out.list || out.optional) && !counted) {
      Refuse(op->info.name, "output `" + out.text +
                                "` needs SetInplaceMap or SetInferShapeFn: how "
                                "many tensors it has is not known otherwise");
    }
  }
}

void AddArg(CustomOpDef* op, std::string name, ArgType type) {
  while (op->schema.Find(name) >= 0) name += '_';
  ArgSpec arg;
  arg.name = std::move(name);
  arg.type = type;
  arg.has_default = arg.default_is_none = type == ArgType::kOptionalTensor;
  if (arg.has_default) arg.default_value.tensor = nullptr;
  const uint32_t bit = 1u << op->schema.args.size();
  if (type == ArgType::kTensor || type == ArgType::kOptionalTensor) {
    op->tensor_mask |= bit;
  } else if (type == ArgType::kTensorList) {
    op->list_mask |= bit;
  } else {
    op->attr_mask |= bit;
  }
  op->schema.args.push_back(std::move(arg));
}

void SetSchema(CustomOpDef* op) {
  int lists = 0;
  for (const CustomName& input : op->inputs) {
    AddArg(op, input.identifier(),
           input.list       ? ArgType::kTensorList
           : input.optional ? ArgType::kOptionalTensor
                            : ArgType::kTensor);
    lists += input.list;
  }
  for (const std::string& text : op->info.attrs) {
    const auto [name, kind] = ParseAttr(op->info.name, text);
    op->attrs.push_back(kind);
    AddArg(op, name, kKindTypes[static_cast<int>(kind)]);
  }
  op->has_sizes = lists > 1;
  if (op->has_sizes) AddArg(op, "list_sizes", ArgType::kIntArray);
  if (op->schema.args.size() > Args::kMax) {
    Refuse(op->info.name, "has too many inputs and attributes",
           "at most " + std::to_string(Args::kMax),
           std::to_string(op->schema.args.size()));
  }
  for (const CustomName& output : op->outputs) {
    op->schema.outs.push_back(output.identifier());
    op->schema.list_out |= output.list || output.optional;
  }
  if (op->schema.list_out) op->schema.outs = {"out"};
  op->schema.text = op->name + "(...)";
  op->key_arg = op->inputs.empty() ? -1 : 0;
}

// A gradient of a gradient that nobody wrote: left out, it would make those of
// products wrong in silence.
VarList NoFurtherGradient(const VjpContext& c) {
  const auto& op = static_cast<const CustomOpDef&>(c.op());
  PADDLE_THROW(
      errors::Unimplemented("%s: a gradient of it is asked for, which no "
                            "operator computes.",
                            op.info.name.c_str())
          .Hint("PD_BUILD_DOUBLE_GRAD_OP declares one."));
}

std::unique_ptr<CustomOpDef> MakeRecord(const CustomOpInfo& info) {
  static const char* const kSuffixes[] = {"", "_grad", "_grad_grad"};
  auto op = std::make_unique<CustomOpDef>();
  op->info = info;
  op->info.name += kSuffixes[info.order];
  op->name = op->info.name;
  for (int n = 2; FindOp(op->name); ++n) {
    // A library that is built and loaded again brings its operators again.
    if (!(FindOp(op->name)->traits & kForeign)) {
      Refuse(op->name, "the library has an operator of this name");
    }
    op->name = op->info.name + "." + std::to_string(n);
  }
  op->file = "PD_BUILD_OP";
  op->doc = "An operator of the user.";
  // Its kernel may have a state; those of gradients are functions of what they
  // are given: a program may run them apart from the rest.
  op->traits = kInternal | kNoMethod | kPrimitive | kForeign;
  if (info.order == 0) op->traits |= kRandom;
  op->infer = &InferOrRunCustomOp;
  op->no_dims = "its kernel is code of the user";
  if (info.order == 0) {
    op->not_differentiable = "it has no PD_BUILD_GRAD_OP";
  } else {
    op->vjp = &NoFurtherGradient;
  }
  for (const auto& text : info.inputs) op->inputs.emplace_back(text);
  for (const auto& text : info.outputs) op->outputs.emplace_back(text);
  if (op->outputs.empty()) Refuse(op->info.name, "has no Outputs()");
  SetSchema(op.get());
  CheckKernel(*op);
  SetInplace(op.get());
  static const KernelEntry kernel{&CustomKernel, nullptr, nullptr,
                                  "custom",      0,       false};
  for (auto& entry : op->kernels[static_cast<int>(DeviceType::kCPU)]) {
    entry = &kernel;
  }
  return op;
}

CustomOpDef::Source FindSource(const CustomOpDef& op, const CustomOpDef& grad,
                               const CustomName& name) {
  using Source = CustomOpDef::Source;
  int at = Find(op.inputs, name.key());
  if (at >= 0) return {Source::kInput, at};
  at = Find(op.outputs, name.key());
  if (at >= 0) return {Source::kOutput, at};
  at = name.grads > 0 ? Find(op.outputs, name.source_key()) : -1;
  if (at >= 0) return {Source::kGradient, at};
  Refuse(grad.info.name, "input `" + name.text +
                             "` is neither an input, nor an output, nor "
                             "the gradient of an output of " +
                             op.info.name);
}

// `grad` computes the gradients of `op`.
void Connect(CustomOpDef* op, CustomOpDef* grad) {
  for (const CustomName& name : grad->inputs) {
    const CustomOpDef::Source source = FindSource(*op, *grad, name);
    grad->sources.push_back(source);
    if (source.kind == CustomOpDef::Source::kInput) {
      op->saves_in |= 1u << source.at;
    } else if (source.kind == CustomOpDef::Source::kOutput) {
      op->saves_out |= op->schema.list_out ? ~0u : 1u << source.at;
    }
  }
  for (const CustomName& name : grad->outputs) {
    const int at = name.grads > 0 ? Find(op->inputs, name.source_key()) : -1;
    if (at < 0) {
      Refuse(grad->info.name, "output `" + name.text +
                                  "` is the gradient of no input of " +
                                  op->info.name);
    }
    if (name.list != op->inputs[at].list) {
      Refuse(grad->info.name,
             "output `" + name.text +
                 "` is a list where the input is none, or "
                 "the other way round",
             op->inputs[at].text);
    }
    grad->targets.push_back(at);
  }
  for (size_t i = 0; i < grad->attrs.size(); ++i) {
    const auto& wanted = grad->schema.args[grad->first_attr() + i].name;
    const int at = op->schema.Find(wanted) - op->first_attr();
    if (at < 0 || op->attrs[at] != grad->attrs[i]) {
      Refuse(grad->info.name, "attribute `" + wanted + "` is none of " +
                                  op->info.name + ", or of another type");
    }
    grad->forward_attrs.push_back(at);
  }
  grad->forward = op;
  op->gradient = grad;
  op->vjp = &CustomVjp;
  op->not_differentiable = nullptr;
}

}  // namespace

const char* Name(AttrKind kind) { return kKindNames[static_cast<int>(kind)]; }

CustomName::CustomName(const std::string& given) : text(given) {
  size_t at = given.find('@');
  base = given.substr(0, at);
  while (at != given.npos) {
    const size_t next = given.find('@', at + 1);
    const std::string mark = given.substr(at + 1, next - at - 1);
    if (mark == "GRAD") {
      ++grads;
    } else if (mark == "VECTOR") {
      list = true;
    } else if (mark == "OPTIONAL") {
      optional = true;
    } else if (mark == "NEW") {
      fresh = true;
    }
    at = next;
  }
}
std::string CustomName::KeyOf(int n) const {
  std::string key = base;
  for (int i = 0; i < n; ++i) key += "@GRAD";
  return key;
}
std::string CustomName::identifier() const {
  std::string name = base;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c))
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
            : '_';
  }
  for (int i = 0; i < grads; ++i) name += "_grad";
  return name;
}

OpMetaInfoBuilder::OpMetaInfoBuilder(std::string name, int order)
    : info_(std::make_shared<CustomOpInfo>()) {
  info_->name = std::move(name);
  info_->order = order;
  std::lock_guard lock(All().mutex);
  All().ops.push_back(info_);
}
KernelBuilder::KernelBuilder(std::string op)
    : info_(std::make_shared<CustomKernelInfo>()) {
  info_->op = std::move(op);
  std::lock_guard lock(All().mutex);
  All().kernels.push_back(info_);
}

std::vector<std::string> register_custom_ops() {
  UseLibrary();
  std::vector<std::shared_ptr<CustomOpInfo>> infos;
  std::vector<std::shared_ptr<CustomKernelInfo>> kernels;
  {
    std::lock_guard lock(All().mutex);
    infos.swap(All().ops);
    kernels.swap(All().kernels);
  }
  // All are checked before one is there.
  std::vector<std::unique_ptr<CustomOpDef>> made;
  std::unordered_map<std::string, CustomOpDef*> by_name[3];
  for (const auto& info : infos) {
    CustomOpDef*& op = by_name[info->order][info->name];
    if (op) Refuse(info->name, "is declared twice in one library");
    made.push_back(MakeRecord(*info));
    op = made.back().get();
  }
  for (int order = 1; order < 3; ++order) {
    for (const auto& [name, grad] : by_name[order]) {
      const auto op = by_name[order - 1].find(name);
      if (op == by_name[order - 1].end()) {
        Refuse(grad->info.name, "there is no operator whose gradient it is");
      }
      Connect(op->second, grad);
    }
  }
  for (const auto& kernel : kernels) CheckCustomKernel(*kernel);
  for (const auto& kernel : kernels) AddCustomKernel(*kernel);
  std::vector<std::string> names;
  for (auto& op : made) {
    AddLateOp(op.get());
    const CustomOpDef* kept = op.release();
    std::lock_guard lock(All().mutex);
    All().known[kept->info.name] = kept;
  }
  for (const auto& info : infos) {
    if (info->order == 0) names.push_back(info->name);
  }
  return names;
}

const CustomOpDef& FindCustomOp(const std::string& name) {
  std::lock_guard lock(All().mutex);
  const auto it = All().known.find(name);
  PADDLE_ENFORCE(
      it != All().known.end(),
      errors::NotFound("there is no custom operator `%s`.", name.c_str())
          .Hint("load the library that declares it."));
  return *it->second;
}

std::vector<Tensor> run_custom_op(
    const std::string& op,
    const std::vector<optional<std::vector<Tensor>>>& inputs,
    const std::vector<Attribute>& attrs) {
  std::vector<Tensor> flat;
  for (auto& tensors : CallCustomOp(FindCustomOp(op), inputs, attrs)) {
    for (Tensor& t : tensors) flat.push_back(std::move(t));
  }
  return flat;
}

}  // namespace paddle
