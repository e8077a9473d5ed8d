// .json: PIR as Paddle 3 writes it. Keys are one letter or sign: "#" the kind,
// "A" attributes, "I" operands, "O" results, "D" data, "N" a name, "%" the
// number of a value, "TT" a type, "AT" an attribute.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "inference/format/stored_program.h"

namespace paddle::inference {

namespace {

using Json = nlohmann::json;
using Kind = Attribute::Kind;

constexpr int kMaxDepth = 64;    // of the text
constexpr int kMaxVersion = 4;   // that Paddle 3.3 writes
constexpr int kMaxNesting = 16;  // of branches and loops

class Reader {
 public:
  explicit Reader(const std::string& file) { program_.file = file; }

  StoredProgram Read(std::string_view text) {
    const Json root = Parse(text);
    const Json& base = At(root, "base_code");
    const std::string magic = Text(At(base, "magic"));
    if (magic != "pir") Bad("the magic word", "\"pir\"", magic);
    const int64_t version = Int(At(base, "version"));
    if (version < 1 || version > kMaxVersion) {
      Bad("the version of the format", "1 to " + std::to_string(kMaxVersion),
          std::to_string(version));
    }
    if (const Json* t = Find(base, "trainable")) program_.trainable = Bool(*t);
    if (const Json* p = Find(base, "parameters")) program_.checksum = Text(*p);
    const auto blocks = ReadRegions(At(root, "program"));
    if (blocks.size() != 1) {
      Bad("the program", "one region", std::to_string(blocks.size()));
    }
    program_.main = std::move(*blocks[0]);
    return std::move(program_);
  }

 private:
  Json Parse(std::string_view text) {
    try {
      return Json::parse(
          text, [&](int depth, Json::parse_event_t, const Json&) {
            if (depth > kMaxDepth) {
              Bad("the text",
                  "at most " + std::to_string(kMaxDepth) + " levels of nesting",
                  "more");
            }
            return true;
          });
    } catch (const Json::exception& e) {
      PADDLE_THROW(
          errors::InvalidArgument("%s: it is not JSON.", program_.file.c_str())
              .Received(e.what()));
    }
  }

  [[noreturn]] PD_COLD void Bad(const char* what, const std::string& expected,
                                const std::string& received) const {
    PADDLE_THROW(errors::InvalidArgument("%s: %s is not as it should be%s%s.",
                                         program_.file.c_str(), what,
                                         where_.empty() ? "" : ", in ",
                                         where_.c_str())
                     .Expected(expected)
                     .Received(received));
  }
  [[noreturn]] PD_COLD void BadJson(const char* what,
                                    const std::string& expected,
                                    const Json& received) const {
    std::string text =
        received.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 100) text = text.substr(0, 100) + "...";
    Bad(what, expected, text);
  }

  static const Json* Find(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto it = object.find(key);
    return it == object.end() ? nullptr : &*it;
  }
  const Json& At(const Json& object, const char* key) const {
    const Json* found = Find(object, key);
    if (!found) {
      BadJson("an object", std::string("a member \"") + key + "\"", object);
    }
    return *found;
  }
  const Json& List(const Json& v) const {
    if (!v.is_array()) BadJson("a list", "a list", v);
    return v;
  }
  std::string Text(const Json& v) const {
    if (!v.is_string()) BadJson("a text", "a text", v);
    return v.get<std::string>();
  }
  int64_t Int(const Json& v) const {
    if (!v.is_number_integer() ||
        (v.is_number_unsigned() && v.get<uint64_t>() >> 63)) {
      BadJson("a number", "an integer of 64 bits", v);
    }
    return v.get<int64_t>();
  }
  bool Bool(const Json& v) const {
    if (!v.is_boolean()) BadJson("a truth value", "true or false", v);
    return v.get<bool>();
  }
  // "D", or "VD" for what JSON has no number for.
  double Float(const Json& attribute) const {
    if (const Json* special = Find(attribute, "VD")) {
      const std::string name = Text(*special);
      if (name == "NaN") return std::numeric_limits<double>::quiet_NaN();
      if (name == "INF") return std::numeric_limits<double>::infinity();
      if (name == "-INF") return -std::numeric_limits<double>::infinity();
      BadJson("a number", "NaN, INF or -INF", *special);
    }
    const Json& v = At(attribute, "D");
    if (!v.is_number()) BadJson("a number", "a number", v);
    return v.get<double>();
  }

  // "0.t_f32" -> "t_f32".
  std::string Plain(const Json& v) const {
    const std::string name = Text(At(v, "#"));
    const size_t dot = name.find('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
  }

  DataType ElementType(const Json& v) const {
    static const std::unordered_map<std::string, DataType> kTypes = {
        {"t_bool", DataType::kBool},
        {"t_ui8", DataType::kUInt8},
        {"t_i8", DataType::kInt8},
        {"t_i16", DataType::kInt16},
        {"t_i32", DataType::kInt32},
        {"t_i64", DataType::kInt64},
        {"t_f16", DataType::kFloat16},
        {"t_bf16", DataType::kBFloat16},
        {"t_f32", DataType::kFloat32},
        {"t_f64", DataType::kFloat64},
        {"t_c64", DataType::kComplex64},
        {"t_c128", DataType::kComplex128},
        {"t_f8e4m3fn", DataType::kFloat8E4M3FN},
        {"t_f8e5m2", DataType::kFloat8E5M2}};
    const auto it = kTypes.find(Plain(v));
    return it == kTypes.end() ? DataType::kUndefined : it->second;
  }

  StoredValue ReadType(const Json& type) const {
    StoredValue v;
    const Json* data = Find(type, "D");
    const std::string kind = Plain(type);
    if (kind == "t_vec") {
      v.list = true;
      for (const Json& e : List(At(type, "D"))) {
        if (Plain(e) == "t_vec") BadJson("a type", "a list of tensors", e);
        v.elements.push_back(ReadType(e));
      }
    } else if (kind == "t_dtensor" && data && List(*data).size() >= 2) {
      v.dtype = ElementType((*data)[0]);
      for (const Json& n : List((*data)[1])) {
        const int64_t size = Int(n);
        if (v.dims.rank() == kMaxRank) {
          BadJson("a shape", "at most " + std::to_string(kMaxRank) + " sizes",
                  (*data)[1]);
        }
        v.dims.push_back(std::max<int64_t>(size, -1));
      }
    } else {
      v.has_dims = false;
    }
    return v;
  }

  // A new value of the number that the file gives it.
  int Define(const Json& v, const char* key) {
    const int64_t number = Int(At(v, key));
    if (number == 0) return kAbsent;
    StoredValue value;
    if (const Json* type = Find(v, "TT")) {
      value = ReadType(*type);
    } else {
      value.has_dims = false;
    }
    program_.values.push_back(std::move(value));
    const int id = static_cast<int>(program_.values.size()) - 1;
    if (!ids_.emplace(number, id).second) {
      BadJson("a value", "a number of its own", v);
    }
    return id;
  }
  int Use(const Json& v) const {
    const int64_t number = Int(At(v, "%"));
    if (number == 0) return kAbsent;
    const auto it = ids_.find(number);
    if (it == ids_.end()) BadJson("an operand", "a value defined before", v);
    return it->second;
  }

  Attribute ReadAttribute(const Json& v) const {
    Attribute a;
    const std::string kind = Plain(v);
    const Json* data = Find(v, "D");
    if (kind == "a_bool") {
      a.kind = Kind::kBool;
      a.i = Bool(At(v, "D"));
    } else if (kind == "a_i32" || kind == "a_i64" || kind == "a_index") {
      a.kind = Kind::kInt;
      a.i = Int(At(v, "D"));
    } else if (kind == "a_f32" || kind == "a_f64") {
      a.kind = Kind::kFloat;
      a.f = Float(v);
    } else if (kind == "a_str" || kind == "a_dtype" || kind == "a_layout" ||
               kind == "a_tensorname") {
      a.kind = Kind::kText;
      a.text = Text(At(v, "D"));
    } else if (kind == "a_intarray") {
      a.kind = Kind::kInts;
      for (const Json& e : List(At(v, "D"))) a.ints.push_back(Int(e));
    } else if (kind == "a_scalar") {
      ReadScalar(v, &a);
    } else if (kind == "a_array" && data) {
      ReadArray(List(*data), &a);
    }
    return a;
  }

  // [dtype, number]
  void ReadScalar(const Json& v, Attribute* a) const {
    const Json& data = List(At(v, "D"));
    if (data.size() != 2) BadJson("a scalar", "a dtype and a number", data);
    if (data[1].is_number_integer()) {
      a->kind = Kind::kInt;
      a->i = Int(data[1]);
    } else if (data[1].is_boolean()) {
      a->kind = Kind::kBool;
      a->i = Bool(data[1]);
    } else {
      a->kind = Kind::kFloat;
      a->f = data[1].is_number() ? data[1].get<double>() : 0.0;
    }
  }

  void ReadArray(const Json& data, Attribute* a) const {
    a->kind = Kind::kInts;  // also of an empty one
    for (const Json& e : data) {
      const Attribute item = ReadAttribute(e);
      switch (item.kind) {
        case Kind::kBool:
        case Kind::kInt: a->ints.push_back(item.i); break;
        case Kind::kFloat:
          a->kind = Kind::kFloats;
          a->floats.push_back(item.f);
          break;
        case Kind::kText:
          a->kind = Kind::kTexts;
          a->texts.push_back(item.text);
          break;
        default: BadJson("a list", "numbers or texts", e);
      }
    }
    if (a->ints.size() + a->floats.size() + a->texts.size() !=
        std::max({a->ints.size(), a->floats.size(), a->texts.size()})) {
      BadJson("a list", "elements of one kind", data);
    }
  }

  std::vector<std::shared_ptr<StoredBlock>> ReadRegions(const Json& holder) {
    std::vector<std::shared_ptr<StoredBlock>> blocks;
    if (++nesting_ > kMaxNesting) {
      Bad("a region", "at most " + std::to_string(kMaxNesting) + " levels",
          "more");
    }
    for (const Json& region : List(At(holder, "regions"))) {
      const Json& list = List(At(region, "blocks"));
      if (list.size() != 1) BadJson("a region", "one block", list);
      auto block = std::make_shared<StoredBlock>();
      for (const Json& v : List(At(list[0], "args"))) {
        block->arguments.push_back(Define(v, "#"));
      }
      for (const Json& op : List(At(list[0], "ops"))) ReadOp(op, block.get());
      blocks.push_back(std::move(block));
    }
    --nesting_;
    return blocks;
  }

  void ReadOp(const Json& v, StoredBlock* block) {
    StoredOp op;
    const std::string full = Text(At(v, "#"));
    op.name = Plain(v);
    if (full.rfind("0.", 0) == 0 || full.rfind("2.", 0) == 0) {
      op.name = (full[0] == '0' ? "builtin." : "cf.") + op.name;
    }
    op.where = "operator " + std::to_string(count_++) + " (" + op.name + ")";
    where_ = op.where;
    if (full == "p") return ReadParameter(v);
    for (const char* group : {"A", "OA"}) {
      const Json* list = Find(v, group);
      if (!list) continue;
      for (const Json& a : List(*list)) {
        op.attributes[Text(At(a, "N"))] = ReadAttribute(At(a, "AT"));
      }
    }
    if (const Json* operands = Find(v, "I")) {
      for (const Json& i : List(*operands)) {
        const int id = Use(i);
        StoredOperand operand;
        if (id != kAbsent) {
          operand.values.push_back(id);
          operand.list = program_.values[id].list;
        }
        op.inputs.push_back(std::move(operand));
      }
    }
    if (Find(v, "regions")) op.blocks = ReadRegions(v);
    where_ = op.where;
    if (const Json* results = Find(v, "O")) {
      for (const Json& o : List(*results)) {
        op.outputs.push_back(Define(o, "%"));
      }
    }
    block->ops.push_back(std::move(op));
  }

  // Attributes: is_distributed, is_parameter, need_clip, name; of the result:
  // persistable, stop_gradient, trainable.
  void ReadParameter(const Json& v) {
    const Json& a = List(At(v, "A"));
    if (a.size() < 4) BadJson("a parameter", "four attributes", a);
    bool persistable = true, trainable = true;
    if (const Json* of_result = Find(v, "OA")) {
      const Json& list = List(*of_result);
      if (list.size() >= 2) {
        persistable = Int(list[0]) != 0;
        trainable = Int(list[1]) == 0;
      }
    }
    const std::string name = Text(a[3]);
    const int value = Define(At(v, "O"), "%");
    if (value == kAbsent) BadJson("a parameter", "a value", v);
    // The others are places that something is written to.
    if (persistable) program_.parameters.push_back({name, value, trainable});
  }

  StoredProgram program_;
  std::unordered_map<int64_t, int> ids_;
  std::string where_;
  int nesting_ = 0;
  int64_t count_ = 0;
};

}  // namespace

StoredProgram ReadPirJson(std::string_view text, const std::string& file) {
  return Reader(file).Read(text);
}

}  // namespace paddle::inference
