"""Regenerates the pages below docs/generated from the built module, then checks every link."""

import importlib.util
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    if (ROOT / "python" / "paddle" / "tools").is_dir() and importlib.util.find_spec(
        "paddle.tools.gen_api"
    ):
        if status := subprocess.call([sys.executable, "-m", "paddle.tools.gen_api"], cwd=ROOT):
            print("docs: paddle.tools.gen_api failed: see above.")
            return status
        if status := subprocess.call([sys.executable, "-m", "tests.ops.gradient_page"], cwd=ROOT):
            print("docs: tests.ops.gradient_page failed: see above.")
            return status
    command = [sys.executable, "-m", "pytest", "-q", "tests/lint/links_test.py"]
    return subprocess.call(command, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
