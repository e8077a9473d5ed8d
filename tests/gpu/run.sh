#!/usr/bin/env bash
# The checks that need a GPU, on a machine that has one: the tests, again under compute-sanitizer where it is installed, and the
# speed of the kernels. From a build in this tree, or from build/gpu_pack.tar.xz (tests/gpu/pack.sh).
#   tests/gpu/run.sh [PRESET]
set -uo pipefail
cd "$(dirname "$0")/../.."
build=build/${1:-release}
if [ -f build/gpu_pack.tar.xz ]; then
  root=$(mktemp -d)
  tar -C "$root" -xJf build/gpu_pack.tar.xz || exit 1
  export PYTHONPATH=$root/site PYTHONHOME=$root/python
  nvidia=$(find / -type d -path '*/nvidia/cu1[0-9]/lib' 2>/dev/null | head -n 1)
  export LD_LIBRARY_PATH=$root/lib:$root/python/lib:$root/site/paddle/libs:${nvidia:-}:${LD_LIBRARY_PATH:-}
  python=$root/python/bin/python3 cpp_tests=$root/cpp_tests
else
  export PYTHONPATH=$PWD/$build/python
  python=.venv/bin/python cpp_tests=$build/cpp_tests
fi
failed=0
step() {
  echo "--- $*"
  "$@" || { failed=1; echo "FAILED: $*"; }
}
step "$cpp_tests" --gtest_filter='GpuDevice.*:DynLibrary.*' --gtest_brief=1
step "$python" tests/gpu/gpu_test.py
if command -v compute-sanitizer >/dev/null; then
  for tool in memcheck racecheck; do
    step env GPU_TEST_SMALL=1 compute-sanitizer --tool $tool --error-exitcode 9 --print-limit 5 "$python" tests/gpu/gpu_test.py
  done
fi
step "$python" tests/gpu/speed.py
exit $failed
