"""Every derived field of a state, recomputed slowly and straight from the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

SPACES = [(row, column) for row in range(5) for column in range(5)]
ENTRANCES = [f"{side}{line}" for side in "NSWE" for line in range(5)]
PUB = 5


def space_number(at: tuple[int, int]) -> int:
    """M2."""
    return 5 * at[0] + at[1]


@cache
def line_of(entrance: str) -> list[tuple[int, int]]:
    """M3: the five spaces that an entrance sees."""
    line = int(entrance[1])
    return [(k, line) if entrance[0] in "NS" else (line, k) for k in range(5)]


@cache
def entrances_of(at: tuple[int, int]) -> list[str]:
    """M3: the four entrances that a space sees."""
    return [f"N{at[1]}", f"S{at[1]}", f"W{at[0]}", f"E{at[0]}"]


@cache
def neighbours(at: tuple[int, int]) -> list[tuple[int, int]]:
    """M2."""
    return [q for q in SPACES if abs(q[0] - at[0]) + abs(q[1] - at[1]) == 1]


def improves(kind: int, stand_type: int) -> bool:
    """M1."""
    return kind in (stand_type, PUB)


def mask(flags: list[bool]) -> int:
    """The bits of the flags."""
    return sum(1 << i for i, flag in enumerate(flags) if flag)


class Market:
    """What lies on the board, as dictionaries."""

    def __init__(self, s: Any, r: Any) -> None:
        self.s, self.r = s, r
        self.stands = {
            at: (int(s["stand"][i]), int(s["owner"][i])) for i, at in enumerate(SPACES) if s["stand"][i] >= 0
        }
        self.up = {at: int(s["face_up"][i]) for i, at in enumerate(SPACES) if s["face_up"][i] >= 0}
        self.down = {at for i, at in enumerate(SPACES) if s["face_down"][i] >= 0}
        self.placed = {name: int(s["tile"][i]) for i, name in enumerate(ENTRANCES) if s["tile"][i] >= 0}

    def wants(self, tile: int, t: int) -> bool:
        """Whether a tile shows a type."""
        return bool(self.r["tile_wants"][tile, t])

    def number(self, tile: int) -> int:
        """The number on a tile."""
        return int(self.r["tile_number"][tile])

    def helpers(self, at: tuple[int, int], t: int) -> int:
        """M24: h."""
        return sum(improves(self.up[q], t) for q in neighbours(at) if q in self.up)

    def demand(self, at: tuple[int, int], t: int) -> int:
        """M25: customers on the four entrances who want the type."""
        tiles = [self.placed[e] for e in entrances_of(at) if e in self.placed]
        return sum(self.number(tile) for tile in tiles if self.wants(tile, t))

    def stands_in(self, spaces: list[tuple[int, int]], t: int | None = None, owner: int | None = None) -> int:
        """Stands on some spaces, of a type or an owner."""
        here = [self.stands[q] for q in spaces if q in self.stands]
        return sum(t in (None, kind) and owner in (None, seat) for kind, seat in here)

    def lines(self, at: tuple[int, int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The row and the column of a space."""
        return line_of(f"W{at[0]}"), line_of(f"N{at[1]}")

    def cost(self, at: tuple[int, int]) -> int:
        """M18."""
        row, column = (self.stands_in(line) for line in self.lines(at))
        return 1 + (row + column if self.r["cost_rule"] else max(row, column))

    def crowd(self, at: tuple[int, int], owner: int) -> int:
        """Own stands in row and column."""
        return sum(self.stands_in(line, owner=owner) for line in self.lines(at))

    def near(self, at: tuple[int, int], kind: int, owner: int | None = None) -> int:
        """Stands next to a space that a kind improves."""
        here = [self.stands[q] for q in neighbours(at) if q in self.stands]
        return sum(improves(kind, t) and owner in (None, seat) for t, seat in here)

    def worth(self, entrance: str, t: int, owner: int | None = None) -> int:
        """M24, M27: what one customer who wants a type pays at an entrance."""
        here = [(q, *self.stands[q]) for q in line_of(entrance) if q in self.stands]
        return sum(1 + self.helpers(q, t) for q, kind, seat in here if kind == t and owner in (None, seat))


def derived(s: Any, r: Any) -> dict[str, Any]:
    """Return every derived field, cut to what is defined: places that exist, types that exist."""
    m = Market(s, r)
    seats, types, kinds = range(s["players"]), range(5), range(6)
    shown = [int(tile) for tile in s["show"].ravel() if tile >= 0]
    free = [at not in m.stands and at not in m.up for at in SPACES]
    fields: dict[str, Any] = {
        "free": mask(free),
        "empty": mask([e not in m.placed for e in ENTRANCES]),
        "reach": [mask([m.stands_in(line_of(e)) >= n for e in ENTRANCES]) for n in range(1, 6)],
        "has": [[mask([m.stands_in(line_of(e), t, p) > 0 for e in ENTRANCES]) for t in types] for p in seats],
        "placed_demand": [sum(m.number(tile) for tile in m.placed.values() if m.wants(tile, t)) for t in types],
        "shown_demand": [sum(m.wants(tile, t) for tile in shown) for t in types],
        "row_stands": [m.stands_in(m.lines(at)[0]) for at in SPACES],
        "column_stands": [m.stands_in(m.lines(at)[1]) for at in SPACES],
        "cost": [m.cost(at) for at in SPACES],
        "veil": [at in m.down for at in SPACES],
        "free_ends": [sum(e not in m.placed for e in entrances_of(at)) for at in SPACES],
        "own_crowd": [[m.crowd(at, p) for at in SPACES] for p in seats],
        "demand": [[m.demand(at, t) for at in SPACES] for t in types],
        "help": [[1 + m.helpers(at, t) for at in SPACES] for t in types],
        "near": [[[m.near(at, k, p) for at in SPACES] for k in kinds] for p in seats],
        "near_all": [[m.near(at, k) for at in SPACES] for k in kinds],
        "line_stands": [m.stands_in(line_of(e)) for e in ENTRANCES],
        "worth": [[[m.worth(e, t, p) for e in ENTRANCES] for p in seats] for t in types],
        "worth_all": [[m.worth(e, t) for e in ENTRANCES] for t in types],
    }
    fields["income"] = np.array(fields["demand"]) * np.array(fields["help"])
    if r["customer_minimum"]:
        fields["type_stands"] = [[m.stands_in(line_of(e), t) for e in ENTRANCES] for t in types]
    return {name: np.array(value) for name, value in fields.items()}


def kept(s: Any, name: str, like: Any) -> Any:
    """Return the part of a state's field that `derived` defines."""
    if name == "reach":
        return s[name][1:]
    return s[name][tuple(slice(n) for n in like.shape)] if like.ndim else s[name]


def store(s: Any, r: Any) -> None:
    """Fill every derived field of a state."""
    for name, value in derived(s, r).items():
        if value.ndim:
            kept(s, name, value)[...] = value
        else:
            s[name] = value


def differences(s: Any, r: Any) -> list[str]:
    """Return the names of the derived fields that do not follow from the rest."""
    return [name for name, value in derived(s, r).items() if not np.array_equal(kept(s, name, value), value)]
