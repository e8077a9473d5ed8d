// A loss is scaled so that small gradients keep their place in a narrow type;
// what paddle.amp.GradScaler calls. What is listed in Writes changes in place.
#include "ops/rules.h"

namespace paddle {
namespace {

void OneNumber(const DenseTensor& t, DataType dtype, const Args& args,
               const char* name) {
  PADDLE_ENFORCE(
      t.numel == 1 && t.dtype == dtype && t.contiguous(),
      errors::InvalidArgument("%s: `%s` has the wrong shape or dtype.",
                              args.op->name.c_str(), name)
          .Expected("one element of " + std::string(Name(dtype)))
          .Received(Name(t.dtype))
          .Shapes({{name, t.dims}}));
}

}  // namespace

PD_OP(check_finite_and_unscale_)
    .Schema("(Tensor[] x, Tensor scale) -> Tensor found_inf")
    .Doc(
        "x /= scale for each tensor, all of one dtype; and whether any result "
        "is infinite or no number: [1].")
    .NoDims("all elements decide about `found_inf`")
    .InferMeta([](const Args& args, Outs& outs) {
      OneNumber(*args.slot[1].tensor, DataType::kFloat32, args, "scale");
      outs[0]->dims = DDim({1});
      outs[0]->dtype = DataType::kBool;
      SetContiguous(outs[0]);
    })
    .Writes({"x"})
    .Traits(kInternal)
    .NotDifferentiable("it measures gradients");

PD_OP(update_loss_scaling_)
    .Schema(
        "(Tensor found_inf, Tensor scale, Tensor good_steps, "
        "Tensor bad_steps, int incr_every_n_steps, "
        "int decr_every_n_nan_or_inf, float incr_ratio, float decr_ratio) "
        "-> Tensor[] out")
    .Doc(
        "Counts steps whose gradients were finite (good_steps) and those of "
        "which some were not (bad_steps), both in a row. After "
        "incr_every_n_steps scale *= incr_ratio, where that is finite; after "
        "decr_every_n_nan_or_inf scale *= decr_ratio.")
    .NoDims("it looks at single numbers")
    .InferMeta([](const Args& args, Outs& outs) {
      OneNumber(*args.slot[0].tensor, DataType::kBool, args, "found_inf");
      OneNumber(*args.slot[1].tensor, DataType::kFloat32, args, "scale");
      OneNumber(*args.slot[2].tensor, DataType::kInt32, args, "good_steps");
      OneNumber(*args.slot[3].tensor, DataType::kInt32, args, "bad_steps");
      outs.Resize(0);
    })
    .Key("scale")
    .Writes({"scale", "good_steps", "bad_steps"})
    .Traits(kInternal)
    .NotDifferentiable("it is a step of a training loop");

}  // namespace paddle
