"""The tables of `Profiler.summary`."""

import enum

from . import statistic_helper as sums
from .result import TracerEventType


class SortedKeys(enum.Enum):
    """The order of operators in `Profiler.summary`. There are no events of a GPU: its keys order as the CPU's.

    Examples:
        >>> from paddle import profiler
        >>> [key.name for key in profiler.SortedKeys][:4]
        ['CPUTotal', 'CPUAvg', 'CPUMax', 'CPUMin']
    """

    CPUTotal = 0
    CPUAvg = 1
    CPUMax = 2
    CPUMin = 3
    GPUTotal = 4
    GPUAvg = 5
    GPUMax = 6
    GPUMin = 7


_UNITS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0}
_ORDER = {
    "Total": lambda item: -item.total,
    "Avg": lambda item: -item.mean,
    "Max": lambda item: -item.most,
    "Min": lambda item: item.least or 0,
}
_PHASES = (
    TracerEventType.Dataloader, TracerEventType.Forward, TracerEventType.Backward, TracerEventType.Optimization,
)  # fmt: skip
_WIDEST_NAME = 56


class Tables:
    """Texts of tables, one after the other.

    Args:
        result (ProfilerResult): the profile.
        unit (str): of times.
    """

    def __init__(self, result, unit):
        if unit not in _UNITS:
            raise ValueError(
                "(InvalidArgument) Profiler.summary: argument `time_unit` is wrong.\n"
                f"  Expected: one of {', '.join(_UNITS)}\n  Received: {unit!r}"
            )
        self.result, self.unit, self.lines = result, unit, []
        ranges = sums.steps(result)
        self.total, self.num_steps = sums.sum_ranges(ranges), len(ranges)

    def time(self, nanoseconds):
        """A time in the unit of the tables."""
        digits = {"ns": 0, "us": 2, "ms": 3, "s": 6}[self.unit]
        return f"{nanoseconds / _UNITS[self.unit]:.{digits}f}"

    def ratio(self, part, whole):
        """In percent."""
        return f"{100 * part / whole:.2f}" if whole else "-"

    def times(self, item, whole):
        """The columns that `TIMES` names."""
        values = (item.total, item.mean, item.most, item.least or 0)
        return [*map(self.time, values), self.ratio(item.total, whole)]

    TIMES = ("Total", "Avg", "Max", "Min", "Ratio(%)")

    def add(self, title, heads, rows, timed=True, note=None):
        """A table; a row that is a text stands as a line across it."""
        cells = [[str(cell) for cell in row] for row in rows if not isinstance(row, str)]
        heads = list(heads)
        widths = [max(len(row[i]) for row in [heads, *cells]) for i in range(len(heads))]
        widths[0] = min(widths[0], _WIDEST_NAME)
        width = sum(widths) + 3 * (len(widths) - 1)

        def line(row):
            first = row[0] if len(row[0]) <= widths[0] else row[0][: widths[0] - 3] + "..."
            rest = [cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)]
            return "   ".join([first.ljust(widths[0]), *rest]).rstrip()

        rule = "-" * width
        self.lines += ["", f" {title} ".center(width, "-")]
        if timed:
            self.lines.append(f"Time unit: {self.unit}")
        self.lines += [rule, line(heads), rule]
        for row in rows:
            text = f" {row} ".center(width, "-") if isinstance(row, str) else None
            self.lines.append(text or line([str(cell) for cell in row]))
        self.lines.append(rule)
        if note:
            self.lines.append(note)

    # ---- the tables ----

    def device(self):
        """How busy the process was."""
        busy = float(self.result.extra.get("Process Cpu Utilization", 0.0))
        self.add(
            "Device Summary", ("Device", "Utilization (%)"), [("CPU(Process)", f"{100 * busy:.2f}")], timed=False,
            note="Time of the process on all cores by the time that went by: 200 where two cores were busy.",
        )  # fmt: skip

    def overview(self):
        """What the time went to, by kinds of events, which lie within each other."""
        rows = [("ProfileStep", self.num_steps, self.time(self.total), self.ratio(1, 1))]
        found = []
        for kind in TracerEventType:
            if kind is TracerEventType.ProfileStep:
                continue
            ranges = [(e.start_ns, e.end_ns) for e in sums.of(self.result, kind)]
            if ranges:
                found.append((sums.sum_ranges(ranges), kind.name, len(ranges)))
        for time, name, count in sorted(found, reverse=True):
            rows.append((f"  {name}", count, self.time(time), self.ratio(time, self.total)))
        self.add(
            "Overview Summary", ("Event Type", "Calls", "CPU Time", "Ratio(%)"), rows,
            note="Kinds of events lie within each other: a Forward holds its Operators. Times that overlap count once.",
        )  # fmt: skip

    def model(self):
        """How long a step waits for data, goes forward, backward, and changes parameters."""
        rows, rest = [], self.total
        whole = sums.Item("ProfileStep")
        for start, end in sums.steps(self.result):
            whole.add(end - start)
        rows.append((whole.name, whole.calls, *self.times(whole, self.total)))
        for kind in _PHASES:
            item = sums.Item(kind.name)
            for _, event in sums.outermost(self.result, kind):
                item.add(event.duration)
            if item.calls:
                rows.append((f"  {item.name}", item.calls, *self.times(item, self.total)))
                rest -= item.total
        if len(rows) == 1:
            return
        rest = max(rest, 0)
        others = (self.time(rest), "-", "-", "-", self.ratio(rest, self.total))
        rows.append(("  Others", "-", *others))
        self.add("Model Summary", ("Name", "Calls", *self.TIMES), rows)

    def operators(self, sorted_by, detail, by_thread, flops):
        """Operators that were called, not by others; below each what lies in it."""
        rows = []
        key = _ORDER[sorted_by.name[3:]]
        for thread, items in sums.operators(self.result, by_thread).items():
            rows.append(f"Thread: {thread}")
            whole = sum(item.total for item in items.values())
            for item in sorted(items.values(), key=key):
                count = [item.flops] if flops else []
                rows.append((item.name, item.calls, *self.times(item, whole), *count))
                if not detail:
                    continue
                for inner in sorted(item.inner.values(), key=key):
                    count = [inner.flops or "-"] if flops else []
                    rows.append(
                        (f"  {inner.name}", inner.calls, *self.times(inner, item.total), *count)
                    )
        if rows:
            heads = ("Name", "Calls", *self.TIMES, *(["FLOPs"] if flops else []))
            self.add("Operator Summary", heads, rows)

    def user(self):
        """The user's own events."""
        items = sums.by_name(sums.of(self.result, TracerEventType.PythonUserDefined))
        rows = [
            (item.name, item.calls, *self.times(item, self.total))
            for item in sorted(items.values(), key=_ORDER["Total"])
        ]
        if rows:
            self.add("UserDefined Summary", ("Name", "Calls", *self.TIMES), rows)

    def memory(self):
        """What took memory."""
        for place, items in sums.memory(self.result).items():
            rows = [
                (m.name, m.allocations, m.frees, m.taken, m.given, m.taken - m.given)
                for m in sorted(items.values(), key=lambda m: m.given - m.taken)
            ]
            heads = ("Name", "Allocations", "Frees", "Bytes taken", "Bytes freed", "Increase")
            extra = self.result.extra
            peaks = extra.get("Peak Allocated", "-"), extra.get("Peak Reserved", "-")
            note = "Peak allocated: {}, peak reserved: {} bytes".format(*peaks)
            self.add(f"Memory Summary - Place({place})", heads, rows, timed=False, note=note)

    def layer_flops(self):
        """Floating point operations of layers, each with what lies in it."""
        rows = []

        def visit(item, depth):
            for inner in item.inner.values():
                speed = inner.flops / inner.total if inner.total else 0.0  # per ns: 1e9 in a second
                name = "  " * depth + inner.name
                rows.append(
                    (name, inner.calls, self.time(inner.total), inner.flops, f"{speed:.3f}")
                )
                visit(inner, depth + 1)

        visit(sums.layers(self.result), 0)
        if rows:
            self.add("Flops Summary", ("Layer", "Calls", "CPU Time", "FLOPs", "GFLOP/s"), rows)


def build_tables(result, sorted_by, op_detail, thread_sep, time_unit, views=None, flops=False):
    """The text of `Profiler.summary`; `views` are names of SummaryView, or None for all."""
    tables = Tables(result, time_unit)
    if not isinstance(sorted_by, SortedKeys):
        raise TypeError(
            "(InvalidType) Profiler.summary: argument `sorted_by` is wrong.\n"
            f"  Expected: a SortedKeys\n  Received: {sorted_by!r}"
        )
    for view, add in (
        ("DeviceView", tables.device),
        ("OverView", tables.overview),
        ("ModelView", tables.model),
        ("OperatorView", lambda: tables.operators(sorted_by, op_detail, thread_sep, flops)),
        ("UDFView", tables.user),
        ("MemoryView", tables.memory),
    ):
        if views is None or view in views:
            add()
    if flops and views is None:
        tables.layer_flops()
    return "\n".join(tables.lines[1:])
