"""Programs that run beside other threads."""

import threading

import numpy as np
import paddle
import pytest
from paddle import nn, static

from .differential import static_mode


@pytest.fixture(autouse=True)
def mode():
    with static_mode():
        yield


def draws(count):
    return [float(paddle.rand([1])) for _ in range(count)]


def beside(work, count=300):
    """What eager code draws while another thread does ``work`` again and again."""
    stop, failed, rounds = threading.Event(), [], []

    def loop():
        try:
            while not stop.is_set():
                work()
                rounds.append(1)
        except Exception as e:
            failed.append(e)

    thread = threading.Thread(target=loop)
    with static_mode_off():
        paddle.seed(1)
        alone = draws(count)
        thread.start()
        while len(rounds) < 2 and not failed:
            pass
        paddle.seed(1)
        seen = []
        while len(seen) < count:
            seen += draws(1)
        stop.set()
        thread.join()
    assert not failed
    return alone, seen


class static_mode_off:
    def __enter__(self):
        paddle.disable_static()

    def __exit__(self, *_):
        paddle.enable_static()


def _dropout():
    main = static.Program()
    main.random_seed = 5
    with static.program_guard(main, static.Program()):
        x = static.data("x", [None, 64])
        y = nn.functional.dropout(x, 0.5)
        for _ in range(10):
            y = paddle.matmul(y, paddle.ones([64, 64])) * 0.01
    return main, y


def test_a_program_with_a_seed_draws_numbers_of_its_own():
    main, y = _dropout()
    exe, feed = static.Executor(), {"x": np.ones((2000, 64), "float32")}
    alone, seen = beside(lambda: exe.run(main, feed=feed, fetch_list=[y]))
    assert alone == seen


def test_a_seed_gives_the_same_runs_again():
    runs = []
    for _ in range(2):
        main, y = _dropout()
        feed = {"x": np.ones((4, 64), "float32")}
        runs.append([static.Executor().run(main, feed=feed, fetch_list=[y])[0] for _ in range(2)])
    np.testing.assert_array_equal(runs[0], runs[1])
    assert (runs[0][0] != runs[0][1]).any()
    main.random_seed = 6
    other = static.Executor().run(main, feed=feed, fetch_list=[y])[0]
    assert (other != runs[0][0]).any()


def test_parameters_that_are_made_leave_the_numbers_of_other_threads():
    paddle.seed(3)
    first = paddle.get_rng_state()
    with static.program_guard(static.Program(), static.Program()):
        nn.Linear(50, 50)
    assert paddle.get_rng_state() == first


def test_runs_that_write_take_turns():
    main = static.Program()
    with static.program_guard(main, static.Program()):
        step = static.create_global_var([200000], 0.0, "float32", persistable=True)
        paddle.assign(step + 1.0, step)
        fetches = [[step.sum() * float(i)] for i in range(2)]  # a plan for each
    test = main.clone()
    exe, rounds = static.Executor(), 150
    failed = []

    def run(program, fetch):
        try:
            for _ in range(rounds):
                exe.run(program, fetch_list=fetch)
        except Exception as e:
            failed.append(e)

    threads = [
        threading.Thread(target=run, args=a)
        for a in ((main, fetches[0]), (main, fetches[1]), (test, []))
    ]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failed
    assert exe.run(main, fetch_list=[step])[0].tolist() == [3 * rounds + 1] * 200000
