"""What the measurements were made on."""

import os
import platform
import time
from pathlib import Path

import numpy as np

COPIED_BYTES = 1 << 26
COPY_ROUNDS = 15


def describe():
    """Facts about the machine that a reader of the figures needs."""
    model = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    flags = Path("/proc/cpuinfo").read_text()
    features = [name for name in ("avx2", "avx512f", "avx512_bf16", "amx_bf16") if name in flags]
    return {
        "processor": f"{model}, {os.cpu_count()} cores, {' '.join(features)}",
        "system": f"{platform.system()}, Python {platform.python_version()}",
    }


def copy_bandwidth(core):
    """Bytes one core reads and writes per second in the fastest of many 64 MB copies."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, [core])
    try:
        source = np.ones(COPIED_BYTES, np.uint8)
        target = np.zeros_like(source)
        least = float("inf")
        for _ in range(COPY_ROUNDS):
            start = time.process_time()
            np.copyto(target, source)
            least = min(least, time.process_time() - start)
    finally:
        os.sched_setaffinity(0, before)
    return 2 * COPIED_BYTES / least
