"""Errors of Python functions name the function and the argument; the fuzzer looks for others."""

import re

import numpy as np
import paddle
import pytest

from tests.ops import fuzz_python
from tests.ops.fuzz import fuzz

F = paddle.nn.functional
ones = paddle.ones

CASES = {  # call: kind of error, part of its text
    "maxout of 0 groups": (lambda: F.maxout(ones([1, 4, 2]), 0), ValueError, "maxout: the size"),
    "maxout of an axis": (lambda: F.maxout(ones([1, 4]), 2, 9), IndexError, "maxout: axis"),
    "glu of an axis": (lambda: F.glu(ones([4]), 3), IndexError, "glu: axis is out of range"),
    "temporal_shift": (lambda: F.temporal_shift(ones([2, 2, 3, 3]), 0), ValueError, "seg_num = 0"),
    "bilinear": (
        lambda: F.bilinear(ones([2, 3]), ones([2, 3]), None),
        TypeError,
        "bilinear: argument `weight` has the wrong type.\n  Expected: Tensor\n  Received: NoneType",
    ),
    "attention": (
        lambda: F.scaled_dot_product_attention(ones([1, 2, 2, 4]), ones([1, 2, 2, 4]), 1.0),
        TypeError,
        "scaled_dot_product_attention: argument `value`",
    ),
    "tensordot": (
        lambda: paddle.tensordot(ones([2]), ones([2]), 1.5),
        TypeError,
        "tensordot: argument `axes`",
    ),
    "lstsq of integers": (
        lambda: paddle.linalg.lstsq(ones([3, 2], "int64"), ones([3, 2], "int64")),
        TypeError,
        "lstsq: the dtype of `x` is not supported",
    ),
    "lstsq of a vector": (
        lambda: paddle.linalg.lstsq(ones([3]), ones([3, 2])),
        ValueError,
        "lstsq: `x` is no matrix",
    ),
    "sequence_mask": (
        lambda: F.sequence_mask(paddle.to_tensor([float("inf")])),
        ValueError,
        "sequence_mask: a length is not finite",
    ),
    "interpolate": (
        lambda: F.interpolate(ones([1, 2, 6, 4]), [2**40, 2**40]),
        ValueError,
        "interpolate: the result is too large",
    ),
    "an int that is too large": (
        lambda: paddle.tensor_split(ones([3]), 2**64),
        ValueError,
        "argument `num` is too large",
    ),
    "an error inside": (lambda: F.label_smooth(ones([2]), ones([3])), ValueError, "label_smooth: "),
    "a method": (lambda: ones([3]).zero_().unfold("a", 1, 1), TypeError, "unfold: argument `axis`"),
    "seed": (lambda: paddle.seed(-1), ValueError, "seed: argument `seed` is out of range"),
    "large seed": (lambda: paddle.seed(2**64), ValueError, "seed: argument `seed` is out of"),
    "get_flags": (lambda: paddle.get_flags(5), TypeError, "get_flags: argument `flags`"),
    "set_flags": (lambda: paddle.set_flags({5: 1}), TypeError, "set_flags: the name of a flag"),
    "a flag that is None": (
        lambda: paddle.set_flags({"FLAGS_check_nan_inf": None}),
        ValueError,
        "Received: None",
    ),
    "a flag that is 2": (
        lambda: paddle.set_flags({"FLAGS_check_nan_inf": 2}),
        ValueError,
        "Received: 2",
    ),
    "size": (
        lambda: paddle.nn.Linear(2.5, 2),
        TypeError,
        "Linear: argument `in_features` has the wrong type",
    ),
    "text": (
        lambda: paddle.nn.Linear("2", 2),
        TypeError,
        "Linear: argument `in_features` has the wrong type",
    ),
    "state": (
        lambda: paddle.nn.Linear(2, 3).set_state_dict({"weight": "a"}),
        TypeError,
        "set_state_dict: the value of `weight`",
    ),
    "no state": (
        lambda: paddle.nn.Linear(2, 3).set_state_dict(None),
        TypeError,
        "set_state_dict: argument `state_dict`",
    ),
    "view": (lambda: ones([3]).view(None), TypeError, "view: neither a shape nor a dtype"),
    "backward": (lambda: paddle.Tensor.backward([None]), TypeError, "backward: "),
    "small src": (
        lambda: paddle.scatter_add(ones([3]), 0, paddle.to_tensor([0, 1]), ones([1])),
        ValueError,
        "scatter_add: `src` is smaller than `index`",
    ),
    "a large stride": (
        lambda: F.conv1d(ones([1, 4, 5]), ones([1, 4, 5]), stride=2**40),
        ValueError,
        "conv1d: `stride` is too large",
    ),
    "an operator inside": (
        lambda: paddle.where_(ones([2]) > 0, ones([2]), ones([3])),
        ValueError,
        "(InvalidArgument) where_: the shapes do not broadcast",
    ),
    "sizes of a parameter": (
        lambda: paddle.nn.Parameter([2.5]),
        TypeError,
        "(InvalidType) Parameter: a size of `shape` has the wrong type.\n  Expected: int\n",
    ),
    "no sizes of a parameter": (
        lambda: paddle.nn.Parameter(shape=3),
        TypeError,
        "(InvalidType) Parameter: argument `shape` has the wrong type",
    ),
    "a negative parameter": (
        lambda: paddle.nn.Parameter([-2]),
        ValueError,
        "(InvalidArgument) Parameter: a size is negative",
    ),
    "dtype of a parameter": (
        lambda: paddle.nn.Parameter([2], "bad"),
        TypeError,
        "(InvalidType) Parameter: argument `dtype`: 'bad' is not a dtype",
    ),
    "a large parameter": (
        lambda: paddle.nn.Parameter([2**40, 2**40]),
        ValueError,
        "(InvalidArgument) Parameter: the shape is negative or too large",
    ),
    "a created parameter": (
        lambda: paddle.create_parameter([-2]),
        ValueError,
        "(InvalidArgument) create_parameter: a size is negative",
    ),
    "a folder": (lambda: paddle.load("/"), ValueError, "is a folder"),
}


@pytest.mark.parametrize("name", CASES)
def test_error(name):
    call, kind, text = CASES[name]
    with pytest.raises(kind, match=re.escape(text)):
        call()


def test_a_layer_in_itself():
    layer = paddle.nn.Layer()
    layer.add_sublayer("again", layer)
    with pytest.raises(ValueError, match="contains itself"):
        layer.state_dict()


def test_what_a_callers_function_raises_stays():
    class Mine(KeyError):
        pass

    def distance(x, y):
        raise Mine("here")

    with pytest.raises(Mine, match="here"):
        F.triplet_margin_with_distance_loss(ones([2]), ones([2]), ones([2]), distance)


def test_signatures_and_names_stay():
    import inspect
    import pickle

    assert list(inspect.signature(F.maxout).parameters) == ["x", "groups", "axis", "name"]
    assert pickle.loads(pickle.dumps(F.maxout)) is F.maxout
    assert pickle.loads(pickle.dumps(paddle.tensordot)) is paddle.tensordot


def test_flags_take_texts():
    for text, value in (("true", True), ("False", False), ("1", True), (0, False)):
        paddle.set_flags({"FLAGS_check_nan_inf": text})
        assert paddle.get_flags("FLAGS_check_nan_inf") == {"FLAGS_check_nan_inf": value}
    paddle.set_flags({"FLAGS_check_nan_inf": False})


def test_in_place_scans_flatten():
    x = ones([2, 3])
    assert x.cumsum_() is x
    assert x.tolist() == [1, 2, 3, 4, 5, 6]
    assert paddle.full([2, 1], 3.0).cumprod_().tolist() == [3, 9]
    assert ones([2, 2]).cumsum_(0).tolist() == [[1, 1], [2, 2]]
    assert ones([2, 2], "int32").cumsum_(0).dtype == paddle.int32
    assert ones([2, 2], "int32").cumprod_().dtype == paddle.int32


def test_maxout_gives_the_first_of_equal_ones_the_gradient():
    x = paddle.to_tensor(np.ones([1, 4]), stop_gradient=False)
    F.maxout(x, 2).sum().backward()
    assert x.grad.tolist() == [[1, 0, 1, 0]]


def test_condition_of_an_empty_matrix_is_0():
    assert paddle.linalg.cond(paddle.zeros([0, 0])).item() == 0
    assert paddle.linalg.cond(paddle.zeros([2, 0, 0]), "fro").tolist() == [0, 0]


def test_scatter_takes_an_index_that_is_smaller():
    x, index = paddle.zeros([3, 3]), paddle.to_tensor([[1], [0]])
    src = paddle.to_tensor(np.arange(1.0, 10.0, dtype="float32").reshape(3, 3), stop_gradient=False)
    out = paddle.scatter_add(x, -1, index, src)
    assert out.tolist() == [[0, 1, 0], [4, 0, 0], [0, 0, 0]]
    out.sum().backward()
    assert src.grad.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]
    out = paddle.scatter_reduce(x, 0, index, src, "amax")
    assert out.tolist() == [[4, 0, 0], [1, 0, 0], [0, 0, 0]]


def test_shape_is_int64():
    assert paddle.shape(ones([2])).dtype == paddle.int64


def test_fuzz():
    found = fuzz(0, 3_000, log=lambda text: None, module=fuzz_python.MODULE)
    assert not found, "\n".join(f"[{index}] {text}" for index, text in found[:20])
