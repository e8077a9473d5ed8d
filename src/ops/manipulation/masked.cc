// masked_fill, and masked_assign, which it and x[mask] = value rest on.
#include "ops/dims.h"
#include "ops/manipulation/update.h"

namespace paddle {
namespace {

Var Filled(const Var& v, const DDim& shape) {
  const Var wide = v.dims() == shape ? v : ops::Expand(v, shape);
  return wide->contiguous() ? wide : ops::Assign(wide);
}

void MaskedAssignInto(const Args& a) {
  const Var x = a.tensor(0), mask = a.tensor(1);
  Var value = a.tensor(2);
  PADDLE_ENFORCE(mask.dtype() == DataType::kBool,
                 errors::InvalidType("masked_fill: `mask` must be bool.")
                     .Received(Name(mask.dtype())));
  PADDLE_ENFORCE(!IsComplex(value.dtype()) || IsComplex(x.dtype()),
                 errors::InvalidType("masked_fill: a complex value can not be "
                                     "written into a real tensor."));
  if (value.dtype() != x.dtype()) value = ops::Cast(value, x.dtype());
  const Var one = value->numel == 1 ? value : Filled(value, x.dims());
  // The kernel takes one layout: another is written through a copy.
  const Var to = x->contiguous() ? x : ops::Assign(x);
  ops::MaskedWrite(to, Filled(mask, x.dims()), one);
  if (to.get() != x.get()) ops::CopyInto(x, to);
}

void MaskedWriteDims(const Args& args, AxisMap& map) {
  const DDim &to = args.dims(0), &mask = args.dims(1);
  const DenseTensor& value = *args.slot[2].tensor;
  PADDLE_ENFORCE(
      to == mask && (to == value.dims || value.numel == 1),
      errors::InvalidArgument("masked_write: the shapes differ.")
          .Shapes({{"to", to}, {"mask", mask}, {"value", value.dims}}));
  EnforceTypes(args, "TbT");
  AxisLinks links(args, map);
  for (int k = 0; k < 3; ++k) links.Elementwise(k);
}
void MaskedAssignDims(const Args& args, AxisMap& map) {
  AxisLinks links(args, map);
  for (int k = 0; k < 3; ++k) links.Elementwise(k);
}

}  // namespace

PD_OP(masked_write)
    .Schema("(Tensor to, Tensor mask, Tensor value) -> Tensor out")
    .Doc(
        "Writes `value` into the memory of `to` where `mask` is True; all "
        "contiguous and of one shape, or `value` one number. The result is a "
        "view of `to`.")
    .Traits(kInternal)
    .Writes({"to"})
    .Dims(MaskedWriteDims)
    .InferMeta([](const Args& args, Outs& outs) {
      const DenseTensor& to = *args.slot[0].tensor;
      outs[0]->dims = to.dims;
      outs[0]->dtype = to.dtype;
      SetContiguous(outs[0]);
      ShareStorage(to, outs[0]);
    })
    .NotDifferentiable("the operators that use it record themselves");

PD_OP(masked_assign)
    .Schema("(Tensor x, Tensor mask, Tensor value) -> Tensor out")
    .Doc("`x` with `value` where `mask` is True; both are broadcast to it.")
    .Traits(kInternal)
    .Dims(MaskedAssignDims)
    .Into(MaskedAssignInto)
    .Vjp(
        [](const VjpContext& c) -> VarList {
          const Var g = c.grad(), mask = c.in(1);
          Var gx, gvalue;
          if (c.needs(0)) {
            gx = ops::MaskedAssign(g, mask,
                                   ops::Full({}, Scalar(0.0), g.dtype()));
          }
          if (c.needs(2)) {
            gvalue = ValueGrad(ops::MaskedAssign(ZerosLike(g), mask, g), c, 2);
          }
          return {gx, Var(), gvalue};
        },
        {"mask"});

PD_OP(masked_fill)
    .Schema("(Tensor x, Tensor mask, Tensor value) -> Tensor out")
    .Doc(R"(
        `x` with a number where `mask` is True.
        mask: bool; broadcast.
        value: A number, or 0-D.
        Returns: Of the broadcast shape.
        >>> x = paddle.to_tensor([1.0, 2.0])
        >>> paddle.masked_fill(x, paddle.to_tensor([True, False]), 9.0).tolist()
        [9.0, 2.0])")
    .Inplace()
    .Decompose([](const Args& a) -> VarList {
      Var x = a.tensor(0);
      const DDim shape = BroadcastDims(x.dims(), a.dims(1), "masked_fill");
      if (!(shape == x.dims())) x = ops::Expand(x, shape);
      return {ops::MaskedAssign(x, a.tensor(1), a.tensor(2))};
    });

}  // namespace paddle
