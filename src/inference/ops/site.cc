// One operator of a file: its operands and attributes, and the calls made of
// it.
#include <algorithm>
#include <cmath>

#include "inference/ops/translator.h"

namespace paddle::inference {

namespace {

using Kind = Attribute::Kind;

// A tensor this small that a file spells out is made when it is read.
constexpr int64_t kMaxConstant = 4096;

std::string Describe(const Attribute& a) {
  switch (a.kind) {
    case Kind::kBool:
    case Kind::kInt: return std::to_string(a.i);
    case Kind::kFloat: return std::to_string(a.f);
    case Kind::kText: return "\"" + a.text + "\"";
    case Kind::kInts: return errors::ToString(a.ints);
    default: return Name(a.kind);
  }
}

int64_t CountOf(const DDim& dims) {
  int64_t n = 1;
  for (int64_t d : dims) {
    if (d < 0 || __builtin_mul_overflow(n, d, &n)) return -1;
  }
  return n;
}

}  // namespace

const char* Name(Attribute::Kind kind) {
  constexpr const char* kNames[] = {
      "nothing",  "a truth value", "an integer", "a number",  "a text",
      "integers", "numbers",       "texts",      "variables", "a block"};
  return kNames[static_cast<int>(kind)];
}

void Site::Fail(const std::string& what, const std::string& expected,
                const std::string& received) const {
  PADDLE_THROW(errors::InvalidArgument("%s: %s: %s is not as it should be.",
                                       t_.shared_->stored->file.c_str(),
                                       op_.where.c_str(), what.c_str())
                   .Expected(expected)
                   .Received(received));
}

ValueId Site::In(size_t i) {
  if (!Has(i)) Fail("operand " + std::to_string(i), "a tensor", "nothing");
  const StoredOperand& o = op_.inputs[i];
  if (o.values.empty()) {
    return ToTensor(Numbers{o.constant, pir::kNoValue});
  }
  if (o.values.size() != 1 || t_.shared_->stored->values[o.values[0]].list) {
    Fail("operand " + std::to_string(i), "a tensor", "a list");
  }
  return t_.Lookup(o.values[0]);
}

std::vector<ValueId> Site::List(size_t i) {
  std::vector<ValueId> list;
  if (!Has(i)) return list;
  for (int id : op_.inputs[i].values) {
    if (!t_.shared_->stored->values[id].list) {
      list.push_back(t_.Lookup(id));
      continue;
    }
    for (int e : t_.Elements(id)) list.push_back(t_.Lookup(e));
  }
  return list;
}

const StoredValue& Site::Type(size_t i) const {
  if (!Has(i) || op_.inputs[i].values.empty()) {
    Fail("operand " + std::to_string(i), "a tensor", "nothing");
  }
  return t_.shared_->stored->values[op_.inputs[i].values[0]];
}

int Site::Rank(size_t i) const {
  const StoredValue& type = Type(i);
  if (!type.has_dims) {
    Fail("operand " + std::to_string(i), "a shape in the file", "none");
  }
  return type.dims.rank();
}

Numbers Site::NumbersAt(size_t i, const char* name) {
  if (!Has(i)) {
    const Attribute* a = name ? Find(name) : nullptr;
    return {a ? *a : Attribute{}, pir::kNoValue};
  }
  const StoredOperand& o = op_.inputs[i];
  if (o.values.empty()) return {o.constant, pir::kNoValue};
  std::vector<int> ids;
  bool list = o.values.size() > 1;
  for (int id : o.values) {
    if (t_.shared_->stored->values[id].list) {
      list = true;
      const auto& elements = t_.Elements(id);
      ids.insert(ids.end(), elements.begin(), elements.end());
    } else {
      ids.push_back(id);
    }
  }
  if (!list) {
    if (const Attribute* known = t_.Known(ids[0]))
      return {*known, pir::kNoValue};
    return {{}, t_.Lookup(ids[0])};
  }
  // Several tensors of one element.
  Attribute all;
  all.kind = Kind::kInts;
  for (int id : ids) {
    const Attribute* known = t_.Known(id);
    if (!known || (known->kind != Kind::kInt && known->kind != Kind::kInts) ||
        (known->kind == Kind::kInts && known->ints.size() != 1)) {
      std::vector<ValueId> parts;
      for (int part : ids) {
        const ValueId flat =
            Call("reshape", {{"x", Tensor{t_.Lookup(part)}},
                             {"shape", std::vector<int64_t>{1}}});
        parts.push_back(Call(
            "cast", {{"x", Tensor{flat}}, {"dtype", std::string("int64")}}));
      }
      return {{}, Call("concat", {{"x", parts}, {"axis", int64_t{0}}})};
    }
    all.ints.push_back(known->kind == Kind::kInt ? known->i : known->ints[0]);
  }
  return {all, pir::kNoValue};
}

std::vector<int64_t> Site::KnownInts(size_t i, const char* name) {
  const Numbers n = NumbersAt(i, name);
  if (!n.is_known()) Fail(name, "numbers in the file", "a tensor");
  switch (n.known.kind) {
    case Kind::kInts: return n.known.ints;
    case Kind::kInt: return {n.known.i};
    case Kind::kNone: return {};
    case Kind::kFloats:
    case Kind::kFloat: {
      const auto values = n.known.kind == Kind::kFloat
                              ? std::vector<double>{n.known.f}
                              : n.known.floats;
      std::vector<int64_t> ints;
      for (double d : values) {
        if (d != static_cast<double>(static_cast<int64_t>(d))) {
          Fail(name, "integers", std::to_string(d));
        }
        ints.push_back(static_cast<int64_t>(d));
      }
      return ints;
    }
    default: Fail(name, "integers", Describe(n.known));
  }
}

const Attribute* Site::Find(std::string_view name) const {
  const auto it = op_.attributes.find(name);
  return it == op_.attributes.end() || it->second.kind == Kind::kNone
             ? nullptr
             : &it->second;
}
bool Site::Bool(const char* name, bool otherwise) const {
  const Attribute* a = Find(name);
  if (!a) return otherwise;
  if (a->kind != Kind::kBool && a->kind != Kind::kInt) {
    Fail(name, "true or false", Describe(*a));
  }
  return a->i != 0;
}
int64_t Site::Int(const char* name, int64_t otherwise) const {
  const Attribute* a = Find(name);
  if (!a) return otherwise;
  if (a->kind != Kind::kInt && a->kind != Kind::kBool) {
    Fail(name, "an integer", Describe(*a));
  }
  return a->i;
}
double Site::Float(const char* name, double otherwise) const {
  const Attribute* a = Find(name);
  if (!a) return otherwise;
  if (a->kind == Kind::kFloat) return a->f;
  if (a->kind != Kind::kInt) Fail(name, "a number", Describe(*a));
  return static_cast<double>(a->i);
}
std::string Site::Text(const char* name, const char* otherwise) const {
  const Attribute* a = Find(name);
  if (!a) return otherwise;
  if (a->kind != Kind::kText) Fail(name, "a text", Describe(*a));
  return a->text;
}
std::vector<int64_t> Site::Ints(const char* name) const {
  const Attribute* a = Find(name);
  if (!a) return {};
  if (a->kind == Kind::kInt) return {a->i};
  if (a->kind != Kind::kInts) Fail(name, "integers", Describe(*a));
  return a->ints;
}
std::vector<double> Site::Floats(const char* name) const {
  const Attribute* a = Find(name);
  if (!a) return {};
  if (a->kind == Kind::kFloats) return a->floats;
  if (a->kind == Kind::kFloat) return {a->f};
  if (a->kind == Kind::kInt) return {static_cast<double>(a->i)};
  if (a->kind != Kind::kInts) Fail(name, "numbers", Describe(*a));
  return {a->ints.begin(), a->ints.end()};
}

// A number where a tensor is due: of the dtype of the first operand.
ValueId Site::ToTensor(const Given& given) {
  if (const auto* tensor = std::get_if<Tensor>(&given)) return tensor->id;
  const auto* numbers = std::get_if<Numbers>(&given);
  if (!numbers) Fail("an argument", "a tensor", "something else");
  if (!numbers->is_known()) return numbers->late;
  const Attribute& a = numbers->known;
  StoredValue type;
  type.dtype = a.kind == Kind::kInt || a.kind == Kind::kInts
                   ? DataType::kInt64
                   : DataType::kFloat32;
  if (Has(0) && !op_.inputs[0].values.empty()) {
    const DataType first = Type(0).dtype;
    if (first != DataType::kUndefined && !IsInteger(first)) type.dtype = first;
  }
  if (a.kind == Kind::kInts || a.kind == Kind::kFloats) {
    type.dims.push_back(static_cast<int64_t>(
        a.kind == Kind::kInts ? a.ints.size() : a.floats.size()));
  } else if (a.kind != Kind::kInt && a.kind != Kind::kFloat &&
             a.kind != Kind::kBool) {
    Fail("an argument", "a tensor", Describe(a));
  }
  const int id = t_.NewId(std::move(type));
  t_.shared_->known[id] = a;
  return t_.Lookup(id);
}

Slot Site::ToSlot(const OpDef& def, int arg, const Given& given,
                  pir::Call* call, std::vector<ValueId>* late) {
  const ArgSpec& spec = def.schema.args[arg];
  pir::FlatProgram& flat = *t_.flat_;
  Attribute a;
  a.kind = Kind::kNone;
  if (const auto* n = std::get_if<Numbers>(&given)) {
    if (!n->is_known()) {
      PADDLE_ENFORCE(
          spec.type != ArgType::kString && spec.type != ArgType::kDataType,
          errors::InvalidArgument("%s: argument `%s` has to be known before "
                                  "the program runs.",
                                  def.name.c_str(), spec.name.c_str())
              .Expected(spec.type == ArgType::kString ? "a text" : "a dtype")
              .Received("a tensor"));
      call->late.push_back(arg);
      late->push_back(n->late);
      Slot slot;
      slot.i = 0;
      return slot;
    }
    a = n->known;
  } else if (const auto* b = std::get_if<bool>(&given)) {
    a.kind = Kind::kBool, a.i = *b;
  } else if (const auto* i = std::get_if<int64_t>(&given)) {
    a = Attribute::Int(*i);
  } else if (const auto* f = std::get_if<double>(&given)) {
    a.kind = Kind::kFloat, a.f = *f;
  } else if (const auto* s = std::get_if<std::string>(&given)) {
    a = Attribute::Text(*s);
  } else if (const auto* list = std::get_if<std::vector<int64_t>>(&given)) {
    a = Attribute::Ints(*list);
  }
  if (a.kind == Kind::kNone) {
    PADDLE_ENFORCE(spec.has_default,
                   errors::InvalidArgument("%s: argument `%s` is missing.",
                                           def.name.c_str(), spec.name.c_str())
                       .Expected("an attribute or an operand for it")
                       .Received("nothing"));
    return spec.default_value;
  }
  // One number in the place of a list of one.
  if (a.kind == Kind::kInts && a.ints.size() == 1 &&
      spec.type != ArgType::kIntArray) {
    a = Attribute::Int(a.ints[0]);
  }
  if (a.kind == Kind::kFloats && a.floats.size() == 1) {
    a.kind = Kind::kFloat;
    a.f = a.floats[0];
  }
  if (a.kind == Kind::kFloat &&
      (spec.type == ArgType::kInt || spec.type == ArgType::kIntArray) &&
      a.f == std::trunc(a.f) && std::abs(a.f) < 0x1p53) {
    a = Attribute::Int(static_cast<int64_t>(a.f));
  }
  const bool whole = a.kind == Kind::kInt || a.kind == Kind::kBool;
  Slot slot;
  switch (spec.type) {
    case ArgType::kBool:
    case ArgType::kInt:
      if (!whole) break;
      slot.i = spec.type == ArgType::kBool ? a.i != 0 : a.i;
      return slot;
    case ArgType::kFloat:
      if (!whole && a.kind != Kind::kFloat) break;
      slot.f = whole ? static_cast<double>(a.i) : a.f;
      return slot;
    case ArgType::kScalar:
      if (!whole && a.kind != Kind::kFloat) break;
      slot.scalar = a.kind == Kind::kBool  ? Scalar(a.i != 0)
                    : a.kind == Kind::kInt ? Scalar(a.i)
                                           : Scalar(a.f);
      return slot;
    case ArgType::kString:
      if (a.kind != Kind::kText) break;
      slot.text = flat.Keep(std::string_view(a.text));
      return slot;
    case ArgType::kIntArray:
      if (a.kind == Kind::kInts) {
        slot.ints = flat.Keep(
            IntArray(a.ints.empty() ? reinterpret_cast<const int64_t*>(&a)
                                    : a.ints.data(),
                     static_cast<int64_t>(a.ints.size())));
        return slot;
      }
      if (!whole) break;
      slot.ints = flat.Keep(IntArray(&a.i, 1));
      return slot;
    case ArgType::kDataType: {
      if (a.kind != Kind::kText) break;
      if (a.text.rfind("Undefined", 0) == 0) {
        slot.i = static_cast<int64_t>(DataType::kUndefined);
        return slot;
      }
      const DataType t = DataTypeFromName(a.text.c_str());
      if (t == DataType::kUndefined) break;
      slot.i = static_cast<int64_t>(t);
      return slot;
    }
    default: break;
  }
  Fail("`" + spec.name + "` of " + def.name, paddle::Name(spec.type),
       Describe(a));
}

std::vector<ValueId> Site::CallMany(const char* op,
                                    const std::vector<Bound>& bound,
                                    size_t count) {
  const OpDef& def = GetOp(op);
  pir::Call call;
  call.op = &def;
  std::vector<ValueId> late;
  const size_t n = def.schema.args.size();
  call.slots.resize(n);
  for (size_t i = 0; i < n; ++i) {
    const ArgSpec& spec = def.schema.args[i];
    const Given* given = nullptr;
    for (const Bound& b : bound) {
      if (b.arg == spec.name) given = &b.value;
    }
    Slot& slot = call.slots[i];
    switch (spec.type) {
      case ArgType::kTensor:
      case ArgType::kOptionalTensor: {
        slot.i = 1;
        ValueId v = pir::kNoValue;
        if (given) v = ToTensor(*given);
        if (v == pir::kNoValue && spec.type == ArgType::kTensor) {
          Fail("`" + spec.name + "` of " + def.name, "a tensor", "nothing");
        }
        call.operands.push_back(v);
        break;
      }
      case ArgType::kTensorList: {
        const auto* list =
            given ? std::get_if<std::vector<ValueId>>(given) : nullptr;
        if (!list) Fail("`" + spec.name + "`", "a list of tensors", "nothing");
        slot.i = static_cast<int64_t>(list->size());
        call.operands.insert(call.operands.end(), list->begin(), list->end());
        break;
      }
      default:
        slot = ToSlot(def, static_cast<int>(i),
                      given ? *given : Given(Numbers{}), &call, &late);
    }
  }
  call.operands.insert(call.operands.end(), late.begin(), late.end());
  const size_t written = pir::WrittenOperands(def, call.slots).size();
  for (size_t k = 0; k < count + written; ++k) {
    call.results.push_back(t_.flat_->AddValue(DataType::kUndefined, {}));
  }
  const std::vector<ValueId> results = call.results;
  t_.flat_->calls.push_back(std::move(call));
  return results;
}

void Site::Return(ValueId v, size_t k) {
  if (k >= op_.outputs.size() || op_.outputs[k] == kAbsent) return;
  const int id = op_.outputs[k];
  t_.Define(id, v);
  pir::ValueType& type = t_.flat_->values[v];
  if (type.dtype == DataType::kUndefined) {
    const StoredValue& stored = t_.shared_->stored->values[id];
    type.dtype = stored.dtype;
    type.dims = stored.dims;
  }
}

size_t Site::ListSize(size_t k) const {
  if (k >= op_.outputs.size() || op_.outputs[k] == kAbsent) {
    Fail("a result", "a list", "nothing");
  }
  return t_.shared_->stored->values[op_.outputs[k]].elements.size();
}

void Site::ReturnList(const std::vector<ValueId>& list, size_t k) {
  if (k >= op_.outputs.size() || op_.outputs[k] == kAbsent) return;
  const int id = op_.outputs[k];
  std::vector<int> ids;
  for (size_t i = 0; i < list.size(); ++i) {
    const auto& elements = t_.shared_->stored->values[id].elements;
    StoredValue type;
    if (i < elements.size()) type = elements[i];
    ids.push_back(t_.NewId(std::move(type)));
    t_.Define(ids.back(), list[i]);
  }
  t_.SetElements(id, std::move(ids));
}

void Site::ReturnKnown(const Attribute& known) {
  if (op_.outputs.empty() || op_.outputs[0] == kAbsent) return;
  const int id = op_.outputs[0];
  const StoredValue& type = t_.shared_->stored->values[id];
  const int64_t count = CountOf(type.dims);
  const bool list = known.kind == Kind::kInts || known.kind == Kind::kFloats;
  const auto given = static_cast<int64_t>(
      known.kind == Kind::kInts ? known.ints.size() : known.floats.size());
  if (type.dtype == DataType::kUndefined || count < 0 || count > kMaxConstant ||
      (list && given != count)) {
    Fail("a constant", "as many numbers as its shape has, and a dtype",
         Describe(known) + " for shape " + errors::ToString(type.dims));
  }
  t_.shared_->known[id] = known;
}

void Site::ReturnAlias(int id, size_t k) {
  if (k >= op_.outputs.size() || op_.outputs[k] == kAbsent) return;
  const int out = op_.outputs[k];
  if (const Attribute* known = t_.Known(id)) {
    t_.shared_->known[out] = *known;
  } else if (t_.shared_->stored->values[id].list) {
    t_.SetElements(out, t_.Elements(id));
  } else {
    t_.Define(out, t_.Lookup(id));
  }
}

void Site::ReturnElements(std::vector<int> ids) {
  if (op_.outputs.empty() || op_.outputs[0] == kAbsent) return;
  t_.SetElements(op_.outputs[0], std::move(ids));
}

std::vector<int> Site::ElementIds(size_t i) const {
  if (!Has(i) || op_.inputs[i].values.empty()) {
    Fail("operand " + std::to_string(i), "a list", "nothing");
  }
  if (op_.inputs[i].values.size() > 1) return op_.inputs[i].values;
  const int id = op_.inputs[i].values[0];
  if (!t_.shared_->stored->values[id].list) return {id};
  return t_.Elements(id);
}

void Site::Update(size_t operand, ValueId value) {
  const ValueId target = In(operand);
  pir::FlatProgram& flat = *t_.flat_;
  t_.Define(op_.inputs[operand].values[0], value);  // what comes reads it
  for (auto& out : flat.outputs) {  // of two updates the last stays
    if (out.into < 0 || out.value != target) continue;
    out.value = value;
    return;
  }
  const auto input = std::find(flat.inputs.begin(), flat.inputs.end(), target);
  if (input == flat.inputs.end()) return;
  flat.outputs.push_back(
      {value, static_cast<int>(input - flat.inputs.begin())});
}

}  // namespace paddle::inference
