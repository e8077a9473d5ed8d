"""Rows of shapes, views, joins and copies."""

import numpy as np

from tests.ops.row import call, op
from tests.ops.values import array, randn

CUBE = randn(2, 3, 4)
COPIES = ["float32", "float64", "int64", "bool", "bfloat16", "complex64"]
REALS = ["float32", "float64", "int64"]


def resolve(x, shape):
    return [x.shape[i] if n == 0 and x.size else n for i, n in enumerate(shape)]


op("reshape", lambda x, shape: np.reshape(x, resolve(x, shape)),
   [call(randn(3, 4), [2, 6]), call(randn(3, 4), [-1]), call(CUBE, [0, -1]), call(randn(1), []),
    call(randn(0, 3), [3, 0]), call(randn(), [1, 1])],
   errors=[((randn(3, 4), [5, -1]), {}, "elements"), ((randn(3), [-1, -1]), {}, "-1"),
           ((randn(3), [1, 0]), {}, "0")])  # fmt: skip
op("view_shape", covered_by="reshape")
op("view_as", lambda x, other: x.reshape(other.shape), [call(randn(3, 4), randn(2, 6))], constant=("other",),
   skip={"strides": "refuses what would need a copy", "large": "its samples' sizes depend on each other"})  # fmt: skip
op("shape_of", covered_by="tests/python/test_saving.py")
op("view_dtype", covered_by="tests/python/test_views.py")
op("flatten", lambda x, start_axis=0, stop_axis=-1: x.reshape(
    *x.shape[:start_axis], -1, *x.shape[stop_axis % x.ndim + 1 :]) if x.ndim else x.reshape(1),
   [call(CUBE), call(CUBE, start_axis=1), call(CUBE, 0, 1), call(randn()), call(randn(5))],
   errors=[((CUBE, 2, 1), {}, "`start_axis` comes after `stop_axis`"), ((CUBE, 3), {}, "axis")])  # fmt: skip
op("unflatten", lambda x, axis, shape: x.reshape(*x.shape[:axis], *shape, *x.shape[axis % x.ndim + 1 :]),
   [call(randn(3, 6), 1, [2, -1]), call(randn(6, 2), 0, [3, 2])], errors=[((randn(3, 6), 1, [4, 2]), {}, "the number of elements changes")])  # fmt: skip


def squeeze_ref(x, axis=None):
    axes = range(x.ndim) if axis is None or axis == [] else np.atleast_1d(axis) % max(x.ndim, 1)
    return x.reshape([n for i, n in enumerate(x.shape) if n != 1 or i not in axes])


op("squeeze", squeeze_ref, [call(randn(1, 3, 1)), call(randn(1, 3, 1), axis=0), call(randn(1, 3, 1), axis=[0, 2]),
                            call(randn(2, 1), axis=0), call(randn())],
   errors=[((randn(1, 3), 2), {}, "axis")])  # fmt: skip
op("unsqueeze", lambda x, axis: np.expand_dims(x, axis) if isinstance(axis, int) else _unsqueeze(x, axis),
   [call(randn(3, 4), 1), call(randn(3, 4), [0, 2]), call(randn(), 0)], new_axes=1,
   skip={"negative_axis": "axes count in the shape as it grows"},
   errors=[((randn(3), 3), {}, "axis"), ((randn(3), -3), {}, "axis")])  # fmt: skip


def _unsqueeze(x, axes):
    for axis in axes:
        x = np.expand_dims(x, axis)
    return x


op("transpose", np.transpose, [call(CUBE, [2, 0, 1]), call(randn(3, 4), [1, 0]), call(randn(), []),
                               call(randn(0, 3), [1, 0])],
   errors=[((CUBE, [0, 1]), {}, "perm"), ((CUBE, [0, 1, 1]), {}, "perm"), ((CUBE, [0, 1, 3]), {}, "axis is out of range")])  # fmt: skip
op("moveaxis", np.moveaxis, [call(CUBE, 0, 2), call(CUBE, [0, 1], [2, 0])],
   errors=[((CUBE, [0, 1], [2]), {}, "`source` and `destination` differ in length"), ((CUBE, 3, 0), {}, "axis")])  # fmt: skip
op("swapaxes", np.swapaxes, [call(CUBE, 0, 2)], errors=[((CUBE, 0, 3), {}, "axis")])
op(
    "t",
    np.transpose,
    [call(randn(3, 4)), call(randn(3)), call(randn())],
    errors=[((CUBE,), {}, "`input` has more than two axes")],
)
op(
    "matrix_transpose",
    lambda x: x.swapaxes(-1, -2),
    [call(CUBE)],
    errors=[((randn(3),), {}, "`x` needs two axes")],
)

op("expand", lambda x, shape: np.broadcast_to(x, _expand(x, shape)),
   [call(randn(3, 1), [3, 4]), call(randn(4), [2, 3, -1]), call(randn(), [2]), call(randn(1, 0), [2, 0])],
   errors=[((randn(3), [4]), {}, "broadcast"), ((randn(3, 4), [4]), {}, "`x` can not be broadcast to this shape")])  # fmt: skip


def _expand(x, shape):
    return [x.shape[i - len(shape) + x.ndim] if n == -1 else n for i, n in enumerate(shape)]


op("broadcast_to", lambda x, shape: np.broadcast_to(x, _expand(x, shape)),
   [call(randn(3, 1), [3, 4]), call(randn(4), [2, 3, -1])], errors=[((randn(3), [4]), {}, "`x` can not be broadcast to this shape")])  # fmt: skip
op("expand_as", lambda x, y: np.broadcast_to(x, y.shape), [call(randn(3, 1), randn(2, 3, 4))], constant=("y",),
   errors=[((randn(3), randn(4)), {}, "`x` can not be broadcast to this shape")])  # fmt: skip
op("broadcast_tensors", lambda input: list(np.broadcast_arrays(*input)), [call([randn(3, 1), randn(1, 4), randn()])],
   errors=[(([randn(3), randn(4)],), {}, "the shapes do not broadcast")])  # fmt: skip


def tile_ref(x, repeat_times):
    return np.tile(x, repeat_times)


op("tile", tile_ref, [call(randn(2, 3), [2, 2]), call(randn(3), [2, 1]), call(randn(2, 3), [2]), call(randn(), [3]),
                      call(randn(2, 3), [0, 1])], errors=[((randn(2), [-1]), {}, "`repeat_times` is negative")])  # fmt: skip
op("repeat_interleave", lambda x, repeats, axis=None, output_size=None: np.repeat(x, repeats, axis),
   [call(randn(2, 3), array(2, "int64"), axis=1), call(randn(2, 3), array([1, 2], "int64"), axis=0),
    call(randn(3), array([0, 2, 1], "int64"), axis=0)],
   errors=[((randn(2, 3), array([1, 2, 3], "int64"), 0), {}, "`repeats` needs one value for each element of the axis")])  # fmt: skip

op("assign", lambda x: x, order=3)
op("clone", lambda x: x, [call(randn(3, 4)), call(randn()), call(randn(0, 3))])
op("copy_to", covered_by="assign")
op("cast", lambda x, dtype: x.astype(dtype), attrs=[{"dtype": "float64"}, {"dtype": "int32"}, {"dtype": "bool"}],
   dtypes=["float32", "float64", "int64", "bool", "uint8"])  # fmt: skip
op("copy_into", lambda to, value: np.broadcast_to(value, to.shape), [(randn(3, 4), randn(4)), (randn(3), randn())],
   skip={"strides": "writes into its first input"},
   errors=[((randn(3), randn(2)), {}, "broadcast")])  # fmt: skip

op("concat", lambda x, axis=0: np.concatenate([a.reshape(-1) if a.ndim == 0 else a for a in x], axis),
   [call([randn(2, 3), randn(1, 3)]), call([randn(2, 3), randn(2, 0), randn(2, 2)], 1), call([randn(3)]),
    call([randn(2, 1, 4), randn(2, 2, 4)], axis=1)],
   errors=[(([randn(2, 3), randn(2, 4)],), {}, "sizes differ beside the axis 0"), (([randn(2, 3)], 2), {}, "axis"), (([],), {}, "the list is empty")])  # fmt: skip
op("stack", np.stack, [call([randn(2, 3), randn(2, 3)]), call([randn(2, 3), randn(2, 3)], axis=2), call([randn()]),
                       call([randn(0, 3), randn(0, 3)], axis=1)],
   errors=[(([randn(2, 3), randn(2, 4)],), {}, "the shapes differ"), (([randn(2)], 2), {}, "axis"), (([],), {}, "the list is empty")], new_axes=1)  # fmt: skip
op("roll", lambda x, shifts, axis=None: np.roll(x, shifts, axis if axis != [] else None),
   [call(CUBE, 2), call(CUBE, [1, -2], axis=[0, 2]), call(CUBE, 5, axis=1), call(randn(0, 3), 1, axis=1)],
   errors=[((CUBE, 1, 3), {}, "axis"), ((CUBE, [1, 2], [0]), {}, "`shifts` and `axis` differ in length")])  # fmt: skip
op("flip", lambda x, axis: np.flip(x, axis), [call(CUBE, [0, 2]), call(CUBE, 1), call(randn(0, 3), 1)],
   errors=[((CUBE, 3), {}, "axis")])  # fmt: skip
op("rot90", lambda x, k=1, axes=(0, 1): np.rot90(x, k, axes), [call(CUBE), call(CUBE, 2, [1, 2]), call(CUBE, -1)],
   errors=[((CUBE, 1, [0, 0]), {}, "an axis is given twice"), ((randn(3),), {}, "needs two axes")])  # fmt: skip
op("meshgrid", lambda args: list(np.meshgrid(*args, indexing="ij")), [call([randn(2), randn(3)])])
op("kron", np.kron, [call(randn(2, 3), randn(3, 2)), call(randn(2), randn(3, 2))])

op("diagonal", lambda x, offset=0, axis1=0, axis2=1: np.diagonal(x, offset, axis1, axis2),
   [call(randn(3, 4)), call(CUBE, 1, 1, 2), call(CUBE, -1, 0, 2), call(randn(3, 3), 5)],
   errors=[((randn(3),), {}, "axis is out of range"), ((randn(3, 3), 0, 1, 1), {}, "needs two different axes")])  # fmt: skip


def with_diagonal(x, y, offset, a, b):
    out = x.copy()
    view = np.diagonal(out, offset, a, b)
    view.flags.writeable = True
    view[...] = y
    return out


op("diagonal_scatter", lambda x, y, offset=0, axis1=0, axis2=1: with_diagonal(x, y, offset, axis1, axis2),
   [call(randn(3, 4), randn(3)), call(randn(3, 4), randn(3), offset=1)],
   errors=[((randn(3, 4), randn(4)), {}, "the shapes do not broadcast")])  # fmt: skip
op("fill_diagonal_tensor", lambda x, y, offset=0, dim1=0, dim2=1: with_diagonal(x, y, offset, dim1, dim2),
   [call(randn(3, 4), randn(3)), call(randn(3, 4), randn(3), offset=1)])  # fmt: skip


def fill_diagonal_ref(x, value, offset=0, wrap=False):
    return with_diagonal(x, value, offset, 0, 1)


op("fill_diagonal", fill_diagonal_ref, [call(randn(3, 4), 7), call(randn(4, 4), 7, offset=1)])


def diag_embed_ref(x, offset=0, dim1=-2, dim2=-1):
    n = x.shape[-1] + abs(offset)
    out = np.zeros((*x.shape[:-1], n, n), x.dtype)
    i = np.arange(x.shape[-1])
    out[..., i + max(-offset, 0), i + max(offset, 0)] = x
    return np.moveaxis(out, (-2, -1), (dim1, dim2))


op("diag_embed", lambda input, *a, **k: diag_embed_ref(input, *a, **k),
   [call(randn(2, 3)), call(randn(2, 3), 1), call(randn(2, 3), -1, 0, 2)], new_axes=1)  # fmt: skip
op("diag", lambda x, offset=0, padding_value=0: np.diag(x, offset) if x.ndim == 2 else np.where(
    np.diag(np.ones(len(x)), offset) != 0, np.diag(x, offset), padding_value),
   [call(randn(3)), call(randn(3), 1, 2.0), call(randn(3, 4)), call(randn(3, 4), -1)],
   errors=[((CUBE,), {}, "takes a vector or a matrix")])  # fmt: skip
op("diagflat", lambda x, offset=0: np.diagflat(x, offset), [call(randn(3)), call(randn(2, 2), 1)],
   skip={"large": "gives the square of its input"})  # fmt: skip
for _name, _f in (("tril", np.tril), ("triu", np.triu)):
    op(_name, lambda x, diagonal=0, f=_f: f(x, diagonal), [call(randn(3, 4)), call(CUBE, 1), call(CUBE, -1)],
       errors=[((randn(3),), {}, "`x` needs two axes")])  # fmt: skip

PAIRS = [call(randn(3, 2)), call(randn(2))]
op("as_complex", lambda x: x[..., 0] + 1j * x[..., 1], PAIRS, dtypes=["float32", "float64"],
   errors=[((randn(3),), {}, "2")])  # fmt: skip
op("as_real", lambda x: np.stack([x.real, x.imag], -1), [call(randn(3)), call(randn())],
   dtypes=["complex64", "complex128"])  # fmt: skip


def pad_ref(x, pad, mode="constant", value=0.0, data_format=None, pad_from_left_axis=True):
    widths = [(0, 0)] * x.ndim
    if len(pad) == 2 * x.ndim and pad_from_left_axis:
        widths = [(pad[2 * i], pad[2 * i + 1]) for i in range(x.ndim)]
    else:
        spatial = (
            list(range(x.ndim))[2:]
            if (data_format or "NC").startswith("NC")
            else list(range(x.ndim))[1:-1]
        )
        for i, axis in enumerate(reversed(spatial)):
            if 2 * i + 1 < len(pad):
                widths[axis] = (pad[2 * i], pad[2 * i + 1])
    modes = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    more = {"constant_values": value} if mode == "constant" else {}
    return np.pad(x, widths, modes[mode], **more)


IMAGE = randn(1, 2, 3, 4)
op("pad", pad_ref, [call(randn(2, 3), [1, 2, 0, 1]), call(IMAGE, [1, 2, 0, 1], value=2.0), call(randn(3), [1, 1]),
                    call(IMAGE, [1, 2, 0, 1], mode="reflect", data_format="NCHW"),
                    call(IMAGE, [1, 2, 2, 1], mode="replicate", data_format="NCHW"),
                    call(IMAGE, [1, 2, 2, 1], mode="circular", data_format="NCHW"),
                    call(IMAGE, [1, 0, 1, 1], mode="reflect", data_format="NHWC")],
   errors=[((randn(2, 3), [1, 2, 3]), {}, "the list has the wrong length"), ((IMAGE, [1, 1, 1, 1], "no_mode"), {}, "mode")])  # fmt: skip


def pixel_shuffle_ref(x, r, data_format="NCHW"):
    n, c, h, w = x.shape
    y = x.reshape(n, c // r**2, r, r, h, w).transpose(0, 1, 4, 2, 5, 3)
    return y.reshape(n, c // r**2, h * r, w * r)


def pixel_unshuffle_ref(x, r, data_format="NCHW"):
    n, c, h, w = x.shape
    y = x.reshape(n, c, h // r, r, w // r, r).transpose(0, 1, 3, 5, 2, 4)
    return y.reshape(n, c * r * r, h // r, w // r)


op(
    "pixel_shuffle",
    pixel_shuffle_ref,
    [call(randn(2, 8, 2, 3), 2)],
    errors=[((randn(2, 6, 2, 3), 2), {}, "a size can not be divided evenly")],
)
op(
    "pixel_unshuffle",
    pixel_unshuffle_ref,
    [call(randn(2, 2, 4, 6), 2)],
    errors=[((randn(2, 2, 3, 6), 2), {}, "a size can not be divided evenly")],
)
op("channel_shuffle", lambda x, groups, data_format="NCHW": x.reshape(
    len(x), groups, -1, *x.shape[2:]).swapaxes(1, 2).reshape(x.shape),
   [call(randn(2, 6, 2, 2), 3)], errors=[((randn(2, 6, 2, 2), 4), {}, "a size can not be divided evenly")])  # fmt: skip

op("windows", covered_by="unfold")
op("add_windows", covered_by="unfold")
op("tensor_unfold", lambda x, axis, size, step: np.moveaxis(np.lib.stride_tricks.sliding_window_view(
    x, size, axis), axis, axis).take(range(0, x.shape[axis] - size + 1, step), axis),
   [call(randn(7), 0, 3, 2), call(randn(2, 6), 1, 2, 1)])  # fmt: skip


def unfold_ref(x, kernel_sizes, strides=1, paddings=0, dilations=1):
    k, s, p, d = (np.broadcast_to(v, 2) for v in (kernel_sizes, strides, paddings, dilations))
    x = np.pad(x, [(0, 0), (0, 0), (p[0], p[0]), (p[1], p[1])])
    n, c, h, w = x.shape
    oh, ow = (h - d[0] * (k[0] - 1) - 1) // s[0] + 1, (w - d[1] * (k[1] - 1) - 1) // s[1] + 1
    out = np.empty((n, c, k[0], k[1], oh, ow), x.dtype)
    for i in range(k[0]):
        for j in range(k[1]):
            out[:, :, i, j] = x[:, :, i * d[0] :, j * d[1] :][
                :, :, : oh * s[0] : s[0], : ow * s[1] : s[1]
            ]
    return out.reshape(n, c * k[0] * k[1], oh * ow)


def fold_ref(x, output_sizes, kernel_sizes, strides=1, paddings=0, dilations=1):
    """The transpose of unfold, by its matrix."""
    size = np.broadcast_to(output_sizes, 2)
    k = np.broadcast_to(kernel_sizes, 2)
    c = x.shape[1] // int(np.prod(k))
    eye = np.eye(c * size[0] * size[1]).reshape(-1, c, *size)
    matrix = unfold_ref(eye, kernel_sizes, strides, paddings, dilations).reshape(len(eye), -1)
    return (x.reshape(len(x), -1) @ matrix.T).reshape(len(x), c, *size)


op("unfold", unfold_ref, [call(randn(2, 2, 5, 6), 2), call(randn(1, 2, 5, 6), [3, 2], [2, 1], 1, [1, 2])],
   dtypes=["float32", "float64"], errors=[((randn(2, 2, 3, 3), 5), {}, "the window does not fit")])  # fmt: skip
op("fold", fold_ref, [call(randn(2, 8, 20), [5, 6], 2), call(randn(1, 12, 3 * 6), [5, 6], [3, 2], [2, 1], 1, [1, 2])],
   dtypes=["float32", "float64"], tol=3, errors=[((randn(2, 8, 21), [5, 6], 2), {}, "the sizes do not fit")])  # fmt: skip
op("as_strided", lambda x, shape, stride, offset=0: np.lib.stride_tricks.as_strided(
    x.reshape(-1)[offset:], shape, [s * x.itemsize for s in stride]),
   [call(randn(12), [3, 4], [4, 1]), call(randn(12), [3, 3], [1, 2])],
   skip={"strides": "reads its input's memory as it lies", "negative_axis": ""},
   errors=[((randn(12), [3, 5], [4, 1]), {}, "beyond the memory of `x`")])  # fmt: skip
