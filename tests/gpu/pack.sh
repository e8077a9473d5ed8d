#!/usr/bin/env bash
# Packs what the GPU tests need (this build, its Python, its libraries) for a machine that has a GPU but nothing else:
#   tests/gpu/pack.sh [PRESET]   here: writes build/gpu_pack.tar.xz
#   tests/gpu/run.sh             there: unpacks it and runs the tests
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/${1:-release}
pack=$(mktemp -d)
trap 'rm -rf "$pack"' EXIT
prefix=$(.venv/bin/python -c 'import sys; print(sys.base_prefix)')
site=$(.venv/bin/python -c 'import site; print(site.getsitepackages()[0])')
version=$(.venv/bin/python -c 'import sys; print("python%d.%d" % sys.version_info[:2])')

mkdir -p "$pack/python/bin" "$pack/python/lib" "$pack/site" "$pack/lib"
cp "$(readlink -f "$prefix/bin/$version")" "$pack/python/bin/python3"
cp -a "$prefix"/lib/lib"$version"*.so* "$pack/python/lib/" 2>/dev/null || true
tar -C "$prefix/lib" -cf - --exclude='test' --exclude='tests' --exclude='idlelib' --exclude='tkinter' --exclude='ensurepip' \
  --exclude='lib2to3' --exclude='site-packages' --exclude='__pycache__' --exclude='config-*' "$version" | tar -C "$pack/python/lib" -xf -
cp -a "$site"/numpy "$site"/numpy.libs "$pack/site/"
find "$pack/site/numpy" -name tests -type d -prune -exec rm -rf {} +
tar -chf - -C "$build/python" --exclude='__pycache__' paddle | tar -C "$pack/site" -xf -
cp "$build/cpp_tests" "$pack/"
# Libraries that are found through paths of this machine.
{ ldd "$build/cpp_tests" "$build"/python/paddle/_C*.so; ldd "$site"/scipy_openblas32/lib/*.so; } |
  awk '/=> \// {print $3}' | sort -u | grep -vE '/(ld-linux|lib(c|m|dl|pthread|rt|framework))[-.]' | xargs -I{} cp -L {} "$pack/lib/"
cp -L "$site"/scipy_openblas32/lib/*.so* "$pack/lib/"
find "$pack" -name '*.so*' -type f -exec strip --strip-unneeded {} + 2>/dev/null
XZ_OPT='-T0 -3' tar -C "$pack" -cJf build/gpu_pack.tar.xz .
du -h build/gpu_pack.tar.xz
