"""Layers and control flow of programs."""

from .common import (
    batch_norm,
    conv2d,
    conv2d_transpose,
    embedding,
    fc,
    group_norm,
    instance_norm,
    layer_norm,
    prelu,
)
from .control_flow import case, cond, switch_case, while_loop

__all__ = [
    "batch_norm", "case", "cond", "conv2d", "conv2d_transpose", "embedding", "fc", "group_norm", "instance_norm",
    "layer_norm", "prelu", "switch_case", "while_loop",
]  # fmt: skip

from ... import missing as _missing  # noqa: E402

_missing.install_names(globals(), __name__)
