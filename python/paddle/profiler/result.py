"""What a profile has found: events of threads, as a tree, and what memory tensors took."""

import enum
import json
import os
from dataclasses import dataclass, field


class TracerEventType(enum.IntEnum):
    """What an event is about, numbered as in Paddle."""

    Operator = 0
    Dataloader = 1
    ProfileStep = 2
    CudaRuntime = 3
    Kernel = 4
    Memcpy = 5
    Memset = 6
    UserDefined = 7
    OperatorInner = 8
    Forward = 9
    Backward = 10
    Optimization = 11
    Communication = 12
    PythonOp = 13
    PythonUserDefined = 14
    DygraphKernelLaunch = 15
    StaticKernelLaunch = 16


@dataclass(eq=False, slots=True)
class Event:
    """One event. Times are nanoseconds; `children` lie within it."""

    name: str
    type: TracerEventType
    start_ns: int
    end_ns: int
    flops: int = 0
    operands: list = None  # (argument, dtype, shape)
    children: list = field(default_factory=list)

    @property
    def duration(self):
        return self.end_ns - self.start_ns

    @property
    def children_node(self):
        """Paddle's name of `children`."""
        return self.children


@dataclass(eq=False, slots=True)
class MemoryEvent:
    """A tensor's memory is taken (`bytes` above 0) or given back."""

    time_ns: int
    bytes: int
    address: int
    allocated: int
    place: str
    event: Event = None  # the innermost one that it happened in


@dataclass(eq=False, slots=True)
class Thread:
    """The events of one thread: `roots` are trees, `overlapping` are those that cross the end of another one."""

    id: int
    name: str
    roots: list
    overlapping: list
    memory: list
    dropped: int = 0

    def walk(self):
        """All events of the trees, each before what lies in it."""
        todo = list(reversed(self.roots))
        while todo:
            event = todo.pop()
            yield event
            todo.extend(reversed(event.children))


def _nested(events):
    """Trees of what nests, and the rest; `events` come in the order of their ends."""
    order = sorted(range(len(events)), key=lambda i: (events[i].start_ns, -events[i].end_ns, -i))
    roots, overlapping, open_ = [], [], []
    for i in order:
        event = events[i]
        while open_ and open_[-1].end_ns <= event.start_ns and open_[-1].end_ns < event.end_ns:
            open_.pop()
        if open_ and event.end_ns > open_[-1].end_ns:
            overlapping.append(event)
            continue
        (open_[-1].children if open_ else roots).append(event)
        open_.append(event)
    return roots, overlapping


def _place_memory(roots, memory):
    """Tells each memory event the innermost event around it."""
    for note in sorted(memory, key=lambda m: m.time_ns):
        level, found = roots, None
        while True:
            inner = _around(level, note.time_ns)
            if inner is None:
                break
            found, level = inner, inner.children
        note.event = found


def _around(events, time):
    low, high = 0, len(events)
    while low < high:  # events of one level are in order and apart
        middle = (low + high) // 2
        if events[middle].start_ns <= time:
            low = middle + 1
        else:
            high = middle
    if low and time <= events[low - 1].end_ns:
        return events[low - 1]
    return None


def thread_of(raw, names):
    """A `Thread` from what the recording gives; `names` are those of Python's threads."""
    events = [
        Event(name, TracerEventType(kind), begin, end, flops, operands)
        for name, kind, begin, end, flops, operands in raw["events"]
    ]
    memory = [MemoryEvent(*note) for note in raw["memory"]]
    roots, overlapping = _nested(events)
    _place_memory(roots, memory)
    id_ = raw["id"]
    name = names.get(id_) or f"{raw['name'] or 'thread'} {id_}"
    return Thread(id_, name, roots, overlapping, memory, raw["dropped"])


class ProfilerResult:
    """What one period of recording has found.

    Args:
        threads (list[Thread]): of the process.
        extra (dict): texts that belong to it.

    Examples:
        >>> import paddle
        >>> from paddle import profiler
        >>> with profiler.Profiler(on_trace_ready=lambda p: None) as p:
        ...     _ = paddle.ones([2]) + 1
        >>> [e.name for t in p.profiler_result.threads for e in t.walk() if e.type.name == "Operator"]
        ['ones', 'add']
    """

    def __init__(self, threads, extra=None):
        self.threads = sorted(threads, key=lambda t: (t.id != os.getpid(), t.id))
        self.extra = extra or {}

    def get_data(self):
        """A root event for each thread, by its number, as in Paddle."""
        data = {}
        for thread in self.threads:
            inside = thread.roots
            start = inside[0].start_ns if inside else 0
            end = max((e.end_ns for e in inside), default=0)
            data[thread.id] = Event(
                "root node", TracerEventType.UserDefined, start, end, children=list(inside)
            )
        return data

    def get_extra_info(self):
        """Texts that belong to the profile."""
        return self.extra

    def save(self, path, format="json"):
        """Writes it to a file that chrome://tracing, Perfetto and `load_profiler_result` read.

        Args:
            path (str): of the file.
            format (str): "json".
        """
        from .chrome import trace_of

        if format != "json":
            raise NotImplementedError(
                f"(Unimplemented) Profiler.export: the format {format!r} is not part of this version.\n"
                "  Expected: json\n  Hint: load_profiler_result reads what format='json' wrote."
            )
        folder = os.path.dirname(os.path.abspath(path))
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(trace_of(self), file, separators=(",", ":"))
