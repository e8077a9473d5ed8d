"""Where the time of a program goes: events of operators, layers, steps and of the user's own, tables and timelines."""

from .page import export_html
from .profiler import (
    Profiler,
    ProfilerState,
    ProfilerTarget,
    SummaryView,
    export_chrome_tracing,
    export_protobuf,
    make_scheduler,
)
from .profiler_statistic import SortedKeys
from .result import TracerEventType  # noqa: F401
from .utils import RecordEvent, load_profiler_result

__all__ = [
    "ProfilerState",
    "ProfilerTarget",
    "make_scheduler",
    "export_chrome_tracing",
    "export_protobuf",
    "Profiler",
    "RecordEvent",
    "load_profiler_result",
    "SortedKeys",
    "SummaryView",
    "export_html",
]
