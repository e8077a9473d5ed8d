"""Profiler: when to record, and what to do with what was recorded."""

import datetime
import enum
import os
import socket
import threading
import time
import warnings
import weakref

from .. import _C
from . import marks
from .profiler_statistic import SortedKeys, build_tables
from .result import ProfilerResult, TracerEventType, thread_of
from .timer import benchmark
from .utils import RecordEvent


class SummaryView(enum.Enum):
    """The tables of `Profiler.summary`. This version has none for DistributedView, KernelView, MemoryManipulationView.

    Examples:
        >>> from paddle import profiler
        >>> [view.name for view in profiler.SummaryView][:3]
        ['DeviceView', 'OverView', 'ModelView']
    """

    DeviceView = 0
    OverView = 1
    ModelView = 2
    DistributedView = 3
    KernelView = 4
    OperatorView = 5
    MemoryView = 6
    MemoryManipulationView = 7
    UDFView = 8


class ProfilerState(enum.Enum):
    """What a Profiler does in a step: nothing, get ready, record, record for the last time of a period.

    Examples:
        >>> from paddle import profiler
        >>> profiler.Profiler(scheduler=lambda step: profiler.ProfilerState.CLOSED).current_state.name
        'CLOSED'
    """

    CLOSED = 0
    READY = 1
    RECORD = 2
    RECORD_AND_RETURN = 3


class ProfilerTarget(enum.Enum):
    """Devices whose events are recorded; this version records the CPU's.

    Examples:
        >>> from paddle import profiler
        >>> [target.name for target in profiler.Profiler(targets=[profiler.ProfilerTarget.CPU]).targets]
        ['CPU']
    """

    CPU = 0
    GPU = 1
    XPU = 2
    CUSTOM_DEVICE = 3


_RECORDS = (ProfilerState.RECORD, ProfilerState.RECORD_AND_RETURN)
_active = None  # a weak reference to the Profiler that records: there is one recording in a process
_active_lock = threading.Lock()


def make_scheduler(*, closed, ready, record, repeat=0, skip_first=0):
    """A schedule: after `skip_first` steps, periods of closed, ready and recording ones.

    Args:
        closed (int): steps of a period that do nothing.
        ready (int): steps before it records, which let the program settle.
        record (int): steps that are recorded, at least 1.
        repeat (int): how many periods; 0: without end.
        skip_first (int): steps before the first period.

    Returns:
        callable: from the number of a step to its ProfilerState.

    Raises:
        ValueError: a negative number, or nothing to record.

    Examples:
        >>> from paddle import profiler
        >>> schedule = profiler.make_scheduler(closed=1, ready=1, record=2, repeat=1)
        >>> [schedule(step).name for step in range(5)]
        ['CLOSED', 'READY', 'RECORD', 'RECORD_AND_RETURN', 'CLOSED']
    """
    for name, value in (
        ("closed", closed),
        ("ready", ready),
        ("record", record),
        ("repeat", repeat),
        ("skip_first", skip_first),
    ):
        least = 1 if name == "record" else 0
        if value < least:
            raise ValueError(
                f"(InvalidArgument) make_scheduler: argument `{name}` is wrong.\n"
                f"  Expected: at least {least}\n  Received: {value}"
            )
    period = closed + ready + record

    def state_of(step):
        step -= skip_first
        if step < 0 or 0 < repeat <= step // period:
            return ProfilerState.CLOSED
        place = step % period
        if place < closed:
            return ProfilerState.CLOSED
        if place < closed + ready:
            return ProfilerState.READY
        return ProfilerState.RECORD if place < period - 1 else ProfilerState.RECORD_AND_RETURN

    return state_of


def _schedule_of(scheduler):
    if scheduler is None:
        return lambda step: ProfilerState.RECORD
    if callable(scheduler):
        return scheduler
    if not isinstance(scheduler, (tuple, list)) or len(scheduler) != 2:
        raise TypeError(
            "(InvalidType) Profiler: argument `scheduler` is wrong.\n"
            f"  Expected: a callable or (start_batch, end_batch)\n  Received: {scheduler!r}"
        )
    start, end = max(scheduler[0], 0), scheduler[1]
    if end <= start:
        raise ValueError(
            "(InvalidArgument) Profiler: argument `scheduler` is wrong.\n"
            f"  Expected: start_batch < end_batch\n  Received: {scheduler!r}"
        )
    if start == 0:
        return make_scheduler(closed=0, ready=0, record=end, repeat=1)
    return make_scheduler(closed=start - 1, ready=1, record=end - start, repeat=1)


def export_chrome_tracing(dir_name, worker_name=None):
    """For `on_trace_ready`: writes each profile to a file for chrome://tracing and Perfetto.

    Args:
        dir_name (str): the folder; it is made where it is missing.
        worker_name (str, optional): the first part of the files' names; by default host and process.

    Returns:
        callable: of a Profiler.

    Raises:
        RuntimeError: the folder can not be made.

    Examples:
        >>> import os, tempfile, paddle
        >>> from paddle import profiler
        >>> folder = tempfile.mkdtemp()
        >>> with profiler.Profiler(on_trace_ready=profiler.export_chrome_tracing(folder, "me")):
        ...     _ = paddle.ones([2]) + 1
        >>> [name[:8] for name in os.listdir(folder)]
        ['me_time_']
    """
    try:
        os.makedirs(dir_name, exist_ok=True)
    except OSError as error:
        raise RuntimeError(
            f"(External) export_chrome_tracing: the folder {dir_name!r} can not be made ({error})."
        ) from error

    def export(profiler):
        who = worker_name or f"host_{socket.gethostname()}pid_{os.getpid()}"
        now = datetime.datetime.now().strftime("%Y_%m_%d_%H_%M_%S_%f")
        profiler.export(os.path.join(dir_name, f"{who}_time_{now}.paddle_trace.json"), "json")

    return export


def export_protobuf(dir_name, worker_name=None):
    """Not part of this version: Paddle's own format of profiles.

    Args:
        dir_name (str): the folder.
        worker_name (str, optional): the first part of the files' names.

    Raises:
        NotImplementedError: always. `export_chrome_tracing` writes files that `load_profiler_result` reads.

    Examples:
        >>> from paddle import profiler
        >>> profiler.export_protobuf("log")
        Traceback (most recent call last):
        NotImplementedError: (Unimplemented) export_protobuf: the format is not part of this version.
          Hint: use export_chrome_tracing; load_profiler_result reads its files.
    """
    raise NotImplementedError(
        "(Unimplemented) export_protobuf: the format is not part of this version.\n"
        "  Hint: use export_chrome_tracing; load_profiler_result reads its files."
    )


class Profiler:
    """Records what a program does, in the steps that a schedule tells, on all threads.

    Args:
        targets (list[ProfilerTarget], optional): devices; others than the CPU are left out, with a warning.
        scheduler (callable|tuple, optional): from the number of a step to its ProfilerState, as `make_scheduler`
            gives, or (start, end): the steps from start to before end. By default all.
        on_trace_ready (callable, optional): called with the Profiler at the end of each period; by default
            ``export_chrome_tracing("./profiler_log/")``.
        record_shapes (bool): also shapes and dtypes of the operands of operators.
        profile_memory (bool): also when tensors take memory and give it back.
        timer_only (bool): records nothing, and only times steps, for `step_info`.
        emit_nvtx (bool), custom_device_types (list): accepted.
        with_flops (bool): also counts the floating point operations of operators.

    Examples:
        >>> import paddle
        >>> from paddle import profiler
        >>> net = paddle.nn.Linear(4, 2)
        >>> p = profiler.Profiler(scheduler=(1, 3), on_trace_ready=lambda p: None)
        >>> p.start()
        >>> for _ in range(4):
        ...     net(paddle.ones([3, 4])).sum().backward()
        ...     p.step()
        >>> p.stop()
        >>> [e.name for t in p.profiler_result.threads for e in t.roots]
        ['ProfileStep#1', 'ProfileStep#2']
    """

    def __init__(
        self,
        *,
        targets=None,
        scheduler=None,
        on_trace_ready=None,
        record_shapes=False,
        profile_memory=False,
        timer_only=False,
        emit_nvtx=False,
        custom_device_types=(),
        with_flops=False,
    ):
        self.targets = set(targets or (ProfilerTarget.CPU,))
        for target in sorted(self.targets - {ProfilerTarget.CPU}, key=lambda t: t.value):
            self.targets.remove(target)
            warnings.warn(f"Profiling {target} is not supported in current context.", stacklevel=2)
        self.scheduler = _schedule_of(scheduler)
        self.on_trace_ready = _export_by_default if on_trace_ready is None else on_trace_ready
        self.record_shapes, self.profile_memory = record_shapes, profile_memory
        self.timer_only, self.with_flops, self.emit_nvtx = timer_only, with_flops, emit_nvtx
        self.step_num = 0
        self.previous_state, self.current_state = ProfilerState.CLOSED, self.scheduler(0)
        self.record_event = self.profiler_result = None
        self._thread_names, self._began = {}, None
        if not timer_only:
            marks.prepare()  # now, so that no step waits for it

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.stop()
        return False

    def start(self):
        """Begins with step 0."""
        if not self.timer_only and self.current_state in _RECORDS:
            self._begin()
        benchmark().begin()
        if not self.timer_only:
            self._begin_step()

    def step(self, num_samples=None):
        """A step is over, the next one begins.

        Args:
            num_samples (int, optional): how many samples it was of, for the throughput.
        """
        benchmark().step(num_samples)
        if self.timer_only:
            return
        self._end_step()
        self.previous_state = self.current_state
        self.step_num += 1
        self.current_state = self.scheduler(self.step_num)
        self._change(self.previous_state, self.current_state)
        self._begin_step()

    def stop(self):
        """Ends the profile; what is being recorded goes to `on_trace_ready`."""
        benchmark().end()
        if self.timer_only:
            return
        self._end_step()
        state, self.current_state = self.current_state, ProfilerState.CLOSED
        if state in _RECORDS:
            self._finish()

    def step_info(self, unit=None):
        """How long steps took on average since the last call of it.

        Args:
            unit (str, optional): what samples are, as "images"; used where `step` is told how many there are.

        Returns:
            str: reader_cost (where a DataLoader was used), batch_cost, ips.

        Examples:
            >>> from paddle import profiler
            >>> with profiler.Profiler(timer_only=True) as p:
            ...     p.step(num_samples=4)
            ...     p.step_info(unit="images").split()[-1]
            'images/s'
        """
        return benchmark().step_info(unit or "samples")

    def export(self, path="", format="json"):
        """Writes the profile of the last period, where there is one.

        Args:
            path (str): of the file.
            format (str): "json", for chrome://tracing and Perfetto. "pb" raises NotImplementedError.
        """
        if self.profiler_result is not None:
            self.profiler_result.save(path, format)

    def export_html(self, path):
        """Writes the profile of the last period as a page with its timeline and its table.

        Args:
            path (str): of the file.
        """
        from .page import export_html

        if self.profiler_result is not None:
            export_html(path, self.profiler_result)

    def summary(
        self,
        sorted_by=SortedKeys.CPUTotal,
        op_detail=True,
        thread_sep=False,
        time_unit="ms",
        views=None,
    ):
        """Prints tables of the last period.

        Args:
            sorted_by (SortedKeys): the order of the operators.
            op_detail (bool): also what lies within operators.
            thread_sep (bool): operators of each thread on their own.
            time_unit (str): "s", "ms", "us" or "ns".
            views (SummaryView|list[SummaryView], optional): which tables; by default all that have rows.
        """
        if self.profiler_result is None:
            return
        if isinstance(views, SummaryView):
            views = [views]
        names = None if views is None else {view.name for view in views}
        print(
            build_tables(
                self.profiler_result, sorted_by, op_detail, thread_sep, time_unit, names, self.with_flops
            )
        )  # fmt: skip

    # ---- the recording ----

    def _begin(self):
        global _active
        with _active_lock:
            other = _active and _active()
            if other is not None and other is not self:
                raise RuntimeError(
                    "(PreconditionNotMet) Profiler: another one is recording in this process.\n"
                    "  Hint: call its stop() first."
                )
            _active = weakref.ref(self)
        marks.install()
        self._note_threads()
        self._began = time.perf_counter(), time.process_time()
        _C.trace_start(self.record_shapes, self.profile_memory, self.with_flops)

    def _end(self):
        global _active
        self._note_threads()
        found = _C.trace_stop()
        marks.remove()
        with _active_lock:
            _active = None
        return found

    def _finish(self):
        found = self._end()
        elapsed, cpu = (
            now - then for now, then in zip((time.perf_counter(), time.process_time()), self._began, strict=True)
        )  # fmt: skip
        threads = [thread_of(raw, self._thread_names) for raw in found]
        dropped = sum(thread.dropped for thread in threads)
        if dropped:
            warnings.warn(
                f"Profiler: {dropped} events were left out, as a thread keeps 4194304 of them; record fewer steps",
                stacklevel=3,
            )
        extra = {"pid": os.getpid(), "Process Cpu Utilization": f"{cpu / max(elapsed, 1e-9):.6f}"}
        if self.profile_memory:
            extra["Peak Allocated"] = max(
                (n.allocated for t in threads for n in t.memory), default=0
            )
            extra["Peak Reserved"] = _C.memory_stats()["max_reserved"]
        self.profiler_result = ProfilerResult(threads, extra)
        if self.on_trace_ready:
            self.on_trace_ready(self)

    def _change(self, before, now):
        if before is ProfilerState.RECORD_AND_RETURN:
            self._finish()
            if now in _RECORDS:
                self._begin()
        elif before is ProfilerState.RECORD and now not in _RECORDS:
            warnings.warn(
                f"Improper schedule: RECORD->{now.name}, what was recorded is lost", stacklevel=3
            )
            self._end()
        elif before is ProfilerState.READY and now is ProfilerState.CLOSED:
            warnings.warn("Improper schedule: READY->CLOSED, nothing is recorded", stacklevel=3)
        elif before not in _RECORDS and now in _RECORDS:
            self._begin()

    def _note_threads(self):
        self._thread_names.update((t.native_id, t.name) for t in threading.enumerate())

    def _begin_step(self):
        self._note_threads()
        self.record_event = RecordEvent(f"ProfileStep#{self.step_num}", TracerEventType.ProfileStep)
        self.record_event.begin()

    def _end_step(self):
        self._note_threads()
        if self.record_event is not None:
            self.record_event.end()
            self.record_event = None


def _export_by_default(profiler):
    export_chrome_tracing("./profiler_log/")(profiler)
