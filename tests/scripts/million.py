#!/usr/bin/env python3
"""A day's batch: many lines through one program, whose memory must not grow.

  million.py PROGRAM [LINES]     a million unless said; ./test million

The lines repeat a thousand battles of all games, so every answer is also held against the first to the same question.
"""
import os
import random
import subprocess
import sys
import threading

PROGRAM = sys.argv[1]
LINES = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
MARKS = [LINES // 10, LINES // 2, LINES]
DIFFERENT = 1000


def questions():
    luck = random.Random(20)
    ships = ["ff", "dd", "cr", "cv", "dn"]
    troops = ["inf", "mech"]

    def side(types):
        return ", ".join(f"{luck.randint(1, 3)} {one}" for one in luck.sample(types, 2))

    def named(text):
        return ", ".join(reversed(text.split(", ")))

    for number in range(DIFFERENT):
        if number % 10 < 6:
            yield f"{side(ships)} vs {side(ships)}"
        elif number % 10 < 8:
            yield f"{named(side(troops))} vs {side(troops)}"
        elif number % 10 < 9:
            units = [f'{{"units":{{"army":{luck.randint(1, 9)}}}}}' for _ in range(2)]
            yield f'{{"game":"risk","attacker":{units[0]},"defender":{units[1]}}}'
        else:
            yield f"{luck.randint(1, 3)} no such ship vs ws"


def memory(process):
    """Kilobytes: now, and the most ever."""
    found = {}
    with open(f"/proc/{process.pid}/status") as status:
        for line in status:
            name, _, value = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                found[name] = int(value.split()[0])
    return found["VmRSS"], found["VmHWM"]


def main():
    asked = [line + "\n" for line in questions()]
    # One heap for all threads: which of them took what, and how much of it lies about, is luck.
    process = subprocess.Popen([PROGRAM, "batch", "--exact", "--brief"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, env=os.environ | {"MALLOC_ARENA_MAX": "1"})  # fmt: skip

    def write():
        for number in range(LINES):
            process.stdin.write(asked[number % DIFFERENT])
        process.stdin.flush()
        told.wait()  # the program still stands when its memory is looked at
        process.stdin.close()

    told = threading.Event()
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    first, seen, most, refused = [], 0, [], 0
    while seen < LINES:
        answer = process.stdout.readline()
        if not answer:
            sys.exit(f"ended after {seen} of {LINES} lines")
        # A refusal names its line.
        known = answer if '"error"' not in answer else "refused"
        refused += known == "refused"
        if seen < DIFFERENT:
            first.append(known)
        elif first[seen % DIFFERENT] != known:
            sys.exit(f"line {seen + 1} has another answer than line {seen % DIFFERENT + 1}:\n{first[seen % DIFFERENT]}{answer}")
        seen += 1
        if seen in MARKS:
            now, ever = memory(process)
            most.append(ever)
            print(f"{seen} lines: {now} kB, at most {ever} kB so far", flush=True)
    told.set()
    rest = process.stdout.read()
    writer.join()
    process.wait()
    if rest:
        sys.exit("more answers than questions")
    # The smallest block is 32 bytes: left behind by every line it is 280 kB in 10,000 lines, by every tenth 2.8 MB in a
    # million. Of 10,000 lines 60 kB were seen that are none.
    allowed = 128 + (LINES - MARKS[0]) // 500
    if most[-1] > most[0] + allowed:
        sys.exit(f"the memory grew from {most[0]} kB to {most[-1]} kB")
    print(f"{LINES} lines, {refused} refused, memory flat")


if __name__ == "__main__":
    main()
