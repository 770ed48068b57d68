"""Odds of board-game combat: Twilight Imperium 4, Star Wars: Rebellion, Arcane Legions, Risk.

>>> import broadside
>>> broadside.odds("cruiser", "destroyer")
attacker wins 61.5 %, draw 15.4 %, defender wins 23.1 % (exact)
>>> broadside.compare("2 dn, 4 ff", "5 cruiser", against="ws, 3 ff").best
'2 dn, 4 ff'

Sides are written as people type them ("letnev: 2 dn2, 4 ff") or as dictionaries with the fields of
a scenario ({"units": {"dreadnought": 2}, "policy": {"sustain": "last"}}). Further fields of the
battle (battle="invasion", rounds=2, system={...}) and options (engine, battles, precision, seconds,
seed, confidence, threads) are keyword arguments.
"""

from __future__ import annotations

from ._answers import Best, Chance, Comparison, Need, Odds, Sweep
from ._library import Failed, InputError, version
from ._questions import (
    ask, best, compare, effects, factions, games, need, odds, replay, schema, units, vary,
)

__version__ = version()
__all__ = [
    "Best", "Chance", "Comparison", "Failed", "InputError", "Need", "Odds", "Sweep", "ask", "best",
    "compare", "effects", "factions", "games", "need", "odds", "replay", "schema", "units", "vary",
    "version",
]
