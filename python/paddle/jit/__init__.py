"""Functions as graphs: one line, `to_static`, and the same results."""

from . import marker
from .api import enable_to_static, ignore_module, not_to_static, to_static
from .logs import set_code_level, set_verbosity
from .report import Report, report
from .save import save
from .static_function import StaticFunction
from .translated_layer import TranslatedLayer, load, program_files  # noqa: F401

__all__ = [
    "Report",
    "StaticFunction",
    "TranslatedLayer",
    "enable_to_static",
    "ignore_module",
    "load",
    "marker",
    "not_to_static",
    "report",
    "save",
    "set_code_level",
    "set_verbosity",
    "to_static",
]
