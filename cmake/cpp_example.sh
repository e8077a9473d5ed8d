#!/usr/bin/env bash
# usage: cpp_example.sh <build folder>
# Installs the C++ library to build/install, then builds and runs docs/examples/cpp_user from a folder outside the tree.
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
