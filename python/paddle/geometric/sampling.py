"""Neighbors of nodes, chosen at random. A graph is given by columns: colptr[v] to colptr[v + 1] are the places in `row`
where the neighbors of v stand."""

from .. import _C

_ops = _C.ops


def sample_neighbors(
    row,
    colptr,
    input_nodes,
    sample_size=-1,
    eids=None,
    return_eids=False,
    perm_buffer=None,
    name=None,
):
    """Neighbors of nodes: all, or at most `sample_size` of each, none twice.

    Args:
        row (Tensor): Neighbors, column after column, int32 or int64.
        colptr (Tensor): Where the columns begin and end.
        input_nodes (Tensor): The nodes.
        sample_size (int): -1: all.
        eids (Tensor, optional): The number of each edge.
        return_eids (bool): Give the numbers of the edges as well.
        perm_buffer (Tensor, optional): Accepted; without effect.
        name (str, optional): Of the result; without effect.

    Returns:
        tuple[Tensor]: The neighbors, how many of each node (int32), and the numbers of the edges where asked for.

    Raises:
        ValueError: `return_eids` without `eids`.

    Examples:
        >>> import paddle
        >>> row, colptr = paddle.to_tensor([1, 2, 0]), paddle.to_tensor([0, 2, 3, 3])
        >>> near, count = paddle.geometric.sample_neighbors(row, colptr, paddle.to_tensor([1, 0]))
        >>> near.tolist(), count.tolist()
        ([0, 1, 2], [1, 2])
    """
    return _sampled(
        "sample_neighbors", row, colptr, None, input_nodes, sample_size, eids, return_eids
    )


def weighted_sample_neighbors(
    row,
    colptr,
    edge_weight,
    input_nodes,
    sample_size=-1,
    eids=None,
    return_eids=False,
    name=None,
):
    """Neighbors of nodes, drawn one after the other in proportion to the weights of edges, none twice.

    Args:
        row (Tensor): Neighbors, column after column, int32 or int64.
        colptr (Tensor): Where the columns begin and end.
        edge_weight (Tensor): float32, of at least 0, for each element of `row`.
        input_nodes (Tensor): The nodes.
        sample_size (int): -1: all.
        eids (Tensor, optional): The number of each edge.
        return_eids (bool): Give the numbers of the edges as well.
        name (str, optional): Of the result; without effect.

    Returns:
        tuple[Tensor]: The neighbors, how many of each node (int32), and the numbers of the edges where asked for.

    Raises:
        ValueError: `return_eids` without `eids`.

    Examples:
        >>> import paddle
        >>> row, colptr = paddle.to_tensor([1, 2, 0]), paddle.to_tensor([0, 2, 3, 3])
        >>> weight = paddle.to_tensor([1.0, 0.0, 1.0])
        >>> near, count = paddle.geometric.weighted_sample_neighbors(row, colptr, weight, paddle.to_tensor([0]), 1)
        >>> near.tolist(), count.tolist()
        ([1], [1])
    """
    return _sampled(
        "weighted_sample_neighbors",
        row,
        colptr,
        edge_weight,
        input_nodes,
        sample_size,
        eids,
        return_eids,
    )


def _sampled(op, row, colptr, weight, nodes, size, eids, return_eids):
    if return_eids and eids is None:
        raise ValueError(
            f"(InvalidArgument) {op}: no `eids` to return.\n  Expected: eids, a Tensor\n  Received: None"
        )
    nodes, colptr = nodes.reshape([-1]).astype("int64"), colptr.reshape([-1]).astype("int64")
    begin = _ops["gather"](colptr, nodes, 0)
    degree = _ops["gather"](colptr, nodes + 1, 0) - begin
    total = int(degree.sum().item())
    # Each edge of the nodes: whose it is, and its place in `row`.
    owner = _ops["repeat_interleave"](_ops["arange"](0, nodes.shape[0]), degree)
    before = degree.cumsum(0) - degree
    offset = _ops["arange"](0, total) - _ops["gather"](before, owner, 0)
    edge = _ops["gather"](begin, owner, 0) + offset
    count = degree
    if size >= 0 and total:
        key = _ops["rand"]([total], "float64")
        if weight is not None:  # the first of several waiting times with these rates
            rate = _ops["gather"](weight.reshape([-1]), edge, 0).astype("float64")
            key = -(-key).log1p() / rate
            key = _ops["where"](rate > 0, key, _ops["full_like"](key, float("inf")))
        choose = _ops["gather"](degree, owner, 0) > size
        key = _ops["where"](choose, key, offset.astype("float64"))
        order = _ops["argsort"](key, 0, False, True)
        order = _ops["gather"](
            order, _ops["argsort"](_ops["gather"](owner, order, 0), 0, False, True), 0
        )
        kept = _ops["masked_select"](order, offset < size)  # offsets are ranks as well
        edge = _ops["gather"](edge, kept, 0)
        count = degree.clip(0, size)
    result = (_ops["gather"](row.reshape([-1]), edge, 0), count.astype("int32"))
    return (*result, _ops["gather"](eids.reshape([-1]), edge, 0)) if return_eids else result
