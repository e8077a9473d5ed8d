"""Damaged programs and parameters by the thousand: `python tests/python/fuzz_saving.py --count 20000`.

Each case is a saved model of tests/python/data/saved of which some bytes are others. Reading and running it must give
a result or one of the framework's errors; a crash, a case that takes longer than 20 s, memory taken for what is not
there, and an error of any other kind are findings.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DATA = pathlib.Path(__file__).parent / "data/saved"
# On reading; running may also be out of memory, where a damaged size is a large one.
ERRORS = (ValueError, TypeError, IndexError, KeyError, NotImplementedError)
SECONDS, MEMORY = 20, 4 << 30
EXTREMES = (
    0,
    1,
    2,
    -1,
    -2,
    7,
    255,
    65536,
    2**31 - 1,
    -(2**31),
    2**32,
    2**62,
    2**63 - 1,
    -(2**63),
    2**64,
    10**30,
)


def models():
    """(program, parameters, inputs) of each model."""
    import numpy as np

    found = []
    for program in sorted([*DATA.glob("*.json"), *DATA.glob("legacy/*.pdmodel")]):
        stem = program.with_suffix("")
        params = stem.with_suffix(".pdiparams")
        data = np.load(f"{stem}.0.npz")
        feeds = [data[n] for n in data.files if n.startswith("arr_")]
        found.append((program.read_bytes(), params.read_bytes() if params.exists() else b"", feeds))
    return found


def damage(rng, data):
    """`data` with one to four things changed."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if not data:
            return bytes(data)
        at = rng.randrange(len(data))
        n = min(rng.choice((1, 1, 2, 4, 8, 64, 500)), len(data) - at)
        kind = rng.randrange(8)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at : at + n] = rng.randbytes(n)
        elif kind == 2:
            del data[at : at + n]
        elif kind == 3:
            data[at:at] = rng.randbytes(n)
        elif kind == 4:
            del data[at:]
        elif kind == 5:
            other = rng.randrange(len(data))
            data[at:at] = data[other : other + n]
        elif kind == 6:
            data[at : at + n] = bytes([rng.choice((0, 0x7F, 0x80, 0xFF))]) * n
        else:
            other = rng.randrange(len(data))
            data[at : at + n] = data[other : other + n]
    return bytes(data)


def retold(rng, text):
    """JSON in which a number, a word or a bracketed part is another one."""
    text = text.decode()
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind = rng.randrange(5)
        pattern = (
            r"-?\d+(\.\d+)?(e-?\d+)?",
            r'"[^"]*"',
            r"true|false",
            r"\{[^{}]*\}",
            r"\[[^\[\]]*\]",
        )[kind]
        found = list(re.finditer(pattern, text))
        if not found:
            continue
        m = rng.choice(found)
        if kind == 0:
            new = str(rng.choice(EXTREMES))
        elif kind == 1:
            new = rng.choice((rng.choice(found).group(), '""', "0", "null", '"pd_op.relu"'))
        elif kind == 2:
            new = rng.choice(("true", "false", "1", "null"))
        else:
            new = rng.choice(
                (rng.choice(found).group(), "null", "{}", "[]", "[[]]", "[" * 200 + "]" * 200, "")
            )
        text = text[: m.start()] + new + text[m.end() :]
    return text.encode()


def case(models, seed, index):
    """A damaged model."""
    rng = random.Random(f"{seed} {index}")
    program, params, feeds = rng.choice(models)
    what = rng.randrange(4)
    if what == 0 and params:
        params = damage(rng, params)
    elif what == 1 or program[:1] != b"{":
        program = damage(rng, program)
    else:
        program = retold(rng, program)
    return program, params, feeds


def run(seed, first, last, progress):
    """Runs cases in this process; prints findings."""
    import os
    import resource
    import signal

    import paddle
    from paddle import _C

    paddle.set_num_threads(1)
    all_models = models()
    if not re.search("asan|tsan", str(_C.__file__)):  # sanitizers map far more than they use
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    counts = {"ran": 0, "refused": 0, "raised": 0}
    with open(progress, "wb", buffering=0) as note:
        for index in range(first, last):
            os.pwrite(note.fileno(), b"%012d" % index, 0)
            program, params, feeds = case(all_models, seed, index)
            signal.alarm(SECONDS)
            try:
                model = _C.LoadedModel.parse(program, params)
            except ERRORS:
                counts["refused"] += 1
                continue
            except BaseException as e:
                print(f"[{index}] reading: {type(e).__name__}: {e}"[:300].replace("\n", " "))
                continue
            if "" in model.calls or len(model.feeds) != len(feeds):
                counts["ran"] += 1  # a loop may well have no end
                continue
            try:
                for result in model.run([paddle.to_tensor(f) for f in feeds]):
                    result.numpy()
                counts["ran"] += 1
            except (*ERRORS, MemoryError):
                counts["raised"] += 1
            except BaseException as e:
                print(f"[{index}] running: {type(e).__name__}: {e}"[:300].replace("\n", " "))
    print(counts)


def fuzz(seed, count):
    """Runs cases in a process of their own; what was found."""
    findings, first = [], 0
    while first < count:
        with tempfile.NamedTemporaryFile() as progress:
            command = [sys.executable, __file__, "--seed", seed, "--first", first, "--count", count]
            result = subprocess.run(
                [*map(str, command), "--progress", progress.name],
                capture_output=True,
                text=True,
                check=False,
            )
            findings += [line for line in result.stdout.splitlines() if line.startswith("[")]
            if result.returncode == 0:
                return findings
            at = int(pathlib.Path(progress.name).read_bytes() or b"0")
            findings.append(f"[{at}] the process ended: {result.returncode} {result.stderr[-300:]}")
            first = at + 1
    return findings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=300, help="up to which case")
    parser.add_argument("--only", type=int, help="this case alone, in this process")
    parser.add_argument("--progress")
    args = parser.parse_args()
    if args.only is not None:
        with tempfile.NamedTemporaryFile() as note:
            run(args.seed, args.only, args.only + 1, note.name)
    elif args.progress:
        run(args.seed, args.first, args.count, args.progress)
    else:
        found = fuzz(args.seed, args.count)
        print(f"{args.count} cases, {len(found)} findings")
        print("\n".join(found[:40]))
        sys.exit(bool(found))


if __name__ == "__main__":
    main()
