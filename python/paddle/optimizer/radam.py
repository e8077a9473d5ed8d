"""Rectified Adam."""

import paddle

from .adam import _check_betas
from .optimizer import Optimizer


class RAdam(Optimizer):
    """``Adam`` that trusts ``moment2`` only after enough steps (Liu et al., 2019).

    ``rho_t = rho - 2 t beta2 ** t / (1 - beta2 ** t)`` with
    ``rho = 2 / (1 - beta2) - 1``. Where ``rho_t > 5`` the step is Adam's times
    ``sqrt((rho_t - 4)(rho_t - 2) rho / ((rho - 4)(rho - 2) rho_t))``, else it is
    ``learning_rate * moment1 / (1 - beta1 ** t)``.

    Args:
        learning_rate (float|LRScheduler): default 0.001.
        beta1, beta2 (float): default 0.9 and 0.999.
        epsilon (float): default 1e-8.
        parameters (list[Tensor]|list[dict]): what it changes.
        weight_decay (float|L1Decay|L2Decay, optional): added to gradients.
        grad_clip (optional): a gradient clip.

    Examples:
        >>> import paddle
        >>> linear = paddle.nn.Linear(10, 10)
        >>> radam = paddle.optimizer.RAdam(0.1, parameters=linear.parameters())
        >>> linear(paddle.ones([2, 10])).mean().backward()
        >>> radam.step()
    """

    _STATES = (
        ("beta1_pow", None, 1.0),
        ("beta2_pow", None, 1.0),
        ("rho", None, 1.0),
        ("moment1", None, 0.0),
        ("moment2", None, 0.0),
    )
    _OPTIONS = ("beta1", "beta2", "epsilon")

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        parameters=None,
        weight_decay=None,
        grad_clip=None,
        name=None,
    ):
        _check_betas("RAdam", beta1, beta2, epsilon)
        self._beta1, self._beta2, self._epsilon = beta1, beta2, epsilon
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)

    def _update_one(self, param, grad, states, rate, options):
        beta1_pow, beta2_pow, rho, moment1, moment2 = states
        beta1, beta2 = options["beta1"], options["beta2"]
        beta1_pow.set_value(beta1_pow * beta1)
        beta2_pow.set_value(beta2_pow * beta2)
        # t beta2^t / (1 - beta2^t), from the value a step before.
        rho.set_value((rho * (beta2 - beta2_pow) + beta2_pow) / (1 - beta2_pow))
        moment1.set_value(beta1 * moment1 + (1 - beta1) * grad)
        moment2.set_value(beta2 * moment2 + (1 - beta2) * grad * grad)
        limit = 2 / (1 - beta2) - 1
        now = limit - 2 * rho
        mean = moment1 / (1 - beta1_pow)
        root = moment2.sqrt() + options["epsilon"]
        trusted = now > 5
        safe = paddle.where(trusted, now, paddle.full_like(now, 6.0))
        scale = (safe - 4) * (safe - 2) * limit / ((limit - 4) * (limit - 2) * safe)
        adam = mean * (scale * (1 - beta2_pow)).sqrt() / root
        return param - rate * paddle.where(trusted, adam, mean)
