// include/paddle/tensor.h on top of the eager engine.
#include <ostream>

#include "paddle/tensor.h"

#include "eager/eager_builder.h"
#include "eager/engine.h"
#include "ops/builder.h"
#include "ops/rules.h"
#include "phi/kernel_registry.h"

namespace paddle {
namespace {

Var ToVar(const Tensor& t) {
  PADDLE_ENFORCE(t.defined(), errors::InvalidArgument("a tensor is empty."));
  return Var::Share(t.impl());
}
Tensor FromVar(Var v) { return Tensor(v.Take()); }
std::vector<Var> ToVars(const std::vector<Tensor>& tensors) {
  std::vector<Var> vars;
  for (const Tensor& t : tensors) vars.push_back(ToVar(t));
  return vars;
}

DataType ParseDType(const std::string& name) {
  const DataType t = DataTypeFromName(name.c_str());
  PADDLE_ENFORCE(t != DataType::kUndefined,
                 errors::InvalidArgument("`%s` is not a dtype.", name.c_str()));
  return t;
}

}  // namespace

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

Shape Tensor::shape() const {
  const Var v = ToVar(*this);
  return Shape(v.dims().begin(), v.dims().end());
}
std::string Tensor::dtype() const { return Name(ToVar(*this).dtype()); }
int64_t Tensor::numel() const { return ToVar(*this)->numel; }

double Tensor::item() const {
  PADDLE_ENFORCE_EQ(
      numel(), 1,
      errors::InvalidArgument("item: the tensor has not one element."));
  return values()[0];
}

std::vector<double> Tensor::values() const {
  GradModeGuard no_grad(false);
  const Var v = ops::Cast(OnHost(ToVar(*this)), DataType::kFloat64);
  return std::vector<double>(v->Data<double>(), v->Data<double>() + v->numel);
}

std::string Tensor::to_string() const {
  if (!defined()) return "Tensor()";
  std::string text = "Tensor(shape=" + errors::ToString(impl_->dims) +
                     ", dtype=" + dtype() + ", [";
  const std::vector<double> all = values();
  char number[32];
  for (size_t i = 0; i < all.size(); ++i) {
    std::snprintf(number, sizeof(number), "%s%g", i ? ", " : "", all[i]);
    text += number;
  }
  return text + "])";
}

bool Tensor::stop_gradient() const { return !ToVar(*this)->requires_grad(); }
void Tensor::set_stop_gradient(bool stop) {
  const Var v = ToVar(*this);
  if (stop)
    v->flags &= ~kRequiresGrad;
  else
    v->flags |= kRequiresGrad;
}
Tensor Tensor::grad() const { return FromVar(GradOf(*ToVar(*this))); }
void Tensor::clear_grad() { SetGrad(*ToVar(*this), Var()); }
void Tensor::backward(bool retain_graph) const {
  RunBackward({ToVar(*this)}, {}, retain_graph);
}

Tensor full(const Shape& shape, double value, const std::string& dtype) {
  phi::BindKernels();
  return FromVar(ops::Full(shape, Scalar(value), ParseDType(dtype)));
}

Tensor from_vector(const std::vector<double>& values, const Shape& shape,
                   const std::string& dtype) {
  phi::BindKernels();
  Var v = EmptyTensor(DDim(IntArray(shape)), DataType::kFloat64);
  PADDLE_ENFORCE_EQ(v->numel, static_cast<int64_t>(values.size()),
                    errors::InvalidArgument(
                        "from_vector: the values do not fill the shape."));
  std::copy(values.begin(), values.end(), v->Data<double>());
  return FromVar(ops::Cast(v, ParseDType(dtype)));
}

std::vector<Tensor> call(const std::string& name,
                         const std::vector<Tensor>& inputs) {
  phi::BindKernels();
  const OpDef& op = GetOp(name);
  Args args(op);
  args.size = static_cast<int>(op.schema.args.size());
  size_t next = 0;
  for (int i = 0; i < args.size; ++i) {
    const ArgSpec& arg = op.schema.args[i];
    if ((op.tensor_mask >> i & 1) && next < inputs.size()) {
      args.SetTensor(i, args.Keep(ToVar(inputs[next++])));
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

Tensor operator+(const Tensor& x, const Tensor& y) {
  return FromVar(ToVar(x) + ToVar(y));
}
Tensor operator-(const Tensor& x, const Tensor& y) {
  return FromVar(ToVar(x) - ToVar(y));
}
Tensor operator*(const Tensor& x, const Tensor& y) {
  return FromVar(ToVar(x) * ToVar(y));
}
Tensor operator/(const Tensor& x, const Tensor& y) {
  return FromVar(ToVar(x) / ToVar(y));
}
Tensor operator*(const Tensor& x, double factor) {
  return FromVar(ToVar(x) * factor);
}
Tensor sum(const Tensor& x) { return FromVar(ops::Sum(ToVar(x))); }
Tensor matmul(const Tensor& x, const Tensor& y, bool transpose_x,
              bool transpose_y) {
  return FromVar(ops::Matmul(ToVar(x), ToVar(y), transpose_x, transpose_y));
}

std::vector<Tensor> grad(const std::vector<Tensor>& outputs,
                         const std::vector<Tensor>& inputs, bool create_graph) {
  GradOptions options;
  options.create_graph = create_graph;
  std::vector<Tensor> results;
  for (Var& v : RunGrad(ToVars(outputs), ToVars(inputs), {}, options)) {
    results.push_back(FromVar(std::move(v)));
  }
  return results;
}

std::ostream& operator<<(std::ostream& os, const Tensor& t) {
  return os << t.to_string();
}

}  // namespace paddle
