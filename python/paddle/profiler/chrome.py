"""The format of chrome://tracing, which Perfetto reads, too: writing and reading."""

import os

from .result import Event, MemoryEvent, ProfilerResult, Thread, TracerEventType

_US = 1000.0  # nanoseconds
_COLOURS = {  # reserved names of the format
    TracerEventType.Operator: "thread_state_running",
    TracerEventType.Forward: "rail_response",
    TracerEventType.Backward: "rail_animation",
    TracerEventType.Optimization: "rail_load",
    TracerEventType.Dataloader: "rail_idle",
    TracerEventType.PythonUserDefined: "good",
}


def _arguments(event):
    args = {}
    if event.operands:
        args["input_shapes"] = {}
        args["input_dtypes"] = {}
        for name, dtype, shape in event.operands:
            args["input_shapes"].setdefault(name, []).append(list(shape))
            args["input_dtypes"].setdefault(name, []).append(dtype)
    if event.flops:
        args["flops"] = event.flops
    return args


def _span(event, pid, tid):
    made = {
        "ph": "X", "name": event.name, "cat": event.type.name, "pid": pid, "tid": tid,
        "ts": event.start_ns / _US, "dur": event.duration / _US, "args": _arguments(event),
    }  # fmt: skip
    if event.type in _COLOURS:
        made["cname"] = _COLOURS[event.type]
    return made


def _crossing(event, pid, tid, number):
    """An event that does not nest, on a row of its own."""
    same = {"name": event.name, "cat": event.type.name, "pid": pid, "tid": tid, "id": number}
    yield {"ph": "b", "ts": event.start_ns / _US, "args": _arguments(event), **same}
    yield {"ph": "e", "ts": event.end_ns / _US, **same}


def trace_of(result):
    """The whole file as dicts and lists."""
    pid = result.extra.get("pid", os.getpid())
    events = [
        {"ph": "M", "name": "process_name", "pid": pid, "args": {"name": f"Process {pid} (CPU)"}}
    ]
    number = 0
    for place, thread in enumerate(result.threads):
        tid = thread.id
        for name, args in (
            ("thread_name", {"name": thread.name}),
            ("thread_sort_index", {"sort_index": place}),
        ):
            events.append({"ph": "M", "name": name, "pid": pid, "tid": tid, "args": args})
        events.extend(_span(event, pid, tid) for event in thread.walk())
        for event in thread.overlapping:
            number += 1
            events.extend(_crossing(event, pid, tid, number))
        for note in thread.memory:
            at = {"pid": pid, "tid": tid, "ts": note.time_ns / _US}
            events.append(
                {
                    "ph": "i", "s": "t", "name": "[memory]", "cat": "Allocate" if note.bytes > 0 else "Free", **at,
                    "args": {
                        "place": note.place, "addr": str(note.address), "increase_bytes": note.bytes,
                        "current_allocated": note.allocated,
                    },
                }
            )  # fmt: skip
            events.append(
                {"ph": "C", "name": "allocated bytes", **at, "args": {"bytes": note.allocated}}
            )
    return {
        "displayTimeUnit": "ms",
        "schemaVersion": "1.0.2",
        "traceEvents": events,
        "ExtraInfo": {k: str(v) for k, v in result.extra.items()},
    }


def result_of(trace):
    """A `ProfilerResult` from what `trace_of` gave."""
    from .result import _nested, _place_memory

    threads = {}

    def thread(entry):
        return threads.setdefault(entry["tid"], {"name": "", "events": [], "memory": []})

    begun = {}
    for entry in trace["traceEvents"]:
        kind = entry["ph"]
        if kind == "M" and entry["name"] == "thread_name":
            thread(entry)["name"] = entry["args"]["name"]
        elif kind == "X":
            thread(entry)["events"].append(_event(entry, entry["ts"] + entry["dur"]))
        elif kind == "b":
            begun[entry["id"]] = entry
        elif kind == "e":
            thread(entry)["events"].append(_event(begun.pop(entry["id"]), entry["ts"]))
        elif kind == "i":
            args = entry["args"]
            thread(entry)["memory"].append(
                MemoryEvent(
                    round(entry["ts"] * _US), args["increase_bytes"], int(args["addr"]), args["current_allocated"],
                    args["place"],
                )
            )  # fmt: skip
    made = []
    for tid, found in threads.items():
        found["events"].reverse()  # an event stands before what lies in it; _nested wants it after
        roots, overlapping = _nested(found["events"])
        _place_memory(roots, found["memory"])
        made.append(Thread(tid, found["name"], roots, overlapping, found["memory"]))
    return ProfilerResult(made, dict(trace.get("ExtraInfo", {})))


def _event(entry, end):
    args = entry.get("args", {})
    dtypes = args.get("input_dtypes", {})
    operands = [
        (name, dtype, tuple(shape))
        for name, shapes in args.get("input_shapes", {}).items()
        for dtype, shape in zip(dtypes[name], shapes, strict=True)
    ]
    return Event(
        entry["name"], TracerEventType[entry["cat"]], round(entry["ts"] * _US), round(end * _US), args.get("flops", 0),
        operands or None,
    )  # fmt: skip
