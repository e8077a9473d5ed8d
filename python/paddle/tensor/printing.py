"""Tensors as text, and paddle.set_printoptions."""

from .. import _C
from ..framework import static_mode

_options = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": False}
_INDENT = "       "


def set_printoptions(precision=None, threshold=None, edgeitems=None, sci_mode=None, linewidth=None):
    """How tensors are printed; None leaves an option as it is.

    Args:
        precision (int, optional): Digits after the point, at first 8.
        threshold (int, optional): From how many elements on only the edges are shown, at first 1000.
        edgeitems (int, optional): Elements shown at each edge, at first 3.
        sci_mode (bool, optional): Always as 1.0e+00, at first False.
        linewidth (int, optional): Characters in a line, at first 80.

    Examples:
        >>> import paddle
        >>> paddle.set_printoptions(precision=2)
        >>> paddle.to_tensor([1.2345])
        Tensor(shape=[1], dtype=float32, place=Place(cpu), stop_gradient=True,
               [1.23])
        >>> paddle.set_printoptions(precision=8)
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "sci_mode": sci_mode,
             "linewidth": linewidth}  # fmt: skip
    _options.update({name: value for name, value in given.items() if value is not None})


def to_text(tensor):
    """The text of print(tensor)."""
    if static_mode.enabled and _C.is_traced(tensor):
        return (
            f"Variable(name={tensor.name}, shape={list(tensor.shape)}, dtype={tensor.dtype.name}, "
            f"stop_gradient={tensor.stop_gradient})"
        )
    values = tensor.detach()
    if values.dtype in (_C.bfloat16, _C.float16, _C.float8_e4m3fn, _C.float8_e5m2):
        values = values.cast("float32")
    array = values.numpy()
    summary = array.size > _options["threshold"]
    body = _body(array, _Column(_shown(array) if summary else array), summary, len(_INDENT))
    return (
        f"Tensor(shape={list(tensor.shape)}, dtype={tensor.dtype.name}, place={tensor.place!r}, "
        f"stop_gradient={tensor.stop_gradient},\n{_INDENT}{body})"
    )


def _shown(array):
    """The elements at the edges of all axes."""
    import numpy as np

    n = _options["edgeitems"]
    for axis, size in enumerate(array.shape):
        if size > 2 * n:
            array = np.take(array, [*range(n), *range(size - n, size)], axis)
    return array


def _body(array, column, summary, indent):
    """Brackets around the parts along the first axis; elements of the last axis fill lines."""
    if array.ndim == 0:
        return column(array[()])
    if array.size == 0:
        return "[]"
    n, size = _options["edgeitems"], array.shape[0]
    last = array.ndim == 1
    part = column if last else (lambda a: _body(a, column, summary, indent + 1))
    if summary and size > 2 * n:
        parts = [*map(part, array[:n]), "...", *map(part, array[size - n :])]
    else:
        parts = list(map(part, array))
    if not last:
        return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(parts) + "]"
    per_line = max(1, (_options["linewidth"] - indent) // (column.width + 2))
    lines = [", ".join(parts[i : i + per_line]) for i in range(0, len(parts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _is_negative(value):
    return (value.real, value.imag) < (0, 0) if value.dtype.kind == "c" else value < 0


class _Column:
    """Writes elements in one width, to the left, behind a column of signs where one is negative.

    Whole floats are short, others have all digits. What these would show as 0, or with zeros that nobody
    measured, is written with an exponent.
    """

    def __init__(self, shown):
        import numpy as np

        self.width, self._signed, self._scientific = 0, False, _options["sci_mode"]
        if shown.dtype.kind in "fc":
            sizes = np.abs(
                np.concatenate([shown.real.ravel(), shown.imag.ravel()]).astype("float64")
            )
            sizes = sizes[np.isfinite(sizes) & (sizes != 0)]
            least = 10.0 ** -_options["precision"]
            if sizes.size and not least <= sizes.min() <= sizes.max() < 1e16:
                self._scientific = True
        texts = [self._plain(v) for v in shown.ravel()]
        self.width = max(map(len, texts), default=0)
        self._signed = any(map(_is_negative, shown.ravel()))

    def __call__(self, value):
        text = self._plain(value)
        if self._signed and not _is_negative(value) and len(text) < self.width:
            text = " " + text
        return text.ljust(self.width)

    def _plain(self, value):
        kind = value.dtype.kind
        if kind not in "fc":
            return str(value)
        digits = f".{_options['precision']}{'e' if self._scientific else 'f'}"
        if kind == "c":
            return f"({value.real:{digits}}{value.imag:+{digits}}j)"
        if not self._scientific and value == value and float(value).is_integer():
            return f"{value:.0f}."
        return f"{value:{digits}}"
