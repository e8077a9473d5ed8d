"""Operations on graphs: segments, messages along edges, sampling of neighbors."""

from ..framework import named as _named
from . import messages as message_passing
from . import sampling
from .messages import send_u_recv, send_ue_recv, send_uv
from .reindex import reindex_graph, reindex_heter_graph
from .sampling import sample_neighbors, weighted_sample_neighbors
from .segments import segment_max, segment_mean, segment_min, segment_sum

__all__ = [
    "reindex_graph", "reindex_heter_graph", "sample_neighbors", "segment_max", "segment_mean", "segment_min",
    "segment_sum", "send_u_recv", "send_ue_recv", "send_uv", "weighted_sample_neighbors",
]  # fmt: skip
_named.install(globals(), __name__)
