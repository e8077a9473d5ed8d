"""Tensors as text, and paddle.set_printoptions."""

from .. import _C

_options = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": False}


def set_printoptions(precision=None, threshold=None, edgeitems=None, sci_mode=None, linewidth=None):
    """How tensors are printed; None leaves an option as it is.

    Args:
        precision (int, optional): Digits after the point. Default: 8.
        threshold (int, optional): From how many elements on only the edges are shown. Default: 1000.
        edgeitems (int, optional): How many at each edge. Default: 3.
        sci_mode (bool, optional): Always as 1.0e+00. Default: False.
        linewidth (int, optional): Characters per line. Default: 80.
    """
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "sci_mode": sci_mode,
             "linewidth": linewidth}  # fmt: skip
    _options.update({name: value for name, value in given.items() if value is not None})


def to_text(tensor):
    """The text of print(tensor)."""
    import numpy as np

    wide = tensor.detach()
    if wide.dtype in (_C.bfloat16, _C.float16, _C.float8_e4m3fn, _C.float8_e5m2):
        wide = wide.cast("float32")
    array = wide.numpy()
    options = {"precision": _options["precision"], "threshold": _options["threshold"],
               "edgeitems": _options["edgeitems"], "max_line_width": _options["linewidth"]}  # fmt: skip
    indent = "       "
    if array.size == 0:
        body = "[]"
    else:
        style = {"float_kind": lambda v: _float_text(v, array)} if array.dtype.kind == "f" else None
        body = np.array2string(array, separator=", ", prefix=indent, formatter=style, **options)
    head = (
        f"Tensor(shape={list(tensor.shape)}, dtype={tensor.dtype.name}, place={tensor.place!r}, "
        f"stop_gradient={tensor.stop_gradient},\n{indent}"
    )
    return head + body + ")"


def _float_text(value, array):
    import numpy as np

    precision = _options["precision"]
    if not np.isfinite(value):
        return str(value)
    if _options["sci_mode"] or (value != 0 and not 1e-5 <= abs(value) < 1e8):
        return f"{value:.{precision}e}"
    if value == np.trunc(value):
        finite = array[np.isfinite(array)]
        whole = np.all(finite == np.trunc(finite))
        text = f"{value:.0f}."
        return text if whole else text.ljust(len(text) + precision)
    return f"{value:.{precision}f}"
