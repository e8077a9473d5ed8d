"""The functions, by what is hard about them."""

from . import (  # noqa: F401
    branches,
    calls,
    containers,
    data_shapes,
    errors_text,
    in_place,
    indexing,
    layers,
    lists,
    loops,
    mixed,
    modes,
    python_forms,
    state,
)
