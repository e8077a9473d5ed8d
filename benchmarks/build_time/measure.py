"""Builds everything from nothing, without a cache, and says what each file took.

    python benchmarks/build_time/measure.py [--preset release] [--jobs 2] [--output FILE.json]

Prints a table (the files that took longest, the sums per target) and writes all figures as JSON.
A file of over 20 s of CPU time should be split.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = pathlib.Path(__file__).with_name("record.py")
LIMIT_S = 20


def build(preset, jobs, folder):
    """Returns (records, wall seconds of configure, of build, of a build with nothing to do)."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "records.jsonl"
    launcher = f"{sys.executable};-ISB;{RECORD};{log}"
    options = [
        f"-D{variable}={launcher}"
        for variable in ("CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_CUDA_COMPILER_LAUNCHER")
    ]
    options.append(f"-DCMAKE_CXX_LINKER_LAUNCHER={launcher}")
    ninja = ["ninja", "-C", str(folder), f"-j{jobs}"]
    seconds = []
    for command in (["cmake", "--preset", preset, "-B", str(folder), *options], ninja, ninja):
        start = time.monotonic()
        if subprocess.call(command, cwd=ROOT, stdout=subprocess.DEVNULL):
            sys.exit(f"build_time: '{' '.join(command[:4])}' failed; run 'make build' to see why.")
        seconds.append(round(time.monotonic() - start, 2))
    records = [json.loads(line) for line in log.read_text().splitlines()]
    return records, *seconds


def name_parts(output):
    """CMakeFiles/<target>.dir/<source>.o -> (target, source); links have no source."""
    match = re.match(r"(?:.*/)?CMakeFiles/([^/]+)\.dir/(.*?)(\.o|\.gch)?$", output)
    if match:
        return match[1], match[2]
    return pathlib.PurePath(output).name, "(link)"


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def report(result, top):
    files = result["files"]
    print(
        f"{result['preset']}, {result['jobs']} jobs, no cache: {result['build_wall_s']} s wall, "
        f"{result['cpu_s']} s CPU, {len(files)} files; configure {result['configure_wall_s']} s; "
        f"nothing to do {result['noop_wall_s']} s\n"
    )
    rows = [
        [f["source"], f["target"], f["cpu_s"], f["wall_s"], f["peak_mb"], f["size_bytes"] // 1024]
        for f in files[:top]
    ]
    print(table(["file", "target", "CPU s", "wall s", "peak MB", "KB"], rows), "\n")
    rows = [[t["target"], t["files"], t["cpu_s"], t["peak_mb"]] for t in result["targets"]]
    print(table(["target", "files", "CPU s", "peak MB"], rows))
    if slow := [f["source"] for f in files if f["cpu_s"] > LIMIT_S]:
        print(f"\nover {LIMIT_S} s of CPU time: {', '.join(slow)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--top", type=int, default=20, help="rows of the table of files")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "build_time.json")
    args = parser.parse_args()

    folder = ROOT / "build" / "build_time"
    records, configure_s, build_s, noop_s = build(args.preset, args.jobs, folder)
    for record in records:
        record["target"], record["source"] = name_parts(record.pop("output"))
    records.sort(key=lambda record: -record["cpu_s"])

    targets = collections.defaultdict(list)
    for record in records:
        targets[record["target"]].append(record)
    result = {
        "preset": args.preset,
        "jobs": args.jobs,
        "configure_wall_s": configure_s,
        "build_wall_s": build_s,
        "noop_wall_s": noop_s,
        "cpu_s": round(sum(record["cpu_s"] for record in records), 1),
        "targets": [
            {
                "target": name,
                "files": len(group),
                "cpu_s": round(sum(record["cpu_s"] for record in group), 1),
                "peak_mb": max(record["peak_mb"] for record in group),
            }
            for name, group in targets.items()
        ],
        "files": records,
    }
    result["targets"].sort(key=lambda target: -target["cpu_s"])
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(json.dumps(result, indent=1) + "\n")
    report(result, args.top)
    print(f"\nall figures: {args.output}")


if __name__ == "__main__":
    main()
