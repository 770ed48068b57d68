"""Builds core, stats and sim in another form, and links the test program of the release build with them.

The tests themselves are not compiled again: what is asked about is the libraries. Theirs are the first definitions that
the linker sees, so functions of headers are those of the other form as well, but for what a test had inlined.
"""
import os
import re
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
    jobs = ["-j", os.environ["BROADSIDE_JOBS"]] if "BROADSIDE_JOBS" in os.environ else []
    done = subprocess.run(["ninja", *jobs, "-C", folder, "-k", "0", "broadside_core", "broadside_stats", "broadside_sim"],
                          capture_output=True, text=True)  # fmt: skip
    return "" if done.returncode == 0 else done.stdout + done.stderr


# Clang trusts that whoever hands over a byte has cleared the rest of the register; g++ does not always, where the byte came
# out of an optional that a function returned (seen: *unit_type(word), handed on to name()). Tests that were seen doing so,
# and those of functions that stand in headers: with the headers of the other form they ask about that form too.
BY_CLANG = re.compile(r"/naive/ti4_\w+\.cpp\.o$|/ti4/(random_effects|effects_oracle|one_by_one)_test\.cpp\.o$|/(pmf|budgets)_test\.cpp\.o$")


def commands_for(target):
    """How the release build makes it, the last step last."""
    done = subprocess.run(["ninja", "-C", RELEASE, "-t", "commands", target], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def compiled_by_clang(name, folder, flags):
    """The object of the release build, made by Clang with the headers of the other form: where it is now."""
    words = shlex.split(commands_for(name)[-1])
    for library in ("core", "stats", "sim"):
        words = [word.replace(f"{RELEASE}/include/{library}", f"{folder}/include/{library}") for word in words]
    words[next(at for at, word in enumerate(words) if re.search(r"/(c|g|clang)\+\+[^/]*$", word))] = clang()
    out = Path(folder) / name
    out.parent.mkdir(parents=True, exist_ok=True)
    words[words.index("-o") + 1] = str(out)
    words[words.index("-MF") + 1] = f"{out}.d"
    made_from = [RELEASE / name, *Path(folder).glob("*/libbroadside_*.a")]
    if not out.exists() or out.stat().st_mtime < max(one.stat().st_mtime for one in made_from):
        subprocess.run([*words, *flags, "-w"], cwd=RELEASE, check=True)
    return str(out)


def link(folder, program, *more, flags=()):
    """`more`: further objects and options; `flags`: for what has to be compiled."""
    last = commands_for("broadside_tests")[-1]
    words = shlex.split(last.removeprefix(": && ").removesuffix(" && :"))
    words = [clang() if at == 0 else word for at, word in enumerate(words)]
    words = [compiled_by_clang(word, folder, flags) if BY_CLANG.search(word) else word for word in words]
    libraries = [f"{name}/libbroadside_{name}.a" for name in ("core", "stats", "sim")]
    words = [word for word in words if word not in libraries]
    words[words.index("-o") + 1] = str(program)
    first = ["-Wl,--whole-archive", *(str(Path(folder) / library) for library in libraries), "-Wl,--no-whole-archive"]
    subprocess.run([words[0], *map(str, more), *first, *words[1:]], cwd=RELEASE, check=True, env=os.environ)
