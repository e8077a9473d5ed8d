#!/usr/bin/env bash
# usage: check_exports.sh libframework.so
# Every exported name must be the project's, and no library that is opened at run time, or linked statically, may be needed.
set -euo pipefail
ours='^(PD_|_Z(T[ISVTHW]|T[hvc][0-9hvcn_]*_?|Z|GVZ?)?N[KRO]*6paddle)'  # the names of cmake/framework.map
never='LLVM|MLIR|glog|gflags|unwind|libcuda[.]so|cublas|cudnn|nvrtc|nccl|openblas|python'

exports=$(nm -D --defined-only "$1" | cut -d' ' -f3)
if strange=$(grep -vE "$ours" <<<"$exports"); then
  printf 'exported, but not of namespace paddle or PD_*:\n%s\nSee cmake/framework.map.\n' "$(head -20 <<<"$strange" | c++filt)"
  exit 1
fi
if needed=$(readelf -d "$1" | grep -E "NEEDED.*($never)"); then
  printf 'libframework.so must not need:\n%s\n' "$needed"
  exit 1
fi
echo "$(wc -l <<<"$exports") exports, all of them the project's"
