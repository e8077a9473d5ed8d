"""Functions that minimize a function of a vector."""

from .bfgs import minimize_bfgs, minimize_lbfgs

__all__ = ["minimize_bfgs", "minimize_lbfgs"]
