"""Functions that Paddle fuses for GPUs: here they are what they are fused of, and `fused_rotary_position_embedding`
and the norms are kernels."""

from ....framework import named as _named
from ....missing import attribute_of as _attribute_of
from ....nn.functional import swiglu
from .attention import (
    fused_multi_head_attention,
    masked_multihead_attention,
    variable_length_memory_efficient_attention,
)
from .counts import blha_get_max_len, int_bincount
from .linear import (
    fused_bias_act,
    fused_feedforward,
    fused_linear,
    fused_linear_activation,
    fused_matmul_bias,
)
from .norm import (
    fast_ln,
    fast_rms_norm,
    fused_bias_dropout_residual_layer_norm,
    fused_dropout_add,
    fused_layer_norm,
    fused_rms_norm,
    fused_rms_norm_ext,
)
from .rotary import fused_rotary_position_embedding

__all__ = [
    "blha_get_max_len",
    "fast_ln",
    "fast_rms_norm",
    "fused_bias_act",
    "fused_bias_dropout_residual_layer_norm",
    "fused_dropout_add",
    "fused_feedforward",
    "fused_layer_norm",
    "fused_linear",
    "fused_linear_activation",
    "fused_matmul_bias",
    "fused_multi_head_attention",
    "fused_rms_norm",
    "fused_rms_norm_ext",
    "fused_rotary_position_embedding",
    "int_bincount",
    "masked_multihead_attention",
    "swiglu",
    "variable_length_memory_efficient_attention",
]

_named.install(globals(), __name__)
__getattr__ = _attribute_of(__name__)
