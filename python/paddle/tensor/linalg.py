"""tensordot, as an einsum, and the linear algebra that Paddle shows at the top."""

from string import ascii_letters

from .. import _C

__all__ = ["cholesky", "eigvalsh", "tensordot"]

cholesky = _C.ops["cholesky"]
eigvalsh = _C.ops["eigvalsh"]


def _axes(axes, rank_x, rank_y):
    """The axes of both tensors that are summed over, pairwise."""
    if isinstance(axes, _C.Tensor):
        axes = axes.tolist()
    if isinstance(axes, int):
        if axes < 0 or axes > min(rank_x, rank_y):
            raise ValueError(
                f"(InvalidArgument) tensordot: `axes` is {axes} for tensors of rank {rank_x} and {rank_y}"
            )
        return list(range(rank_x - axes, rank_x)), list(range(axes))
    if not isinstance(axes, (list, tuple)):
        raise TypeError(
            "(InvalidType) tensordot: argument `axes` has the wrong type.\n"
            f"  Expected: int, list or Tensor\n  Received: {type(axes).__name__}"
        )
    axes = list(axes)
    if not axes:
        return [], []
    if all(isinstance(axis, int) for axis in axes):
        of_x = of_y = axes
    else:
        pair = [
            list(a)
            if isinstance(a, (list, tuple))
            else a.tolist()
            if isinstance(a, _C.Tensor)
            else [a]
            for a in axes
        ]
        of_x, of_y = pair[0], pair[1] if len(pair) > 1 else pair[0]
    # The shorter list is filled up from the longer one.
    of_x, of_y = list(of_x) + list(of_y)[len(of_x) :], list(of_y) + list(of_x)[len(of_y) :]
    for name, chosen, rank in (("x", of_x, rank_x), ("y", of_y, rank_y)):
        if any(not -rank <= axis < rank for axis in chosen):
            raise ValueError(
                f"(InvalidArgument) tensordot: an axis of `{name}` is out of range: {chosen}, rank {rank}"
            )
    return [axis % rank_x for axis in of_x], [axis % rank_y for axis in of_y]


def tensordot(x, y, axes=2, name=None):
    """Sums of products of `x` and `y` over pairs of axes.

    Args:
        x (Tensor): Numbers.
        y (Tensor): Of the same dtype.
        axes (int|list[int]|list[list[int]]): The number of last axes of `x` and first axes of `y`; or the same axes for
            both; or a list for each.

    Returns:
        Tensor: The other axes of `x`, then those of `y`.

    Raises:
        ValueError: Axes of a pair differ in size, or an axis is out of range.

    Examples:
        >>> import paddle
        >>> paddle.tensordot(paddle.ones([2, 3, 4]), paddle.ones([3, 4, 5])).shape
        paddle.Size([2, 5])
    """
    rank_x, rank_y = len(x.shape), len(y.shape)
    of_x, of_y = _axes(axes, rank_x, rank_y)
    letters_x = list(ascii_letters[:rank_x])
    letters_y = list(ascii_letters[rank_x : rank_x + rank_y])
    for i, j in zip(of_x, of_y, strict=True):
        if x.shape[i] != y.shape[j]:
            raise ValueError(
                f"(InvalidArgument) tensordot: axis {i} of x and axis {j} of y differ: {x.shape} and {y.shape}"
            )
        letters_y[j] = letters_x[i]
    out = [c for i, c in enumerate(letters_x) if i not in of_x] + [
        c for j, c in enumerate(letters_y) if j not in of_y
    ]
    equation = f"{''.join(letters_x)},{''.join(letters_y)}->{''.join(out)}"
    return _C.ops["einsum"](equation, [x, y])


_C.extend_tensor({"tensordot": tensordot})
