"""What a profile holds: which events, how they nest, on which threads; and that without one there is nothing."""

import threading

import numpy as np
import paddle
import pytest
from paddle import _C, nn, profiler
from paddle.profiler import SummaryView, TracerEventType


def quiet(_):
    """Keeps the profile, writes nothing."""


def recorded(run, **options):
    with profiler.Profiler(on_trace_ready=quiet, **options) as p:
        run()
    return p.profiler_result


def events_of(result, kind=None):
    return [e for t in result.threads for e in t.walk() if kind is None or e.type is kind]


def names_of(result, kind):
    return [e.name for e in events_of(result, kind)]


def net_and_data():
    paddle.seed(1)
    net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    data = paddle.io.TensorDataset([paddle.randn([64, 8]), paddle.randint(0, 4, [64])])
    return net, data


def check_nesting(events, start=None, end=None):
    """Within each other or apart."""
    for e in events:
        assert e.start_ns <= e.end_ns
        assert start is None or start <= e.start_ns <= e.end_ns <= end
        check_nesting(e.children, e.start_ns, e.end_ns)
    for a, b in zip(events, events[1:], strict=False):
        assert a.end_ns <= b.start_ns


def test_operators_are_there_once_each():
    x, y = paddle.ones([2, 3]), paddle.ones([3, 4])

    def run():
        for _ in range(3):
            paddle.matmul(x, y)
        x.add_(x)

    result = recorded(run)
    assert names_of(result, TracerEventType.Operator) == ["matmul"] * 3 + ["add"]
    kernels = names_of(result, TracerEventType.DygraphKernelLaunch)
    assert kernels == ["matmul"] * 3 + ["add"]
    for thread in result.threads:
        check_nesting(thread.roots)


def test_a_composite_holds_what_it_calls():
    x = paddle.ones([4])
    found = events_of(recorded(lambda: paddle.nn.functional.mse_loss(x, x)))
    (event,) = [e for e in found if e.name == "mse_loss"]
    assert {c.name for c in event.children} >= {"mean"}


def test_shapes_and_dtypes():
    x, y = paddle.ones([2, 3]), paddle.ones([3, 4], dtype="float32")
    result = recorded(lambda: paddle.concat([paddle.matmul(x, y)] * 2), record_shapes=True)
    matmul, concat = events_of(result, TracerEventType.Operator)
    assert matmul.operands == [("x", "float32", (2, 3)), ("y", "float32", (3, 4))]
    assert [o[2] for o in concat.operands] == [(2, 4), (2, 4)]
    (plain,) = events_of(recorded(lambda: paddle.matmul(x, y)), TracerEventType.Operator)
    assert plain.operands is None


def test_flops():
    x, w = paddle.ones([2, 3, 8, 8]), paddle.ones([5, 3, 3, 3])
    a = paddle.ones([4, 6])
    linear = nn.Linear(6, 7)
    found = {}

    def run():
        nn.functional.conv2d(x, w)
        paddle.matmul(a, a.T)
        linear(a)
        paddle.exp(a)
        a.sum()
        a.reshape([24])

    for e in events_of(recorded(run, with_flops=True), TracerEventType.Operator):
        found.setdefault(e.name, e.flops)
    assert found["conv2d"] == 2 * 2 * 5 * 6 * 6 * 27
    assert found["matmul"] == 2 * 4 * 4 * 6
    assert found["linear"] == 2 * 4 * 6 * 7
    assert found["exp"] == found["sum"] == 24
    assert found["reshape"] == 0


def test_a_training_step_has_its_phases():
    net, data = net_and_data()
    adam = paddle.optimizer.Adam(parameters=net.parameters())
    loader = paddle.io.DataLoader(data, batch_size=16)
    with profiler.Profiler(scheduler=(1, 3), on_trace_ready=quiet) as p:
        for x, y in loader:
            loss = nn.functional.cross_entropy(net(x), y)
            loss.backward()
            adam.step()
            adam.clear_grad()
            p.step()
    result = p.profiler_result
    (main,) = result.threads
    assert [e.name for e in main.roots] == ["ProfileStep#1", "ProfileStep#2"]
    for step in main.roots:
        inside = [e.name for e in step.children if e.type is not TracerEventType.Operator]
        assert inside == ["DataLoader", "Sequential", "Gradient Backward", "Optimization Step"]
        sequential = next(e for e in step.children if e.name == "Sequential")
        assert [e.name for e in sequential.children] == ["Linear", "ReLU", "Linear"]
        backward = next(e for e in step.children if e.name == "Gradient Backward")
        nodes = [e.name for e in backward.children if e.name.endswith("GradNode")]
        assert nodes.count("LinearGradNode") == 2
        assert nodes.count("ReluGradNode") == 1
        update = next(e for e in step.children if e.name == "Optimization Step")
        assert [e.name for e in update.children] == ["adam_"]
    check_nesting(main.roots)


def test_workers_of_a_data_loader():
    _, data = net_and_data()
    loader = paddle.io.DataLoader(data, batch_size=16, num_workers=1)
    result = recorded(lambda: list(loader))
    assert (
        names_of(result, TracerEventType.Dataloader) == ["DataLoader"] * 5
    )  # the last one found the end


def test_a_captured_program_shows_its_kernels_and_is_not_captured_anew():
    net, _ = net_and_data()
    x = paddle.ones([4, 8])
    f = paddle.jit.to_static(net)
    for _ in range(3):
        f(x)
    before = str(paddle.jit.report(f)).split("captured")[1].split("x")[0]
    result = recorded(lambda: (f(x), f(x)))
    f(x)
    assert str(paddle.jit.report(f)).split("captured")[1].split("x")[0] == before
    assert names_of(result, TracerEventType.StaticKernelLaunch) == ["linear", "relu", "linear"] * 2
    program = [e for e in events_of(result) if e.name == "program"]
    assert [[c.name for c in e.children] for e in program] == [["linear", "relu", "linear"]] * 2


def test_a_capture_while_a_profile_is_made_is_the_usual_one():
    net, _ = net_and_data()
    x = paddle.ones([4, 8])
    f = paddle.jit.to_static(net)
    recorded(lambda: (f(x), f(x)))
    f(x)
    assert "captured                 1  x" in str(paddle.jit.report(f))
    assert np.array_equal(f(x).numpy(), net(x).numpy())


def test_threads_have_their_own_events():
    def work():
        with profiler.RecordEvent("of a thread"):
            paddle.ones([3]) + 1

    def run():
        threads = [threading.Thread(target=work, name=f"worker {i}") for i in range(3)]
        for thread in threads:
            thread.start()
        names.update((t.native_id, t.name) for t in threads)
        for thread in threads:
            thread.join()
        work()

    names = {}
    result = recorded(run)
    assert len(result.threads) == 4
    assert result.threads[0].name == "MainThread"
    for thread in result.threads[1:]:
        (event,) = thread.roots
        assert event.name == "of a thread"
        assert [c.name for c in event.children] == ["ones", "add"]
        assert thread.id in names


def test_threads_that_live_are_named():
    go, ready = threading.Event(), threading.Event()

    def work():
        paddle.ones([3])
        ready.set()
        go.wait(10)

    thread = threading.Thread(target=work, name="a worker")

    def run():
        thread.start()
        ready.wait(10)

    result = recorded(run)
    go.set()
    thread.join()
    assert [t.name for t in result.threads] == ["MainThread", "a worker"]


def test_record_event_in_its_three_forms():
    @profiler.RecordEvent("decorated")
    def down(n):
        return down(n - 1) if n else paddle.ones([1])

    def run():
        with profiler.RecordEvent("context"):
            down(2)
        by_hand = profiler.RecordEvent("by hand")
        by_hand.begin()
        by_hand.end()
        by_hand.end()  # of nothing

    result = recorded(run)
    names = names_of(result, TracerEventType.PythonUserDefined)
    assert names == ["context", "decorated", "decorated", "decorated", "by hand"]
    context = next(e for e in events_of(result) if e.name == "context")
    assert context.children[0].children[0].children[0].children[0].name == "ones"


def test_an_error_ends_the_events_it_passes():
    def run():
        with pytest.raises(ZeroDivisionError), profiler.RecordEvent("outer"):
            with profiler.RecordEvent("inner"):
                raise ZeroDivisionError
        with pytest.raises(ValueError, match="matmul"):
            paddle.matmul(paddle.ones([2, 3]), paddle.ones([2, 3]))
        paddle.ones([1])

    result = recorded(run, record_shapes=True, with_flops=True)
    assert names_of(result, TracerEventType.PythonUserDefined) == ["outer", "inner"]
    step = result.threads[0].roots[0]
    assert [e.name for e in step.children] == ["outer", "ones", "ones", "matmul", "ones"]
    check_nesting([step])


def test_events_that_cross_are_kept_apart():
    def run():
        a, b = profiler.RecordEvent("a"), profiler.RecordEvent("b")
        a.begin()
        b.begin()
        a.end()
        paddle.ones([1])
        b.end()

    (thread,) = recorded(run).threads
    assert [e.name for e in thread.overlapping] == ["b"]
    check_nesting(thread.roots)


def test_events_of_other_kinds_are_refused():
    with profiler.Profiler(on_trace_ready=quiet) as p:
        event = profiler.RecordEvent("wrong", TracerEventType.Operator)
        with pytest.warns(UserWarning, match="not recorded"):
            event.begin()
        event.end()
    assert "wrong" not in [e.name for e in events_of(p.profiler_result)]


def test_memory_is_taken_and_given_back():
    def run():
        x = paddle.ones([1000, 100])
        y = paddle.ones([10])
        del x, y

    result = recorded(run, profile_memory=True)
    notes = [n for t in result.threads for n in t.memory if abs(n.bytes) in (400000, 40)]
    assert [n.bytes for n in notes] == [400000, 40, -400000, -40]
    assert [n.event.name for n in notes] == ["ones", "ones", "ProfileStep#0", "ProfileStep#0"]
    assert notes[0].address == notes[2].address
    assert notes[1].allocated - notes[2].allocated >= 400000


def test_memory_that_outlives_the_profile():
    kept = []
    recorded(lambda: kept.append(paddle.full([100000], 3.0)), profile_memory=True)
    assert float(kept[0].sum()) == 300000.0
    before = _C.memory_stats()["allocated"]
    kept.clear()
    assert before - _C.memory_stats()["allocated"] >= 400000


def test_nothing_is_kept_without_a_profile():
    x = paddle.ones([2])
    with profiler.RecordEvent("nothing"):
        (x + 1).sum()
    assert not _C.trace_is_on()
    assert _C.trace_stop() == []
    assert nn.Layer.__call__.__module__ == "paddle.nn.layer.layers"
    assert not hasattr(nn.Layer.__call__, "__wrapped__")
    assert not hasattr(paddle.optimizer.Adam.step, "__wrapped__")


def test_one_that_ends_in_the_next_profile_is_left_out():
    event = profiler.RecordEvent("across")
    recorded(event.begin)
    assert names_of(recorded(event.end), TracerEventType.PythonUserDefined) == []


def test_a_long_profile_says_what_it_left_out(monkeypatch):
    raw = _C.trace_stop

    def lossy():
        threads = raw()
        threads[0]["dropped"] = 7
        return threads

    monkeypatch.setattr(_C, "trace_stop", lossy)
    with pytest.warns(UserWarning, match="7 events were left out"):
        recorded(lambda: paddle.ones([1]))


def test_summary_has_the_tables(capsys):
    net, data = net_and_data()
    sgd = paddle.optimizer.SGD(parameters=net.parameters())
    options = {"record_shapes": True, "profile_memory": True, "with_flops": True}
    with profiler.Profiler(on_trace_ready=quiet, **options) as p:
        for x, y in paddle.io.DataLoader(data, batch_size=32):
            with profiler.RecordEvent("loss"):
                loss = nn.functional.cross_entropy(net(x), y)
            loss.backward()
            sgd.step()
            p.step()
    capsys.readouterr()
    p.summary()
    text = capsys.readouterr().out
    for title in ("Device", "Overview", "Model", "Operator", "UserDefined", "Memory", "Flops"):
        assert f"{title} Summary" in text, text
    tables = {}
    for line in text.splitlines():
        cells = line.split()
        if len(cells) == 4 and cells[2] == "Summary":
            rows = tables[cells[1]] = {}
        elif cells and cells[0].isidentifier():
            rows[cells[0]] = cells
    operators, model = tables["Operator"], tables["Model"]
    assert operators["LinearGradNode"][1] == "4"
    assert model["Forward"][1] == model["Backward"][1] == model["Optimization"][1] == "2"
    assert operators["linear"][-1] == str(2 * 2 * 32 * (8 * 16 + 16 * 4))
    part = text.split("Operator Summary")[1].split("UserDefined")[0]
    top = [line.split() for line in part.splitlines() if line[:1].isalpha()]
    ratios = [float(cells[6]) for cells in top if len(cells) == 8 and cells[1].isdigit()]
    assert sum(ratios) == pytest.approx(100, abs=0.5)
    assert float(tables["Overview"]["ProfileStep"][-1]) == 100
    p.summary(views=SummaryView.OperatorView, op_detail=False, thread_sep=True, time_unit="us")
    text = capsys.readouterr().out
    assert "Overview" not in text
    assert "MainThread" in text
    assert "kernel" not in text
    with pytest.raises(ValueError, match="time_unit"):
        p.summary(time_unit="hours")
