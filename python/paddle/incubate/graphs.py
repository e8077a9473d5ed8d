"""Older names of functions of paddle.geometric."""

from .. import geometric


def graph_send_recv(x, src_index, dst_index, pool_type="sum", out_size=None, name=None):
    """`paddle.geometric.send_u_recv`: rows of ``x`` go along edges and are gathered where these end.

    Args:
        x (Tensor): [nodes, ...].
        src_index (Tensor): Where each edge begins.
        dst_index (Tensor): Where it ends.
        pool_type (str): "sum", "mean", "max" or "min".
        out_size (int, optional): How many rows the result has.

    Returns:
        Tensor

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0], [4.0]])
        >>> src, dst = paddle.to_tensor([0, 1, 2]), paddle.to_tensor([1, 2, 1])
        >>> paddle.incubate.graph_send_recv(x, src, dst).tolist()
        [[0.0], [5.0], [2.0]]
    """
    return geometric.send_u_recv(x, src_index, dst_index, pool_type, out_size)


def graph_reindex(
    x,
    neighbors,
    count,
    value_buffer=None,
    index_buffer=None,
    flag_buffer_hashtable=False,
    name=None,
):
    """`paddle.geometric.reindex_graph`: nodes get numbers from 0 on.

    Args:
        x (Tensor): The nodes that were asked for.
        neighbors (Tensor): Their neighbors, one node's after the other's.
        count (Tensor): How many each has.
        value_buffer, index_buffer (Tensor, optional): Accepted.
        flag_buffer_hashtable (bool): Accepted.

    Returns:
        tuple[Tensor, Tensor, Tensor]: Where edges begin, where they end, the nodes by their numbers.

    Examples:
        >>> import paddle
        >>> x, near = paddle.to_tensor([0, 1]), paddle.to_tensor([8, 0, 8])
        >>> count = paddle.to_tensor([2, 1], dtype="int32")
        >>> [t.tolist() for t in paddle.incubate.graph_reindex(x, near, count)]
        [[2, 0, 2], [0, 0, 1], [0, 1, 8]]
    """
    return geometric.reindex_graph(x, neighbors, count, value_buffer, index_buffer)


def graph_sample_neighbors(
    row,
    colptr,
    input_nodes,
    eids=None,
    perm_buffer=None,
    sample_size=-1,
    return_eids=False,
    flag_perm_buffer=False,
    name=None,
):
    """`paddle.geometric.sample_neighbors`: neighbors of nodes, at most so many of each.

    Args:
        row (Tensor): The neighbors of all nodes.
        colptr (Tensor): Where those of each node begin.
        input_nodes (Tensor): Whose are drawn.
        eids (Tensor, optional): The edges' numbers.
        perm_buffer (Tensor, optional): Accepted.
        sample_size (int): How many; -1 for all.
        return_eids (bool): Give the edges' numbers, too.
        flag_perm_buffer (bool): Accepted.

    Returns:
        tuple[Tensor, ...]: The neighbors, how many each node has, and the edges where asked.

    Examples:
        >>> import paddle
        >>> row, colptr = paddle.to_tensor([1, 2, 0]), paddle.to_tensor([0, 2, 3, 3])
        >>> near, count = paddle.incubate.graph_sample_neighbors(row, colptr, paddle.to_tensor([0, 2]))
        >>> sorted(near.tolist()), count.tolist()
        ([1, 2], [2, 0])
    """
    return geometric.sample_neighbors(
        row, colptr, input_nodes, sample_size, eids, return_eids, perm_buffer
    )
