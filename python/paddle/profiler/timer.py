"""How long steps take, how much of it the data loader, and how many samples go through in a second."""

import time

from ..io import watched

_SKIPPED = 10  # steps at the start, which are not typical, left out of the summary


class _Mean:
    def __init__(self):
        self.count, self.total, self.least, self.most = 0, 0.0, float("inf"), 0.0

    def add(self, value):
        self.count += 1
        self.total += value
        self.least, self.most = min(self.least, value), max(self.most, value)

    def mean(self):
        return self.total / self.count if self.count else 0.0

    def summary(self):
        return {"max": self.most, "min": self.least, "avg": self.mean()}


class Event:
    """What is known of the steps from `begin` to `end`."""

    def __init__(self):
        self.total_iters = 0
        self.speed_unit = "samples/s"
        self.in_samples = True  # else in steps
        self.dataset = None  # that the steps are of
        self.need_record = True
        self.reader_records, self.batch_records, self.speed_records = _Mean(), _Mean(), _Mean()
        self._samples = 0
        self.reset()

    def reset(self):
        """Begins the means of `step_info` anew."""
        self._reader, self._batch, self._recent_samples = _Mean(), _Mean(), 0

    def record_reader(self, seconds):
        """Counts a wait for a batch."""
        self._reader.add(seconds)
        if self.total_iters >= _SKIPPED:
            self.reader_records.add(seconds)

    def record_batch(self, seconds, num_samples=None):
        """Counts a step."""
        if num_samples is None:
            self.in_samples, self.speed_unit = False, "steps/s"
        self._batch.add(seconds)
        self._recent_samples += num_samples or 0
        self.total_iters += 1
        if self.total_iters > _SKIPPED:
            self.batch_records.add(seconds)
            self._samples += num_samples or 0
            if seconds > 0:
                self.speed_records.add((num_samples if self.in_samples else 1) / seconds)

    def reader_average(self):
        """Seconds that a batch was waited for, since the last `reset`."""
        return self._reader.mean()

    def batch_average(self):
        """Seconds of a step, since the last `reset`."""
        return self._batch.mean()

    def speed_average(self):
        """Samples or steps in a second, since the last `reset`."""
        done = self._recent_samples if self.in_samples else self._batch.count
        return done / self._batch.total if self._batch.total else 0.0

    def get_summary(self):
        """Over all steps but the first ten; {} where there are no more."""
        if not self.batch_records.count:
            return {}
        total = self.batch_records.total
        speed = self.speed_records.summary()
        done = self._samples if self.in_samples else self.batch_records.count
        speed["avg"] = done / total if total else 0.0
        waits = self.reader_records.total
        return {
            "reader_summary": self.reader_records.summary(),
            "batch_summary": self.batch_records.summary(),
            "ips_summary": speed,
            "reader_ratio": 100 * waits / total if total else 0.0,
        }


class Benchmark:
    """Times steps between `begin` and `end`, which nest: an evaluation within training."""

    def __init__(self):
        self.events, self.num_samples = [], None
        self._step_began = 0.0

    @property
    def current_event(self):
        """The innermost event that has begun, or None."""
        return self.events[-1] if self.events else None

    def begin(self):
        """Begins to time steps."""
        self.events.append(Event())
        watched.timer = self._watch
        self._step_began = time.perf_counter()

    def step(self, num_samples=None):
        """A step is over, of so many samples."""
        self.num_samples = num_samples
        now = time.perf_counter()
        event = self.current_event
        if event is not None and event.need_record:
            event.record_batch(now - self._step_began, num_samples)
            self._step_began = now

    def step_info(self, unit="samples"):
        """A text with the means since the last call of it."""
        event = self.current_event
        if event is None:
            raise RuntimeError(
                "(PreconditionNotMet) Profiler.step_info: nothing is timed.\n  Hint: call start() first."
            )
        parts = []
        if event.reader_average():
            parts.append(f" reader_cost: {event.reader_average():.5f} s")
        if event.batch_average():
            event.speed_unit = f"{unit}/s" if event.in_samples else "steps/s"
            parts.append(f" batch_cost: {event.batch_average():.5f} s")
        if event.speed_average():
            parts.append(f" ips: {event.speed_average():.3f} {event.speed_unit}")
        event.reset()
        return "".join(parts)

    def end(self):
        """Ends it and prints a summary, where there were enough steps."""
        if not self.events:
            return
        text = summary_of(self.events.pop())
        if text:
            print(text)
        if not self.events:
            watched.timer = None
        self._step_began = time.perf_counter()

    def _watch(self, dataset):
        event = self.current_event
        if event.dataset is None:
            event.dataset = dataset
        same = event.dataset is dataset
        if same and not event.need_record:
            self._step_began = time.perf_counter()
        # The steps of another dataset, as of an evaluation in the middle, are not part of it.
        event.need_record = same
        began = time.perf_counter()

        def done(there):
            if there and same:
                event.record_reader(time.perf_counter() - began)

        return done


def summary_of(event):
    """The table that `Benchmark.end` prints, or "" where there were too few steps."""
    found = event.get_summary()
    if not found:
        return ""
    lines = ["Perf Summary".center(100, "=")]
    if found["reader_ratio"]:
        lines.append(f"Reader Ratio: {found['reader_ratio']:.3f}%")
    lines.append(f"Time Unit: s, IPS Unit: {event.speed_unit}")
    rows = [["", "avg", "max", "min"]]
    for name in ("reader", "batch", "ips"):
        values = found[f"{name}_summary"]
        if name == "reader" and not values["avg"]:
            continue
        title = "ips" if name == "ips" else f"{name}_cost"
        rows.append([title] + [f"{values[key]:.5f}" for key in ("avg", "max", "min")])
    lines += ["| " + " | ".join(cell.center(15) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


_benchmark = Benchmark()


def benchmark():
    """The one `Benchmark` of the process."""
    return _benchmark
