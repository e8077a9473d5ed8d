// paddle.shape(x) in a program: a value like others, and beside it the numbers
// that it stands for while the program is built.
#include <algorithm>

#include "eager/eager_builder.h"
#include "eager/replace_operands.h"
#include "jit/captured_util.h"
#include "jit/program_tracer.h"
#include "ops/builder.h"
#include "ops/manipulation/host_values.h"

namespace paddle::jit {

namespace {

constexpr int64_t kMost = 64;  // elements

// Numbers in the place of sizes; a result that is one of them in each of these
// rows has been moved only. Ascending, descending, mixed, all zero.
constexpr int kRows = 4;
int64_t Sample(int row, int64_t i) {
  switch (row) {
    case 0: return 3 + 5 * i;
    case 1: return 1000003 - 17 * i;
    case 2: return (i * 37 + 11) % 101 * 1000 + i;
    default: return 0;
  }
}

std::vector<int64_t> Ints(const DenseTensor& t) {
  return HostInts(Var::Share(const_cast<DenseTensor*>(&t)));
}

std::vector<Var> Compute(const OpDef& op, Args& args, int num_outs) {
  const PauseRecorder pause;
  const GradModeGuard no_grad(false);
  Outs outs(num_outs);
  Dispatch(op, args, outs);
  std::vector<Var> results;
  for (int i = 0; i < outs.size(); ++i) {
    results.push_back(Contiguous(Var::Own(outs.Take(i))));
  }
  return results;
}

// Whether each element of the results is one of the operands' whatever these
// are. `args`: with sizes that have values.
bool OnlyMoves(const OpDef& op, const Args& args, int num_outs) {
  // By result and element: which elements of operands it may be.
  std::vector<std::vector<int64_t>> sources;
  for (int row = 0; row < kRows; ++row) {
    std::vector<int64_t> given;
    Args sample = Args::Borrow(args);
    ReplaceOperands(op, sample, [&](DenseTensor* t) {
      if (!t) return t;
      Var made = Var::Share(t);
      if (!(t->flags & kNumber)) {
        made = EmptyTensor(t->dims, t->dtype);
        VisitDataType(t->dtype, [&]<typename T>(T) {
          if constexpr (!kIsComplexType<T>) {
            for (int64_t e = 0; e < t->numel; ++e) {
              made->Data<T>()[e] = static_cast<T>(
                  Sample(row, static_cast<int64_t>(given.size()) + e));
            }
          }
        });
      }
      const std::vector<int64_t> all = Ints(*made);
      given.insert(given.end(), all.begin(), all.end());
      return sample.Keep(std::move(made));
    });
    size_t n = 0;
    for (const Var& out : Compute(op, sample, num_outs)) {
      for (const int64_t v : HostInts(out)) {
        if (row == 0) {
          sources.emplace_back();
          for (size_t g = 0; g < given.size(); ++g) {
            sources.back().push_back(static_cast<int64_t>(g));
          }
        }
        if (n >= sources.size()) return false;
        std::erase_if(sources[n], [&](int64_t g) { return given[g] != v; });
        if (sources[n++].empty()) return false;
      }
    }
    if (n != sources.size()) return false;
  }
  return true;
}

}  // namespace

Var ProgramTracer::SizesOf(DenseTensor& t) {
  static const OpDef& shape_of = GetOp("shape_of");
  NoteShown(t.dims, OpenAxes(t));
  Args args(shape_of);
  args.size = 1;
  args.SetTensor(0, &t);
  Outs outs(1);
  Var sizes = Var::Own(NewTensor(State()));
  sizes->dtype = DataType::kInt64;
  sizes->dims = DDim{t.rank()};
  SetContiguous(sizes.get());
  outs[0] = Alias(*sizes).Take();
  Call(shape_of, args, outs);
  sizes = Var::Own(outs.Take(0));
  const PauseRecorder pause;
  sizes_[sizes->storage] = {Alias(*sizes),
                            FromInts({t.dims.begin(), t.dims.end()})};
  return sizes;
}

Var ProgramTracer::Read(DenseTensor& t) {
  Settle(t);
  const auto found = sizes_.find(t.storage);
  if (found == sizes_.end()) return {};
  const Window w = WindowOf(t);
  return jit::View(*found->second.values, w.offset, w.dtype, w.dims, w.strides);
}

void ProgramTracer::RefuseRead() {
  auto* tracer = dynamic_cast<ProgramTracer*>(State().recorder);
  if (tracer) tracer->Materialize("its value is read");
}

// What a call makes of single sizes, as paddle.shape(x)[0] - 100 does. False
// where that is not known.
bool ProgramTracer::NoteDerivedOf(const OpDef& op, const Args& args) {
  if (op.name == "prod") return args.slot[0].tensor->dtype == DataType::kInt64;
  const char sign = op.name == "add"        ? '+'
                    : op.name == "subtract" ? '-'
                    : op.name == "multiply" ? '*'
                                            : 0;
  if (!sign) return false;
  std::vector<std::vector<int64_t>> numbers;
  bool wide = true;  // int32 may wrap around
  ForEachOperand(op, args, [&](DenseTensor* t) {
    wide &= t && (t->dtype == DataType::kInt64 || t->flags & kNumber);
    if (t) numbers.push_back(Ints(*t));
  });
  if (!wide || numbers.size() != 2) return false;
  const size_t n = std::max(numbers[0].size(), numbers[1].size());
  for (auto& of : numbers) {
    if (of.size() == 1) of.resize(n, of[0]);
    if (of.size() != n) return false;
  }
  const auto is_open = [&](int64_t v) {
    return HasOpenSize(v) || derived_.Has(v);
  };
  for (size_t i = 0; i < n; ++i) {
    const int64_t a = numbers[0][i], b = numbers[1][i];
    const bool a_is_open = is_open(a), b_is_open = is_open(b);
    // They may be sizes of several inputs, which have one stand-in.
    if (a_is_open && b_is_open && sign != '*') return false;
    if (a_is_open || b_is_open) NoteDerived(sign, a, a_is_open, b, b_is_open);
  }
  return true;
}

// Sizes that are moved, added, multiplied stay numbers that may be read.
bool ProgramTracer::FollowSizes(const OpDef& op, Args& args, Outs& outs) {
  if (sizes_.empty() || args.inplace || op.writes || op.into ||
      op.Has(kDataDependent)) {
    return false;
  }
  bool all = true, any = false;
  ForEachOperand(op, args, [&](DenseTensor* t) {
    if (!t) return;
    const bool holds = t->storage && sizes_.count(t->storage);
    any |= holds;
    all &= holds || (t->flags & kNumber && !(t->flags & kTraced));
    all &= IsInteger(t->dtype) && t->numel <= kMost;
  });
  if (!any || !all) return false;
  Args known = Args::Borrow(args);
  ReplaceOperands(op, known, [&](DenseTensor* t) {
    if (!t || t->flags & kNumber) return t;
    return known.Keep(Read(*t));
  });
  {
    const Inside guard(&inside_);
    Dispatch(op, args, outs);
  }
  std::vector<Var> results;
  const PauseRecorder pause;
  try {
    const int count = op.schema.list_out ? 0 : outs.size();
    results = Compute(op, known, count);
    for (const Var& r : results) {
      if (!IsInteger(r->dtype)) return true;
    }
    if (!NoteDerivedOf(op, known) && !OnlyMoves(op, known, count)) return true;
  } catch (const Error&) {  // at these numbers
    return true;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    DenseTensor& out = *outs[static_cast<int>(i)];
    sizes_.try_emplace(out.storage, Sizes{Alias(out), results[i]});
  }
  return true;
}

}  // namespace paddle::jit
