#include "ops/manipulation/update.h"

#include <algorithm>

#include "ops/builder.h"
#include "ops/dims.h"

namespace paddle {

void WriteInto(const Var& to, const Var& value) {
  Var v = value;
  if (v.dtype() != to.dtype()) {
    PADDLE_ENFORCE(!IsComplex(v.dtype()) || IsComplex(to.dtype()),
                   errors::InvalidType("index: a complex value can not be "
                                       "written into a real tensor.")
                       .Received(std::string(Name(v.dtype())) + " into " +
                                 Name(to.dtype())));
    v = ops::Cast(v, to.dtype());
  }
  DDim dims = v.dims();  // leading axes of size 1 may be more than `to` has
  while (dims.rank() > to.rank() && dims[0] == 1) dims.erase(0);
  if (dims.rank() != v.rank()) v = ops::Reshape(v, dims);
  ops::CopyInto(to, v);
}

void PutInto(const Var& to, const Var& value, const std::vector<Var>& indices,
             IntArray axes, bool accumulate) {
  if (indices.empty()) {
    WriteInto(to, accumulate ? to + value : value);
    return;
  }
  // The shape that reading there would give.
  Var part;
  {
    BuilderGuard shapes_only(MetaBuilder());
    part = ops::IndexGet(to, indices, axes);
  }
  Var v = value;
  DDim dims = v.dims();
  while (dims.rank() > part.rank() && dims[0] == 1) dims.erase(0);
  if (dims.rank() != v.rank()) v = ops::Reshape(v, dims);
  if (v.dtype() != to.dtype()) {
    PADDLE_ENFORCE(!IsComplex(v.dtype()) || IsComplex(to.dtype()),
                   errors::InvalidType("index: a complex value can not be "
                                       "written into a real tensor."));
    v = ops::Cast(v, to.dtype());
  }
  if (!(v.dims() == part.dims()) && v->numel != 1) {
    v = ops::Expand(v, part.dims());
  } else if (v->numel == 1) {
    BroadcastDims(v.dims(), part.dims(), "index");
  }
  ops::PutInto(to, v, indices, axes, accumulate);
}

void WriteDims(const Args& args, AxisMap& map, const Written& w) {
  AxisLinks links(args, map);
  const IntArray spec =
      w.spec_arg < 0 ? IntArray() : args.slot[w.spec_arg].ints;
  const std::vector<PartAxis> part = PartAxes(links.in(0), spec);
  bool adjacent = true;
  uint32_t indexed = 0;
  for (int k = 0; k < w.axes.rank(); ++k) {
    indexed |= 1u << w.axes[k];
    adjacent &= w.axes[k] == w.axes[0] + k;
  }
  std::vector<int> factors;  // of what reading there would give
  const auto add_indices = [&] {
    factors.insert(factors.end(), w.index_rank, AxisMap::kUnset);
  };
  if (!adjacent) add_indices();
  for (size_t p = 0; p < part.size(); ++p) {
    if (indexed >> p & 1) {
      if (adjacent && static_cast<int64_t>(p) == w.axes[0]) add_indices();
      continue;
    }
    factors.push_back(AxisMap::kUnset);
    if (!part[p].all) continue;
    const int f = links.Pass(0, part[p].axis, part[p].axis);
    factors.back() = f;
    if (part[p].item >= 0) map.AddSizeArg(w.spec_arg, 4 * part[p].item + 2, f);
  }
  if (w.value >= 0) links.Broadcast(w.value, factors);
}

Var ValueGrad(const Var& g, const VjpContext& c, int operand) {
  Var v = SumTo(g, c.in_dims(operand));
  const DataType type = c.in_dtype(operand);
  if (v.dtype() != type) v = ops::Cast(v, type);
  return v;
}

Var WrittenGrad(const Var& g, const std::vector<Var>& indices, IntArray axes) {
  const Var part = ops::IndexGet(g, indices, axes);
  DDim sizes;
  bool adjacent = true;
  for (int k = 0; k < axes.size(); ++k) {
    sizes.push_back(g.dim(static_cast<int>(axes[k])));
    adjacent &= axes[k] == axes[0] + k;
  }
  Var lost = ops::Overwritten(indices, sizes);
  const bool* flags = lost->flags & kTraced ? nullptr : lost->Data<bool>();
  if (flags &&
      std::find(flags, flags + lost->numel, true) == flags + lost->numel) {
    return part;
  }
  DDim shape = lost.dims();  // the axes that follow are not indexed
  const int before = adjacent ? static_cast<int>(axes[0]) : 0;
  while (before + shape.rank() < part.rank()) shape.push_back(1);
  return ops::MaskedAssign(part, ops::Reshape(lost, shape),
                           ops::Full({}, Scalar(0.0), part.dtype()));
}

std::vector<Var> WithoutMasks(const std::vector<Var>& indices, const char* op) {
  std::vector<Var> out;
  for (const Var& v : indices) {
    if (v.dtype() == DataType::kBool) {
      const Var at = ops::Nonzero(v);
      for (Var& column : IndexColumns(at, op)) out.push_back(std::move(column));
      continue;
    }
    PADDLE_ENFORCE(IsInteger(v.dtype()),
                   errors::InvalidType("%s: an index has the wrong type.", op)
                       .Expected("integers or bool")
                       .Received(Name(v.dtype())));
    out.push_back(v);
  }
  return out;
}

std::vector<Var> IndexColumns(const Var& index, const char* op) {
  PADDLE_ENFORCE(
      index.rank() > 0 && IsInteger(index.dtype()),
      errors::InvalidArgument(
          "%s: `index` needs integers and an axis of coordinates.", op)
          .Shapes({{"index", index.dims()}})
          .Received(Name(index.dtype())));
  std::vector<Var> out;
  const VarList columns = ops::Unbind(index, -1);
  for (int k = 0; k < columns.size(); ++k) out.push_back(columns[k]);
  return out;
}

}  // namespace paddle
