"""Functions as graphs: one line, `to_static`, and the same results."""

from .api import enable_to_static, ignore_module, not_to_static, to_static
from .report import Report, report
from .static_function import StaticFunction

__all__ = [
    "Report",
    "StaticFunction",
    "enable_to_static",
    "ignore_module",
    "not_to_static",
    "report",
    "to_static",
]
