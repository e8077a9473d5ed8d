"""paddle.incubate: what Paddle tries out. docs/STATUS.md lists what is missing of it."""

from ..framework import named as _named
from ..geometric import segment_max, segment_mean, segment_min, segment_sum
from ..missing import attribute_of as _attribute_of
from . import asp, autograd, autotune, nn, optimizer
from .averages import LookAhead, ModelAverage
from .graphs import graph_reindex, graph_sample_neighbors, graph_send_recv
from .softmax_mask import identity_loss, softmax_mask_fuse, softmax_mask_fuse_upper_triangle

__all__ = [
    "LookAhead",
    "ModelAverage",
    "asp",
    "autograd",
    "autotune",
    "graph_reindex",
    "graph_sample_neighbors",
    "graph_send_recv",
    "identity_loss",
    "nn",
    "optimizer",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_sum",
    "softmax_mask_fuse",
    "softmax_mask_fuse_upper_triangle",
]

_named.install(globals(), __name__)
_named.install_classes(globals(), __name__)
__getattr__ = _attribute_of(__name__)
