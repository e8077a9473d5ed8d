"""A line search for the strong Wolfe conditions (Nocedal and Wright, Numerical Optimization, 2006, 3.5)."""

from dataclasses import dataclass


@dataclass
class Point:
    """The objective along the line: at a step, its value, gradient and slope."""

    step: float
    loss: float
    grad: object
    slope: float


def cubic_minimum(a, b, bounds=None):
    """The step of the least value of the cubic through two points with their slopes (formula 3.59), within bounds."""
    low, high = bounds or sorted((a.step, b.step))
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.step - b.step)
    square = d1 * d1 - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square**0.5
    if a.step > b.step:
        a, b = b, a
    width = b.slope - a.slope + 2 * d2
    if width == 0:
        return (low + high) / 2.0
    return min(max(b.step - (b.step - a.step) * ((b.slope + d2 - d1) / width), low), high)


def strong_wolfe(evaluate, start, step, size, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_steps=25):
    """A step that lessens the value enough and flattens the slope.

    Args:
        evaluate (callable): from a step to a Point.
        start (Point): at step 0.
        step (float): the first to try.
        size (float): the largest element of the direction.
        c1 (float): how much less the value is to be.
        c2 (float): how much flatter the slope.
        tolerance_change (float): a bracket that moves nothing by more is small enough.
        max_steps (int): points to try.

    Returns:
        tuple: the Point, and how many were evaluated.
    """

    def is_low_enough(point):
        return point.loss <= start.loss + c1 * point.step * start.slope

    def is_flat(point):
        return abs(point.slope) <= -c2 * start.slope

    before, now = start, evaluate(step)
    tried, turns = 1, 0
    bracket = None
    while turns < max_steps:
        if not is_low_enough(now) or (turns > 1 and now.loss >= before.loss) or now.slope >= 0:
            if is_low_enough(now) and is_flat(now) and not (turns > 1 and now.loss >= before.loss):
                return now, tried
            bracket = [before, now]
            break
        if is_flat(now):
            return now, tried
        least = now.step + 0.01 * (now.step - before.step)
        step = cubic_minimum(before, now, (least, now.step * 10))
        before, now = now, evaluate(step)
        tried, turns = tried + 1, turns + 1
    if bracket is None:
        bracket = [start, now]
    return _zoomed(
        evaluate, bracket, is_low_enough, is_flat, tolerance_change / max(size, 1e-300), tried,
        max_steps - turns,
    )  # fmt: skip


def _zoomed(evaluate, bracket, is_low_enough, is_flat, least_width, tried, turns):
    """Narrows the bracket; its better end."""
    low, high = sorted(bracket, key=lambda point: point.loss)
    stalled = False
    while turns > 0 and abs(high.step - low.step) >= least_width:
        left, right = sorted((low.step, high.step))
        step = cubic_minimum(low, high)
        margin = 0.1 * (right - left)
        if min(right - step, step - left) < margin:  # too close to an end, twice: move away
            if stalled or step >= right or step <= left:
                step = right - margin if abs(step - right) < abs(step - left) else left + margin
                stalled = False
            else:
                stalled = True
        else:
            stalled = False
        now = evaluate(step)
        tried, turns = tried + 1, turns - 1
        if not is_low_enough(now) or now.loss >= low.loss:
            high = now
            if high.loss < low.loss:
                low, high = high, low
        else:
            if is_flat(now):
                return now, tried
            if now.slope * (high.step - low.step) >= 0:
                high = low
            low = now
    return low, tried
