#!/usr/bin/env bash
# The kernel's object file itself shows that it cannot allocate, lock, throw or call through a pointer: it asks the linker for
# nothing of the kind and has no indirect call. $1: kernel.cpp.o of a release build.
set -euo pipefail
object=$1
[ -f "$object" ] || { echo "no object file $object"; exit 1; }
bad=$(nm --undefined-only --demangle "$object" | grep -E 'operator (new|delete)|malloc|calloc|realloc|free|__cxa_|_Unwind|pthread|mutex|tbb|printf|puts|std::__throw' || true)
[ -z "$bad" ] || { echo "the kernel refers to:"; echo "$bad"; exit 1; }
calls=$(objdump --disassemble --no-show-raw-insn "$object" | grep -E '\bcallq?\s+\*' || true)
[ -z "$calls" ] || { echo "the kernel calls through a pointer:"; echo "$calls"; exit 1; }
nm --defined-only --demangle "$object" | grep -q 'play_tables' || { echo "this is not the kernel's object file"; exit 1; }
echo "nothing but: $(nm --undefined-only --demangle "$object" | awk '{$1=""; print}' | sort -u | tr '\n' ' ')"
