"""Basic and advanced indexing, read and written, against numpy (hypothesis).

Reading is index_get, writing set_index and put_into; overwritten tells the gradient of a write what
a later one replaced.
"""

import numpy as np
import paddle
import pytest
from hypothesis import strategies as st

from tests.python.test_array_properties import both_tiers, layouts

SHAPE = (3, 4, 2, 3)


def values():
    return np.arange(np.prod(SHAPE), dtype="float32").reshape(SHAPE)


def basic_item(n):
    starts = st.one_of(st.none(), st.integers(-n - 1, n + 1))
    return st.one_of(
        st.integers(-n, n - 1),
        st.builds(slice, starts, starts, st.one_of(st.none(), st.integers(1, 3))),
        st.just(slice(None)),
    )


@st.composite
def basic_index(draw):
    """Integers, slices, None and an ellipsis for an array of SHAPE."""
    count = draw(st.integers(0, len(SHAPE)))
    front = draw(st.integers(0, count))
    items = [draw(basic_item(SHAPE[i])) for i in range(front)]
    rest = [draw(basic_item(SHAPE[len(SHAPE) - count + i])) for i in range(front, count)]
    index = items + ([Ellipsis] if rest or draw(st.booleans()) else []) + rest
    for _ in range(draw(st.integers(0, 2))):
        index.insert(draw(st.integers(0, len(index))), None)
    return tuple(index)


@st.composite
def advanced_index(draw):
    """At least one array of integers or booleans, among slices and integers."""
    shape = draw(st.sampled_from([(2,), (3,), (2, 1), (1, 3)]))  # 0-D counts as an integer
    index, arrays = [], 0
    axis = 0
    while axis < len(SHAPE):
        n = SHAPE[axis]
        kind = draw(
            st.sampled_from(
                ["array", "slice", "all", *["mask"] * (axis == 0)]
                if arrays == 0
                else ["array", "slice", "all"]
            )
        )
        if kind == "array":
            other = draw(st.sampled_from([shape, (1,)]))
            index.append(
                np.array(
                    draw(
                        st.lists(
                            st.integers(-n, n - 1),
                            min_size=int(np.prod(other)),
                            max_size=int(np.prod(other)),
                        )
                    )
                ).reshape(other)
            )
            arrays += 1
        elif kind == "mask":
            index.append(np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n))))
            arrays += 10
        elif kind == "slice":
            index.append(
                draw(st.builds(slice, st.integers(0, n), st.one_of(st.none(), st.integers(0, n))))
            )
        else:
            index.append(slice(None))
        axis += 1
        if arrays >= 10 or draw(st.booleans()):
            break  # how many a mask picks is not known to what would stand beside it
    if not arrays:
        index[0] = np.array([0, 1])
    return tuple(index)


def to_paddle(index):
    return tuple(paddle.to_tensor(i) if isinstance(i, np.ndarray) else i for i in index)


@both_tiers(st.data(), basic_index())
def test_basic_read_is_a_view(data, index):
    x = values()
    got, want = paddle.to_tensor(x)[index], x[index]
    assert got.shape == list(want.shape), index
    assert np.array_equal(got.numpy(), want), index
    assert np.array_equal(data.draw(layouts(x))[index].numpy(), want), index


@both_tiers(basic_index(), st.sampled_from(["number", "full", "row"]))
def test_basic_write(index, kind):
    x = values()
    tensor = paddle.to_tensor(x)
    target = x[index]
    value = {
        "number": np.float32(-1),
        "full": -np.ones(target.shape, "float32"),
        "row": -np.arange(target.shape[-1] if target.ndim else 1, dtype="float32"),
    }[kind]
    if kind == "row" and not target.ndim:
        value = np.float32(-3)
    x[index] = value
    tensor[index] = paddle.to_tensor(value) if kind != "number" else float(value)
    assert np.array_equal(tensor.numpy(), x), index


@both_tiers(st.data(), advanced_index())
def test_advanced_read(data, index):
    x = values()
    want = x[index]
    got = data.draw(layouts(x))[to_paddle(index)]
    assert got.shape == list(want.shape), index
    assert np.array_equal(got.numpy(), want), index


@both_tiers(advanced_index())
def test_advanced_write(index):
    x = values()
    tensor = paddle.to_tensor(x)
    x[index] = -1
    tensor[to_paddle(index)] = -1.0
    assert np.array_equal(tensor.numpy(), x), index


@both_tiers(st.one_of(basic_index(), advanced_index()))
def test_gradient_of_a_read(index):
    x = paddle.to_tensor(values(), stop_gradient=False)
    out = x[to_paddle(index)]
    out.sum().backward()
    counts = np.zeros(SHAPE, "float32")
    np.add.at(counts, index, 1)
    assert np.array_equal(x.grad.numpy(), counts), index


@both_tiers(st.one_of(basic_index(), advanced_index()))
def test_gradient_of_a_write(index):
    leaf = paddle.to_tensor(values(), stop_gradient=False)
    value = paddle.to_tensor(2.0, stop_gradient=False)
    x = leaf * 1.0
    x[to_paddle(index)] = value
    x.sum().backward()
    untouched = np.ones(SHAPE, "float32")
    untouched[index] = 0
    assert np.array_equal(leaf.grad.numpy(), untouched), index
    counts = np.zeros(SHAPE, "float32")
    np.add.at(counts, index, 1)
    if counts.max() <= 1:  # of two writes to one place, both count
        assert value.grad.item() == (untouched == 0).sum(), index


OUTSIDE = "out of range|more indices than axes|a mask does not fit"


@pytest.mark.parametrize(
    "index",
    [3, -4, (0, 4), (0, 0, 2), [0, 3], (slice(None), [4]), (0, 0, 0, 0, 0), [True] * 4, 2**70],
)
def test_out_of_range(index):
    tensor = paddle.to_tensor(values())
    with pytest.raises(IndexError, match=OUTSIDE):
        tensor[index]
    with pytest.raises(IndexError, match=OUTSIDE):
        tensor[index] = 0.0


@pytest.mark.parametrize("index", ["text", 1.5, object(), {}, (0, "x")])
def test_index_of_the_wrong_type(index):
    tensor = paddle.to_tensor(values())
    with pytest.raises(ValueError, match="an item of the key has the wrong type"):
        tensor[index]
    with pytest.raises(ValueError, match="an item of the key has the wrong type"):
        tensor[index] = 0.0
