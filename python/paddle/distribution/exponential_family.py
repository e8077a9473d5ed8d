"""Distributions whose density is exp(<natural parameters, statistics> - log normalizer) of a carrier measure."""

from ..autograd.functional import grad
from .distribution import Distribution


class ExponentialFamily(Distribution):
    """The base of distributions that have natural parameters: their entropy follows from the log normalizer.

    Subclasses give `_natural_parameters`, `_log_normalizer` and `_mean_carrier_measure`.

    Args:
        batch_shape (list[int]): How many distributions.
        event_shape (list[int]): The shape of one value.

    Examples:
        >>> import paddle
        >>> beta = paddle.distribution.Beta(0.5, 0.5)
        >>> isinstance(beta, paddle.distribution.ExponentialFamily)
        True
    """

    @property
    def _mean_carrier_measure(self):
        return self._missing("_mean_carrier_measure")

    @property
    def _natural_parameters(self):
        return self._missing("_natural_parameters")

    def _log_normalizer(self, *parameters):
        return self._missing("_log_normalizer")

    def entropy(self):
        natural = detached(self._natural_parameters)
        normalizer = self._log_normalizer(*natural)
        result = normalizer - self._mean_carrier_measure
        for p, g in zip(natural, grad(normalizer.sum(), natural, create_graph=True), strict=True):
            term = p * g
            result = result - (term.sum(-1) if len(term.shape) > len(result.shape) else term)
        return result


def detached(parameters):
    """Copies to take gradients of.

    Args:
        parameters (list[Tensor]): Natural parameters.

    Returns:
        list[Tensor]
    """
    result = [p.detach() for p in parameters]
    for p in result:
        p.stop_gradient = False
    return result
