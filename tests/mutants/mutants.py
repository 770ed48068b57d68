#!/usr/bin/env python3
"""Makes small mistakes in the rules, tables, kernel, solvers and statistics, and counts how many the tests notice.

  ./test mutants [known [SECONDS]]   those of the draw that is written down (draw.txt), each shown to tests of at most so many SECONDS (60)
  ./test mutants COUNT [SECONDS]     so many, drawn anew
  ./test mutants again [SECONDS]     those that nothing noticed once more: to tests that they were not shown to, new and changed ones
  ./test mutants report | keep       the figures of the last run; its mistakes, written down as the draw

All of them are in one form of the libraries (mutant.hpp), so they are built once; each is shown only to the tests that come by its place
(watch.cpp), those of its own folder and the shortest first. Found, crashed and stuck in a loop are noticed. See README.md.
"""
import argparse
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

sys.dont_write_bytecode = True  # a folder that changes would be built again
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "scripts")]
import other_libraries  # noqa: E402
from sites import sites_of, written  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
DRAW = ROOT / "tests/mutants/draw.txt"
WORK = ROOT / "build/mutants"
COPY = WORK / "source"
BUILD = WORK / "build"
PROGRAM = WORK / "broadside_tests"
FOLDERS = ["core/systems", "core/tables", "core/kernel", "sim", "stats"]
# Other forms of the same functions, which are compared with these; tables of data have no functions.
LEFT_OUT = re.compile(r"core/kernel/(avx|simd|vector|lanes)|sim/(plain_threads|single)/|sim/lock\.hpp")
KINDS = {"comparison": 0.3, "condition": 0.2, "constant": 0.2, "sign": 0.15, "statement": 0.15}
SEED = 20
STEPS = [1, 6, 20]  # seconds of tests that a mistake is shown to before the next step
MOST_SECONDS = 60  # of tests for one mistake, unless said
JOBS = int(os.environ.get("BROADSIDE_JOBS", "2"))
# Tests that start the program or call the C library, which have no mistakes, read the sources, or measure; and those of
# them that take longest and whose cases are asked for by others too.
NOT_ASKED = re.compile(r"/(bench|naive|plain_threads)/|/(differ|schema|citations)_test\.cpp$")
STARTS = re.compile(r"BROADSIDE_PROGRAM|apps/program\.hpp|apps/c/broadside\.h")


class Mutant:
    def __init__(self, number, path, site, text, key):
        self.number, self.path, self.site, self.text, self.name = number, path, site, text, key

    def key(self):
        """Names it also after other lines have changed."""
        return self.name

    def where(self):
        return f"{self.path}:{self.site.line}"


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            name = str(path.relative_to(ROOT))
            if not LEFT_OUT.search(name):
                yield name


def all_sites():
    for path in sources():
        source = (ROOT / path).read_text()
        lines = source.split("\n")
        times = {}
        for site in sites_of(source):
            text = lines[site.line - 1].strip()
            key = f"{path} | {text} | {site.shown}"
            times[key] = times.get(key, 0) + 1
            yield path, site, text, key if times[key] == 1 else f"{key} | {times[key]}"


def same_again(numbers):
    """The mistakes of the last run that are still there, with the numbers that they had."""
    found = []
    for one in all_sites():
        mutant = Mutant(0, *one)
        if mutant.key() in numbers:
            mutant.number = numbers[mutant.key()]
            found.append(mutant)
    return found


def sampled(count):
    """Mistakes of all kinds, spread over the files by how many each could have, at most one a line."""
    luck = random.Random(SEED)
    by_kind = {kind: [] for kind in KINDS}
    for one in all_sites():
        by_kind[one[1].kind].append(one)
    chosen, lines_taken = [], set()
    for kind, share in KINDS.items():
        luck.shuffle(by_kind[kind])
        left = round(count * share)
        for one in by_kind[kind]:
            place = (one[0], one[1].line)
            if left == 0:
                break
            if place in lines_taken:
                continue
            lines_taken.add(place)
            chosen.append(one)
            left -= 1
    chosen.sort(key=lambda one: (one[0], one[1].line))
    return [Mutant(number, *one) for number, one in enumerate(chosen, 1)]


def put(path, text):
    """Writes what differs, so that nothing else is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)


def copy_sources(mutants, folders=None):
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant.path, []).append((mutant.number, mutant.site))
    for name in files.stdout.splitlines():
        path = ROOT / name
        if folders and not name.startswith(folders) or not path.is_file() or path.is_symlink():
            continue
        text = path.read_bytes()
        if name in by_file:
            text = written(text.decode(), by_file[name]).encode()
        put(COPY / name, text)


def configure():
    flags = f"-O1 -DNDEBUG -D_GLIBCXX_ASSERTIONS -w -ferror-limit=0 -include {COPY}/tests/mutants/mutant.hpp"
    other_libraries.configure(COPY, BUILD, "Mutants", flags)


def looked_at(files):
    """What the compiler says against these files of the libraries, without making anything of them, by file."""
    def look(entry):
        command = entry["command"].split(" -o ")[0] + " -fsyntax-only -c " + entry["file"]
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, cwd=entry["directory"])
        return entry["file"], done.stderr if done.returncode != 0 else ""

    entries = [entry for entry in json.loads((BUILD / "compile_commands.json").read_text())
               if (entry["file"] in files if files is not None
                   else re.search(r"/(core|stats|sim)/", entry["file"].removeprefix(str(WORK))))]  # fmt: skip
    with ThreadPoolExecutor(JOBS) as pool:
        return {file: said for file, said in pool.map(look, entries) if said}


def blamed(said, mutants):
    """Mistakes that do not compile, by the places that the compiler names: first those of errors, then those of notes."""
    at = {}
    for mutant in mutants:
        source = (ROOT / mutant.path).read_text()
        for start, end, _ in mutant.site.edits:
            at.setdefault((mutant.path, source.count("\n", 0, start) + 1), []).append(mutant)
    out = set()
    places = re.compile(r"^(\S+?):(\d+):\d+: (error|note|fatal error):", re.M)
    group = []

    def judge():
        for path, line in group:
            found = at.get((path, line))
            if found:
                out.update(m.number for m in found)
                return
        if not group:
            return
        path, line = group[0]  # a name that was declared in a statement which is in braces now
        near = [m for m in mutants if m.path == path and m.site.kind == "statement" and 0 < line - m.site.line < 60]
        if near:
            out.add(max(near, key=lambda m: m.site.line).number)

    for match in places.finditer(said):
        path = match.group(1)
        path = path[path.index("/source/") + 8 :] if "/source/" in path else re.sub(r"^.*?/include/\w+/", "", path)
        if "error" in match.group(3):
            judge()
            group = []
        group.append((path, int(match.group(2))))
    judge()
    return out


def built(mutants):
    """Builds the program that holds all mistakes, without those that do not compile."""
    kept = WORK / "no_mistakes.json"  # what did not compile the last time
    known = set(json.loads(kept.read_text())) if kept.exists() else set()
    mutants = [mutant for mutant in mutants if mutant.key() not in known]
    files = [] if known else None
    while True:
        copy_sources(mutants)
        configure()
        wrong = looked_at(files)
        files = list(wrong)
        said = "".join(wrong.values()) or other_libraries.build(BUILD)
        if not said:
            watch = BUILD / "watch.o"
            subprocess.run([other_libraries.clang(), "-std=c++20", "-O1", "-I", ROOT, "-c", ROOT / "tests/mutants/watch.cpp", "-o", watch],
                           check=True)  # fmt: skip
            other_libraries.link(BUILD, PROGRAM, watch, flags=["-include", str(COPY / "tests/mutants/mutant.hpp")])
            return mutants
        out = blamed(said, mutants)
        if not out:
            (WORK / "build.log").write_text(said)
            sys.exit(f"the copy does not build: {WORK}/build.log")
        print(f"{len(out)} do not compile and are left out", flush=True)
        known |= {mutant.key() for mutant in mutants if mutant.number in out}
        kept.write_text(json.dumps(sorted(known), indent=1))
        mutants = [mutant for mutant in mutants if mutant.number not in out]


def program(arguments, seconds, **environment):
    """Runs the tests. Limits count processor time: others may be busy here too."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 3))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))

    command = [str(PROGRAM), "--no-version=true", *arguments]
    wall = seconds * 10 + 120
    try:
        done = subprocess.run(command, env=os.environ | environment, preexec_fn=limit, timeout=wall,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT)  # fmt: skip
    except subprocess.TimeoutExpired:
        return "stuck", ""
    said = done.stdout.decode(errors="replace")
    if done.returncode == 0:
        return "", said
    if done.returncode < 0:
        return ("stuck" if -done.returncode in (24, 9) else "crashed"), said
    return "failed", said


class Test:
    def __init__(self, file, name, seconds, places):
        self.file, self.name, self.seconds, self.places = file, name, seconds, places

    def changed(self):
        """When it was compiled the last time."""
        return (other_libraries.RELEASE / f"tests/CMakeFiles/broadside_tests.dir/{self.file}.o").stat().st_mtime

    def pattern(self):  # commas, quotes and stars mean something to the test program
        return re.sub(r'[,"\\*\[\]]', "?", self.name)


def watched_file(path):
    """The tests of a file that pass without a mistake. One that crashes is left out, and the others are run."""
    told = WORK / "reached" / str(path.relative_to(ROOT)).replace("/", "_")
    made = [*BUILD.glob("*/libbroadside_*.a"), other_libraries.RELEASE / f"tests/CMakeFiles/broadside_tests.dir/{path.relative_to(ROOT / 'tests')}.o"]
    known = told.exists() and told.stat().st_mtime > max(one.stat().st_mtime for one in made)
    if not known:
        told.unlink(missing_ok=True)
    done, tests = [], []
    while True:
        how, said = ("", "") if known else program([f"--source-file=*/{path.relative_to(ROOT)}", "--test-case-exclude=" + ",".join(done)],
                            MOST_SECONDS, BROADSIDE_MUTANTS_REACHED=str(told))  # fmt: skip
        done, tests, failed = [], [], []
        for line in told.read_text().splitlines() if told.exists() else []:
            file, name, seconds, places = line.split("\t")
            places = {int(place) for place in places.split()}
            test = Test(file[file.index("/tests/") + 7 :], name, float(seconds), places)
            done.append(test.pattern())
            (failed if file.startswith("failed ") else tests).append(test)
        if how != "crashed" or not failed:
            break
    for test in failed:
        print(f"not asked, because it fails without a mistake: {test.name}", flush=True)
    # Tables that are made once are reached by the first test that needs them alone: later ones of the file are asked too.
    reached_by = {}
    for test in tests:
        for place in test.places:
            reached_by.setdefault(place, []).append(test)
    for at, test in enumerate(tests):
        test.places |= {place for place, by in reached_by.items() if len(by) == 1 and tests.index(by[0]) < at}
    if how == "stuck":
        print(f"not asked, because it takes too long: the last tests of {path.name}", flush=True)
    return tests


def watched(pool):
    """Runs all tests without a mistake and remembers by which places each comes."""
    (WORK / "reached").mkdir(exist_ok=True)
    files = [path for path in sorted((ROOT / "tests").rglob("*_test.cpp"), reverse=True)
             if not NOT_ASKED.search(str(path)) and not STARTS.search(path.read_text())]  # fmt: skip
    return [test for tests in pool.map(watched_file, files) for test in tests]


def nearness(mutant, test):
    """Tests of the same folder first: they are likeliest to notice."""
    folder = str(Path(mutant.path).parent)
    while folder not in ("", "."):
        if test.file.startswith(folder + "/"):
            return 0.2
        folder = str(Path(folder).parent)
        if folder == "core":
            break
    return 1


def shown_to(mutant, tests, most, before):
    """How the mistake was noticed, and by which test; which tests have not, in how many seconds, and when."""
    asked = sorted((t for t in tests if mutant.number in t.places), key=lambda t: t.seconds * nearness(mutant, t))
    if not asked:
        return "never reached", ""
    began = PROGRAM.stat().st_mtime  # what was compiled later was not shown
    passed, spent, since = before[2:] if len(before) > 2 else [[], 0.0, began]
    if since < (COPY / mutant.path).stat().st_mtime:  # its own file is another now
        passed, spent, since = [], 0.0, began
    new = [test for test in asked if test.changed() > since]  # are shown whatever was spent before
    rest = [test for test in asked if test.changed() <= since and test.name not in passed]
    passed = list(passed)
    for step in [None, *(step for step in STEPS if spent < step < most), most]:
        now, seconds = (new, sum(test.seconds for test in new)) if step is None else ([], 0.0)
        while step and rest and (spent + seconds + rest[0].seconds <= step or (step == most and not now and not passed)):
            seconds += rest[0].seconds
            now.append(rest.pop(0))
        if not now:
            continue
        patterns = ",".join(test.pattern() for test in now)
        how, said = program(["--abort-after=1", f"--test-case={patterns}"], 3 * seconds + 4, BROADSIDE_MUTANT=str(mutant.number))
        if how:
            name = re.findall(r"^TEST CASE: +(.*)$", said, re.M)
            return how, name[-1] if name else ""
        if step:
            spent += seconds
        passed += [test.name for test in now]
    return "unnoticed", f"{spent:.0f} s of tests, {len(rest)} tests left", passed, spent, began


def equivalent():
    """Mistakes that are none, with the reason: tests/mutants/equivalent.txt."""
    reasons, key = {}, None
    for line in (ROOT / "tests/mutants/equivalent.txt").read_text().splitlines():
        if line.startswith("  ") and key:
            reasons[key] = (reasons[key] + " " + line.strip()).strip()
        elif line and not line.startswith("#"):
            key = line.strip()
            reasons[key] = ""
    return reasons


def report(results, mutants):
    reasons = equivalent()
    counted = {"killed": 0, "equivalent": 0}
    left = []
    by_folder = {}
    for mutant in mutants:
        how = results.get(str(mutant.number))
        if how is None:
            continue
        folder = "/".join(mutant.path.split("/")[: 3 if mutant.path.startswith("core/systems") else 2 if mutant.path.startswith("core") else 1])
        row = by_folder.setdefault(folder, [0, 0, 0])
        row[0] += 1
        if how[0] in ("failed", "crashed", "stuck"):
            counted["killed"] += 1
            row[1] += 1
        elif mutant.key() in reasons:
            counted["equivalent"] += 1
            row[2] += 1
        else:
            left.append((mutant, how))
    print(f"{'folder':<32} {'mistakes':>8} {'noticed':>8} {'none':>5}")
    for folder, (all_of_them, killed, none) in sorted(by_folder.items()):
        print(f"{folder:<32} {all_of_them:>8} {killed:>8} {none:>5}")
    for mutant, how in left:
        print(f"unnoticed {mutant.number}: {mutant.where()}: {mutant.site.shown}\n    {mutant.text}\n    {how[0]}, {how[1]}")
    total = sum(row[0] for row in by_folder.values()) - counted["equivalent"]
    score = counted["killed"] / total if total else 0
    print(f"{total} mistakes, {counted['killed']} noticed: {score:.1%}; {counted['equivalent']} more change nothing")
    return score


def known():
    """The mistakes of the draw that is written down, as far as their lines are still there."""
    keys = DRAW.read_text().splitlines()
    found = same_again({key: number for number, key in enumerate(keys, 1)})
    print(f"{len(keys)} mistakes are written down, the lines of {len(keys) - len(found)} have changed", flush=True)
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("which", nargs="?", default="known")
    arguments.add_argument("seconds", nargs="?", type=float, default=MOST_SECONDS)
    which, most = arguments.parse_args().which, arguments.parse_args().seconds
    os.nice(int(os.environ.get("BROADSIDE_NICE", "10")))
    WORK.mkdir(parents=True, exist_ok=True)
    kept = WORK / "results.json"
    if which in ("again", "report", "keep"):
        state = json.loads(kept.read_text())
        mutants, results = same_again(state["keys"]), state["results"]
        if which == "report":
            return 0 if report(results, mutants) >= 0.95 else 1
        if which == "keep":
            DRAW.write_text("".join(mutant.key() + "\n" for mutant in mutants))
            return 0
        mutants = built(mutants)
        todo = [m for m in mutants if results.get(str(m.number), ["unnoticed"])[0] in ("unnoticed", "never reached")]
        todo = [m for m in todo if m.key() not in equivalent()]
    else:
        mutants = todo = built(known() if which == "known" else sampled(int(which)))
        results = {}
    todo = list(todo)
    random.Random(SEED).shuffle(todo)  # whoever stops early has a fair sample
    pool = ThreadPoolExecutor(JOBS)
    tests = watched(pool)
    print(f"{len(todo)} mistakes, {len(tests)} tests of {sum(t.seconds for t in tests):.0f} s", flush=True)
    began = time.monotonic()
    under_way = {pool.submit(shown_to, mutant, tests, most, results.get(str(mutant.number), [])): mutant for mutant in todo}
    for done in as_completed(under_way):
        mutant = under_way[done]
        results[str(mutant.number)] = done.result()
        how, by = results[str(mutant.number)][:2]
        kept.write_text(json.dumps({"keys": {m.key(): m.number for m in mutants}, "results": results}, indent=1))
        print(f"{mutant.number} {mutant.where()} {mutant.site.shown[:60]}: {how} {by}", flush=True)
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if report(results, mutants) >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
