#include "ops/op_doc.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace paddle {
namespace {

struct Doc {
  std::string summary, source, returns, example;
  std::vector<std::pair<std::string_view, std::string>> args;
  std::vector<std::string> raises;
};

// The lines of a text without the indentation they share.
std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  size_t indent = std::string_view::npos;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) line = {};
    if (!line.empty()) indent = std::min(indent, first);
    if (!line.empty() || !lines.empty()) lines.push_back(line);
  }
  for (auto& line : lines) line.remove_prefix(std::min(indent, line.size()));
  return lines;
}

void Append(std::string* text, std::string_view line) {
  if (!text->empty() && !line.empty()) *text += ' ';
  *text += line;
}

Doc Parse(const OpDef& op) {
  Doc doc;
  std::string* entry = &doc.summary;
  bool example = false;
  for (std::string_view line : Lines(op.doc)) {
    example |= line.substr(0, 3) == ">>>";
    if (example) {
      doc.example += "    " + std::string(line) + "\n";
      continue;
    }
    const size_t colon = line.find(": ");
    if (line.substr(0, 1) == " ") {  // an entry goes on
      line.remove_prefix(line.find_first_not_of(' '));
    } else if (colon != std::string_view::npos) {
      const std::string_view key = line.substr(0, colon);
      std::string* found =
          key == "Returns"  ? &doc.returns
          : key == "Source" ? &doc.source
          : key == "Raises" ? &doc.raises.emplace_back()
          : op.schema.Find(key) >= 0
              ? &doc.args.emplace_back(key, std::string()).second
              : nullptr;
      if (found) {
        entry = found;
        line.remove_prefix(colon + 2);
      }
    }
    Append(entry, line);
  }
  return doc;
}

// "integer, float"
std::string DtypeWords(uint32_t dtypes) {
  if ((dtypes & kAllTypes) == kAllTypes) return "";
  const std::pair<uint32_t, const char*> sets[] = {
      {kBoolBit, "bool"}, {kIntegers, "integer"},  {kFloat8s, "float8"},
      {kFloats, "float"}, {kComplexes, "complex"},
  };
  std::string text;
  for (const auto& [set, word] : sets) {
    if ((dtypes & set) == set) {
      text += std::string(text.empty() ? "" : ", ") + word;
      continue;
    }
    for (int t = 0; t < kNumDataTypes; ++t) {
      if (dtypes & set & Bit(static_cast<DataType>(t))) {
        text += std::string(text.empty() ? "" : ", ") +
                Name(static_cast<DataType>(t));
      }
    }
  }
  return text;
}

// The dtypes of the key argument: what the record says, else what the kernels
// take.
uint32_t KeyDtypes(const OpDef& op) {
  uint32_t dtypes = op.dtypes, kernels = 0;
  for (int t = 0; t < kNumDataTypes; ++t) {
    if (op.kernels[0][t]) kernels |= Bit(static_cast<DataType>(t));
  }
  if (dtypes == kAllTypes && kernels && op.key_arg >= 0) dtypes = kernels;
  if (op.Has(kIntsToFloat)) dtypes |= kIntegers | kBoolBit;
  return dtypes;
}

std::string TypeWords(const ArgSpec& arg) {
  const char* const words[] = {
      "Tensor", "Tensor", "list[Tensor]",  "bool",      "int",
      "float",  "str",    "int|list[int]", "dtype|str", "number",
  };
  std::string text = words[static_cast<int>(arg.type)];
  const bool none = arg.has_default && arg.default_is_none;
  if (none || arg.type == ArgType::kOptionalTensor) text += ", optional";
  return text;
}

// What arguments mean wherever they have this name and type.
struct Common {
  const char* name;
  ArgType type;
  const char* text;
};
constexpr Common kCommon[] = {
    {"axis", ArgType::kInt, "In [-rank, rank)."},
    {"axis1", ArgType::kInt, "In [-rank, rank)."},
    {"axis2", ArgType::kInt, "In [-rank, rank)."},
    {"axis", ArgType::kIntArray, "In [-rank, rank); all axes where None."},
    {"ceil_mode", ArgType::kBool, "A last window may reach over the edge."},
    {"data_format", ArgType::kString,
     "Where the channels stand: second, or last (such as NHWC)."},
    {"descending", ArgType::kBool, "Largest first."},
    {"dilation", ArgType::kIntArray,
     "Distance of the elements of a window, for all axes or each."},
    {"dtype", ArgType::kDataType, "Of the result."},
    {"epsilon", ArgType::kFloat, "Added to the variance."},
    {"exclusive", ArgType::kBool, "Padding does not count in the mean."},
    {"groups", ArgType::kInt, "Groups of channels that do not mix."},
    {"keepdim", ArgType::kBool, "Keep the reduced axes with size 1."},
    {"kernel_size", ArgType::kIntArray, "Of the window, for all axes or each."},
    {"label", ArgType::kTensor, "Of the shape of `input`."},
    {"padding", ArgType::kIntArray,
     "Around the input: for all axes, for each, before and after each; or "
     "\"SAME\", \"VALID\"."},
    {"reduction", ArgType::kString,
     "\"mean\", \"sum\", or \"none\": the loss of each element."},
    {"return_mask", ArgType::kBool,
     "Also the flat index of each element in its plane."},
    {"shape", ArgType::kIntArray, "Of the result."},
    {"stable", ArgType::kBool, "Accepted: equal elements keep their order."},
    {"stride", ArgType::kIntArray, "Of the window, for all axes or each."},
    {"training", ArgType::kBool, "False: the input is returned."},
    {"y", ArgType::kTensor, "Broadcast against the other."},
};

std::string ArgText(const OpDef& op, const Doc& doc, const ArgSpec& arg) {
  for (const auto& [name, text] : doc.args) {
    if (name == arg.name) return text;
  }
  if (arg.name == "y" && !op.Has(kElementwise)) return "";
  for (const Common& common : kCommon) {
    if (arg.name == common.name && arg.type == common.type) return common.text;
  }
  return "";
}

std::string ArgLines(const OpDef& op, const Doc& doc) {
  std::string text;
  for (size_t i = 0; i < op.schema.args.size(); ++i) {
    const ArgSpec& arg = op.schema.args[i];
    std::string type = TypeWords(arg);
    if (static_cast<int>(i) == op.key_arg) {
      const std::string dtypes = DtypeWords(KeyDtypes(op));
      if (!dtypes.empty()) type += " of " + dtypes;
    }
    text += "    " + arg.name + " (" + type + ")";
    const std::string what = ArgText(op, doc, arg);
    text += what.empty() ? "\n" : ": " + what + "\n";
  }
  return text;
}

std::string ReturnLine(const OpDef& op, const Doc& doc) {
  const auto& outs = op.schema.outs;
  std::string text = !op.schema.list_out  ? "Tensor"
                     : op.Has(kOneOrMany) ? "Tensor|list[Tensor]"
                                          : "list[Tensor]";
  if (outs.size() > 1) {
    text = "tuple[Tensor]: ";
    for (size_t i = 0; i < outs.size(); ++i) text += (i ? ", " : "") + outs[i];
    return text + "." + (doc.returns.empty() ? "" : " " + doc.returns);
  }
  if (!doc.returns.empty()) return text + ": " + doc.returns;
  if (op.Has(kElementwise)) {
    const bool one = (op.tensor_mask & (op.tensor_mask - 1)) == 0;
    const std::string x = "`" + op.schema.args[0].name + "`";
    if (one && op.out_type == OutType::kSame) {
      text += ": Of the shape and dtype of " + x;
      return text + (op.Has(kIntsToFloat) ? "; integers give floats." : ".");
    }
    text += one ? ": Of the shape of " + x : ": Of the broadcast shape";
    switch (op.out_type) {
      case OutType::kBool: return text + ", bool.";
      case OutType::kInt64: return text + ", int64.";
      case OutType::kReal: return text + ", real.";
      case OutType::kComplex: return text + ", complex.";
      case OutType::kArg: return text + ", of `dtype`.";
      case OutType::kSame: break;
    }
    text += " and the promoted dtype";
    return text + (op.Has(kIntsToFloat) ? "; integers give floats." : ".");
  }
  if (op.out_type == OutType::kBool) text += ": bool.";
  if (op.out_type == OutType::kInt64) text += ": int64.";
  return text;
}

std::string RaiseLines(const OpDef& op, const Doc& doc) {
  std::string text;
  for (const std::string& entry : doc.raises) text += "    " + entry + "\n";
  if (op.key_arg >= 0 && !DtypeWords(KeyDtypes(op)).empty()) {
    text += "    TypeError: `" + op.schema.args[op.key_arg].name +
            "` has another dtype.\n";
  }
  const bool several = op.tensor_mask & (op.tensor_mask - 1);
  if (op.Has(kElementwise) && several) {
    text += "    ValueError: The shapes do not broadcast.\n";
  }
  const int axis = op.schema.Find("axis");
  if (axis >= 0 && (op.attr_mask >> axis & 1)) {
    text += "    IndexError: `axis` is out of range.\n";
  }
  return text;
}

}  // namespace

std::string Summary(const OpDef& op) { return Parse(op).summary; }

std::string Docstring(const OpDef& op, std::string_view name) {
  const Doc doc = Parse(op);
  std::string text = doc.summary;
  if (name != op.name) {
    text += " In place: the result is written into `" +
            op.schema.args[op.inplace_arg].name + "`, which is returned.";
  }
  if (!doc.source.empty()) text += "\n\nSource: " + doc.source;
  text += "\n\nArgs:\n" + ArgLines(op, doc) + "\nReturns:\n    " +
          ReturnLine(op, doc);
  text += "\n";
  if (const std::string raises = RaiseLines(op, doc); !raises.empty()) {
    text += "\nRaises:\n" + raises;
  }
  if (!doc.example.empty()) {
    text += "\nExamples:\n    >>> import paddle\n";
    if (op.module == "nn.functional") {
      text += "    >>> import paddle.nn.functional as F\n";
    }
    text += doc.example;
  }
  return text;
}

}  // namespace paddle
