#!/usr/bin/env bash
# The kernel's object files themselves show that they cannot allocate, lock, throw or call through a pointer: they ask the linker
# for nothing of the kind and have no indirect call. Arguments: the objects of the kernel's forms in a release build.
#
# These are the forms that play tables on this machine: kernel, scalar, AVX2, AVX-512. Not among them: simd128, which is
# empty but in a browser's engine; opposite luck (coupled.cpp) and combats that no tables hold (Rebellion's play.cpp), whose
# objects also make their tables, and so allocate. For Rebellion's play tests/core/kernel/kernel_test.cpp counts that nothing
# is allocated in a chunk; more than that is checked for neither.
set -euo pipefail
(($# > 0)) || { echo 'no object files'; exit 1; }
for object; do
  [ -f "$object" ] || { echo "no object file $object"; exit 1; }
  bad=$(nm --undefined-only --demangle "$object" | grep -E 'operator (new|delete)|malloc|calloc|realloc|free|__cxa_|_Unwind|pthread|mutex|tbb|printf|puts|std::__throw' || true)
  [ -z "$bad" ] || { echo "the kernel refers to:"; echo "$bad"; exit 1; }
  calls=$(objdump --disassemble --no-show-raw-insn "$object" | grep -E '\bcallq?\s+\*' || true)
  [ -z "$calls" ] || { echo "the kernel calls through a pointer:"; echo "$calls"; exit 1; }
  nm --defined-only --demangle "$object" | grep -E 'play_(tables|full_rounds)' > /dev/null || { echo "$object is no object file of the kernel"; exit 1; }
  echo "$(basename "$object"), nothing but: $(nm --undefined-only --demangle "$object" | awk '{$1=""; print}' | sort -u | tr '\n' ' ')"
done
