"""A seeded fuzzer: every operator with wrong arguments. Each call raises or answers; nothing else.

Internal operators, whose arguments rules make, are also called with right arguments of which a few are
changed.

    python -m tests.ops.fuzz --calls 100000            the calls run in a child process
    python -m tests.ops.fuzz --seed 0 --only 4711      one call again, in this process

Call `i` of a seed is always the same. A finding is a crash, a call that takes too long, an error of
the framework's own (Fatal, SystemError), or a text that does not name the operator.
"""

import argparse
import faulthandler
import importlib
import json
import mmap
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEMORY = 2 << 30  # bytes a call may take
SECONDS = 10  # a call may take, on a busy machine
SHARED = (  # said where the operator is not known
    "the shape is negative or too large.",
    "a tensor has too many dimensions.",
    "the sizes are too large.",
    "an integer is divided by zero.",
    "out: ",
    "the matrix holds NaN or infinity.",
    "random values: ",
    "sizes must be integers.",
)
ALLOWED = (IndexError, NotImplementedError, TypeError, ValueError)
HUGE = (2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1, -(2**31), -(2**63), 2**63, 2**64, -(2**70))


def operators(_C):
    return sorted(_C.op_records(), key=lambda record: record["name"])


class Maker:
    """Makes the arguments of one call."""

    def __init__(self, rng, record, paddle):
        self.rng, self.record, self.paddle = rng, record, paddle
        self.shapes = [self.shape() for _ in range(2)]

    def shape(self):
        rank = self.rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 9))
        sizes = (0, 1, 1, 2, 3, 3, 4, 5, 7) if rank < 6 else (1, 1, 2)
        return [self.rng.choice(sizes) for _ in range(rank)]

    def tensor(self, dtypes=None):
        import numpy as np

        rng = self.rng
        shape = rng.choice(self.shapes) if rng.random() < 0.8 else self.shape()
        values = np.random.default_rng(rng.getrandbits(32)).standard_normal(shape) * rng.choice(
            (1, 3, 1e30)
        )
        if rng.random() < 0.1:
            values = np.full(shape, rng.choice((np.nan, np.inf, -np.inf, 0.0)))
        dtype = rng.choice(dtypes or DTYPES)
        with np.errstate(all="ignore"):
            if "int" in dtype:  # often small, as an index would be
                values = np.rint(values % rng.choice((3, 3, 2**40))) - rng.choice((0, 0, 0, 1))
                values = values.astype("int64")
            tensor = self.paddle.to_tensor(np.asarray(values)).astype(dtype)
        if tensor.ndim > 1 and rng.random() < 0.3:
            axes = list(range(tensor.ndim))
            rng.shuffle(axes)
            transpose = getattr(tensor, "transpose", None)
            tensor = transpose(axes) if transpose else tensor
        tensor = tensor.detach()
        tensor.stop_gradient = rng.random() < 0.5
        return tensor

    def int(self):
        rng = self.rng
        return rng.choice(HUGE) if rng.random() < 0.15 else rng.randint(-4, 6)

    def ints(self):
        rng = self.rng
        if rng.random() < 0.2:
            return self.int()
        if rng.random() < 0.05:
            return self.tensor(["int32", "int64"])
        values = [self.int() for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3, 4, 4, 10)))]
        return tuple(values) if rng.random() < 0.2 else values

    def float(self):
        return self.rng.choice(
            (0.5, 0.0, -0.0, 1.0, -1.5, 1e-30, 1e308, float("nan"), float("inf"), -float("inf"), 2)
        )

    def text(self):
        return self.rng.choice(TEXTS)

    def dtype(self):
        return self.rng.choice((*DTYPES, None, self.paddle.float32, "no_such", "float", int))

    def junk(self):
        import numpy as np

        deep = []
        for _ in range(self.rng.choice((1, 5, 100))):
            deep = [deep]
        choices = (
            None,
            object(),
            [],
            (),
            {},
            {"a": 1},
            "text",
            "",
            b"bytes",
            lambda: 0,
            deep,
            set(),
            1j,
            float("nan"),
            2**100,
            True,
            np.zeros(3),
            np.array("text"),
            np.array([object()]),
            np.float16(1),
            [None],
            ["x"],
            [[1, 2], [3]],
            slice(None),
            Ellipsis,
            int,
            range(3),
            [1, "x"],
            [1.5],
            {1, 2},
            memoryview(b"abc"),
            NotImplemented,
        )
        return self.rng.choice(choices)

    def value(self, kind):
        rng = self.rng
        if rng.random() < 0.07:
            return self.junk()
        if kind in ("Tensor", "Tensor?"):
            if rng.random() < 0.08:
                return self.rng.choice((1, 2.5, True, None, [1, 2]))
            return self.tensor()
        if kind == "Tensor[]":
            dtypes = [rng.choice(DTYPES)] if rng.random() < 0.8 else None
            return [self.tensor(dtypes) for _ in range(rng.choice((0, 1, 2, 2, 3, 30)))]
        makers = {
            "bool": lambda: rng.random() < 0.5,
            "int": self.int,
            "float": self.float,
            "str": self.text,
            "IntArray": self.ints,
            "DataType": self.dtype,
            "Scalar": lambda: rng.choice((self.int, self.float))(),
        }
        return makers.get(kind, self.junk)()

    def call(self):
        """(form, arguments, keyword arguments)."""
        rng, args, kwargs = self.rng, [], {}
        for name, kind, has_default in self.record["args"]:
            if has_default and rng.random() < 0.5:
                continue
            if rng.random() < 0.03:
                continue  # left out
            kwargs[name] = self.value(kind)
        names = [name for name, _, _ in self.record["args"]]
        for name in names[: rng.randint(0, 3)]:
            if name not in kwargs:
                break
            args.append(kwargs.pop(name))
        if rng.random() < 0.03:
            args.append(self.junk())
        if rng.random() < 0.03:
            kwargs[rng.choice(("axis", "out", "name", "junk"))] = self.value(
                rng.choice(("Tensor", "int", "str"))
            )
        form = rng.choice(("function", "function", "method", "inplace"))
        return form, args, kwargs

    def changed_call(self, calls):
        """One of the right calls with some of its arguments changed."""
        import numpy as np

        rng = self.rng
        dtype = rng.choice(("float32", "float64", "float32"))
        call = rng.choice(calls).make(rng.getrandbits(32), dtype)
        call = call.map(lambda a: self.paddle.to_tensor(np.ascontiguousarray(a)))
        names = [name for name, _, _ in self.record["args"]]
        kwargs = dict(zip(names, call.args, strict=False)) | call.kwargs
        for name in rng.choices(sorted(kwargs), k=rng.choice((0, 1, 1, 1, 2, 3))):
            kwargs[name] = self.changed(kwargs[name])
        return "function", [], kwargs

    def changed(self, value):
        rng = self.rng
        if rng.random() < 0.03:
            return self.junk()
        if hasattr(value, "stop_gradient"):
            return self.changed_tensor(value)
        if isinstance(value, (list, tuple)):
            items = list(value)
            what = rng.random()
            if items and what < 0.5:
                k = rng.randrange(len(items))
                items[k] = self.changed(items[k])
            elif items and what < 0.7:
                del items[rng.randrange(len(items))]
            elif items and what < 0.9:
                items.append(rng.choice(items))
            return items
        if isinstance(value, bool) or value is None:
            return rng.choice((True, False, None))
        if isinstance(value, str):
            return self.text()
        return self.float() if isinstance(value, float) else self.int()

    def changed_tensor(self, tensor):
        import numpy as np

        rng, what = self.rng, self.rng.randrange(6)
        narrow = tensor.dtype.name.startswith(("float8", "bfloat"))
        array = (tensor.astype("float32") if narrow else tensor).numpy()
        if what == 0:
            return self.tensor()
        if what == 1:
            return tensor.astype(rng.choice(DTYPES))
        axis = rng.randrange(array.ndim) if array.ndim else 0
        if what == 2 and array.ndim:
            array = np.take(array, range(rng.randrange(array.shape[axis] + 1)), axis)
        elif what == 3 and array.size:
            array = np.repeat(array, rng.choice((2, 3)), axis if array.ndim else None)
        elif what == 4 and array.ndim < 9:
            array = array[None] if rng.random() < 0.5 or not array.ndim else array.reshape(-1)
        elif array.ndim:
            array = array.swapaxes(axis, -1)
        if array.dtype.kind in "iu" and rng.random() < 0.5:
            array = array + array.dtype.type(rng.choice((1, 3, 100)))
        return self.paddle.to_tensor(np.ascontiguousarray(array))


DTYPES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float16",
    "bfloat16",
    "float32",
    "float32",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
TEXTS = (
    "NCHW",
    "NHWC",
    "NCL",
    "NLC",
    "constant",
    "reflect",
    "replicate",
    "circular",
    "mean",
    "sum",
    "none",
    "add",
    "assign",
    "mul",
    "amax",
    "SAME",
    "VALID",
    "raise",
    "wrap",
    "clip",
    "upscale_in_train",
    "no_such",
    "",
    "ij,jk->ik",
    "i" * 50,
    "...",
    "->",
    "ii,i",
    "\0",
    "é",
)


def _is_operator(name):
    from paddle import _C

    method = getattr(_C.Tensor, name, None)
    return isinstance(method, type(_C.Tensor.tanh))


def function_of(record, form, args):
    """What is called, and how it is shown."""
    from paddle import _C

    name = record["name"]
    # Python functions of the same name have signatures of their own.
    if form == "method" and args and isinstance(args[0], _C.Tensor) and _is_operator(name):
        return getattr(args[0], name), args[1:], f"Tensor.{name}"
    if form == "inplace" and name + "_" in _C.ops:
        return _C.ops[name + "_"], args, name + "_"
    return _C.ops[name], args, name


def shown(value, depth=0):
    """A short text of an argument."""
    if hasattr(value, "stop_gradient"):
        layout = "" if value.is_contiguous() else f" strides {value.strides}"
        grad = "" if value.stop_gradient else " grad"
        return f"Tensor{list(value.shape)}:{value.dtype.name}{layout}{grad}"
    if isinstance(value, (list, tuple)) and depth < 3:
        return f"{type(value).__name__}({', '.join(shown(v, depth + 1) for v in value)})"
    return repr(value)[:60]


def right_calls(name):
    from tests.ops.internal_calls import CALLS

    return CALLS.get(name)


def prepare(seed, index, paddle, records):
    rng = random.Random(f"{seed}/{index}")
    record = records[index % len(records)]
    maker, calls = Maker(rng, record, paddle), right_calls(record["name"])
    if calls and rng.random() < 0.8:
        form, args, kwargs = maker.changed_call(calls)
    else:
        form, args, kwargs = maker.call()
    function, args, name = function_of(record, form, args)
    parts = [shown(a) for a in args] + [f"{k}={shown(v)}" for k, v in kwargs.items()]
    return rng, record, function, args, kwargs, f"{name}({', '.join(parts)})"


def run_one(seed, index, paddle, records):
    """The finding of one call, or None."""
    from paddle import _C

    rng, record, function, args, kwargs, what = prepare(seed, index, paddle, records)
    try:
        result = function(*args, **kwargs)
    except Exception as error:
        said = re.match(r"\(\w+\) (\w+): ", str(error))
        named = (
            said and said[1] in (*_C.ops, "index", "view") or any(t in str(error) for t in SHARED)
        )
        named = named or "internal" in record["traits"]  # they speak for who calls them
        unnamed = isinstance(error, ALLOWED) and not named
        own_fault = isinstance(error, SystemError) or "(Fatal)" in str(error)
        return f"{what}: {type(error).__name__}: {error}" if unnamed or own_fault else None
    outputs = [result] if isinstance(result, _C.Tensor) else list(result)
    outputs = [
        o for o in outputs if isinstance(o, _C.Tensor) and not o.stop_gradient and o.size < 1e6
    ]
    if not outputs or rng.random() < 0.5:
        return None
    try:  # what was accepted has a gradient, or says why not
        _C.backward(outputs, [], False, False)
    except Exception as error:
        if isinstance(error, SystemError) or "(Fatal)" in str(error):
            return f"{what}, backward: {type(error).__name__}: {error}"
    return None


def load():
    """The operators; from now on they have to name themselves in errors."""
    from paddle import _C

    _C.prefix_errors(False)
    return operators(_C)


def child(seed, start, stop, state_path, findings_path, records, run_one):
    """Runs calls, noting each in the state file before it begins."""
    faulthandler.enable()
    import paddle
    from paddle import _C

    _C.set_num_threads(2)
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    with open(state_path, "r+b") as f, open(findings_path, "a") as findings:
        state = mmap.mmap(f.fileno(), 8)
        for index in range(start, stop):
            state[:] = index.to_bytes(8, "little")
            if index % 500 == 0:  # numpy and others share the limit
                _C.empty_cache()
            finding = run_one(seed, index, paddle, records)
            if finding:
                findings.write(json.dumps([index, finding]) + "\n")
                findings.flush()
    return 0


def describe(seed, index):
    """The text of one call."""
    import paddle
    from paddle import _C

    return prepare(seed, index, paddle, operators(_C))[-1]


def fuzz(seed, calls, log=print, start=0, module="tests.ops.fuzz"):
    """Runs the calls in child processes of a module; returns [(index, text)] of the findings."""
    found = []
    stop = start + calls
    with tempfile.TemporaryDirectory() as folder:
        state_path, findings_path = pathlib.Path(folder, "state"), pathlib.Path(folder, "findings")
        while start < stop:
            state_path.write_bytes(start.to_bytes(8, "little"))
            findings_path.write_text("")
            errors = open(pathlib.Path(folder, "stderr"), "w+")
            command = [
                sys.executable,
                "-m",
                module,
                "--seed",
                str(seed),
                "--child",
                str(start),
                str(stop),
                str(state_path),
                str(findings_path),
            ]
            # Texts may be names of files: these go with the folder.
            paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
            process = subprocess.Popen(
                command,
                cwd=folder,
                stderr=errors,
                stdout=errors,
                env={**os.environ, "PYTHONPATH": paths},
            )
            last, since = -1, time.monotonic()
            timed_out = False
            while process.poll() is None:
                time.sleep(0.05)
                now = int.from_bytes(state_path.read_bytes(), "little")
                if now != last:
                    last, since = now, time.monotonic()
                elif time.monotonic() - since > SECONDS + (
                    20 if now == start else 0
                ):  # the first one imports
                    timed_out = True
                    process.kill()
            for line in findings_path.read_text().splitlines():
                found.append(tuple(json.loads(line)))
                log(f"  [{found[-1][0]}] {found[-1][1]}")
            if process.returncode == 0:
                break
            index = int.from_bytes(state_path.read_bytes(), "little")
            what = importlib.import_module(module).describe(seed, index)
            errors.seek(0)
            trace = "" if timed_out else errors.read()[-1500:]
            why = (
                f"took more than {SECONDS} s"
                if timed_out
                else f"died with status {process.returncode}"
            )
            found.append((index, f"{what}: {why}\n{trace}"))
            log(f"  [{index}] {found[-1][1]}")
            errors.close()
            start = index + 1
    return found


def main(module, doc, load, run_one, describe):
    """The command line of a fuzzer: `load` gives what it calls, `run_one` makes a call."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--calls", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", type=int, help="run this call alone, in this process")
    parser.add_argument("--child", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        start, stop, state, findings = args.child
        return child(args.seed, int(start), int(stop), state, findings, load(), run_one)
    if args.only is not None:
        import paddle

        print(describe(args.seed, args.only), flush=True)
        print(run_one(args.seed, args.only, paddle, load()) or "no finding")
        return 0
    found = fuzz(args.seed, args.calls, start=args.start, module=module)
    print(f"{args.calls} calls, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main("tests.ops.fuzz", __doc__, load, run_one, describe))
