#!/usr/bin/env python3
"""Which lines of core, stats and sim do the tests come by, and which functions never?

  ./test coverage [TESTS]    TESTS: source files of tests, as in '*/sim/*' (all unless said)

Clang's source based coverage of the libraries, linked with the test program of the release build. A folder below 95 % of
its lines, a function that nothing calls and that tests/scripts/uncalled.txt does not list, or a test that fails, ends with
exit 1.
"""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # a folder that changes would be built again
sys.path.insert(0, str(Path(__file__).parent))
import other_libraries  # noqa: E402
from other_libraries import ROOT  # noqa: E402

WORK = ROOT / "build/coverage"
PROGRAM = WORK / "broadside_tests"
WANTED = 0.95
# These start the program, whose libraries are others.
STARTERS = "*/cli_test.cpp,*/readme_test.cpp,*/interrupt_test.cpp,*/batch_out_test.cpp,*/core/citations_test.cpp"


def tool(name):
    found = shutil.which(f"{name}-19") or shutil.which(name)
    if not found:
        print(f"coverage needs {name} (Debian: llvm-19)", file=sys.stderr)
        sys.exit(77)
    return found


def folder_of(path):
    parts = path.split("/")
    if parts[0] != "core":
        return parts[0]
    return "/".join(parts[:3] if parts[1] == "systems" else parts[:2] if len(parts) > 2 else parts[:1])


def measured(tests):
    other_libraries.configure(ROOT, WORK, "Coverage", "-O1 -DNDEBUG -w -fprofile-instr-generate -fcoverage-mapping")
    said = other_libraries.build(WORK)
    if said:
        sys.exit(said[-4000:])
    other_libraries.link(WORK, PROGRAM, "-fprofile-instr-generate")
    chosen = f"--source-file={tests}" if tests else f"--source-file-exclude={STARTERS}"
    raw, merged = WORK / "raw", WORK / "merged"
    shutil.rmtree(raw, ignore_errors=True)
    done = subprocess.run([PROGRAM, "--no-version=true", chosen], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=os.environ | {"LLVM_PROFILE_FILE": f"{raw}/%m"})  # fmt: skip
    (WORK / "tests.log").write_bytes(done.stdout)
    said = done.stdout.decode(errors="replace").strip().splitlines()
    if done.returncode != 0:
        sys.exit("\n".join([*said[-20:], f"the tests failed (all they say: {WORK / 'tests.log'})"]))
    print(said[-3])
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", raw, "-o", merged], check=True)
    told = subprocess.run([tool("llvm-cov"), "export", PROGRAM, f"-instr-profile={merged}"], check=True, capture_output=True)
    return json.loads(told.stdout)["data"][0]


def name_in(path):
    """From the top; nothing where it is not of the libraries. Headers are seen through links."""
    for folder in ("core", "stats", "sim"):
        for root in (f"{ROOT}/", f"{WORK}/include/{folder}/"):
            if path.startswith(f"{root}{folder}/"):
                return path.removeprefix(root)
    return None


def main():
    data = measured(sys.argv[1] if len(sys.argv) > 1 else "")
    lines = {}
    for file in data["files"]:
        name = name_in(file["filename"])
        if name:
            summary = file["summary"]["lines"]
            known = lines.setdefault(name, [0, 0])
            if summary["covered"] >= known[1]:
                lines[name] = [summary["count"], summary["covered"]]
    # A template is one function, however often it was made; lambdas belong to what they stand in.
    calls = {}
    for function in data["functions"]:
        name = name_in(function["filenames"][0])
        if not name:
            continue
        at = (name, function["regions"][0][0])
        count, mangled = calls.get(at, (0, ""))
        calls[at] = (count + function["count"], function["name"])
    called = {}
    for (name, _), (count, _) in calls.items():
        row = called.setdefault(folder_of(name), [0, 0])
        row[0] += 1
        row[1] += count > 0
    by_folder = {}
    for name, (count, covered) in lines.items():
        row = by_folder.setdefault(folder_of(name), [0, 0])
        row[0] += count
        row[1] += covered
    print(f"{'folder':<30} {'lines':>7} {'come by':>8} {'share':>7} {'functions':>10} {'called':>7}")
    fits = True
    tops = {}
    for folder, (count, covered) in sorted(by_folder.items()):
        all_functions, called_ones = called.get(folder, [0, 0])
        print(f"{folder:<30} {count:>7} {covered:>8} {covered / max(count, 1):>7.1%} {all_functions:>10} {called_ones:>7}")
        top = tops.setdefault(folder.split("/")[0], [0, 0])
        top[0] += count
        top[1] += covered
    for top, (count, covered) in tops.items():
        print(f"{top + ' as a whole':<30} {count:>7} {covered:>8} {covered / max(count, 1):>7.1%}")
        fits = fits and covered >= WANTED * count
    for name, (count, covered) in sorted(lines.items(), key=lambda entry: entry[1][1] / max(entry[1][0], 1)):
        if covered < 0.9 * count:
            print(f"  {name}: {covered} of {count} lines")
    listed = {}
    for line in (ROOT / "tests/scripts/uncalled.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, reason = line.partition(": ")
            listed[name] = reason
    never = []
    for (name, line), (count, mangled) in sorted(calls.items()):
        if count == 0:
            text = (ROOT / name).read_text().splitlines()[line - 1].strip()
            never.append((name, line, text, mangled))
    filt = shutil.which("c++filt") or shutil.which("llvm-cxxfilt-19")
    print(f"functions that nothing calls: {len(never)}")
    for name, line, text, mangled in never:
        plain = subprocess.run([filt, mangled.split(":")[-1]], capture_output=True, text=True).stdout.strip() if filt else mangled
        known = next((reason for key, reason in listed.items() if key in f"{name} {plain}"), "")
        print(f"  {name}:{line}: {plain[:110]}" + (f" ({known})" if known else ""))
        fits = fits and bool(known)
    return 0 if fits else 1


if __name__ == "__main__":
    sys.exit(main())
