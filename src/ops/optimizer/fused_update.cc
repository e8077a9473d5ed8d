// One step of an optimizer over all parameters of one dtype at once: what
// paddle.optimizer calls. Everything listed first is written in place, but
// where `skip`, one bool, is true.
#include "ops/dims.h"
#include "ops/rules.h"

namespace paddle {
namespace {

// The results are in the arguments: a list of each kind for the parameters;
// master copies and the maximum of moment2 may be left out.
void UpdateListInfer(const Args& args, Outs& outs) {
  outs.Resize(0);
  const int last = args.size - 1;
  const DenseTensor* skip =
      args.op->tensor_mask >> last & 1 ? args.slot[last].tensor : nullptr;
  PADDLE_ENFORCE(
      !skip || (skip->numel == 1 && skip->dtype == DataType::kBool),
      errors::InvalidArgument("%s: `skip` has the wrong shape or dtype.",
                              args.op->name.c_str())
          .Expected("one bool")
          .Received(Name(skip->dtype)));
  const int count = args.slot[0].tensors.size();
  for (uint32_t m = args.op->list_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m), size = args.slot[arg].tensors.size();
    if (size == count) continue;
    const std::string& name = args.op->schema.args[arg].name;
    PADDLE_ENFORCE(
        size == 0 && (name == "master_param" || name == "moment2_max"),
        errors::InvalidArgument("%s: `%s` has the wrong length.",
                                args.op->name.c_str(), name.c_str())
            .Expected(std::to_string(count) + ", that of `param`")
            .Received(std::to_string(size)));
  }
}

// Every element of a parameter is updated by itself; the lists beside `param`
// hold what belongs to it, in its shape, or one number.
void UpdateDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  const TensorList params = args.slot[0].tensors;
  std::vector<std::vector<int>> factors;
  for (const DenseTensor* p : params) {
    factors.emplace_back();
    for (int64_t n : p->dims) factors.back().push_back(map.Pass(n));
  }
  int operand = 0;
  for (uint32_t m = args.op->list_mask; m; m &= m - 1) {
    const int arg = __builtin_ctz(m);
    const TensorList list = args.slot[arg].tensors;
    const std::string& name = args.op->schema.args[arg].name;
    for (int k = 0; k < list.size(); ++k, ++operand) {
      if (name.find("_pow") != name.npos && list[k]->numel == 1) continue;
      const std::vector<int>& axes = factors[k];
      PADDLE_ENFORCE(
          list[k]->dims == params[k]->dims,
          errors::InvalidArgument("%s: `%s` has another shape.",
                                  args.op->name.c_str(), name.c_str())
              .Shapes(
                  {{"param", params[k]->dims}, {name.c_str(), list[k]->dims}}));
      for (size_t i = 0; i < axes.size(); ++i) {
        links.In(operand, static_cast<int>(i), axes[i]);
      }
    }
  }
}

constexpr const char* kReason = "it is a step of an optimizer";

}  // namespace

PD_OP(sgd_)
    .Schema(
        "(Tensor[] param, Tensor[] grad, Tensor[] master_param, "
        "float learning_rate, float l2_decay=0.0, Tensor? skip=None) "
        "-> Tensor[] out")
    .Doc("param -= learning_rate * (grad + l2_decay * param).")
    .Dims(UpdateDims)
    .InferMeta(UpdateListInfer)
    .Writes({"param", "master_param"})
    .Traits(kInternal)
    .NotDifferentiable(kReason);

PD_OP(momentum_)
    .Schema(
        "(Tensor[] param, Tensor[] grad, Tensor[] velocity, "
        "Tensor[] master_param, float learning_rate, float momentum, "
        "bool use_nesterov=false, float l2_decay=0.0, "
        "float rescale_grad=1.0, Tensor? skip=None) -> Tensor[] out")
    .Doc(
        "g = rescale_grad * grad + l2_decay * param; "
        "velocity = momentum * velocity + g; "
        "param -= learning_rate * velocity, or with Nesterov's momentum "
        "param -= learning_rate * (g + momentum * velocity).")
    .Dims(UpdateDims)
    .InferMeta(UpdateListInfer)
    .Writes({"param", "velocity", "master_param"})
    .Traits(kInternal)
    .NotDifferentiable(kReason);

// Kingma and Ba, arXiv:1412.6980; decoupled decay: arXiv:1711.05101; the
// maximum of moment2 (where the list is not empty): AMSGrad.
PD_OP(adam_)
    .Schema(
        "(Tensor[] param, Tensor[] grad, Tensor[] moment1, "
        "Tensor[] moment2, Tensor[] moment2_max, Tensor[] beta1_pow, "
        "Tensor[] beta2_pow, Tensor[] master_param, float learning_rate, "
        "float beta1, float beta2, float epsilon, float l2_decay=0.0, "
        "float decoupled_decay=0.0, Tensor? skip=None) -> Tensor[] out")
    .Doc(
        "g = grad + l2_decay * param; "
        "param -= learning_rate * decoupled_decay * param; "
        "moment1 = beta1 * moment1 + (1 - beta1) * g; "
        "moment2 = beta2 * moment2 + (1 - beta2) * g * g; "
        "param -= learning_rate * moment1 / (1 - beta1_pow) / "
        "(sqrt(moment2 / (1 - beta2_pow)) + epsilon); "
        "beta1_pow *= beta1; beta2_pow *= beta2.")
    .Dims(UpdateDims)
    .InferMeta(UpdateListInfer)
    .Writes({"param", "moment1", "moment2", "moment2_max", "beta1_pow",
             "beta2_pow", "master_param"})
    .Traits(kInternal)
    .NotDifferentiable(kReason);

PD_OP(squared_l2_norm)
    .Schema("(Tensor[] x) -> Tensor out")
    .Doc(
        "The sum of the squares of all elements of all tensors, as float32 "
        "(float64 where they are).")
    .Dims([](const Args& args, AxisMap& map) {
      AxisLinks links(args, map);
      if (links.num_inputs() != 1) return;  // the others would count twice
      for (int i = 0; i < links.in(0).rank(); ++i) {
        links.In(0, i, map.Reduce(links.in(0)[i], Combine::kSum));
      }
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const TensorList x = args.slot[0].tensors;
      const bool wide = x.size() > 0 && x[0]->dtype == DataType::kFloat64;
      outs[0]->dims = DDim();
      outs[0]->dtype = wide ? DataType::kFloat64 : DataType::kFloat32;
      SetContiguous(outs[0]);
    })
    .Traits(kInternal)
    .NotDifferentiable("it measures gradients");

}  // namespace paddle
