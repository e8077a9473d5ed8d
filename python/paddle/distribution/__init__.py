"""Distributions of random values, transforms of them, and Kullback-Leibler divergences."""

from ..framework import named as _named
from . import constraint, kl, transform, variable
from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .categorical import Categorical
from .cauchy import Cauchy
from .chi2 import Chi2
from .continuous_bernoulli import ContinuousBernoulli
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential import Exponential
from .exponential_family import ExponentialFamily
from .gamma import Gamma
from .geometric import Geometric
from .gumbel import Gumbel
from .independent import Independent
from .kl import kl_divergence, register_kl
from .laplace import Laplace
from .lkj_cholesky import LKJCholesky
from .lognormal import LogNormal
from .multinomial import Multinomial
from .multivariate_normal import MultivariateNormal
from .normal import Normal
from .poisson import Poisson
from .student_t import StudentT
from .transform import *
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform

__all__ = [
    "Bernoulli", "Beta", "Binomial", "Categorical", "Cauchy", "Chi2", "ContinuousBernoulli", "Dirichlet",
    "Distribution", "Exponential", "ExponentialFamily", "Gamma", "Geometric", "Gumbel", "Independent", "LKJCholesky",
    "Laplace", "LogNormal", "Multinomial", "MultivariateNormal", "Normal", "Poisson", "StudentT",
    "TransformedDistribution", "Uniform", "kl_divergence", "register_kl", *transform.__all__,
]  # fmt: skip
_named.install(globals(), __name__)
_named.install_classes(globals(), __name__)
