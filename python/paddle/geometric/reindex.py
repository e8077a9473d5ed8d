"""New numbers for the nodes of a part of a graph."""

import numpy as np

from .. import _C


def reindex_graph(x, neighbors, count, value_buffer=None, index_buffer=None, name=None):
    """Numbers nodes anew: those of `x` first, then neighbors in the order in which they come.

    Args:
        x (Tensor): [nodes], int32 or int64, no two alike.
        neighbors (Tensor): The neighbors of each node, one after the other.
        count (Tensor): [nodes], int32: how many each has.
        value_buffer (Tensor, optional): Accepted; without effect.
        index_buffer (Tensor, optional): Accepted; without effect.
        name (str, optional): Of the result; without effect.

    Returns:
        tuple[Tensor]: The neighbors and their nodes in new numbers, and the old number of each new one.

    Raises:
        ValueError: `count` does not add up to the neighbors.

    Examples:
        >>> import paddle
        >>> x, count = paddle.to_tensor([0, 1]), paddle.to_tensor([2, 1], dtype="int32")
        >>> src, dst, nodes = paddle.geometric.reindex_graph(x, paddle.to_tensor([8, 0, 9]), count)
        >>> src.tolist(), dst.tolist(), nodes.tolist()
        ([2, 0, 3], [0, 0, 1], [0, 1, 8, 9])
    """
    return _reindexed("reindex_graph", x, [neighbors], [count])


def reindex_heter_graph(x, neighbors, count, value_buffer=None, index_buffer=None, name=None):
    """reindex_graph() for edges of several kinds, with one numbering.

    Args:
        x (Tensor): [nodes], int32 or int64, no two alike.
        neighbors (list[Tensor]): For each kind as in reindex_graph().
        count (list[Tensor]): For each kind.
        value_buffer (Tensor, optional): Accepted; without effect.
        index_buffer (Tensor, optional): Accepted; without effect.
        name (str, optional): Of the result; without effect.

    Returns:
        tuple[Tensor]: Neighbors and their nodes in new numbers, kind after kind, and the old number of each new one.

    Raises:
        ValueError: `count` does not add up to the neighbors.

    Examples:
        >>> import paddle
        >>> x, one = paddle.to_tensor([5]), paddle.to_tensor([1], dtype="int32")
        >>> kinds = [paddle.to_tensor([7]), paddle.to_tensor([5])]
        >>> src, dst, nodes = paddle.geometric.reindex_heter_graph(x, kinds, [one, one])
        >>> src.tolist(), dst.tolist(), nodes.tolist()
        ([1, 0], [0, 0], [5, 7])
    """
    one = isinstance(neighbors, _C.Tensor)
    return _reindexed(
        "reindex_heter_graph", x, [neighbors] if one else neighbors, [count] if one else count
    )


def _reindexed(op, x, neighbors, counts):
    nodes = x.numpy()
    ends = [c.numpy().astype("int64") for c in counts]
    near = [n.numpy() for n in neighbors]
    for n, c in zip(near, ends, strict=True):
        if len(c) != len(nodes) or c.sum() != len(n) or (c < 0).any():
            raise ValueError(
                f"(InvalidArgument) {op}: `count` does not fit.\n"
                f"  Expected: {len(nodes)} numbers with sum {len(n)}\n  Received: {c.tolist()}"
            )
    everything = np.concatenate([nodes, *near])
    values, first, inverse = np.unique(everything, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    number = np.empty(len(values), nodes.dtype)
    number[order] = np.arange(len(values))
    src = number[inverse.reshape(-1)][len(nodes) :]
    own = number[inverse.reshape(-1)][: len(nodes)]
    dst = np.concatenate([np.repeat(own, c) for c in ends])
    return tuple(_C.to_tensor(v.astype(nodes.dtype)) for v in (src, dst, values[order]))
