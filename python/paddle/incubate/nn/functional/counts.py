"""Counts of integers."""

import paddle

from .... import _C
from ....framework.refusal import refuse


def int_bincount(x, low, high, dtype=None, name=None):
    """How often each integer of [low, high) occurs.

    Args:
        x (Tensor): int32 or int64; what lies outside is not counted.
        low (int): the first integer counted.
        high (int): the end.
        dtype (str, optional): of the result; by default that of ``x``.

    Returns:
        Tensor: [high - low].

    Raises:
        ValueError: the interval is empty.

    Examples:
        >>> import paddle
        >>> paddle.incubate.nn.functional.int_bincount(paddle.to_tensor([1, 2, 2, 5]), 1, 4).tolist()
        [1, 2, 0]
    """
    if not low < high:
        refuse("int_bincount", "low", "low < high", f"low = {low}, high = {high}")
    flat = x.flatten()
    inside = (flat >= low) & (flat < high)
    # What lies outside falls into a place of its own at the end.
    place = paddle.where(inside, flat - low, paddle.full([], high - low, flat.dtype))
    return _C.ops["bincount"](place, minlength=high - low + 1)[:-1].astype(dtype or x.dtype)


def blha_get_max_len(seq_lens_encoder, seq_lens_decoder, batch_size):
    """The greatest lengths of the sequences in the two phases of serving.

    Args:
        seq_lens_encoder (Tensor): lengths of those that are read, int32.
        seq_lens_decoder (Tensor): lengths of those that are written, int32.
        batch_size (Tensor): of as many elements as there are sequences.

    Returns:
        tuple: two tensors of one element.

    Examples:
        >>> import paddle
        >>> a, b = paddle.to_tensor([3, 5]), paddle.to_tensor([0, 9])
        >>> [t.tolist() for t in paddle.incubate.nn.functional.blha_get_max_len(a, b, paddle.ones([2]))]
        [[5], [9]]
    """
    n = batch_size.shape[0]
    lengths = (seq_lens_encoder, seq_lens_decoder)
    for name, t in zip(("seq_lens_encoder", "seq_lens_decoder"), lengths, strict=True):
        if n == 0 or t.size < n:
            refuse("blha_get_max_len", name, f"{n} lengths, 1 or more", t.size)
    return tuple(t.flatten()[:n].max().reshape([1]) for t in lengths)
