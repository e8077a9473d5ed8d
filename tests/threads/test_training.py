"""Eight threads train eight models: each gets the bits that it gets alone."""

import threading

import numpy as np
import paddle
import pytest

from tests.threads.models import KINDS, Training, train

STEPS = 12


def together(jobs):
    """The results of functions, each on a thread of its own, begun at once; errors are raised."""
    results, errors = [None] * len(jobs), []
    barrier = threading.Barrier(len(jobs))

    def work(i, job):
        try:
            barrier.wait()
            results[i] = job()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=item) for item in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    if errors:
        raise errors[0]
    return results


@pytest.mark.parametrize("captured", ["eager", "captured", "mixed"])
def test_eight_models(captured):
    modes = {
        kind: {"eager": False, "captured": True, "mixed": i % 2 == 0}[captured]
        for i, kind in enumerate(KINDS)
    }
    alone = {kind: train(kind, mode, STEPS) for kind, mode in modes.items()}
    for _ in range(2):
        jobs = [
            lambda kind=kind, mode=mode: train(kind, mode, STEPS) for kind, mode in modes.items()
        ]
        for kind, (losses, weights) in zip(modes, together(jobs), strict=True):
            assert losses == alone[kind][0], f"{kind}: other losses"
            assert weights == alone[kind][1], f"{kind}: other weights"


def test_one_kind_on_all_threads():
    """The same layers and sizes: caches of kernels and programs are shared."""
    alone = train("transformer", True, STEPS)
    for each in together([lambda: train("transformer", True, STEPS)] * 8):
        assert each == alone


@pytest.mark.parametrize("captured", [False, True])
def test_modes_belong_to_their_thread(captured):
    """Threads that infer without gradients, or train under another dtype policy, change nothing for others."""
    alone = train("mlp", captured, STEPS)
    stop = threading.Event()

    def infer():
        training = Training("lenet")
        training.net.eval()
        x, _ = training.batch()
        with paddle.no_grad():
            first = training.net(x).numpy()
            while not stop.is_set():
                out = training.net(x)
                assert out.stop_gradient and np.array_equal(out.numpy(), first)

    def narrow():
        training = Training("words")
        x, y = training.batch()
        while not stop.is_set():
            with paddle.amp.auto_cast(dtype="bfloat16"):
                out = training.net(x)
            assert out.dtype == paddle.bfloat16
            out.astype("float32").sum().backward()
            training.optimizer.clear_grad()

    def learn():
        try:
            return [train("mlp", captured, STEPS) for _ in range(3)]
        finally:
            stop.set()

    for each in together([learn, infer, narrow])[0]:
        assert each == alone


def test_an_error_in_one_thread_is_its_own():
    """Steps that fail, forward and backward, leave the others' bits and their own model as they were."""
    alone = train("lstm", True, STEPS)
    stop = threading.Event()

    class Fails(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return x * 1.0

        @staticmethod
        def backward(ctx, g):
            raise RuntimeError("on the way back")

    def fail():
        training = Training("mlp")
        before, rounds = training.state(), 0
        x, _ = training.batch()
        while not stop.is_set() or rounds == 0:
            with pytest.raises(ValueError):
                training.net(x[:, :3])
            with pytest.raises(RuntimeError, match="on the way back"):
                Fails.apply(training.net(x)).sum().backward()
            training.optimizer.clear_grad()
            rounds += 1
        assert training.state() == before

    def learn():
        try:
            return [train("lstm", True, STEPS) for _ in range(3)]
        finally:
            stop.set()

    for each in together([learn, fail, fail])[0]:
        assert each == alone
