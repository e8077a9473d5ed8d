"""Runs cases in one process: eager beside captured, one line of JSON for each case.

python -m tests.jit.corpus.worker --framework ours|oracle|torch --only REGEX --skip N
"""

import argparse
import ast
import contextlib
import copy
import dataclasses
import inspect
import io
import json
import linecache
import pathlib
import re
import signal
import sys
import tempfile
import traceback

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]


def flatten(value):
    """Leaves of nested containers, with a mark for each container."""
    if isinstance(value, dict):
        parts = [("dict", list(value))]
        for v in value.values():
            parts += flatten(v)
        return parts
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [(type(value).__name__,), *flatten(vars(value))]
    if isinstance(value, (list, tuple)) and not hasattr(value, "numel"):
        parts = [(type(value).__name__, len(value))]
        for v in value:
            parts += flatten(v)
        return parts
    return [value]


class Timeout(BaseException):
    pass


def without_case(function):
    """The function from a source without `@case`, for who reads sources."""
    lines = inspect.getsource(function).splitlines(keepends=True)
    node = ast.parse("".join(lines)).body[0]
    text = "".join(lines[node.decorator_list[0].end_lineno :])
    name = f"{tempfile.gettempdir()}/corpus/{function.__name__}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space = function.__globals__
    exec(compile(text, name, "exec"), space)  # noqa: S102
    return space[function.__name__]


class Runner:
    def __init__(self, framework, paddle):
        self.paddle, self.framework = paddle, framework
        jit = getattr(paddle, "jit", None)
        self.to_static = getattr(jit, "to_static", None)
        self.report = getattr(jit, "report", None)

    def plain(self, value):
        """A leaf as something that can be compared and kept."""
        if isinstance(value, self.paddle.Tensor):
            with contextlib.suppress(Exception):
                value = value.detach()
            array = np.array(value.numpy())
            return ("tensor", str(array.dtype), array)
        return ("value", repr(value) if not isinstance(value, tuple) else str(value))

    def keep(self, value):
        return [self.plain(leaf) for leaf in flatten(value)]

    def fresh(self, spec, gradient, inputs):
        from tests.jit.corpus.case import Spec

        if isinstance(spec, Spec):
            t = self.paddle.to_tensor(spec.values)
            if spec.gradient and gradient:
                t.stop_gradient = False
                inputs.append(t)
            return t
        if isinstance(spec, dict):
            return {k: self.fresh(v, gradient, inputs) for k, v in spec.items()}
        if isinstance(spec, (list, tuple)):
            return type(spec)(self.fresh(v, gradient, inputs) for v in spec)
        return copy.copy(spec)

    def subject(self, case):
        function = case.function
        if self.framework == "oracle" and not case.make:
            function = without_case(function)
        made = function() if case.make else function
        return made if isinstance(made, tuple) else (made, lambda: None)

    def capture(self, function):
        if self.framework == "torch":
            import torch

            torch._dynamo.reset()
            torch._dynamo.utils.counters.clear()
            return torch.compile(function, fullgraph=True, backend="aot_eager")
        return self.to_static(function, full_graph=True) if self.to_static else function

    def call(self, case, function, subject, read_state, index):
        """What one call gives: results, gradients, arguments after it, state, text, error."""
        paddle = self.paddle
        inputs, seen = [], {}
        paddle.seed(100 + index)
        arguments = self.fresh(case.calls[index], case.gradient, inputs)
        text = io.StringIO()
        try:
            with contextlib.redirect_stdout(text):
                out = function(*arguments)
            seen["result"] = self.keep(out)
            floats = [
                v for v in flatten(out)
                if isinstance(v, paddle.Tensor) and v.is_floating_point() and not v.stop_gradient
            ]  # fmt: skip
            if case.gradient and floats:
                sum((v * v).sum() for v in floats).backward()
        except Exception as error:
            line = str(error).strip().splitlines() or [""]
            seen["error"] = [("value", type(error).__name__)]
            self.last_error = f"{type(error).__name__}: {(line[0] if self.framework == 'ours' else line[-1])[:150]}"
        seen["gradients"] = self.keep([t.grad for t in inputs])
        if hasattr(subject, "parameters") and hasattr(subject, "state_dict"):
            seen["gradients"] += self.keep([p.grad for p in subject.parameters()])
            seen["state"] = self.keep([v for _, v in sorted(subject.state_dict().items())])
            for p in subject.parameters():
                p.grad = None
        else:
            seen["state"] = self.keep(read_state())
        seen["arguments"] = self.keep(arguments)
        seen["text"] = [("value", text.getvalue())]
        return seen

    def run(self, case):
        """A dict for the table: what happened, and the eager values."""
        self.last_error = None
        paddle = self.paddle
        paddle.seed(7)
        subject, read = self.subject(case)
        eager = [self.call(case, subject, subject, read, i) for i in range(len(case.calls))]
        eager_error = self.last_error
        if eager_error and not case.raises:  # torch: the case has no twin
            outcome = "left out" if self.framework == "torch" else "error"
            return {"outcome": outcome, "why": f"eagerly: {eager_error}", "values": eager}
        paddle.seed(7)
        subject, read = self.subject(case)
        self.last_error = None
        row = {"eager_error": eager_error, "whole": True, "recompiles": 0}
        got, programs, whole, general = [], [], [], []
        try:
            captured = self.capture(subject)
            for i in range(len(case.calls)):
                got.append(self.call(case, captured, subject, read, i))
                programs.append(self.programs(captured))
                whole.append(self.is_whole(captured))
                general.append(self.is_general(captured))
                if got[-1].keys() != eager[i].keys():
                    break
        except Exception as error:
            self.last_error = f"{type(error).__name__}: {error}"
        refused = any("error" in g and "error" not in e for g, e in zip(got, eager, strict=False))
        if refused or len(got) < len(eager):
            why = self.last_error
            return row | {"outcome": "error", "whole": False, "why": why, "values": eager}
        wrong = next(
            (f"call {i + 1}: {part}" for i, (e, g) in enumerate(zip(eager, got, strict=False))
             for part in e if not same(e[part], g.get(part))), None)  # fmt: skip
        row |= {"outcome": "wrong" if wrong else "right", "why": wrong}
        if row["outcome"] == "right":
            row["whole"] = None if None in whole else all(whole)
            row["general"] = row["whole"] and all(general)
            row["recompiles"] = (
                programs[1] - programs[0] if self.to_static or self.framework == "torch" else None
            )
        return row | {"values": eager}

    def is_whole(self, captured):
        """Whether the last call was one graph; None where nothing captures."""
        if self.framework != "ours":
            return True
        return None if self.report is None else not self.report(captured).breaks

    def is_general(self, captured):
        """Whether the last call's program is right for all values of the tensors."""
        return self.framework != "ours" or not self.report(captured).assumptions

    def programs(self, captured):
        """How many programs were made so far."""
        if self.framework == "torch":
            from torch._dynamo.utils import counters

            return counters["stats"]["unique_graphs"]
        if self.framework == "oracle":
            cache = getattr(captured, "program_cache", None)
            cache = getattr(getattr(captured, "forward", None), "program_cache", cache)
            return 0 if cache is None else len(cache)
        if self.report is None:
            return 0
        return self.report(captured).compiled


def same(a, b, rtol=1e-4, atol=1e-5):
    if b is None or len(a) != len(b):
        return False
    for x, y in zip(a, b, strict=True):
        if x[:2] != y[:2]:
            return False
        if x[0] == "tensor":
            if x[2].shape != y[2].shape:
                return False
            if x[2].dtype.kind in "fc":
                if not np.allclose(x[2], y[2], rtol, atol, equal_nan=True):
                    return False
            elif not np.array_equal(x[2], y[2]):
                return False
    return True


def load(framework, only):
    """The framework as `paddle`, and the cases whose name or kind matches."""
    if framework == "torch":
        from tests.jit.corpus import torch_twin

        sys.modules["paddle"] = torch_twin.module()
    import paddle

    from tests.jit.corpus import case, functions, models  # noqa: F401

    cases = [c for c in case.CASES.values() if re.search(only, f"{c.kind}/{c.name}")]
    return paddle, cases


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--framework", default="ours")
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--values", help="a folder for the eager values")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    sys.setrecursionlimit(5000)
    out = sys.stdout
    paddle, cases = load(options.framework, options.only)
    runner = Runner(options.framework, paddle)

    def late(*_):
        raise Timeout

    signal.signal(signal.SIGALRM, late)
    for case in cases[options.skip :]:
        out.write(json.dumps({"start": case.name, "kind": case.kind, "all": len(cases)}) + "\n")
        out.flush()
        signal.alarm(options.limit)
        try:
            missing = [n for n in case.needs if not hasattr(getattr(paddle, n, None), "auto_cast")]
            row = (
                {"outcome": "left out", "why": f"needs {missing}"} if missing else runner.run(case)
            )
        except Timeout:
            row = {"outcome": "error", "why": f"over {options.limit} s"}
        except Exception:
            outcome = "left out" if options.framework == "torch" else "error"
            row = {"outcome": outcome, "why": traceback.format_exc(limit=-3)}
        signal.alarm(0)
        values = row.pop("values", None)
        if options.values and values is not None:
            import pickle

            with open(f"{options.values}/{options.framework}.{case.name}.pkl", "wb") as f:
                pickle.dump(values, f)
        out.write(json.dumps({"name": case.name, "kind": case.kind, **row}) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
