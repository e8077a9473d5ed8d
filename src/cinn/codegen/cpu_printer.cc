#include "cinn/codegen/cpu_printer.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "cinn/codegen/vector_text.h"
#include "phi/kernel_registry.h"

namespace paddle::cinn {

namespace {

constexpr int64_t kBlock = 4096;  // elements that are summed by themselves
constexpr int kUnrolled = 4, kSmallBody = 48;

// One way of going over elements: where they are, and which of them.
struct Place {
  std::string inner;  // the index along the vectors' axis, or empty
  std::string mask;   // empty: all lanes
  std::string lane;   // of kColumns: the first column
};

class Printer {
 public:
  Printer(const Group& group, const Nest& nest, const SweepPlan& plan)
      : group_(group),
        graph_(group.graph()),
        nest_(nest),
        plan_(plan),
        avx512_(phi::MachineIsaLevel() >= 4),
        t_(avx512_ ? 16 : 8, avx512_) {}

  CpuKernelText Print() {
    result_.lanes = t_.lanes();
    result_.num_scratch = plan_.num_scratch;
    t_.text = "func.func @" + std::string(kKernelName) +
              "(%tensors: !llvm.ptr, %sizes: !llvm.ptr, %params: !llvm.ptr, "
              "%begin: i64, %end: i64, %scratch: !llvm.ptr) {\n";
    Prologue();
    t_.Open("scf.for %unit = %begin to %end step " + one_ + " : i64 {");
    Row();
    t_.Close();
    t_.Line("return");
    t_.text += "}\n";
    result_.text = std::move(t_.text);
    return std::move(result_);
  }

 private:
  using Names = std::unordered_map<ExprId, std::string>;

  std::string Binary(const char* op, const std::string& a,
                     const std::string& b) {
    return t_.Let(std::string("arith.") + op + " " + a + ", " + b + " : i64");
  }
  std::string Size(size_t i) {
    const std::string at =
        t_.Let("llvm.getelementptr %sizes[" + t_.Int(static_cast<int64_t>(i)) +
               "] : (!llvm.ptr, i64) -> !llvm.ptr, i64");
    return t_.Let("llvm.load " + at + " : !llvm.ptr -> i64");
  }

  // Loads what the caller gives: sizes, strides, pointers.
  void Prologue() {
    zero_ = t_.Int(0);
    one_ = t_.Int(1);
    lanes_ = t_.Int(t_.lanes());
    size_t next = 0;
    extent_ = Size(next++);
    chunk_ = Size(next++);
    chunks_ = Size(next++);
    for (size_t i = 0; i < nest_.outer.size(); ++i)
      outer_.push_back(Size(next++));
    for (size_t i = 0; i < nest_.inner.size(); ++i)
      inner_.push_back(Size(next++));
    const auto n = nest_.accesses.size();
    pointer_.resize(n);
    outer_stride_.resize(n);
    inner_stride_.resize(n);
    for (size_t a = 0; a < n; ++a) {
      if (!plan_.used_access[a]) continue;
      const auto number = static_cast<int64_t>(result_.accesses.size());
      result_.accesses.push_back(static_cast<int>(a));
      const std::string at =
          t_.Let("llvm.getelementptr %tensors[" + t_.Int(number) +
                 "] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr");
      pointer_[a] = t_.Let("llvm.load " + at + " : !llvm.ptr -> !llvm.ptr");
      for (size_t i = 0; i < outer_.size(); ++i)
        outer_stride_[a].push_back(Size(next++));
      for (size_t i = 0; i < inner_.size(); ++i)
        inner_stride_[a].push_back(Size(next++));
    }
    std::string order;
    for (int i = 0; i < t_.lanes(); ++i) {
      order += (i ? ", " : "") + std::to_string(i);
    }
    iota_ =
        t_.Let("arith.constant dense<[" + order + "]> : " + t_.Vector("i64"));
  }

  // The lanes below `count`, an i64.
  std::string Mask(const std::string& count) {
    return t_.Let("arith.cmpi slt, " + iota_ + ", " + t_.Splat(count, "i64") +
                  " : " + t_.Vector("i64"));
  }

  void Row() {
    const std::string row = Binary("divui", "%unit", chunks_);
    const std::string number = Binary("remui", "%unit", chunks_);
    const std::string first = Binary("muli", number, chunk_);
    const std::string limit = Binary("addi", first, chunk_);
    const std::string last = Binary("minsi", limit, extent_);
    std::vector<std::string> at(outer_.size());
    std::string rest = row;
    for (size_t i = outer_.size(); i-- > 0;) {
      at[i] = i == 0 ? rest : Binary("remui", rest, outer_[i]);
      if (i > 0) rest = Binary("divui", rest, outer_[i]);
    }
    base_.resize(pointer_.size());
    for (size_t a = 0; a < pointer_.size(); ++a) {
      if (pointer_[a].empty()) continue;
      std::string offset = zero_;
      for (size_t i = 0; i < at.size(); ++i) {
        offset =
            Binary("addi", offset, Binary("muli", at[i], outer_stride_[a][i]));
      }
      base_[a] = t_.Address(pointer_[a], offset, TypeOf(a));
    }
    switch (nest_.kind) {
      case Nest::kElementwise: return Elements(first, last);
      case Nest::kRows: return Sweeps({});
      case Nest::kColumns: return Columns(first, last);
    }
  }

  DataType TypeOf(size_t access) const {
    return group_.domain().accesses()[access].tensor.dtype;
  }

  // ---- loops ----
  // body(index, mask) for vectors from `from` to `to`, the last one masked.
  void Vectors(
      const std::string& from, const std::string& to,
      const std::function<void(const std::string&, const std::string&)>& body) {
    const std::string count = Binary("subi", to, from);
    const std::string rest = Binary("remui", count, lanes_);
    const std::string whole = Binary("subi", to, rest);
    const std::string i = NewIndex();
    t_.Open("scf.for " + i + " = " + from + " to " + whole + " step " + lanes_ +
            " : i64 {");
    body(i, "");
    t_.Close();
    const std::string some =
        t_.Let("arith.cmpi sgt, " + rest + ", " + zero_ + " : i64");
    t_.Open("scf.if " + some + " {");
    body(whole, Mask(rest));
    t_.Close();
  }
  std::string NewIndex() { return "%i" + std::to_string(next_index_++); }

  void Elements(const std::string& first, const std::string& last) {
    row_.clear();
    RowValues(plan_.sweeps[0], {});
    Vectors(first, last, [&](const std::string& i, const std::string& mask) {
      Names names;
      Stores(plan_.sweeps[0], {i, mask, {}}, &names);
    });
  }

  void Columns(const std::string& first, const std::string& last) {
    Vectors(first, last, [&](const std::string& i, const std::string& mask) {
      Sweeps({"", mask, i});
    });
  }

  // All sweeps of a row, or of a vector of columns.
  void Sweeps(const Place& place) {
    row_.clear();
    for (size_t k = 0; k < plan_.sweeps.size(); ++k) {
      const Sweep& sweep = plan_.sweeps[k];
      if (sweep.reductions.empty() && sweep.stores.empty()) continue;
      now_ = static_cast<int>(k);
      RowValues(sweep, place);
      std::vector<std::string> totals;
      for (ExprId r : sweep.reductions) {
        totals.push_back(t_.Identity(KindOf(r), graph_[r].type));
      }
      Over(0, place, zero_, std::vector<std::string>(pointer_.size(), zero_),
           sweep, &totals);
      for (size_t i = 0; i < totals.size(); ++i) {
        const ExprId r = sweep.reductions[i];
        row_[r] = nest_.kind == Nest::kRows
                      ? t_.Across(KindOf(r), graph_[r].type, totals[i])
                      : totals[i];
      }
    }
    for (int v : plan_.outer_stores) {
      const auto& value = group_.values()[static_cast<size_t>(v)];
      const auto access = static_cast<size_t>(value.access);
      const std::string name = RowValue(value.expr, place);
      if (nest_.kind == Nest::kRows || !nest_.accesses[access].vector) {
        t_.StoreFirst(TypeOf(access), name, base_[access]);
      } else {
        t_.Store(TypeOf(access), name,
                 t_.Address(base_[access], place.lane, TypeOf(access)),
                 place.mask);
      }
    }
  }
  // What the elements of a sweep are made of and is one for the row, before the
  // loop that reads it.
  void RowValues(const Sweep& sweep, const Place& place) {
    for (ExprId id = 0; id < graph_.size(); ++id) {
      if (IsReadBy(id, sweep)) RowValue(id, place);
    }
  }
  ReduceKind KindOf(ExprId reduce) const {
    return static_cast<ReduceKind>(graph_[reduce].index);
  }
  // Whether an element of the sweep is made of this value of the row.
  bool IsReadBy(ExprId id, const Sweep& sweep) {
    if (plan_.varies[static_cast<size_t>(id)]) return false;
    if (plan_.level[static_cast<size_t>(id)] > now_) return false;
    std::vector<bool> seen(static_cast<size_t>(graph_.size()), false);
    const std::function<bool(ExprId)> reads = [&](ExprId of) {
      if (of == id) return true;
      if (seen[static_cast<size_t>(of)] ||
          !plan_.varies[static_cast<size_t>(of)])
        return false;
      seen[static_cast<size_t>(of)] = true;
      const Expr& e = graph_[of];
      for (int k = 0; k < e.num_args(); ++k) {
        if (reads(e.a[k])) return true;
      }
      return false;
    };
    for (ExprId r : sweep.reductions) {
      if (reads(graph_[r].a[0])) return true;
    }
    for (int v : sweep.stores) {
      if (reads(group_.values()[static_cast<size_t>(v)].expr)) return true;
    }
    return false;
  }

  // The loops over inner axis `i` and those in it. `linear`: the number of the
  // element among those of the row; `offsets`: by access. `totals`: what the
  // reductions have so far.
  void Over(size_t i, const Place& place, const std::string& linear,
            std::vector<std::string> offsets, const Sweep& sweep,
            std::vector<std::string>* totals) {
    const bool rows = nest_.kind == Nest::kRows;
    if (rows && i == inner_.size())
      return Run(place, linear, offsets, sweep, totals);
    // Columns: the last axis is cut into blocks, whose sums are added.
    const bool blocked = !rows && i + 1 == inner_.size();
    const auto step = [&](const std::string& index,
                          std::vector<std::string>* sums) {
      std::vector<std::string> next = offsets;
      for (size_t a = 0; a < next.size(); ++a) {
        if (pointer_[a].empty()) continue;
        next[a] =
            Binary("addi", next[a], Binary("muli", index, inner_stride_[a][i]));
      }
      const std::string at =
          Binary("addi", Binary("muli", linear, inner_[i]), index);
      if (!blocked) return Over(i + 1, place, at, next, sweep, sums);
      Names names;
      Body(sweep, place, at, next, &names, sums);
    };
    if (!blocked) return Loop(zero_, inner_[i], one_, sweep, totals, step);
    const std::string size = t_.Int(kBlock);
    Loop(zero_, inner_[i], size, sweep, totals,
         [&](const std::string& from, std::vector<std::string>* sums) {
           const std::string to =
               Binary("minsi", Binary("addi", from, size), inner_[i]);
           std::vector<std::string> own = Identities(sweep);
           Loop(from, to, one_, sweep, &own, step);
           Add(sweep, own, sums);
         });
  }

  std::vector<std::string> Identities(const Sweep& sweep) {
    std::vector<std::string> list;
    for (ExprId r : sweep.reductions)
      list.push_back(t_.Identity(KindOf(r), graph_[r].type));
    return list;
  }
  void Add(const Sweep& sweep, const std::vector<std::string>& own,
           std::vector<std::string>* sums) {
    for (size_t k = 0; k < own.size(); ++k) {
      const ExprId r = sweep.reductions[k];
      (*sums)[k] = t_.Combine(KindOf(r), graph_[r].type, (*sums)[k], own[k]);
    }
  }

  // A loop that carries what its reductions have so far.
  void Loop(const std::string& from, const std::string& to,
            const std::string& step, const Sweep& sweep,
            std::vector<std::string>* totals,
            const std::function<void(const std::string&,
                                     std::vector<std::string>*)>& body) {
    const std::string index = NewIndex();
    std::string head = index + " = " + from + " to " + to + " step " + step;
    if (totals->empty()) {
      t_.Open("scf.for " + head + " : i64 {");
      body(index, totals);
      return t_.Close();
    }
    const std::string loop = "%r" + std::to_string(next_index_++);
    std::string carried, types, results;
    std::vector<std::string> now;
    const size_t per = totals->size() / sweep.reductions.size();
    for (size_t k = 0; k < totals->size(); ++k) {
      now.push_back(loop + "_" + std::to_string(k));
      const std::string comma = k ? ", " : "";
      carried += comma + now[k] + " = " + (*totals)[k];
      types += comma + t_.TypeOf(graph_[sweep.reductions[k / per]].type);
    }
    t_.Open(loop + ":" + std::to_string(totals->size()) + " = scf.for " + head +
            " iter_args(" + carried + ") -> (" + types + ") : i64 {");
    body(index, &now);
    for (size_t k = 0; k < now.size(); ++k) results += (k ? ", " : "") + now[k];
    t_.Line("scf.yield " + results + " : " + types);
    t_.Close();
    for (size_t k = 0; k < totals->size(); ++k) {
      (*totals)[k] = loop + "#" + std::to_string(k);
    }
  }

  // The vectors of one run along the row.
  void Run(const Place& place, const std::string& linear,
           const std::vector<std::string>& offsets, const Sweep& sweep,
           std::vector<std::string>* totals) {
    const std::string start = Binary("muli", linear, extent_);
    const std::string block = t_.Int(kBlock);
    const int unroll = graph_.size() <= kSmallBody ? kUnrolled : 1;
    const std::string stride =
        t_.Int(static_cast<int64_t>(unroll) * t_.lanes());
    Loop(zero_, extent_, block, sweep, totals,
         [&](const std::string& from, std::vector<std::string>* sums) {
           const std::string to =
               Binary("minsi", Binary("addi", from, block), extent_);
           const std::string count = Binary("subi", to, from);
           const std::string many =
               Binary("subi", to, Binary("remui", count, stride));
           const std::string rest = Binary("remui", count, lanes_);
           const std::string whole = Binary("subi", to, rest);
           const auto one = [&](const std::string& i, const std::string& mask,
                                std::vector<std::string>* into) {
             Names names;
             Place here{i, mask, place.lane};
             Body(sweep, here, Binary("addi", start, i), offsets, &names, into);
           };
           std::vector<std::string> own;  // by reduction, then by copy
           for (ExprId r : sweep.reductions) {
             own.insert(own.end(), static_cast<size_t>(unroll),
                        t_.Identity(KindOf(r), graph_[r].type));
           }
           Loop(from, many, stride, sweep, &own,
                [&](const std::string& i, std::vector<std::string>* parts) {
                  for (int u = 0; u < unroll; ++u) {
                    std::vector<std::string> part;
                    const size_t step = static_cast<size_t>(unroll);
                    for (size_t k = static_cast<size_t>(u); k < parts->size();
                         k += step) {
                      part.push_back((*parts)[k]);
                    }
                    one(Binary("addi", i,
                               t_.Int(static_cast<int64_t>(u) * t_.lanes())),
                        "", &part);
                    for (size_t k = 0; k < part.size(); ++k) {
                      (*parts)[k * step + static_cast<size_t>(u)] = part[k];
                    }
                  }
                });
           std::vector<std::string> joined;
           for (size_t k = 0; k < sweep.reductions.size(); ++k) {
             const ExprId r = sweep.reductions[k];
             const auto first =
                 own.begin() + static_cast<std::ptrdiff_t>(k) * unroll;
             std::vector<std::string> parts(first, first + unroll);
             while (parts.size() > 1) {
               for (size_t p = 0; p < parts.size() / 2; ++p) {
                 parts[p] = t_.Combine(KindOf(r), graph_[r].type, parts[2 * p],
                                       parts[2 * p + 1]);
               }
               parts.resize(parts.size() / 2);
             }
             joined.push_back(parts[0]);
           }
           if (unroll > 1) {
             Loop(many, whole, lanes_, sweep, &joined,
                  [&](const std::string& i, std::vector<std::string>* parts) {
                    one(i, "", parts);
                  });
           }
           Masked(rest, sweep, &joined, [&](std::vector<std::string>* parts) {
             one(whole, Mask(rest), parts);
           });
           Add(sweep, joined, sums);
         });
  }

  // body(), where `rest` is not 0.
  void Masked(const std::string& rest, const Sweep& sweep,
              std::vector<std::string>* totals,
              const std::function<void(std::vector<std::string>*)>& body) {
    // A loop of one round or none carries the sums as the others do.
    const std::string some =
        t_.Let("arith.cmpi sgt, " + rest + ", " + zero_ + " : i64");
    const std::string rounds = t_.Let("arith.extui " + some + " : i1 to i64");
    Loop(zero_, rounds, one_, sweep, totals,
         [&](const std::string&, std::vector<std::string>* parts) {
           body(parts);
         });
  }

  // ---- elements ----
  void Body(const Sweep& sweep, const Place& place, const std::string& linear,
            const std::vector<std::string>& offsets, Names* names,
            std::vector<std::string>* sums) {
    linear_ = linear;
    offsets_ = offsets;
    for (size_t k = 0; k < sweep.reductions.size(); ++k) {
      const ExprId r = sweep.reductions[k];
      const DataType type = graph_[r].type;
      std::string value = Element(graph_[r].a[0], place, names);
      if (!place.mask.empty() && nest_.kind == Nest::kRows) {
        value = t_.Let("arith.select " + place.mask + ", " + value + ", " +
                       t_.Identity(KindOf(r), type) + " : " + t_.Vector("i1") +
                       ", " + t_.TypeOf(type));
      }
      (*sums)[k] = t_.Combine(KindOf(r), type, (*sums)[k], value);
    }
    Stores(sweep, place, names);
    for (ExprId id : sweep.spills) {
      const std::string value = Element(id, place, names);
      t_.Store(graph_[id].type, value, ScratchAddress(id), "");
    }
  }

  void Stores(const Sweep& sweep, const Place& place, Names* names) {
    for (int v : sweep.stores) {
      const auto& value = group_.values()[static_cast<size_t>(v)];
      const auto access = static_cast<size_t>(value.access);
      const std::string name = Element(value.expr, place, names);
      t_.Store(TypeOf(access), name, ElementAddress(access, place), place.mask);
    }
  }

  std::string ElementAddress(size_t access, const Place& place) {
    std::string offset = offsets_.empty() ? zero_ : offsets_[access];
    const std::string& along = place.inner.empty() ? place.lane : place.inner;
    if (nest_.accesses[access].vector) offset = Binary("addi", offset, along);
    return t_.Address(base_[access], offset, TypeOf(access));
  }
  // Vectors of spilled values lie one after the other, 8 bytes for each lane.
  std::string ScratchAddress(ExprId id) {
    const bool rows = nest_.kind == Nest::kRows;
    const std::string at = rows ? linear_ : Binary("muli", linear_, lanes_);
    std::string count = rows ? Binary("addi", extent_, lanes_) : lanes_;
    for (const std::string& n : inner_) count = Binary("muli", count, n);
    const std::string place = t_.Int(plan_.scratch[static_cast<size_t>(id)]);
    const std::string base =
        t_.Address("%scratch", Binary("muli", place, count), DataType::kInt64);
    return t_.Address(base, at, graph_[id].type);
  }

  std::string LoadAccess(const Expr& e, const Place& place, bool inside) {
    const auto access = static_cast<size_t>(e.index);
    const bool vector = nest_.accesses[access].vector;
    if (inside) {
      return t_.Load(e.type, ElementAddress(access, place),
                     vector ? place.mask : "", !vector);
    }
    const bool lanes = vector && nest_.kind == Nest::kColumns;
    const std::string address =
        lanes ? t_.Address(base_[access], place.lane, e.type) : base_[access];
    return t_.Load(e.type, address, lanes ? place.mask : "", !lanes);
  }

  std::string Param(const Expr& e) {
    const std::string at =
        t_.Let("llvm.getelementptr %params[" + t_.Int(e.index) +
               "] : (!llvm.ptr, i64) -> !llvm.ptr, f64");
    std::string value = t_.Let("llvm.load " + at + " : !llvm.ptr -> f64");
    if (e.type == DataType::kFloat32)
      value = t_.Let("arith.truncf " + value + " : f64 to f32");
    return t_.Splat(value, VectorText::ElementOf(e.type));
  }

  std::string Operation(const Expr& e,
                        const std::function<std::string(ExprId)>& value) {
    std::vector<std::string> a;
    for (int k = 0; k < e.num_args(); ++k) a.push_back(value(e.a[k]));
    return t_.Operation(e, a, graph_[e.a[0]].type);
  }

  // A value of the row, in all lanes.
  std::string RowValue(ExprId id, const Place& place) {
    const auto known = row_.find(id);
    if (known != row_.end()) return known->second;
    const Expr& e = graph_[id];
    std::string name;
    if (e.op == ScalarOp::kLoad) {
      name = LoadAccess(e, place, false);
    } else if (e.op == ScalarOp::kConstant) {
      name = t_.Constant(e);
    } else if (e.op == ScalarOp::kParam) {
      name = Param(e);
    } else {
      name = Operation(e, [&](ExprId a) { return RowValue(a, place); });
    }
    return row_[id] = name;
  }

  // An element, or a value of the row that it is made of.
  std::string Element(ExprId id, const Place& place, Names* names) {
    const auto known = names->find(id);
    if (known != names->end()) return known->second;
    const auto of_row = row_.find(id);
    if (of_row != row_.end()) return of_row->second;
    const Expr& e = graph_[id];
    const auto i = static_cast<size_t>(id);
    const bool later = plan_.first[i] >= 0 && plan_.first[i] < now_;
    std::string name;
    if (later && plan_.scratch[i] >= 0) {
      name = t_.Load(e.type, ScratchAddress(id), "", false);
    } else if (plan_.stored[i] >= 0 && plan_.level[i] < now_) {
      const auto& value = group_.values()[static_cast<size_t>(plan_.stored[i])];
      const auto access = static_cast<size_t>(value.access);
      name = t_.Load(e.type, ElementAddress(access, place), place.mask, false);
    } else if (e.op == ScalarOp::kLoad) {
      name = LoadAccess(e, place, true);
    } else if (e.op == ScalarOp::kConstant) {
      name = t_.Constant(e);
    } else if (e.op == ScalarOp::kParam) {
      name = Param(e);
    } else {
      name = Operation(e, [&](ExprId a) { return Element(a, place, names); });
    }
    return (*names)[id] = name;
  }

  const Group& group_;
  const ExprGraph& graph_;
  const Nest& nest_;
  const SweepPlan& plan_;
  const bool avx512_;
  VectorText t_;
  CpuKernelText result_;
  std::string zero_, one_, lanes_, extent_, chunk_, chunks_, iota_;
  std::vector<std::string> outer_, inner_;
  std::vector<std::string> pointer_, base_;  // by access
  std::vector<std::vector<std::string>> outer_stride_, inner_stride_;
  std::vector<std::string> offsets_;  // by access, of the element
  std::string linear_;                // its number in the row
  Names row_;                         // values of the row
  int now_ = 0, next_index_ = 0;
};

}  // namespace

CpuKernelText PrintCpuKernel(const Group& group, const Nest& nest,
                             const SweepPlan& plan) {
  return Printer(group, nest, plan).Print();
}

}  // namespace paddle::cinn
