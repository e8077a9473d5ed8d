"""Messages along the edges of a graph: from the rows of nodes to the rows of others."""

from .. import _C
from .segments import REDUCTIONS, check_option, reduce_rows

_ops = _C.ops
_MESSAGES = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
}


def _same_rank(x, y):
    """Axes of size 1 are put behind the first one, where one has fewer; at least two axes."""
    rank = max(x.ndim, y.ndim, 2)

    def grown(v):
        ones = [1] * (rank - v.ndim)
        return v.reshape(
            [v.shape[0], *(v.shape[1:] + ones if v.ndim == 1 else ones + list(v.shape[1:]))]
        )

    return grown(x), grown(y)


def _received(op, messages, x, dst_index, reduce_op, out_size):
    check_option(op, "reduce_op", reduce_op, REDUCTIONS)
    size = 0 if out_size is None else int(out_size)
    return reduce_rows(messages, dst_index, size if size > 0 else x.shape[0], reduce_op)


def send_u_recv(x, src_index, dst_index, reduce_op="sum", out_size=None, name=None):
    """Each edge sends a row of `x` to a node; nodes reduce what they get.

    Args:
        x (Tensor): [nodes, ...].
        src_index (Tensor): [edges], int32 or int64: where each edge begins.
        dst_index (Tensor): [edges]: where it ends.
        reduce_op (str): "sum", "mean", "max" or "min".
        out_size (int|Tensor, optional): Rows of the result; by default those of `x`.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [rows, ...]; 0 where no edge ends.

    Raises:
        ValueError: `reduce_op` is unknown.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0]])
        >>> src, dst = paddle.to_tensor([0, 1]), paddle.to_tensor([1, 1])
        >>> paddle.geometric.send_u_recv(x, src, dst).tolist()
        [[0.0], [3.0]]
    """
    rows = _ops["gather"](x, src_index, 0)
    return _received("send_u_recv", rows, x, dst_index, reduce_op, out_size)


def send_ue_recv(
    x, y, src_index, dst_index, message_op="add", reduce_op="sum", out_size=None, name=None
):
    """Each edge sends a row of `x`, changed by its own row of `y`; nodes reduce what they get.

    Args:
        x (Tensor): [nodes, ...].
        y (Tensor): [edges, ...], broadcast.
        src_index (Tensor): [edges], int32 or int64: where each edge begins.
        dst_index (Tensor): [edges]: where it ends.
        message_op (str): "add", "sub", "mul" or "div".
        reduce_op (str): "sum", "mean", "max" or "min".
        out_size (int|Tensor, optional): Rows of the result; by default those of `x`.
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [rows, ...]; 0 where no edge ends.

    Raises:
        ValueError: `message_op` or `reduce_op` is unknown.

    Examples:
        >>> import paddle
        >>> x, y = paddle.to_tensor([[1.0], [2.0]]), paddle.to_tensor([[10.0], [20.0]])
        >>> src, dst = paddle.to_tensor([0, 1]), paddle.to_tensor([1, 1])
        >>> paddle.geometric.send_ue_recv(x, y, src, dst, "mul").tolist()
        [[0.0], [50.0]]
    """
    check_option("send_ue_recv", "message_op", message_op, tuple(_MESSAGES))
    x, y = _same_rank(x, y)
    messages = _MESSAGES[message_op](_ops["gather"](x, src_index, 0), y)
    return _received("send_ue_recv", messages, x, dst_index, reduce_op, out_size)


def send_uv(x, y, src_index, dst_index, message_op="add", name=None):
    """What each edge makes of the rows of its two nodes.

    Args:
        x (Tensor): [nodes, ...], for where edges begin.
        y (Tensor): [nodes, ...], for where they end.
        src_index (Tensor): [edges], int32 or int64: where each edge begins.
        dst_index (Tensor): [edges]: where it ends.
        message_op (str): "add", "sub", "mul" or "div".
        name (str, optional): Of the result; without effect.

    Returns:
        Tensor: [edges, ...].

    Raises:
        ValueError: `message_op` is unknown.

    Examples:
        >>> import paddle
        >>> x = paddle.to_tensor([[1.0], [2.0]])
        >>> src, dst = paddle.to_tensor([0, 1]), paddle.to_tensor([1, 1])
        >>> paddle.geometric.send_uv(x, x, src, dst, "sub").tolist()
        [[-1.0], [0.0]]
    """
    check_option("send_uv", "message_op", message_op, tuple(_MESSAGES))
    x, y = _same_rank(x, y)
    gather = _ops["gather"]
    return _MESSAGES[message_op](gather(x, src_index, 0), gather(y, dst_index, 0))
