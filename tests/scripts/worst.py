#!/usr/bin/env python3
"""Looks for the questions that cost most: battles made of what games declare, the dearest ones changed again and again.

    worst.py PROGRAM [--seconds 600] [--game GAME] [--seed 1] [--write FILE]
    worst.py PROGRAM --check FILE          the questions of FILE stay within the limits, or are refused: scenarios, and
                                           decisions as {"arguments": ["best", "--budget", "12", ...]}

Asked with default options; a question that is refused costs what it took to refuse it. Time is that of all processors
together, so that a busy machine changes little; memory is the most that the program held at a time.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time

MOST_SECONDS = 4.0  # of two processors together: 2 s
MOST_MEGABYTES = 256.0


def schema(program):
    return json.loads(subprocess.run([program, "ask"], input='{"ask": "schema"}', capture_output=True, text=True,
                                     check=True).stdout)


def words(question):
    """What is typed: a decision stands as its arguments, any other question as its scenario."""
    return question["arguments"] if "arguments" in question else ["odds", "--scenario", "-", "--json"]


def cost(program, question, limit=60):
    """Seconds, megabytes and what came of it."""
    read, write = os.pipe()
    os.write(write, json.dumps(question).encode())
    os.close(write)
    child = os.fork()
    if child == 0:
        os.dup2(read, 0)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        import resource
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        os.execv(program, [program] + words(question))
    os.close(read)
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, code


class Maker:
    """Random battles of one game, and battles that differ from one in a few places."""

    def __init__(self, game, luck):
        self.game, self.luck = game, luck
        self.faction = None  # of the side that is being made
        self.fleets = [f for f in game["fields"] if f.get("fleet") and f["place"] == "side"]

    def fits(self, thing, battle):
        return not thing.get("battles") or battle in thing["battles"]

    def number(self):
        most = self.game["most_units"]
        return self.luck.choice([most, most, self.luck.randint(1, most), self.luck.randint(1, 10)])

    def unit(self, side, battle):
        fit = [u for u in self.game["units"] if self.fits(u, battle) and u.get("side") in (None, side)]
        own = [u for u in fit if u.get("faction") in (None, "", "generic", self.faction)]
        return self.luck.choice(own or fit or self.game["units"])

    def units(self, side, battle):
        count = self.luck.choice([1, 2, 3, 5, 8, 12])
        return {(u.get("type") or u["id"]): self.number() for u in (self.unit(side, battle) for _ in range(count))}

    def value(self, field, side, battle):
        luck, kind = self.luck, field["kind"]
        if kind == "flag":
            return luck.random() < 0.5
        if kind == "word":
            return luck.choice(field["words"])
        if kind in ("number", "amount"):
            least, most = int(field.get("least", 0)), int(field.get("most", 1))
            return luck.choice([least, most, luck.randint(least, max(least, most))])
        if kind == "counts":
            return self.units(side, battle)
        if kind == "types":
            return [(u.get("type") or u["id"]) for u in (self.unit(side, battle) for _ in range(3))]
        if kind == "retreat":
            return luck.choice([{"round": luck.randint(1, 20)}, {"below": luck.choice([0.1, 0.4, 0.5, 0.9])}])
        if kind == "effects":
            return [self.effect(battle, side) for _ in range(luck.choice([1, 2, 4]))]
        if kind in ("names", "text"):
            known = [x["id"] for part in ("effects", "units", "factions") for x in self.game[part]
                     if field["name"] in x.get("fields", []) and x.get("side") in (None, side)]
            if not known:
                return None
            return luck.choice(known) if kind == "text" else luck.sample(known, min(len(known), luck.choice([1, 3, 8])))
        if kind == "table" and "columns" in field and field.get("fleet"):
            rows = luck.choice([1, 5, 20])
            row = self.row(field)
            return [row if luck.random() < 0.5 else self.row(field) for _ in range(rows)]
        if "example" in field:
            return field["example"]
        return None

    def row(self, field):
        row = {}
        for column in field["columns"]:
            value = self.value(column, "attacker", None)
            often = 0.05 if column["kind"] == "names" else 0.7
            if value is not None and (column.get("required") or self.luck.random() < often):
                row[column["name"]] = value
        return row

    def effect(self, battle, side):
        known = [e for e in self.game["effects"] if self.fits(e, battle) and not e.get("refused")
                 and e.get("side") in (None, side)]
        choice = {"id": self.luck.choice(known)["id"]}
        if self.luck.random() < 0.4:
            choice["uses"] = self.luck.choice([1, 3, 99])
        return choice

    def side(self, side, battle, text):
        spec = {}
        self.faction = None
        if self.game["factions"] and self.luck.random() < 0.8:
            # Where there are two, each has its side.
            factions = [f["id"] for f in self.game["factions"]]
            two = len(factions) == 2
            spec["faction"] = factions[side == "defender"] if two else self.luck.choice(factions)
            self.faction = spec["faction"]
        fleets = [f for f in self.fleets if self.fits(f, battle)]
        if fleets:
            field = self.luck.choice(fleets)
            value = self.value(field, side, battle)
            if value is not None:
                spec[field["name"]] = value
        for field in self.game["fields"]:
            if field["place"] not in ("side", "policy") or field.get("fleet") or field["name"] == "faction":
                continue
            if not self.fits(field, battle) or field.get("side") not in (None, side) or self.luck.random() > 0.05:
                continue
            value = self.value(field, side, battle)
            if value is None:
                continue
            if field["place"] == "policy":
                spec.setdefault("policy", {})[field["name"]] = value
            else:
                spec[field["name"]] = value
        return spec

    def make(self):
        battle = self.luck.choice(self.game["battles"])["id"]
        scenario = {"game": self.game["id"], "battle": battle}
        for side in ("attacker", "defender"):
            scenario[side] = self.side(side, battle, None)
        if self.luck.random() < 0.4:
            scenario["defender"] = json.loads(json.dumps(scenario["attacker"]))
        for field in self.game["fields"]:
            if field["place"] in ("side", "policy") or not self.fits(field, battle) or self.luck.random() > 0.05:
                continue
            value = self.value(field, "attacker", battle)
            if value is None:
                continue
            where = {"readings": "rules", "system": "system"}.get(field["place"])
            if where:
                scenario.setdefault(where, {})[field["name"]] = value
            else:
                scenario[field["name"]] = value
        return scenario

    def change(self, scenario):
        changed = json.loads(json.dumps(scenario))
        other = self.make()
        battle = changed["battle"]
        for _ in range(self.luck.choice([1, 1, 2])):
            side = self.luck.choice(["attacker", "defender"])
            spec = changed.get(side)
            if not isinstance(spec, dict):
                continue
            what = self.luck.random()
            if what < 0.4 and spec.get("units"):
                spec["units"][self.luck.choice(list(spec["units"]))] = self.number()
            elif what < 0.55 and "units" in spec:
                spec["units"].update(self.units(side, battle))
            elif what < 0.7 and spec.get("units"):
                spec["units"].pop(self.luck.choice(list(spec["units"])))
            elif what < 0.8:
                changed["defender" if side == "attacker" else "attacker"] = json.loads(json.dumps(spec))
            elif other["battle"] == battle:
                changed[side] = other[side]
            else:
                fresh = self.side(side, battle, None)
                fresh["units"] = spec.get("units", fresh.get("units"))
                changed[side] = {k: v for k, v in fresh.items() if v is not None}
        return changed


def search(program, game, seconds, seed):
    """The dearest question by time and the dearest by memory that were accepted, and the dearest refusal."""
    luck = random.Random(f"{game['id']} {seed}")
    maker = Maker(game, luck)
    best = {}
    pool = []
    asked = accepted = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        scenario = maker.change(luck.choice(pool)[1]) if pool and luck.random() < 0.7 else maker.make()
        used, megabytes, code = cost(program, scenario)
        asked += 1
        if code not in (0, 2):
            print(f"  exit {code} after {used:.2f} s: {json.dumps(scenario)}", flush=True)
        accepted += code == 0
        for kind, value in (("time", used), ("memory", megabytes)) if code == 0 else (("refusal", used),):
            if kind not in best or value > best[kind][0]:
                best[kind] = (value, used, megabytes, scenario)
        if code == 0 or used > 0.5:
            pool.append((max(used / MOST_SECONDS, megabytes / MOST_MEGABYTES), scenario))
            pool.sort(key=lambda one: -one[0])
            del pool[12:]
    print(f"{game['id']}: {asked} questions, {accepted} accepted")
    for kind, (_, used, megabytes, scenario) in best.items():
        print(f"  dearest by {kind}: {used:.2f} s of all processors, {megabytes:.0f} MB: {json.dumps(scenario)}")
    sys.stdout.flush()
    return best


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--seconds", type=float, default=600)
    arguments.add_argument("--game")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--write", help="a file for what was found")
    arguments.add_argument("--check", help="a file of questions")
    asked = arguments.parse_args()
    program = os.path.abspath(asked.program)
    if asked.check:
        bad = 0
        with open(asked.check) as lines:
            for line in lines:
                used, megabytes, code = cost(program, json.loads(line))
                print(f"{used:6.2f} s {megabytes:6.0f} MB  exit {code}  {line[:100].strip()}")
                bad += code not in (0, 2) or used > MOST_SECONDS or megabytes > MOST_MEGABYTES
        sys.exit(1 if bad else 0)
    games = [g for g in schema(program)["games"] if asked.game in (None, g["id"])]
    found, over = [], 0
    for game in games:
        for kind, (_, used, megabytes, scenario) in search(program, game, asked.seconds / len(games), asked.seed).items():
            found.append(scenario)
            over += used > MOST_SECONDS or megabytes > MOST_MEGABYTES
    if asked.write:
        with open(asked.write, "w") as out:
            out.writelines(json.dumps(one) + "\n" for one in found)
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
