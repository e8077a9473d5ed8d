#include "pir/size_twin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/float_types.h"
#include "pir/builder/pir_builder.h"
#include "pir/numbers.h"

namespace paddle::pir {

// A size that is not known: what stands for it in the program, and in the twin.
struct OpenSizes::Pair {
  int64_t here, there;
};

namespace {

// Offsets that occur beside a size: x[:, 100:] and the like. Numbers that do
// not follow from one may be that close, too: beyond small offsets something
// else has to tell.
constexpr int64_t kOffset = 4096, kOffsetOfMultiple = 64, kGranted = 8;
// Of a size, that numbers beside it are not further away.
constexpr int64_t kPart = 8;
// Sizes below it, which windows leave of others, have common multiples.
constexpr int64_t kSmall = 4096;
constexpr int64_t kMultiple = 16, kFew = 32;
// Of Python code from a size to a number that follows from it.
constexpr int kMostSteps = 6;
// Where it is not clear how a shape follows from open sizes, larger ones do.
constexpr int64_t kUnclear = 1024;

bool IsSentinel(int64_t n) {
  constexpr int64_t kInt32 = std::numeric_limits<int32_t>::max();
  return n >= std::numeric_limits<int64_t>::max() / 2 ||
         n <= std::numeric_limits<int64_t>::min() / 2 || n == kInt32 ||
         n == kInt32 - 1 || n == -kInt32 || n == -kInt32 - 1 ||
         n == 2 * kInt32 + 1;
}

// a op b; false where that is no int64.
bool Compute(char op, int64_t a, int64_t b, int64_t* result) {
  switch (op) {
    case '+': return !__builtin_add_overflow(a, b, result);
    case '-': return !__builtin_sub_overflow(a, b, result);
    default: return !__builtin_mul_overflow(a, b, result);
  }
}

}  // namespace

// Reads numbers of the program as formulas of its open sizes.
class OpenSizes::Reader {
 public:
  void Add(int64_t here, int64_t there) {
    if (here == there) return;
    for (const Pair& s : known_) {
      if (s.here == here && s.there == there) return;
    }
    known_.push_back({here, there});
    least_ = std::min(least_, here);
  }

  // Whether `n` is one of them, and what it is in the twin then.
  bool Find(int64_t n, int64_t* there = nullptr) const {
    for (const Pair& s : known_) {
      if (s.here != n) continue;
      if (there) *there = s.there;
      return true;
    }
    return false;
  }

  DerivedNumbers derived;

  // What `n` is in the twin. `own`: whether a size is one of the operands of
  // the call: numbers below it may well be parts of it.
  int64_t Read(int64_t n,
               const std::function<bool(int64_t)>& own = nullptr) const {
    if (known_.empty() || IsSentinel(n) || std::abs(n) < least_ / 20) return n;
    std::set<int64_t> found = Derived(n);
    if (found.empty() && derived.Has(n)) Unclear(n, kOfOthers);
    if (found.empty()) found = Whole(n, derived.others ? nullptr : own);
    const bool near = found.empty() && WithOffset(n, own, &found);
    if (found.size() == 1) return *found.begin();
    if (!found.empty()) Unclear(n, "several sizes have the same stand-in");
    if (IsOfOthers(n)) Unclear(n, kOfOthers);
    if (near && derived.others) {
      Unclear(n, "it is close to the stand-in of a size");
    }
    if (LooksDerived(n, own)) Unclear(n, "a size was divided");
    return n;
  }

  // The same for places in memory, which are all formulas.
  int64_t ReadOffset(int64_t n) const {
    if (known_.empty() || IsSentinel(n) || std::abs(n) < least_ / 20) return n;
    std::set<int64_t> found = Whole(n);
    if (found.empty()) FromTheEnd(n, &found);
    if (found.size() != 1) Unclear(n, "it is a place in memory");
    return *found.begin();
  }

  double Read(double v, DataType type) const {
    if (known_.empty() || v == 0 || !std::isfinite(v)) return v;
    CheckRounding(v, type);
    std::set<double> found;
    if (std::abs(v) >= static_cast<double>(least_) / 2) {
      Real(v, type, &found);
    } else if (type == DataType::kFloat64 && std::abs(v) < 0.01) {
      for (const double over : {1.0, 2.0, 0.5}) {
        const double u = std::nearbyint(over / std::abs(v));
        if (over / u != std::abs(v)) continue;
        std::set<double> under;
        Real(u, type, &under);
        for (double w : under) found.insert(std::copysign(over / w, v));
        if (!found.empty()) break;
      }
    }
    if (found.size() > 1) {
      Unclear(static_cast<int64_t>(v), "several sizes have the same stand-in");
    }
    if (!found.empty()) return *found.begin();
    if (v == std::floor(v) && std::abs(v) < 1e15 &&
        IsOfOthers(static_cast<int64_t>(v))) {
      Unclear(static_cast<int64_t>(v), kOfOthers);
    }
    return v;
  }

 private:
  static constexpr const char* kOfOthers =
      "it is a size of something that the program does not need";
  // A product less one, say, may have become the product itself.
  void CheckRounding(double v, DataType type) const {
    std::set<int64_t> same;
    for (const DerivedNumbers::Number& d : derived.numbers) {
      const auto n = static_cast<double>(d.value);
      if (RoundTo(n, type) == v && RoundTo(n - 1, type) == RoundTo(n + 1, type))
        same.insert(d.value);
    }
    if (same.empty()) return;
    std::set<int64_t> found;
    Multiples(*same.begin(), {0, 3, 0, 0, nullptr}, 1, 1, 0, &found);
    if (same.size() > 1 || found.empty()) {
      Unclear(*same.begin(), "it was rounded");
    }
  }
  // Whether Python has it from sizes which are not in the program.
  bool IsOfOthers(int64_t n) const {
    return derived.shown.count(n) || derived.Has(n);
  }

  [[noreturn]] static void Unclear(int64_t n, const char* why) {
    PADDLE_THROW(errors::InvalidArgument(
        "the number %lld follows from sizes that are not known, and it is not "
        "clear how: %s.",
        static_cast<long long>(n), why));
  }

  // a * b + c; false where that is no int64.
  static bool Linear(int64_t a, int64_t b, int64_t c, int64_t* result) {
    return !__builtin_mul_overflow(a, b, result) &&
           !__builtin_add_overflow(*result, c, result);
  }

  // What Python code has made of sizes.
  std::set<int64_t> Derived(int64_t n, int depth = 0) const {
    std::set<int64_t> found;
    if (depth > kMostSteps) return found;  // n = (n + 1) - 1
    const auto operand = [&](int64_t value, bool is_open) {
      if (!is_open) return std::set<int64_t>{value};
      std::set<int64_t> all = Derived(value, depth + 1);
      for (const Pair& s : known_) {
        if (s.here == value) all.insert(s.there);
      }
      return all;
    };
    for (const DerivedNumbers::Number& d : derived.numbers) {
      if (d.value != n) continue;
      for (int64_t a : operand(d.a, d.a_is_open)) {
        for (int64_t b : operand(d.b, d.b_is_open)) {
          int64_t there;
          if (Compute(d.op, a, b, &there)) found.insert(there);
        }
      }
    }
    return found;
  }

  // Sums of a few and products. `own`: multiples of a small size count only
  // where this is true for it.
  std::set<int64_t> Whole(
      int64_t n, const std::function<bool(int64_t)>& own = nullptr) const {
    std::set<int64_t> found;
    Multiples(n, {0, 3, 0, 0, own}, 1, 1, 0, &found);
    const bool exact = !found.empty();
    // Beside an exact multiple only what may well be meant: the half of a size,
    // rounded down, twice is the size less one.
    for (const int64_t offset : {-1, 1}) {
      if (exact && std::abs((n - offset) / least_) > 64) continue;
      std::set<int64_t> multiples;
      Multiples(n - offset, {0, exact ? 1 : 3, exact ? 8 : 0, offset, own}, 1,
                1, 0, &multiples);
      for (int64_t m : multiples) found.insert(m + offset);
    }
    return found;
  }

  void Real(double v, DataType type, std::set<double>* found) const {
    if (v == std::floor(v) && std::abs(v) < 9007199254740992.0) {  // 2^53
      for (int64_t n : Whole(static_cast<int64_t>(v))) {
        found->insert(RoundTo(static_cast<double>(n), type));
      }
    }
    if (found->empty()) Rounded(v, type, found);
  }

  struct Product {
    int factors, most_factors;
    int64_t most;    // of the coefficient, 0 for any
    int64_t offset;  // beside the multiple
    const std::function<bool(int64_t)>& own;
  };
  // n = coefficient * the product of some sizes from number `first` on.
  void Multiples(int64_t n, Product p, int64_t here, int64_t there,
                 size_t first, std::set<int64_t>* found) const {
    const bool doubtful = p.own && p.factors == 1 && here < kSmall &&
                          (n != here || p.offset != 0) && !p.own(here);
    if (here > 1 && !doubtful && n % here == 0 &&
        std::abs(n / here) < least_ / 2 &&
        (p.most == 0 || std::abs(n / here) <= p.most)) {
      int64_t other;
      if (Linear(n / here, there, 0, &other)) found->insert(other);
    }
    if (p.factors == p.most_factors) return;
    ++p.factors;
    for (size_t i = first; i < known_.size(); ++i) {
      int64_t h, t;
      if (__builtin_mul_overflow(here, known_[i].here, &h) ||
          __builtin_mul_overflow(there, known_[i].there, &t) ||
          h > std::abs(n)) {
        continue;
      }
      Multiples(n, p, h, t, i, found);
    }
  }

  // n = coefficient * (multiple of one or two sizes - a few)
  void FromTheEnd(int64_t n, std::set<int64_t>* found) const {
    const auto add = [&](int64_t here, int64_t there) {
      for (int64_t m = 1; m <= kMultiple; ++m) {
        for (int64_t k = -kFew; k <= kFew; ++k) {
          int64_t unit, other;
          if (k == 0 || !Linear(m, here, -k, &unit) || unit == 0 ||
              n % unit != 0 || std::abs(n / unit) > 65536) {
            continue;
          }
          if (Linear(m, there, -k, &other) &&
              Linear(n / unit, other, 0, &other)) {
            found->insert(other);
          }
        }
      }
    };
    for (size_t i = 0; i < known_.size(); ++i) {
      add(known_[i].here, known_[i].there);
      for (size_t j = i; j < known_.size(); ++j) {
        int64_t here, there;
        if (Linear(known_[i].here, known_[j].here, 0, &here) &&
            Linear(known_[i].there, known_[j].there, 0, &there)) {
          add(here, there);
        }
      }
    }
  }

  // Whether `n` is close to a size, which it need not follow from.
  bool WithOffset(int64_t n, const std::function<bool(int64_t)>& own,
                  std::set<int64_t>* found) const {
    bool near = false;
    for (const Pair& s : known_) {
      for (int64_t r = -kMultiple; r <= kMultiple; ++r) {
        int64_t offset, there;
        if (r == 0 || !Linear(-r, s.here, n, &offset)) continue;
        const int64_t bound = std::min(
            std::abs(r) == 1 ? kOffset : kOffsetOfMultiple, s.here / kPart);
        if (offset <= -bound || offset >= bound ||
            !Linear(r, s.there, offset, &there)) {
          continue;
        }
        const bool part = r == 1 && offset < 0 && own && own(s.here);
        const bool beside = std::abs(offset) <= kGranted && s.here >= kSmall;
        if (part || beside) {
          found->insert(there);
        } else {
          near = true;
        }
      }
    }
    return near;
  }

  // The quotient of a size and a small number.
  bool LooksDerived(int64_t n, const std::function<bool(int64_t)>& own) const {
    for (const Pair& s : known_) {
      if (own && !own(s.here) && !derived.others) continue;
      for (int64_t k = 2; k <= kMultiple; ++k) {
        int64_t off;
        if (!Linear(k, std::abs(n), -s.here, &off)) continue;
        if (off >= -2 * k && off <= 2 * k) return true;
      }
    }
    return false;
  }

  // v = coefficient * the product of up to two sizes, as the type rounds it.
  void Rounded(double v, DataType type, std::set<double>* found) const {
    const auto add = [&](double here, double there) {
      const double r = std::nearbyint(v / here);
      if (r == 0 || std::abs(r) > 65536 || RoundTo(r * here, type) != v) return;
      found->insert(RoundTo(r * there, type));
    };
    for (size_t i = 0; i < known_.size(); ++i) {
      for (size_t j = i; j < known_.size(); ++j) {
        add(static_cast<double>(known_[i].here) *
                static_cast<double>(known_[j].here),
            static_cast<double>(known_[i].there) *
                static_cast<double>(known_[j].there));
      }
    }
    for (const Pair& s : known_) {
      if (!found->empty()) return;
      add(static_cast<double>(s.here), static_cast<double>(s.there));
    }
  }

  std::vector<Pair> known_;
  int64_t least_ = std::numeric_limits<int64_t>::max();
};

namespace {

using Reader = OpenSizes::Reader;

// Of calls that say how a tensor lies in memory.
void ReadPlace(const Reader& reader, ArgType type, Slot* slot) {
  if (type == ArgType::kInt) slot->i = reader.ReadOffset(slot->i);
  if (type != ArgType::kIntArray) return;
  for (int i = 0; i < slot->ints.size(); ++i) {
    auto& n = const_cast<int64_t&>(slot->ints.data()[i]);
    n = reader.ReadOffset(n);
  }
}

void ReadSlot(const Reader& reader, ArgType type,
              const std::function<bool(int64_t)>& own, Slot* slot) {
  switch (type) {
    case ArgType::kInt: slot->i = reader.Read(slot->i, own); break;
    case ArgType::kFloat:
      slot->f = reader.Read(slot->f, DataType::kFloat64);
      break;
    case ArgType::kIntArray:
      for (int i = 0; i < slot->ints.size(); ++i) {
        auto& n = const_cast<int64_t&>(slot->ints.data()[i]);
        n = reader.Read(n, own);
      }
      break;
    case ArgType::kScalar:
      if (slot->scalar.type() == DataType::kInt64) {
        slot->scalar = Scalar(reader.Read(slot->scalar.ToInt()));
      } else if (slot->scalar.type() == DataType::kFloat64) {
        slot->scalar =
            Scalar(reader.Read(slot->scalar.ToDouble(), DataType::kFloat64));
      }
      break;
    default: break;
  }
}

void ReadConstant(const Reader& reader, Var* constant) {
  const DenseTensor& t = **constant;
  if (t.rank() != 0 || !IsReal(t.dtype)) return;
  const double before = NumberOf(t), after = reader.Read(before, t.dtype);
  if (before != after) *constant = NumberLike(t, after);
}

}  // namespace

OpenSizes::OpenSizes() : reader_(std::make_unique<Reader>()) {}
OpenSizes::OpenSizes(const OpenSizes& outer)
    : reader_(std::make_unique<Reader>(*outer.reader_)) {}
OpenSizes::~OpenSizes() = default;

void OpenSizes::Define(const FlatProgram& program, ValueId v,
                       const DDim& dims) {
  const DDim& before = program.values[v].dims;
  PADDLE_ENFORCE(dims.rank() == before.rank(),
                 errors::InvalidArgument("the number of axes depends on sizes "
                                         "that are not known."));
  for (int i = 0; i < dims.rank(); ++i) reader_->Add(before[i], dims[i]);
  twin_.values[v].dims = dims;
}

void OpenSizes::Visit(const FlatProgram& program, Call* call) {
  if (call->bodies.size()) {
    size_t operand = 1;
    for (auto& body : call->bodies) {
      std::vector<DDim> dims;
      for (size_t n = body->inputs.size(); n > 0; --n) {
        dims.push_back(twin_.values[call->operands[operand++]].dims);
      }
      OpenSizes inner(*this);
      body = std::make_shared<const FlatProgram>(inner.Twin(*body, dims));
    }
    const FlatProgram& body = *call->bodies[0];
    const size_t first = body.outputs.size() - call->results.size();
    for (size_t k = 0; k < call->results.size(); ++k) {
      Define(program, call->results[k],
             body.values[body.outputs[first + k].value].dims);
    }
    return;
  }
  if (!call->op) return ReadConstant(*reader_, &call->constant);
  const bool is_place =
      call->op->name == "as_strided" || call->op->name == "strided_update";
  if (is_place && program.values[call->operands[0]].dims ==
                      twin_.values[call->operands[0]].dims) {
    return;  // all numbers are what they are
  }
  const auto own = [&](int64_t size) {
    return std::any_of(call->operands.begin(), call->operands.end(),
                       [&](ValueId v) {
                         if (v < 0) return false;
                         const DDim& dims = program.values[v].dims;
                         return std::count(dims.begin(), dims.end(), size) > 0;
                       });
  };
  for (size_t k = 0; k < call->slots.size(); ++k) {
    const ArgSpec& arg = call->op->schema.args[k];
    try {
      if (is_place) {
        ReadPlace(*reader_, arg.type, &call->slots[k]);
      } else {
        ReadSlot(*reader_, arg.type, own, &call->slots[k]);
      }
    } catch (const Error& e) {
      PADDLE_THROW(errors::InvalidArgument("%s: argument `%s`: %s",
                                           call->op->name.c_str(),
                                           arg.name.c_str(), e.what()));
    }
  }
  const std::vector<ValueType> types = InferTypes(twin_, *call);
  for (size_t k = 0; k < call->results.size(); ++k) {
    Define(program, call->results[k], types[k].dims);
  }
}

FlatProgram OpenSizes::Twin(const FlatProgram& program,
                            const std::vector<DDim>& inputs) {
  twin_ = program.Clone();
  for (size_t i = 0; i < inputs.size(); ++i) {
    Define(program, program.inputs[i], inputs[i]);
  }
  std::vector<Call> calls = std::move(twin_.calls);
  for (Call& call : calls) Visit(program, &call);
  twin_.calls = std::move(calls);
  return std::move(twin_);
}

FlatProgram SizeTwin(const FlatProgram& program,
                     const std::vector<DDim>& inputs,
                     const DerivedNumbers& derived) {
  OpenSizes sizes;
  sizes.SetDerived(derived);
  return sizes.Twin(program, inputs);
}

void OpenSizes::SetDerived(const DerivedNumbers& derived) {
  reader_->derived = derived;
}

int64_t DerivedNumbers::Note(char op, int64_t a, bool a_is_open, int64_t b,
                             bool b_is_open) {
  Number made{0, op, a, b, a_is_open, b_is_open};
  PADDLE_ENFORCE(
      Compute(op, a, b, &made.value),
      errors::InvalidArgument("static: a number that follows from sizes that "
                              "are not known is too large.")
          .Expected("an int64")
          .Received(std::to_string(a) + " " + op + " " + std::to_string(b)));
  if (std::find(numbers.begin(), numbers.end(), made) == numbers.end()) {
    numbers.push_back(made);
  }
  return made.value;
}

bool DerivedNumbers::Has(int64_t value) const {
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](const Number& n) { return n.value == value; });
}

// ---- programs that grow ----

void OpenSizes::Follow(const FlatProgram& program,
                       const std::function<DDim(size_t input)>& dims_of) {
  const size_t seen = unclear_.size();
  // Inputs that became parts of others are calls at the beginning.
  if (num_calls_ > program.calls.size() ||
      num_inputs_ > program.inputs.size() ||
      (num_calls_ > 0 &&
       program.calls[num_calls_ - 1].results[0] != last_result_)) {
    Reader fresh;
    fresh.derived = std::move(reader_->derived);
    *reader_ = std::move(fresh);
    twin_ = {};
    unclear_.clear();
    num_calls_ = num_inputs_ = 0;
    return Follow(program, dims_of);
  }
  unclear_.resize(program.values.size());
  twin_.values.insert(twin_.values.end(), program.values.begin() + seen,
                      program.values.end());
  for (; num_inputs_ < program.inputs.size(); ++num_inputs_) {
    Define(program, program.inputs[num_inputs_], dims_of(num_inputs_));
  }
  for (; num_calls_ < program.calls.size(); ++num_calls_) {
    FlatProgram one;  // a copy with memory of its own
    one.calls.push_back(program.calls[num_calls_]);
    one = one.Clone();
    Call& call = one.calls[0];
    last_result_ = call.results[0];
    bool clear = std::none_of(call.operands.begin(), call.operands.end(),
                              [&](ValueId v) { return v >= 0 && unclear_[v]; });
    try {
      Visit(program, &call);
    } catch (const Error&) {  // said where the program is compiled
      clear = false;
    }
    for (ValueId v : call.results) unclear_[v] = !clear;
  }
}

bool OpenSizes::IsOpen(const FlatProgram& program, ValueId v, int axis) const {
  const int64_t n = program.values[v].dims[axis];
  return n != twin_.values[v].dims[axis] || (unclear_[v] && n >= kUnclear);
}

DDim OpenSizes::At(const DDim& dims) const {
  DDim there = dims;
  for (int i = 0; i < dims.rank(); ++i) reader_->Find(dims[i], &there[i]);
  return there;
}

bool OpenSizes::Has(int64_t n) const { return reader_->Find(n); }

std::vector<int64_t> ReadSizes(const FlatProgram& program,
                               const FlatProgram& twin,
                               const std::vector<int64_t>& numbers,
                               const DerivedNumbers& derived) {
  Reader reader;
  reader.derived = derived;
  for (size_t v = 0; v < program.values.size(); ++v) {
    const DDim &here = program.values[v].dims, &there = twin.values[v].dims;
    for (int i = 0; i < here.rank(); ++i) reader.Add(here[i], there[i]);
  }
  std::vector<int64_t> read;
  const auto own = [](int64_t) { return false; };
  for (int64_t n : numbers) read.push_back(reader.Read(n, own));
  return read;
}

}  // namespace paddle::pir
