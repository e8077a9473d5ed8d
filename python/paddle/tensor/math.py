"""Arithmetic that is a loop over operators."""

from .. import _C

__all__ = ["add_n"]


def add_n(inputs, name=None):
    """The sum of tensors of one shape and dtype.

    Args:
        inputs (Tensor|list[Tensor]): The terms; a single Tensor is copied.

    Returns:
        Tensor: Of the shape and dtype of the terms.

    Raises:
        ValueError: There are no terms.

    Examples:
        >>> import paddle
        >>> paddle.add_n([paddle.ones([2]), paddle.ones([2])]).tolist()
        [2.0, 2.0]
    """
    if isinstance(inputs, _C.Tensor):
        return _C.ops["assign"](inputs)
    terms = list(inputs)
    if not terms:
        raise ValueError(
            "(InvalidArgument) add_n: `inputs` is empty.\n  Expected: at least one Tensor"
        )
    total = terms[0] if len(terms) > 1 else _C.ops["assign"](terms[0])
    for term in terms[1:]:
        total = _C.ops["add"](total, term)
    return total
