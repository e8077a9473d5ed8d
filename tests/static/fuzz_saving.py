"""The random programs of fuzz.py as functions that jit.save writes with sizes of -1, against the loaded model.

`python tests/static/fuzz_saving.py MINUTES [first seed]` runs many; the tests run some.
"""

import os
import sys
import tempfile
import time

import numpy as np
import paddle
from paddle.static import InputSpec

try:
    from . import fuzz
except ImportError:
    import fuzz


def check(seed, folder, refused=None):
    """Compares; what was refused goes into `refused`. Raises AssertionError where a saved model is wrong in silence."""
    names, steps, rng = fuzz.draw(seed)
    if not steps:
        return
    keep = len(steps) - 1  # the result that is saved

    def function(*inputs):
        return fuzz.build(steps, inputs)[keep]

    path = os.path.join(folder, f"m{seed}")
    spec = [InputSpec([n or -1 for n in fuzz.SHAPES[name]], "float32", name) for name in names]
    try:
        paddle.jit.save(function, path, spec)
    except Exception as e:
        while isinstance(e, fuzz.Refused):
            e = e.args[1]
        if refused is not None:
            refused.append((steps[keep][0].__name__, e))
        return
    loaded = paddle.jit.load(path)
    for sizes in fuzz.SIZES:
        feed = fuzz.feeds_of(rng, names, sizes)
        inputs = [paddle.to_tensor(v) for v in feed.values()]
        try:
            expected = function(*inputs).numpy()
        except fuzz.Refused:
            continue
        try:
            found = loaded(*inputs)
        except Exception as e:
            if refused is not None:
                refused.append(("run", e))
            continue
        wrong = fuzz.differ(found.numpy(), expected)
        assert wrong is None, (
            f"seed {seed}, {fuzz.describe(names, steps)}, shapes {[list(v.shape) for v in feed.values()]}: {wrong}"
        )


def main():
    end = time.time() + 60 * float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    first, wrong, refused = seed, 0, []
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end:
            np.random.seed(seed)
            try:
                check(seed, folder, refused)
            except AssertionError as e:
                wrong += 1
                print(e, flush=True)
            seed += 1
    kinds = {}
    for step, e in refused:
        text = f"{step}: {type(e).__name__} {str(e)[:110]}".replace("\n", " ")
        kinds[text] = kinds.get(text, 0) + 1
    for text, count in sorted(kinds.items(), key=lambda x: -x[1])[:40]:
        print(count, text)
    print(f"{seed - first} programs, {wrong} wrong")


if __name__ == "__main__":
    main()
