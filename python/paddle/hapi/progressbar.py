"""The progress bar of training."""

import os
import sys
import time
from shutil import get_terminal_size

import numpy as np


class ProgressBar:
    """Writes the state of a loop to the standard output.

    Args:
        num (int, optional): steps in all, where known.
        width (int): characters of the bar.
        verbose (int): 1 is a bar, 2 and 3 are a line for each update, 0 nothing.
        start (bool): whether time counts from now on.
        file (file): asked whether it is a terminal.
        name (str): of a step.

    Examples:
        >>> from paddle.hapi.progressbar import ProgressBar
        >>> bar = ProgressBar(num=20, verbose=2)
        >>> bar.update(1, [("loss", 0.5)])  # doctest: +ELLIPSIS
        step  1/20 - loss: 0.5000 - ...
    """

    def __init__(self, num=None, width=30, verbose=1, start=True, file=None, name="step"):
        if isinstance(num, int) and num <= 0:
            raise TypeError("num should be None or integer (> 0)")
        columns = get_terminal_size().columns or 80
        self._num, self._verbose, self.name = num, verbose, name
        self._width = min(width, int(columns * 0.6), columns - 50)
        self.file = file or sys.stdout
        self._shown = 0  # characters of the line so far
        self._start = time.time() if start else 0.0
        self._rewrites = (
            (hasattr(self.file, "isatty") and self.file.isatty())
            or "ipykernel" in sys.modules
            or "posix" in sys.modules
            or "PYCHARM_HOSTED" in os.environ
        )

    def start(self):
        """Time counts from now on."""
        self.file.flush()
        self._start = time.time()

    def update(self, current_num, values=()):
        """Shows that ``current_num`` steps are done, and pairs of names and values.

        Args:
            current_num (int): steps so far.
            values (list[tuple]): what to show beside them.
        """
        each = (time.time() - self._start) / current_num if current_num else 0.0
        if self._verbose == 1:
            sys.stdout.write(self._bar(current_num, values, each))
        elif self._verbose in (2, 3):
            sys.stdout.write(
                f"{self._count(current_num)}{_shown(values)}{_speed(each, self.name)}\n"
            )
        else:
            return
        sys.stdout.flush()

    def _count(self, current):
        if self._num is None:
            return f"{self.name} {current:3}"
        return f"{self.name} {current:{len(str(self._num))}d}/{self._num}"

    def _bar(self, current, values, each):
        before = self._shown
        text = self._count(current)
        if self._num is not None:
            filled = int(self._width * (current / self._num))
            if filled > 0:
                tip = ">" if current < self._num else "="
                text += " [" + "=" * (filled - 1) + tip + "." * (self._width - filled) + "]"
            else:
                text += " [" + "." * self._width + "]"
        text += _shown(values)
        if self._num is not None and current < self._num:
            text += f" - ETA: {_duration(int(each * (self._num - current)))}"
        text += _speed(each, self.name)
        self._shown = len(text)
        text += " " * (before - len(text))
        if self._num is None or current >= self._num:
            text += "\n"
        return ("\b" * before + "\r" if self._rewrites else "\n") + text


def _speed(seconds, name):
    if seconds >= 1 or seconds == 0:
        return f" - {seconds:.0f}s/{name}"
    if seconds >= 1e-3:
        return f" - {seconds * 1e3:.0f}ms/{name}"
    return f" - {seconds * 1e6:.0f}us/{name}"


def _duration(seconds):
    if seconds > 3600:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}" if seconds > 60 else f"{seconds}s"


def _shown(values):
    text = ""
    for name, value in values:
        text += f" - {name}:"
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, np.ndarray) and one.size == 1:
                one = one.item()
            if isinstance(one, (float, np.floating)):
                text += f" {one:.4f}" if abs(one) > 1e-3 else f" {one:.4e}"
            else:
                text += f" {one}"
    return text
