"""Adam."""

from .. import _C
from .optimizer import Optimizer

_adam = _C.ops["adam_"]


def _check_betas(name, beta1, beta2, epsilon):
    for key, value in (("beta1", beta1), ("beta2", beta2)):
        if not 0 <= float(value) < 1:
            raise ValueError(
                f"(InvalidArgument) {name}: argument `{key}` must be in [0, 1).\n  Received: {value}"
            )
    if not epsilon >= 0:
        raise ValueError(
            f"(InvalidArgument) {name}: argument `epsilon` must not be negative.\n  Received: {epsilon}"
        )


class Adam(Optimizer):
    r"""Steps by the mean of gradients over the root of the mean of their squares.

    ``moment1 = beta1 * moment1 + (1 - beta1) * grad``,
    ``moment2 = beta2 * moment2 + (1 - beta2) * grad ** 2``,
    ``param -= learning_rate * moment1' / (sqrt(moment2') + epsilon)``, where
    ``moment1' = moment1 / (1 - beta1 ** t)`` and likewise ``moment2'``.
    Kingma and Ba, 2014.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        beta1 (float|Tensor): in [0, 1), default 0.9.
        beta2 (float|Tensor): in [0, 1), default 0.999.
        epsilon (float): default 1e-8.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.
        lazy_mode (bool): accepted.
        multi_precision (bool): keeps float32 copies of narrow parameters.
        use_multi_tensor (bool): accepted; all parameters go in one call always.
        amsgrad (bool): the greatest ``moment2`` so far counts (Reddi et al., 2018).

    Raises:
        ValueError: a beta is not in [0, 1), or epsilon is negative.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> adam = paddle.optimizer.Adam(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> adam.step()
        >>> adam.clear_grad()
    """

    _STATES = (
        ("moment1", None, 0.0),
        ("moment2", None, 0.0),
        ("beta1_pow_acc", [1], "beta1"),
        ("beta2_pow_acc", [1], "beta2"),
    )
    _OPTIONS = ("beta1", "beta2", "epsilon", "lazy_mode")

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        lazy_mode=False,
        multi_precision=False,
        use_multi_tensor=False,
        amsgrad=False,
        name=None,
    ):
        self._set_options(beta1, beta2, epsilon, lazy_mode, multi_precision, amsgrad)
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _set_options(self, beta1, beta2, epsilon, lazy_mode, multi_precision, amsgrad):
        _check_betas(type(self).__name__, beta1, beta2, epsilon)
        self._beta1, self._beta2, self._epsilon = float(beta1), float(beta2), float(epsilon)
        self._lazy_mode, self._multi_precision = lazy_mode, multi_precision
        self._amsgrad = amsgrad
        if amsgrad:
            self._STATES = (*Adam._STATES, ("moment2_max", None, 0.0))

    def _update(self, bucket, grads, rate, decoupled_decay=0.0):
        options, states = bucket.options, bucket.states
        _adam(
            bucket.params,
            grads,
            states[0],
            states[1],
            states[4] if self._amsgrad else [],
            states[2],
            states[3],
            bucket.masters,
            rate,
            options["beta1"],
            options["beta2"],
            options["epsilon"],
            bucket.l2_decay,
            decoupled_decay,
            self._skip,
        )

    _update.knows_skip = True
