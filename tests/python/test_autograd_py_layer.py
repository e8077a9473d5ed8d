"""PyLayer: saved tensors, several inputs and outputs, None, errors, higher order."""

import gc
import weakref

import paddle
import pytest
from paddle.autograd import PyLayer


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


class Cube(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensor()
        return g * x * x * 3.0


class TwoInTwoOut(PyLayer):
    @staticmethod
    def forward(ctx, x, factor, y):
        ctx.factor = factor
        return x * factor, y * factor

    @staticmethod
    def backward(ctx, gx, gy):
        return gx * ctx.factor, gy * ctx.factor


def test_gradient_and_second_order():
    x = leaf(2.0)
    (g,) = paddle.grad(Cube.apply(x), x, create_graph=True)
    assert g.item() == 12.0
    (h,) = paddle.grad(g, x)
    assert h.item() == 12.0


def test_several_inputs_outputs_and_a_plain_argument():
    x, y = leaf(1.0), leaf(2.0)
    a, b = TwoInTwoOut.apply(x, 3.0, y)
    (a + b * 2.0).backward()
    assert (x.grad.item(), y.grad.item()) == (3.0, 6.0)


def test_an_output_not_used_has_zeros_for_gradient():
    x, y = leaf(1.0), leaf(2.0)
    a, _ = TwoInTwoOut.apply(x, 3.0, y)
    a.backward()
    assert x.grad.item() == 3.0 and (y.grad is None or y.grad.item() == 0.0)


def test_none_for_an_input_without_gradient():
    class First(PyLayer):
        @staticmethod
        def forward(ctx, x, y):
            return x * 2.0

        @staticmethod
        def backward(ctx, g):
            return g * 2.0, None

    x, c = leaf(1.0), paddle.to_tensor(5.0)
    First.apply(x, c).backward()
    assert x.grad.item() == 2.0 and c.grad is None


def test_forward_records_nothing_itself():
    class Check(PyLayer):
        @staticmethod
        def forward(ctx, x):
            assert not paddle.is_grad_enabled()
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            return g

    assert not Check.apply(leaf(1.0)).stop_gradient
    with paddle.no_grad():
        assert Check.apply(leaf(1.0)).stop_gradient


def test_wrong_number_of_gradients():
    class Wrong(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            return g, g, g

    with pytest.raises(ValueError, match="Wrong.backward"):
        Wrong.apply(leaf(1.0)).backward()


def test_gradient_that_is_no_tensor():
    class Wrong(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            return "text"

    with pytest.raises((TypeError, ValueError)):
        Wrong.apply(leaf(1.0)).backward()


def test_error_in_backward_comes_through():
    class Raises(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            raise ZeroDivisionError("mine")

    x = leaf(1.0)
    with pytest.raises(ZeroDivisionError, match="mine"):
        Raises.apply(x).backward()
    Cube.apply(x).backward()
    assert x.grad.item() == 3.0


def test_an_input_returned_as_it_is():
    class Identity(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, g):
            return g * 7.0

    x = leaf(1.0)
    y = Identity.apply(x)
    y.backward()
    assert x.grad.item() == 7.0 and x.is_leaf


def test_saved_tensor_changed_in_place():
    x = leaf(2.0)
    y = x * 1.0
    z = Cube.apply(y)
    y.add_(paddle.to_tensor(1.0))
    with pytest.raises(RuntimeError):
        z.backward()


class Exp(PyLayer):
    @staticmethod
    def forward(ctx, x):
        y = paddle.exp(x)
        ctx.save_for_backward(y, None, x)
        return y

    @staticmethod
    def backward(ctx, g):
        y, nothing, x = ctx.saved_tensor()
        assert nothing is None and not x.stop_gradient
        return g * y


def test_any_order_through_a_saved_result():
    for make in (leaf, lambda v: leaf(v) * 1.0):
        x = make(0.5)
        y = Exp.apply(x)
        for _ in range(3):
            (y,) = paddle.grad(y, x, create_graph=True)
            assert y.item() == pytest.approx(1.6487212)


def test_a_second_pass_needs_retain_graph():
    x = leaf(0.5)
    y = Exp.apply(x)
    y.backward(retain_graph=True)
    y.backward()
    with pytest.raises(RuntimeError, match="retain_graph"):
        y.backward()


def test_many_outputs():
    class Parts(PyLayer):
        @staticmethod
        def forward(ctx, x):
            return tuple(x[i] * 1.0 for i in range(300))

        @staticmethod
        def backward(ctx, *grads):
            return paddle.stack(grads)

    x = leaf([1.0] * 300)
    Parts.apply(x)[299].backward()
    assert x.grad.nonzero().tolist() == [[299]]


def test_nothing_is_kept_alive():
    x = leaf(2.0)
    y = Cube.apply(x)
    context = weakref.ref(y)
    y.backward()
    del y
    gc.collect()
    assert context() is None
