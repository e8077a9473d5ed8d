#include "pir/sized_program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/float_types.h"
#include "pir/builder/pir_builder.h"
#include "pir/numbers.h"

namespace paddle::pir {

// ---- sizes ----

int64_t SizeExpr::Eval(const std::vector<int64_t>& sizes) const {
  int64_t n = coefficient;
  bool fits = true;
  for (int f : factors) fits &= !__builtin_mul_overflow(n, sizes[f], &n);
  fits &= !__builtin_add_overflow(n, offset, &n);
  if (PD_UNLIKELY(!fits)) {
    std::vector<int64_t> used;
    for (int f : factors) used.push_back(sizes[f]);
    PADDLE_THROW(
        errors::InvalidArgument("a program for many sizes: a number that "
                                "follows from its sizes is too large.")
            .Expected(std::to_string(coefficient) +
                      " * the product of the sizes + " +
                      std::to_string(offset) + " fits into int64")
            .Received("sizes " + errors::ToString(used)));
  }
  return n;
}

int SizeTable::Add(int64_t a, int64_t b) {
  const auto it = std::find(pairs_.begin(), pairs_.end(), std::pair(a, b));
  const auto at = static_cast<int>(it - pairs_.begin());
  if (at == size()) pairs_.emplace_back(a, b);
  return at;
}

// (a, b) as a multiple of up to three sizes.
std::optional<SizeExpr> SizeTable::FindMultiple(int64_t a, int64_t b) const {
  const int n = size();
  std::optional<SizeExpr> found;
  // Stand-ins are large primes: a coincidence in both runs does not happen.
  const auto is_multiple = [&](int64_t pa, int64_t pb,
                               std::vector<int> factors) {
    if (pa == 0 || a % pa != 0 || a / pa * pb != b) return false;
    if (a != 0) found = SizeExpr{a / pa, 0, std::move(factors)};
    return a != 0;
  };
  const auto times = [&](std::pair<int64_t, int64_t>* p, int i) {
    return !__builtin_mul_overflow(p->first, pairs_[i].first, &p->first) &&
           !__builtin_mul_overflow(p->second, pairs_[i].second, &p->second);
  };
  for (int i = 0; i < n; ++i) {
    if (is_multiple(pairs_[i].first, pairs_[i].second, {i})) return found;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      auto p = pairs_[i];
      if (times(&p, j) && is_multiple(p.first, p.second, {i, j})) return found;
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      for (int k = j; k < n; ++k) {
        auto p = pairs_[i];
        if (times(&p, j) && times(&p, k) &&
            is_multiple(p.first, p.second, {i, j, k})) {
          return found;
        }
      }
    }
  }
  return std::nullopt;
}

std::optional<SizeExpr> SizeTable::Find(int64_t a, int64_t b) const {
  if (a == b) return SizeExpr{a, 0, {}};
  for (const int64_t offset : {0, -1, 1}) {
    if (auto e = FindMultiple(a - offset, b - offset)) {
      e->offset = offset;
      return e;
    }
  }
  for (int i = 0; i < size(); ++i) {
    for (int j = i - 1; j < size(); ++j) {  // i - 1: none
      auto [pa, pb] = pairs_[i];
      std::vector<int> factors{i};
      if (j >= i) {
        if (__builtin_mul_overflow(pa, pairs_[j].first, &pa) ||
            __builtin_mul_overflow(pb, pairs_[j].second, &pb)) {
          continue;
        }
        factors.push_back(j);
      }
      int64_t by, step, offset;
      if (pa == pb || __builtin_sub_overflow(pa, pb, &by) ||
          __builtin_sub_overflow(a, b, &step) || step % by != 0) {
        continue;
      }
      const int64_t r = step / by;
      if (__builtin_mul_overflow(r, pa, &offset) ||
          __builtin_sub_overflow(a, offset, &offset)) {
        continue;
      }
      if ((std::abs(r) <= 16 && std::abs(offset) < 4096) ||
          std::abs(offset) <= 32 * std::abs(r)) {
        return SizeExpr{r, offset, std::move(factors)};
      }
    }
  }
  return std::nullopt;
}

std::optional<SizeExpr> SizeTable::FindRounded(double a, double b,
                                               DataType type) const {
  const auto round = [&](double v) { return RoundTo(v, type); };
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::abs(a) < kExact && std::abs(b) < kExact && a == std::floor(a) &&
      b == std::floor(b)) {
    if (auto e = Find(static_cast<int64_t>(a), static_cast<int64_t>(b))) {
      return e;
    }
  }
  const auto real = [&](int i, bool second) {
    return static_cast<double>(second ? pairs_[i].second : pairs_[i].first);
  };
  // Rounding has taken the last digits: only small coefficients are tried.
  const auto multiple = [&](double pa, double pb) -> int64_t {
    const double r = std::nearbyint(a / pa);
    if (r == 0 || std::abs(r) > 65536) return 0;
    return round(r * pa) == a && round(r * pb) == b ? static_cast<int64_t>(r)
                                                    : 0;
  };
  for (int i = 0; i < size(); ++i) {
    if (const int64_t r = multiple(real(i, false), real(i, true))) {
      return SizeExpr{r, 0, {i}};
    }
    for (int j = i; j < size(); ++j) {
      const int64_t r = multiple(real(i, false) * real(j, false),
                                 real(i, true) * real(j, true));
      if (r) return SizeExpr{r, 0, {i, j}};
    }
  }
  return std::nullopt;
}

// ---- comparison ----

namespace {

bool SameButDims(const FlatProgram& a, const FlatProgram& b) {
  if (a.values.size() != b.values.size() || a.inputs != b.inputs ||
      a.calls.size() != b.calls.size() ||
      a.outputs.size() != b.outputs.size()) {
    return false;
  }
  for (size_t i = 0; i < a.values.size(); ++i) {
    if (a.values[i].dtype != b.values[i].dtype ||
        a.values[i].dims.rank() != b.values[i].dims.rank()) {
      return false;
    }
  }
  for (size_t i = 0; i < a.outputs.size(); ++i) {
    if (a.outputs[i].value != b.outputs[i].value ||
        a.outputs[i].into != b.outputs[i].into) {
      return false;
    }
  }
  for (size_t i = 0; i < a.calls.size(); ++i) {
    const Call &x = a.calls[i], &y = b.calls[i];
    if (x.op != y.op || x.operands != y.operands || x.results != y.results ||
        x.bodies.size() != y.bodies.size()) {
      return false;
    }
  }
  return true;
}

}  // namespace

void SizedProgram::AddRefs(const FlatProgram& a, const FlatProgram& b,
                           ValueId value) {
  const DDim &x = a.values[value].dims, &y = b.values[value].dims;
  for (int axis = 0; axis < x.rank(); ++axis) {
    if (x[axis] == y[axis]) continue;
    const int known = table_.size();
    const int size = table_.Add(x[axis], y[axis]);
    if (size == known) refs_[value].push_back({size, axis});
  }
}

int SizedProgram::FindFloat(double a, double b, DataType type) const {
  for (size_t i = 0; i < floats_.size(); ++i) {
    if (RoundTo(floats_[i].first, type) == a &&
        RoundTo(floats_[i].second, type) == b) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

bool SizedProgram::CompareFloat(int k, double a, double b, bool may_give,
                                std::vector<Number>* numbers) {
  if (std::memcmp(&a, &b, 8) == 0) return true;
  if (const int i = FindFloat(a, b, DataType::kFloat64); i >= 0) {
    if (!may_give) return false;
    given_.push_back({static_cast<int>(numbers_.size()) - 1, k, i});
    return true;
  }
  if (const auto e = table_.FindRounded(a, b, DataType::kFloat64)) {
    numbers->push_back({k, -1, *e});
    return true;
  }
  for (const double over : {1.0, -1.0, 2.0, -2.0, 0.5, -0.5}) {
    const double u = std::nearbyint(over / a), v = std::nearbyint(over / b);
    if (over / u != a || over / v != b) continue;
    const auto e = table_.FindRounded(u, v, DataType::kFloat64);
    if (!e) continue;
    numbers->push_back({k, -1, *e, over});
    return true;
  }
  return false;
}

bool SizedProgram::CompareSlot(ArgType type, int k, const Slot& a,
                               const Slot& b, bool may_give,
                               std::vector<Number>* numbers) {
  const auto whole = [&](int64_t x, int64_t y, int element) {
    if (x == y) return true;
    const auto expr = table_.Find(x, y);
    if (expr) numbers->push_back({k, element, *expr});
    return expr.has_value();
  };
  switch (type) {
    case ArgType::kTensor:
    case ArgType::kOptionalTensor: return true;
    case ArgType::kTensorList: return a.i == b.i;
    case ArgType::kString: return a.text == b.text;
    case ArgType::kFloat: return CompareFloat(k, a.f, b.f, may_give, numbers);
    case ArgType::kIntArray:
      if (a.ints.size() != b.ints.size()) return false;
      for (int i = 0; i < a.ints.size(); ++i) {
        if (!whole(a.ints[i], b.ints[i], i)) return false;
      }
      return true;
    case ArgType::kScalar: {
      const Scalar &x = a.scalar, &y = b.scalar;
      if (x.type() != y.type()) return false;
      if (!x.has_value()) return true;
      if (x.IsIntegral()) return whole(x.ToInt(), y.ToInt(), -1);
      if (x.type() == DataType::kComplex128) {
        return x.To<std::complex<double>>() == y.To<std::complex<double>>();
      }
      return CompareFloat(k, x.ToDouble(), y.ToDouble(), may_give, numbers);
    }
    default: return whole(a.i, b.i, -1);
  }
}

bool SizedProgram::CompareConstant(const DenseTensor& a, const DenseTensor& b,
                                   std::vector<Number>* numbers) {
  if (a.dtype != b.dtype || a.rank() != 0 || b.rank() != 0) return false;
  if (std::memcmp(a.data, b.data, a.bytes()) == 0) return true;
  if (a.dtype == DataType::kComplex64 || a.dtype == DataType::kComplex128) {
    return false;
  }
  const double x = NumberOf(a), y = NumberOf(b);
  const bool wide = (a.flags | b.flags) & kWideNumber;
  if (const int i = wide ? -1 : FindFloat(x, y, a.dtype); i >= 0) {
    float_constants_.push_back({numbers_.size() - 1, {i, a.dtype}});
    return true;
  }
  if (const auto e = table_.FindRounded(x, y, a.dtype)) {
    numbers->push_back({-1, -1, *e});
    return true;
  }
  return false;
}

bool SizedProgram::CompareCall(const FlatProgram& program, const Call& a,
                               const Call& b, std::string* why) {
  std::vector<Number>& numbers = numbers_.emplace_back();
  auto& bodies = bodies_.emplace_back();
  for (size_t i = 0; i < a.bodies.size(); ++i) {
    bodies.push_back(Make(*a.bodies[i], *b.bodies[i], {table_, {}}, why));
    if (!bodies.back()) return false;
    const auto& calls = a.bodies[i]->calls;
    if (std::any_of(calls.begin(), calls.end(), [](const Call& call) {
          return call.op && call.op->Has(kDataDependent);
        })) {
      *why = "a size depends on values in a branch or a loop";
      return false;
    }
  }
  if (a.bodies.size()) return true;
  if (!a.op) {
    if (CompareConstant(*a.constant, *b.constant, &numbers)) return true;
    *why = "a number follows from sizes in a way that is not known";
    return false;
  }
  // Rules see an attribute once, not at each run: only where they do not look.
  static const OpDef& scale = GetOp("scale");
  const bool may_give = a.op->writes || a.op == &scale;
  for (size_t k = 0; k < a.slots.size(); ++k) {
    const auto& arg = a.op->schema.args[k];
    if (CompareSlot(arg.type, static_cast<int>(k), a.slots[k], b.slots[k],
                    may_give, &numbers)) {
      continue;
    }
    *why = a.op->name + ": `" + std::string(arg.name) +
           "` follows from sizes in a way that is not known";
    return false;
  }
  return true;
}

bool SizedProgram::Compare(const FlatProgram& a, const FlatProgram& b,
                           std::string* why) {
  if (!SameButDims(a, b)) {
    *why = "other sizes lead to other operations";
    return false;
  }
  refs_.resize(a.values.size());
  for (ValueId v : a.inputs) AddRefs(a, b, v);
  for (size_t i = 0; i < a.calls.size(); ++i) {
    if (!CompareCall(a, a.calls[i], b.calls[i], why)) return false;
    for (ValueId v : a.calls[i].results) AddRefs(a, b, v);
  }
  return true;
}

std::shared_ptr<const SizedProgram> SizedProgram::Make(
    const FlatProgram& stand_in, const FlatProgram& example,
    const KnownNumbers& known, std::string* why) {
  auto sized = std::make_shared<SizedProgram>();
  sized->table_ = known.sizes;
  sized->known_ = known.sizes.size();
  sized->floats_ = known.floats;
  if (!sized->Compare(stand_in, example, why)) return nullptr;
  sized->program_ = stand_in.Clone();
  sized->TakeFloatInputs();
  return sized;
}

// Constants that are known floats become inputs.
void SizedProgram::TakeFloatInputs() {
  std::vector<int> now(program_.calls.size());  // the numbers of the calls
  std::vector<Call> calls;
  auto next = float_constants_.begin();
  for (size_t i = 0; i < now.size(); ++i) {
    now[i] = static_cast<int>(calls.size());
    if (next != float_constants_.end() && next->first == i) {
      program_.inputs.push_back(program_.calls[i].results[0]);
      float_inputs_.push_back(next++->second);
      continue;
    }
    if (now[i] != static_cast<int>(i)) {
      numbers_[now[i]] = std::move(numbers_[i]);
      bodies_[now[i]] = std::move(bodies_[i]);
    }
    calls.push_back(std::move(program_.calls[i]));
  }
  program_.calls = std::move(calls);
  for (auto& g : given_) g.call = now[g.call];
  program_.given = given_;
}

bool SizedProgram::SameFormulas(const SizedProgram& other) const {
  const auto same = [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x == y; });
  };
  if (refs_ != other.refs_ || numbers_ != other.numbers_ ||
      !same(given_, other.given_) ||
      !same(float_inputs_, other.float_inputs_) ||
      bodies_.size() != other.bodies_.size()) {
    return false;
  }
  for (size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].size() != other.bodies_[i].size()) return false;
    for (size_t k = 0; k < bodies_[i].size(); ++k) {
      if (!bodies_[i][k]->SameFormulas(*other.bodies_[i][k])) return false;
    }
  }
  return true;
}

void SizedProgram::MarkUsed(std::vector<bool>* sizes,
                            std::vector<bool>* floats) const {
  for (const auto& numbers : numbers_) {
    for (const Number& n : numbers) {
      for (int f : n.expr.factors) {
        if (f < known_) (*sizes)[f] = true;
      }
    }
  }
  for (const auto& bodies : bodies_) {
    for (const auto& body : bodies) {
      std::vector<bool> inner(table_.size());
      body->MarkUsed(&inner, floats);
      for (int i = 0; i < known_; ++i) {
        if (inner[i]) (*sizes)[i] = true;
      }
    }
  }
  for (const auto& g : given_) (*floats)[g.number] = true;
  for (const FloatInput& f : float_inputs_) (*floats)[f.number] = true;
}

// ---- for given sizes ----

void SizedProgram::Patch(size_t call, const std::vector<int64_t>& sizes,
                         FlatProgram* program) const {
  Call& c = program->calls[call];
  for (const Number& number : numbers_[call]) {
    const int64_t n = number.expr.Eval(sizes);
    auto real = static_cast<double>(n);
    if (number.over != 0) real = number.over / real;
    if (number.slot < 0) {
      c.constant = number.over == 0 ? NumberLike(*c.constant, n)
                                    : NumberLike(*c.constant, real);
      continue;
    }
    Slot& slot = c.slots[number.slot];
    switch (c.op->schema.args[number.slot].type) {
      case ArgType::kIntArray:
        const_cast<int64_t*>(slot.ints.data())[number.element] = n;
        break;
      case ArgType::kScalar:
        slot.scalar = slot.scalar.IsIntegral() ? Scalar(n) : Scalar(real);
        break;
      case ArgType::kFloat: slot.f = real; break;
      default: slot.i = n;
    }
  }
}

void SizedProgram::Define(ValueId value, const DDim& dims,
                          std::vector<int64_t>* sizes) const {
  for (const Ref& ref : refs_[value]) (*sizes)[ref.size] = dims[ref.axis];
}

std::vector<int> SizedProgram::DefinedBy(ValueId value) const {
  std::vector<int> numbers;
  for (const Ref& ref : refs_[value]) numbers.push_back(ref.size);
  return numbers;
}

void SizedProgram::Infer(size_t begin, size_t end, FlatProgram* program,
                         std::vector<int64_t>* sizes) const {
  for (size_t i = begin; i < end; ++i) {
    Patch(i, *sizes, program);
    Call& call = program->calls[i];
    if (call.bodies.size()) {
      size_t operand = 1;
      for (size_t k = 0; k < call.bodies.size(); ++k) {
        std::vector<DDim> dims;
        for (size_t n = call.bodies[k]->inputs.size(); n > 0; --n) {
          dims.push_back(program->values[call.operands[operand++]].dims);
        }
        std::vector<int64_t> inner(sizes->begin(),
                                   sizes->begin() + bodies_[i][k]->known_);
        call.bodies[k] = std::make_shared<const FlatProgram>(
            bodies_[i][k]->At(dims, &inner));
      }
      const FlatProgram& body = *call.bodies[0];
      const size_t first = body.outputs.size() - call.results.size();
      for (size_t k = 0; k < call.results.size(); ++k) {
        program->values[call.results[k]].dims =
            body.values[body.outputs[first + k].value].dims;
      }
    } else if (call.op) {
      if (call.op->Has(kDataDependent)) continue;
      const std::vector<ValueType> types = InferTypes(*program, call);
      for (size_t k = 0; k < call.results.size(); ++k) {
        program->values[call.results[k]].dims = types[k].dims;
      }
    }
    for (ValueId v : call.results) Define(v, program->values[v].dims, sizes);
  }
}

FlatProgram SizedProgram::At(const std::vector<DDim>& inputs,
                             std::vector<int64_t>* sizes) const {
  FlatProgram program = program_.Clone();
  sizes->resize(table_.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ValueId v = program.inputs[i];
    program.values[v].dims = inputs[i];
    Define(v, inputs[i], sizes);
  }
  Infer(0, program.calls.size(), &program, sizes);
  return program;
}

}  // namespace paddle::pir
