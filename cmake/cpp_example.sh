#!/usr/bin/env bash
# usage: cpp_example.sh <build folder>
# Installs the C++ library to build/install, then builds and runs docs/examples/cpp_user from a folder outside the tree.
# Python saves a model; the program that runs it has the library alone.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=$PWD/build/install
source=$PWD/docs/examples/cpp_user
rm -rf "$prefix"
cmake --install "$1" --component cpp --strip --prefix "$prefix" >/dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source" "$work/source"
cmake -S "$work/source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/build"
"$work/build/cpp_user"
PYTHONPATH=$PWD/$1/python .venv/bin/python - "$work/model" <<'END'
import sys, paddle
layer = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.ReLU(), paddle.nn.Linear(8, 3), paddle.nn.Softmax())
paddle.jit.save(layer, sys.argv[1], [paddle.static.InputSpec([None, 4], name="features")])
END
"$work/build/run_model" "$work/model"
