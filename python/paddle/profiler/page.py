"""A page with the timeline and the table of a profile: one file, which a browser shows without anything else."""

import json
import os
import pathlib

from . import statistic_helper as sums
from .result import TracerEventType

_HERE = pathlib.Path(__file__).parent


def _text_of(operands):
    return ", ".join(f"{name}: {dtype}[{', '.join(map(str, shape))}]" for name, dtype, shape in operands)  # fmt: skip


def _events(thread):
    """(event, depth), each before what lies in it; what crosses others lies below all."""
    todo = [(event, 0) for event in reversed(thread.roots)]
    deepest = -1
    while todo:
        event, depth = todo.pop()
        deepest = max(deepest, depth)
        yield event, depth
        todo.extend((child, depth + 1) for child in reversed(event.children))
    ends = []  # of rows below
    for event in sorted(thread.overlapping, key=lambda e: e.start_ns):
        row = next((i for i, end in enumerate(ends) if end <= event.start_ns), len(ends))
        ends[row : row + 1] = [event.end_ns]
        yield event, deepest + 1 + row


def _as_dict(event, depth, start):
    made = {
        "n": event.name, "k": event.type.name, "t": event.start_ns - start, "w": event.duration, "d": depth,
    }  # fmt: skip
    if event.flops:
        made["f"] = event.flops
    if event.operands:
        made["o"] = _text_of(event.operands)
    return made


def _table(result):
    items, own = {}, {}
    for thread in result.threads:
        for event in [*thread.walk(), *thread.overlapping]:
            is_step = event.type is TracerEventType.ProfileStep
            key = "ProfileStep" if is_step else event.name, event.type.name
            items.setdefault(key, sums.Item(key[0])).add(event.duration)
            inside = sum(child.duration for child in event.children)
            own[key] = own.get(key, 0) + event.duration - inside
    return [
        {
            "n": name, "k": kind, "c": item.calls, "t": item.total, "s": own[name, kind], "a": item.mean,
            "m": item.most, "i": item.least,
        }
        for (name, kind), item in items.items()
    ]  # fmt: skip


def export_html(path, profile, title=None):
    """Writes a page with the timeline of a profile, its memory and a table that can be sorted.

    Args:
        path (str): of the file.
        profile (Profiler|ProfilerResult): what to show.
        title (str, optional): of the page.

    Raises:
        ValueError: nothing has been recorded.

    Examples:
        >>> import os, tempfile, paddle
        >>> from paddle import profiler
        >>> with profiler.Profiler(on_trace_ready=lambda p: None) as p:
        ...     _ = paddle.ones([2]) + 1
        >>> path = os.path.join(tempfile.mkdtemp(), "profile.html")
        >>> profiler.export_html(path, p)
        >>> os.path.getsize(path) > 5000
        True
    """
    result = getattr(profile, "profiler_result", profile)
    if result is None:
        raise ValueError(
            "(InvalidArgument) export_html: nothing has been recorded.\n"
            "  Hint: it is to be called after Profiler.stop(), or as on_trace_ready."
        )
    starts = [e.start_ns for t in result.threads for e in [*t.roots, *t.overlapping]]
    starts += [note.time_ns for t in result.threads for note in t.memory]
    start = min(starts, default=0)
    notes = sorted((n for t in result.threads for n in t.memory), key=lambda n: n.time_ns)
    data = {
        "title": title or f"Profile of process {result.extra.get('pid', os.getpid())}",
        "threads": [
            {"name": t.name, "events": [_as_dict(e, d, start) for e, d in _events(t)]}
            for t in result.threads
        ],
        "memory": [[note.time_ns - start, note.allocated] for note in notes],
        "table": _table(result),
    }
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    page = (_HERE / "page.html").read_text(encoding="utf-8")
    page = page.replace("{{page.js}}", (_HERE / "page.js").read_text(encoding="utf-8"))
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(page.replace("{{data}}", text))
