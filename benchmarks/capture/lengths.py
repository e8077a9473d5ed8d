"""What many input lengths cost one captured model: compilations and memory that is kept."""

import json
import subprocess

from harness.row import Row

LENGTHS = 60
MOST_COMPILATIONS = 3
MOST_GROWTH = 1 << 20  # bytes, between the first and the last third of the lengths

PROGRAM = """
import json, sys
sys.path.append({folder!r})
import numpy as np, paddle

paddle.seed(0)
layer = paddle.nn.TransformerEncoderLayer(64, 4, 128, 0.0)
layer.eval()
f = paddle.jit.to_static(layer)
lengths = np.random.default_rng(0).permutation(np.arange(8, 8 + {lengths}))
kept = []
for length in lengths:
    with paddle.no_grad():
        f(paddle.ones([2, int(length), 64]))
    kept.append(paddle.device.memory_allocated())
third = len(kept) // 3
print(json.dumps([paddle.jit.report(f).compiled, max(kept[-third:]) - max(kept[:third])]))
"""


class Lengths:
    def __init__(self, what, contestants):
        self.what, self.contestants = what, contestants
        self.name = f"lengths/{what} over {LENGTHS} lengths"

    def measure(self):
        compilations = self.what == "compilations"
        row = Row(
            self.name,
            "count" if compilations else "bytes",
            limit=MOST_COMPILATIONS if compilations else MOST_GROWTH,
        )
        for contestant in self.contestants:
            if contestant.name != "ours":
                row.reasons[contestant.name] = "does not tell"
                continue
            row.values[contestant.name] = self._run(contestant)[0 if compilations else 1]
        return row

    def _run(self, contestant):
        from harness.contestant import WORKER

        program = PROGRAM.format(folder=str(WORKER.parents[1]), lengths=LENGTHS)
        done = subprocess.run(
            [contestant.python, "-P", "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            env=contestant.environment(1, reuse_memory=False),
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-500:])
        return json.loads(done.stdout.strip().splitlines()[-1])


def rows(contestants):
    yield Lengths("compilations", contestants)
    yield Lengths("growth of memory", contestants)
