#include "pybind/indexing.h"

#include "eager/eager_builder.h"
#include "jit/slice_use.h"
#include "ops/builder.h"
#include "ops/generated/ops.h"
#include "ops/manipulation/basic_index.h"
#include "ops/manipulation/host_values.h"
#include "pybind/exceptions.h"
#include "pybind/interop.h"
#include "pybind/op_binding.h"
#include "pybind/sequence.h"

namespace paddle::python {
namespace {

constexpr int kMaxItems = 32;
constexpr int64_t kGilElements = 32768;

// One item of a key, as written.
struct Item {
  enum Kind { kInt, kRange, kNone, kDots, kIndex, kLate } kind;
  int64_t start, stop, step;  // kInt: start; kIndex, kLate: start is its place
};

[[noreturn]] PD_COLD void BadItem(PyObject* o) {
  PADDLE_THROW(
      errors::InvalidArgument("index: an item of the key has the wrong type.")
          .Expected("an int, a slice, ..., None, a bool, or a Tensor, array or "
                    "list of ints or bools")
          .Received(Py_TYPE(o)->tp_name));
}
[[noreturn]] PD_COLD void OutOfRange(int64_t value, int axis, int64_t size) {
  PADDLE_THROW(errors::OutOfRange("index: %lld is out of range.",
                                  static_cast<long long>(value))
                   .Expected("an index in [" + std::to_string(-size) + ", " +
                             std::to_string(size) + ") for axis " +
                             std::to_string(axis) + " of size " +
                             std::to_string(size))
                   .Received(std::to_string(value)));
}
[[noreturn]] PD_COLD void TooMany(const DDim& dims, int given) {
  PADDLE_THROW(errors::OutOfRange("index: more indices than axes.")
                   .Expected("at most one index for each axis of `x`")
                   .Shapes({{"x", dims}})
                   .Received(std::to_string(given) + " indices"));
}

// A key taken apart, with nothing that needs the tensor's shape.
struct Key {
  int n = 0;
  int axes = 0;  // that the items other than `...` stand for
  Item items[kMaxItems];
  std::vector<Var> indices;

  // `late`: tensors that stand for numbers stay tensors in a capture.
  explicit Key(PyObject* key, bool late = false) : late_(late) {
    if (PyTuple_Check(key)) {
      const Py_ssize_t count = PyTuple_GET_SIZE(key);
      if (count > kMaxItems) {
        PADDLE_THROW(errors::OutOfRange("index: the key is too long."));
      }
      for (Py_ssize_t i = 0; i < count; ++i) Add(PyTuple_GET_ITEM(key, i));
    } else {
      Add(key);
    }
    for (int i = 0; i < n; ++i) {
      if (items[i].kind == Item::kLate) SettleLate(items[i]);
    }
  }

 private:
  const bool late_;
  bool indexed_ = false;  // by tensors other than late numbers
  std::vector<Var> late_numbers_;

  // Beside other indices a number does not stand where an index would.
  void SettleLate(Item& item) {
    Var number = late_numbers_[item.start];
    if (indexed_) {
      item.kind = Item::kInt;
      item.start = ItemAsInt(*number);
    } else {
      item.kind = Item::kIndex;
      item.start = static_cast<int64_t>(indices.size());
      indices.push_back(std::move(number));
    }
  }
  void Add(PyObject* o) {
    Item& item = items[n++];
    if (PyLong_CheckExact(o)) {
      AddInt(o, item);
    } else if (PySlice_Check(o)) {
      AddSlice(reinterpret_cast<PySliceObject*>(o), item);
    } else if (o == Py_None) {
      item.kind = Item::kNone;
    } else if (o == Py_Ellipsis) {
      item.kind = Item::kDots;
    } else {
      AddOther(o, item);
    }
  }
  void AddInt(PyObject* o, Item& item) {
    item.kind = Item::kInt;
    if (!ToInt64(o, &item.start)) {
      if (!PyErr_Occurred()) BadItem(o);
      PyErr_Clear();  // beyond int64, so beyond any axis
      item.start = INT64_MAX;
    }
    ++axes;
  }
  void AddSlice(PySliceObject* o, Item& item) {
    item.kind = Item::kRange;
    ++axes;
    if (o->step == Py_None) {  // the usual, without calls
      item.step = 1;
      item.start = 0;
      item.stop = INT64_MAX;
      const bool start =
          o->start == Py_None ||
          (PyLong_CheckExact(o->start) && ToInt64(o->start, &item.start));
      const bool stop = o->stop == Py_None || (PyLong_CheckExact(o->stop) &&
                                               ToInt64(o->stop, &item.stop));
      if (PD_LIKELY(start && stop)) return;
      PyErr_Clear();
    }
    PyObject* parts[] = {Bound(o->start), Bound(o->stop), Bound(o->step)};
    PyObject* slice = PySlice_New(parts[0], parts[1], parts[2]);
    for (PyObject* part : parts) Py_DECREF(part);
    Py_ssize_t start, stop, step;
    const bool bad = !slice || PySlice_Unpack(slice, &start, &stop, &step) < 0;
    Py_XDECREF(slice);
    if (bad) throw PythonError();
    item.start = start;
    item.stop = stop;
    item.step = step;
  }
  // Sizes of a static program may stand here; Python may not read them.
  static PyObject* Bound(PyObject* o) {
    if (!IsTensor(o) || !IsInteger(Impl(o)->dtype)) return Py_NewRef(o);
    PyObject* number = PyLong_FromLongLong(ItemAsInt(*Impl(o)));
    if (!number) throw PythonError();
    return number;
  }
  PD_NOINLINE void AddOther(PyObject* o, Item& item) {
    Var v;
    if (PyBool_Check(o)) {
      v = NumberTensor(o, DataType::kBool);
    } else if (IsTensor(o)) {
      v = Var::Share(Impl(o));
    } else if (PyList_Check(o) || PyTuple_Check(o)) {
      v = SequenceToTensor(o, DataType::kUndefined);
      if (!v) throw PythonError();
    } else if (PyFloat_Check(o) || PyUnicode_Check(o)) {
      BadItem(o);
    } else if (!(v = FromNumpyLike(o))) {
      if (PyIndex_Check(o)) return AddInt(o, item);
      PyObject* list = PySequence_Check(o) ? PySequence_List(o) : nullptr;
      if (!list) BadItem(o);
      v = SequenceToTensor(list, DataType::kUndefined);
      Py_DECREF(list);
      if (!v) throw PythonError();
    }
    AddIndex(std::move(v), o, item);
  }
  void AddIndex(Var v, PyObject* o, Item& item) {
    if (v->numel == 0 && !IsTensor(o) && IsFloating(v.dtype())) {
      v = ops::Cast(v, DataType::kInt64);  // an empty list
    }
    if (v.rank() == 0 && IsInteger(v.dtype())) {
      ++axes;
      if (PD_UNLIKELY(late_ && State().recorder && IsTensor(o))) {
        item.kind = Item::kLate;
        item.start = static_cast<int64_t>(late_numbers_.size());
        late_numbers_.push_back(std::move(v));
      } else {
        item.kind = Item::kInt;
        item.start = ItemAsInt(*v);
      }
      return;
    }
    indexed_ = true;
    if (v.dtype() != DataType::kBool && !IsInteger(v.dtype())) BadItem(o);
    item.kind = Item::kIndex;
    item.start = static_cast<int64_t>(indices.size());
    axes += v.dtype() == DataType::kBool ? v.rank() : 1;
    indices.push_back(std::move(v));
  }
};

// A key resolved for a shape: a basic index, then index tensors for some axes
// of what it gives.
struct Plan {
  int n = 0;
  int64_t spec[4 * (kMaxItems + kMaxRank)];
  std::vector<Var> indices;
  DDim axes;

  Plan(const DDim& dims, const Key& key) {
    int axis = 0, view_axis = 0;
    if (PD_UNLIKELY(key.axes > dims.rank())) TooMany(dims, key.axes);
    bool dots = false;
    for (int i = 0; i < key.n; ++i) {
      const Item& item = key.items[i];
      switch (item.kind) {
        case Item::kInt: {
          const int64_t size = dims[axis];
          const int64_t at = item.start < 0 ? item.start + size : item.start;
          if (PD_UNLIKELY(at < 0 || at >= size)) {
            OutOfRange(item.start, axis, size);
          }
          Add(kPick, at, 1, 1);
          ++axis;
          break;
        }
        case Item::kRange: {
          const SliceRange r =
              ResolveSlice(item.start, item.stop, item.step, dims[axis]);
          Add(kSlice, r.start, r.size, item.step);
          ++axis;
          ++view_axis;
          break;
        }
        case Item::kNone:
          Add(kNewAxis, 0, 1, 1);
          ++view_axis;
          break;
        case Item::kDots:
          PADDLE_ENFORCE(!dots,
                         errors::OutOfRange("index: `...` may be given once."));
          dots = true;
          for (int k = dims.rank() - key.axes; k > 0; --k, ++view_axis) {
            AddWhole(dims, axis++);
          }
          break;
        case Item::kLate: break;  // settled by now
        case Item::kIndex:
          AddIndex(dims, key.indices[item.start], axis, view_axis);
          break;
      }
    }
    PADDLE_ENFORCE(view_axis + dims.rank() - axis <= kMaxRank,
                   errors::InvalidArgument("index: the result has too many "
                                           "axes."));
  }
  IntArray basic() const { return {spec, 4 * n}; }

 private:
  void Add(int64_t kind, int64_t start, int64_t size, int64_t step) {
    int64_t* item = spec + 4 * n++;
    item[0] = kind;
    item[1] = start;
    item[2] = size;
    item[3] = step;
  }
  void AddWhole(const DDim& dims, int axis) { Add(kSlice, 0, dims[axis], 1); }
  PD_NOINLINE void AddIndex(const DDim& dims, const Var& index, int& axis,
                            int& view_axis) {
    if (index.dtype() != DataType::kBool) {
      AddWhole(dims, axis++);
      indices.push_back(index);
      axes.push_back(view_axis++);
      return;
    }
    if (index.rank() == 0) {  // a new axis of size 1, of which none or all
      std::vector<int64_t> at;
      if (*OnHost(index)->Data<bool>()) at.push_back(0);
      Add(kNewAxis, 0, 1, 1);
      indices.push_back(FromInts(at));
      axes.push_back(view_axis++);
      return;
    }
    for (int i = 0; i < index.rank(); ++i) {
      PADDLE_ENFORCE(index.dim(i) == dims[axis + i],
                     errors::OutOfRange("index: a mask does not fit the "
                                        "tensor.")
                         .Shapes({{"x", dims}, {"mask", index.dims()}})
                         .Received("sizes " + std::to_string(dims[axis + i]) +
                                   " and " + std::to_string(index.dim(i)) +
                                   " at axis " + std::to_string(axis + i)));
    }
    const VarList columns = ops::Unbind(ops::Nonzero(index), 1);
    for (int i = 0; i < index.rank(); ++i) {
      AddWhole(dims, axis++);
      indices.push_back(columns[i]);
      axes.push_back(view_axis++);
    }
  }
};

// Where sizes are not known yet, runs see whether it holds for theirs.
PD_NOINLINE void NoteSlices(const DDim& dims, const Key& key) {
  int axis = 0;
  for (int i = 0; i < key.n; ++i) {
    const Item& item = key.items[i];
    if (item.kind == Item::kDots) axis += dims.rank() - key.axes;
    if (item.kind == Item::kRange) {
      jit::NoteSlice({item.start, item.stop, item.step, dims[axis]});
    }
    if (item.kind == Item::kIndex) {
      const Var& index = key.indices[item.start];
      axis += index.dtype() == DataType::kBool ? index.rank() : 1;
    } else if (item.kind == Item::kRange || item.kind == Item::kInt) {
      ++axis;
    }
  }
}

const OpDef* basic_index;
const OpDef* set_basic_index;
const OpDef* set_index;
const OpDef* masked_assign;
PD_NOINLINE void FindOps() {
  masked_assign = &GetOp("masked_assign");
  set_index = &GetOp("set_index");
  set_basic_index = &GetOp("set_basic_index");
  basic_index = &GetOp("basic_index");
}

void Run(const OpDef& op, Args& args, Outs& outs) {
  if (PD_LIKELY(args.work < kGilElements)) {
    Dispatch(op, args, outs);
  } else {
    NoGil no_gil;
    Dispatch(op, args, outs);
  }
}

PyObject* GetBasic(DenseTensor* x, const Plan& plan) {
  Args args(*basic_index);
  args.size = 2;
  args.SetTensor(0, x);
  args.slot[1].ints = plan.basic();
  Outs outs(1);
  Dispatch(*basic_index, args, outs);  // a view: too little work for the GIL
  return Wrap(outs.Take(0));
}

PD_NOINLINE PyObject* GetAdvanced(DenseTensor* x, const Plan& plan) {
  Var v = Var::Share(x);
  bool trivial = true;  // every item is a whole axis
  for (int i = 0; i < plan.n; ++i) {
    const int64_t* item = plan.spec + 4 * i;
    trivial &= item[0] == kSlice && item[3] == 1 && item[2] == x->dims[i];
  }
  if (!trivial) v = ops::BasicIndex(v, plan.basic());
  if (x->numel < kGilElements) {
    return Wrap(ops::IndexGet(v, plan.indices, plan.axes));
  }
  Var out;
  {
    NoGil no_gil;
    out = ops::IndexGet(v, plan.indices, plan.axes);
  }
  return Wrap(std::move(out));
}

// The right-hand side of an assignment into `x`.
Var ToValue(const DenseTensor& x, PyObject* value) {
  if (IsTensor(value)) return Var::Share(Impl(value));
  Var v;
  if (IsNumber(value)) {
    if (PyComplex_Check(value) && !IsComplex(x.dtype)) {
      PADDLE_THROW(errors::InvalidType("index: a complex value can not be "
                                       "written into a real tensor.")
                       .Received(Name(x.dtype)));
    }
    v = NumberTensor(value, x.dtype);
    if (v) v->flags |= kNumber;
  } else if (!(v = FromNumpyLike(value)) &&
             (PyList_Check(value) || PyTuple_Check(value))) {
    v = SequenceToTensor(value, DataType::kUndefined);
    if (!v) throw PythonError();
  }
  if (!v && PyErr_Occurred()) throw PythonError();
  PADDLE_ENFORCE(v, errors::InvalidType("index: the value has the wrong type.")
                        .Expected("a number, a Tensor, an array or a list")
                        .Received(Py_TYPE(value)->tp_name));
  return v;
}

// x[mask] = number, without looking for where the mask is True.
PD_NOINLINE int SetMasked(DenseTensor* x, const Var& mask, Var value) {
  if (value.rank() > 0) value = ops::Reshape(value, IntArray());
  Args args(*masked_assign);
  args.size = 3;
  args.inplace = true;
  args.SetTensor(0, x);
  args.SetTensor(1, mask.get());
  args.SetTensor(2, value.get());
  Outs outs(1);
  Run(*masked_assign, args, outs);
  return 0;
}

}  // namespace

PyObject* GetItem(PyObject* self, PyObject* key) {
  try {
    if (PD_UNLIKELY(!basic_index)) FindOps();
    DenseTensor* x = Impl(self);
    const Key parsed(key);
    const Plan plan(x->dims, parsed);
    if (PD_UNLIKELY(x->flags & kTraced)) NoteSlices(x->dims, parsed);
    if (PD_UNLIKELY(!plan.indices.empty())) return GetAdvanced(x, plan);
    return GetBasic(x, plan);
  } catch (...) {
    return SetPythonError();
  }
}

int SetItem(PyObject* self, PyObject* key, PyObject* value) {
  try {
    if (PD_UNLIKELY(!basic_index)) FindOps();
    if (!value) {
      PyErr_SetString(PyExc_TypeError,
                      "(InvalidType) elements of a Tensor can not be deleted.");
      return -1;
    }
    DenseTensor* x = Impl(self);
    const Key parsed(key, true);
    if (parsed.n == 1 && parsed.items[0].kind == Item::kIndex &&
        parsed.indices[0].dtype() == DataType::kBool &&
        parsed.indices[0].dims() == x->dims) {
      const Var v = ToValue(*x, value);
      if (v->numel == 1) return SetMasked(x, parsed.indices[0], v);
    }
    const Plan plan(x->dims, parsed);
    if (PD_UNLIKELY(x->flags & kTraced)) NoteSlices(x->dims, parsed);
    const Var v = ToValue(*x, value);
    const OpDef& op = plan.indices.empty() ? *set_basic_index : *set_index;
    Args args(op);
    args.inplace = true;
    args.SetTensor(0, x);
    args.SetTensor(1, v.get());
    if (plan.indices.empty()) {
      args.size = 3;
      args.slot[2].ints = plan.basic();
    } else {
      args.size = 6;
      const auto count = static_cast<int64_t>(plan.indices.size());
      auto** tensors = args.Allocate<DenseTensor*>(count);
      for (int64_t k = 0; k < count; ++k) {
        tensors[k] = plan.indices[k].get();
        args.Note(*tensors[k]);
      }
      args.slot[2].tensors = {tensors, count};
      args.slot[3].ints = plan.basic();
      args.slot[4].ints = plan.axes;
      args.slot[5].i = 0;
    }
    Outs outs(1);
    Run(op, args, outs);
    return 0;
  } catch (...) {
    SetPythonError();
    return -1;
  }
}

}  // namespace paddle::python
