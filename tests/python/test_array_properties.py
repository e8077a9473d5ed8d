"""Operators against numpy on drawn shapes, dtypes, strides and axes (hypothesis)."""

import numpy as np
import paddle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

QUICK = settings(max_examples=60, deadline=None, derandomize=True)
FULL = settings(max_examples=500, deadline=None)

DTYPES = st.sampled_from(["float32", "float64", "int32", "int64", "uint8", "int8", "int16", "bool"])
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


def both_tiers(*strategies):
    """hypothesis.given with few examples, and with many in the full tier."""

    def decorate(test):
        quick, full = (tier(given(*strategies)(test)) for tier in (QUICK, FULL))

        @pytest.mark.parametrize(
            "run",
            [
                pytest.param(quick, id="quick"),
                pytest.param(full, id="full", marks=pytest.mark.full),
            ],
        )
        def tiers(run):
            run()

        return tiers

    return decorate


def elements(dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return st.integers(-1000, 1000).map(lambda v: v / 8)
    if dtype.kind == "b":
        return st.booleans()
    return st.integers(0 if dtype.kind == "u" else -9, 9)


@st.composite
def arrays(draw, shapes=SHAPES, dtypes=DTYPES):
    dtype = draw(dtypes)
    return draw(hnp.arrays(dtype, draw(shapes), elements=elements(dtype)))


@st.composite
def layouts(draw, array):
    """A tensor of the array's values, in memory of a drawn order and spacing."""
    order = draw(st.permutations(range(array.ndim)))
    gap = draw(st.sampled_from([1, 1, 2, 3]))
    stored = np.empty(
        [array.shape[a] for a in order[:-1]] + [array.shape[order[-1]] * gap] if array.ndim else (),
        array.dtype,
    )
    view = stored[..., ::gap] if array.ndim else stored
    view = view.transpose(np.argsort(order)) if array.ndim else view
    assume(view.shape == array.shape)
    view[...] = array
    return paddle.from_dlpack(view)


def same(tensor, array, what=""):
    got = tensor.numpy()
    assert got.shape == array.shape, f"{what}: {got.shape} {array.shape}"
    np.testing.assert_allclose(
        got.astype("float64"), array.astype("float64"), rtol=1e-5, atol=1e-5, err_msg=what
    )


BINARY = ["add", "subtract", "multiply", "maximum", "minimum"]


@both_tiers(
    st.data(),
    st.sampled_from(BINARY),
    hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4, min_side=0),
)
def test_binary(data, name, shapes):
    dtype = data.draw(st.sampled_from(["float32", "float64", "int32", "int64", "int8"]))
    x, y = (data.draw(hnp.arrays(dtype, s, elements=elements(dtype))) for s in shapes.input_shapes)
    got = getattr(paddle, name)(data.draw(layouts(x)), data.draw(layouts(y)))
    assert got.dtype.name == dtype
    same(got, getattr(np, name)(x, y), name)


@both_tiers(st.data(), hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=4))
def test_broadcast_gradient_has_the_input_s_shape(data, shapes):
    leaves = [
        paddle.to_tensor(np.ones(s, "float32"), stop_gradient=False) for s in shapes.input_shapes
    ]
    (leaves[0] * leaves[1]).sum().backward()
    out = int(np.prod(shapes.result_shape))
    for leaf in leaves:
        assert leaf.grad.shape == leaf.shape
        assert leaf.grad.sum().item() == out


@both_tiers(
    st.data(),
    arrays(
        hnp.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=4),
        st.sampled_from(["float32", "float64", "int64", "int32", "bool"]),
    ),
)
def test_sum_over_any_axes(data, x):
    axes = data.draw(
        st.lists(
            st.integers(-x.ndim, x.ndim - 1), max_size=x.ndim, unique_by=lambda a, n=x.ndim: a % n
        )
    )
    keepdim = data.draw(st.booleans())
    got = paddle.sum(data.draw(layouts(x)), axis=axes, keepdim=keepdim)
    same(got, x.sum(tuple(axes) if axes else None, keepdims=keepdim), f"axes {axes}")


@both_tiers(
    st.data(),
    arrays(dtypes=st.sampled_from(["float32", "int64", "bool", "uint8"])),
    st.sampled_from(["float32", "float64", "int32", "bool", "uint8"]),
)
def test_cast(data, x, to):
    assume(not (np.dtype(to).kind == "u" and (x.astype("float64") < 0).any()))
    same(data.draw(layouts(x)).astype(to), x.astype(to), f"{x.dtype} to {to}")


@both_tiers(st.data(), arrays())
def test_numpy_and_dlpack_round_trips(data, x):
    tensor = data.draw(layouts(x))
    assert np.array_equal(tensor.numpy(), x) and tensor.numpy().dtype == x.dtype
    assert np.array_equal(np.asarray(tensor), x)
    assert np.array_equal(np.from_dlpack(tensor), x)
    again = paddle.from_dlpack(tensor)
    assert np.array_equal(again.numpy(), x) and again.data_ptr() == tensor.data_ptr()
    assert np.array_equal(paddle.to_tensor(x).numpy(), x) and np.array_equal(
        paddle.to_tensor(tensor).numpy(), x
    )


@both_tiers(st.data(), arrays(hnp.array_shapes(min_dims=0, max_dims=4, min_side=1, max_side=4)))
def test_view_chains_and_writes_through_them(data, x):
    """Chains of views equal numpy's; a write through the end shows in the base as numpy's does."""
    x = x.copy()
    tensor = paddle.to_tensor(x)
    view, array = tensor, x
    for _ in range(data.draw(st.integers(1, 4))):
        step = data.draw(st.sampled_from(["transpose", "slice", "reshape", "unsqueeze", "index"]))
        if step == "transpose":
            perm = data.draw(st.permutations(range(array.ndim)))
            view, array = view.transpose(list(perm)), array.transpose(perm)
        elif step == "unsqueeze" and array.ndim < 6:
            axis = data.draw(st.integers(0, array.ndim))
            view, array = view.unsqueeze(axis), np.expand_dims(array, axis)
        elif step == "slice" and array.ndim:
            index = tuple(data.draw(st.slices(n)) for n in array.shape)
            index = tuple(i if i.step is None or i.step > 0 else slice(None) for i in index)
            view, array = view[index], array[index]
        elif step == "index" and array.ndim and array.shape[0]:
            i = data.draw(st.integers(-array.shape[0], array.shape[0] - 1))
            view, array = (
                view[i],
                np.asarray(array[i]) if array.ndim > 1 else array[i : i + 1 or None].reshape(()),
            )
        elif step == "reshape" and array.flags.c_contiguous and array.size:
            view, array = view.reshape([-1]), array.reshape(-1)
        assert np.array_equal(view.numpy(), array), step
    if array.size and x.dtype.kind == "f":
        view.scale_(2.0)
        array *= 2
        assert np.array_equal(tensor.numpy(), x)


@both_tiers(st.data(), arrays(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4)))
def test_reshape_copies_where_it_can_not_view(data, x):
    tensor = data.draw(layouts(x))
    shape = data.draw(st.sampled_from([[-1], [1, -1], [x.size], [*x.shape[::-1]], [x.size, 1]]))
    same(tensor.reshape(shape), x.reshape(shape))
