"""Tensors of one dtype, on other memory, of random whole numbers; initializers as functions."""

import numpy as np
import paddle
import pytest


@pytest.mark.parametrize(
    ("name", "dtype"),
    [("FloatTensor", "float32"), ("DoubleTensor", "float64"), ("HalfTensor", "float16"),
     ("BFloat16Tensor", "bfloat16"), ("LongTensor", "int64"), ("IntTensor", "int32"), ("ShortTensor", "int16"),
     ("CharTensor", "int8"), ("ByteTensor", "uint8"), ("BoolTensor", "bool")],
)  # fmt: skip
def test_constructors(name, dtype):
    make = getattr(paddle, name)
    assert getattr(paddle.cuda, name) is make and getattr(paddle.device, name) is make
    for source in ([[1, 0]], np.array([[1.0, 0.0]]), paddle.to_tensor([[1, 0]])):
        made = make(source)
        assert made.dtype.name == dtype and made.astype("int64").tolist() == [[1, 0]]
    assert make(2, 3).shape == [2, 3] and make().shape == [0]
    with pytest.raises(TypeError):
        make([1], [2])


def test_random_whole_numbers():
    x = paddle.zeros([2000], "int64")
    assert x.random_(3, 6) is x and set(x.tolist()) == {3, 4, 5}
    assert set(x.random_(2).tolist()) == {0, 1}
    assert paddle.zeros([2000]).random_().max().item() <= 2**24
    assert paddle.zeros([2000], "float16").random_().max().item() <= 2**11
    assert set(paddle.zeros([100], "bool").random_().tolist()) == {True, False}
    small = paddle.zeros([2000], "int8").random_()
    assert 0 <= small.min().item() and 90 < small.max().item() <= 126
    with pytest.raises(ValueError, match="from_ < to"):
        x.random_(5, 5)
    with pytest.raises(ValueError, match="leaf"):
        paddle.zeros([2]).requires_grad_().random_()


def test_on_the_memory_of_another():
    x, y = paddle.zeros([1]), paddle.arange(6.0)
    assert x.set_(y) is x and x.shape == [6]
    y[0] = 9.0
    assert x[0].item() == 9.0
    assert x.set_(y, [2, 2], [3, 1], 4).tolist() == [[1.0, 2.0], [4.0, 5.0]]
    assert x.set_(y, [2, 3]).tolist() == [[9.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert x.set_().shape == [0]
    with pytest.raises(IndexError, match="beyond the memory"):
        x.set_(y, [4, 4])
    with pytest.raises(TypeError, match="another dtype"):
        x.set_(paddle.arange(6))
    with pytest.raises(ValueError, match="leaf"):
        paddle.zeros([2]).requires_grad_().set_(y)


def test_older_operators_of_python():
    x = paddle.to_tensor([8.0])
    assert x.__div__(2.0).tolist() == [4.0] and x.__rdiv__(2.0).tolist() == [0.25]
    assert x.__nonzero__() and x.__long__() == 8 and complex(paddle.to_tensor(1 + 2j)) == 1 + 2j


def test_initializers_write_into_views():
    weight = paddle.ones([3, 4]).requires_grad_()
    paddle.nn.init.zeros_(weight[1])
    assert weight.sum(1).tolist() == [4.0, 0.0, 4.0]
    assert paddle.nn.init.constant_(weight, 2.0) is weight and weight.is_leaf
    paddle.seed(1)
    paddle.nn.init.normal_(weight, 10.0, 0.1)
    assert abs(weight.mean().item() - 10.0) < 0.3
    for name in ("xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "orthogonal_", "uniform_",
                 "trunc_normal_"):  # fmt: skip
        before = weight.numpy().copy()
        getattr(paddle.nn.init, name)(weight)
        assert (weight.numpy() != before).all()
    with pytest.raises(ValueError, match="2-D"):
        paddle.nn.init.eye_(paddle.zeros([2, 2, 2]))


def test_methods_as_functions():
    x = paddle.zeros([100])
    assert paddle.bernoulli_(x) is x and set(x.tolist()) <= {0.0, 1.0}
    assert paddle.t_(paddle.ones([2, 3])).shape == [3, 2]
    assert paddle.normal_(x, 9.0, 0.1).mean().item() > 8.0
    assert paddle.autograd.Function is paddle.autograd.PyLayer
    with pytest.raises(ValueError, match="`batch_size` is wrong"):
        paddle.batch(lambda: [], 0)
    assert list(paddle.batch(lambda: range(5), 2, drop_last=True)()) == [[0, 1], [2, 3]]
