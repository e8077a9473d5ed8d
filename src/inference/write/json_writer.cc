#include "inference/write/json_writer.h"

#include <cmath>
#include <cstdio>

namespace paddle::inference {

namespace json {

std::string Text(std::string_view v) {
  std::string out = "\"";
  for (const char c : v) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof(code), "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out + '"';
}

namespace {
std::string Kind(const char* kind, const std::string& data) {
  return std::string("{\"#\":\"") + kind + "\",\"D\":" + data + "}";
}
std::string Number(const char* kind, double v) {
  if (!std::isfinite(v)) {
    const char* name = std::isnan(v) ? "NaN" : v > 0 ? "INF" : "-INF";
    return std::string("{\"#\":\"") + kind + "\",\"VD\":\"" + name + "\"}";
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", v);
  std::string s = text;
  if (s.find_first_of(".e") == std::string::npos) s += ".0";
  return Kind(kind, s);
}
template <typename T, typename F>
std::string List(const std::vector<T>& v, F&& item) {
  std::string out = "[";
  for (size_t i = 0; i < v.size(); ++i) {
    if (i) out += ',';
    out += item(v[i]);
  }
  return out + "]";
}
std::string Plain(const std::vector<int64_t>& v) {
  return List(v, [](int64_t i) { return std::to_string(i); });
}
}  // namespace

std::string Bool(bool v) { return Kind("0.a_bool", v ? "true" : "false"); }
std::string Int32(int64_t v) { return Kind("0.a_i32", std::to_string(v)); }
std::string Int64(int64_t v) { return Kind("0.a_i64", std::to_string(v)); }
std::string Float32(double v) {
  return Number("0.a_f32", static_cast<double>(static_cast<float>(v)));
}
std::string Float64(double v) { return Number("0.a_f64", v); }
std::string Str(std::string_view v) { return Kind("0.a_str", Text(v)); }
std::string Dtype(DataType v) {
  return Kind("1.a_dtype", v == DataType::kUndefined
                               ? "\"Undefined(ALL_DTYPE)\""
                               : Text(Name(v)));
}
std::string Place(bool cpu) {
  return Kind("1.a_place", cpu ? "[1,0,\"\"]" : "[0,0,\"\"]");
}
std::string IntArray(const std::vector<int64_t>& v) {
  return Kind("1.a_intarray", Plain(v));
}
std::string Int32s(const std::vector<int64_t>& v) {
  return Kind("0.a_array", List(v, Int32));
}
std::string Int64s(const std::vector<int64_t>& v) {
  return Kind("0.a_array", List(v, Int64));
}
std::string Float64s(const std::vector<double>& v) {
  return Kind("0.a_array", List(v, Float64));
}

}  // namespace json

namespace {

const char* ElementText(DataType t) {
  switch (t) {
    case DataType::kBool: return "0.t_bool";
    case DataType::kUInt8: return "0.t_ui8";
    case DataType::kInt8: return "0.t_i8";
    case DataType::kInt16: return "0.t_i16";
    case DataType::kInt32: return "0.t_i32";
    case DataType::kInt64: return "0.t_i64";
    case DataType::kFloat8E4M3FN: return "0.t_f8e4m3fn";
    case DataType::kFloat8E5M2: return "0.t_f8e5m2";
    case DataType::kFloat16: return "0.t_f16";
    case DataType::kBFloat16: return "0.t_bf16";
    case DataType::kFloat32: return "0.t_f32";
    case DataType::kFloat64: return "0.t_f64";
    case DataType::kComplex64: return "0.t_c64";
    default: return "0.t_c128";
  }
}

}  // namespace

std::string JsonWriter::TypeText(const ValueType& t) {
  return std::string("{\"#\":\"0.t_dtensor\",\"D\":[{\"#\":\"") +
         ElementText(t.dtype) + "\"}," +
         json::Plain({t.dims.begin(), t.dims.end()}) + ",\"NCHW\",[],0]}";
}

void JsonWriter::Append(const std::string& op) {
  std::string& block = open_.back();
  if (!block.empty()) block += ',';
  block += op;
}

namespace {

std::string Operands(const std::vector<int>& operands) {
  return json::List(operands,
                    [](int v) { return "{\"%\":" + std::to_string(v) + "}"; });
}

std::string AttributeText(const JsonWriter::Attributes& attributes) {
  return json::List(attributes, [](const auto& a) {
    return "{\"AT\":" + a.second + ",\"N\":" + json::Text(a.first) + "}";
  });
}

// Results stop gradients where their dtype carries none.
std::string StopGradient(const std::vector<bool>& stops) {
  std::string list;
  for (const bool stop : stops) {
    list += (list.empty() ? "" : ",") + json::Bool(stop);
  }
  return "[{\"AT\":{\"#\":\"0.a_array\",\"D\":[" + list +
         "]},\"N\":\"stop_gradient\"}]";
}

}  // namespace

std::vector<int> JsonWriter::Op(const std::string& name,
                                const std::vector<int>& operands,
                                const Attributes& attributes,
                                const std::vector<ValueType>& types) {
  std::vector<int> results;
  std::string outs;
  std::vector<bool> stops;
  for (const ValueType& t : types) {
    results.push_back(++last_value_);
    outs +=
        (outs.empty() ? "" : ",") + ("{\"%\":" + std::to_string(last_value_) +
                                     ",\"TT\":" + TypeText(t) + "}");
    stops.push_back(operands.empty() || !IsDifferentiable(t.dtype));
  }
  Append("{\"#\":" + json::Text(name) + ",\"A\":" + AttributeText(attributes) +
         ",\"I\":" + Operands(operands) + ",\"O\":[" + outs +
         "],\"OA\":" + StopGradient(stops) + "}");
  return results;
}

int JsonWriter::Parameter(const std::string& name, const ValueType& type,
                          bool trainable) {
  const std::string stop = trainable ? "0" : "1", train = trainable ? "1" : "0";
  Append("{\"#\":\"p\",\"A\":[0,1,1," + json::Text(name) +
         "],\"DA\":[],\"O\":{\"%\":" + std::to_string(++last_value_) +
         ",\"TT\":" + TypeText(type) + "},\"OA\":[1," + stop + "," + train +
         "],\"QA\":[]}");
  return last_value_;
}

int JsonWriter::Combine(const std::vector<int>& values,
                        const std::vector<ValueType>& types) {
  bool stop = true;
  for (const ValueType& t : types) stop &= !IsDifferentiable(t.dtype);
  Append("{\"#\":\"0.combine\",\"A\":[],\"I\":" + Operands(values) +
         ",\"O\":[{\"%\":" + std::to_string(++last_value_) +
         ",\"TT\":{\"#\":\"0.t_vec\",\"D\":" + json::List(types, TypeText) +
         "}}],\"OA\":" + StopGradient({stop}) + "}");
  return last_value_;
}

std::vector<int> JsonWriter::OpWithList(
    const std::string& name, const std::vector<int>& operands,
    const Attributes& attributes, std::vector<ValueType> types, size_t at,
    const std::vector<ValueType>& elements) {
  const std::string list =
      "{\"#\":\"0.t_vec\",\"D\":" + json::List(elements, TypeText) + "}";
  types.insert(types.begin() + at, ValueType());
  std::vector<int> results;
  std::string outs;
  std::vector<bool> stops;
  for (size_t i = 0; i < types.size(); ++i) {
    results.push_back(++last_value_);
    outs += (outs.empty() ? "" : ",") +
            ("{\"%\":" + std::to_string(last_value_) +
             ",\"TT\":" + (i == at ? list : TypeText(types[i])) + "}");
    stops.push_back(i != at && !IsDifferentiable(types[i].dtype));
  }
  Append("{\"#\":" + json::Text(name) + ",\"A\":" + AttributeText(attributes) +
         ",\"I\":" + Operands(operands) + ",\"O\":[" + outs +
         "],\"OA\":" + StopGradient(stops) + "}");
  const std::vector<int> parts = Op("0.split", {results[at]}, {}, elements);
  results.erase(results.begin() + at);
  results.insert(results.end(), parts.begin(), parts.end());
  return results;
}

void JsonWriter::OpenBlock(
    const std::vector<std::pair<int, ValueType>>& arguments) {
  const int number = regions_++;
  open_.push_back("");
  closed_.push_back("{\"#\":\"region_" + std::to_string(number) +
                    "\",\"blocks\":[{\"#\":\"block_" + std::to_string(number) +
                    "\",\"args\":" +
                    json::List(arguments,
                               [](const auto& a) {
                                 return "{\"#\":" + std::to_string(a.first) +
                                        ",\"TT\":" + TypeText(a.second) + "}";
                               }) +
                    ",\"ops\":[");
}

void JsonWriter::CloseBlock(const std::vector<int>& yielded) {
  Append("{\"#\":\"2.yield\",\"A\":[],\"I\":" + Operands(yielded) +
         ",\"O\":[],\"OA\":[]}");
  // The text of a block follows its head.
  size_t head = closed_.size();
  while (closed_[head - 1].back() != '[') --head;
  closed_[head - 1] += open_.back() + "]}]}";
  open_.pop_back();
}

std::vector<int> JsonWriter::OpWithBlocks(const std::string& name,
                                          const std::vector<int>& operands,
                                          const std::vector<ValueType>& types) {
  std::vector<int> results;
  std::string outs;
  std::vector<bool> stops;
  for (const ValueType& t : types) {
    results.push_back(++last_value_);
    outs +=
        (outs.empty() ? "" : ",") + ("{\"%\":" + std::to_string(last_value_) +
                                     ",\"TT\":" + TypeText(t) + "}");
    stops.push_back(!IsDifferentiable(t.dtype));
  }
  const size_t count = name == "1.if" ? 2 : 1;
  std::string regions;
  for (size_t i = closed_.size() - count; i < closed_.size(); ++i) {
    regions += (regions.empty() ? "" : ",") + closed_[i];
  }
  closed_.resize(closed_.size() - count);
  Append("{\"#\":" + json::Text(name) +
         ",\"A\":[],\"I\":" + Operands(operands) + ",\"O\":[" + outs +
         "],\"OA\":" + StopGradient(stops) + ",\"regions\":[" + regions + "]}");
  return results;
}

std::string JsonWriter::Finish(const std::string& parameters) {
  const std::string beside =
      parameters.empty() ? "" : ",\"parameters\":" + json::Text(parameters);
  return "{\"base_code\":{\"magic\":\"pir\",\"trainable\":true,\"version\":4" +
         beside +
         "},"
         "\"program\":{\"regions\":[{\"#\":\"region_0\",\"blocks\":[{\"#\":"
         "\"block_0\",\"args\":[],\"ops\":[" +
         open_[0] + "]}]}]}}";
}

}  // namespace paddle::inference
