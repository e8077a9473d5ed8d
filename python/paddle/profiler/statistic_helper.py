"""Sums over the events of a profile."""

from .result import TracerEventType

_OPERATORS = (TracerEventType.Operator,)
_KERNELS = (TracerEventType.DygraphKernelLaunch, TracerEventType.StaticKernelLaunch)


class Item:
    """How often something happened, and for how long (nanoseconds)."""

    def __init__(self, name):
        self.name, self.calls, self.total, self.least, self.most = name, 0, 0, None, 0
        self.flops, self.inner = 0, {}

    def add(self, duration, flops=0):
        """Counts an event."""
        self.calls += 1
        self.total += duration
        self.most = max(self.most, duration)
        self.least = duration if self.least is None else min(self.least, duration)
        self.flops += flops

    @property
    def mean(self):
        return self.total / self.calls if self.calls else 0.0


def sum_ranges(ranges):
    """The length of a union of ranges, which may overlap."""
    total, last = 0, None
    for start, end in sorted(ranges):
        if last is None or start > last:
            total += end - start
            last = end
        elif end > last:
            total += end - last
            last = end
    return total


def of(result, *types):
    """All events of these types, also those that cross others."""
    for thread in result.threads:
        for event in thread.walk():
            if event.type in types:
                yield event
        yield from (event for event in thread.overlapping if event.type in types)


def outermost(result, *types):
    """Pairs (thread, event): of these types, within no other of them."""
    for thread in result.threads:
        todo = list(reversed(thread.roots))
        while todo:
            event = todo.pop()
            if event.type in types:
                yield thread, event
            else:
                todo.extend(reversed(event.children))


def operators(result, by_thread=False):
    """{thread: {name: Item}} of operators that others did not call; their `inner` is what lies in them."""
    tables = {}
    for thread, event in outermost(result, *_OPERATORS):
        key = f"{thread.id} ({thread.name})" if by_thread else "All threads merged"
        items = tables.setdefault(key, {})
        item = items.setdefault(event.name, Item(event.name))
        item.add(event.duration, flops_of(event))
        for child in event.children:
            name = "kernel" if child.type in _KERNELS else child.name
            item.inner.setdefault(name, Item(name)).add(child.duration, flops_of(child))
    return tables


def flops_of(event):
    """Of an operator, or of what it called, where only that tells."""
    return event.flops or sum(map(flops_of, event.children))


def by_name(events):
    """{name: Item}."""
    items = {}
    for event in events:
        items.setdefault(event.name, Item(event.name)).add(event.duration)
    return items


def steps(result):
    """The ranges of the steps; without any, the whole profile."""
    ranges = [(e.start_ns, e.end_ns) for e in of(result, TracerEventType.ProfileStep)]
    if not ranges:
        roots = [e for thread in result.threads for e in thread.roots]
        if roots:
            ranges = [(min(e.start_ns for e in roots), max(e.end_ns for e in roots))]
    return ranges


def layers(result):
    """Layers as a tree of Item: those of one name at one place in others of one name are one."""
    root = Item("")
    for thread in result.threads:
        _add_layers(thread.roots, root)
    return root


def _add_layers(events, parent):
    for event in events:
        if event.type is not TracerEventType.Forward:
            _add_layers(event.children, parent)
            continue
        item = parent.inner.setdefault(event.name, Item(event.name))
        item.add(event.duration, sum(map(flops_of, event.children)))
        _add_layers(event.children, item)


class MemoryItem:
    """What one kind of event took and gave back."""

    def __init__(self, name):
        self.name, self.allocations, self.frees, self.taken, self.given = name, 0, 0, 0, 0

    def add(self, size):
        """Counts a piece of memory, given back where `size` is negative."""
        if size > 0:
            self.allocations, self.taken = self.allocations + 1, self.taken + size
        else:
            self.frees, self.given = self.frees + 1, self.given - size


def memory(result):
    """{place: {name: MemoryItem}}, by the innermost event that is no kernel."""
    places = {}
    for thread in result.threads:
        for note in thread.memory:
            name = note.event.name if note.event is not None else "(outside of events)"
            items = places.setdefault(note.place, {})
            items.setdefault(name, MemoryItem(name)).add(note.bytes)
    return places
