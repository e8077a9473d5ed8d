// Quantization: pairs of quantize_linear and dequantize_linear.
#include "inference/write/write_rules.h"

namespace paddle::inference {

namespace {

// The two operators have the same attributes, and operands and results that
// count in training only.
int Linear(WriteSite& s, const char* name, int x, const ValueType& type) {
  const ValueId scale = s.Operand("scale");
  const ValueType of_scale = s.Type(scale);
  std::vector<int64_t> shape(of_scale.dims.begin(), of_scale.dims.end());
  const int zero = s.Full(0, DataType::kFloat32, shape);
  const int none = s.Full(0, DataType::kFloat32, {});
  const auto qmax = static_cast<int64_t>(s.Float("high"));
  int64_t bits = 1;
  while ((int64_t{1} << (bits - 1)) - 1 < qmax) ++bits;
  const ValueType number = With(of_scale, DDim{});
  return s.out().Op(
      std::string("1.") + name, {x, s.NumberOf(scale), zero, none, none},
      {{"quant_axis", json::Int32(s.Int("axis"))},
       {"bit_length", json::Int32(bits)},
       {"qmin", json::Int32(static_cast<int64_t>(s.Float("low")))},
       {"qmax", json::Int32(qmax)},
       {"round_type", json::Int32(s.Bool("half_even") ? 0 : 1)},
       {"is_test", json::Bool(true)},
       {"only_observer", json::Bool(false)}},
      {type, number, number, number})[0];
}

void QuantizeLevels(WriteSite& s) {
  if (s.Float("levels") != s.Float("high") ||
      s.Type(s.Operand("scale")).dtype != DataType::kFloat32) {
    s.Fail("the format has no such quantization");
  }
  int v = Linear(s, "quantize_linear", s.In("x"), s.Result());
  if (s.Bool("dequantize")) v = Linear(s, "dequantize_linear", v, s.Result());
  s.Return(v);
}

constexpr WriteEntry kRules[] = {{"quantize_levels", QuantizeLevels}};

}  // namespace

WriteTable WriteQuant() { return {std::begin(kRules), std::end(kRules)}; }

}  // namespace paddle::inference
