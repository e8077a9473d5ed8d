// rnnt_loss: the transducer loss (Graves, 2012).
#include "ops/generated/sequence.h"
#include "ops/loss/reduce_loss.h"
#include "ops/nn/norm_dims.h"

namespace paddle {
namespace {

void CheckShapes(const Args& args) {
  const DDim &x = args.dims(0), &labels = args.dims(1);
  PADDLE_ENFORCE(
      x.rank() == 4 && labels.rank() == 2 && labels[0] == x[0] &&
          labels[1] == x[2] - 1 && args.dims(2) == DDim{x[0]} &&
          args.dims(3) == DDim{x[0]},
      errors::InvalidArgument("rnnt_loss: the shapes do not match.")
          .Expected("input [batch, time, length + 1, class], label [batch, "
                    "length], lengths [batch]")
          .Shapes({{"input", x},
                   {"label", labels},
                   {"input_lengths", args.dims(2)},
                   {"label_lengths", args.dims(3)}}));
}

}  // namespace

PD_OP(rnnt_align)
    .Schema(
        "(Tensor log_p, Tensor labels, Tensor input_lengths, "
        "Tensor label_lengths, int blank, float fastemit_lambda) "
        "-> Tensor loss, Tensor expected")
    .Doc(
        "-log of the probability that the lattice log_p [batch, time, length + "
        "1, class] emits the labels, and how often each class is expected at "
        "each node, of labels times 1 + fastemit_lambda: the gradient is its "
        "negative.")
    .Traits(kInternal | kChecksValues)
    .Dims([](const Args& args, AxisMap& map) {
      CheckShapes(args);
      const DDim& x = args.dims(0);
      int f[] = {map.Pass(x[0]), map.Whole(x[1]), map.Whole(x[2]),
                 map.Whole(x[3]), map.Whole(x[2] - 1)};
      auto set = [](AxisMap::Tensor& t, std::initializer_list<int> factors) {
        int axis = 0;
        for (int factor : factors) AxisMap::Set(t, axis++, factor);
      };
      set(map.AddInput(4), {f[0], f[1], f[2], f[3]});
      set(map.AddInput(2), {f[0], f[4]});
      set(map.AddInput(1), {f[0]});
      set(map.AddInput(1), {f[0]});
      set(map.AddOutput(1), {f[0]});
      set(map.AddOutput(4), {f[0], f[1], f[2], f[3]});
    })
    .InferMeta([](const Args& args, Outs& outs) {
      CheckShapes(args);
      const DDim& x = args.dims(0);
      for (int i = 1; i < 4; ++i) {
        PADDLE_ENFORCE(IsInteger(args.slot[i].tensor->dtype),
                       errors::InvalidType("rnnt_loss: labels and lengths must "
                                           "be integers.")
                           .Expected("integers for `label`, `input_lengths`, "
                                     "`label_lengths`")
                           .Received(Name(args.slot[i].tensor->dtype)));
      }
      const int64_t blank = args.i("blank");
      PADDLE_ENFORCE(blank >= 0 && blank < x[3],
                     errors::InvalidArgument("rnnt_loss: argument `blank` is "
                                             "not a class.")
                         .Expected("[0, " + std::to_string(x[3]) + ")")
                         .Received(std::to_string(blank)));
      SetOut(outs[0], {x[0]}, args.slot[0].tensor->dtype);
      SetOut(outs[1], x, args.slot[0].tensor->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          PADDLE_ENFORCE(!c.has_grad(1),
                         errors::Unimplemented("rnnt_loss: there is no second "
                                               "gradient."));
          const Var g = ops::Reshape(c.grad(0), {-1, 1, 1, 1});
          return {-(c.out(1) * g), Var(), Var(), Var()};
        },
        {"expected"});

PD_OP(rnnt_loss)
    .Schema(
        "(Tensor input, Tensor label, Tensor input_lengths, "
        "Tensor label_lengths, int blank=0, float fastemit_lambda=0.001, "
        "str reduction=\"mean\") -> Tensor out")
    .Doc(R"(
        -log of the probability that a transducer emits the labels: at each
        step of time it emits some of them and then a blank.
        Source: Graves, 2012; fastemit_lambda: Yu et al., 2021.
        input: Logarithms of probabilities, [batch, time, length + 1, class].
        label: Classes, [batch, length], padded.
        input_lengths: Steps of each sequence, [batch].
        label_lengths: Labels of each sequence, [batch].
        blank: The class that is no label.
        fastemit_lambda: Gradients of labels are 1 + this times larger; the
            loss stays as it is.
        Returns: 0-D, or [batch] for "none".
        Raises: IndexError: A label or a length is out of range.
        >>> x = F.log_softmax(paddle.zeros([1, 2, 2, 3]))
        >>> one = paddle.to_tensor([1])
        >>> F.rnnt_loss(x, one.reshape([1, 1]), one * 2, one).tolist()
        2.6027)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var loss =
          ops::RnntAlign(a.tensor(0), a.tensor(1), a.tensor(2), a.tensor(3),
                         a.i("blank"), a.f("fastemit_lambda"))[0];
      return {ReduceLoss(loss, a.s("reduction"), "rnnt_loss")};
    });

}  // namespace paddle
