"""Time of the GPU kernels and the bandwidth they reach, the least of many in one run.

Torch stands beside where GPU_TORCH_PYTHON names a Python that has it.
"""

import functools
import json
import os
import subprocess
import sys
import time

N = 1 << 26
SHAPES = {
    "sum rows": ([8192, 8192], [1]),
    "sum columns": ([8192, 8192], [0]),
    "sum all": ([N], None),
    "sum short rows": ([1 << 22, 16], [1]),
}


def workloads(lib):
    import numpy as np

    x = np.random.default_rng(0).standard_normal(N, dtype=np.float32)
    if lib == "torch":
        import torch

        a = torch.from_numpy(x).cuda()
        sync = torch.cuda.synchronize
        matmul, add, half = torch.matmul, torch.add, torch.bfloat16
    else:
        import paddle

        a = paddle.to_tensor(x).cuda()
        sync = functools.partial(paddle.device.synchronize, "gpu")
        matmul, add, half = paddle.matmul, paddle.add, "bfloat16"

    def reshape(t, shape):
        return t.reshape(shape)

    square = reshape(a, [8192, 8192])
    turned = square.T
    low = square.to(half) if lib == "torch" else square.astype(half)
    yield "copy floor: add", 3 * 4 * N, lambda: add(a, a), sync
    yield "multiply by a number", 2 * 4 * N, lambda: a * 1.5, sync
    yield "bf16 add", 3 * 2 * N, lambda: add(low, low), sync
    yield "exp", 2 * 4 * N, lambda: a.exp(), sync
    yield "add transposed", 3 * 4 * N, lambda: add(square, turned), sync
    yield "add a row", 2 * 4 * N, lambda: add(square, square[0]), sync
    for name, (shape, axis) in SHAPES.items():
        t = reshape(a, shape)
        yield name, 4 * N, (lambda t=t, axis=axis: t.sum() if axis is None else t.sum(axis)), sync
    quarter = square[:4096, :4096].contiguous()
    yield "matmul f32 4096", 0, lambda: matmul(quarter, quarter), sync
    yield "matmul bf16 8192", 0, lambda: matmul(low, low), sync
    small = a[:4]
    yield "add of 4 elements (host)", 0, lambda: add(small, small), sync


def serve(lib):
    """Each line of input names a round; answers with the least seconds of each workload."""
    jobs = list(workloads(lib))
    for _ in sys.stdin:
        seconds = {}
        for name, bytes_moved, run, sync in jobs:
            repeats = 200 if "host" in name else 10
            run()
            sync()
            start = time.perf_counter()
            for _ in range(repeats):
                run()
            if "host" not in name:
                sync()
            seconds[name] = ((time.perf_counter() - start) / repeats, bytes_moved)
            sync()
        print(json.dumps(seconds), flush=True)


def main():
    contestants = {"ours": [sys.executable, __file__, "paddle"]}
    environments = {"ours": dict(os.environ)}
    torch = os.environ.get("GPU_TORCH_PYTHON")
    if torch:
        contestants["torch"] = [torch, __file__, "torch"]
        plain = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LD_"))}
        environments["torch"] = plain
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    running = {
        name: subprocess.Popen(command, env=environments[name], **pipes)
        for name, command in contestants.items()
    }
    best = {name: {} for name in running}
    for _ in range(8):
        for name, process in running.items():
            process.stdin.write("\n")
            process.stdin.flush()
            for job, (seconds, size) in json.loads(process.stdout.readline()).items():
                old = best[name].get(job, (seconds, size))
                best[name][job] = min(old, (seconds, size))
    for process in running.values():
        process.stdin.close()
        process.wait()
    print(
        f"{'workload':28}" + "".join(f"{n + ' us':>12}" for n in best) + f"{'TB/s':>8}{'ratio':>8}"
    )
    for job, (seconds, size) in best["ours"].items():
        row = f"{job:28}" + "".join(f"{b[job][0] * 1e6:12.2f}" for b in best.values())
        row += f"{size / seconds / 1e12:8.2f}" if size else f"{'':8}"
        if torch:
            row += f"{seconds / best['torch'][job][0]:8.2f}"
        print(row)


if __name__ == "__main__":
    serve(sys.argv[1]) if len(sys.argv) > 1 else main()
