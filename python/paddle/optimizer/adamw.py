"""Adam with decoupled weight decay."""

from .adam import Adam
from .optimizer import Optimizer


class AdamW(Adam):
    """``Adam`` that first shrinks: ``param -= learning_rate * weight_decay * param``.

    Loshchilov and Hutter, 2017.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        beta1, beta2, epsilon: as of ``Adam``.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float): default 0.01; a group may have its own.
        use_lowprecision_moment (bool): accepted.
        lr_ratio (callable, optional): parameter to a factor of its learning rate.
        apply_decay_param_fun (callable, optional): a parameter's name to whether
            it decays.
        grad_clip (optional): a gradient clip.
        lazy_mode (bool): accepted.
        multi_precision (bool): keeps float32 copies of narrow parameters.
        amsgrad (bool): the greatest ``moment2`` so far counts.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> adam = paddle.optimizer.AdamW(
        ...     0.1,
        ...     parameters=linear.parameters(),
        ...     weight_decay=0.01,
        ...     apply_decay_param_fun=lambda name: ".w_" in name,
        ... )
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> adam.step()
        >>> adam.clear_grad()
    """

    _OPTIONS = (*Adam._OPTIONS, "weight_decay")

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        parameters=None,
        weight_decay=0.01,
        use_lowprecision_moment=False,
        lr_ratio=None,
        apply_decay_param_fun=None,
        grad_clip=None,
        lazy_mode=False,
        multi_precision=False,
        amsgrad=False,
        name=None,
    ):
        try:
            self._weight_decay = float(weight_decay)
        except (TypeError, ValueError):
            raise TypeError(
                "(InvalidType) AdamW: argument `weight_decay` has the wrong type.\n"
                f"  Expected: int, float or Tensor\n  Received: {type(weight_decay).__name__}"
            ) from None
        self._set_options(beta1, beta2, epsilon, lazy_mode, multi_precision, amsgrad)
        self._lr_ratio, self._apply_decay_param_fun = lr_ratio, apply_decay_param_fun
        Optimizer.__init__(self, learning_rate, parameters, None, grad_clip, name)

    def _note_group_decay(self, param, group):
        """The decay is no regularizer here."""

    def _kind(self, param, group):
        decays = self._apply_decay_param_fun
        with_decay = decays is None or bool(decays(param.name))
        return with_decay, 1.0 if self._lr_ratio is None else float(self._lr_ratio(param))

    def _update(self, bucket, grads, rate):
        with_decay, ratio = bucket.kind
        decay = float(bucket.options["weight_decay"] or 0.0) if with_decay else 0.0
        super()._update(bucket, grads, rate * ratio, decay)

    _update.knows_skip = True
