// Constants, lists of tensors, branches and loops.
#include "inference/ops/rules.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

void FullIntArray(Site& s) { s.ReturnKnown(Attribute::Ints(s.Ints("value"))); }

bool Small(const std::vector<int64_t>& shape) {
  int64_t n = 1;
  for (int64_t d : shape) {
    if (d < 0 || d > 64 || (n *= d) > 64) return false;
  }
  return true;
}

// A number that stands for itself where an attribute is wanted.
void FullOf(Site& s, const Numbers& shape, const Numbers& value) {
  const bool number = value.is_known() && (value.known.kind == Kind::kInt ||
                                           value.known.kind == Kind::kFloat ||
                                           value.known.kind == Kind::kBool);
  if (number && shape.is_known() && Small(shape.known.ints) &&
      shape.known.kind == Kind::kInts) {
    int64_t n = 1;
    for (int64_t d : shape.known.ints) n *= d;
    Attribute known = value.known;
    if (n == 1) {
      const std::string dtype = s.Text("dtype", "float32");
      const bool whole = dtype.find("int") != std::string::npos;
      if (whole && known.kind == Kind::kFloat && known.f < 0x1p62 &&
          known.f > -0x1p62) {
        known = Attribute::Int(static_cast<int64_t>(known.f));
      }
      return s.ReturnKnown(known);
    }
  }
  Numbers v = value;
  if (!v.is_known() || number) {
    s.Return(s.Call("full", {{"shape", shape},
                             {"fill_value", v},
                             {"dtype", s.Text("dtype", "float32")}}));
    return;
  }
  s.Fail("`value`", "a number", "something else");
}

void Full(Site& s) {
  Attribute shape = Attribute::Ints(s.Ints("shape"));
  const Attribute* value = s.Find("value");
  if (!value) s.Fail("`value`", "a number", "nothing");
  FullOf(s, {shape, pir::kNoValue}, {*value, pir::kNoValue});
}

void FullWithTensor(Site& s) {
  FullOf(s, s.NumbersAt(1, "shape"), s.NumbersAt(0, "value"));
}

// Legacy: a text holds what a float32 can not.
void FillConstant(Site& s) {
  Numbers value = s.NumbersAt(1, "value");
  const std::string text = s.Text("str_value", "");
  if (value.is_known() && !text.empty() && s.op().inputs.size() > 1 &&
      s.op().inputs[1].values.empty()) {
    char* end = nullptr;
    const double d = std::strtod(text.c_str(), &end);
    if (*end != 0) s.Fail("`str_value`", "a number", text);
    value.known.kind = Kind::kFloat;
    value.known.f = d;
    const std::string dtype = s.Text("dtype", "float32");
    if (dtype == "int64") {
      value.known = Attribute::Int(std::strtoll(text.c_str(), nullptr, 10));
    }
  }
  Numbers shape = s.NumbersAt(0, "shape");
  if (shape.is_known() && shape.known.kind == Kind::kNone) {
    shape.known = Attribute::Ints({});
  }
  FullOf(s, shape, value);
}

void AssignValue(Site& s) {
  Attribute values;
  values.kind = Kind::kInts;
  for (const char* name :
       {"values", "fp32_values", "int32_values", "int64_values", "bool_values",
        "double_values", "fp64_values"}) {
    const Attribute* a = s.Find(name);
    if (!a || (a->ints.empty() && a->floats.empty())) continue;
    values = *a;
    break;
  }
  if (values.kind != Kind::kInts && values.kind != Kind::kFloats) {
    s.Fail("`values`", "numbers", Name(values.kind));
  }
  // Integers that came as floats are exact.
  if (values.kind == Kind::kFloats &&
      s.Text("dtype", "float32").find("int") != std::string::npos) {
    values.kind = Kind::kInts;
    for (double d : values.floats) {
      values.ints.push_back(static_cast<int64_t>(d));
    }
    values.floats.clear();
  }
  s.ReturnKnown(values);
}

void Combine(Site& s) {
  std::vector<ValueId> none;
  std::vector<int> ids;
  for (const StoredOperand& o : s.op().inputs) {
    if (o.values.size() != 1) s.Fail("a list", "a tensor", "nothing");
    ids.push_back(o.values[0]);
  }
  s.ReturnElements(std::move(ids));
}

void Split(Site& s) {
  const std::vector<int> ids = s.ElementIds(0);
  if (ids.size() != s.op().outputs.size()) {
    s.Fail("a list", std::to_string(s.op().outputs.size()) + " tensors",
           std::to_string(ids.size()));
  }
  for (size_t k = 0; k < ids.size(); ++k) s.ReturnAlias(ids[k], k);
}

void ListItem(Site& s) {
  const std::vector<int> ids = s.ElementIds(0);
  const int64_t i = s.Int("index", 0);
  if (i < 0 || i >= static_cast<int64_t>(ids.size())) {
    s.Fail("`index`", "an element of the list", std::to_string(i));
  }
  s.ReturnAlias(ids[i]);
}

// What only says where a tensor is to be.
void Same(Site& s) {
  if (!s.Has(0) || s.op().inputs[0].values.empty()) {
    s.Fail("an operand", "a tensor", "nothing");
  }
  s.ReturnAlias(s.op().inputs[0].values[0]);
}

constexpr RuleEntry kRules[] = {
    {"full_int_array", FullIntArray},
    {"full", Full},
    {"full_with_tensor", FullWithTensor},
    {"fill_constant", FillConstant},
    {"assign_value", AssignValue},
    {"assign_value_", AssignValue},
    {"builtin.combine", Combine},
    {"builtin.split", Split},
    {"builtin.slice", ListItem},
    {"memcpy_h2d", Same},
    {"memcpy_d2h", Same},
    {"memcpy", Same},
    {"share_data_", Same},
    {"depend", Same},
    {"print", Same},
    {"assign_out_", Same},
    {"if", [](Site& s) { s.If(); }},
    {"while", [](Site& s) { s.While(); }},
};

}  // namespace

RuleTable ValueRules() { return TableOf(kRules); }

}  // namespace paddle::inference
