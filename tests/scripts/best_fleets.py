#!/usr/bin/env python3
"""Brute force for `broadside best`: twenty small problems and their true answers.

Written from the law book alone and sharing nothing with the program: plain lists of fleets,
plain loops over dice. Prints the problems with their answers as JSON; with --check FILE it only
says whether FILE holds just that (to nine digits).

A fleet loses its units in one fixed order and sustains first, so what is left of it depends only
on how many fighters the barrage took and how many hits fell since: a list of forces to walk down.
"""
import itertools
import json
import sys

# cost of a purchase, units in it, hits on, dice, barrage (hits on, dice), capacity, sustains, plastic
UNITS = {
    "fighter": (1, 2, 9, 1, None, 0, False, None),
    "destroyer": (1, 1, 9, 1, (9, 2), 0, False, 8),
    "cruiser": (2, 1, 7, 1, None, 0, False, 8),
    "carrier": (3, 1, 9, 1, None, 4, False, 4),
    "dreadnought": (4, 1, 5, 1, None, 1, True, 5),
    "war_sun": (12, 1, 3, 3, None, 6, True, 2),
}
UPGRADED = {
    "fighter": (1, 2, 8, 1, None, 0, False, None),
    "destroyer": (1, 1, 8, 1, (6, 3), 0, False, 8),
    "cruiser": (2, 1, 6, 1, None, 1, False, 8),
    "carrier": (3, 1, 9, 1, None, 6, False, 4),
    "dreadnought": (4, 1, 5, 1, None, 1, True, 5),
}
LOSSES = ["fighter", "destroyer", "cruiser", "carrier", "dreadnought", "war_sun"]


def card(kind, upgrades):
    return UPGRADED[kind] if kind in upgrades else UNITS[kind]


def law_of(dice):
    """Chances of 0, 1, 2, ... hits of a list of (hits on, number of dice)."""
    law = [1.0]
    for hits_on, number in dice:
        p = (11 - hits_on) / 10
        for _ in range(number):
            law = [
                (law[k] * (1 - p) if k < len(law) else 0) + (law[k - 1] * p if k else 0)
                for k in range(len(law) + 1)
            ]
    return law


def worth(fleet, upgrades):
    return sum(n * card(k, upgrades)[0] / card(k, upgrades)[1] for k, n in fleet.items())


def capacity(fleet, upgrades):
    return sum(n * card(k, upgrades)[5] for k, n in fleet.items())


def ladder(fleet, upgrades):
    """The forces after 0, 1, 2, ... hits; the last is empty."""
    counts = {k: n for k, n in fleet.items() if n > 0}
    forces = [dict(counts)]
    for kind in LOSSES:  # every undamaged unit that can sustains before any is lost
        if kind in counts and card(kind, upgrades)[6]:
            forces += [dict(counts)] * counts[kind]
    for kind in LOSSES:
        for _ in range(counts.get(kind, 0)):
            counts[kind] -= 1
            forces.append({k: n for k, n in counts.items() if n > 0})
    return forces


def after_battle(force, start, upgrades):
    """Fighters that nobody carries are removed, as far as they were carried at the beginning."""
    if "fighter" in upgrades:
        return force  # they may stay outside, at the price of fleet supply
    overload = max(0, start.get("fighter", 0) - capacity(start, upgrades))
    room = capacity(force, upgrades) + overload
    kept = dict(force)
    kept["fighter"] = min(force.get("fighter", 0), room)
    return kept


def fight(mine, my_upgrades, his, his_upgrades):
    """Yields (chance, what I have left, what he has left)."""

    def barrage(fleet, upgrades):
        return law_of([(card(k, upgrades)[4][0], card(k, upgrades)[4][1] * n)
                       for k, n in fleet.items() if card(k, upgrades)[4]])

    def shot_down(fleet, hits):
        return {**fleet, "fighter": max(0, fleet.get("fighter", 0) - hits)}

    ends = {}
    begins = {}
    for (h, p), (g, q) in itertools.product(enumerate(barrage(mine, my_upgrades)),
                                            enumerate(barrage(his, his_upgrades))):
        key = (min(g, mine.get("fighter", 0)), min(h, his.get("fighter", 0)))
        begins[key] = begins.get(key, 0) + p * q
    for (g, h), chance in begins.items():
        my_forces, his_forces = ladder(shot_down(mine, g), my_upgrades), ladder(
            shot_down(his, h), his_upgrades)
        volleys = [[law_of([(card(k, up)[2], card(k, up)[3] * n) for k, n in force.items()])
                    for force in forces]
                   for forces, up in ((my_forces, my_upgrades), (his_forces, his_upgrades))]
        last_a, last_b = len(my_forces) - 1, len(his_forces) - 1
        mass = [[0.0] * (last_b + 1) for _ in range(last_a + 1)]
        mass[0][0] = chance
        for a in range(last_a + 1):
            for b in range(last_b + 1):
                if mass[a][b] == 0:
                    continue
                if a == last_a or b == last_b:
                    end = (g, a, h, b)
                    ends[end] = (ends.get(end, (0, None, None))[0] + mass[a][b], my_forces[a],
                                 his_forces[b])
                    continue
                mine_hits, his_hits = volleys[0][a], volleys[1][b]
                moved = mass[a][b] / (1 - mine_hits[0] * his_hits[0])
                for i, p in enumerate(his_hits):
                    for j, q in enumerate(mine_hits):
                        if i or j:
                            mass[min(a + i, last_a)][min(b + j, last_b)] += moved * p * q
    for chance, left, his_left in ends.values():
        yield chance, left, his_left


def value(goal, mine, my_upgrades, his):
    total = 0.0
    for chance, left, his_left in fight(mine, my_upgrades, his, ()):
        won = bool(left) and not his_left
        kept, his_kept = after_battle(left, mine, my_upgrades), after_battle(his_left, his, ())
        if goal == "win":
            total += chance * won
        elif goal == "win-per-resource":
            total += chance * won / worth(mine, my_upgrades)
        elif goal == "expected-net-resources":
            lost = worth(mine, my_upgrades) - worth(kept, my_upgrades)
            his_lost = worth(his, ()) - worth(his_kept, ())
            total += chance * (his_lost - lost)
        else:
            total += chance * (won and kept.get(goal.split()[1], 0) > 0)
    return total


def fits(fleet, problem):
    upgrades = problem.get("upgrades", ())
    for kind, count in fleet.items():
        if card(kind, upgrades)[7] is not None and count > card(kind, upgrades)[7]:
            return False
    ships = sum(n for k, n in fleet.items() if k != "fighter")
    outside = fleet.get("fighter", 0) - capacity(fleet, upgrades)
    if outside > 0:
        if "fighter" not in upgrades:
            return False
        ships += outside
    return problem.get("fleet") is None or ships <= problem["fleet"]


def fleets(problem):
    """Every shopping list, by plain counting."""
    upgrades, have = problem.get("upgrades", ()), problem.get("have", {})
    kinds = [k for k in UNITS if k in problem.get("only", UNITS) and k not in problem.get("never", ())]
    most = []
    for kind in kinds:
        price, number = card(kind, upgrades)[:2]
        most.append(int(problem["budget"] // price) * number)
    for counts in itertools.product(*(range(n + 1) for n in most)):
        cost = sum(-(-n // card(k, upgrades)[1]) * card(k, upgrades)[0] for k, n in zip(kinds, counts))
        fleet = dict(have)
        for kind, count in zip(kinds, counts):
            fleet[kind] = fleet.get(kind, 0) + count
        fleet = {k: n for k, n in fleet.items() if n > 0}
        if cost <= problem["budget"] and fleet and fits(fleet, problem):
            yield {k: n for k, n in zip(kinds, counts) if n > 0}, fleet


def solve(problem):
    scored = []
    for bought, fleet in fleets(problem):
        values = [value(problem.get("goal", "win"), fleet, problem.get("upgrades", ()), enemy)
                  for enemy in problem["against"]]
        weights = problem.get("mix")
        score = min(values) if not weights else sum(
            w * v for w, v in zip(weights, values)) / sum(weights)
        scored.append((score, bought))
    best = max(score for score, _ in scored)
    return {"examined": len(scored), "value": best,
            "best": [bought for score, bought in scored if score > best - 1e-11 * max(1, abs(best))]}


def words(fleet):
    return ", ".join(f"{n} {k}" for k, n in fleet.items())


def arguments(problem):
    out = ["best", "--budget", str(problem["budget"])]
    out += ["--fleet", str(problem["fleet"]) if problem.get("fleet") is not None else "any"]
    for enemy in problem["against"]:
        out += ["--against", words(enemy)]
    if "have" in problem:
        out += ["--have", words(problem["have"])]
    for name in ("only", "never", "upgrades"):
        if name in problem:
            out += ["--" + name, ", ".join(problem[name])]
    if "mix" in problem:
        out += ["--mix", ",".join(map(str, problem["mix"]))]
    return out + ["--goal", problem.get("goal", "win")]


PROBLEMS = [
    {"budget": 3, "fleet": 3, "against": [{"destroyer": 2}]},
    {"budget": 4, "fleet": 5, "against": [{"cruiser": 2}]},
    {"budget": 5, "fleet": 5, "against": [{"carrier": 1, "fighter": 3}]},
    {"budget": 6, "fleet": 3, "against": [{"dreadnought": 1, "fighter": 1}]},
    {"budget": 6, "fleet": None, "against": [{"dreadnought": 1, "destroyer": 1}]},
    {"budget": 7, "fleet": 4, "against": [{"cruiser": 3}]},
    {"budget": 8, "fleet": 5, "against": [{"dreadnought": 1, "carrier": 1, "fighter": 2}]},
    {"budget": 12, "fleet": 2, "against": [{"war_sun": 1}], "never": ["fighter"]},
    # Ties: a carrier and a destroyer hit alike; nothing at all can keep a unit that cannot be bought.
    {"budget": 3, "fleet": 1, "against": [{"cruiser": 1}], "only": ["carrier", "destroyer"]},
    {"budget": 3, "fleet": 2, "against": [{"destroyer": 1}], "goal": "keep dreadnought"},
    {"budget": 6, "fleet": 2, "against": [{"cruiser": 1}], "only": ["carrier", "destroyer"]},
    {"budget": 6, "fleet": 5, "against": [{"cruiser": 2}], "goal": "win-per-resource"},
    {"budget": 6, "fleet": 5, "against": [{"cruiser": 2}], "goal": "expected-net-resources"},
    {"budget": 7, "fleet": 5, "against": [{"carrier": 1, "fighter": 4}],
     "goal": "expected-net-resources"},
    {"budget": 6, "fleet": 5, "against": [{"dreadnought": 1}], "goal": "keep carrier"},
    {"budget": 4, "fleet": 4, "against": [{"dreadnought": 1, "fighter": 1}],
     "have": {"carrier": 1, "fighter": 2}},
    {"budget": 5, "fleet": 5, "against": [{"cruiser": 2}, {"carrier": 1, "fighter": 4}]},
    {"budget": 5, "fleet": 5, "against": [{"cruiser": 2}, {"carrier": 1, "fighter": 4}],
     "mix": [2, 1]},
    {"budget": 6, "fleet": 4, "against": [{"dreadnought": 1, "fighter": 1}],
     "upgrades": ["cruiser", "destroyer"]},
    {"budget": 5, "fleet": 4, "against": [{"cruiser": 2, "destroyer": 1}], "upgrades": ["fighter"]},
]


def main():
    answers = [{"arguments": arguments(p), **solve(p)} for p in PROBLEMS]
    if sys.argv[1:2] != ["--check"]:
        print("[" + ",\n ".join(json.dumps(a) for a in answers) + "]")
        return 0
    with open(sys.argv[2], encoding="utf-8") as file:
        stored = json.load(file)

    def plain(answer):
        return (answer["arguments"], answer["examined"], answer["best"], round(answer["value"], 9))

    wrong = [a["arguments"] for a, s in zip(answers, stored) if plain(a) != plain(s)]
    if wrong or len(stored) != len(answers):
        print("differs:", wrong)
        return 1
    print(len(answers), "problems as stored")
    return 0


if __name__ == "__main__":
    sys.exit(main())
