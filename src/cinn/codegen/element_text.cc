#include "cinn/codegen/element_text.h"

#include <algorithm>

namespace paddle::cinn {

ElementText::ElementText(const Group& group, const Nest& nest,
                         const SweepPlan& plan, int copies,
                         const std::vector<bool>& past, VectorText* text)
    : group_(group),
      graph_(group.graph()),
      nest_(nest),
      plan_(plan),
      copies_(copies),
      past_(past),
      t_(*text),
      row_(static_cast<size_t>(copies)) {}

std::string ElementText::Index(const char* op, const std::string& a,
                               const std::string& b) {
  return t_.Let(std::string("arith.") + op + " " + a + ", " + b + " : i64");
}
std::string ElementText::Size(size_t i) {
  const std::string at =
      t_.Let("llvm.getelementptr %sizes[" + t_.Int(static_cast<int64_t>(i)) +
             "] : (!llvm.ptr, i64) -> !llvm.ptr, i64");
  return t_.Let("llvm.load " + at + " : !llvm.ptr -> i64");
}

void ElementText::Prologue() {
  zero = t_.Int(0);
  one = t_.Int(1);
  lanes = t_.Int(t_.lanes());
  size_t next = 0;
  for (std::string* size : {&extent, &chunk, &chunks}) *size = Size(next++);
  for (size_t i = 0; i < nest_.outer.size(); ++i) {
    outer.push_back(Size(next++));
  }
  for (size_t i = 0; i < nest_.inner.size(); ++i) {
    inner.push_back(Size(next++));
  }
  const size_t n = nest_.accesses.size();
  pointer_.resize(n);
  outer_stride_.resize(n);
  inner_stride.resize(n);
  for (size_t a = 0; a < n; ++a) {
    if (!plan_.used_access[a]) continue;
    const auto number = static_cast<int64_t>(accesses.size());
    accesses.push_back(static_cast<int>(a));
    const std::string at =
        t_.Let("llvm.getelementptr %tensors[" + t_.Int(number) +
               "] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr");
    pointer_[a] = t_.Let("llvm.load " + at + " : !llvm.ptr -> !llvm.ptr");
    for (size_t i = 0; i < outer.size(); ++i) {
      outer_stride_[a].push_back(Size(next++));
    }
    for (size_t i = 0; i < inner.size(); ++i) {
      inner_stride[a].push_back(Size(next++));
    }
  }
}

DataType ElementText::TypeOf(size_t access) const {
  return group_.domain().accesses()[access].tensor.dtype;
}

void ElementText::BeginRow(const std::vector<std::string>& at) {
  base_.assign(pointer_.size(), "");
  for (size_t a = 0; a < pointer_.size(); ++a) {
    if (pointer_[a].empty()) continue;
    std::string offset = zero;
    for (size_t i = 0; i < at.size(); ++i) {
      offset = Index("addi", offset, Index("muli", at[i], outer_stride_[a][i]));
    }
    base_[a] = t_.Address(pointer_[a], offset, TypeOf(a));
  }
}

// ---- values of the row ----

void ElementText::ForgetRow() {
  for (Names& names : row_) names.clear();
}

void ElementText::RowValues(const Sweep& of, const Place& place) {
  for (ExprId id = 0; id < graph_.size(); ++id) {
    if (IsReadBy(id, of)) RowValue(id, place);
  }
}

// Whether what varies along the row, `of`, reads `id`, which does not.
bool ElementText::Reads(ExprId of, ExprId id, std::vector<bool>* seen) const {
  const auto i = static_cast<size_t>(of);
  if (of == id) return true;
  if ((*seen)[i] || !plan_.varies[i]) return false;
  (*seen)[i] = true;
  const Expr& e = graph_[of];
  for (int k = 0; k < e.num_args(); ++k) {
    if (Reads(e.a[k], id, seen)) return true;
  }
  return false;
}
bool ElementText::IsReadBy(ExprId id, const Sweep& of) const {
  const auto i = static_cast<size_t>(id);
  if (plan_.varies[i] || plan_.level[i] > sweep) return false;
  std::vector<bool> seen(static_cast<size_t>(graph_.size()), false);
  const auto reads = [&](ExprId e) { return Reads(e, id, &seen); };
  return std::any_of(of.reductions.begin(), of.reductions.end(),
                     [&](ExprId r) { return reads(graph_[r].a[0]); }) ||
         std::any_of(of.stores.begin(), of.stores.end(), [&](int v) {
           return reads(group_.values()[static_cast<size_t>(v)].expr);
         });
}

// In all lanes.
std::string ElementText::RowValue(ExprId id, const Place& place) {
  Names& row = row_[static_cast<size_t>(place.copy)];
  const auto known = row.find(id);
  if (known != row.end()) return known->second;
  const Expr& e = graph_[id];
  std::string name;
  switch (e.op) {
    case ScalarOp::kLoad: name = LoadAccess(e, place, false); break;
    case ScalarOp::kConstant: name = t_.Constant(e); break;
    case ScalarOp::kParam: name = Param(e); break;
    default: name = Operation(e, [&](ExprId a) { return RowValue(a, place); });
  }
  return row[id] = name;
}

void ElementText::StoreRowValues(const Place& place) {
  for (int v : plan_.outer_stores) {
    const auto& value = group_.values()[static_cast<size_t>(v)];
    const auto access = static_cast<size_t>(value.access);
    const std::string name = RowValue(value.expr, place);
    const DataType type = TypeOf(access);
    if (nest_.accesses[access].vector) {
      t_.Store(type, name, t_.Address(base_[access], place.along, type),
               place.mask);
    } else {
      t_.StoreFirst(type, name, base_[access]);
    }
  }
}

std::string ElementText::Param(const Expr& e) {
  const std::string at =
      t_.Let("llvm.getelementptr %params[" + t_.Int(e.index) +
             "] : (!llvm.ptr, i64) -> !llvm.ptr, f64");
  std::string value = t_.Let("llvm.load " + at + " : !llvm.ptr -> f64");
  if (e.type != DataType::kFloat64) {
    value = t_.Let("arith.truncf " + value + " : f64 to f32");
  }
  return t_.Splat(value, VectorText::ElementOf(e.type));
}

std::string ElementText::Operation(
    const Expr& e, const std::function<std::string(ExprId)>& value) {
  std::vector<std::string> a;
  for (int k = 0; k < e.num_args(); ++k) a.push_back(value(e.a[k]));
  return t_.Operation(e, a, graph_[e.a[0]].type);
}

// ---- elements ----

std::string ElementText::Element(ExprId id, const Place& place, Names* names) {
  const auto known = names->find(id);
  if (known != names->end()) return known->second;
  const Names& row = row_[static_cast<size_t>(place.copy)];
  const auto of_row = row.find(id);
  if (of_row != row.end()) return of_row->second;
  const Expr& e = graph_[id];
  const auto i = static_cast<size_t>(id);
  const bool earlier = plan_.first[i] >= 0 && plan_.first[i] < sweep;
  std::string name;
  if (earlier && plan_.scratch[i] >= 0) {
    name = t_.Load(e.type, ScratchAddress(id, place), "", false);
  } else if (plan_.stored[i] >= 0 && plan_.level[i] < sweep) {
    const auto& value = group_.values()[static_cast<size_t>(plan_.stored[i])];
    const auto access = static_cast<size_t>(value.access);
    name = t_.Load(e.type, ElementAddress(access, place), place.mask, false);
  } else if (e.op == ScalarOp::kLoad) {
    name = LoadAccess(e, place, true);
  } else {
    name = Operation(e, [&](ExprId a) { return Element(a, place, names); });
  }
  return (*names)[id] = name;
}

std::string ElementText::ElementAddress(size_t access, const Place& place) {
  std::string offset = place.offsets.empty() ? zero : place.offsets[access];
  if (nest_.accesses[access].vector) {
    offset = Index("addi", offset, place.along);
  }
  return t_.Address(base_[access], offset, TypeOf(access));
}

// Vectors that are kept lie one after the other, 8 bytes for each lane.
std::string ElementText::ScratchAddress(ExprId id, const Place& place) {
  std::string at = place.linear, count;
  if (nest_.kind == Nest::kRows) {
    count = Index("addi", extent, lanes);
  } else {
    const std::string copies = t_.Int(copies_), copy = t_.Int(place.copy);
    at = Index("addi", Index("muli", at, copies), copy);
    at = Index("muli", at, lanes);
    count = Index("muli", lanes, copies);
  }
  for (const std::string& n : inner) count = Index("muli", count, n);
  const std::string number = t_.Int(plan_.scratch[static_cast<size_t>(id)]);
  const std::string base =
      t_.Address("%scratch", Index("muli", number, count), DataType::kInt64);
  return t_.Address(base, at, graph_[id].type);
}

// `inside`: of an element; else of what is one for the row.
std::string ElementText::LoadAccess(const Expr& e, const Place& place,
                                    bool inside) {
  const auto access = static_cast<size_t>(e.index);
  const bool vector = nest_.accesses[access].vector;
  const std::string mask = vector ? place.mask : "";
  if (inside) {
    return t_.Load(e.type, ElementAddress(access, place), mask, !vector);
  }
  const std::string address =
      vector ? t_.Address(base_[access], place.along, e.type) : base_[access];
  return t_.Load(e.type, address, mask, !vector);
}

std::string ElementText::Reduced(ExprId reduction, const Place& place,
                                 Names* names) {
  const DataType type = graph_[reduction].type;
  const std::string value = Element(graph_[reduction].a[0], place, names);
  if (place.mask.empty() || nest_.kind != Nest::kRows) return value;
  return t_.Let("arith.select " + place.mask + ", " + value + ", " +
                t_.Identity(KindOf(reduction), type) + " : " + t_.Vector("i1") +
                ", " + t_.TypeOf(type));
}

void ElementText::Store(int k, const Place& place, Names* names) {
  const Sweep& of = plan_.sweeps[static_cast<size_t>(k)];
  // All are computed first: results may lie where operands did.
  for (int v : of.stores) {
    Element(group_.values()[static_cast<size_t>(v)].expr, place, names);
  }
  for (int v : of.stores) {
    const auto& value = group_.values()[static_cast<size_t>(v)];
    const auto access = static_cast<size_t>(value.access);
    t_.Store(TypeOf(access), Element(value.expr, place, names),
             ElementAddress(access, place), place.mask, past_[access]);
  }
  for (ExprId id : of.spills) {
    const std::string name = Element(id, place, names);
    t_.Store(graph_[id].type, name, ScratchAddress(id, place), "");
  }
}

}  // namespace paddle::cinn
