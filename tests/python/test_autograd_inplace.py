"""In-place operations: versions, leaves, views, and the gradient after them."""

import numpy as np
import paddle
import pytest


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


def test_changing_what_a_gradient_needs_is_an_error():
    x = leaf([1.0, 2.0])
    y = x * 2.0
    z = y * y
    y.add_(paddle.to_tensor(1.0))
    with pytest.raises(RuntimeError, match="in-place|inplace|in place|version"):
        z.sum().backward()


def test_changing_a_constant_that_a_gradient_needs_is_an_error():
    x, c = leaf([1.0, 2.0]), paddle.to_tensor([3.0, 4.0])
    z = x * c
    c.add_(paddle.to_tensor(1.0))
    with pytest.raises(
        RuntimeError, match="an input that its gradient needs was changed by an in-place operation"
    ):
        z.sum().backward()


def test_changing_what_no_gradient_needs_is_fine():
    x = leaf([1.0, 2.0])
    y = x + 1.0  # add needs neither operand
    y.multiply_(paddle.to_tensor(3.0))
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_changing_a_result_that_its_rule_reads_is_an_error():
    x, y = leaf([1.0, 2.0]), leaf([2.0, 4.0])
    z = x / y  # its rule reads the result
    z.add_(paddle.to_tensor(1.0))
    with pytest.raises(
        RuntimeError, match="an output that its gradient needs was changed by an in-place operation"
    ):
        z.sum().backward()


def test_in_place_keeps_what_its_own_gradient_needs():
    x = leaf(3.0)
    y = x * 1.0
    z = y + 0.0
    y.multiply_(x)  # its gradient reads `y` as it was
    (y + z).backward()
    assert x.grad.item() == 7.0 and not y.is_leaf


def test_in_place_on_a_constant_makes_it_part_of_the_graph():
    x, total = leaf(3.0), paddle.to_tensor(1.0)
    total.add_(x * x)
    assert not total.stop_gradient
    total.backward()
    assert x.grad.item() == 6.0


def test_leaf_is_refused():
    x = leaf(1.0)
    with pytest.raises((RuntimeError, ValueError), match="leaf|Leaf"):
        x.add_(paddle.to_tensor(1.0))
    assert x.item() == 1.0 and x.inplace_version == 0


def test_version_counts_and_is_shared_with_views():
    x = paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]])
    view = x.reshape([4])
    before = x.inplace_version
    view.add_(paddle.to_tensor(1.0))
    assert x.inplace_version == view.inplace_version == before + 1
    assert x.tolist() == [[2.0, 3.0], [4.0, 5.0]]


def test_plus_equals_keeps_earlier_results_right():
    x = leaf([1.0, 2.0])
    y = x * 1.0
    z = y * y
    y += 1.0  # Paddle's += makes a new tensor
    (z.sum() + y.sum()).backward()
    assert x.grad.tolist() == [3.0, 5.0]


def test_broadcast_of_the_target_is_refused():
    x = paddle.to_tensor([1.0])
    with pytest.raises(ValueError, match="add_: the result does not fit into `x`"):
        x.add_(paddle.to_tensor([1.0, 2.0]))
    assert x.tolist() == [1.0]


def test_overlapping_operands():
    x = paddle.to_tensor([1.0, 2.0, 3.0, 4.0])
    x.add_(x)
    assert x.tolist() == [2.0, 4.0, 6.0, 8.0]


# A recorded write into one view, and the gradient through another. Each case
# gets the base, which is no leaf, and a value to write.

WRITES = {
    "row": (lambda b: b[1], lambda v, y: v.multiply_(y[0])),
    "column": (lambda b: b[:, 1], lambda v, y: v.add_(y[:, 0])),
    "step": (lambda b: b[::2, 1::2], lambda v, y: v.multiply_(y[::2, :2])),
    "transposed": (lambda b: b.transpose([1, 0]), lambda v, y: v.multiply_(y.transpose([1, 0]))),
    "reshaped": (lambda b: b.reshape([12]), lambda v, y: v.multiply_(y.reshape([12]))),
    "view of a view": (lambda b: b.reshape([2, 6])[1][2:5], lambda v, y: v.exp_()),
    "part of unbind": (lambda b: b.unbind(1)[2], lambda v, y: v.multiply_(y[:, 0])),
    "part of split": (lambda b: b.split(2, axis=1)[0], lambda v, y: v.multiply_(y[:, :2])),
    "element": (lambda b: b[2], lambda v, y: v.__setitem__(1, y[0, 0])),
    "mask": (lambda b: b[1:], lambda v, y: v.__setitem__(v.detach() > 1.0, y[0, 0])),
    "twice": (lambda b: b[1], lambda v, y: v.multiply_(y[0]).multiply_(y[1])),
    "all of it": (lambda b: b[:], lambda v, y: v.multiply_(y)),
    "squeeze_": (lambda b: b[1:2], lambda v, y: v.squeeze_(0).multiply_(y[0])),
    "empty": (lambda b: b[1:1], lambda v, y: v.multiply_(y[1:1])),
}
READS = {
    "base": lambda b, v, others: b,
    "the view": lambda b, v, others: v,
    "views from before": lambda b, v, others: others[0] * 2.0 + others[1].sum(),
    "a view from after": lambda b, v, others: b[1:, :3],
    "base and view": lambda b, v, others: (b * b).sum() + v.sum(),
    "all": lambda b, v, others: (b * others[0].sum()).sum() + (v * v).sum() + others[1].sum(),
}


@pytest.mark.parametrize("base_is_constant", [False, True])
@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("write", WRITES)
def test_a_recorded_write_into_a_view(write, read, base_is_constant):
    rng = np.random.default_rng(0)
    start, values = rng.uniform(0.5, 2.0, (3, 4)), rng.uniform(0.5, 2.0, (3, 4))
    take, change = WRITES[write]

    def loss(x, y):
        base = paddle.to_tensor(start) if base_is_constant else x * x
        view, others = take(base), [base[:2], base.unbind(1)[1]]
        change(view, y)
        return (READS[read](base, view, others) * 1.5).sum()

    x, y = leaf(start), leaf(values)
    result = loss(x, y)
    if result.stop_gradient:  # what was read does not depend on what was written
        assert base_is_constant
        found = [np.zeros((3, 4))] * 2
    else:
        found = paddle.grad(result, [x, y], allow_unused=True)
        found = [np.zeros((3, 4)) if g is None else g.numpy() for g in found]
    for k, at in enumerate([start, values]):
        for place in np.ndindex(3, 4):

            def at_offset(d, k=k, at=at, place=place):
                moved = at.copy()
                moved[place] += d
                args = [paddle.to_tensor(a) for a in (start, values)]
                args[k] = paddle.to_tensor(moved)
                return loss(*args).item()

            slope = (at_offset(1e-5) - at_offset(-1e-5)) / 2e-5
            assert found[k][place] == pytest.approx(slope, rel=1e-4, abs=1e-6), (k, place)


def test_second_order_through_a_write_into_a_view():
    x, y = leaf([1.0, 2.0]), leaf(3.0)
    base = x * x
    base[0].multiply_(y)  # [y x0^2, x1^2]
    (gx, gy) = paddle.grad((base * base).sum(), [x, y], create_graph=True)
    assert gx.tolist() == [36.0, 32.0] and gy.item() == 6.0
    (h,) = paddle.grad(gx[0], y)  # d 4 y^2 x0^3 / dy
    assert h.item() == 24.0


def test_parts_that_do_not_overlap_are_independent():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    a, b = (x * 1.0).unbind(0)
    a.multiply_(a.detach().clone())
    (a.sum() + (b * b).sum()).backward()
    assert x.grad.tolist() == [[1.0, 2.0], [6.0, 8.0]]


def test_a_write_into_rows_of_a_constant_makes_it_depend():
    y, table = leaf([1.0, 2.0]), paddle.zeros([3, 2])
    for i in range(3):
        table[i].add_(y * float(i))
    assert not table.stop_gradient
    table.sum().backward()
    assert y.grad.tolist() == [3.0, 3.0]


def test_a_write_into_the_base_reaches_its_views():
    x, y = leaf([1.0, 2.0]), leaf(5.0)
    base = x * 1.0
    view = base[1]
    base.multiply_(y)
    (view * view).backward()  # (5 * 2)^2
    assert view.item() == 10.0
    assert (x.grad.tolist(), y.grad.item()) == ([0.0, 100.0], 40.0)


@pytest.mark.parametrize("root", [lambda w: w, lambda w: w.reshape([4])])
def test_a_view_of_a_leaf_is_refused(root):
    w = leaf([[1.0, 2.0], [3.0, 4.0]])
    view = root(w)[0]
    with pytest.raises(RuntimeError, match="view of a leaf"):
        view.add_(paddle.to_tensor(1.0))
    assert w.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    with paddle.no_grad():
        view.add_(paddle.to_tensor(1.0))
    assert w[0].sum().item() in (5.0, 4.0)


def test_use_of_what_was_written_behind_its_back_is_an_error():
    x, y = leaf([1.0, 2.0]), leaf(5.0)
    base = x * 1.0
    with paddle.no_grad():
        view = base[0]
    view.multiply_(y)
    for use in (lambda: base * y, lambda: base.sum().backward(), lambda: base.register_hook(print)):
        with pytest.raises(RuntimeError, match="another view"):
            use()
    assert base.detach().tolist() == [5.0, 2.0]


def test_a_write_into_a_view_leaves_no_cycle():
    from tests.python.test_autograd_memory import growth

    def step():
        x = leaf(np.ones(250_000, "float32"))
        base = x * 1.0
        view = base[:1000]
        view.multiply_(base[1000:2000].clone())
        other = base[500:]
        (base.sum() + other.sum()).backward()
        constant = paddle.zeros([250_000])
        part = constant[:5]
        part.stop_gradient = False
        constant.add_((part * 2.0).sum())

    assert growth(step, collect=False) < 100_000


def test_a_value_that_is_the_target_itself():
    x = paddle.to_tensor([1.0, 2.0, 3.0])
    x[paddle.to_tensor([2, 1, 0])] = x
    assert x.tolist() == [3.0, 2.0, 1.0]


def test_the_shape_of_a_view_of_a_leaf_may_change():
    w = leaf([[1.0, 2.0], [3.0, 4.0]])
    view = w[:1].squeeze_(0)
    (view * view).sum().backward()
    assert w.grad.tolist() == [[2.0, 4.0], [0.0, 0.0]]
