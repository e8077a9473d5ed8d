"""Runs ctest and pytest; the last line is `N passed, M failed`.

The exit status is 1 where a test failed or none ran.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ET

# What a tier leaves out. The gpu tests skip themselves where there is no GPU.
TIERS = {"quick": "not full and not dist", "full": ""}
ROOT = pathlib.Path(__file__).resolve().parent.parent


SANITIZER_ENV = {
    # Python, and singletons that are never destroyed, leak on purpose. An error aborts, so that
    # the test is named. LLVM's headers mark memory of its allocators as poison, and its library, which
    # is not instrumented, does not take that back.
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:allow_user_poisoning=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=1:allocator_may_return_null=1"
    f":suppressions={ROOT}/tests/sanitizers/tsan.supp",
}


def preload(preset):
    """Python itself is not instrumented, so the runtime of the sanitizer is loaded before it, and
    libstdc++, whose throw it has to find."""
    name = {"asan": "libasan.so", "tsan": "libtsan.so"}.get(preset)
    if not name:
        return {}
    libraries = [
        subprocess.check_output(["g++", f"-print-file-name={library}"], text=True).strip()
        for library in (name, "libstdc++.so")
    ]
    return {"LD_PRELOAD": " ".join(libraries), "PYTHONMALLOC": "malloc"}


def count(report):
    """(passed, failed) of a JUnit file."""
    passed = failed = 0
    for suite in ET.parse(report).getroot().iter("testsuite"):
        tests, failures, errors, skipped, disabled = (
            int(suite.get(key) or 0)
            for key in ("tests", "failures", "errors", "skipped", "disabled")
        )
        failed += failures + errors
        passed += tests - failures - errors - skipped - disabled
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="release")
    parser.add_argument("--tier", default="quick", choices=TIERS)
    parser.add_argument("--no-cpp", action="store_true", help="only pytest")
    parser.add_argument("pytest_args", nargs="*", help="passed on to pytest, after --")
    args = parser.parse_args()

    build = ROOT / "build" / args.preset
    env = {**os.environ, **SANITIZER_ENV}
    if args.preset in ("asan", "tsan"):  # which hide who calls dlopen, and so the rpath
        openblas = ROOT.glob(".venv/lib/python*/site-packages/scipy_openblas32/lib")
        env["LD_LIBRARY_PATH"] = ":".join(map(str, openblas))
    env |= {"PYTHONPATH": str(build / "python"), "PADDLE_BUILD_DIR": str(build)}
    commands = {}
    if not args.no_cpp:
        commands["ctest"] = (["ctest", "--preset", args.preset, "--output-junit"], env)
    pytest = [sys.executable, "-m", "pytest", "-q", *args.pytest_args]
    if TIERS[args.tier]:
        pytest += ["-m", TIERS[args.tier]]
    commands["pytest"] = ([*pytest, "--junitxml"], {**env, **preload(args.preset)})

    passed = failed = 0
    for name, (command, environment) in commands.items():
        report = build / f"{name}.xml"
        report.unlink(missing_ok=True)
        print(f"--- {name}", flush=True)
        status = subprocess.call([*command, str(report)], cwd=ROOT, env=environment)
        good, bad = count(report) if report.exists() else (0, 0)
        if not bad and (status or not report.exists()):
            print(f"{name} stopped with status {status}: see above", flush=True)
            bad = 1
        passed += good
        failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
