"""Trains for many steps in turns of different kinds, and watches what the process holds.

    python -m tests.soak.soak --steps 200000

After a warm-up, in which every captured model meets every size, the resident set, the bytes that the allocator has
handed out and the number of Python objects of each type are noted at the end of rounds of turns. A leak of a few bytes
a step is a straight line: the last third is compared with the first, and a type that grew is named.
"""

import argparse
import collections
import gc
import mmap
import pathlib
import sys
import tempfile
import warnings

import numpy as np
import paddle
from paddle import _C

from tests.python import sanitizers
from tests.threads.models import KINDS, Training

TURN = 25  # steps of one kind of work
SIZES = range(2, 13)
SAMPLES = 30


class Samples(paddle.io.Dataset):
    def __len__(self):
        return 24

    def __getitem__(self, i):
        rng = np.random.default_rng(i)
        y = int(rng.integers(0, 4))
        return rng.standard_normal(576).astype("float32") + y, np.int64(y)


class Fails(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 1.0

    @staticmethod
    def backward(ctx, g):
        raise RuntimeError("on the way back")


class Work:
    """Everything that is trained, and the kinds of turns: each takes a number of steps."""

    def __init__(self, workers=0):
        self.eager = {kind: Training(kind) for kind in KINDS}
        self.captured = {kind: Training(kind, captured=True) for kind in KINDS}
        self.folder = tempfile.TemporaryDirectory()
        self.workers = workers
        self.rng = np.random.default_rng(0)
        self.turns = [
            self.in_eager, self.in_captures, self.from_a_loader, self.saved_and_loaded, self.with_errors,
            self.with_hooks, self.with_sizes, self.anew, self.derived_twice, self.in_narrow_floats,
            self.in_static_programs,
        ]  # fmt: skip

    def _each(self, trainings, steps):
        for i in range(steps):
            yield i, list(trainings.values())[i % len(trainings)]

    def in_eager(self, steps):
        for _, training in self._each(self.eager, steps):
            training.step()

    def in_captures(self, steps):
        for _, training in self._each(self.captured, steps):
            training.step()

    def from_a_loader(self, steps):
        done = 0
        while done < steps:
            loader = paddle.io.DataLoader(
                Samples(), batch_size=8, shuffle=True, num_workers=self.workers
            )
            for batch in loader:
                self.captured["lenet"]._step(*batch)
                done += 1
                if done == steps:  # often in the middle of a pass
                    break

    def saved_and_loaded(self, steps):
        path = pathlib.Path(self.folder.name) / "state.pdparams"
        for i, training in self._each(self.eager, steps):
            training.step()
            if i % 5 == 0:
                state = {
                    "net": training.net.state_dict(),
                    "optimizer": training.optimizer.state_dict(),
                }
                paddle.save(state, str(path))
                state = paddle.load(str(path))
                training.net.set_state_dict(state["net"])
                training.optimizer.set_state_dict(state["optimizer"])

    def with_errors(self, steps):
        """In operators, on the way back, in hooks, in captured functions."""
        for i, training in self._each(self.eager, steps):
            x, y = training.batch()
            try:
                if i % 4 == 0:
                    training.net(x[:, :7].reshape([-1]))
                elif i % 4 == 1:
                    Fails.apply(training.net(x)).sum().backward()
                elif i % 4 == 2:
                    out = training.net(x)
                    out.register_hook(self._raise)
                    out.sum().backward()
                else:
                    self.captured["mlp"]._step(x, paddle.full_like(y, 99))
            except (ValueError, RuntimeError, IndexError):
                pass
            else:
                raise AssertionError("no error")
            training.optimizer.clear_grad()
            self.captured["mlp"].optimizer.clear_grad()

    @staticmethod
    def _raise(grad):
        raise RuntimeError("in a hook")

    def with_hooks(self, steps):
        for _, training in self._each(self.eager, steps):
            seen = []
            layer = next(iter(training.net.sublayers()), training.net)
            handles = [
                layer.register_forward_post_hook(lambda *a, s=seen: s.append(a)),
                training.net.parameters()[0].register_hook(lambda g, s=seen: s.append(g)),
            ]
            with paddle.autograd.saved_tensors_hooks(lambda t: t.numpy(), paddle.to_tensor):
                training.step()
            for handle in handles:
                handle.remove()
            assert seen, "no hook ran"

    def with_sizes(self, steps):
        for _, training in self._each(self.captured, steps):
            training.step(size=int(self.rng.choice(SIZES)))

    def warm_up(self):
        """Captures of all sizes have their plans: what each holds is no growth."""
        for training in self.captured.values():
            for size in [*SIZES, *SIZES, *SIZES]:
                training.step(size=size)

    def anew(self, steps):
        """Models and captures that live for a few steps."""
        for i in range(0, steps, 5):
            training = Training("mlp", captured=i % 2 == 0)
            for _ in range(5):
                training.step()

    def derived_twice(self, steps):
        for _, training in self._each({k: self.eager[k] for k in ("mlp", "lstm", "words")}, steps):
            x, _ = training.batch()
            weight = training.net.parameters()[-1]
            (g,) = paddle.grad((training.net(x) ** 2).sum(), [weight], create_graph=True)
            (g**2).sum().backward()
            training.optimizer.clear_grad()

    def in_narrow_floats(self, steps):
        for _, training in self._each({k: self.eager[k] for k in ("mlp", "transformer")}, steps):
            with paddle.amp.auto_cast(dtype="bfloat16"):
                training.step()

    def in_static_programs(self, steps):
        paddle.enable_static()
        try:
            main, startup = paddle.static.Program(), paddle.static.Program()
            with paddle.static.program_guard(main, startup), paddle.utils.unique_name.guard():
                x = paddle.static.data("x", [-1, 576])
                loss = paddle.static.nn.fc(x, 4).square().mean()
                paddle.optimizer.SGD(0.01).minimize(loss)
            scope = paddle.static.Scope()
            with paddle.static.scope_guard(scope):
                executor = paddle.static.Executor()
                executor.run(startup)
                for i in range(steps):
                    feed = {"x": np.ones((2 + i % 3, 576), "float32")}
                    executor.run(main, feed=feed, fetch_list=[loss])
        finally:
            paddle.disable_static()


Sample = collections.namedtuple("Sample", "steps resident allocated objects")


def measure(steps):
    gc.collect()
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    kinds = collections.Counter(type(each) for each in gc.get_objects())
    named = collections.Counter()
    for kind, count in kinds.items():
        named[f"{kind.__module__}.{kind.__qualname__}"] += count
    return Sample(steps, pages * mmap.PAGESIZE, _C.memory_stats()["allocated"], named)


def soak(steps, workers=0, report=None, turns=None):
    """[Sample]: some of the rounds of turns, evenly."""
    work = Work(workers)
    if turns is None or "with_sizes" in turns:
        work.warm_up()
    chosen = [t for t in work.turns if turns is None or t.__name__ in turns]
    rounds = -(-steps // (TURN * len(chosen)))
    every = max(rounds // SAMPLES, 1)
    samples = []
    for i in range(1, rounds + 1):
        for turn in chosen:
            turn(TURN)
        if i % every == 0:
            samples.append(measure(i * TURN * len(chosen)))
            if report:
                report(samples[-1])
    return samples


def growth(samples):
    """What grew between the first and the last third, after the first quarter: {what: by how much}."""
    kept = samples[len(samples) // 4 :]
    third = max(len(kept) // 3, 1)
    first, last = kept[:third], kept[-third:]
    steps = last[-1].steps - first[-1].steps

    def low(part, get):  # caches come and go: the least that a part held
        return min(get(s) for s in part)

    found = {"steps": steps}
    for name in ("resident", "allocated"):
        found[name] = low(last, lambda s, n=name: getattr(s, n)) - low(
            first, lambda s, n=name: getattr(s, n)
        )
    kinds = set().union(*(s.objects for s in kept))
    grown = {}
    for kind in kinds:
        by = low(last, lambda s, k=kind: s.objects[k]) - low(first, lambda s, k=kind: s.objects[k])
        if by > 0:
            grown[kind] = by
    found["objects"] = grown
    return found


def verdict(samples):
    """The complaints about a run: texts."""
    found = growth(samples)
    steps = found["steps"]
    # 4 MiB and 8 bytes a step: fragments of the heap and of caches that fill up slowly.
    limit = (4 << 20) + 8 * steps
    complaints = []
    if not sanitizers.ACTIVE and found["resident"] > limit:
        complaints.append(f"the process grew by {found['resident']} bytes in {steps} steps")
    if found["allocated"] > 64 << 10:
        complaints.append(f"tensors grew by {found['allocated']} bytes in {steps} steps")
    own = {f"{Sample.__module__}.Sample", "collections.Counter"}
    grown = {k: n for k, n in found["objects"].items() if n > 20 + steps // 500 and k not in own}
    if grown:
        complaints.append(f"objects of Python grew in {steps} steps: {grown}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--workers", type=int, default=0, help="worker processes of the DataLoader")
    parser.add_argument("--turns", nargs="*", help="only these kinds of turns")
    options = parser.parse_args()

    def report(last):
        count = sum(last.objects.values())
        print(
            f"{last.steps:8d} steps  {last.resident / 2**20:8.1f} MiB resident  "
            f"{last.allocated / 2**10:8.1f} KiB of tensors  {count} objects",
            flush=True,
        )

    warnings.simplefilter("ignore")
    samples = soak(options.steps, options.workers, report, options.turns)
    print(growth(samples))
    complaints = verdict(samples)
    print("\n".join(complaints) or "flat")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
