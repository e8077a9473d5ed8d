#include "inference/write/writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/host_values.h"

namespace paddle::inference {

namespace {

[[noreturn]] PD_COLD void ThrowDiffer(const std::string& what) {
  PADDLE_THROW(errors::InvalidArgument("saving: the program is another one at "
                                       "other sizes: %s.",
                                       what.c_str())
                   .Hint("Python may not compare sizes that are open; give "
                         "fixed sizes in input_spec."));
}

}  // namespace

Writer::Writer(std::vector<const FlatProgram*> captures)
    : captures_(std::move(captures)), out_(own_) {
  for (const FlatProgram* c : captures_) {
    const FlatProgram& first = *captures_[0];
    if (c->calls.size() != first.calls.size() ||
        c->values.size() != first.values.size() || c->inputs != first.inputs ||
        c->outputs.size() != first.outputs.size()) {
      ThrowDiffer("it has " + std::to_string(first.calls.size()) + " and " +
                  std::to_string(c->calls.size()) + " calls");
    }
    for (size_t i = 0; i < c->outputs.size(); ++i) {
      if (c->outputs[i].value != first.outputs[i].value) {
        ThrowDiffer("result " + std::to_string(i) + " is another value");
      }
    }
    for (size_t i = 0; i < c->calls.size(); ++i) {
      const pir::Call &a = first.calls[i], &b = c->calls[i];
      if (a.op != b.op || a.operands != b.operands || a.results != b.results ||
          a.bodies.size() != b.bodies.size()) {
        ThrowDiffer("call " + std::to_string(i) + " is " +
                    (a.op ? a.op->name : "a branch") + " and " +
                    (b.op ? b.op->name : "a branch"));
      }
    }
  }
  defined_ = captures_[0]->inputs;
}

SliceNotes::SliceNotes(std::vector<const std::vector<SliceUse>*> uses)
    : uses_(std::move(uses)), end_(uses_[0]->size()) {
  for (const auto* of : uses_) {
    if (of->size() != end_) end_ = 0;  // the captures differ, which is an error
  }
}

bool SliceNotes::Find(const Varying& size, const Varying& start,
                      const Varying& count, int64_t step, Varying* from,
                      Varying* to) {
  for (size_t i = next_; i < end_; ++i) {
    bool same = true;
    from->clear();
    to->clear();
    for (size_t k = 0; k < uses_.size() && same; ++k) {
      const SliceUse& use = (*uses_[k])[i];
      const SliceRange r =
          ResolveSlice(use.start, use.stop, use.step, use.size);
      same = use.step == step && use.size == size[k] && r.size == count[k] &&
             (r.start == start[k] || r.size == 0);
      from->push_back(use.start);
      to->push_back(use.stop);
    }
    if (!same) continue;
    next_ = i + 1;
    return true;
  }
  return false;
}

ValueType Writer::Type(ValueId v) const {
  ValueType type = captures_[0]->values[v];
  for (const FlatProgram* c : captures_) {
    const ValueType& other = c->values[v];
    if (other.dtype != type.dtype || other.dims.rank() != type.dims.rank()) {
      ThrowDiffer("a value has other axes or another dtype");
    }
    for (int i = 0; i < type.dims.rank(); ++i) {
      if (other.dims[i] != type.dims[i]) type.dims[i] = -1;
    }
  }
  return type;
}

Varying Writer::Size(ValueId v, int axis) const {
  Varying sizes;
  for (const FlatProgram* c : captures_) {
    sizes.push_back(c->values[v].dims[axis]);
  }
  return sizes;
}

int Writer::Number(ValueId v) const {
  if (v == pir::kNoValue) return 0;
  const auto it = numbers_.find(v);
  PADDLE_ENFORCE(it != numbers_.end(),
                 errors::Fatal("saving: a value is used before it is made."));
  return it->second;
}

bool Writer::FindSource(const Varying& v, Source* source) const {
  // The same size first, the latest value first: then one that is near.
  for (const bool exact : {true, false}) {
    for (size_t i = defined_.size(); i-- > 0;) {
      const ValueId value = defined_[i];
      const int rank = captures_[0]->values[value].dims.rank();
      for (int axis = 0; axis < rank; ++axis) {
        const Varying size = Size(value, axis);
        if (IsFixed(size)) continue;
        const int64_t more = v[0] - size[0];
        bool same = !exact || more == 0;
        for (size_t k = 0; k < v.size(); ++k) same &= v[k] - size[k] == more;
        if (!same) continue;
        *source = {value, axis, more};
        return true;
      }
    }
  }
  return false;
}

bool Writer::FindQuotient(const Varying& v, Source* source,
                          int64_t* divisor) const {
  constexpr int64_t kMost = 16;
  std::set<Varying> seen;
  int found = 0;
  for (size_t i = defined_.size(); i-- > 0;) {
    const int rank = captures_[0]->values[defined_[i]].dims.rank();
    for (int axis = 0; axis < rank; ++axis) {
      const Varying size = Size(defined_[i], axis);
      if (IsFixed(size) || !seen.insert(size).second) continue;
      for (int64_t d = 2; d <= kMost; ++d) {
        for (int64_t more = -kMost; more <= kMost; ++more) {
          bool same = true;
          for (size_t k = 0; k < v.size(); ++k) {
            const int64_t n = size[k] + more;
            same &= n >= 0 && n / d == v[k];
          }
          if (!same) continue;
          *source = {defined_[i], axis, more};
          *divisor = d;
          ++found;
        }
      }
    }
  }
  return found == 1;
}

void Writer::WriteCalls() {
  for (size_t i = 0; i < captures_[0]->calls.size(); ++i) WriteCall(i);
}

int Writer::WriteVarying(const std::vector<Var>& values) {
  WriteSite site(this, 0);
  const DenseTensor& first = *values[0];
  if (!IsInteger(first.dtype) || first.rank() > 1 || first.numel > 64) {
    ThrowDiffer("a tensor that the function makes has other values");
  }
  std::vector<Varying> numbers(first.numel);
  for (const Var& v : values) {
    const std::vector<int64_t> ints = HostInts(v);
    for (size_t i = 0; i < ints.size(); ++i) numbers[i].push_back(ints[i]);
  }
  int v = first.rank() == 0 ? site.VaryingInt(numbers[0])
                            : site.VaryingInts(numbers);
  if (first.dtype != DataType::kInt64) {
    v = out_.One("1.cast", {v}, {{"dtype", json::Dtype(first.dtype)}},
                 {first.dtype, first.dims});
  }
  return v;
}

void Writer::WriteCall(size_t i) {
  WriteSite site(this, i);
  const pir::Call& call = site.call();
  if (!call.bodies.empty()) return WriteBlocks(i);
  if (!call.op) {
    std::vector<double> numbers;
    if (!site.ConstantOf(call.results[0], &numbers)) {
      site.Fail("a constant is not a real number");
    }
    site.Return(site.Number(numbers, call.constant->dtype, {}));
    return;
  }
  if (const WriteRule rule = FindWriteRule(*call.op)) return rule(site);
  if (WriteByRow(site)) return;
  site.Fail("the format has no such operator");
}

void Writer::WriteBlocks(size_t i) {
  WriteSite site(this, i);
  const pir::Call& call = site.call();
  const bool branch = call.bodies.size() == 2;
  const size_t carried = branch ? 0 : call.results.size();
  size_t operand = 1;
  for (size_t b = 0; b < call.bodies.size(); ++b) {
    std::vector<const FlatProgram*> bodies;
    for (size_t k = 0; k < captures_.size(); ++k) {
      bodies.push_back(site.call(k).bodies[b].get());
    }
    (void)Writer(bodies);  // that they are alike
    Writer inner(bodies, &out_);
    inner.slices_ = slices_;
    const FlatProgram& body = *bodies[0];
    std::vector<std::pair<int, ValueType>> arguments;
    for (size_t k = 0; k < body.inputs.size(); ++k) {
      const ValueId v = body.inputs[k];
      if (k < carried) {
        arguments.emplace_back(out_.NewArgument(), inner.Type(v));
        inner.Define(v, arguments.back().first);
      } else {
        inner.Define(v, Number(call.operands[operand + k]));
      }
      inner.defined_.push_back(v);
    }
    out_.OpenBlock(arguments);
    inner.WriteCalls();
    std::vector<int> yielded;
    for (const auto& o : body.outputs) yielded.push_back(inner.Number(o.value));
    out_.CloseBlock(yielded);
    operand += body.inputs.size();
  }
  std::vector<int> operands = {Number(call.operands[0])};
  for (size_t k = 0; k < carried; ++k) {
    operands.push_back(Number(call.operands[1 + k]));
  }
  std::vector<ValueType> types;
  for (ValueId v : call.results) types.push_back(Type(v));
  const std::vector<int> results =
      out_.OpWithBlocks(branch ? "1.if" : "1.while", operands, types);
  for (size_t k = 0; k < results.size(); ++k) site.Return(results[k], k);
}

// ---- WriteSite ----

void WriteSite::Fail(const std::string& why) const {
  const pir::Call& c = call();
  PADDLE_THROW(errors::Unimplemented(
      "saving: %s: %s.", c.op ? c.op->name.c_str() : "a branch", why.c_str()));
}

std::vector<ValueId> WriteSite::Operands(const char* arg) const {
  const int wanted = op().ArgIndex(arg);
  size_t operand = 0;
  for (int i = 0; i < static_cast<int>(call().slots.size()); ++i) {
    if (!((op().tensor_mask | op().list_mask) >> i & 1)) continue;
    const auto count = static_cast<size_t>(call().slots[i].i);
    if (i == wanted) {
      const auto from = call().operands.begin() + operand;
      return {from, from + count};
    }
    operand += count;
  }
  return {};
}

ValueId WriteSite::Operand(const char* arg) const {
  const std::vector<ValueId> list = Operands(arg);
  return list.empty() ? pir::kNoValue : list[0];
}

const pir::Call* WriteSite::Producer(ValueId v) const {
  for (const pir::Call& c : w_.captures_[0]->calls) {
    if (std::find(c.results.begin(), c.results.end(), v) != c.results.end()) {
      return &c;
    }
  }
  return nullptr;
}

std::vector<WriteSite> WriteSite::All() const {
  std::vector<WriteSite> sites;
  for (size_t i = 0; i < w_.captures_[0]->calls.size(); ++i) {
    sites.emplace_back(&w_, i);
  }
  return sites;
}

bool WriteSite::Used(size_t k) const {
  const FlatProgram& p = *w_.captures_[0];
  const ValueId v = call().results[k];
  for (const pir::Call& c : p.calls) {
    if (std::find(c.operands.begin(), c.operands.end(), v) !=
        c.operands.end()) {
      return true;
    }
  }
  return std::any_of(p.outputs.begin(), p.outputs.end(),
                     [&](const auto& o) { return o.value == v; });
}

const Slot& WriteSite::At(const char* arg) const {
  const Slot& first = SlotOf(arg, 0);
  const ArgType type = op().schema.args[op().ArgIndex(arg)].type;
  for (size_t k = 1; k < w_.captures_.size(); ++k) {
    const Slot& other = SlotOf(arg, k);
    bool same = true;
    switch (type) {
      case ArgType::kIntArray: break;  // see Ints
      case ArgType::kString: same = first.text == other.text; break;
      case ArgType::kFloat: same = first.f == other.f; break;
      case ArgType::kScalar:
        same = first.scalar.has_value() == other.scalar.has_value() &&
               first.scalar.ToDouble() == other.scalar.ToDouble();
        break;
      default: same = first.i == other.i;
    }
    if (!same) Fail(std::string("`") + arg + "` follows from sizes");
  }
  return first;
}

int64_t WriteSite::Int(const char* arg) const { return At(arg).i; }

Varying WriteSite::VaryingArg(const char* arg) const {
  Varying values;
  for (size_t k = 0; k < w_.captures_.size(); ++k) {
    values.push_back(SlotOf(arg, k).i);
  }
  return values;
}

std::vector<double> WriteSite::Scalars(const char* arg) const {
  std::vector<double> values;
  for (size_t k = 0; k < w_.captures_.size(); ++k) {
    values.push_back(SlotOf(arg, k).scalar.ToDouble());
  }
  return values;
}

std::vector<Varying> WriteSite::Ints(const char* arg) const {
  const size_t n = SlotOf(arg, 0).ints.size();
  std::vector<Varying> list(n);
  for (size_t k = 0; k < w_.captures_.size(); ++k) {
    const pir::Call& c = call(k);
    const ::paddle::IntArray ints = c.slots[op().ArgIndex(arg)].ints;
    if (static_cast<size_t>(ints.size()) != n) {
      Fail(std::string("`") + arg + "` has other lengths at other sizes");
    }
    for (size_t i = 0; i < n; ++i) {
      list[i].push_back(ints[static_cast<int>(i)]);
    }
  }
  return list;
}

std::vector<int64_t> WriteSite::FixedInts(const char* arg) const {
  std::vector<int64_t> list;
  for (const Varying& v : Ints(arg)) {
    if (!IsFixed(v)) Fail(std::string("`") + arg + "` follows from sizes");
    list.push_back(v[0]);
  }
  return list;
}

bool WriteSite::ConstantOf(ValueId v, std::vector<double>* numbers) const {
  numbers->clear();
  for (const FlatProgram* capture : w_.captures_) {
    for (const pir::Call& c : capture->calls) {
      if (c.op || !c.bodies.empty() || c.results[0] != v) continue;
      if (IsComplex(c.constant->dtype)) return false;
      if (c.constant->flags & kWideNumber) {
        numbers->push_back(static_cast<double>(*WideValue(*c.constant)));
        break;
      }
      VisitDataType(c.constant->dtype, [&]<typename T>(T) {
        if constexpr (!kIsComplexType<T>) {
          numbers->push_back(static_cast<double>(*c.constant->Data<T>()));
        }
      });
      break;
    }
  }
  return numbers->size() == w_.captures_.size();
}

int WriteSite::Number(const std::vector<double>& values, DataType dtype,
                      const std::vector<int64_t>& shape) {
  Varying whole;
  bool same = true;
  for (double v : values) {
    // NaN is the same as itself.
    same &= std::memcmp(&v, &values[0], sizeof(v)) == 0;
    if (v == std::trunc(v) && std::abs(v) < 0x1p53) {
      whole.push_back(static_cast<int64_t>(v));
    }
  }
  if (same) return Full(values[0], dtype, shape);
  if (whole.size() != values.size()) {
    Fail("a number follows from sizes in a way that can not be told");
  }
  const int v = VaryingInt(whole);
  if (dtype == DataType::kInt64) return v;
  return Op("cast", {v}, {{"dtype", json::Dtype(dtype)}}, {dtype, {}});
}

int WriteSite::Full(double value, DataType dtype,
                    const std::vector<int64_t>& shape) {
  const ValueType type{dtype, DDim(::paddle::IntArray(shape))};
  if (!std::isfinite(value)) {  // PaddlePaddle can not read these as numbers
    const double over = std::isnan(value) ? 0.0 : std::copysign(1.0, value);
    const int above = Full(over, dtype, shape), below = Full(0, dtype, shape);
    return Op("divide", {above, below}, {}, type);
  }
  return out().One("1.full", {},
                   {{"shape", json::IntArray(shape)},
                    {"value", json::Float64(value)},
                    {"dtype", json::Dtype(dtype)},
                    {"place", json::Place(true)}},
                   type);
}

int WriteSite::FullInts(const std::vector<int64_t>& values) {
  return out().One(
      "1.full_int_array", {},
      {{"value", json::Int64s(values)},
       {"dtype", json::Dtype(DataType::kInt64)},
       {"place", json::Place(true)}},
      {DataType::kInt64, DDim{static_cast<int64_t>(values.size())}});
}

int WriteSite::VaryingInt(const Varying& value) {
  const ValueType scalar{DataType::kInt64, {}};
  if (IsFixed(value)) {
    return Full(static_cast<double>(value[0]), DataType::kInt64, {});
  }
  Writer::Source source;
  if (!w_.FindSource(value, &source)) {
    // A product of two sizes, or a multiple of one.
    for (const ValueId v : w_.defined_) {
      for (int axis = 0; axis < w_.Type(v).dims.rank(); ++axis) {
        const Varying size = w_.Size(v, axis);
        Varying rest;
        for (size_t k = 0; k < size.size(); ++k) {
          if (size[k] <= 0 || value[k] % size[k] != 0) break;
          rest.push_back(value[k] / size[k]);
        }
        if (rest.size() != size.size() || IsFixed(size)) continue;
        Writer::Source other;
        if (!IsFixed(rest) && (!w_.FindSource(rest, &other) || other.more)) {
          continue;
        }
        const int a = VaryingInt(size), b = VaryingInt(rest);
        return Op("multiply", {a, b}, {}, scalar);
      }
    }
    int64_t divisor;
    if (!w_.FindQuotient(value, &source, &divisor)) {
      Fail("a number follows from sizes in a way that can not be told");
    }
    const int by = Full(static_cast<double>(divisor), DataType::kInt64, {});
    return Op("floor_divide", {SourceInt(source), by}, {}, scalar);
  }
  return SourceInt(source);
}

int WriteSite::SourceInt(const Writer::Source& source) {
  const ValueType scalar{DataType::kInt64, {}};
  const auto key = std::make_pair(w_.Number(source.value), source.axis);
  auto known = w_.sizes_.find(key);
  if (known == w_.sizes_.end()) {
    const int64_t rank = w_.Type(source.value).dims.rank();
    const int shape =
        Op("shape64", {key.first}, {}, {DataType::kInt64, DDim{rank}});
    const int from = FullInts({source.axis}), to = FullInts({source.axis + 1});
    const int size = Op("slice", {shape, from, to},
                        {{"axes", json::Int64s({0})},
                         {"infer_flags", json::Int64s({1})},
                         {"decrease_axis", json::Int64s({0})}},
                        scalar);
    known = w_.sizes_.emplace(key, size).first;
  }
  if (source.more == 0) return known->second;
  const int more = Full(static_cast<double>(source.more), DataType::kInt64, {});
  return Op("add", {known->second, more}, {}, scalar);
}

int WriteSite::VaryingInts(const std::vector<Varying>& values) {
  if (std::all_of(values.begin(), values.end(), IsFixed)) {
    std::vector<int64_t> fixed;
    for (const Varying& v : values) fixed.push_back(v[0]);
    return FullInts(fixed);
  }
  std::vector<int> parts;
  for (const Varying& v : values) parts.push_back(VaryingInt(v));
  const std::vector<ValueType> types(parts.size(), {DataType::kInt64, {}});
  const int list = out().Combine(parts, types);
  return Op("stack", {list}, {{"axis", json::Int32(0)}},
            {DataType::kInt64, DDim{static_cast<int64_t>(parts.size())}});
}

int WriteSite::Broadcast(ValueId v) {
  const ValueType from = Type(v);
  ValueType to = Result();
  const int more = to.dims.rank() - from.dims.rank();
  std::vector<Varying> shape;
  bool same = more == 0;
  for (int i = 0; i < to.dims.rank(); ++i) {
    shape.push_back(Size(ResultId(), i));
    if (i >= more && Size(v, i - more) == shape.back()) {
      shape.back().assign(shape.back().size(), -1);  // the size stays
    } else {
      same = false;
    }
  }
  if (same) return NumberOf(v);
  to.dtype = from.dtype;
  return Op("expand", {NumberOf(v), VaryingInts(shape)}, {}, to);
}

int WriteSite::Reshape(int x, const std::vector<int64_t>& shape,
                       const ValueType& type) {
  return Op("reshape", {x, FullInts(shape)}, {}, type);
}

}  // namespace paddle::inference
