// What a kernel does for one vector of elements, and for the values that are
// one for each row (or column).
#pragma once
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cinn/codegen/plan.h"
#include "cinn/codegen/vector_text.h"

namespace paddle::cinn {

// A vector of elements: where it is, by names of integers.
struct Place {
  std::string along;  // the index along the vectors' axis; empty: none
  std::string mask;   // the lanes that count; empty: all
  int copy = 0;       // of several vectors of columns that are done together
  // Within the reduced axes: the number of the element, and by access what is
  // to be added to its address.
  std::string linear;
  std::vector<std::string> offsets;
};

class ElementText {
 public:
  using Names = std::unordered_map<ExprId, std::string>;

  // `copies`: how many vectors of columns are done together at most; `past`:
  // accesses that are written past the caches.
  ElementText(const Group& group, const Nest& nest, const SweepPlan& plan,
              int copies, const std::vector<bool>& past, VectorText* text);

  // Loads what the caller gives: sizes, strides, pointers.
  void Prologue();
  // `at`: the indices of the outer axes.
  void BeginRow(const std::vector<std::string>& at);

  // What the elements of a sweep are made of and is one for the row, before
  // the loop that reads it.
  void RowValues(const Sweep& sweep, const Place& place);
  void SetRowValue(ExprId id, const Place& place, const std::string& name) {
    row_[place.copy][id] = name;
  }
  void StoreRowValues(const Place& place);
  void ForgetRow();

  // The argument of a reduction; lanes that do not count have no part in it.
  std::string Reduced(ExprId reduction, const Place& place, Names* names);
  // What sweep number `k` stores and keeps.
  void Store(int k, const Place& place, Names* names);

  std::string Index(const char* op, const std::string& a, const std::string& b);
  ReduceKind KindOf(ExprId reduction) const {
    return static_cast<ReduceKind>(graph_[reduction].index);
  }

  std::string zero, one, lanes, extent, chunk, chunks;
  std::vector<std::string> outer, inner;               // extents
  std::vector<std::vector<std::string>> inner_stride;  // by access
  std::vector<int> accesses;  // in the order of their pointers
  int sweep = 0;              // the one that is printed now

 private:
  std::string Size(size_t i);
  DataType TypeOf(size_t access) const;
  bool Reads(ExprId of, ExprId id, std::vector<bool>* seen) const;
  bool IsReadBy(ExprId id, const Sweep& sweep) const;
  std::string RowValue(ExprId id, const Place& place);
  std::string Element(ExprId id, const Place& place, Names* names);
  std::string Operation(const Expr& e,
                        const std::function<std::string(ExprId)>& value);
  std::string Param(const Expr& e);
  std::string ElementAddress(size_t access, const Place& place);
  std::string ScratchAddress(ExprId id, const Place& place);
  std::string LoadAccess(const Expr& e, const Place& place, bool inside);

  const Group& group_;
  const ExprGraph& graph_;
  const Nest& nest_;
  const SweepPlan& plan_;
  const int copies_;
  const std::vector<bool> past_;
  VectorText& t_;
  std::vector<std::string> pointer_, base_;  // by access
  std::vector<std::vector<std::string>> outer_stride_;
  std::vector<Names> row_;  // by copy: values of the row
};

}  // namespace paddle::cinn
