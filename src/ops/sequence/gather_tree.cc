// gather_tree: the sequences of a beam search, from its last step back.
#include "ops/generated/sequence.h"
#include "ops/nn/norm_dims.h"

namespace paddle {

PD_OP(gather_tree)
    .Schema("(Tensor ids, Tensor parents) -> Tensor out")
    .Doc(R"(
        Whole sequences of a beam search: each beam is followed from the last
        step to the first through its parents.
        ids: What each beam took at each step, [time, batch, beam], int32 or
            int64.
        parents: The beam of the step before, of the shape and dtype of `ids`.
        Returns: Of the shape and dtype of `ids`.
        Raises: IndexError: A parent is no beam.
        >>> ids = paddle.to_tensor([[[2, 5]], [[3, 9]]])
        >>> parents = paddle.to_tensor([[[0, 0]], [[1, 0]]])
        >>> F.gather_tree(ids, parents).tolist()
        [[[5, 2]], [[3, 9]]])")
    .In("nn.functional")
    .Traits(kChecksValues)
    .Dims([](const Args& args, AxisMap& map) {
      const DDim &x = args.dims(0), &y = args.dims(1);
      PADDLE_ENFORCE(x.rank() == 3 && x == y,
                     errors::InvalidArgument("gather_tree: the shapes do not "
                                             "match.")
                         .Expected("two of [time, batch, beam]")
                         .Shapes({{"ids", x}, {"parents", y}}));
      const int f[] = {map.Whole(x[0]), map.Pass(x[1]), map.Whole(x[2])};
      for (AxisMap::Tensor* t :
           {&map.AddInput(3), &map.AddInput(3), &map.AddOutput(3)}) {
        for (int axis = 0; axis < 3; ++axis) AxisMap::Set(*t, axis, f[axis]);
      }
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DataType type = args.slot[0].tensor->dtype;
      PADDLE_ENFORCE(
          (type == DataType::kInt32 || type == DataType::kInt64) &&
              args.slot[1].tensor->dtype == type,
          errors::InvalidType("gather_tree: `ids` and `parents` must have one "
                              "dtype.")
              .Expected("int32 or int64 for both")
              .Received(std::string(Name(type)) + ", " +
                        Name(args.slot[1].tensor->dtype)));
      InferFromDims(args, outs);
    })
    .NotDifferentiable("it takes integers");

}  // namespace paddle
