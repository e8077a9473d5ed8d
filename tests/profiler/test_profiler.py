"""When a Profiler records, what it exports, and the times of steps."""

import json
import os
import re
import shutil
import subprocess

import paddle
import pytest
from paddle import profiler
from paddle.profiler import ProfilerState as State
from paddle.profiler.timer import Benchmark, Event, benchmark, summary_of

BROWSER = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)


def states(schedule, n):
    return "".join({0: "c", 1: "r", 2: "R", 3: "E"}[schedule(i).value] for i in range(n))


def test_schedules():
    make = profiler.make_scheduler
    assert states(make(closed=1, ready=1, record=4, repeat=1), 8) == "crRRREcc"
    assert states(make(closed=1, ready=1, record=2, skip_first=1), 9) == "ccrREcrRE"
    assert states(make(closed=0, ready=0, record=1), 3) == "EEE"
    assert states(profiler.Profiler(scheduler=(2, 5)).scheduler, 7) == "crRREcc"
    assert states(profiler.Profiler(scheduler=(0, 2)).scheduler, 4) == "REcc"
    assert states(profiler.Profiler().scheduler, 2) == "RR"
    with pytest.raises(ValueError, match="record"):
        make(closed=1, ready=1, record=0)
    with pytest.raises(ValueError, match="start_batch < end_batch"):
        profiler.Profiler(scheduler=(3, 3))
    with pytest.raises(TypeError, match="scheduler"):
        profiler.Profiler(scheduler=3)


def test_each_period_is_handed_over():
    seen = []

    def ready(p):
        seen.append([e.name for t in p.profiler_result.threads for e in t.roots])

    schedule = profiler.make_scheduler(closed=1, ready=1, record=2, repeat=2)
    with profiler.Profiler(scheduler=schedule, on_trace_ready=ready) as p:
        for _ in range(10):
            paddle.ones([1])
            p.step()
    assert seen == [[f"ProfileStep#{i}" for i in steps] for steps in ((2, 3), (6, 7))]


def test_a_period_that_is_cut_short_is_handed_over():
    seen = []
    schedule = profiler.make_scheduler(closed=0, ready=0, record=5)
    with profiler.Profiler(scheduler=schedule, on_trace_ready=seen.append) as p:
        p.step()
    assert seen == [p]


@pytest.mark.parametrize(("before", "after"), [(State.RECORD, State.CLOSED), (State.READY, State.CLOSED)])  # fmt: skip
def test_improper_schedules_warn(before, after):
    seen = []
    p = profiler.Profiler(scheduler=lambda i: before if i == 0 else after, on_trace_ready=seen.append)  # fmt: skip
    p.start()
    with pytest.warns(UserWarning, match=f"{before.name}->{after.name}"):
        p.step()
    p.stop()
    assert seen == []


def test_two_at_once_are_refused():
    with profiler.Profiler(on_trace_ready=lambda p: None):
        other = profiler.Profiler()
        with pytest.raises(RuntimeError, match="another one is recording"):
            other.start()


def test_an_error_in_a_step_still_exports():
    seen = []
    with pytest.raises(ZeroDivisionError), profiler.Profiler(on_trace_ready=seen.append):
        raise ZeroDivisionError
    assert len(seen) == 1


def test_other_devices_are_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="GPU is not supported"):
        p = profiler.Profiler(targets=[profiler.ProfilerTarget.CPU, profiler.ProfilerTarget.GPU])
    assert p.targets == {profiler.ProfilerTarget.CPU}


def profile(**options):
    with profiler.Profiler(on_trace_ready=lambda p: None, **options) as p:
        crossing = profiler.RecordEvent("crossing")
        with profiler.RecordEvent("</script>\u2028"):
            paddle.matmul(paddle.ones([2, 3]), paddle.ones([3, 4]))
            crossing.begin()
        paddle.ones([100000])
        crossing.end()
    return p


def check_trace(trace):
    """The format of chrome://tracing: what each entry holds, and that spans of a thread nest."""
    spans, threads, open_ = {}, set(), set()
    for e in trace["traceEvents"]:
        assert isinstance(e["name"], str)
        assert isinstance(e["pid"], int)
        if e["ph"] == "M":
            assert e["name"] in ("process_name", "thread_name", "thread_sort_index")
            if e["name"] == "thread_name":
                threads.add(e["tid"])
                assert e["args"]["name"]
            continue
        assert e["tid"] in threads
        assert e["ts"] >= 0
        if e["ph"] == "X":
            assert e["dur"] >= 0
            ends = e["ts"], e["ts"] + e["dur"]
            spans.setdefault(e["tid"], []).append(tuple(round(1000 * end) for end in ends))
        elif e["ph"] == "b":
            open_.add(e["id"])
        elif e["ph"] == "e":
            open_.remove(e["id"])
        else:
            assert e["ph"] in ("i", "C")
    assert not open_
    for found in spans.values():
        stack = []
        for start, end in sorted(found, key=lambda s: (s[0], -s[1])):
            while stack and stack[-1] <= start and stack[-1] < end:
                stack.pop()
            assert not stack or end <= stack[-1]
            stack.append(end)


def test_exported_traces_are_as_the_format_wants(tmp_path):
    p = profile(record_shapes=True, profile_memory=True)
    path = tmp_path / "made" / "trace.json"
    p.export(str(path))
    trace = json.loads(path.read_text(encoding="utf-8"))
    check_trace(trace)
    kinds = {e["ph"] for e in trace["traceEvents"]}
    assert kinds == set("MXbeiC")
    matmul = next(
        e for e in trace["traceEvents"] if e["name"] == "matmul" and e["cat"] == "Operator"
    )
    assert matmul["args"]["input_shapes"] == {"x": [[2, 3]], "y": [[3, 4]]}
    assert matmul["args"]["input_dtypes"] == {"x": ["float32"], "y": ["float32"]}


def test_a_trace_is_read_back(tmp_path):
    p = profile(record_shapes=True, profile_memory=True)
    p.export(str(tmp_path / "trace.json"))
    again = profiler.load_profiler_result(str(tmp_path / "trace.json"))

    def facts(result):
        return [
            (t.id, t.name, [(e.name, e.type, e.operands, len(e.children)) for e in t.walk()])
            + tuple(e.name for e in t.overlapping)
            + tuple((m.bytes, m.place, m.event and m.event.name) for m in t.memory)
            for t in result.threads
        ]

    assert facts(again) == facts(p.profiler_result)
    (tmp_path / "other.pb").write_bytes(b"\x08\x01\xff")
    with pytest.raises(ValueError, match="no profile in JSON"):
        profiler.load_profiler_result(str(tmp_path / "other.pb"))


def test_protobuf_is_refused(tmp_path):
    with pytest.raises(NotImplementedError, match="export_protobuf"):
        profiler.export_protobuf(str(tmp_path))
    with pytest.raises(NotImplementedError, match="'pb'"):
        profile().export(str(tmp_path / "x.pb"), "pb")


def test_the_default_writes_to_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with profiler.Profiler():
        paddle.ones([1])
    (name,) = os.listdir("profiler_log")
    assert re.fullmatch(r"host_.*pid_\d+_time_.*\.paddle_trace\.json", name)
    file = tmp_path / "a file"
    file.write_text("")
    with pytest.raises(RuntimeError, match="can not be made"):
        profiler.export_chrome_tracing(str(file))


def page_of(tmp_path):
    path = tmp_path / "page.html"
    p = profile(record_shapes=True, profile_memory=True)
    profiler.export_html(str(path), p)
    return path


def test_the_page_holds_the_profile(tmp_path):
    text = page_of(tmp_path).read_text(encoding="utf-8")
    assert text.count("<script") == text.count("</script>") == 2
    assert not re.search(r'(src|href)="', text)
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
    (thread,) = data["threads"]
    assert [e["n"] for e in thread["events"]][:3] == ["ProfileStep#0", "</script>\u2028", "ones"]
    assert [e["d"] for e in thread["events"]][:3] == [0, 1, 2]
    matmul = next(e for e in thread["events"] if e["n"] == "matmul")
    assert matmul["o"] == "x: float32[2, 3], y: float32[3, 4]"
    row = next(r for r in data["table"] if r["n"] == "matmul" and r["k"] == "Operator")
    assert row["c"] == 1
    assert 0 <= row["s"] <= row["t"]
    assert len(data["memory"]) >= 4
    with pytest.raises(ValueError, match="nothing has been recorded"):
        profiler.export_html(str(tmp_path / "x.html"), profiler.Profiler())


@pytest.mark.skipif(BROWSER is None, reason="there is no browser")
def test_the_page_in_a_browser(tmp_path):
    path = page_of(tmp_path)
    script = """<script>
      $("query").value = "matmul";
      $("query").dispatchEvent(new Event("input"));
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
      show(data.threads[0].events.find((e) => e.n === "matmul"));
      document.body.dataset.result = [found.textContent, $("table").tBodies[0].rows.length, span < most,
        $("detail").textContent.includes("float32[2, 3]")].join(";");
      </script></body>"""
    path.write_text(path.read_text(encoding="utf-8").replace("</body>", script), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/home"]
    command = [BROWSER, *flags, "--dump-dom", path.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert 'data-result="2 found;2;true;true"' in done.stdout, done.stdout[-2000:] + done.stderr


def test_steps_are_timed(capsys):
    with profiler.Profiler(timer_only=True) as p:
        for i in range(13):
            p.step(num_samples=8)
            if i == 4:
                text = p.step_info(unit="images")
    assert re.fullmatch(r" batch_cost: \d+\.\d{5} s ips: \d+\.\d{3} images/s", text)
    printed = capsys.readouterr().out
    assert "Perf Summary" in printed
    assert "IPS Unit: images/s" in printed
    assert p.profiler_result is None


def test_waits_for_data_are_timed():
    data = paddle.io.TensorDataset([paddle.ones([8, 2])])
    other = paddle.io.TensorDataset([paddle.ones([8, 2])])
    with profiler.Profiler(timer_only=True) as p:
        for _ in paddle.io.DataLoader(data, batch_size=4):
            for _ in paddle.io.DataLoader(other):  # is not part of it
                p.step(num_samples=4)
            p.step(num_samples=4)
        event = benchmark().current_event
        assert event.total_iters == 0  # the last to ask was the other one
        for _ in paddle.io.DataLoader(data, batch_size=4):
            p.step(num_samples=4)
        assert event.total_iters == 2
        assert re.fullmatch(r" reader_cost: .* s batch_cost: .* s ips: .* samples/s", p.step_info())
    assert benchmark().current_event is None
    with pytest.raises(RuntimeError, match="nothing is timed"):
        Benchmark().step_info()


def test_the_summary_leaves_out_the_first_steps():
    event = Event()
    for i in range(14):
        event.record_reader(1.0 if i < 10 else 0.25)
        event.record_batch(9.0 if i < 10 else 0.5 + i % 2, 10)
    found = event.get_summary()
    assert found["reader_summary"] == {"max": 0.25, "min": 0.25, "avg": 0.25}
    assert found["batch_summary"] == {"max": 1.5, "min": 0.5, "avg": 1.0}
    assert found["ips_summary"] == {"max": 20.0, "min": 10 / 1.5, "avg": 10.0}
    assert found["reader_ratio"] == 25.0
    assert "25.000%" in summary_of(event)
    assert summary_of(Event()) == ""
