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
from .more import (
    bilinear_tensor_product,
    conv3d,
    conv3d_transpose,
    deform_conv2d,
    row_conv,
    spectral_norm,
    static_pylayer,
)

__all__ = [
    "batch_norm", "bilinear_tensor_product", "case", "cond", "conv2d", "conv2d_transpose", "conv3d", "conv3d_transpose",
    "deform_conv2d", "embedding", "fc", "group_norm", "instance_norm", "layer_norm", "prelu", "row_conv",
    "spectral_norm", "static_pylayer", "switch_case", "while_loop",
]  # fmt: skip

from ... import missing as _missing  # noqa: E402

_missing.install_names(globals(), __name__)
