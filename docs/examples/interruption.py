"""Stopping between two steps, where everything that is saved belongs together."""

import signal
import time


class Stop:
    """True once Ctrl-C, SIGTERM or the time limit has asked the loop to end."""

    def __init__(self, limit_s=None):
        self.signal_number = None
        self.deadline = None if limit_s is None else time.monotonic() + limit_s
        self.previous = {
            number: signal.signal(number, self._request)
            for number in (signal.SIGINT, signal.SIGTERM)
        }

    def _request(self, number, frame):
        self.signal_number = number
        self.release()  # a second one ends the program at once

    def release(self):
        """Gives the signals back to whoever had them."""
        for number, handler in self.previous.items():
            signal.signal(number, handler)

    @property
    def exit_code(self):
        """As a shell reports it: 128 + signal, or 0 for the time limit."""
        return 0 if self.signal_number is None else 128 + self.signal_number

    def __bool__(self):
        late = self.deadline is not None and time.monotonic() >= self.deadline
        return late or self.signal_number is not None
