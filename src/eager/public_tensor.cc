// include/paddle/tensor.h on top of the eager engine.
#include "eager/public_types.h"

#include <cstdio>
#include <ostream>

#include "eager/eager_builder.h"
#include "eager/recorder.h"
#include "eager/write_result.h"
#include "ops/generated/ops.h"
#include "ops/rules.h"
#include "phi/kernel_registry.h"

namespace paddle {

void UseLibrary() { phi::BindKernels(); }

Place Internal(const ::phi::Place& p) {
  switch (p.GetType()) {
    case ::phi::AllocationType::CPU: return CPUPlace();
    case ::phi::AllocationType::GPU: return GPUPlace(p.GetDeviceId());
    case ::phi::AllocationType::CUSTOM:
      return {DeviceType::kCustom, p.GetDeviceId()};
    case ::phi::AllocationType::UNDEFINED: break;
  }
  PADDLE_THROW(errors::InvalidArgument("a place is undefined.")
                   .Hint("paddle::CPUPlace()."));
}

::phi::Scalar Public(const Scalar& s) {
  switch (s.type()) {
    case DataType::kUndefined: return ::phi::Scalar::None();
    case DataType::kBool: return s.To<bool>();
    case DataType::kInt64: return s.ToInt();
    case DataType::kFloat64: return s.ToDouble();
    default: return s.To<std::complex<double>>();
  }
}

const DenseTensor& Defined(const Tensor& t) {
  PADDLE_ENFORCE(t.defined(),
                 errors::InvalidArgument("a tensor is undefined."));
  return *t.impl();
}

std::vector<Tensor> FromVars(VarList list) {
  std::vector<Tensor> tensors;
  for (int i = 0; i < list.size(); ++i) {
    tensors.push_back(FromVar(std::move(list[i])));
  }
  return tensors;
}

namespace {

Var Given(const Tensor& t) {
  Defined(t);
  return ToVar(t);
}

std::string PlaceName(const ::phi::Place& place) {
  return ToString(Internal(place));
}

// `t` on `place`, where it is not there.
Var On(Var t, const ::phi::Place& place) {
  return t->place == Internal(place) ? t : ops::CopyTo(t, PlaceName(place));
}

// Memory of its own, on the same place too.
Var CopyOn(Var t, const ::phi::Place& place) {
  return t->place == Internal(place) ? ops::Assign(t)
                                     : ops::CopyTo(t, PlaceName(place));
}

DataType Known(::phi::DataType t) {
  PADDLE_ENFORCE(t != ::phi::DataType::UNDEFINED,
                 errors::InvalidArgument("a dtype is undefined."));
  return Internal(t);
}

}  // namespace

Tensor::Tensor(const ::phi::Place& place, const Shape& shape) {
  Var v = Var::Own(NewTensor(State()));
  v->place = Internal(place);
  v->dims = DDim(IntArray(shape));
  SetContiguous(v.get());
  impl_ = v.Take();
}
Tensor::Tensor(const Tensor& other) : impl_(other.impl_) {
  if (impl_) Retain(impl_);
}
Tensor& Tensor::operator=(Tensor other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
Tensor::~Tensor() {
  if (impl_) Release(impl_);
}
Tensor Tensor::Share(DenseTensor* borrowed) {
  Retain(borrowed);
  return Tensor(borrowed);
}

bool Tensor::has_allocation() const { return impl_ && impl_->storage; }
Shape Tensor::shape() const {
  const DDim& dims = Defined(*this).dims;
  return Shape(dims.begin(), dims.end());
}
::phi::DDim Tensor::strides() const {
  const DenseTensor& t = Defined(*this);
  return ::phi::DDim(Shape(t.strides, t.strides + t.rank()));
}
::phi::DataType Tensor::dtype() const { return Public(Defined(*this).dtype); }
::phi::Place Tensor::place() const { return Public(Defined(*this).place); }
bool Tensor::is_cpu() const {
  return Defined(*this).place.type == DeviceType::kCPU;
}
bool Tensor::is_gpu() const {
  return Defined(*this).place.type == DeviceType::kGPU;
}
bool Tensor::is_custom_device() const {
  return Defined(*this).place.type == DeviceType::kCustom;
}
bool Tensor::is_contiguous() const { return Defined(*this).contiguous(); }
int64_t Tensor::numel() const { return Defined(*this).numel; }

void* Tensor::CheckedData(::phi::DataType dtype) const {
  const DenseTensor& t = Defined(*this);
  PADDLE_ENFORCE(
      dtype == ::phi::DataType::UNDEFINED || t.dtype == Internal(dtype),
      errors::InvalidArgument("Tensor::data: the tensor has another dtype.")
          .Expected(::phi::DataTypeToString(dtype))
          .Received(Name(t.dtype)));
  PADDLE_ENFORCE(t.storage || t.numel == 0,
                 errors::InvalidArgument("Tensor::data: the tensor has no "
                                         "memory.")
                     .Hint("mutable_data<T>() gives it some."));
  Realize(t);
  return t.data;
}

void* Tensor::MutableData(::phi::DataType dtype) {
  DenseTensor& t = const_cast<DenseTensor&>(Defined(*this));
  if (!t.storage) {
    t.dtype = Known(dtype);
    SetContiguous(&t);
    AllocateStorage(&t, State());
  }
  return CheckedData(dtype);
}

void Tensor::CheckPlace(const ::phi::Place& place) const {
  PADDLE_ENFORCE(
      Defined(*this).place == Internal(place),
      errors::Unimplemented("Tensor::mutable_data: the tensor is on another "
                            "place.")
          .Expected(ToString(Defined(*this).place))
          .Received(PlaceName(place)));
}

double Tensor::item() const {
  PADDLE_ENFORCE_EQ(
      numel(), 1,
      errors::InvalidArgument("item: the tensor has not one element."));
  return values()[0];
}

std::vector<double> Tensor::values() const {
  GradModeGuard no_grad(false);
  const Var v = ops::Cast(OnHost(Given(*this)), DataType::kFloat64);
  return std::vector<double>(v->Data<double>(), v->Data<double>() + v->numel);
}

std::string Tensor::to_string() const {
  if (!defined()) return "Tensor()";
  std::string text = "Tensor(shape=" + errors::ToString(impl_->dims) +
                     ", dtype=" + Name(impl_->dtype) + ", [";
  const std::vector<double> all = values();
  char number[32];
  for (size_t i = 0; i < all.size(); ++i) {
    std::snprintf(number, sizeof(number), "%s%g", i ? ", " : "", all[i]);
    text += number;
  }
  return text + "])";
}

Tensor Tensor::slice(int64_t begin, int64_t end) const {
  const Var v = Given(*this);
  PADDLE_ENFORCE(
      v->rank() > 0 && 0 <= begin && begin < end && end <= v->dims[0],
      errors::OutOfRange("Tensor::slice: no such part of the first axis.")
          .Shapes({{"x", v->dims}})
          .Received("begin = " + std::to_string(begin) +
                    ", end = " + std::to_string(end)));
  return FromVar(ops::Slice(v, {0}, {begin}, {end}));
}
Tensor Tensor::contiguous() const {
  Var v = Given(*this);
  return FromVar(v->contiguous() ? v : ops::Assign(v));
}
Tensor Tensor::cast(::phi::DataType dtype) const {
  return FromVar(ops::Cast(Given(*this), Known(dtype)));
}
Tensor Tensor::copy_to(const ::phi::Place& place) const {
  return FromVar(CopyOn(Given(*this), place));
}

void Tensor::copy_(const Tensor& from, const ::phi::Place& place, bool) {
  static const OpDef& assign = GetOp("assign");
  UseLibrary();
  GradModeGuard no_grad(false);
  Var v = CopyOn(Given(from), place);
  if (!has_allocation()) {
    *this = FromVar(std::move(v));
    return;
  }
  WriteResult(assign, *v, impl_);
}

void Tensor::reshape(const Shape& shape) {
  if (has_allocation()) {
    *this = FromVar(ops::Reshape(Given(*this), shape));
    return;
  }
  *this = Tensor(defined() ? place() : ::phi::CPUPlace(), shape);
}

bool Tensor::stop_gradient() const { return !Defined(*this).requires_grad(); }
uint32_t Tensor::current_inplace_version() const {
  return Defined(*this).version();
}
void Tensor::bump_inplace_version() { Defined(*this).BumpVersion(); }

std::ostream& operator<<(std::ostream& os, const Tensor& t) {
  return os << t.to_string();
}

// ---- operators ----

#define PADDLE_BINARY(op, function)                        \
  Tensor Tensor::operator op(const Tensor& y) const {      \
    UseLibrary();                                          \
    return FromVar(ops::function(Given(*this), Given(y))); \
  }
PADDLE_BINARY(+, Add)
PADDLE_BINARY(-, Subtract)
PADDLE_BINARY(*, Multiply)
PADDLE_BINARY(/, Divide)
PADDLE_BINARY(<, LessThan)
PADDLE_BINARY(<=, LessEqual)
PADDLE_BINARY(==, Equal)
PADDLE_BINARY(!=, NotEqual)
PADDLE_BINARY(>, GreaterThan)
PADDLE_BINARY(>=, GreaterEqual)
PADDLE_BINARY(&, BitwiseAnd)
PADDLE_BINARY(|, BitwiseOr)
PADDLE_BINARY(^, BitwiseXor)
#undef PADDLE_BINARY
Tensor Tensor::operator-() const { return FromVar(ops::Neg(Given(*this))); }
Tensor Tensor::operator~() const {
  return FromVar(ops::BitwiseNot(Given(*this)));
}

namespace {

// A number beside a tensor: it has the tensor's dtype, or a wider kind's.
Var NumberLike(const ::phi::Scalar& number, const Var& beside) {
  const Scalar s = Internal(number);
  DataType t = beside.dtype();
  if (IsComplex(s.type())) {
    t = ToComplex(t);
  } else if (s.type() == DataType::kFloat64 && !IsFloating(t) &&
             !IsComplex(t)) {
    t = DefaultFloat();
  } else if (t == DataType::kBool && s.type() != DataType::kBool) {
    t = DataType::kInt64;
  }
  GradModeGuard no_grad(false);
  return ops::Full({}, s, t);
}

}  // namespace

#define PADDLE_WITH_NUMBER(op, function)                        \
  Tensor Tensor::operator op(const ::phi::Scalar& y) const {    \
    UseLibrary();                                               \
    const Var x = Given(*this);                                 \
    return FromVar(ops::function(x, NumberLike(y, x)));         \
  }                                                             \
  Tensor operator op(const ::phi::Scalar& x, const Tensor& y) { \
    UseLibrary();                                               \
    const Var v = Given(y);                                     \
    return FromVar(ops::function(NumberLike(x, v), v));         \
  }
PADDLE_WITH_NUMBER(+, Add)
PADDLE_WITH_NUMBER(-, Subtract)
PADDLE_WITH_NUMBER(*, Multiply)
PADDLE_WITH_NUMBER(/, Divide)
#undef PADDLE_WITH_NUMBER

#define PADDLE_UNARY(name, function) \
  Tensor Tensor::name() const { return FromVar(ops::function(Given(*this))); }
PADDLE_UNARY(abs, Abs)
PADDLE_UNARY(assign, Assign)
PADDLE_UNARY(exp, Exp)
PADDLE_UNARY(floor, Floor)
PADDLE_UNARY(log, Log)
#undef PADDLE_UNARY
Tensor Tensor::maximum(const Tensor& y) const {
  return FromVar(ops::Maximum(Given(*this), Given(y)));
}
Tensor Tensor::minimum(const Tensor& y) const {
  return FromVar(ops::Minimum(Given(*this), Given(y)));
}
Tensor Tensor::pow(const Tensor& y) const {
  return FromVar(ops::Pow(Given(*this), Given(y)));
}
Tensor Tensor::pow(const ::phi::Scalar& y) const {
  const Var x = Given(*this);
  return FromVar(ops::Pow(x, NumberLike(y, x)));
}
Tensor Tensor::max(const ::phi::IntArray& axis, bool keepdim) const {
  return FromVar(ops::Max(Given(*this), Internal(axis), keepdim));
}
Tensor Tensor::expand(const ::phi::IntArray& shape) const {
  return FromVar(ops::Expand(Given(*this), Internal(shape)));
}
Tensor Tensor::tile(const ::phi::IntArray& repeat_times) const {
  return FromVar(ops::Tile(Given(*this), Internal(repeat_times)));
}
Tensor Tensor::gather_nd(const Tensor& index) const {
  return FromVar(ops::GatherNd(Given(*this), Given(index)));
}
Tensor Tensor::scatter_nd_add(const Tensor& index,
                              const Tensor& updates) const {
  return FromVar(ops::ScatterNdAdd(Given(*this), Given(index), Given(updates)));
}

// ---- creation ----

Tensor empty(const ::phi::IntArray& shape, ::phi::DataType dtype,
             const ::phi::Place& place) {
  UseLibrary();
  return FromVar(
      EmptyTensor(DDim(Internal(shape)), Known(dtype), Internal(place)));
}
Tensor full(const ::phi::IntArray& shape, const ::phi::Scalar& value,
            ::phi::DataType dtype, const ::phi::Place& place) {
  UseLibrary();
  return FromVar(
      On(ops::Full(Internal(shape), Internal(value), Known(dtype)), place));
}
Tensor zeros(const ::phi::IntArray& shape, ::phi::DataType dtype,
             const ::phi::Place& place) {
  return full(shape, 0, dtype, place);
}
Tensor ones(const ::phi::IntArray& shape, ::phi::DataType dtype,
            const ::phi::Place& place) {
  return full(shape, 1, dtype, place);
}

namespace {
::phi::DataType Or(::phi::DataType t, const Tensor& x) {
  return t == ::phi::DataType::UNDEFINED ? x.dtype() : t;
}
::phi::Place Or(const ::phi::Place& p, const Tensor& x) {
  return p == ::phi::Place() ? x.place() : p;
}
}  // namespace

Tensor empty_like(const Tensor& x, ::phi::DataType dtype,
                  const ::phi::Place& place) {
  return empty(x.shape(), Or(dtype, x), Or(place, x));
}
Tensor full_like(const Tensor& x, const ::phi::Scalar& value,
                 ::phi::DataType dtype, const ::phi::Place& place) {
  return full(x.shape(), value, Or(dtype, x), Or(place, x));
}
Tensor zeros_like(const Tensor& x, ::phi::DataType dtype,
                  const ::phi::Place& place) {
  return full_like(x, 0, dtype, place);
}
Tensor ones_like(const Tensor& x, ::phi::DataType dtype,
                 const ::phi::Place& place) {
  return full_like(x, 1, dtype, place);
}

Tensor from_vector(const std::vector<double>& values, const Shape& shape,
                   ::phi::DataType dtype) {
  UseLibrary();
  Var v = EmptyTensor(DDim(IntArray(shape)), DataType::kFloat64);
  PADDLE_ENFORCE_EQ(v->numel, static_cast<int64_t>(values.size()),
                    errors::InvalidArgument(
                        "from_vector: the values do not fill the shape."));
  std::copy(values.begin(), values.end(), v->Data<double>());
  return FromVar(ops::Cast(v, Known(dtype)));
}

namespace {
struct Blob {
  void* data;
  std::function<void(void*)> deleter;
};
}  // namespace

Tensor from_blob(void* data, const ::phi::IntArray& shape,
                 ::phi::DataType dtype, ::phi::DataLayout,
                 const ::phi::Place& place,
                 const std::function<void(void*)>& deleter) {
  UseLibrary();
  const DDim dims(Internal(shape));
  DenseTensor like;
  like.dims = dims;
  like.dtype = Known(dtype);
  SetContiguous(&like);
  PADDLE_ENFORCE(data || like.numel == 0,
                 errors::InvalidArgument("from_blob: `data` is null."));
  return FromVar(FromExternal(data, dims, like.stride_array(), like.dtype,
                              Internal(place), new Blob{data, deleter},
                              [](Storage* s) {
                                auto* blob = static_cast<Blob*>(s->owner);
                                if (blob->deleter) blob->deleter(blob->data);
                                delete blob;
                              }));
}

std::vector<Tensor> call(const std::string& name,
                         const std::vector<Tensor>& inputs) {
  UseLibrary();
  const OpDef& op = GetOp(name);
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  size_t next = 0;
  for (int i = 0; i < args.size; ++i) {
    const ArgSpec& arg = op.schema.args[i];
    if ((op.tensor_mask >> i & 1) && next < inputs.size()) {
      args.SetTensor(i, args.Keep(Given(inputs[next++])));
      continue;
    }
    PADDLE_ENFORCE(arg.has_default,
                   errors::InvalidArgument("%s: misses the argument `%s`.",
                                           name.c_str(), arg.name.c_str()));
    args.slot[i] = arg.default_value;
  }
  PADDLE_ENFORCE_EQ(
      next, inputs.size(),
      errors::InvalidArgument("%s: too many tensors.", name.c_str()));
  Outs outs(op.schema.list_out ? 0 : static_cast<int>(op.schema.outs.size()));
  Dispatch(op, args, outs);
  std::vector<Tensor> results;
  for (int i = 0; i < outs.size(); ++i) results.emplace_back(outs.Take(i));
  return results;
}

}  // namespace paddle
