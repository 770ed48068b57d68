"""Builds core, stats and sim in another form, and links the test program of the release build with them.

The tests themselves are not compiled again: what is asked about is the libraries. Theirs are the first definitions that
the linker sees, so functions of headers are those of the other form as well, but for what a test had inlined.
"""
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "build/release"


def clang():
    found = shutil.which("clang++-19") or shutil.which("clang++")
    if not found:
        print("this needs Clang (Debian: clang-19)", file=sys.stderr)
        sys.exit(77)
    return found


def configure(source, build, kind, flags):
    """For the libraries alone, several files at a time."""
    subprocess.run(
        ["cmake", "-S", source, "-B", build, "-G", "Ninja", "-D", f"CMAKE_BUILD_TYPE={kind}",
         "-D", f"CMAKE_CXX_FLAGS_{kind.upper()}={flags}", "-D", f"CMAKE_CXX_COMPILER={clang()}", "-D", "CMAKE_UNITY_BUILD=ON",
         "-D", "CMAKE_EXPORT_COMPILE_COMMANDS=ON", "-D", "BROADSIDE_INSTALL=OFF", "-D", "BROADSIDE_TESTS=OFF",
         "-D", "BROADSIDE_APPS=OFF"],
        check=True, stdout=subprocess.DEVNULL)  # fmt: skip


def build(folder):
    """What the compiler says against it; nothing when all is built."""
    done = subprocess.run(["ninja", "-C", folder, "-k", "0", "broadside_core", "broadside_stats", "broadside_sim"],
                          capture_output=True, text=True)  # fmt: skip
    return "" if done.returncode == 0 else done.stdout + done.stderr


def link(folder, program, *more):
    """`more`: further objects and options."""
    commands = subprocess.run(["ninja", "-C", RELEASE, "-t", "commands", "broadside_tests"], check=True, capture_output=True, text=True)
    last = commands.stdout.splitlines()[-1]
    words = shlex.split(last.removeprefix(": && ").removesuffix(" && :"))
    words = [clang() if at == 0 else word for at, word in enumerate(words)]
    libraries = [f"{name}/libbroadside_{name}.a" for name in ("core", "stats", "sim")]
    words = [word for word in words if word not in libraries]
    words[words.index("-o") + 1] = str(program)
    first = ["-Wl,--whole-archive", *(str(Path(folder) / library) for library in libraries), "-Wl,--no-whole-archive"]
    subprocess.run([words[0], *map(str, more), *first, *words[1:]], cwd=RELEASE, check=True, env=os.environ)
