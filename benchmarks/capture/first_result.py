"""Time from the first call of a captured function to its result and its gradients."""

import json
import subprocess

from harness.row import Row

LAYERS = 24
LIMIT_S = 1.0
TIMEOUT_S = 900
TRIES = 3

PROGRAM = """
import json, sys, time
sys.path.append({folder!r})
import numpy as np
from capture import networks
api = networks.{api}()
networks.LLAMA["width"], networks.LLAMA["inner"] = 128, 344
model = networks.llama(api, layers={layers})
words = api.tensor(np.zeros((1, networks.LLAMA["length"]), np.int64))
f = {capture}
start = time.perf_counter()
loss = f(words).sum()
loss.backward()
float(loss.detach())
print(json.dumps(time.perf_counter() - start))
"""

CAPTURE = {
    "paddle": ("Paddle", "model"),
    "paddle_static": ("Paddle", "api.lib.jit.to_static(model, full_graph=True)"),
    "torch": ("Torch", "model"),
    "torch_compile": ("Torch", "api.lib.compile(model)"),
}


class FirstResult:
    name = f"capture/first result of a {LAYERS}-layer transformer, forward and backward"

    def __init__(self, contestants, cores):
        self.contestants, self.cores = contestants, cores

    def measure(self):
        row = Row(self.name, "seconds", goals={"torch.compile": 1.0}, limit=LIMIT_S)
        for contestant in self.contestants:
            if contestant.framework not in CAPTURE:
                row.reasons[contestant.name] = "no code for this workload"
                continue
            tries = 1 if contestant.framework == "torch_compile" else TRIES
            try:
                row.values[contestant.name] = min(self._run(contestant) for _ in range(tries))
            except (subprocess.SubprocessError, ValueError) as error:
                row.reasons[contestant.name] = str(error)[:300]
        return row

    def _run(self, contestant):
        from harness.contestant import WORKER

        api, capture = CAPTURE[contestant.framework]
        folder = str(WORKER.parents[1])
        program = PROGRAM.format(folder=folder, api=api, capture=capture, layers=LAYERS)
        environment = contestant.environment(len(self.cores), reuse_memory=False)
        # A compiler's cache of an earlier run would be no first result.
        environment["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
        cores = ",".join(map(str, self.cores))
        done = subprocess.run(
            ["taskset", "-c", cores, contestant.python, "-P", "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            env=environment,
        )
        if done.returncode:
            raise ValueError((done.stderr.strip().splitlines() or ["no message"])[-1])
        return json.loads(done.stdout.strip().splitlines()[-1])


def rows(contestants, cores):
    return [FirstResult(contestants, cores)]
