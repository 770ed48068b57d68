"""Answers as Python objects. ``report`` of each is the whole JSON answer as a dictionary."""

from __future__ import annotations

import html
from typing import Any, Iterable

from ._library import Answer


class Chance(float):
    """A chance with its interval; ``low == high`` where it is exact."""

    low: float
    high: float

    def __new__(cls, p: float, low: float | None = None, high: float | None = None) -> "Chance":
        self = super().__new__(cls, p)
        self.low = p if low is None else low
        self.high = p if high is None else high
        return self

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __getnewargs__(self) -> tuple[float, float, float]:
        return float(self), self.low, self.high


def _chance(cell: dict[str, float]) -> Chance:
    return Chance(cell["p"], cell["low"], cell["high"])


def _percent(p: float) -> str:
    return f"{100 * p:.1f} %"


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need pandas, which is not installed here") from error
    return pandas


class _Told:
    """What all answers have: the report, its assumptions, a picture and a table for a notebook."""

    def __init__(self, answer: Answer) -> None:
        self.report: dict[str, Any] = answer.report
        self._answer = answer
        self._svg: str = self.report.pop("svg", "")

    @property
    def assumptions(self) -> list[str]:
        """What was taken for granted."""
        return self.report.get("assumptions", [])

    @property
    def array(self) -> Any:
        """Chances of the attacker, of neither and of the defender, [row][column][which]: a numpy
        array where numpy is installed, lists otherwise."""
        rows, columns, deep = self._answer.shape
        try:
            import numpy
        except ImportError:
            cells = iter(self._answer.numbers)
            return [[[next(cells) for _ in range(deep)] for _ in range(columns)]
                    for _ in range(rows)]
        return numpy.array(self._answer.numbers).reshape(rows, columns, deep)

    def rows(self) -> list[dict[str, Any]]:
        """The table of the answer, a dictionary a row."""
        raise NotImplementedError

    @property
    def frame(self) -> Any:
        """The same as a pandas frame."""
        return _pandas().DataFrame(self.rows())

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        rows = self.rows()
        heads = list(rows[0]) if rows else []

        def line(tag: str, cells: Iterable[Any]) -> str:
            shown = (f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in cells)
            return "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in shown) + "</tr>"

        body = "".join(line("td", row.values()) for row in rows)
        return f"<p>{html.escape(repr(self))}</p><table>{line('th', heads)}{body}</table>"


def _fleet_text(units: dict[str, int], damaged: dict[str, int] | None = None) -> str:
    hurt = damaged or {}
    words = [
        f"{count} {kind}" + (f" ({hurt[kind]} damaged)" if kind in hurt else "")
        for kind, count in units.items()
    ]
    return ", ".join(words) or "nothing"


class Odds(_Told):
    """The odds of one battle."""

    def _of(self, outcome: str) -> Chance:
        """Exact where the battle was solved, else with the interval of the sample."""
        exact = self.report.get("exact")
        if exact and outcome in exact:
            return Chance(exact[outcome])
        return _chance(self.report[outcome]) if outcome in self.report else Chance(0.0)

    @property
    def win(self) -> Chance:
        """The attacker wins."""
        return self._of("attacker_win")

    @property
    def draw(self) -> Chance:
        return self._of("draw")

    @property
    def loss(self) -> Chance:
        """The defender wins."""
        return self._of("defender_win")

    @property
    def retreat(self) -> Chance:
        return self._of("retreat")

    @property
    def stalemate(self) -> Chance:
        return self._of("stalemate")

    @property
    def undecided(self) -> Chance:
        """Both still stand: a single order, or a battle that is looked at after some rounds."""
        return self._of("undecided")

    @property
    def rounds(self) -> float | None:
        """How many on average."""
        return self.report.get("rounds", {}).get("mean")

    @property
    def survivors(self) -> dict[str, list[dict[str, Any]]]:
        """By side: what is left, likeliest first."""
        return self.report["survivors"]

    @property
    def losses(self) -> dict[str, dict[str, Any]]:
        """By side: what is lost on average, in resources and by unit."""
        return self.report["expected_losses"]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"side": side, "left": _fleet_text(row["units"], row.get("damaged")), "p": row["p"]}
            for side, rows in self.survivors.items() for row in rows
        ]

    def __repr__(self) -> str:
        parts = [f"attacker wins {_percent(self.win)}", f"draw {_percent(self.draw)}",
                 f"defender wins {_percent(self.loss)}"]
        for name in ("retreat", "stalemate", "undecided"):
            if getattr(self, name) > 0:
                parts.append(f"{name} {_percent(getattr(self, name))}")
        sure = ("exact" if self.win.exact
                else f"+/- {100 * (self.win.high - self.win.low) / 2:.2f} %")
        return f"{', '.join(parts)} ({sure})"


class Comparison(_Told):
    """Fleets ranked by their chance to win."""

    @property
    def fleets(self) -> list[dict[str, Any]]:
        """Best first."""
        return self.report["fleets"]

    @property
    def best(self) -> str:
        return self.fleets[0]["fleet"]

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """Each pair: better, worse, equal or cannot tell yet."""
        return self.report["pairs"]

    def rows(self) -> list[dict[str, Any]]:
        return [{name: value for name, value in fleet.items() if name != "against"}
                for fleet in self.fleets]

    def __repr__(self) -> str:
        return "; ".join(f"{fleet['fleet']}: {_percent(fleet['win'])}" for fleet in self.fleets)


class Best(_Told):
    """The best fleets for a budget."""

    @property
    def fleets(self) -> list[dict[str, Any]]:
        """Best first."""
        return self.report["fleets"]

    @property
    def fleet(self) -> dict[str, int]:
        """What to buy."""
        return self.fleets[0]["bought"]

    def rows(self) -> list[dict[str, Any]]:
        return [{**fleet, "bought": _fleet_text(fleet["bought"]),
                 "units": _fleet_text(fleet["units"])} for fleet in self.fleets]

    def __repr__(self) -> str:
        if not self.fleets:
            return "no fleet fits"
        return f"buy {_fleet_text(self.fleet)}: {self.fleets[0]['value']:.3f}"


class Sweep(_Told):
    """The odds over one or two numbers."""

    @property
    def axes(self) -> list[dict[str, Any]]:
        return self.report["axes"]

    def rows(self) -> list[dict[str, Any]]:
        names = [f"{axis['side']} {axis['type']}" for axis in self.axes]
        return [{**dict(zip(names, point["at"])), "win": point["attacker_win"]["p"],
                 "draw": point["draw"]["p"], "loss": point["defender_win"]["p"]}
                for point in self.report["points"]]

    def __repr__(self) -> str:
        names = " x ".join(f"{axis['side']} {axis['type']}" for axis in self.axes)
        return f"odds over {names}: {len(self.report['points'])} points"


class Need(_Told):
    """What more must be brought."""

    @property
    def now(self) -> Chance:
        """Without any addition."""
        return _chance(self.report["now"])

    @property
    def reached(self) -> bool:
        return self.report["reached"]

    @property
    def additions(self) -> list[dict[str, Any]]:
        """All of the least cost that reach it, likeliest first."""
        return self.report["additions"]

    def rows(self) -> list[dict[str, Any]]:
        return [{"add": _fleet_text(row["add"]), "cost": row["cost"],
                 "win": row["attacker_win"]["p"]} for row in self.additions]

    def __repr__(self) -> str:
        if not self.reached:
            return "cannot be reached"
        return " or ".join(f"add {_fleet_text(row['add'])}" for row in self.additions)
