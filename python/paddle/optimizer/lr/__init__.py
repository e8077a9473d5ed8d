"""Learning rate schedules.

A schedule is given to an optimizer as its learning rate; ``step()`` moves it on,
after each batch or each epoch as the user likes.
"""

from ...framework import named as _named
from .cycle import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from .decay import (
    CosineAnnealingDecay,
    ExponentialDecay,
    InverseTimeDecay,
    NaturalExpDecay,
    PolynomialDecay,
)
from .plateau import ReduceOnPlateau
from .scheduler import LRScheduler
from .steps import LambdaDecay, MultiplicativeDecay, MultiStepDecay, PiecewiseDecay, StepDecay
from .warmup import LinearLR, LinearWarmup, NoamDecay

__all__ = [
    "CosineAnnealingDecay",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialDecay",
    "InverseTimeDecay",
    "LRScheduler",
    "LambdaDecay",
    "LinearLR",
    "LinearWarmup",
    "MultiStepDecay",
    "MultiplicativeDecay",
    "NaturalExpDecay",
    "NoamDecay",
    "OneCycleLR",
    "PiecewiseDecay",
    "PolynomialDecay",
    "ReduceOnPlateau",
    "StepDecay",
]

_named.install_classes(globals(), __name__)
