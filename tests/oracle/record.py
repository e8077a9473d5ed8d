"""Records what the oracle (PaddlePaddle 3.3.1) answers to the snippets.

python tests/oracle/record.py --python PYTHON_WITH_PADDLEPADDLE [--areas AREA ...]

Answers are kept in record.json.xz, by area and snippet. The oracle runs in a process of its own; where a
snippet ends that process, the answer is {"died": status} and a new process goes on behind it.
"""

import argparse
import json
import lzma
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "record.json.xz"
SECONDS = 20  # for one snippet; one that never ends is one that dies


def load():
    return json.loads(lzma.decompress(RECORD.read_bytes())) if RECORD.exists() else {}


def store(record):
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    RECORD.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def answer(area, start, path):
    """In the oracle's process: appends one line for each snippet from `start` on."""
    sys.path.insert(0, str(HERE.parents[1]))
    from tests.oracle import snippet

    names, snippets = snippet.area(area)
    with open(path, "a") as out:
        for text in snippets[start:]:
            out.write(json.dumps([text, None]) + "\n")
            out.flush()
            signal.alarm(SECONDS)
            out.write(json.dumps([text, snippet.run(text, names)]) + "\n")
        out.write(json.dumps(["", None]) + "\n")


def ask(python, area, environment):
    """The answers of the oracle to an area: snippet to result."""
    answers, start = {}, 0
    while True:
        with tempfile.NamedTemporaryFile("r") as file:
            command = [python, __file__, "--answer", area, str(start), file.name]
            quiet = subprocess.DEVNULL  # a warning for each kind of promotion
            status = subprocess.run(command, env=environment, stderr=quiet).returncode
            rows = [json.loads(line) for line in file]
        answers.update((text, result) for text, result in rows if result)
        if rows and rows[-1][0] == "":
            return answers
        if not rows:
            sys.exit(f"record: the oracle does not start on {area}")
        answers[rows[-1][0]] = {"died": status}
        print(f"{area}: died of {rows[-1][0]}")
        start = len(answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", help="an interpreter that has PaddlePaddle 3.3.1")
    parser.add_argument("--areas", nargs="*", help="only these")
    parser.add_argument("--answer", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        area, start, path = options.answer
        return answer(area, int(start), path)
    if not options.python:
        parser.error("--python is needed")
    environment = {
        k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH")
    }
    areas = sorted(p.stem for p in (HERE / "areas").glob("[a-z]*.py"))
    record = {k: v for k, v in load().items() if k in areas}
    for area in options.areas or areas:
        record[area] = ask(options.python, area, environment)
        print(f"{area}: {len(record[area])}")
    store(record)


if __name__ == "__main__":
    main()
