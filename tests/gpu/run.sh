#!/usr/bin/env bash
# The checks that need a GPU, on a machine that has one. Expects a wheel built with CUDA in dist/ (`make wheel PRESET=cuda`),
# installs it into an environment of its own and runs the GPU tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(ls -t dist/framework_paddle-*.whl 2>/dev/null | head -n 1) || true
if [ -z "${wheel:-}" ]; then
  echo "tests/gpu/run.sh: no wheel in dist/; build one with: make wheel PRESET=cuda" >&2
  exit 1
fi
venv=${GPU_TEST_VENV:-build/gpu-venv}
[ -x "$venv/bin/python" ] || python3 -m venv --system-site-packages "$venv"
"$venv/bin/python" -m pip install --quiet --no-deps --force-reinstall "$wheel"
"$venv/bin/python" tests/gpu/gpu_test.py
