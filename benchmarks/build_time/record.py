"""Compiler launcher: runs a command and appends what it took to a file, one JSON object a line.

record.py <file> <command>...
"""

import json
import os
import sys
import time


def main():
    log, command = sys.argv[1], sys.argv[2:]
    start = time.monotonic()
    process = os.posix_spawnp(command[0], command, os.environ)
    # The usage of g++ includes that of cc1plus and the linker, which it waits for.
    _, status, usage = os.wait4(process, 0)
    output = command[command.index("-o") + 1] if "-o" in command else ""
    entry = {
        "output": output,
        "wall_s": round(time.monotonic() - start, 3),
        "cpu_s": round(usage.ru_utime + usage.ru_stime, 3),
        "peak_mb": usage.ru_maxrss // 1024,
        "size_bytes": os.path.getsize(output) if os.path.exists(output) else 0,
    }
    with open(log, "a") as file:  # one short write: lines of parallel jobs do not mix
        file.write(json.dumps(entry) + "\n")
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
