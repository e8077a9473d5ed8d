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
    import numpy as np

    if static_mode.enabled and _C.is_traced(tensor):
        return (
            f"Variable(name={tensor.name}, shape={list(tensor.shape)}, dtype={tensor.dtype.name}, "
            f"stop_gradient={tensor.stop_gradient})"
        )
    values = tensor.detach()
    if values.dtype in (_C.bfloat16, _C.float16, _C.float8_e4m3fn, _C.float8_e5m2):
        values = values.cast("float32")
    array = values.numpy()
    body = "[]"
    if array.size:
        style = {"float_kind": _Column(array)} if array.dtype.kind == "f" else None
        body = np.array2string(
            array, separator=", ", prefix=_INDENT, formatter=style, precision=_options["precision"],
            threshold=_options["threshold"], edgeitems=_options["edgeitems"],
            max_line_width=_options["linewidth"],
        )  # fmt: skip
    return (
        f"Tensor(shape={list(tensor.shape)}, dtype={tensor.dtype.name}, place={tensor.place!r}, "
        f"stop_gradient={tensor.stop_gradient},\n{_INDENT}{body})"
    )


class _Column:
    """Writes floats in one width: whole numbers short, others with all digits."""

    def __init__(self, array):
        import numpy as np

        finite = array[np.isfinite(array)].astype("float64")
        largest = np.abs(finite).max() if finite.size else 0.0
        smallest = np.abs(finite[finite != 0]).min() if np.any(finite) else 1.0
        self._scientific = _options["sci_mode"] or largest >= 1e8 or smallest < 1e-4
        whole = not np.any(finite != np.trunc(finite))
        self._precision = 0 if whole and not self._scientific else _options["precision"]
        shown = array.ravel()
        if array.size > _options["threshold"]:
            shown = np.concatenate([shown[:1000], shown[-1000:]])
        self._width = max(len(self._plain(float(v))) for v in shown)

    def __call__(self, value):
        return self._plain(float(value)).rjust(self._width)

    def _plain(self, value):
        if value != value or value in (float("inf"), float("-inf")):
            return str(value)
        if self._scientific:
            return f"{value:.{_options['precision']}e}"
        if value == int(value):
            text = f"{value:.0f}."
            return text + " " * self._precision
        return f"{value:.{self._precision}f}"
