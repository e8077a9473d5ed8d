#!/usr/bin/env bash
# usage: check_exports.sh libframework.so
# Every exported name must be the project's, and no library that is opened at run time, or linked statically, may be needed.
set -euo pipefail
ours='^(paddle::'                                   # functions, classes, variables
ours+='|[^(]* paddle::[^(]*<'                       # function templates: their names begin with the return type
ours+='|(typeinfo|typeinfo name|vtable|VTT|guard variable|TLS init function|TLS wrapper function) for paddle::'
ours+='|(virtual|non-virtual) thunk to paddle::'
ours+='|PD_)'                                       # extern "C"
never='LLVM|MLIR|glog|gflags|unwind|cuda|cublas|cudnn|nvrtc|nccl|openblas|python'

exports=$(nm -D --defined-only -C "$1" | cut -d' ' -f3-)
if strange=$(grep -vE "$ours" <<<"$exports"); then
  printf 'exported, but not of namespace paddle or PD_*:\n%s\nMark it hidden, or see cmake/framework.map.\n' "$(head -20 <<<"$strange")"
  exit 1
fi
if needed=$(readelf -d "$1" | grep -E "NEEDED.*($never)"); then
  printf 'libframework.so must not need:\n%s\n' "$needed"
  exit 1
fi
echo "$(wc -l <<<"$exports") exports, all of them the project's"
