"""kl_divergence: which rule serves two distributions."""

import warnings

from ..autograd.functional import grad
from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .categorical import Categorical
from .cauchy import Cauchy
from .continuous_bernoulli import ContinuousBernoulli
from .dirichlet import Dirichlet
from .distribution import Distribution, sum_rightmost
from .exponential import Exponential
from .exponential_family import ExponentialFamily, detached
from .gamma import Gamma
from .geometric import Geometric
from .independent import Independent
from .laplace import Laplace
from .lognormal import LogNormal
from .multivariate_normal import MultivariateNormal
from .normal import Normal
from .poisson import Poisson
from .uniform import Uniform

__all__ = ["register_kl", "kl_divergence"]
_rules = {}


def kl_divergence(p, q):
    """The mean of log p(x) - log q(x) over values x of p.

    Args:
        p (Distribution): Of the values.
        q (Distribution): What it is compared with.

    Returns:
        Tensor: One number for each of the batch.

    Raises:
        NotImplementedError: No rule is known for the two.

    Examples:
        >>> import paddle
        >>> D = paddle.distribution
        >>> D.kl_divergence(D.Normal(0.0, 1.0), D.Normal(1.0, 1.0)).item()
        0.5
    """
    return _rule_of(type(p), type(q))(p, q)


def register_kl(cls_p, cls_q):
    """A decorator that makes a function the rule of kl_divergence(p, q) for two classes and those derived from them.

    Args:
        cls_p (type): Of p.
        cls_q (type): Of q.

    Returns:
        callable

    Examples:
        >>> import paddle
        >>> D = paddle.distribution
        >>> class Point(D.Distribution):
        ...     pass
        >>> @D.register_kl(Point, Point)
        ... def rule(p, q):
        ...     return paddle.zeros([])
        >>> D.kl_divergence(Point(), Point()).item()
        0.0
    """
    for cls in (cls_p, cls_q):
        if not (isinstance(cls, type) and issubclass(cls, Distribution)):
            raise TypeError(
                "(InvalidType) register_kl: an argument is no class of distributions.\n"
                f"  Expected: a subclass of Distribution\n  Received: {cls!r}"
            )

    def keep(rule):
        _rules[cls_p, cls_q] = rule
        return rule

    return keep


def _rule_of(p, q):
    """Of the nearest base classes: nearest for p first; a warning where nearest for q first gives another."""
    found = [(a, b) for a, b in _rules if issubclass(p, a) and issubclass(q, b)]
    if not found:
        raise NotImplementedError(
            f"(Unimplemented) kl_divergence: no rule for {p.__name__} and {q.__name__}.\n"
            "  Hint: write one with register_kl."
        )
    left = min(found, key=lambda k: (p.__mro__.index(k[0]), q.__mro__.index(k[1])))
    right = min(found, key=lambda k: (q.__mro__.index(k[1]), p.__mro__.index(k[0])))
    if _rules[left] is not _rules[right]:
        warnings.warn(
            f"kl_divergence({p.__name__}, {q.__name__}): two rules serve alike.",
            RuntimeWarning,
            stacklevel=3,
        )
    return _rules[left]


def _by_method(p, q):
    return p.kl_divergence(q)


for _kind in (
    Bernoulli, Binomial, Categorical, Cauchy, ContinuousBernoulli, Exponential, Gamma, Geometric, Laplace, LogNormal,
    MultivariateNormal, Normal, Poisson, Uniform,
):  # fmt: skip
    _rules[_kind, _kind] = _by_method


@register_kl(Independent, Independent)
def _of_independent(p, q):
    if p._rank != q._rank:
        raise NotImplementedError(
            "(Unimplemented) kl_divergence: the distributions take different axes as one value.\n"
            f"  Expected: one reinterpreted_batch_rank\n  Received: {p._rank} and {q._rank}"
        )
    return sum_rightmost(kl_divergence(p._base, q._base), p._rank)


@register_kl(Beta, Beta)
def _of_beta(p, q):
    return _of_dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Dirichlet, Dirichlet)
def _of_dirichlet(p, q):
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    logs = total.lgamma() - b.sum(-1).lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return logs + ((a - b) * (a.digamma() - total.digamma().unsqueeze(-1))).sum(-1)


@register_kl(ExponentialFamily, ExponentialFamily)
def _of_families(p, q):
    """The Bregman divergence of the log normalizers."""
    if type(p) is not type(q):
        raise NotImplementedError(
            f"(Unimplemented) kl_divergence: no rule for {type(p).__name__} and {type(q).__name__}."
        )
    natural = detached(p._natural_parameters)
    normalizer = p._log_normalizer(*natural)
    result = q._log_normalizer(*q._natural_parameters) - normalizer
    means = grad(normalizer.sum(), natural, create_graph=True)
    for a, b, mean in zip(natural, q._natural_parameters, means, strict=True):
        result = result - sum_rightmost((b - a) * mean, len(q.event_shape))
    return result
