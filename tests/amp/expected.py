"""Writes expected.json: the dtypes that PaddlePaddle gives to the calls of cases.py, in programs.

    cd tests/amp && PYTHON_OF_PADDLE expected.py

In a program PaddlePaddle decides on the CPU as on a GPU; kernels that its CPU build lacks leave a row out.
"""

import json
import pathlib

import paddle
from cases import LEVELS, rows


def makers(dtype):
    count = 0

    def maker(kind):
        def make(*shape):
            nonlocal count
            count += 1
            return paddle.static.data(f"x{count}", list(shape), kind)

        return make

    return maker("float32"), maker(dtype), maker("int64")


def main():
    paddle.enable_static()
    found = {}
    for dtype in ("bfloat16", "float16"):
        for level, (name, promote) in LEVELS.items():
            column = found[f"{dtype} {level}"] = {}
            for row, f, a, b in rows():
                wide, narrow, whole = makers(dtype)
                with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
                    try:
                        with paddle.amp.auto_cast(level=name, dtype=dtype, use_promote=promote):
                            y = f(narrow if a else wide, narrow if b else wide, whole)
                    except (RuntimeError, TypeError, ValueError, NotImplementedError):
                        continue
                    column[row] = str(y.dtype).split(".")[-1].lower()
    by_dtype = {}  # column to dtype to rows
    for column, rows_of in found.items():
        for row, dtype in sorted(rows_of.items()):
            by_dtype.setdefault(column, {}).setdefault(dtype, []).append(row)
    text = json.dumps(
        {c: {d: " ".join(names) for d, names in dtypes.items()} for c, dtypes in by_dtype.items()},
        indent=1,
    )
    pathlib.Path(__file__).with_name("expected.json").write_text(text + "\n")


main()
