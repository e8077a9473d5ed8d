"""LAMB."""

from .. import _C
from .adam import _check_betas
from .optimizer import Optimizer


class Lamb(Optimizer):
    """``Adam`` whose step is as long as the parameter is, layer by layer.

    ``r = moment1' / (sqrt(moment2') + epsilon) + lamb_weight_decay * param``,
    ``param -= learning_rate * norm(param) / norm(r) * r``. You et al., 2019.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        lamb_weight_decay (float): default 0.01.
        beta1, beta2 (float): default 0.9 and 0.999.
        epsilon (float): default 1e-6.
        parameters (list[Tensor]|list[dict]): what it changes.
        grad_clip (optional): a gradient clip.
        exclude_from_weight_decay_fn (callable, optional): a parameter to whether
            it does not decay.
        multi_precision (bool): keeps float32 copies of narrow parameters.
        always_adapt (bool): the length counts also where nothing decays.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> lamb = paddle.optimizer.Lamb(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> lamb.step()
    """

    _STATES = (
        ("moment1", None, 0.0),
        ("moment2", None, 0.0),
        ("beta1_pow_acc", [1], "beta1"),
        ("beta2_pow_acc", [1], "beta2"),
    )
    _OPTIONS = ("beta1", "beta2", "epsilon", "lamb_weight_decay")

    def __init__(
        self,
        learning_rate=0.001,
        lamb_weight_decay=0.01,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-6,
        parameters=None,
        grad_clip=None,
        exclude_from_weight_decay_fn=None,
        multi_precision=False,
        always_adapt=False,
        name=None,
    ):
        _check_betas("Lamb", beta1, beta2, epsilon)
        self._lamb_weight_decay, self._always_adapt = lamb_weight_decay, always_adapt
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        self._exclude, self._multi_precision = exclude_from_weight_decay_fn, multi_precision
        super().__init__(learning_rate, parameters, None, grad_clip, name)

    def _kind(self, param, group):
        return self._exclude is None or not self._exclude(param)

    def _update(self, bucket, grads, rate):
        decay = float(bucket.options["lamb_weight_decay"]) if bucket.kind else 0.0
        self._decay_now = decay
        super()._update(bucket, grads, rate)

    def _update_one(self, param, grad, states, rate, options):
        moment1, moment2, beta1_pow, beta2_pow = states
        beta1, beta2, decay = options["beta1"], options["beta2"], self._decay_now
        moment1.set_value(beta1 * moment1 + (1 - beta1) * grad)
        moment2.set_value(beta2 * moment2 + (1 - beta2) * grad * grad)
        mean = moment1 / (1 - beta1_pow.reshape([]))
        square = moment2 / (1 - beta2_pow.reshape([]))
        beta1_pow.set_value(beta1_pow * beta1)
        beta2_pow.set_value(beta2_pow * beta2)
        r = mean / (square.sqrt() + options["epsilon"]) + decay * param
        ratio = 1.0
        if decay > 0.0 or self._always_adapt:
            length, step = (param * param).sum().sqrt(), (r * r).sum().sqrt()
            ratio = _C.ops["where"](
                (length > 0) & (step > 0), length / step, _C.ops["ones_like"](length)
            )
        return param - rate * ratio * r
