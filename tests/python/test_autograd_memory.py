"""No growth, no cycles, no recursion; threads; no heap allocation in a small call."""

import gc
import pathlib
import subprocess
import sys
import threading

import numpy as np
import paddle
import pytest
from paddle import _C

from tests.python import sanitizers

COUNTER = (
    pathlib.Path(__file__).resolve().parents[2]
    / "benchmarks"
    / "eager_overhead"
    / "malloc_counter.c"
)


def allocated():
    return _C.memory_stats()["allocated"]


def leaf(value):
    return paddle.to_tensor(value, stop_gradient=False)


def train_step(w, x):
    loss = ((x * w + 1.0) * w).sum()
    loss.backward()
    with paddle.no_grad():
        w.subtract_(w.grad * 1e-3)
    w.clear_gradient()
    return loss


def test_ten_thousand_steps_hold_memory_flat():
    w, x = leaf(np.ones((16, 16), "float32")), paddle.to_tensor(np.ones((16, 16), "float32"))
    for _ in range(10):
        train_step(w, x)
    before = allocated()
    gc.disable()
    try:
        for _ in range(10_000):
            train_step(w, x)
    finally:
        gc.enable()
    assert allocated() <= before


def test_a_step_leaves_no_cycle():
    w, x = leaf([1.0, 2.0]), paddle.to_tensor([3.0, 4.0])
    train_step(w, x)
    gc.collect()
    gc.disable()
    try:
        for _ in range(100):
            train_step(w, x)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("backward", [False, True])
def test_deep_chain(backward):
    before = allocated()
    x = leaf(1.0)
    y = x
    for _ in range(200_000):
        y = y + 1.0
    if backward:
        y.backward()
        assert x.grad.item() == 1.0
    del y, x
    assert allocated() <= before


def test_an_in_place_operation_on_its_own_history_frees_memory():
    before = allocated()
    for _ in range(100):
        x = leaf(np.ones(10_000, "float32")) * 1.0
        y = x * x
        x.add_(y)
        del x, y
    gc.collect()
    assert allocated() <= before + 100_000


def test_a_graph_dropped_without_backward_is_freed():
    before = allocated()
    for _ in range(50):
        x = leaf(np.ones(100_000, "float32"))
        _ = (x * x / (x + 1.0)).sum()
        del x, _
    assert allocated() <= before + 1000


class Tanh(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        y = paddle.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensor()
        return g * (1.0 - y * y)


class TanhAttribute(Tanh):
    """Keeps its result as an attribute of the context."""

    @staticmethod
    def forward(ctx, x):
        ctx.y = paddle.tanh(x)
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        return g * (1.0 - ctx.y * ctx.y)


def growth(step, collect):
    """Bytes that ten calls of `step` leave behind."""
    step()
    gc.collect()
    before = allocated()
    gc.disable()
    try:
        for _ in range(10):
            step()
    finally:
        gc.enable()
    if collect:
        gc.collect()
    return allocated() - before


@pytest.mark.parametrize("backward", [False, True])
def test_a_py_layer_that_saves_its_result_frees_it(backward):
    def step():
        x = leaf(np.ones(250_000, "float32"))
        y = Tanh.apply(x)
        if backward:
            y.sum().backward()

    assert growth(step, collect=False) < 100_000


@pytest.mark.parametrize("backward", [False, True])
def test_a_py_layer_that_holds_its_result_frees_it(backward):
    def step():
        x = leaf(np.ones(250_000, "float32"))
        y = TanhAttribute.apply(x)
        if backward:
            y.sum().backward()

    # Without a backward pass it is a cycle, which the collector finds.
    assert growth(step, collect=not backward) < 100_000


def test_a_py_layer_whose_saved_input_is_written_later_frees_it():
    def step():
        x = leaf(np.ones(250_000, "float32")) * 1.0
        y = Tanh.apply(x)
        x.add_(y)

    assert growth(step, collect=False) < 100_000


@pytest.mark.parametrize("is_leaf", [False, True])
@pytest.mark.parametrize("register", ["register_hook", "_register_backward_hook"])
def test_a_hook_that_holds_its_tensor_can_be_collected(is_leaf, register):
    def step():
        x = leaf(np.ones(250_000, "float32"))
        t = x if is_leaf else x * 2.0
        getattr(t, register)(lambda *g, t=t: None)
        (t * 3.0).sum().backward()

    assert growth(step, collect=True) < 100_000


def test_hooks_in_use_survive_a_collection():
    x, seen = leaf([1.0]), []
    x.register_hook(lambda g, x=x: seen.append(x.item()))
    y = x * 2.0
    y.register_hook(lambda g, y=y: seen.append(y.item()))
    z = Tanh.apply(y)
    gc.collect()
    z.backward()
    assert seen == [2.0, 1.0]


def test_an_optimizer_is_freed_without_the_collector():
    def step():
        layer = paddle.nn.Linear(500, 500)
        optimizer = paddle.optimizer.Adam(parameters=layer.parameters())
        layer(paddle.ones([1, 500])).sum().backward()
        optimizer.step()
        optimizer.clear_gradients()

    assert growth(step, collect=False) < 100_000


def test_an_error_in_the_middle_frees_memory():
    x = leaf(np.ones(100_000, "float32"))
    before = allocated()
    for _ in range(20):
        with pytest.raises(ValueError):
            (x * x) + paddle.to_tensor([1.0, 2.0, 3.0])
    assert allocated() <= before + 1000


def test_threads_train_models_of_their_own():
    results, errors = [None] * 8, []

    def work(i):
        try:
            w, x = leaf(np.full(64, 1.0 + i, "float32")), paddle.to_tensor(np.ones(64, "float32"))
            for _ in range(200):
                train_step(w, x)
            results[i] = w.numpy()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    for i in range(8):
        w, x = leaf(np.full(64, 1.0 + i, "float32")), paddle.to_tensor(np.ones(64, "float32"))
        for _ in range(200):
            train_step(w, x)
        assert np.array_equal(results[i], w.numpy())


def test_threads_share_one_leaf():
    x, errors = leaf(np.ones(100, "float32")), []

    def work():
        try:
            for _ in range(100):
                (x * 2.0).sum().backward()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors
    assert x.grad.tolist() == [1600.0] * 100


def test_threads_share_one_graph():
    x = leaf(np.ones(100, "float32"))
    y = x * x
    found, errors = [], []

    def work():
        try:
            for _ in range(50):
                (g,) = paddle.grad((y * 3.0).sum(), x, retain_graph=True)
                found.append(g.sum().item())
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors and set(found) == {600.0}


COUNT = """
import ctypes
import paddle
count = ctypes.c_long.in_dll(ctypes.CDLL(None), "allocation_count")
x, y = paddle.to_tensor([1.0]), paddle.to_tensor([2.0])
g = paddle.to_tensor([1.0], stop_gradient=False)
def run(n, f):
    for _ in range(1000):
        f()
    before = count.value
    for _ in range(n):
        f()
    return count.value - before
add = paddle.add
print(run(1000, lambda: add(x, y)), run(1000, lambda: add(g, y)), run(1000, lambda: x + y))
"""


def test_a_small_call_allocates_nothing(tmp_path):
    if not COUNTER.exists() or sanitizers.ACTIVE:
        pytest.skip("needs its own malloc")
    library = tmp_path / "malloc_counter.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, COUNTER], check=True)
    env = {
        "LD_PRELOAD": str(library),
        "PYTHONPATH": str(pathlib.Path(_C.__file__).parents[1]),
        "PYTHONMALLOC": "pymalloc",
    }
    output = subprocess.run(
        [sys.executable, "-c", COUNT], env=env, check=True, capture_output=True, text=True
    ).stdout
    assert [int(n) for n in output.split()] == [0, 0, 0], (
        f"heap allocations in 1000 calls: {output}"
    )
