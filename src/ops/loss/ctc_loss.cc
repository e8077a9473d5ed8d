// ctc_loss: connectionist temporal classification (Graves et al., 2006).
#include "ops/dims.h"
#include "ops/loss/reduce_loss.h"
#include "ops/nn/norm_dims.h"

namespace paddle {

PD_OP(ctc_align)
    .Schema(
        "(Tensor log_p, Tensor labels, Tensor input_lengths, "
        "Tensor label_lengths, int blank, bool norm_by_times) "
        "-> Tensor loss, Tensor expected")
    .Doc(
        "-log of the probability that the steps of log_p [time, batch, class] "
        "read as the labels, and how often each class is expected at each "
        "step: the gradient is its negative. A sequence too short for its "
        "labels has loss 0 and does not count.")
    .Traits(kInternal | kChecksValues)
    .Dims([](const Args& args, AxisMap& map) {
      const DDim &x = args.dims(0), &labels = args.dims(1);
      PADDLE_ENFORCE(x.rank() == 3 && labels.rank() == 2,
                     errors::InvalidArgument("ctc_loss: the shapes are wrong.")
                         .Expected("log_probs [time, batch, class], labels "
                                   "[batch, length]")
                         .Shapes({{"log_probs", x}, {"labels", labels}}));
      const int time = map.Whole(x[0]), batch = map.Pass(x[1]);
      const int classes = map.Whole(x[2]), length = map.Whole(labels[1]);
      auto set = [](AxisMap::Tensor& t, std::initializer_list<int> factors) {
        int axis = 0;
        for (int f : factors) AxisMap::Set(t, axis++, f);
      };
      set(map.AddInput(3), {time, batch, classes});
      set(map.AddInput(2), {batch, length});
      set(map.AddInput(1), {batch});
      set(map.AddInput(1), {batch});
      set(map.AddOutput(1), {batch});
      set(map.AddOutput(3), {time, batch, classes});
    })
    .InferMeta([](const Args& args, Outs& outs) {
      const DDim &x = args.dims(0), &labels = args.dims(1);
      PADDLE_ENFORCE(
          x.rank() == 3 && labels.rank() == 2 && labels[0] == x[1] &&
              args.dims(2) == DDim{x[1]} && args.dims(3) == DDim{x[1]},
          errors::InvalidArgument("ctc_loss: the shapes do not match.")
              .Expected("log_probs [time, batch, class], labels [batch, "
                        "length], lengths [batch]")
              .Shapes({{"log_probs", x},
                       {"labels", labels},
                       {"input_lengths", args.dims(2)},
                       {"label_lengths", args.dims(3)}}));
      for (int i = 1; i < 4; ++i) {
        PADDLE_ENFORCE(IsInteger(args.slot[i].tensor->dtype),
                       errors::InvalidType("ctc_loss: labels and lengths must "
                                           "be integers.")
                           .Received(Name(args.slot[i].tensor->dtype)));
      }
      const int64_t blank = args.i("blank");
      PADDLE_ENFORCE(blank >= 0 && blank < x[2],
                     errors::InvalidArgument("ctc_loss: argument `blank` is "
                                             "not a class.")
                         .Expected("[0, " + std::to_string(x[2]) + ")")
                         .Received(std::to_string(blank)));
      SetOut(outs[0], {x[1]}, args.slot[0].tensor->dtype);
      SetOut(outs[1], x, args.slot[0].tensor->dtype);
    })
    .Vjp(
        [](const VjpContext& c) -> VarList {
          PADDLE_ENFORCE(!c.has_grad(1),
                         errors::Unimplemented("ctc_loss: there is no second "
                                               "gradient."));
          Var g = c.grad(0);
          if (c.b("norm_by_times")) g = g / CastIfNeeded(c.in(2), g.dtype());
          g = ops::Reshape(g, {1, -1, 1});
          return {-(c.out(1) * g), Var(), Var(), Var()};
        },
        {"input_lengths", "expected"});

PD_OP(ctc_loss)
    .Schema(
        "(Tensor log_probs, Tensor labels, Tensor input_lengths, "
        "Tensor label_lengths, int blank=0, str reduction=\"mean\", "
        "bool norm_by_times=false, bool zero_infinity=false) -> Tensor out")
    .Doc(R"(
        -log of the probability that a sequence reads as its labels, where
        blanks and repetitions are left out. A softmax over the classes is
        taken here. A sequence too short for its labels has loss 0.
        Source: Graves et al., 2006.
        log_probs: Logits, [time, batch, class].
        labels: Classes, [batch, length], padded.
        input_lengths: Steps of each sequence, [batch].
        label_lengths: Labels of each sequence, [batch].
        blank: The class that is no label.
        reduction: `mean` divides each loss by its number of labels first.
        norm_by_times: Divide the gradient by the number of steps.
        zero_infinity: Infinite losses become 0.
        Returns: 0-D, or [batch] for "none".
        Raises: IndexError: A label or a length is out of range.
        >>> x = paddle.zeros([3, 1, 2])
        >>> one = paddle.to_tensor([1])
        >>> F.ctc_loss(x, one.reshape([1, 1]), one * 3, one).tolist()
        0.2877)")
    .In("nn.functional")
    .Decompose([](const Args& a) -> VarList {
      const Var steps = a.tensor(2), lengths = a.tensor(3);
      const Var log_p = ops::LogSoftmax(a.tensor(0), -1);
      Var loss = ops::CtcAlign(log_p, a.tensor(1), steps, lengths, a.i("blank"),
                               a.b("norm_by_times"))[0];
      const DataType type = loss.dtype();
      if (a.b("zero_infinity")) {
        loss = ops::Where(ops::Isinf(loss), ops::Full({}, Scalar(0.0), type),
                          loss);
      }
      if (a.s("reduction") == "mean") {
        loss = loss / CastIfNeeded(lengths, type);
      }
      return {ReduceLoss(loss, a.s("reduction"), "ctc_loss")};
    });

}  // namespace paddle
