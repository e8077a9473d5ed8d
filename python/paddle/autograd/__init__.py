"""Gradients: backward, grad, grad modes, custom functions."""

from .functional import backward, grad  # noqa: F401
from .jacobian import hessian, jacobian  # noqa: F401
from .mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled  # noqa: F401
from .py_layer import PyLayer, PyLayerContext  # noqa: F401
from .saved_tensors import saved_tensors_hooks  # noqa: F401

Function = PyLayer  # as other frameworks call it
