#include "pir/size_twin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/float_types.h"
#include "pir/builder/pir_builder.h"
#include "pir/numbers.h"

namespace paddle::pir {

namespace {

// Offsets that occur beside a size: x[:, 100:] and the like.
constexpr int64_t kOffset = 4096, kOffsetOfMultiple = 64;
constexpr int64_t kMultiple = 16, kFew = 32;

bool IsSentinel(int64_t n) {
  constexpr int64_t kInt32 = std::numeric_limits<int32_t>::max();
  return n >= std::numeric_limits<int64_t>::max() / 2 ||
         n <= std::numeric_limits<int64_t>::min() / 2 || n == kInt32 ||
         n == kInt32 - 1 || n == -kInt32 || n == -kInt32 - 1 ||
         n == 2 * kInt32 + 1;
}

// A size that is not known: what stands for it in the program, and in the twin.
struct StandIn {
  int64_t here, there;
};

class Reader {
 public:
  void Add(int64_t here, int64_t there) {
    if (here == there) return;
    for (const StandIn& s : known_) {
      if (s.here == here && s.there == there) return;
    }
    known_.push_back({here, there});
    least_ = std::min(least_, here);
  }

  // What `n` is in the twin.
  int64_t Read(int64_t n) const {
    if (known_.empty() || IsSentinel(n) || std::abs(n) < least_ / 20) return n;
    std::set<int64_t> found = Whole(n);
    if (found.empty()) WithOffset(n, &found);
    if (found.size() == 1) return *found.begin();
    if (!found.empty()) Unclear(n, "several sizes have the same stand-in");
    if (LooksDerived(n)) Unclear(n, "a size was divided");
    return n;
  }

  // The same for places in memory, which are all formulas.
  int64_t ReadOffset(int64_t n) const {
    if (known_.empty() || std::abs(n) < least_ / 20) return n;
    std::set<int64_t> found = Whole(n);
    if (found.empty()) FromTheEnd(n, &found);
    if (found.size() != 1) Unclear(n, "it is a place in memory");
    return *found.begin();
  }

  double Read(double v, DataType type) const {
    if (known_.empty() || v == 0 || !std::isfinite(v)) return v;
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
    return found.empty() ? v : *found.begin();
  }

 private:
  [[noreturn]] static void Unclear(int64_t n, const char* why) {
    PADDLE_THROW(errors::InvalidArgument(
        "the number %lld follows from sizes that are not known, and it is not "
        "clear how: %s.",
        static_cast<long long>(n), why));
  }

  std::set<int64_t> Whole(int64_t n) const {
    std::set<int64_t> found;
    Multiples(n, 1, 1, 0, 3, &found);
    const bool exact = !found.empty();
    // Beside an exact multiple only what may well be meant: the half of a size,
    // rounded down, twice is the size less one.
    for (const int64_t offset : {-1, 1}) {
      if (exact && std::abs((n - offset) / least_) > 64) continue;
      std::set<int64_t> multiples;
      Multiples(n - offset, 1, 1, 0, exact ? 1 : 3, &multiples, exact ? 8 : 0);
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

  // n = coefficient * the product of up to `more` sizes from number `first` on;
  // `most`: of the coefficient, 0 for any.
  void Multiples(int64_t n, int64_t here, int64_t there, size_t first, int more,
                 std::set<int64_t>* found, int64_t most = 0) const {
    if (here > 1 && n % here == 0 && std::abs(n / here) < least_ / 2 &&
        (most == 0 || std::abs(n / here) <= most)) {
      found->insert(n / here * there);
    }
    if (more == 0) return;
    for (size_t i = first; i < known_.size(); ++i) {
      int64_t h, t;
      if (__builtin_mul_overflow(here, known_[i].here, &h) ||
          __builtin_mul_overflow(there, known_[i].there, &t) ||
          h > std::abs(n)) {
        continue;
      }
      Multiples(n, h, t, i, more - 1, found, most);
    }
  }

  // n = coefficient * (multiple of one or two sizes - a few)
  void FromTheEnd(int64_t n, std::set<int64_t>* found) const {
    const auto add = [&](int64_t here, int64_t there) {
      for (int64_t m = 1; m <= kMultiple; ++m) {
        for (int64_t k = -kFew; k <= kFew; ++k) {
          const int64_t unit = m * here - k;
          if (k == 0 || n % unit != 0 || std::abs(n / unit) > 65536) continue;
          found->insert(n / unit * (m * there - k));
        }
      }
    };
    for (size_t i = 0; i < known_.size(); ++i) {
      add(known_[i].here, known_[i].there);
      for (size_t j = i; j < known_.size(); ++j) {
        add(known_[i].here * known_[j].here, known_[i].there * known_[j].there);
      }
    }
  }

  void WithOffset(int64_t n, std::set<int64_t>* found) const {
    for (const StandIn& s : known_) {
      for (int64_t r = -kMultiple; r <= kMultiple; ++r) {
        const int64_t offset = n - r * s.here;
        const int64_t bound = std::abs(r) == 1 ? kOffset : kOffsetOfMultiple;
        if (r != 0 && std::abs(offset) < bound) {
          found->insert(r * s.there + offset);
        }
      }
    }
  }

  // The quotient of a size and a small number.
  bool LooksDerived(int64_t n) const {
    for (const StandIn& s : known_) {
      for (int64_t k = 2; k <= kMultiple; ++k) {
        if (std::abs(std::abs(n) * k - s.here) <= 2 * k) return true;
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
    for (const StandIn& s : known_) {
      if (!found->empty()) return;
      add(static_cast<double>(s.here), static_cast<double>(s.there));
    }
  }

  std::vector<StandIn> known_;
  int64_t least_ = std::numeric_limits<int64_t>::max();
};

// Of calls that say how a tensor lies in memory.
void ReadPlace(const Reader& reader, ArgType type, Slot* slot) {
  if (type == ArgType::kInt) slot->i = reader.ReadOffset(slot->i);
  if (type != ArgType::kIntArray) return;
  for (int i = 0; i < slot->ints.size(); ++i) {
    auto& n = const_cast<int64_t&>(slot->ints.data()[i]);
    n = reader.ReadOffset(n);
  }
}

void ReadSlot(const Reader& reader, ArgType type, Slot* slot) {
  switch (type) {
    case ArgType::kInt: slot->i = reader.Read(slot->i); break;
    case ArgType::kFloat:
      slot->f = reader.Read(slot->f, DataType::kFloat64);
      break;
    case ArgType::kIntArray:
      for (int i = 0; i < slot->ints.size(); ++i) {
        auto& n = const_cast<int64_t&>(slot->ints.data()[i]);
        n = reader.Read(n);
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

FlatProgram Twin(const FlatProgram& program, const std::vector<DDim>& inputs,
                 Reader reader) {
  FlatProgram twin = program.Clone();
  const auto define = [&](ValueId v, const DDim& dims) {
    const DDim& before = program.values[v].dims;
    PADDLE_ENFORCE(dims.rank() == before.rank(),
                   errors::InvalidArgument(
                       "the number of axes depends on sizes that are not "
                       "known."));
    for (int i = 0; i < dims.rank(); ++i) reader.Add(before[i], dims[i]);
    twin.values[v].dims = dims;
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    define(twin.inputs[i], inputs[i]);
  }
  for (Call& call : twin.calls) {
    if (call.bodies.size()) {
      size_t operand = 1;
      for (auto& body : call.bodies) {
        std::vector<DDim> dims;
        for (size_t n = body->inputs.size(); n > 0; --n) {
          dims.push_back(twin.values[call.operands[operand++]].dims);
        }
        body = std::make_shared<const FlatProgram>(Twin(*body, dims, reader));
      }
      const FlatProgram& body = *call.bodies[0];
      const size_t first = body.outputs.size() - call.results.size();
      for (size_t k = 0; k < call.results.size(); ++k) {
        define(call.results[k],
               body.values[body.outputs[first + k].value].dims);
      }
      continue;
    }
    if (!call.op) {
      ReadConstant(reader, &call.constant);
      continue;
    }
    const bool is_place =
        call.op->name == "as_strided" || call.op->name == "strided_update";
    if (is_place && program.values[call.operands[0]].dims ==
                        twin.values[call.operands[0]].dims) {
      continue;  // all numbers are what they are
    }
    for (size_t k = 0; k < call.slots.size(); ++k) {
      const ArgSpec& arg = call.op->schema.args[k];
      try {
        (is_place ? ReadPlace : ReadSlot)(reader, arg.type, &call.slots[k]);
      } catch (const Error& e) {
        PADDLE_THROW(errors::InvalidArgument("%s: argument `%s`: %s",
                                             call.op->name.c_str(),
                                             arg.name.c_str(), e.what()));
      }
    }
    const std::vector<ValueType> types = InferTypes(twin, call);
    for (size_t k = 0; k < call.results.size(); ++k) {
      define(call.results[k], types[k].dims);
    }
  }
  return twin;
}

}  // namespace

FlatProgram SizeTwin(const FlatProgram& program,
                     const std::vector<DDim>& inputs) {
  return Twin(program, inputs, Reader());
}

std::vector<int64_t> ReadSizes(const FlatProgram& program,
                               const FlatProgram& twin,
                               const std::vector<int64_t>& numbers) {
  Reader reader;
  for (size_t v = 0; v < program.values.size(); ++v) {
    const DDim &here = program.values[v].dims, &there = twin.values[v].dims;
    for (int i = 0; i < here.rank(); ++i) reader.Add(here[i], there[i]);
  }
  std::vector<int64_t> read;
  for (int64_t n : numbers) read.push_back(reader.Read(n));
  return read;
}

}  // namespace paddle::pir
