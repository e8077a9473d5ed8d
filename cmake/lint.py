"""Checks the layout of the code (clang-format, ruff, tests/lint), or repairs it with --fix."""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "include", "tests", "docs/examples", "cmake")
SUFFIXES = (".h", ".cc", ".cu", ".cuh")


def main(fix):
    files = (p for folder in FOLDERS for p in sorted((ROOT / folder).rglob("*")))
    sources = [str(p) for p in files if p.suffix in SUFFIXES]
    if not shutil.which("clang-format"):
        sys.exit("lint: clang-format is missing: run 'make setup', or install its package.")
    python = [sys.executable, "-m"]
    steps = {
        "clang-format": ["clang-format", *(["-i"] if fix else ["--dry-run", "--Werror"]), *sources],
        "ruff": [*python, "ruff", "check", *(["--fix"] if fix else []), "."],
        "ruff format": [*python, "ruff", "format", *([] if fix else ["--check"]), "."],
        "tests/lint": [*python, "pytest", "-q", "tests/lint"],
    }
    failed = [name for name, command in steps.items() if subprocess.call(command, cwd=ROOT)]
    if failed:
        hint = "" if fix else " 'make format' repairs what a program can repair."
        print(f"lint: {', '.join(failed)} failed.{hint}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main("--fix" in sys.argv[1:]))
