"""A model trained as a program, and the same in eager mode."""

import contextlib

import numpy as np
import paddle


@contextlib.contextmanager
def static_mode():
    paddle.enable_static()
    try:
        yield
    finally:
        paddle.disable_static()


def train_eager(make, optimizer, batches, seed=1, after_step=None):
    """The losses of a training loop; ``make()`` gives a layer and a loss of it and of a batch."""
    paddle.seed(seed)
    with paddle.utils.unique_name.guard():
        layer, loss_of = make()
        step = optimizer(layer.parameters())
    losses = []
    for batch in batches:
        loss = loss_of(layer, {k: paddle.to_tensor(v) for k, v in batch.items()})
        loss.backward()
        step.step()
        step.clear_grad()
        losses.append(float(loss))
        if after_step:
            after_step(step)
    return losses, [p.numpy() for p in layer.parameters()]


def train_static(make, optimizer, batches, seed=1, after_step=None, free=True):
    """The same as a program, whose first sizes (one, or ``free`` of them) are left open."""
    with static_mode(), paddle.utils.unique_name.guard():
        main, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(main, startup):
            layer, loss_of = make()
            feeds = {
                k: paddle.static.data(k, [None] * free + [*v.shape[free:]], str(v.dtype))
                for k, v in batches[0].items()
            }
            loss = loss_of(layer, feeds)
            step = optimizer(layer.parameters())
            step.minimize(loss)
        exe = paddle.static.Executor(paddle.CPUPlace())
        paddle.seed(seed)
        exe.run(startup)
        losses = []
        for batch in batches:
            losses.append(float(exe.run(main, feed=batch, fetch_list=[loss])[0]))
            if after_step:
                after_step(step)
        return losses, [p.numpy() for p in layer.parameters()]


def compare(make, optimizer, batches, rtol=2e-5, atol=1e-6, **kwargs):
    free = kwargs.pop("free", True)
    expected, params = train_eager(make, optimizer, batches, **kwargs)
    found, others = train_static(make, optimizer, batches, free=free, **kwargs)
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol)
    for a, b in zip(others, params, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
