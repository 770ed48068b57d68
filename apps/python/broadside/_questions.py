"""Questions: Python arguments to the JSON form of a question."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Union

from . import _library
from ._answers import Best, Comparison, Need, Odds, Sweep

Side = Union[str, Mapping[str, Any]]

_OPTIONS = (
    "engine", "battles", "precision", "seconds", "seed", "confidence", "threads", "antithetic",
    "prune",
)


def _question(kind: str, fields: dict[str, Any], progress: Any = None) -> _library.Answer:
    """Keyword arguments that are options go where the form has them; None means not said."""
    question: dict[str, Any] = {"version": 1, "ask": kind}
    options = {name: fields.pop(name) for name in _OPTIONS if name in fields}
    options = {name: value for name, value in options.items() if value is not None}
    question.update((name, value) for name, value in fields.items() if value is not None)
    if options:
        question["options"] = options
    return _library.ask(question, progress)


def ask(question: Mapping[str, Any], progress: Any = None) -> dict[str, Any]:
    """Any question in the form of the manual, as a dictionary; so is the answer."""
    return _library.ask(dict(question), progress).report


def odds(attacker: Side, defender: Side, *, progress: Any = None, **fields: Any) -> Odds:
    """What happens if the attacker attacks.

    >>> o = odds("2 dn, 4 ff", "ws, 3 ff", seed=1)
    >>> round(o.win, 3), o.win.exact
    (0.4, True)
    """
    fields.update(attacker=attacker, defender=defender, picture="svg")
    return Odds(_question("odds", fields, progress))


def compare(*attackers: Side, against: Side | Iterable[Side], progress: Any = None,
            **fields: Any) -> Comparison:
    """Which of these fleets does best against an enemy, or against several.

    >>> compare("2 dn, 4 ff", "5 cruiser", against="ws, 3 ff").best
    '2 dn, 4 ff'
    """
    enemies = [against] if isinstance(against, (str, Mapping)) else list(against)
    fields.update(attackers=list(attackers), against=enemies, picture="svg")
    return Comparison(_question("compare", fields, progress))


def best(budget: float, against: Side | Iterable[Side], *, progress: Any = None,
         **fields: Any) -> Best:
    """The best fleet that a budget buys. ``goal``, ``have``, ``supply``, ``only``, ``never``,
    ``upgrades``, ``mix`` and ``show`` are those of the command ``broadside best``.

    >>> best(4, against="2 cruiser").fleet
    {'destroyer': 4}
    """
    enemies = [against] if isinstance(against, (str, Mapping)) else list(against)
    fields.update(budget=budget, against=enemies, picture="svg")
    return Best(_question("best", fields, progress))


def vary(attacker: Side, defender: Side, *axes: str, progress: Any = None, **fields: Any) -> Sweep:
    """The odds for each number of a unit; two axes make a map.

    >>> [round(row["win"], 2) for row in vary("2 dn", "ws, 3 ff", "ff=0..2").rows()]
    [0.0, 0.01, 0.07]
    """
    fields.update(attacker=attacker, defender=defender, vary=list(axes), picture="svg")
    return Sweep(_question("vary", fields, progress))


def need(attacker: Side, defender: Side, chance: float, *, progress: Any = None,
         **fields: Any) -> Need:
    """The cheapest additions to the attacker that reach a chance to win (0.8 = 80 %).

    >>> need("2 dn", "ws, 3 ff", 0.8).additions[0]["add"]
    {'fighter': 2, 'destroyer': 3}
    """
    fields.update(attacker=attacker, defender=defender, need=chance, picture="svg")
    return Need(_question("need", fields, progress))


def replay(attacker: Side, defender: Side, **fields: Any) -> list[str]:
    """One battle told round by round; another seed, another battle."""
    fields.update(attacker=attacker, defender=defender)
    return _question("replay", fields).report["lines"]


def _listed(kind: str, search: str, fields: dict[str, Any]) -> list[dict[str, Any]]:
    fields.update(list=kind, search=search or None)
    return _question("list", fields).report[kind]


def units(search: str = "", **fields: Any) -> list[dict[str, Any]]:
    """The units of a game (``game="rebellion"``), or those in which the words occur."""
    return _listed("units", search, fields)


def effects(search: str = "", **fields: Any) -> list[dict[str, Any]]:
    """Technologies, cards, leaders, abilities: what can stand beside the units."""
    return _listed("effects", search, fields)


def factions(search: str = "", **fields: Any) -> list[dict[str, Any]]:
    """The factions of a game."""
    return _listed("factions", search, fields)


def schema(game: str | None = None) -> dict[str, Any]:
    """Everything that can be said about a battle of a game, or of every game: enough for a form."""
    return _question("schema", {"game": game}).report


def games() -> list[str]:
    """The games that the library knows."""
    return [game["id"] for game in schema()["games"]]
