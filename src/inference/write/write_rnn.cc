// Recurrent layers: the rnn of PIR, which has one layer in one or both
// directions here. Two layers that read the same input from either end become
// one operator; one that reads from the end alone has itself as the other.
#include "inference/write/write_rules.h"

namespace paddle::inference {
namespace {

bool Reads(const WriteSite& s, const WriteSite& other, const char* arg) {
  return s.Operand(arg) == other.Operand(arg);
}

// Whether the second can be the other direction of the first.
bool AreDirections(const WriteSite& s, const WriteSite& other) {
  if (other.call().op != s.call().op || !Reads(s, other, "x") ||
      !Reads(s, other, "sequence_length") ||
      s.Bool("reverse") == other.Bool("reverse") ||
      s.Result().dims != other.Result().dims ||
      other.IsDefined(other.ResultId())) {
    return false;
  }
  for (const ValueId v : other.call().operands) {
    if (!s.IsDefined(v)) return false;
  }
  return true;
}

std::string Mode(const WriteSite& s) {
  if (s.op().name == "lstm_layer") return "LSTM";
  if (s.op().name == "gru_layer") return "GRU";
  return s.At("activation").text == "relu" ? "RNN_RELU" : "RNN_TANH";
}

// One for each direction.
using Sites = std::vector<WriteSite>;

// The forward one first.
Sites Directions(const WriteSite& s) {
  const bool back = s.Bool("reverse");
  for (const WriteSite& other : s.All()) {
    if (AreDirections(s, other))
      return back ? Sites{other, s} : Sites{s, other};
  }
  return back ? Sites{s, s} : Sites{s};
}

// The states of all directions, [directions, batch, hidden].
int State(const Sites& sites, const char* arg, ValueType* type) {
  WriteSite s = sites[0];
  *type = s.Type(s.Operand(arg));
  std::vector<int> numbers;
  for (const WriteSite& d : sites) numbers.push_back(d.In(arg));
  const std::vector<ValueType> types(sites.size(), *type);
  const int list = s.out().Combine(numbers, types);
  type->dims.insert(0, static_cast<int64_t>(sites.size()));
  return s.Op("stack", {list}, {{"axis", json::Int32(0)}}, *type);
}

// The weights of all directions, then the biases.
int Weights(const Sites& sites) {
  WriteSite s = sites[0];
  std::vector<int> numbers;
  std::vector<ValueType> types;
  for (const bool bias : {false, true}) {
    for (const WriteSite& d : sites) {
      for (const char* arg : {"ih", "hh"}) {
        const std::string name =
            (bias ? "bias_" : "weight_") + std::string(arg);
        const ValueId v = d.Operand(name.c_str());
        if (v == pir::kNoValue) {
          const ValueType weight = d.Type(d.Operand("weight_ih"));
          const int64_t size = weight.dims[0];
          types.push_back(With(weight, DDim{size}));
          numbers.push_back(s.Full(0, weight.dtype, {size}));
        } else {
          types.push_back(d.Type(v));
          numbers.push_back(d.NumberOf(v));
        }
      }
    }
  }
  return s.out().Combine(numbers, types);
}

// Direction d of `v`, which has that of all of them along the axis.
int Part(WriteSite& s, int v, size_t d, int64_t axis, int64_t size,
         bool drop_axis, const ValueType& type) {
  const int64_t begin = static_cast<int64_t>(d) * size;
  const int from = s.FullInts({begin}), to = s.FullInts({begin + size});
  return s.Op(
      "slice", {v, from, to},
      {{"axes", json::Int64s({axis})},
       {"infer_flags", json::Int64s({1})},
       {"decrease_axis", json::Int64s(drop_axis ? std::vector<int64_t>{axis}
                                                : std::vector<int64_t>{})}},
      type);
}

void Layer(WriteSite& s) {
  if (s.IsDefined(s.ResultId())) return;  // with the other direction
  const size_t num_states = s.op().name == "lstm_layer" ? 2 : 1;
  const Sites sites = Directions(s);
  const size_t directions = sites.size();
  for (const WriteSite& d : sites) {
    for (size_t k = 1 + num_states; k < d.call().results.size(); ++k) {
      if (d.Used(k)) d.Fail("what it keeps for gradients is used");
    }
  }

  const ValueType x = s.Type(s.Operand("x")), one = s.Result();
  const int64_t hidden = one.dims[2];
  ValueType out = one;
  out.dims[2] = hidden * static_cast<int64_t>(directions);
  std::vector<int> states;
  std::vector<ValueType> state_types(num_states);
  for (size_t k = 0; k < num_states; ++k) {
    states.push_back(State(sites, k == 0 ? "h0" : "c0", &state_types[k]));
  }
  const int state_list = s.out().Combine(states, state_types);
  const int weights = Weights(sites);
  const int dropout = s.Full(0, DataType::kUInt8, {0});
  const ValueType bytes{DataType::kUInt8, {}};
  const std::vector<int> made = s.out().OpWithList(
      "1.rnn",
      {s.In("x"), state_list, weights, s.In("sequence_length"), dropout},
      {{"dropout_prob", json::Float32(0)},
       {"is_bidirec", json::Bool(directions == 2)},
       {"input_size", json::Int32(x.dims[2])},
       {"hidden_size", json::Int32(hidden)},
       {"num_layers", json::Int32(1)},
       {"mode", json::Str(Mode(s))},
       {"seed", json::Int32(0)},
       {"is_test", json::Bool(true)}},
      {out, bytes, bytes}, 2, state_types);

  for (size_t d = 0; d < directions; ++d) {
    WriteSite site = sites[d];
    if (site.Bool("reverse") != (d == 1)) continue;  // stands in for the other
    site.Return(directions == 1
                    ? made[0]
                    : Part(site, made[0], d, 2, hidden, false, one));
    for (size_t k = 0; k < num_states; ++k) {
      site.Return(Part(site, made[3 + k], d, 0, 1, true, site.Result(1 + k)),
                  1 + k);
    }
  }
}

constexpr WriteEntry kRules[] = {
    {"lstm_layer", Layer}, {"gru_layer", Layer}, {"rnn_layer", Layer}};

}  // namespace

WriteTable WriteRecurrent() { return {std::begin(kRules), std::end(kRules)}; }

}  // namespace paddle::inference
