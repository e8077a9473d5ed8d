#!/usr/bin/env bash
# usage: check_kernels.sh kernels_v4.o libframework.so
# The AVX-512 kernels must define no symbol that the linker could take for the rest of the library (see cmake/CpuKernels.cmake),
# and their static registrars must have survived the merge and --gc-sections, out of reach of the loader.
set -euo pipefail
object=$1
library=$2
if visible=$(nm --defined-only -C "$object" | grep -E '^[0-9a-f]+ ([A-MO-Z]|[uvw]) '); then
  printf 'global or weak symbols in %s:\n%s\n' "$object" "$(head -20 <<<"$visible")"
  exit 1
fi
if sections=$(readelf -SW "$object" | grep -E 'INIT_ARRAY|\.[cd]tors|\.init_array'); then
  printf 'static initialisers that the loader would run on any machine:\n%s\n' "$sections"
  exit 1
fi
functions=$(nm -C "$object" | grep -c ' t paddle::phi::v4::' || true)
initializers=$(nm "$object" | grep -c ' t _GLOBAL__sub_I_' || true)
if [ "$functions" = 0 ] || [ "$initializers" = 0 ]; then
  echo "$object registers nothing: $functions functions of paddle::phi::v4, $initializers static initialisers"
  exit 1
fi
# The last -march on a command line wins: make sure that it was this one. (grep stops objdump early, hence no pipefail.)
if ! (set +o pipefail && objdump -d --no-show-raw-insn "$object" | grep -q '%zmm'); then
  echo "$object holds no AVX-512 instruction: it was compiled for another instruction set"
  exit 1
fi
# A stripped library has no symbol table to look into.
if readelf -SW "$library" | grep -c '\.symtab' >/dev/null &&
  [ "$(nm -C "$library" | grep -c ' t paddle::phi::v4::')" -lt 1 ]; then
  echo "no function of paddle::phi::v4 is left in $library"
  exit 1
fi
echo "$functions local functions of paddle::phi::v4, $initializers static initialisers, no global or weak symbol"
