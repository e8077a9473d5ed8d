"""Functions as graphs: `paddle.jit.to_static`."""

from .static_function import StaticFunction, enable_to_static, ignore_module, not_to_static, report, to_static

__all__ = ["StaticFunction", "enable_to_static", "ignore_module", "not_to_static", "report", "to_static"]
