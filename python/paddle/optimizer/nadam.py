"""Adam with Nesterov's momentum."""

from .adam import _check_betas
from .optimizer import Optimizer


class NAdam(Optimizer):
    """``Adam`` that looks one step ahead along the momentum (Dozat, 2016).

    ``mu_t = beta1 * (1 - 0.96 ** (t * momentum_decay) / 2)``,
    ``m' = mu_{t+1} * moment1 / (1 - mu_1 ... mu_{t+1})
    + (1 - mu_t) * grad / (1 - mu_1 ... mu_t)``,
    ``param -= learning_rate * m' / (sqrt(moment2 / (1 - beta2 ** t)) + epsilon)``.

    Args:
        learning_rate (float|LRScheduler): default 0.002.
        beta1, beta2 (float): default 0.9 and 0.999.
        epsilon (float): default 1e-8.
        momentum_decay (float): default 0.004.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> nadam = paddle.optimizer.NAdam(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> nadam.step()
    """

    _STATES = (
        ("momentum_decay_pow", None, 1.0),
        ("beta2_pow", None, 1.0),
        ("mu_product", None, 1.0),
        ("moment1", None, 0.0),
        ("moment2", None, 0.0),
    )
    _OPTIONS = ("beta1", "beta2", "epsilon", "momentum_decay")

    def __init__(
        self,
        learning_rate=0.002,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        momentum_decay=0.004,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        _check_betas("NAdam", beta1, beta2, epsilon)
        if momentum_decay < 0:
            raise ValueError(
                f"(InvalidArgument) NAdam: momentum_decay must not be negative: {momentum_decay}"
            )
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        self._momentum_decay = momentum_decay
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        decay_pow, beta2_pow, mu_product, moment1, moment2 = states
        beta1, beta2, decay = options["beta1"], options["beta2"], options["momentum_decay"]
        decay_pow.set_value(decay_pow * 0.96)
        beta2_pow.set_value(beta2_pow * beta2)
        faded = decay_pow**decay
        mu = beta1 * (1 - 0.5 * faded)
        next_mu = beta1 * (1 - 0.5 * faded * 0.96**decay)
        mu_product.set_value(mu_product * mu)
        moment1.set_value(beta1 * moment1 + (1 - beta1) * grad)
        moment2.set_value(beta2 * moment2 + (1 - beta2) * grad * grad)
        mean = next_mu * moment1 / (1 - mu_product * next_mu)
        mean = mean + (1 - mu) * grad / (1 - mu_product)
        square = moment2 / (1 - beta2_pow)
        return param - rate * mean / (square.sqrt() + options["epsilon"])
