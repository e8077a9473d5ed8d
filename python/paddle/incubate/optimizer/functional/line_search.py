"""A line search for the strong Wolfe conditions (Nocedal and Wright, Numerical Optimization, 2006, 3.5, 3.6)."""

import paddle

from ....optimizer.line_search import Point, cubic_minimum

_MAX_STEP = 10.0
_ENOUGH, _FLAT = 1e-4, 0.9
_LEAST_WIDTH = 1e-8


def value_and_gradient(function, x):
    """Of a function at a point, as tensors of their own."""
    x = x.detach()
    x.stop_gradient = False
    with paddle.enable_grad():
        value = function(x)
        (gradient,) = paddle.grad([value], [x])
    return value.detach(), gradient.detach()


class Line:
    """The objective along a line, and how often it was called."""

    def __init__(self, function, origin, direction):
        self._function, self._origin, self._direction = function, origin, direction
        self.calls = 0
        self.start = self.at(0.0)

    def at(self, step):
        self.calls += 1
        value, gradient = value_and_gradient(self._function, self._origin + step * self._direction)
        slope = float((gradient * self._direction).sum())
        point = Point(step, float(value), gradient, slope)
        point.value = value
        return point

    def is_low_enough(self, point):
        return point.loss <= self.start.loss + _ENOUGH * point.step * self.start.slope

    def is_flat(self, point):
        return abs(point.slope) <= -_FLAT * self.start.slope


def strong_wolfe(line, step, max_iters):
    """The Point of a line to go to; that of step 0 where none is found."""
    before = line.start
    for turn in range(max_iters):
        now = line.at(step)
        if now.loss in (float("inf"), float("-inf")):
            break
        if not line.is_low_enough(now) or (now.loss >= before.loss and turn > 1):
            return _zoomed(line, before, now, max_iters)
        if line.is_flat(now):
            return now
        if now.slope >= 0:
            return _zoomed(line, now, before, max_iters)
        before, step = now, min(2 * step, _MAX_STEP)
    return line.start


def _zoomed(line, low, high, max_iters):
    for _ in range(max_iters):
        width = abs(high.step - low.step)
        if width < _LEAST_WIDTH:
            break
        step = cubic_minimum(low, high)
        if min(abs(step - low.step), abs(step - high.step)) < 0.1 * width:
            step = 0.5 * (low.step + high.step)
        now = line.at(step)
        if not line.is_low_enough(now) or now.loss >= low.loss:
            high = now
            continue
        if line.is_flat(now):
            return now
        if now.slope * (high.step - low.step) >= 0:
            high = low
        low = now
    return low
