"""The functions, by what is hard about them."""

from . import control_flow, in_place, python_forms, state  # noqa: F401
