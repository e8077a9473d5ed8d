"""A progress display: a bar on a terminal, now and then a line elsewhere."""

import shutil
import sys
import time

WIDEST_BAR = 24
TERMINAL_INTERVAL_S = 0.1
LOG_INTERVAL_S = 10.0


def format_duration(seconds):
    """As 42s, 3m05s or 1h02m."""
    seconds = int(seconds + 0.5)
    if seconds < 60:
        return f"{seconds}s"
    if seconds < 3600:
        return f"{seconds // 60}m{seconds % 60:02d}s"
    return f"{seconds // 3600}h{seconds % 3600 // 60:02d}m"


class Progress:
    """Shows how far a loop is, how fast it goes and when it will be over.

    ``total`` and ``done`` count items (images here) over the whole run; speed
    and time left come from what this process has done itself.
    """

    def __init__(self, total, done=0, unit="images", stream=None):
        self.total = total
        self.done = done
        self.unit = unit
        self.stream = stream or sys.stdout
        self.on_terminal = self.stream.isatty()
        self.interval_s = TERMINAL_INTERVAL_S if self.on_terminal else LOG_INTERVAL_S
        self.busy_s = 0.0
        self.items_here = 0
        self.started = None
        self.last_shown = time.monotonic()
        self.bar_is_open = False

    def resume(self):
        """Starts the clock; time outside resume() and pause() is not counted."""
        self.started = time.monotonic()

    def pause(self):
        if self.started is not None:
            self.busy_s += time.monotonic() - self.started
            self.started = None

    @property
    def elapsed_s(self):
        running = 0.0 if self.started is None else time.monotonic() - self.started
        return self.busy_s + running

    def advance(self, items, label, details):
        """Counts ``items`` more; ``label`` and ``details`` are texts to show."""
        self.done += items
        self.items_here += items
        now = time.monotonic()
        if now - self.last_shown >= self.interval_s:
            self.last_shown = now
            self._show(label, details)

    def note(self, text):
        """Prints a line that stays, above the bar."""
        if self.bar_is_open:
            self.stream.write("\r\x1b[K")
            self.bar_is_open = False
        self.stream.write(text + "\n")
        self.stream.flush()

    def _show(self, label, details):
        speed = self.items_here / max(self.elapsed_s, 1e-9)
        left_s = (self.total - self.done) / max(speed, 1e-9)
        share = self.done / self.total
        pace = f"{speed:,.0f} {self.unit}/s, {format_duration(left_s)} left"
        if not self.on_terminal:
            self.note(f"{label}  {share:4.0%}  {details}, {pace}")
            return
        text = f"{share:4.0%}  {details}, {pace}"
        columns = shutil.get_terminal_size().columns
        room = columns - 1 - len(label) - len(text) - len("  ")
        line = f"{label} {self._bar(share, min(room, WIDEST_BAR))} {text}"
        self.stream.write("\r" + line[: columns - 1] + "\x1b[K")
        self.stream.flush()
        self.bar_is_open = True

    def _bar(self, share, width):
        full = int(share * max(0, width))
        done, left = "█░" if "utf" in (self.stream.encoding or "").lower() else "#."
        return done * full + left * (width - full)
