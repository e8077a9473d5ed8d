"""Tensor.grad_fn, and the files of the graph."""

import gc
import re
import weakref

import paddle
import pytest


def leaf(*shape):
    x = paddle.rand(list(shape))
    x.stop_gradient = False
    return x


def names(node):
    return None if node is None else (node.name(), [names(n) for n in node.next_functions])


ACC = ("GradNodeAccumulation", [None])


def test_names_and_edges():
    x, w = leaf(2, 3), leaf(3, 2)
    constant = paddle.ones([3, 2])
    assert names((x @ w).grad_fn) == ("MatmulGradNode", [ACC, ACC])
    assert names((x @ constant).exp().sum().grad_fn) == (
        "SumGradNode",
        [("ExpGradNode", [("MatmulGradNode", [ACC, None])])],
    )
    assert names(paddle.concat([x, x]).grad_fn) == ("ConcatGradNode", [ACC, ACC])


def test_none_without_gradient():
    x = leaf(2)
    assert paddle.ones([2]).grad_fn is None and x.detach().grad_fn is None
    with paddle.no_grad():
        assert (x * x).grad_fn is None


def test_nodes_are_compared_by_what_they_stand_for():
    x = leaf(2)
    y = x * x
    z = y.sum()
    assert z.grad_fn.next_functions[0] == y.grad_fn != z.grad_fn
    assert len({y.grad_fn, z.grad_fn.next_functions[0], x.grad_fn, z.grad_fn}) == 3
    assert y.grad_fn.next_functions == [x.grad_fn, x.grad_fn]
    assert y.grad_fn != "MultiplyGradNode" and "MultiplyGradNode" in repr(y.grad_fn)


def test_in_place_and_after_backward():
    x = leaf(2)
    y = x * 1.5
    y.exp_()
    node = y.grad_fn
    assert node.name() == "ExpGradNode"
    y.sum().backward()
    assert node.next_functions[0].next_functions[0] == x.grad_fn


def test_a_py_layer_has_its_own_name():
    class Twice(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = leaf(2)
    node = Twice.apply(x).grad_fn
    assert names(node) == ("GradNodePyLayer_Twice", [ACC])


def test_a_node_keeps_its_graph_and_no_more():
    x = leaf(2)
    held = weakref.ref(x)
    node = (x * x).grad_fn
    del x
    gc.collect()
    assert held() is None  # the object of Python; the leaf itself lives
    assert names(node) == ("MultiplyGradNode", [ACC, ACC])


@pytest.mark.parametrize("call", ["backward", "method", "grad"])
def test_the_graph_is_written(tmp_path, call):
    x = leaf(2, 2)
    y = (x * x).sum()
    folder = tmp_path / "graphs"
    if call == "backward":
        paddle.autograd.backward([y], dump_backward_graph_path=str(folder))
    elif call == "method":
        y.backward(dump_backward_graph_path=str(folder))
    else:
        paddle.grad(y, x, dump_backward_graph_path=str(folder))
    backward, forward = sorted(folder.iterdir())
    assert backward.name.endswith("_backward_graph.dot")
    assert forward.name.endswith("_ref_forward_graph.dot")
    text = backward.read_text()
    for name in ("SumGradNode", "MultiplyGradNode", "GradNodeAccumulation"):
        assert text.count(name) == 1
    assert re.findall(r"node_(\d)->node_(\d)", text) == [("0", "1"), ("1", "2"), ("1", "2")]
    assert re.findall(r"node_(\d)->node_(\d)", forward.read_text()) == [("1", "0"), ("2", "1"), ("2", "1")]  # fmt: skip
    assert "float32[2, 2]" in text


def test_a_path_that_is_none_is_refused():
    with pytest.raises(TypeError, match="dump_backward_graph_path"):
        leaf(2).sum().backward(dump_backward_graph_path=3)


def test_in_a_captured_function():
    seen = []

    @paddle.jit.to_static
    def f(x):
        y = x * 2.0
        seen.append(y.grad_fn is None)
        return y + 1.0

    x = leaf(3)
    for _ in range(3):
        assert (f(x) == x * 2.0 + 1.0).all()
    assert not any(seen)
