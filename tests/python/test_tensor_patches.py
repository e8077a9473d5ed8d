"""Programs set attributes of the class `paddle.Tensor`."""

import paddle
import pytest


@pytest.fixture
def patch():
    before = {}

    def set_attribute(name, value):
        before.setdefault(name, vars(paddle.Tensor).get(name))
        setattr(paddle.Tensor, name, value)

    yield set_attribute
    for name, value in before.items():
        setattr(paddle.Tensor, name, value) if value is not None else delattr(paddle.Tensor, name)


def test_new_and_other_attributes(patch):
    x = paddle.to_tensor([1.0, 2.0])
    patch("twice", lambda self: self * 2)
    patch("half", property(lambda self: self / 2))
    assert x.twice().tolist() == [2.0, 4.0] and x.half.tolist() == [0.5, 1.0]
    before = paddle.Tensor.sum
    patch("sum", lambda self: before(self) + 1)
    assert x.sum().item() == 4.0
    assert paddle.nn.Parameter(x).twice().tolist() == [2.0, 4.0]


def test_special_methods(patch):
    patch("__add__", lambda self, other: "added")
    assert paddle.ones([1]) + 1 == "added"
    patch("__len__", lambda self: 7)
    assert len(paddle.ones([1])) == 7


def test_captures_are_made_anew(patch):
    @paddle.jit.to_static
    def f(x):
        return x.sum() * 2

    x = paddle.to_tensor([1.0, 2.0])
    assert [f(x).item() for _ in range(3)] == [6.0] * 3
    before = paddle.Tensor.sum
    patch("sum", lambda self: before(self) + 1)
    assert [f(x).item() for _ in range(3)] == [8.0] * 3


def test_captures_are_made_anew_after_the_patch_is_gone():
    @paddle.jit.to_static
    def f(x):
        return x.thrice()

    paddle.Tensor.thrice = lambda self: self * 3
    assert [f(paddle.ones([1])).item() for _ in range(3)] == [3.0] * 3
    paddle.Tensor.thrice = lambda self: self * 4
    assert f(paddle.ones([1])).item() == 4.0
    del paddle.Tensor.thrice
    with pytest.raises(AttributeError, match="thrice"):
        f(paddle.ones([1]))


def test_the_type_of_the_class():
    assert isinstance(paddle.Tensor, type) and type(paddle.Tensor).__name__ == "TensorType"

    class Mine(paddle.Tensor):
        pass

    assert Mine(paddle.ones([2])).tolist() == [1.0, 1.0]
