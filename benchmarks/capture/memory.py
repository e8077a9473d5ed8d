"""Memory of a training step beside what stays between steps (weights, state of the optimizer)."""

import json
import subprocess

from harness.row import Row

GOAL = 1 / 0.75  # a quarter less than eager

PROGRAM = """
import json, sys
sys.path.append({folder!r})
import paddle
from capture import training
name, make, data, _ = training.NETWORKS[{index}]
step = training.{prepare}(make, data)({{}})["step"]
for _ in range(3):
    step()
before = paddle.device.memory_allocated()
paddle.device.reset_max_memory_allocated()
step()
peak = paddle.device.max_memory_allocated() - before
memory = step.report.memory if hasattr(step, "report") else []
print(json.dumps([peak, sum(m.tensors for m in memory)]))
"""

PREPARE = {"ours": "paddle_static", "ours eager": "paddle_eager"}


class StepMemory:
    def __init__(self, index, name, contestants, tensors):
        what = "all tensors" if tensors else "peak"
        self.name = f"memory/{what} of a step of {name}"
        self.index, self.contestants, self.tensors = index, contestants, tensors

    def measure(self):
        row = Row(self.name, "bytes", goals={} if self.tensors else {"ours eager": GOAL})
        for contestant in self.contestants:
            prepare = PREPARE.get(contestant.name)
            if not prepare:
                row.reasons[contestant.name] = "tells nothing of its memory on CPU"
                continue
            if self.tensors and contestant.name != "ours":
                continue
            row.values[contestant.name] = self._run(contestant, prepare)[self.tensors]
        return row

    def _run(self, contestant, prepare):
        from harness.contestant import WORKER

        folder = str(WORKER.parents[1])
        program = PROGRAM.format(folder=folder, index=self.index, prepare=prepare)
        environment = contestant.environment(1, reuse_memory=False)
        done = subprocess.run(
            [contestant.python, "-P", "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            env=environment,
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-500:])
        return json.loads(done.stdout.strip().splitlines()[-1])


def rows(contestants):
    from capture import training

    for index, (name, *_) in enumerate(training.NETWORKS):
        yield StepMemory(index, name, contestants, tensors=False)
        yield StepMemory(index, name, contestants, tensors=True)
