// .pdmodel: the legacy ProgramDesc of framework.proto, in which operators read
// and write variables by name.
#include <algorithm>
#include <unordered_map>

#include "inference/format/legacy_ops.h"
#include "inference/format/params_file.h"
#include "inference/format/stored_program.h"
#include "inference/format/wire.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

struct Variable {
  StoredValue value;
  bool persistable = false;
  bool tensor = false;
};

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& file)
      : bytes_(bytes, file) {
    program_.file = file;
  }

  StoredProgram Read() {
    std::vector<Bytes> blocks;
    for (Wire w(bytes_, "the program"); w.Next();) {
      if (w.field() == 1) blocks.push_back(w.Message());
    }
    PADDLE_ENFORCE(blocks.size() == 1,
                   errors::Unimplemented("%s: a program with branches or loops "
                                         "can not be read.",
                                         program_.file.c_str())
                       .Expected("1 block")
                       .Received(std::to_string(blocks.size())));
    std::vector<Bytes> ops;
    for (Wire w(blocks[0], "a block"); w.Next();) {
      if (w.field() == 3) ReadVariable(w.Message());
      if (w.field() == 4) ops.push_back(w.Message());
    }
    for (Bytes& op : ops) ReadOp(op);
    return std::move(program_);
  }

 private:
  void ReadTensorType(Bytes bytes, StoredValue* value) {
    value->has_dims = true;
    for (Wire w(bytes, "the type of a variable"); w.Next();) {
      if (w.field() == 1) {
        value->dtype = DtypeFromCode(w.Int());
      } else if (w.field() == 2) {
        w.Repeated(0, [&](Wire& v) {
          const int64_t size = v.Int();
          if (value->dims.rank() == kMaxRank) {
            bytes.Fail("the shape of a variable",
                       "at most " + std::to_string(kMaxRank) + " sizes",
                       "more");
          }
          value->dims.push_back(std::max<int64_t>(size, -1));
        });
      }
    }
  }

  void ReadVariable(Bytes bytes) {
    Variable v;
    v.value.has_dims = false;
    for (Wire w(bytes, "a variable"); w.Next();) {
      switch (w.field()) {
        case 1: v.value.name = w.Text(); break;
        case 2:
          for (Wire type(w.Message(), "a type"); type.Next();) {
            if (type.field() != 3) continue;  // of a dense tensor
            v.tensor = true;
            for (Wire t(type.Message(), "a type"); t.Next();) {
              if (t.field() == 1) ReadTensorType(t.Message(), &v.value);
            }
          }
          break;
        case 3: v.persistable = w.Bool(); break;
        default: break;
      }
    }
    if (v.persistable && v.tensor) {
      program_.parameters.push_back({v.value.name, NewValue(v.value), true});
    }
    variables_[v.value.name] = std::move(v);
  }

  int NewValue(const StoredValue& value) {
    program_.values.push_back(value);
    const int id = static_cast<int>(program_.values.size()) - 1;
    current_[value.name] = id;
    return id;
  }

  int Use(const std::string& name, const std::string& where) {
    const auto it = current_.find(name);
    PADDLE_ENFORCE(it != current_.end(),
                   errors::InvalidArgument("%s: %s reads the variable `%s`, "
                                           "which nothing has written.",
                                           program_.file.c_str(), where.c_str(),
                                           name.c_str()));
    return it->second;
  }

  Attribute ReadAttribute(Bytes bytes, std::string* name) {
    Attribute a;
    int64_t type = -1;
    for (Wire w(bytes, "an attribute"); w.Next();) {
      switch (w.field()) {
        case 1: *name = w.Text(); break;
        case 2: type = w.Int(); break;
        case 3: a.i = w.Int32(); break;
        case 4: a.f = w.Float(); break;
        case 5: a.text = w.Text(); break;
        case 6:
          w.Repeated(0, [&](Wire& v) { a.ints.push_back(v.Int32()); });
          break;
        case 7:
          w.Repeated(5, [&](Wire& v) { a.floats.push_back(v.Float()); });
          break;
        case 8: a.texts.emplace_back(w.Text()); break;
        case 10: a.i = w.Bool(); break;
        case 11:
          w.Repeated(0, [&](Wire& v) { a.ints.push_back(v.Bool()); });
          break;
        case 12: a.i = w.Int32(); break;
        case 13: a.i = w.Int(); break;
        case 15:
          w.Repeated(0, [&](Wire& v) { a.ints.push_back(v.Int()); });
          break;
        case 16:
          w.Repeated(1, [&](Wire& v) { a.floats.push_back(v.Double()); });
          break;
        case 17: a.texts.emplace_back(w.Text()); break;
        case 18: a.texts.emplace_back(w.Text()); break;
        case 19: a.f = w.Double(); break;
        case 20: ReadScalar(w.Message(), &a); break;
        default: break;
      }
    }
    constexpr Kind kKinds[] = {
        Kind::kInt,    Kind::kFloat, Kind::kText, Kind::kInts,
        Kind::kFloats, Kind::kTexts, Kind::kBool, Kind::kInts,
        Kind::kBlock,  Kind::kInt,   Kind::kNone, Kind::kInts,
        Kind::kFloats, Kind::kVars,  Kind::kVars, Kind::kFloat};
    if (type >= 0 && type < static_cast<int64_t>(std::size(kKinds))) {
      a.kind = kKinds[type];
    } else if (type != 16) {  // a scalar says its own
      a.kind = Kind::kNone;
    }
    return a;
  }

  void ReadScalar(Bytes bytes, Attribute* a) {
    for (Wire w(bytes, "a scalar"); w.Next();) {
      switch (w.field()) {
        case 2: a->kind = Kind::kBool, a->i = w.Bool(); break;
        case 3: a->kind = Kind::kInt, a->i = w.Int(); break;
        case 4: a->kind = Kind::kFloat, a->f = w.Double(); break;
        default: break;
      }
    }
  }

  using Slots = std::map<std::string, std::vector<std::string>, std::less<>>;
  static void ReadSlot(Bytes bytes, Slots* slots) {
    std::string name;
    std::vector<std::string> arguments;
    for (Wire w(bytes, "the operands of an operator"); w.Next();) {
      if (w.field() == 1) name = w.Text();
      if (w.field() == 2) arguments.emplace_back(w.Text());
    }
    (*slots)[name] = std::move(arguments);
  }

  void ReadOp(Bytes bytes) {
    StoredOp op;
    Slots inputs, outputs;
    for (Wire w(bytes, "an operator"); w.Next();) {
      switch (w.field()) {
        case 1: ReadSlot(w.Message(), &inputs); break;
        case 2: ReadSlot(w.Message(), &outputs); break;
        case 3: op.name = w.Text(); break;
        case 4: {
          std::string name;
          Attribute a = ReadAttribute(w.Message(), &name);
          op.attributes[name] = std::move(a);
          break;
        }
        default: break;
      }
    }
    op.where = "operator " + std::to_string(program_.main.ops.size()) + " (" +
               op.name + ")";
    const LegacyOp* row = FindLegacyOp(op.name);
    PADDLE_ENFORCE(
        row, errors::Unimplemented("%s: %s is not known.",
                                   program_.file.c_str(), op.where.c_str()));
    for (const LegacyOp::Input& in : row->inputs) {
      op.inputs.push_back(TakeInput(in, inputs, &op));
    }
    if (op.name == "feed" || op.name == "fetch") NamePort(inputs, outputs, &op);
    op.name = row->name;
    for (const auto& [from, to] : row->renamed) {
      if (const auto it = op.attributes.find(from); it != op.attributes.end()) {
        op.attributes[to] = it->second;
      }
    }
    NameDtypes(&op);
    const std::vector<std::string>* elements = nullptr;
    for (size_t i = 0; i < row->outputs.size(); ++i) {
      const auto it = outputs.find(row->outputs[i]);
      if (it == outputs.end() || it->second.empty()) {
        op.outputs.push_back(kAbsent);
      } else if (static_cast<int>(i) == row->list_out) {
        elements = &it->second;
        op.outputs.push_back(NewList(it->second));
      } else {
        op.outputs.push_back(NewValue(TypeOf(it->second[0])));
      }
    }
    StoredOp split;
    if (elements) {  // each element under its name
      split.name = "builtin.split";
      split.where = op.where;
      split.inputs.push_back({{op.outputs[row->list_out]}, false, {}});
      for (const std::string& e : *elements) {
        split.outputs.push_back(NewValue(TypeOf(e)));
      }
    }
    program_.main.ops.push_back(std::move(op));
    if (elements) program_.main.ops.push_back(std::move(split));
  }

  StoredOperand TakeInput(const LegacyOp::Input& in, const Slots& inputs,
                          StoredOp* op) {
    StoredOperand operand;
    operand.list = in.list;
    for (const std::string& name : in.alternatives) {
      std::vector<std::string> names;
      const auto it = inputs.find(name);
      if (it != inputs.end()) {
        names = it->second;
      } else if (const auto a = op->attributes.find(name);
                 a != op->attributes.end()) {
        if (a->second.kind != Kind::kVars) {
          operand.constant = a->second;
          return operand;
        }
        names = a->second.texts;
      }
      if (names.empty()) continue;
      for (const std::string& n : names) {
        operand.values.push_back(Use(n, op->where));
      }
      operand.list |= names.size() > 1;
      return operand;
    }
    return operand;
  }

  StoredValue TypeOf(const std::string& name) {
    const auto it = variables_.find(name);
    if (it != variables_.end()) return it->second.value;
    StoredValue v;
    v.name = name;
    v.has_dims = false;
    return v;
  }

  int NewList(const std::vector<std::string>& names) {
    StoredValue v;
    v.list = true;
    for (const std::string& n : names) v.elements.push_back(TypeOf(n));
    program_.values.push_back(std::move(v));
    return static_cast<int>(program_.values.size()) - 1;
  }

  // Feeds and fetches have the names of the variables.
  static void NamePort(const Slots& inputs, const Slots& outputs,
                       StoredOp* op) {
    const Slots& slots = op->name == "feed" ? outputs : inputs;
    const auto it = slots.find(op->name == "feed" ? "Out" : "X");
    if (it != slots.end() && !it->second.empty()) {
      op->attributes["name"] = Attribute::Text(it->second[0]);
    }
  }

  static void NameDtypes(StoredOp* op) {
    for (const char* name : {"dtype", "out_dtype", "in_dtype"}) {
      const auto it = op->attributes.find(name);
      if (it == op->attributes.end() || it->second.kind != Kind::kInt) continue;
      const DataType t = DtypeFromCode(it->second.i);
      it->second = Attribute::Text(t == DataType::kUndefined ? "Undefined"
                                                             : paddle::Name(t));
    }
  }

  Bytes bytes_;
  StoredProgram program_;
  std::unordered_map<std::string, Variable> variables_;
  std::unordered_map<std::string, int> current_;  // of each variable
};

}  // namespace

StoredProgram ReadProgramDesc(std::string_view bytes, const std::string& file) {
  return Reader(bytes, file).Read();
}

}  // namespace paddle::inference
