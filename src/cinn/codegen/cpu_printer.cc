#include "cinn/codegen/cpu_printer.h"

#include <algorithm>
#include <functional>

#include "cinn/codegen/element_text.h"
#include "core/thread_pool.h"
#include "phi/kernel_registry.h"

namespace paddle::cinn {

namespace {

// Elements whose sum is made in their own precision: beyond, in doubles.
constexpr int64_t kRowBlock = 4096, kColumnBlock = 128;
constexpr int kUnrolled = 4, kWide = 16, kSmallBody = 48;

bool Any(const std::vector<bool>& list) {
  return std::find(list.begin(), list.end(), true) != list.end();
}

// What reductions have so far, by reduction and, for each, by copy.
struct Sums {
  std::vector<std::string> names;
  std::vector<DataType> types;
};

class Printer {
 public:
  Printer(const Group& group, const Nest& nest, const SweepPlan& plan,
          const CpuSchedule& schedule)
      : graph_(group.graph()),
        nest_(nest),
        plan_(plan),
        copies_(schedule.copies),
        t_(CpuLanes(), CpuLanes() == 16),
        e_(group, nest, plan, schedule.copies, schedule.past, &t_),
        fences_(Any(schedule.past)) {}

  CpuKernelText Print() {
    t_.text = "func.func @" + std::string(kKernelName) +
              "(%tensors: !llvm.ptr, %sizes: !llvm.ptr, %params: !llvm.ptr, "
              "%begin: i64, %end: i64, %scratch: !llvm.ptr) {\n";
    e_.Prologue();
    std::string order;
    for (int i = 0; i < t_.lanes(); ++i) {
      order += (i ? ", " : "") + std::to_string(i);
    }
    iota_ =
        t_.Let("arith.constant dense<[" + order + "]> : " + t_.Vector("i64"));
    t_.Open("scf.for %unit = %begin to %end step " + e_.one + " : i64 {");
    Unit();
    t_.Close();
    // What was written past the caches is there before others are told.
    if (fences_)
      t_.Line("llvm.call_intrinsic \"llvm.x86.sse.sfence\"() : () -> ()");
    t_.Line("return");
    t_.text += "}\n";
    return {std::move(t_.text), e_.accesses, plan_.num_scratch};
  }

 private:
  using Names = ElementText::Names;
  using Body = std::function<void(const std::string& index, Sums* sums)>;

  void Unit() {
    const std::string row = e_.Index("divui", "%unit", e_.chunks);
    const std::string number = e_.Index("remui", "%unit", e_.chunks);
    const std::string first = e_.Index("muli", number, e_.chunk);
    const std::string limit = e_.Index("addi", first, e_.chunk);
    const std::string last = e_.Index("minsi", limit, e_.extent);
    std::vector<std::string> at(e_.outer.size());
    std::string rest = row;
    for (size_t i = at.size(); i-- > 0;) {
      at[i] = i == 0 ? rest : e_.Index("remui", rest, e_.outer[i]);
      if (i > 0) rest = e_.Index("divui", rest, e_.outer[i]);
    }
    e_.BeginRow(at);
    switch (nest_.kind) {
      case Nest::kElementwise: return Elements(first, last);
      case Nest::kRows: return Sweeps({Place()});
      case Nest::kColumns: return Columns(first, last);
    }
  }

  // ---- loops ----
  std::string NewName(const char* prefix) {
    return prefix + std::to_string(next_name_++);
  }
  // The lanes below `count`.
  std::string Mask(const std::string& count) {
    return t_.Let("arith.cmpi slt, " + iota_ + ", " + t_.Splat(count, "i64") +
                  " : " + t_.Vector("i64"));
  }

  // A loop that carries what its reductions have so far.
  void Loop(const std::string& from, const std::string& to,
            const std::string& step, Sums* sums, const Body& body) {
    const std::string index = NewName("%i");
    const std::string head =
        "scf.for " + index + " = " + from + " to " + to + " step " + step;
    if (sums->names.empty()) {
      t_.Open(head + " : i64 {");
      body(index, sums);
      return t_.Close();
    }
    const std::string loop = NewName("%r");
    Sums now{{}, sums->types};
    std::string carried, types, results;
    for (size_t k = 0; k < sums->names.size(); ++k) {
      const std::string comma = k ? ", " : "";
      now.names.push_back(loop + "_" + std::to_string(k));
      carried += comma + now.names[k] + " = " + sums->names[k];
      types += comma + t_.TypeOf(sums->types[k]);
    }
    t_.Open(loop + ":" + std::to_string(now.names.size()) + " = " + head +
            " iter_args(" + carried + ") -> (" + types + ") : i64 {");
    body(index, &now);
    for (size_t k = 0; k < now.names.size(); ++k) {
      results += (k ? ", " : "") + now.names[k];
      sums->names[k] = loop + "#" + std::to_string(k);
    }
    t_.Line("scf.yield " + results + " : " + types);
    t_.Close();
  }

  // Vectors from `from` to `to`: `many` at a time as long as there are, then
  // one by one, the last one masked.
  void Vectors(
      const std::string& from, const std::string& to, int many, Sums* sums,
      const std::function<void(const std::vector<Place>&, Sums*)>& body) {
    const std::string count = e_.Index("subi", to, from);
    const std::string rest = e_.Index("remui", count, e_.lanes);
    const std::string whole = e_.Index("subi", to, rest);
    std::string next = from;
    if (many > 1) {
      const std::string step = t_.Int(static_cast<int64_t>(many) * t_.lanes());
      const std::string few = e_.Index("remui", count, step);
      next = e_.Index("subi", to, few);
      Loop(from, next, step, sums, [&](const std::string& i, Sums* now) {
        std::vector<Place> places;
        for (int u = 0; u < many; ++u) {
          const std::string shift =
              t_.Int(static_cast<int64_t>(u) * t_.lanes());
          places.push_back({e_.Index("addi", i, shift), "", u, "", {}});
        }
        body(places, now);
      });
    }
    Loop(next, whole, e_.lanes, sums, [&](const std::string& i, Sums* now) {
      body({{i, "", 0, "", {}}}, now);
    });
    // Once or not at all.
    const std::string some =
        t_.Let("arith.cmpi sgt, " + rest + ", " + e_.zero + " : i64");
    const std::string times = t_.Let("arith.extui " + some + " : i1 to i64");
    Loop(e_.zero, times, e_.one, sums, [&](const std::string&, Sums* now) {
      body({{whole, Mask(rest), 0, "", {}}}, now);
    });
  }

  void Elements(const std::string& first, const std::string& last) {
    e_.ForgetRow();
    e_.RowValues(plan_.sweeps[0], Place());
    Sums none;
    Vectors(first, last, 1, &none,
            [&](const std::vector<Place>& places, Sums*) {
              Names names;
              e_.Store(0, places[0], &names);
            });
  }

  void Columns(const std::string& first, const std::string& last) {
    Sums none;
    Vectors(first, last, copies_, &none,
            [&](const std::vector<Place>& places, Sums*) { Sweeps(places); });
  }

  // ---- sweeps over the reduced axes ----
  // Those that are added in blocks are added in doubles.
  DataType WideType(ExprId r) const {
    const DataType type = graph_[r].type;
    const bool adds = e_.KindOf(r) == ReduceKind::kSum;
    return adds && type == DataType::kFloat32 ? DataType::kFloat64 : type;
  }
  Sums Identities(size_t copies, bool wide) {
    Sums sums;
    for (ExprId r : now_->reductions) {
      const DataType type = wide ? WideType(r) : graph_[r].type;
      for (size_t c = 0; c < copies; ++c) {
        sums.names.push_back(t_.Identity(e_.KindOf(r), type));
        sums.types.push_back(type);
      }
    }
    return sums;
  }
  std::string As(DataType to, DataType from, const std::string& name) {
    if (to == from) return name;
    return t_.Operation({ScalarOp::kConvert, to}, {name}, from);
  }
  // Adds to `sums` what one block has.
  void AddBlock(const Sums& block, Sums* sums) {
    const size_t copies = sums->names.size() / now_->reductions.size();
    for (size_t k = 0; k < sums->names.size(); ++k) {
      const ExprId r = now_->reductions[k / copies];
      const DataType type = sums->types[k];
      sums->names[k] = t_.Combine(e_.KindOf(r), type, sums->names[k],
                                  As(type, block.types[k], block.names[k]));
    }
  }

  // All sweeps of a row, or of some vectors of columns.
  void Sweeps(const std::vector<Place>& places) {
    e_.ForgetRow();
    for (size_t k = 0; k < plan_.sweeps.size(); ++k) {
      now_ = &plan_.sweeps[k];
      if (now_->reductions.empty() && now_->stores.empty()) continue;
      e_.sweep = static_cast<int>(k);
      for (const Place& place : places) e_.RowValues(*now_, place);
      Sums sums = Identities(places.size(), true);
      const std::vector<std::string> offsets(plan_.used_access.size(), e_.zero);
      Over(0, places, e_.zero, offsets, &sums);
      for (size_t i = 0; i < sums.names.size(); ++i) {
        const ExprId r = now_->reductions[i / places.size()];
        const DataType wide = sums.types[i];
        const bool rows = nest_.kind == Nest::kRows;
        const std::string& total = sums.names[i];
        e_.SetRowValue(r, places[i % places.size()],
                       As(graph_[r].type, wide,
                          rows ? t_.Across(e_.KindOf(r), wide, total) : total));
      }
    }
    for (const Place& place : places) e_.StoreRowValues(place);
  }

  // The loops over inner axis `i` and those in it.
  void Over(size_t i, const std::vector<Place>& places,
            const std::string& linear, const std::vector<std::string>& offsets,
            Sums* sums) {
    if (nest_.kind == Nest::kRows && i == e_.inner.size()) {
      return Run(linear, offsets, sums);
    }
    const bool last = nest_.kind == Nest::kColumns && i + 1 == e_.inner.size();
    const Body step = [&](const std::string& index, Sums* now) {
      std::vector<std::string> next = offsets;
      for (int access : e_.accesses) {
        const auto a = static_cast<size_t>(access);
        next[a] = e_.Index("addi", next[a],
                           e_.Index("muli", index, e_.inner_stride[a][i]));
      }
      const std::string at =
          e_.Index("addi", e_.Index("muli", linear, e_.inner[i]), index);
      if (!last) return Over(i + 1, places, at, next, now);
      std::vector<Place> here = places;
      for (Place& place : here) {
        place.linear = at;
        place.offsets = next;
      }
      Accumulate(here, now);
    };
    if (!last) return Loop(e_.zero, e_.inner[i], e_.one, sums, step);
    Blocks(e_.inner[i], kColumnBlock, sums,
           [&](const std::string& from, const std::string& to, Sums* now) {
             Sums block = Identities(places.size(), false);
             Loop(from, to, e_.one, &block, step);
             if (!block.names.empty()) AddBlock(block, now);
           });
  }

  void Blocks(const std::string& extent, int64_t size, Sums* sums,
              const std::function<void(const std::string& from,
                                       const std::string& to, Sums*)>& body) {
    const std::string step = t_.Int(size);
    Loop(e_.zero, extent, step, sums, [&](const std::string& from, Sums* now) {
      const std::string to =
          e_.Index("minsi", e_.Index("addi", from, step), extent);
      body(from, to, now);
    });
  }

  // The vectors of one run along the row. Each of those that are done together
  // has a sum of its own; a single one goes to the first.
  void Run(const std::string& linear, const std::vector<std::string>& offsets,
           Sums* sums) {
    const std::string start = e_.Index("muli", linear, e_.extent);
    Blocks(e_.extent, kRowBlock, sums,
           [&](const std::string& from, const std::string& to, Sums* now) {
             Sums block = Identities(static_cast<size_t>(copies_), false);
             Vectors(from, to, copies_, &block,
                     [&](const std::vector<Place>& places, Sums* own) {
                       std::vector<Place> here = places;
                       for (Place& place : here) {
                         place.linear = e_.Index("addi", start, place.along);
                         place.offsets = offsets;
                       }
                       Accumulate(here, own);
                     });
             if (!block.names.empty()) AddBlock(Joined(block), now);
           });
  }
  // One sum of each reduction's copies.
  Sums Joined(const Sums& block) {
    const size_t copies = block.names.size() / now_->reductions.size();
    Sums joined;
    for (size_t k = 0; k < now_->reductions.size(); ++k) {
      const ReduceKind kind = e_.KindOf(now_->reductions[k]);
      const DataType type = block.types[k * copies];
      std::string sum = block.names[k * copies];
      for (size_t c = 1; c < copies; ++c) {
        sum = t_.Combine(kind, type, sum, block.names[k * copies + c]);
      }
      joined.names.push_back(sum);
      joined.types.push_back(type);
    }
    return joined;
  }

  // `sums` has a place for each copy, of which there may be fewer here.
  void Accumulate(const std::vector<Place>& places, Sums* sums) {
    const size_t n = now_->reductions.size();
    const size_t copies = n ? sums->names.size() / n : 0;
    for (Place place : places) {
      const auto copy = static_cast<size_t>(place.copy);
      if (nest_.kind == Nest::kRows) place.copy = 0;  // they share the row
      Names names;
      for (size_t k = 0; k < n; ++k) {
        const ExprId r = now_->reductions[k];
        std::string& sum = sums->names[k * copies + copy];
        sum = t_.Combine(e_.KindOf(r), graph_[r].type, sum,
                         e_.Reduced(r, place, &names));
      }
      e_.Store(e_.sweep, place, &names);
    }
  }

  const ExprGraph& graph_;
  const Nest& nest_;
  const SweepPlan& plan_;
  const int copies_;
  VectorText t_;
  ElementText e_;
  const bool fences_;
  const Sweep* now_ = nullptr;
  std::string iota_;
  int next_name_ = 0;
};

}  // namespace

int CpuLanes() { return phi::MachineIsaLevel() >= 4 ? 16 : 8; }

CpuSchedule ScheduleForCpu(const Group& group, const Nest& nest,
                           const SweepPlan& plan) {
  CpuSchedule schedule;
  schedule.past.assign(nest.accesses.size(), false);
  if (group.graph().size() > kSmallBody) return schedule;
  schedule.copies = kUnrolled;
  // Long pieces of each row of memory, where threads have enough to do and the
  // sums fit into registers.
  const bool few = std::all_of(
      plan.sweeps.begin(), plan.sweeps.end(),
      [](const Sweep& sweep) { return sweep.reductions.size() <= 1; });
  const int64_t wide = int64_t{kWide} * CpuLanes() * 4 * NumThreads();
  if (nest.kind == Nest::kColumns && few && nest.vector >= wide) {
    schedule.copies = kWide;
  }
  return schedule;
}

CpuKernelText PrintCpuKernel(const Group& group, const Nest& nest,
                             const SweepPlan& plan,
                             const CpuSchedule& schedule) {
  return Printer(group, nest, plan, schedule).Print();
}

}  // namespace paddle::cinn
