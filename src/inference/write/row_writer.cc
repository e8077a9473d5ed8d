// Calls that are one operator of PIR, by the rows of inference/ops/rows.cc.
#include <algorithm>

#include "inference/ops/rows.h"
#include "inference/write/writer.h"

namespace paddle::inference {

namespace {

// Whether a slot has the value of a literal of a row, or the default.
bool SlotIs(const ArgSpec& spec, const Slot& s, const std::string& literal) {
  switch (spec.type) {
    case ArgType::kBool: return (s.i != 0) == (literal == "true");
    case ArgType::kInt: return s.i == std::atoll(literal.c_str());
    case ArgType::kDataType:
      return literal == "None" &&
             s.i == static_cast<int64_t>(DataType::kUndefined);
    case ArgType::kString: return "\"" + std::string(s.text) + "\"" == literal;
    case ArgType::kScalar: return literal == "None" && !s.scalar.has_value();
    default: return false;
  }
}

bool SlotIsDefault(const ArgSpec& spec, const Slot& s) {
  if (!spec.has_default) return false;
  const Slot& d = spec.default_value;
  switch (spec.type) {
    case ArgType::kFloat: return s.f == d.f;
    case ArgType::kString: return s.text == d.text;
    case ArgType::kIntArray:
      return s.ints.size() == d.ints.size() &&
             std::equal(s.ints.begin(), s.ints.end(), d.ints.begin());
    case ArgType::kScalar:
      return s.scalar.has_value() == d.scalar.has_value() &&
             (!s.scalar.has_value() ||
              s.scalar.ToDouble() == d.scalar.ToDouble());
    case ArgType::kTensor:
    case ArgType::kTensorList: return false;
    case ArgType::kOptionalTensor: return true;  // looked at by the caller
    default: return s.i == d.i;
  }
}

class RowWriter {
 public:
  RowWriter(WriteSite& s, const Row& row) : s_(s), row_(row) {}

  bool Fits() {
    const auto& args = row_.op->schema.args;
    std::vector<bool> told(args.size(), false);
    for (const Row::Argument& a : row_.arguments) {
      told[a.arg] = true;
      const ArgSpec& spec = args[a.arg];
      const Slot& slot = s_.call().slots[a.arg];
      if (a.field < 0) {
        if (!SlotIs(spec, slot, a.literal)) return false;
        continue;
      }
      const Row::Field& field = row_.fields[a.field];
      if (spec.type == ArgType::kTensor && field.type[0] != 'T') {
        std::vector<double> numbers;
        if (!s_.ConstantOf(s_.Operand(spec.name.c_str()), &numbers) ||
            std::count(numbers.begin(), numbers.end(), numbers[0]) !=
                static_cast<std::ptrdiff_t>(numbers.size())) {
          return false;
        }
      }
      if (spec.type == ArgType::kScalar && !slot.scalar.has_value()) {
        return false;
      }
      if (spec.type == ArgType::kIntArray && field.type != "Ints" &&
          field.type[field.type.size() - 1] != 's' && slot.ints.size() != 1) {
        return false;
      }
    }
    for (size_t i = 0; i < args.size(); ++i) {
      if (told[i]) continue;
      if (args[i].type == ArgType::kOptionalTensor) {
        if (s_.Operand(args[i].name.c_str()) != pir::kNoValue) return false;
      } else if (!SlotIsDefault(args[i], s_.call().slots[i])) {
        return false;
      }
    }
    return true;
  }

  void Write() {
    std::vector<int> operands;
    JsonWriter::Attributes attributes;
    for (size_t f = 0; f < row_.fields.size(); ++f) {
      const Row::Field& field = row_.fields[f];
      const ArgSpec* spec = nullptr;
      for (const Row::Argument& a : row_.arguments) {
        if (a.field == static_cast<int>(f)) {
          spec = &row_.op->schema.args[a.arg];
        }
      }
      if (field.operand()) {
        operands.push_back(OperandOf(field, spec));
      } else {
        attributes.emplace_back(field.name, AttributeOf(field, spec));
      }
    }
    std::vector<ValueType> types;
    for (size_t k = 0; k < s_.call().results.size(); ++k) {
      types.push_back(s_.Result(k));
    }
    const std::vector<int> results =
        s_.out().Op("1." + row_.name, operands, attributes, types);
    for (size_t k = 0; k < results.size(); ++k) s_.Return(results[k], k);
  }

 private:
  int OperandOf(const Row::Field& field, const ArgSpec* spec) {
    const char* arg = spec->name.c_str();
    if (field.type == "Tensor[]") {
      std::vector<int> list;
      std::vector<ValueType> types;
      for (ValueId v : s_.Operands(arg)) {
        list.push_back(s_.NumberOf(v));
        types.push_back(s_.Type(v));
      }
      return s_.out().Combine(list, types);
    }
    if (field.type[0] == 'T') return s_.In(arg);
    if (field.type == "Ints") return s_.VaryingInts(s_.Ints(arg));
    // A number as a tensor of one element.
    switch (spec->type) {
      case ArgType::kInt: {
        const Varying n = s_.VaryingArg(arg);
        if (!IsFixed(n)) {
          return s_.Op("cast", {s_.VaryingInt(n)},
                       {{"dtype", json::Dtype(DataType::kInt32)}},
                       {DataType::kInt32, {}});
        }
        return s_.Full(static_cast<double>(n[0]), DataType::kInt32, {1});
      }
      case ArgType::kFloat:
        return s_.Full(s_.Float(arg), DataType::kFloat64, {1});
      case ArgType::kIntArray:
        return s_.Full(static_cast<double>(s_.FixedInts(arg)[0]),
                       DataType::kInt32, {1});
      default: {
        const Scalar& v = s_.call().slots[s_.op().ArgIndex(arg)].scalar;
        return s_.Number(s_.Scalars(arg),
                         v.IsIntegral() ? DataType::kInt64 : DataType::kFloat32,
                         {1});
      }
    }
  }

  std::string AttributeOf(const Row::Field& field, const ArgSpec* spec) {
    double number = 0;
    int64_t whole = 0;
    std::string_view text;
    if (!spec) {
      const std::string& literal = field.literal;
      number = std::atof(literal.c_str());
      whole = literal == "true" ? 1 : std::atoll(literal.c_str());
      text = literal;
      if (field.type == "place") return json::Place(literal == "cpu");
    } else {
      const Slot& slot = s_.At(spec->name.c_str());
      switch (spec->type) {
        case ArgType::kFloat: number = slot.f; break;
        case ArgType::kString: text = slot.text; break;
        case ArgType::kScalar:
          number = slot.scalar.ToDouble();
          whole = slot.scalar.ToInt();
          break;
        case ArgType::kTensor: {
          std::vector<double> numbers;
          s_.ConstantOf(s_.Operand(spec->name.c_str()), &numbers);
          number = numbers[0];
          whole = static_cast<int64_t>(number);
          break;
        }
        case ArgType::kIntArray:
          if (field.type == "i32s") {
            return json::Int32s(s_.FixedInts(spec->name.c_str()));
          }
          if (field.type == "i64s") {
            return json::Int64s(s_.FixedInts(spec->name.c_str()));
          }
          whole = s_.FixedInts(spec->name.c_str())[0];
          break;
        default: whole = s_.Int(spec->name.c_str());
      }
      if (spec->type == ArgType::kInt) number = static_cast<double>(whole);
    }
    if (field.type == "bool") return json::Bool(whole != 0);
    if (field.type == "i32") return json::Int32(whole);
    if (field.type == "i64") return json::Int64(whole);
    if (field.type == "f32") return json::Float32(number);
    if (field.type == "f64") return json::Float64(number);
    if (field.type == "str") return json::Str(text);
    if (field.type == "dtype") {
      return json::Dtype(s_.Result().dtype);
    }
    s_.Fail("`" + field.name + "` has no form in the file");
  }

  WriteSite& s_;
  const Row& row_;
};

}  // namespace

bool WriteByRow(WriteSite& s) {
  for (const Row& row : Rows()) {
    if (row.op != &s.op()) continue;
    RowWriter writer(s, row);
    if (!writer.Fits()) continue;
    writer.Write();
    return true;
  }
  return false;
}

}  // namespace paddle::inference
