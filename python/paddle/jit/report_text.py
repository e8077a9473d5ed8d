"""A report as text: a table of calls, then what is worth to know, each thing in a line."""

import collections
import os

MOST = 8  # lines of one kind


def text_of(report):
    """The text of a `Report`."""
    lines = [f"{report.name}: {_count(report.calls, 'call')}"]
    if report.of_instances and not report.calls:
        lines.append("  each instance has a report of its own: paddle.jit.report(instance)")
    lines += _table(report)
    if report.captured:
        lines.append(
            f"  compiled: {_count(report.compiled, 'program')} in {_time(report.compile_seconds)}; "
            f"guards: {report.guards}"
        )
    if report.unskippable is not None:
        lines.append(f"  Python runs each time: {_short(report.unskippable)}")
    elif report.unskippable_before:
        lines.append("  earlier captures could not skip Python:")
        lines += _listed(report.unskippable_before)
    if report.fixed_sizes is not None:
        lines.append(f"  one program for each size: {_short(report.fixed_sizes)}")
    if report.recaptures:
        lines.append(
            f"  captured again {_count(report.recompiles, 'time')}, since these had changed:"
        )
        lines += _listed(report.recaptures)
    if report.last:
        lines += _last(report)
    return "\n".join(lines)


def _table(report):
    rows = [
        ("skipped Python", report.skipped, report.skipped_seconds),
        ("captured", report.captured, report.seconds - report.eager_seconds),
        ("ran as eager code", report.eager, report.eager_seconds),
    ]
    total = sum(seconds for *_, seconds in rows)
    lines = []
    for what, count, seconds in rows:
        if count:
            share = f"{100 * seconds / total:.0f} %" if total else ""
            lines.append(
                f"  {what:18}{count:8}  x {_time(seconds / count):>9}  = {_time(seconds):>9}  {share:>5}"
            )
    return lines


def _last(report):
    graphs, lines = report.graphs, []
    sizes = ", ".join(map(str, graphs[:MOST])) + (", ..." if len(graphs) > MOST else "")
    lines.append(f"  last capture: {_count(len(graphs), 'program')} of {sizes or 0} operations")
    memory = report.memory
    if len(memory) > 2:
        lines.append(
            f"  memory: at most {_bytes(max(m.peak for m in memory))} in each of {len(memory)} programs"
        )
    else:
        for what, m in zip(
            (" forward", " backward") if len(memory) == 2 else ("",), memory, strict=False
        ):
            lines.append(
                f"  memory{what}: {_bytes(m.peak)}, {_bytes(m.results)} of it results; "
                f"all tensors: {_bytes(m.tensors)}"
            )
    lines += [
        f"  CINN: {_count(f.kernels, 'kernel')} for {_count(f.operators, 'operator')}, "
        f"in a program of {_count(f.steps, 'step')}"
        for f in report.fusion
        if f.kernels
    ][:MOST]
    if report.assumptions:
        lines.append(
            f"  right for the values of {_count(report.assumptions, 'tensor')} only: where Python looked at them"
        )
    if report.breaks:
        lines.append(
            f"  {_count(len(report.breaks), 'break')}: programs that ended before the function did"
        )
        lines += _listed(collections.Counter(report.breaks))
    return lines


def _listed(counter):
    lines = []
    for text, count in counter.most_common(MOST):
        lines.append(f"    {_short(text)}" + (f"  ({count} times)" if count > 1 else ""))
    if len(counter) > MOST:
        lines.append(f"    and {len(counter) - MOST} more")
    return lines


def _short(text):
    """Paths below the working directory from there on."""
    here = os.getcwd() + os.sep
    return str(text).replace(here, "")


def _count(n, what):
    return f"{n} {what}{'' if n == 1 else 's'}"


def _time(seconds):
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"


def _bytes(n):
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if n >= size:
            return f"{n / size:.3g} {unit}"
    return f"{n} bytes"
