// Views, parts, elements by index.
#include <algorithm>
#include <limits>

#include "inference/write/write_rules.h"
#include "ops/manipulation/basic_index.h"

namespace paddle::inference {

namespace {

using Attributes = JsonWriter::Attributes;

// ---- shapes ----

void Reshape(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType from = s.Type(x), to = s.Result();
  std::vector<Varying> shape;
  std::vector<int64_t> fixed;
  int open = 0;
  for (int i = 0; i < to.dims.rank(); ++i) {
    shape.push_back(s.Size(s.ResultId(), i));
    fixed.push_back(to.dims[i]);
    if (to.dims[i] >= 0) continue;
    if (i < from.dims.rank() && s.Size(x, i) == shape.back()) {
      fixed.back() = 0;  // the size stays
    } else {
      ++open;
    }
  }
  const int sizes = open <= 1 ? s.FullInts(fixed) : s.VaryingInts(shape);
  s.Return(s.Op("reshape", {s.NumberOf(x), sizes}, {}, to));
}

void Expand(WriteSite& s) {
  std::vector<Varying> shape;
  const ValueType to = s.Result();
  const ValueId x = s.Operand("x");
  const int more = to.dims.rank() - s.Type(x).dims.rank();
  for (int i = 0; i < to.dims.rank(); ++i) {
    shape.push_back(s.Size(s.ResultId(), i));
    // -1 keeps a size.
    if (i >= more && s.Size(x, i - more) == shape.back()) {
      shape.back().assign(shape.back().size(), -1);
    }
  }
  s.Return(s.Op("expand", {s.NumberOf(x), s.VaryingInts(shape)}, {}, to));
}

void Squeeze(WriteSite& s) {
  const ValueId x = s.Operand("x");
  std::vector<int64_t> axes = s.FixedInts("axis");
  // Without axes those that are of size 1 in a run, open ones too.
  bool open = false;
  for (const int64_t size : s.Type(x).dims) open |= size < 0;
  if (axes.empty() && !open) {
    for (int i = 0; i < s.Type(x).dims.rank(); ++i) {
      if (s.Type(x).dims[i] == 1) axes.push_back(i);
    }
  }
  s.Return(s.Op("squeeze", {s.NumberOf(x), s.FullInts(axes)}, {}, s.Result()));
}

// Places as the format has them: the ends of all axes are numbers of 32 bits.
Varying Bounds(Varying places) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  for (int64_t& n : places) n = std::clamp(n, -kMost, kMost);
  return places;
}

// Where a part of an axis ends; both ends are counted from the end of the axis
// where they do not follow from sizes then.
Varying EndsOf(const Varying& size, const Varying& count, int64_t step,
               Varying* start) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  const size_t captures = size.size();
  bool to_end = true, to_begin = true;
  Varying end(captures), from_end(captures), end_from_end(captures);
  for (size_t k = 0; k < captures; ++k) {
    const int64_t from = (*start)[k];
    end[k] = from + (count[k] - 1) * step + (step > 0 ? 1 : -1);
    if (count[k] == 0) end[k] = from;
    from_end[k] = from - size[k];
    end_from_end[k] = end[k] - size[k];
    to_end &= step > 0 && count[k] > 0 && end[k] + step > size[k];
    to_begin &= step < 0 && end[k] + 1 + step < 0;
  }
  if (!IsFixed(*start) && IsFixed(from_end)) *start = from_end;
  if (to_end && !IsFixed(end)) return Varying(captures, kMost);
  if (to_begin) return Varying(captures, -kMost);
  return !IsFixed(end) && IsFixed(end_from_end) ? end_from_end : end;
}

// Picks, slices and new axes, in the order of axes.
void BasicIndex(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const std::vector<Varying> spec = s.Ints("spec");
  const size_t captures = spec.empty() ? 1 : spec[0].size();
  std::vector<int64_t> axes, steps, gone, fresh;
  std::vector<Varying> starts, ends;
  ValueType part = s.Type(x), result = s.Result();
  int axis = 0, at = 0;
  bool plain = true;
  for (size_t i = 0; i + 3 < spec.size(); i += 4) {
    const int64_t kind = spec[i][0];
    if (kind == kNewAxis) {
      fresh.push_back(at++);
      continue;
    }
    const Varying size = s.Size(x, axis);
    Varying start = spec[i + 1];
    const int64_t step = kind == kPick ? 1 : spec[i + 3][0];
    const Varying count = kind == kPick ? Varying(captures, 1) : spec[i + 2];
    bool all = step == 1;
    for (size_t k = 0; k < captures; ++k) {
      all &= start[k] == 0 && count[k] == size[k];
    }
    Varying from, to;
    if (kind == kSlice && !IsFixed(size) && s.slices() &&
        s.slices()->Find(size, start, count, step, &from, &to) &&
        !(all && from == Varying(captures, 0) && to == size)) {
      // As it was said: it holds for sizes for which it is cut elsewhere.
      starts.push_back(Bounds(from));
      ends.push_back(Bounds(to));
      axes.push_back(axis);
      steps.push_back(step);
      plain &= step == 1;
      part.dims[axis] = -1;
    } else if (kind == kPick || !all) {
      const Varying end = EndsOf(size, count, step, &start);
      axes.push_back(axis);
      starts.push_back(start);
      ends.push_back(end);
      steps.push_back(step);
      plain &= step == 1;
      part.dims[axis] = IsFixed(count) ? count[0] : -1;
    }
    if (kind == kPick) {
      gone.push_back(axis);
    } else {
      ++at;
    }
    ++axis;
  }
  int v = s.NumberOf(x);
  ValueType squeezed = part;
  for (size_t i = gone.size(); i-- > 0;) {
    squeezed.dims.erase(static_cast<int>(gone[i]));
  }
  if (!axes.empty()) {
    const int from = s.VaryingInts(starts), to = s.VaryingInts(ends);
    if (plain) {
      v = s.Op(
          "slice", {v, from, to},
          {{"axes", json::Int64s(axes)},
           {"infer_flags", json::Int64s(std::vector<int64_t>(axes.size(), 1))},
           {"decrease_axis", json::Int64s(gone)}},
          squeezed);
    } else {
      v = s.Op("strided_slice", {v, from, to, s.FullInts(steps)},
               {{"axes", json::Int32s(axes)}}, part);
      if (!gone.empty()) {
        v = s.Op("squeeze", {v, s.FullInts(gone)}, {}, squeezed);
      }
    }
  }
  if (!fresh.empty() || axes.empty()) {
    v = fresh.empty() ? s.Op("assign", {v}, {}, result)
                      : s.Op("unsqueeze", {v, s.FullInts(fresh)}, {}, result);
  }
  s.Return(v);
}

// A view of row-major memory as slices of its axes.
struct Part {
  std::vector<int64_t> axes, steps, gone;
  std::vector<Varying> starts, ends;
};

// False where the view is none: it has its axes in another order, say.
bool FindPart(WriteSite& s, ValueId whole, ValueId view, int64_t bytes,
              Part* part) {
  const std::vector<Varying> strides = s.Ints("stride");
  Varying rest = s.VaryingArg("offset");
  const size_t captures = rest.size();
  for (int64_t& n : rest) n /= bytes;
  const int rank = s.Type(whole).dims.rank();
  std::vector<Varying> sizes, own(rank, Varying(captures, 1));
  for (int a = 0; a < rank; ++a) sizes.push_back(s.Size(whole, a));
  for (int a = rank - 2; a >= 0; --a) {
    for (size_t k = 0; k < captures; ++k) {
      own[a][k] = own[a + 1][k] * sizes[a + 1][k];
      if (own[a][k] == 0) return false;
    }
  }
  size_t axis = 0;  // of the view
  for (int a = 0; a < rank; ++a) {
    Varying start(captures), count(captures, 1), steps(captures, 1);
    bool picked = axis == strides.size();
    for (size_t k = 0; k < captures; ++k) {
      start[k] = rest[k] / own[a][k];
      rest[k] %= own[a][k];
      if (picked) continue;
      picked = strides[axis][k] <= 0 || strides[axis][k] % own[a][k] != 0;
      steps[k] = strides[axis][k] / own[a][k];
    }
    picked |= !IsFixed(steps);
    if (!picked) count = s.Size(view, static_cast<int>(axis++));
    const int64_t step = picked ? 1 : steps[0];
    bool all = step == 1;
    for (size_t k = 0; k < captures; ++k) {
      all &= start[k] == 0 && count[k] == sizes[a][k];
      if (start[k] + (count[k] - 1) * step >= sizes[a][k]) return false;
    }
    if (picked) part->gone.push_back(a);
    if (all && !picked) continue;
    part->axes.push_back(a);
    part->steps.push_back(step);
    part->ends.push_back(EndsOf(sizes[a], count, step, &start));
    part->starts.push_back(start);
  }
  return axis == strides.size();
}

// Elements by their place in memory, which must not follow from sizes.
std::vector<int64_t> Places(WriteSite& s, const DDim& dims,
                            const std::vector<int64_t>& stride,
                            int64_t offset) {
  std::vector<int64_t> places;
  int64_t n = 1;
  for (int64_t d : dims) {
    if (d < 0) s.Fail("a view of memory follows from sizes");
    n *= d;
  }
  std::vector<int64_t> at(dims.rank(), 0);
  for (int64_t i = 0; i < n; ++i) {
    int64_t place = offset;
    for (int a = 0; a < dims.rank(); ++a) place += at[a] * stride[a];
    places.push_back(place);
    for (int a = dims.rank() - 1; a >= 0 && ++at[a] == dims[a]; --a) at[a] = 0;
  }
  return places;
}

void AsStrided(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType to = s.Result();
  const auto size = static_cast<int64_t>(SizeOf(to.dtype));
  Part part;
  if (FindPart(s, x, s.ResultId(), size, &part) && !part.axes.empty()) {
    ValueType kept = to;
    for (int64_t a : part.gone) kept.dims.insert(static_cast<int>(a), 1);
    const int v = s.Op("strided_slice",
                       {s.NumberOf(x), s.VaryingInts(part.starts),
                        s.VaryingInts(part.ends), s.FullInts(part.steps)},
                       {{"axes", json::Int32s(part.axes)}}, kept);
    return s.Return(part.gone.empty()
                        ? v
                        : s.Op("squeeze", {v, s.FullInts(part.gone)}, {}, to));
  }
  const std::vector<int64_t> places =
      Places(s, to.dims, s.FixedInts("stride"), s.Int("offset") / size);
  const auto n = static_cast<int64_t>(places.size());
  const int flat = s.Reshape(s.NumberOf(x), {-1}, With(to, Flat()));
  const int axis = s.Full(0, DataType::kInt32, {1});
  const int v =
      s.Op("gather", {flat, s.FullInts(places), axis}, {}, With(to, DDim{n}));
  s.Return(s.Reshape(v, Open(to.dims), to));
}

void StridedUpdate(WriteSite& s) {
  const ValueId x = s.Operand("x"), value = s.Operand("value");
  const ValueType to = s.Result(), from = s.Type(value);
  const auto size = static_cast<int64_t>(SizeOf(to.dtype));
  Part part;
  if (FindPart(s, x, value, size, &part) && !part.axes.empty()) {
    return s.Return(
        s.Op("set_value_with_tensor",
             {s.NumberOf(x), s.NumberOf(value), s.VaryingInts(part.starts),
              s.VaryingInts(part.ends), s.FullInts(part.steps)},
             {{"axes", json::Int64s(part.axes)},
              {"decrease_axes", json::Int64s(part.gone)},
              {"none_axes", json::Int64s({})}},
             to));
  }
  const std::vector<int64_t> places =
      Places(s, from.dims, s.FixedInts("stride"), s.Int("offset") / size);
  const auto n = static_cast<int64_t>(places.size());
  const int flat = s.Reshape(s.NumberOf(x), {-1}, With(to, Flat()));
  const int updates = s.Reshape(s.NumberOf(value), {-1}, With(from, DDim{n}));
  const int v = s.Op("scatter", {flat, s.FullInts(places), updates},
                     {{"overwrite", json::Bool(true)}}, With(to, Flat()));
  s.Return(s.Reshape(v, Open(to.dims), to));
}

// ---- indices ----

// Axes that follow each other, brought to the front and back again.
struct Front {
  std::vector<int64_t> perm, back;
};
Front ToFront(WriteSite& s, const std::vector<int64_t>& axes, int rank) {
  for (size_t i = 1; i < axes.size(); ++i) {
    if (axes[i] != axes[i - 1] + 1) {
      s.Fail(
          "indices of axes that do not follow each other have no form in "
          "the file");
    }
  }
  Front f;
  f.perm = axes;
  for (int64_t a = 0; a < rank; ++a) {
    if (a < axes[0] || a > axes.back()) f.perm.push_back(a);
  }
  f.back.resize(f.perm.size());
  for (size_t i = 0; i < f.perm.size(); ++i) {
    f.back[f.perm[i]] = static_cast<int64_t>(i);
  }
  return f;
}

int Transpose(WriteSite& s, int v, const std::vector<int64_t>& perm,
              const ValueType& from) {
  ValueType to = from;
  bool same = true;
  for (size_t i = 0; i < perm.size(); ++i) {
    to.dims[static_cast<int>(i)] = from.dims[static_cast<int>(perm[i])];
    same &= perm[i] == static_cast<int64_t>(i);
  }
  if (same) return v;
  return s.Op("transpose", {v}, {{"perm", json::Int32s(perm)}}, to);
}

void IndexGet(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const std::vector<ValueId> indices = s.Operands("indices");
  const std::vector<int64_t> axes = s.FixedInts("axes");
  if (indices.size() == 1 && s.Type(indices[0]).dims.rank() == 1) {
    const int axis =
        s.Full(static_cast<double>(axes[0]), DataType::kInt32, {1});
    s.Return(s.Op("gather", {s.NumberOf(x), s.NumberOf(indices[0]), axis}, {},
                  s.Result()));
    return;
  }
  ValueType index = s.Type(indices[0]);
  for (ValueId v : indices) {
    if (!(s.Type(v) == index)) s.Fail("indices of several shapes have no form");
  }
  const ValueType from = s.Type(x), to = s.Result();
  const Front front = ToFront(s, axes, from.dims.rank());
  const int input = Transpose(s, s.NumberOf(x), front.perm, from);
  // Each element of the stacked indices is a place.
  const int width = index.dims.rank();
  index.dims.push_back(static_cast<int64_t>(indices.size()));
  int at;
  if (indices.size() == 1) {
    at = s.Op("unsqueeze", {s.NumberOf(indices[0]), s.FullInts({-1})}, {},
              index);
  } else {
    std::vector<int> parts;
    std::vector<ValueType> types;
    for (ValueId v : indices) {
      parts.push_back(s.NumberOf(v));
      types.push_back(s.Type(v));
    }
    at = s.Op("stack", {s.out().Combine(parts, types)},
              {{"axis", json::Int32(-1)}}, index);
  }
  // [indices, others] -> [before, indices, after]
  const auto before = static_cast<int>(axes[0]);
  std::vector<int64_t> perm;
  for (int i = 0; i < to.dims.rank(); ++i) {
    perm.push_back(i < before           ? width + i
                   : i < before + width ? i - before
                                        : i);
  }
  ValueType gathered = to;
  for (size_t i = 0; i < perm.size(); ++i) {
    gathered.dims[static_cast<int>(perm[i])] = to.dims[static_cast<int>(i)];
  }
  const int v = s.Op("gather_nd", {input, at}, {}, gathered);
  s.Return(Transpose(s, v, perm, gathered));
}

void TakeAlong(WriteSite& s) {
  s.Return(s.Op("take_along_axis", {s.In("x"), s.In("index")},
                {{"axis", json::Int32(s.Int("axis"))}}, s.Result()));
}

void PutInto(WriteSite& s) {
  const std::vector<int64_t> axes = s.FixedInts("axes");
  const ValueType to = s.Type(s.Operand("to"));
  const ValueType value = s.Type(s.Operand("value"));
  const Front front = ToFront(s, axes, to.dims.rank());
  const ValueId index = s.Operands("indices")[0];
  const int width = s.Type(index).dims.rank();
  const auto before = static_cast<int>(axes[0]);
  int from = s.In("value");
  if (before > 0 && value.dims.rank() > 0) {
    // [before, indices, after] -> [indices, before, after]
    const int rank = to.dims.rank() - static_cast<int>(axes.size()) + width;
    if (value.dims.rank() != rank) s.Fail("its value has no form in the file");
    std::vector<int64_t> perm;
    for (int i = 0; i < rank; ++i) {
      perm.push_back(i < width            ? before + i
                     : i < width + before ? i - width
                                          : i);
    }
    from = Transpose(s, from, perm, value);
  }
  std::vector<int> list;
  std::vector<ValueType> types;
  for (ValueId v : s.Operands("indices")) {
    list.push_back(s.NumberOf(v));
    types.push_back(s.Type(v));
  }
  ValueType turned = to;
  for (size_t i = 0; i < front.perm.size(); ++i) {
    turned.dims[static_cast<int>(i)] = to.dims[static_cast<int>(front.perm[i])];
  }
  int v = Transpose(s, s.In("to"), front.perm, to);
  v = s.Op("index_put", {v, s.out().Combine(list, types), from},
           {{"accumulate", json::Bool(s.Bool("accumulate"))}}, turned);
  v = Transpose(s, v, front.back, turned);
  for (size_t k = 0; k < s.call().results.size(); ++k) s.Return(v, k);
}

void PutAlongInto(WriteSite& s) {
  const int v =
      s.Op("put_along_axis", {s.In("to"), s.In("index"), s.In("value")},
           {{"axis", json::Int32(s.Int("axis"))},
            {"reduce", json::Str(s.At("reduce").text)},
            {"include_self", json::Bool(true)}},
           s.Result());
  for (size_t k = 0; k < s.call().results.size(); ++k) s.Return(v, k);
}

// All windows over an axis: gathered, then the axis cut in two.
void Windows(WriteSite& s) {
  const ValueId x = s.Operand("x");
  const ValueType from = s.Type(x), to = s.Result();
  const auto axis = static_cast<int>(s.Int("axis"));
  const int64_t count = to.dims[axis], size = s.Int("size");
  if (count < 0) s.Fail("the number of windows follows from sizes");
  std::vector<int64_t> at, shape(to.dims.rank() + 0, 0), perm;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t k = 0; k < size; ++k) {
      at.push_back(i * s.Int("step") + k * s.Int("dilation"));
    }
  }
  ValueType taken = from, cut = from;
  taken.dims[axis] = count * size;
  cut.dims[axis] = count;
  cut.dims.insert(axis + 1, size);
  for (int i = 0; i < cut.dims.rank(); ++i) {
    shape[i] = i < axis ? 0 : cut.dims[i];
    if (i != axis + 1) perm.push_back(i);
  }
  perm.push_back(axis + 1);
  if (std::count(shape.begin(), shape.end(), -1) > 1) {
    s.Fail("its sizes have no form in the file");
  }
  int v =
      s.Op("gather",
           {s.NumberOf(x), s.FullInts(at), s.Full(axis, DataType::kInt32, {1})},
           {}, taken);
  v = s.Reshape(v, shape, cut);
  s.Return(Transpose(s, v, perm, cut));
}

void InsertPosition(WriteSite& s) {
  s.Return(s.Op("searchsorted", {s.In("sequence"), s.In("values")},
                {{"out_int32", json::Bool(s.Bool("out_int32"))},
                 {"right", json::Bool(s.Bool("right"))}},
                s.Result()));
}

void TriangularSystem(WriteSite& s) {
  s.Return(s.Op("triangular_solve", {s.In("x"), s.In("y")},
                {{"upper", json::Bool(s.Bool("upper"))},
                 {"transpose", json::Bool(s.Bool("transpose"))},
                 {"unitriangular", json::Bool(s.Bool("unitriangular"))}},
                s.Result()));
}

void MaskedWrite(WriteSite& s) {
  const int v = s.Op("where",
                     {s.Broadcast(s.Operand("mask")),
                      s.Broadcast(s.Operand("value")), s.In("to")},
                     {}, s.Result());
  for (size_t k = 0; k < s.call().results.size(); ++k) s.Return(v, k);
}

void CopyInto(WriteSite& s) {
  const int like = s.In("to"), value = s.In("value");
  const ValueType to = s.Result(), from = s.Type(s.Operand("value"));
  int v = value;
  if (!(from.dims == to.dims)) {
    v = s.Op("expand_as", {value, like}, {{"target_shape", json::Int32s({})}},
             With(from, to.dims));
  }
  v = from.dtype == to.dtype
          ? s.Op("assign", {v}, {}, to)
          : s.Op("cast", {v}, {{"dtype", json::Dtype(to.dtype)}}, to);
  for (size_t k = 0; k < s.call().results.size(); ++k) s.Return(v, k);
}

std::vector<ValueType> PartTypes(WriteSite& s) {
  std::vector<ValueType> types;
  for (size_t k = 0; k < s.call().results.size(); ++k) {
    types.push_back(s.Result(k));
  }
  return types;
}

void ReturnParts(WriteSite& s, const std::vector<int>& parts) {
  for (size_t k = 0; k < parts.size(); ++k) s.Return(parts[k], k);
}

int AxisOperand(
    WriteSite& s) {  // PaddlePaddle's kernels want it from the front
  int64_t axis = s.Int("axis");
  if (axis < 0) axis += s.Type(s.Operand("x")).dims.rank();
  return s.Full(static_cast<double>(axis), DataType::kInt32, {1});
}

void Split(WriteSite& s) {
  // Of all but one the sizes are known, or follow from others.
  const int sections = s.VaryingInts(s.Ints("sections"));
  ReturnParts(
      s, s.out().OpList("1.split", {s.In("x"), sections, AxisOperand(s)}, {},
                        PartTypes(s)));
}

void SplitWithNum(WriteSite& s) {
  const auto num = static_cast<int64_t>(s.call().results.size());
  ReturnParts(s, s.out().OpList("1.split_with_num", {s.In("x"), AxisOperand(s)},
                                {{"num", json::Int32(num)}}, PartTypes(s)));
}

constexpr WriteEntry kRules[] = {
    {"split", Split},
    {"split_with_num", SplitWithNum},
    {"chunk", SplitWithNum},
    {"put_along_into", PutAlongInto},
    {"windows", Windows},
    {"insert_position", InsertPosition},
    {"triangular_system", TriangularSystem},
    {"reshape", Reshape},
    {"view_shape", Reshape},
    {"flatten", Reshape},
    {"expand", Expand},
    {"squeeze", Squeeze},
    {"basic_index", BasicIndex},
    {"as_strided", AsStrided},
    {"strided_update", StridedUpdate},
    {"index_get", IndexGet},
    {"take_along", TakeAlong},
    {"put_into", PutInto},
    {"masked_write", MaskedWrite},
    {"copy_into", CopyInto},
};

}  // namespace

WriteTable WriteShapes() { return {std::begin(kRules), std::end(kRules)}; }

}  // namespace paddle::inference
