// The JSON of draw.h.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "pir/draw/draw.h"
#include "pir/draw/json.h"

namespace paddle::pir {

namespace {

std::string Number(double v) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, v);
  return {text, end.ptr};
}

std::string ScalarText(const Scalar& s) {
  if (!s.has_value()) return "None";
  if (s.type() == DataType::kBool) return s.ToInt() ? "true" : "false";
  if (s.IsIntegral()) return std::to_string(s.ToInt());
  if (!IsComplex(s.type())) return Number(s.ToDouble());
  const auto z = s.To<complex128>();
  return "(" + Number(z.real()) + ", " + Number(z.imag()) + ")";
}

std::string AttributeText(ArgType type, const Slot& slot) {
  switch (type) {
    case ArgType::kBool: return slot.i ? "true" : "false";
    case ArgType::kInt: return std::to_string(slot.i);
    case ArgType::kFloat: return Number(slot.f);
    case ArgType::kString: return std::string(slot.text);
    case ArgType::kDataType: return Name(static_cast<DataType>(slot.i));
    case ArgType::kScalar: return ScalarText(slot.scalar);
    case ArgType::kIntArray: {
      std::string text;
      for (int64_t n : slot.ints) {
        text += (text.empty() ? "" : ", ") + std::to_string(n);
      }
      return "[" + text + "]";
    }
    default: return "";
  }
}

std::string ConstantText(const DenseTensor& t) {
  std::string text;
  VisitDataType(t.dtype, [&]<typename T>(T) {
    const T v = *t.Data<T>();
    if constexpr (kIsComplexType<T>) {
      text = ScalarText(Scalar(complex128(v.real(), v.imag())));
    } else if constexpr (std::is_same_v<T, bool>) {
      text = v ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      text = std::to_string(v);
    } else if constexpr (std::is_same_v<T, float>) {
      char shortest[32];
      text.assign(shortest,
                  std::to_chars(shortest, shortest + sizeof shortest, v).ptr);
    } else {
      text = Number(static_cast<double>(v));
    }
  });
  return text;
}

// What colours a call: the sort of work it is.
std::string KindOf(const Call& call) {
  if (!call.op) return call.bodies.empty() ? "constant" : "control";
  if (call.op->Has(kRandom)) return "random";
  if (call.op->view || call.op->Has(kViewOp)) return "view";
  const std::string_view file = call.op->file;
  const std::string_view records = "/ops/";
  const size_t at = file.rfind(records);
  std::string_view family = "other";
  if (at != std::string_view::npos) {
    family = file.substr(at + records.size());
    family = family.substr(0, family.find('/'));
  }
  if (call.op->Has(kElementwise)) return "elementwise";
  return std::string(family);
}

// Names as MLIR prints them: a body goes on counting where the program around
// it ends.
struct Numbering {
  int value = 0, argument = 0;
};

struct Writer {
  std::string Program(const FlatProgram& p, Numbering numbering) {
    const auto names = NamesOf(p, &numbering);
    std::string text = "{\"values\":[";
    for (size_t v = 0; v < p.values.size(); ++v) {
      if (v) text += ",";
      text += "[" + json::Text(names[v]) + "," +
              json::Text(Name(p.values[v].dtype)) + ",";
      const DDim& dims = p.values[v].dims;
      text += json::Numbers(std::vector<int64_t>(dims.begin(), dims.end()));
      // In floating point, for sizes that no memory has.
      double bytes = static_cast<double>(SizeOf(p.values[v].dtype));
      for (int64_t n : dims) bytes *= static_cast<double>(n);
      text += "," + Number(bytes) + "]";
    }
    text += "],\"inputs\":" + json::Numbers(p.inputs);
    std::vector<int> outputs, into;
    for (const auto& o : p.outputs) {
      outputs.push_back(o.value);
      into.push_back(o.into);
    }
    text += ",\"outputs\":" + json::Numbers(outputs);
    text += ",\"into\":" + json::Numbers(into) + ",\"calls\":[";
    for (const Call& call : p.calls) {
      if (&call != p.calls.data()) text += ",";
      text += CallText(call, numbering);
    }
    return text + "]}";
  }

 private:
  static std::vector<std::string> NamesOf(const FlatProgram& p, Numbering* n) {
    std::vector<std::string> names(p.values.size());
    for (ValueId v : p.inputs) {
      names[v] = "%arg" + std::to_string(n->argument++);
    }
    for (const Call& call : p.calls) {
      const size_t count = call.results.size();
      for (size_t i = 0; i < count; ++i) {
        names[call.results[i]] = "%" + std::to_string(n->value);
        if (count > 1) names[call.results[i]] += "#" + std::to_string(i);
      }
      n->value += count > 0;
    }
    return names;
  }

  // The arguments that the operands are, and the values of all others.
  static void Arguments(const Call& call, std::vector<std::string>* of,
                        std::string* attributes) {
    const auto add = [&](const std::string& name, const std::string& value,
                         bool usual) {
      *attributes += (attributes->empty() ? "[" : ",[") + json::Text(name) +
                     "," + json::Text(value) + (usual ? ",true]" : ",false]");
    };
    if (!call.op && call.bodies.empty()) {
      add("value", ConstantText(*call.constant), false);
    }
    for (size_t i = 0; call.op && i < call.slots.size(); ++i) {
      const ArgSpec& arg = call.op->schema.args[i];
      if (call.op->list_mask >> i & 1) {
        for (int64_t k = 0; k < call.slots[i].i; ++k) {
          of->push_back(arg.name + "[" + std::to_string(k) + "]");
        }
      } else if (call.op->tensor_mask >> i & 1) {
        of->push_back(arg.name);
      } else {
        const std::string value = AttributeText(arg.type, call.slots[i]);
        add(arg.name, value,
            arg.has_default &&
                value == AttributeText(arg.type, arg.default_value));
      }
    }
  }

  // What the results are: outputs of the schema, then what is written.
  static std::vector<std::string> Results(
      const Call& call, const std::vector<std::string>& arguments) {
    if (!call.op) return {};
    const auto written = WrittenOperands(*call.op, call.slots);
    std::vector<std::string> as;
    const size_t made =
        call.results.size() - std::min(call.results.size(), written.size());
    for (size_t i = 0; i < made; ++i) {
      const auto& outs = call.op->schema.outs;
      const bool list = call.op->schema.list_out || i >= outs.size();
      as.push_back(list ? outs[0] + "[" + std::to_string(i) + "]" : outs[i]);
    }
    for (int operand : written) as.push_back(arguments[operand] + ", written");
    return as;
  }

  std::string CallText(const Call& call, const Numbering& numbering) {
    std::vector<std::string> of;
    std::string attributes;
    Arguments(call, &of, &attributes);
    const std::string name = call.op                   ? call.op->name
                             : call.bodies.empty()     ? "constant"
                             : call.bodies.size() == 2 ? "if"
                                                       : "while";
    std::string text = "{\"op\":" + json::Text(name) +
                       ",\"kind\":" + json::Text(KindOf(call)) +
                       ",\"in\":" + json::Numbers(call.operands) +
                       ",\"out\":" + json::Numbers(call.results);
    if (call.op) {
      text += ",\"of\":" + json::Texts(of) +
              ",\"as\":" + json::Texts(Results(call, of));
    }
    if (call.scope) text += ",\"scope\":" + json::Text(*call.scope);
    if (!attributes.empty()) text += ",\"attrs\":[" + attributes + "]";
    for (const auto& body : call.bodies) {
      text += body == call.bodies.front() ? ",\"bodies\":[" : ",";
      text += Program(*body, numbering);
    }
    if (!call.bodies.empty()) text += "]";
    return text + "}";
  }
};

}  // namespace

std::string ProgramToJson(const FlatProgram& program) {
  return Writer().Program(program, {});
}

}  // namespace paddle::pir
