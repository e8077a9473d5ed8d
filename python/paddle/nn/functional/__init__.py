"""Functions of neural networks: operators of the engine, and what is made of them."""

from ... import _C
from ...framework import named
from . import flash_attention  # noqa: F401 (a module, as in Paddle)
from .activation import glu, gumbel_softmax, maxout, rrelu, swiglu
from .attention import scaled_dot_product_attention, sparse_attention
from .classes import (
    adaptive_log_softmax_with_loss,
    class_center_sample,
    hsigmoid_loss,
    margin_cross_entropy,
)
from .common import (
    alpha_dropout,
    bilinear,
    cosine_similarity,
    label_smooth,
    normalize,
    pairwise_distance,
    sequence_mask,
    zeropad2d,
)
from .dropouts import dropout1d, feature_alpha_dropout
from .flash_attention import (
    flash_attn_qkvpacked,
    flash_attn_varlen_qkvpacked,
    flashmask_attention,
)
from .loss import (
    cosine_embedding_loss,
    dice_loss,
    gaussian_nll_loss,
    hinge_embedding_loss,
    log_loss,
    margin_ranking_loss,
    multi_label_margin_loss,
    multi_label_soft_margin_loss,
    multi_margin_loss,
    npair_loss,
    poisson_nll_loss,
    sigmoid_focal_loss,
    soft_margin_loss,
    softmax_with_cross_entropy,
    square_error_cost,
    triplet_margin_loss,
    triplet_margin_with_distance_loss,
)
from .norm import local_response_norm
from .other_pools import (
    fractional_max_pool2d,
    fractional_max_pool3d,
    lp_pool1d,
    lp_pool2d,
)
from .resize import interpolate, upsample
from .unpool import max_unpool1d, max_unpool2d, max_unpool3d
from .vision import affine_grid, grid_sample, temporal_shift

# Operators are taken as they are: a Python function around one would cost more
# than a small operator itself.
_OF_PADDLE = ("sigmoid", "sigmoid_", "tanh", "tanh_", "diag_embed")  # shown here as well
globals().update({name: _C.ops[name] for name in _OF_PADDLE if name in _C.ops})
globals().update({name: _C.ops[name] for name in _C.op_modules.get("nn.functional", ())})

if "log_sigmoid" in _C.ops:
    logsigmoid = _C.ops["log_sigmoid"]

named.install(globals(), __name__)

# No __getattr__ here: CPython caches lookups in a module only without one.
__all__ = [name for name in globals() if not name.startswith("_") and callable(globals()[name])]
