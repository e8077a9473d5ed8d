"""Threads that call converted functions at once: what plain functions give, and nothing of captures is to be seen."""

import subprocess
import sys
import threading
import time

import paddle
import pytest

THREADS = 8


def at_once(work, threads=THREADS, seconds=60):
    """Runs `work(number)` on several threads; raises what one of them raises."""
    errors, barrier = [], threading.Barrier(threads)

    def run(number):
        barrier.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    running = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(threads)]
    for thread in running:
        thread.start()
    end = time.monotonic() + seconds
    for thread in running:
        thread.join(max(0, end - time.monotonic()))
    assert not any(thread.is_alive() for thread in running), "a thread waits for another one"
    if errors:
        raise errors[0]


def batch(i):
    return paddle.ones([1 + i % 5]) * (1 if i % 2 else -1)


def test_the_recursion_limit_is_left_as_it_was():
    before = sys.getrecursionlimit()

    def work(number):
        for i in range(8):
            static = paddle.jit.to_static(lambda x, k: [x * k] if x.sum() > 0 else x * k)
            for j in range(3):
                static(batch(i + j), j)

    at_once(work)
    assert sys.getrecursionlimit() == before


def test_a_recursion_limit_that_the_function_sets_stays():
    before = sys.getrecursionlimit()
    try:
        paddle.jit.to_static(lambda x: (sys.setrecursionlimit(before + 77), x + 1)[1])(batch(1))
        assert sys.getrecursionlimit() == before + 77
    finally:
        sys.setrecursionlimit(before)


class State:
    """What functions write into: `seen` has to be a permutation of what plain calls leave."""

    def __init__(self):
        self.log, self.table, self.work = [], {}, list(range(10_000))
        self.taken, self.last = [], None


def appends(state, x, k):
    state.log.append(x.shape[0])
    state.log.append(k)
    return [x] if x.sum() > 0 else x * k


def appends_in_a_branch(state, x, k):
    if x.sum() > 0:
        state.log.append(k)
        x = x + 1
    return x * k


def sets_items(state, x, k):
    state.table[k] = k
    return x + len(state.table)


def takes_work(state, x, k):
    state.taken.append(state.work.pop())
    return x * k


def sets_an_attribute(state, x, k):
    state.last = k
    y = x * k
    if y.mean() > 0:
        state.last = k + 1
    return y


FUNCTIONS = (appends, appends_in_a_branch, sets_items, takes_work, sets_an_attribute)


def summary(state):
    assert type(state.last) in (int, type(None))
    assert all(type(n) is int for n in state.log)
    assert len({*state.taken, *state.work}) == 10_000 == len(state.taken) + len(state.work)
    return sorted(state.log), state.table, len(state.taken)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
def test_what_functions_write_into_objects(function, warm):
    """`warm`: captures have been made, and calls have skipped Python, before the threads begin."""
    rounds = 30

    def run(call, state):
        if warm:
            for i in range(8):
                call(state, batch(i), i % 7)
        at_once(lambda t: [call(state, batch(i * 7 + t), i % 7) for i in range(rounds)])
        return summary(state)

    assert run(paddle.jit.to_static(function), State()) == run(function, State())


def test_results_of_one_function():
    """The same function, with other sizes and numbers on each thread."""
    static = paddle.jit.to_static(lambda x, k: (x * k + x.shape[0]).sum())

    def work(number):
        for i in range(30):
            n, k = 2 + (i * 7 + number) % 9, number + i % 3
            assert float(static(paddle.ones([n]), k)) == n * (k + n)

    at_once(work)


def test_training_on_each_thread():
    """Layers and optimizers of its own for each thread; one class."""

    def train(convert):
        paddle.seed(0)
        net = paddle.nn.Linear(3, 2)
        net.weight.set_value(paddle.full([3, 2], 0.5))
        optimizer = paddle.optimizer.Adam(0.1, parameters=net.parameters())

        def step(x):
            loss = (net(x) ** 2).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()
            return loss

        step = convert(step)
        return [float(step(paddle.full([2, 3], 1.0 + i % 3))) for i in range(12)]

    expected = train(lambda f: f)

    def work(number):
        assert train(paddle.jit.to_static) == expected

    at_once(work)


def test_a_function_that_waits_for_another_thread():
    """Which makes a call of its own: nobody waits for ever."""
    barrier = threading.Barrier(2)

    def meets(x):
        y = x + 1
        barrier.wait(20)
        return y * 2

    static = paddle.jit.to_static(meets)
    other = paddle.jit.to_static(lambda x: x * 3)

    def work(number):
        for _ in range(5):
            assert float(other(paddle.ones([]))) == 3
            assert float(static(paddle.ones([]))) == 4

    at_once(work, threads=2)


def test_a_lock_of_the_user():
    lock, count = threading.Lock(), [0]

    def counts(x):
        with lock:
            count[0] += 1
        return x + 1

    static = paddle.jit.to_static(counts)

    def work(number):
        for i in range(20):
            if number % 2:
                with lock:
                    paddle.jit.to_static(lambda x: x - 1)(batch(i))
            static(batch(i))

    at_once(work)
    assert count[0] == 20 * THREADS


def appends_twice(log, x):
    log.append("a")
    if x.sum() > 0:
        x = {"x": x}
    else:
        x = [x]
    log.append("b")
    return x


def appends_between(log, x):
    log.append("a")
    for _ in range(30):
        x = x + 1
    log.append("b")
    return x


def appends_where(log, x):
    log.append("a")
    if x.sum() > 0:
        log.append("b")
        x = x + 1
    return x


@pytest.mark.parametrize("function", [appends_twice, appends_between, appends_where])
def test_another_thread_that_appends(function):
    """It calls no converted function, and loses nothing of what it writes."""
    log, done, count = [], threading.Event(), [0]

    def other():
        while not done.is_set():
            log.append(count[0])
            count[0] += 1
            time.sleep(1e-5)

    thread = threading.Thread(target=other)
    thread.start()
    try:
        for _ in range(4):
            static = paddle.jit.to_static(lambda x: function(log, x))
            for n in (1, 2, 3, 4):
                static(paddle.ones([n]))
                static(-paddle.ones([n]))
    finally:
        done.set()
        thread.join()
    plain = []
    for n in (1, -1):
        function(plain, paddle.full([1], n))
    assert [x for x in log if type(x) is int] == list(range(count[0]))
    assert [x for x in log if type(x) is str] == plain * 16


FIRST = """
import threading, time, paddle
n = [0]
def slow(x):  # a capture that is under way when a second thread begins
    n[0] += 1
    if x.sum() > 0:
        n[0] += 10
        for _ in range(2000):
            x = x + 0
    return x
static, seen, done = paddle.jit.to_static(slow), set(), False
read = paddle.jit.to_static(lambda x: (x + 1, n[0]))
def watch():
    while not done:
        seen.add(read(paddle.ones([2]))[1])
thread = threading.Thread(target=watch)
threading.Timer(0.02, thread.start).start()
for i in range(3):
    static(-paddle.ones([2 + i]))
time.sleep(0.1); done = True; thread.join()
print(sorted(seen - {0, 1, 2, 3}), n[0])
"""


def test_a_second_thread_sees_nothing_that_is_taken_back():
    out = subprocess.run(
        [sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=120, check=False
    )
    assert out.stdout.split("\n")[0] == "[] 3", out.stderr


TOUCH = """
import threading, paddle
barrier, errors = threading.Barrier(8), []
def work(number):
    barrier.wait()
    try:
        (paddle.jit.to_static, paddle.nn.Linear, paddle.optimizer.Adam, paddle.io.DataLoader) if number % 2 else (
            paddle.optimizer.Adam, paddle.nn.functional.relu, paddle.jit.save, paddle.static.data)
        from paddle.nn import functional
    except Exception as error:
        errors.append(repr(error))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
print(errors)
"""


def test_sub_packages_that_several_threads_touch_first():
    out = subprocess.run(
        [sys.executable, "-c", TOUCH], capture_output=True, text=True, timeout=120, check=False
    )
    assert out.stdout == "[]\n", out.stderr
