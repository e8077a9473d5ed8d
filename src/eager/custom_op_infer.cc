// Attributes, shapes and dtypes of custom operators.
#include "eager/custom_op.h"

#include <cstring>

#include "eager/custom_error.h"

namespace paddle {

// ---- attributes: what the schema has no type for is packed into text ----

namespace {

template <typename T>
std::string_view Packed(Args* args, const std::vector<T>& values) {
  const size_t bytes = values.size() * sizeof(T);
  char* to = args->Allocate<char>(static_cast<int64_t>(bytes));
  if (bytes) std::memcpy(to, values.data(), bytes);
  return {to, bytes};
}
// Each text after its length.
std::string_view Packed(Args* args, const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    const uint64_t size = text.size();
    all.append(reinterpret_cast<const char*>(&size), sizeof(size));
    all += text;
  }
  return Packed(args, std::vector<char>(all.begin(), all.end()));
}
std::vector<std::string> UnpackedTexts(std::string_view all) {
  std::vector<std::string> texts;
  while (all.size() >= sizeof(uint64_t)) {
    uint64_t size;
    std::memcpy(&size, all.data(), sizeof(size));
    texts.emplace_back(all.substr(sizeof(size), size));
    all.remove_prefix(std::min(all.size(), sizeof(size) + size));
  }
  return texts;
}

template <typename T>
IntArray Ints(Args* args, const std::vector<T>& values) {
  auto* data = args->Allocate<int64_t>(static_cast<int64_t>(values.size()));
  std::copy(values.begin(), values.end(), data);
  return IntArray(data, static_cast<int64_t>(values.size()));
}

}  // namespace

void SetAttr(const CustomOpDef& op, int i, const Attribute& value, Args* args) {
  PADDLE_ENFORCE(
      value.index() == static_cast<size_t>(op.attrs[i]),
      errors::InvalidType("%s: argument `%s` has another type.",
                          op.info.name.c_str(),
                          op.schema.args[op.first_attr() + i].name.c_str())
          .Expected(Name(op.attrs[i])));
  Slot& slot = args->slot[op.first_attr() + i];
  switch (op.attrs[i]) {
    case AttrKind::kBool: slot.i = std::get<bool>(value); return;
    case AttrKind::kInt: slot.i = std::get<int>(value); return;
    case AttrKind::kInt64: slot.i = std::get<int64_t>(value); return;
    case AttrKind::kFloat: slot.f = std::get<float>(value); return;
    case AttrKind::kDouble: slot.f = std::get<double>(value); return;
    case AttrKind::kString: {
      const auto& text = std::get<std::string>(value);
      slot.text = Packed(args, std::vector<char>(text.begin(), text.end()));
      return;
    }
    case AttrKind::kInts:
      slot.ints = Ints(args, std::get<std::vector<int>>(value));
      return;
    case AttrKind::kInt64s:
      slot.ints = Ints(args, std::get<std::vector<int64_t>>(value));
      return;
    case AttrKind::kFloats:
      slot.text = Packed(args, std::get<std::vector<float>>(value));
      return;
    case AttrKind::kStrings:
      slot.text = Packed(args, std::get<std::vector<std::string>>(value));
      return;
  }
}

std::vector<Attribute> AttrsOf(const CustomOpDef& op, const Slot* slots) {
  std::vector<Attribute> attrs;
  for (size_t i = 0; i < op.attrs.size(); ++i) {
    const Slot& slot = slots[op.first_attr() + i];
    switch (op.attrs[i]) {
      case AttrKind::kBool: attrs.emplace_back(slot.i != 0); break;
      case AttrKind::kInt: attrs.emplace_back(static_cast<int>(slot.i)); break;
      case AttrKind::kInt64: attrs.emplace_back(slot.i); break;
      case AttrKind::kFloat:
        attrs.emplace_back(static_cast<float>(slot.f));
        break;
      case AttrKind::kDouble: attrs.emplace_back(slot.f); break;
      case AttrKind::kString: attrs.emplace_back(std::string(slot.text)); break;
      case AttrKind::kInts:
        attrs.emplace_back(
            std::vector<int>(slot.ints.begin(), slot.ints.end()));
        break;
      case AttrKind::kInt64s:
        attrs.emplace_back(
            std::vector<int64_t>(slot.ints.begin(), slot.ints.end()));
        break;
      case AttrKind::kFloats: {
        std::vector<float> values(slot.text.size() / sizeof(float));
        if (!values.empty()) {
          std::memcpy(values.data(), slot.text.data(), slot.text.size());
        }
        attrs.emplace_back(std::move(values));
        break;
      }
      case AttrKind::kStrings:
        attrs.emplace_back(UnpackedTexts(slot.text));
        break;
    }
  }
  return attrs;
}

// ---- shapes and dtypes ----

CustomMetas MetasOf(const CustomOpDef& op, const Args& args) {
  const auto meta = [](const DenseTensor& t) {
    return CustomMeta{Shape(t.dims.begin(), t.dims.end()), t.dtype};
  };
  CustomMetas metas(op.inputs.size());
  for (size_t i = 0; i < metas.size(); ++i) {
    if (op.list_mask >> i & 1) {
      const TensorList& list = args.slot[i].tensors;
      if (list.size() == 0 && op.inputs[i].optional) continue;
      metas[i].emplace();
      for (const DenseTensor* t : list) metas[i]->push_back(meta(*t));
    } else if (args.slot[i].tensor) {
      metas[i].emplace({meta(*args.slot[i].tensor)});
    }
  }
  return metas;
}

namespace {

// The count of an output of its own memory; -1 where it is as many as come.
int CountOf(const CustomOpDef& op, size_t output, const CustomMetas& inputs) {
  const CustomName& name = op.outputs[output];
  if (!name.list && !name.optional) return 1;
  if (!op.forward) return name.list ? -1 : 1;
  // A gradient comes for each tensor that is there.
  const int target = op.targets[output];
  for (size_t i = 0; i < op.sources.size(); ++i) {
    const auto& source = op.sources[i];
    if (source.kind == CustomOpDef::Source::kInput && source.at == target) {
      return inputs[i] ? static_cast<int>(inputs[i]->size()) : 0;
    }
  }
  return -1;
}

// What a gradient without a function to infer is like: what it belongs to.
const CustomMeta* Belonging(const CustomOpDef& op, size_t output, size_t k,
                            const CustomMetas& inputs) {
  if (op.forward) {
    for (size_t i = 0; i < op.sources.size(); ++i) {
      const auto& source = op.sources[i];
      if (source.kind == CustomOpDef::Source::kInput &&
          source.at == op.targets[output] && inputs[i] &&
          k < inputs[i]->size()) {
        return &(*inputs[i])[k];
      }
    }
  }
  const bool one_to_one = op.inputs.size() == 1 && op.outputs.size() == 1 &&
                          !op.inputs[0].list && !op.outputs[0].list;
  return one_to_one && inputs[0] ? &inputs[0]->front() : nullptr;
}

template <typename M, typename F>
CustomMetaCall<M> MetaCall(const CustomMetas& inputs,
                           const std::vector<Attribute>& attrs, F&& get) {
  CustomMetaCall<M> call;
  call.attrs = attrs;
  for (const auto& input : inputs) {
    call.inputs.emplace_back();
    if (!input) continue;
    call.inputs.back().emplace();
    for (const CustomMeta& meta : *input) {
      call.inputs.back()->push_back(get(meta));
    }
  }
  return call;
}

// What a function has given for each tensor of each output: it counts those
// in place in, or leaves them out.
template <typename M>
std::vector<std::vector<M>> Distribute(const CustomOpDef& op,
                                       const CustomMetas& inputs,
                                       std::vector<M> given, const char* what,
                                       bool per_output) {
  const size_t n = op.outputs.size();
  size_t in_place = 0;
  for (size_t o = 0; o < n; ++o) {
    const int from = op.inplace_input[o];
    if (from >= 0 && inputs[from]) in_place += inputs[from]->size();
  }
  std::vector<std::vector<M>> spread(n);
  if (per_output && given.size() == n) {  // one dtype for a list
    std::vector<int> counts = CountOutputs(op, inputs, n, nullptr);
    for (size_t o = 0; o < n; ++o) {
      if (counts[o] >= 0 && op.inplace_input[o] < 0) {
        spread[o].assign(static_cast<size_t>(counts[o]), given[o]);
      }
    }
    if (!counts.empty()) return spread;
  }
  std::vector<int> counts;
  bool all = false;
  if (in_place > 0 && given.size() >= in_place) {
    counts = CountOutputs(op, inputs, given.size() - in_place, nullptr);
    all = !counts.empty();
  }
  if (!all) counts = CountOutputs(op, inputs, given.size(), what);
  size_t next = 0;
  for (size_t o = 0; o < n; ++o) {
    const int from = op.inplace_input[o];
    if (from >= 0) {
      if (all && inputs[from]) next += inputs[from]->size();
      continue;
    }
    for (int k = 0; k < counts[o]; ++k) spread[o].push_back(given[next++]);
  }
  return spread;
}

}  // namespace

std::vector<int> CountOutputs(const CustomOpDef& op, const CustomMetas& inputs,
                              size_t total, const char* what) {
  std::vector<int> counts(op.outputs.size(), 0);
  int open = -1, sum = 0;
  for (size_t o = 0; o < counts.size(); ++o) {
    if (op.inplace_input[o] >= 0) continue;
    counts[o] = CountOf(op, o, inputs);
    if (counts[o] < 0) {
      PADDLE_ENFORCE(open < 0, errors::InvalidArgument(
                                   "%s: it is not known how many tensors "
                                   "several of its outputs have.",
                                   op.info.name.c_str()));
      open = static_cast<int>(o);
    } else {
      sum += counts[o];
    }
  }
  const int given = static_cast<int>(total);
  if (open >= 0 && given >= sum) {
    counts[open] = given - sum;
    return counts;
  }
  if (given == sum) return counts;
  if (!what) return {};  // the caller tries another way
  PADDLE_THROW(errors::InvalidArgument("%s: %s gives another number of "
                                       "outputs than Outputs() names.",
                                       op.info.name.c_str(), what)
                   .Expected(std::to_string(sum))
                   .Received(std::to_string(total)));
}

std::vector<std::vector<CustomMeta>> InferOutputs(
    const CustomOpDef& op, const CustomMetas& inputs,
    const std::vector<Attribute>& attrs) {
  const std::string& name = op.info.name;
  const size_t n = op.outputs.size();
  std::vector<std::vector<CustomMeta>> outputs(n);
  if (op.info.infer_shape.run) {
    auto shapes = Distribute(
        op, inputs,
        RunForeign(name,
                   [&] {
                     return op.info.infer_shape.run(MetaCall<Shape>(
                         inputs, attrs,
                         [](const CustomMeta& m) { return m.shape; }));
                   }),
        "SetInferShapeFn", false);
    for (size_t o = 0; o < n; ++o) {
      for (Shape& shape : shapes[o]) {
        CustomMeta meta{std::move(shape)};
        for (int64_t size : meta.shape) meta.known &= size >= 0;
        outputs[o].push_back(std::move(meta));
      }
    }
  } else {
    for (size_t o = 0; o < n; ++o) {
      if (op.inplace_input[o] >= 0) continue;
      const int count = CountOf(op, o, inputs);
      for (int k = 0; k < std::max(count, 1) && count != 0; ++k) {
        const CustomMeta* like =
            Belonging(op, o, static_cast<size_t>(k), inputs);
        outputs[o].push_back(like && count > 0 ? *like
                                               : CustomMeta{.known = false});
      }
    }
  }
  std::vector<std::vector<::phi::DataType>> dtypes(n);
  if (op.info.infer_dtype.run) {
    dtypes = Distribute(
        op, inputs,
        RunForeign(name,
                   [&] {
                     return op.info.infer_dtype.run(MetaCall<::phi::DataType>(
                         inputs, attrs,
                         [](const CustomMeta& m) { return Public(m.dtype); }));
                   }),
        "SetInferDtypeFn", true);
  }
  for (size_t o = 0; o < n; ++o) {
    const int from = op.inplace_input[o];
    if (from >= 0) {
      outputs[o] = inputs[from].value_or(std::vector<CustomMeta>());
      continue;
    }
    for (size_t k = 0; k < outputs[o].size(); ++k) {
      CustomMeta& meta = outputs[o][k];
      if (op.info.infer_dtype.run) {
        PADDLE_ENFORCE(k < dtypes[o].size(),
                       errors::InvalidArgument(
                           "%s: SetInferDtypeFn gives another number of "
                           "outputs than SetInferShapeFn.",
                           name.c_str()));
        meta.dtype = Internal(dtypes[o][k]);
        continue;
      }
      const CustomMeta* like = Belonging(op, o, k, inputs);
      if (!like) {  // as the first tensor
        for (const auto& input : inputs) {
          if (!like && input && !input->empty()) like = &input->front();
        }
      }
      meta.dtype = like ? like->dtype : DataType::kUndefined;
      meta.known &= like != nullptr;
    }
  }
  return outputs;
}

bool AreKnown(const std::vector<std::vector<CustomMeta>>& outputs) {
  for (const auto& tensors : outputs) {
    for (const CustomMeta& meta : tensors) {
      if (!meta.known) return false;
    }
  }
  return true;
}

void InferCustomOp(const CustomOpDef& op, const Args& args, Outs& outs) {
  const auto outputs =
      InferOutputs(op, MetasOf(op, args), AttrsOf(op, args.slot));
  PADDLE_ENFORCE(
      AreKnown(outputs),
      errors::Unimplemented("%s: only its kernel knows the shapes of its "
                            "outputs, and it does not run here.",
                            op.info.name.c_str())
          .Hint("give the operator SetInferShapeFn and SetInferDtypeFn."));
  int total = 0, next = 0;
  for (const auto& tensors : outputs) total += static_cast<int>(tensors.size());
  if (op.schema.list_out) outs.Resize(total);
  for (const auto& tensors : outputs) {
    for (const CustomMeta& meta : tensors) {
      DenseTensor& out = *outs[next++];
      out.dims = DDim(IntArray(meta.shape));
      out.dtype = meta.dtype;
      SetContiguous(&out);
    }
  }
}

}  // namespace paddle
