"""Runs the corpus of functions and models eagerly and captured, and prints what came of it.

    python tests/jit/corpus/run.py [--framework ours|oracle|torch|all] [--only REGEX]
        [--env oracle=PYTHON] [--env torch=PYTHON] [--json FILE] [--limit SECONDS]

Each framework runs in a process of its own, which is started again after a crash or a hang.
`oracle` is PaddlePaddle (PADDLE_REFERENCE_PYTHON names its interpreter), `torch` is
torch.compile(fullgraph=True) on the cases that torch can run as they are (torch_twin.py).
"""

import argparse
import collections
import json
import os
import pathlib
import pickle
import select
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))
COLUMNS = "cases", "whole", "general", "segments", "wrong", "again", "errors"


class Bar:
    """A progress bar, where somebody looks."""

    def __init__(self, name):
        self.name, self.shown = name, sys.stderr.isatty()

    def show(self, done, total):
        if self.shown:
            fill = 30 * done // max(total, 1)
            text = f"\r{self.name:8} [{'#' * fill}{'.' * (30 - fill)}] {done}/{total}"
            print(text, end="\n" if done == total else "", file=sys.stderr, flush=True)


def lines_of(process, limit):
    """Lines as they come; ends where none came for `limit` seconds."""
    buffer = b""
    while True:
        ready, _, _ = select.select([process.stdout], [], [], limit)
        if not ready:
            process.kill()
            return
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            return
        *lines, buffer = (buffer + piece).split(b"\n")
        yield from lines


def run(framework, python, only, limit, values):
    """Rows of the cases. A case whose process dies is an error."""
    rows, bar = [], Bar(framework)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if framework != "ours":
        environment.pop("PYTHONPATH", None)
    total = None
    while True:
        command = [python, "-m", "tests.jit.corpus.worker", "--framework", framework, "--only", only,
                   "--skip", str(len(rows)), "--limit", str(limit), "--values", values]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        open_case = None
        for line in lines_of(process, limit + 60):
            if not line.startswith((b'{"start"', b'{"name"')):
                continue
            record = json.loads(line)
            if "start" in record:
                open_case, total = record, record["all"]
            else:
                rows.append(record)
                open_case = None
                bar.show(len(rows), total)
        code = process.wait()
        if open_case is not None:
            why = f"the process ended with {code}"
            name, kind = open_case["start"], open_case["kind"]
            rows.append({"name": name, "kind": kind, "outcome": "error", "why": why})
            bar.show(len(rows), total)
        elif code:
            raise RuntimeError(f"{framework}: the worker does not start ({python}, exit {code})")
        if total is None or len(rows) >= total:
            return rows


def counted(rows):
    """The figures of one line of the table."""
    rows = [r for r in rows if r["outcome"] != "left out"]
    right = [r for r in rows if r["outcome"] == "right"]
    captured = all(r["whole"] is not None for r in right)

    def percent(chosen):
        return f"{100 * len(chosen) / len(rows):.1f} %" if rows and captured else "-"

    return {
        "cases": str(len(rows)),
        "whole": percent([r for r in right if r["whole"]]),
        "general": percent([r for r in right if r["general"]]),
        "segments": percent(right),
        "wrong": str(sum(r["outcome"] == "wrong" for r in rows)),
        "again": percent([r for r in right if not r["recompiles"]]),
        "errors": str(sum(r["outcome"] == "error" for r in rows)),
    }


def table(framework, rows):
    kinds = collections.defaultdict(list)
    for row in rows:
        kinds[row["kind"]].append(row)
    lines = [
        f"{framework}: whole graph, for all values, with segments, silently wrong, second call without recompiling"
    ]
    lines.append(f"{'kind':38}" + "".join(f"{c:>10}" for c in COLUMNS))
    for kind, of_kind in [*kinds.items(), ("all", rows)]:
        figures = counted(of_kind)
        lines.append(f"{kind:38}" + "".join(f"{figures[c]:>10}" for c in COLUMNS))
    if any(r["outcome"] == "right" and r["whole"] is None for r in rows):
        lines.append("(nothing captures here: eager was compared with eager)")
    return "\n".join(lines)


def disagreements(values, names):
    """Cases whose eager values differ between this framework and PaddlePaddle."""
    from tests.jit.corpus.worker import same

    found = []
    for name in names:
        files = [pathlib.Path(values) / f"{f}.{name}.pkl" for f in ("ours", "oracle")]
        if not all(f.exists() for f in files):
            continue
        ours, oracle = (pickle.loads(f.read_bytes()) for f in files)  # noqa: S301
        for index, (a, b) in enumerate(zip(ours, oracle, strict=True)):
            parts = [k for k in a if k != "text" and not same(a[k], b.get(k), 2e-3, 1e-4)]
            parts += [k for k in b if k not in a]
            if parts:
                found.append(f"{name}: call {index + 1}: {', '.join(parts)}")
                break
    return found


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--framework", default="ours", choices=("ours", "oracle", "torch", "all"))
    parser.add_argument("--only", default="", help="kind/name must match")
    parser.add_argument("--env", action="append", default=[], metavar="FRAMEWORK=PYTHON")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--limit", type=int, default=60, help="seconds for a case")
    options = parser.parse_args(arguments)
    pythons = {"ours": sys.executable, "oracle": os.environ.get("PADDLE_REFERENCE_PYTHON")}
    pythons.update(e.split("=", 1) for e in options.env)
    wanted = ("ours", "oracle", "torch") if options.framework == "all" else (options.framework,)
    result = {}
    with tempfile.TemporaryDirectory() as values:
        for framework in wanted:
            if not pythons.get(framework):
                print(f"{framework}: left out; name its interpreter by --env {framework}=PYTHON")
                continue
            start = time.time()
            rows = run(framework, pythons[framework], options.only, options.limit, values)
            result[framework] = rows
            print(table(framework, rows), f"\n({time.time() - start:.0f} s)\n")
            for row in rows:
                if row["outcome"] in ("wrong", "error"):
                    why = " ".join((str(row.get("why")).strip().splitlines() or [""])[-1].split())
                    print(f"  {row['outcome']:6} {row['name']}: {why[:150]}")
        if {"ours", "oracle"} <= result.keys():
            differ = disagreements(values, [r["name"] for r in result["ours"]])
            print(
                "\nEager here and PaddlePaddle's eager differ:",
                *(differ or ["nowhere"]),
                sep="\n  ",
            )
            result["differ"] = differ
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result, indent=1))
    bad = [r for r in result.get("ours", ()) if r["outcome"] in ("wrong", "error")]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
