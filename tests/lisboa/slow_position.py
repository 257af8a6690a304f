"""Tables, default rules and deals for the slow game."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from ..tables import read
from .slow_table import ARCHITECTS, GOODS, NOBLES, TYPES

SHIPPED = Path(__file__).parents[2] / "simcore" / "games" / "lisboa" / "components"
OWN = Path(__file__).parent / "tables"  # what the game does not ship as a table
NAMES = (
    "city_plots", "city_tiles", "clergy_tiles", "decrees", "good_acceptance", "goods",
    "influence_track", "offices", "plan_majority", "plans", "political_cards", "public_buildings", "public_sites",
    "royal_favors", "rubble", "rubble_slots", "scoring_tiles", "setup", "ships", "state_actions", "treasury_moves",
    "treasury_track",
)  # fmt: skip

Row = dict[str, str]


@cache
def shipped(name: str) -> list[Row]:
    """Read a table once."""
    folder = SHIPPED if (SHIPPED / f"{name}.csv").exists() else OWN
    return read(folder, name)


def rows(name: str) -> list[Row]:
    """Return a table that may be changed."""
    return [dict(row) for row in shipped(name)]


def tables() -> dict[str, list[Row]]:
    """Read the tables that the game needs."""
    return {name: rows(name) for name in NAMES}


def defaults() -> dict[str, str]:
    """Return the default of every parameter."""
    return {row["name"]: row["default"] for row in rows("parameters")}


class Unshuffled(random.Random):
    """A chance that leaves everything in the order of the tables."""

    def shuffle(self, x: Any) -> None:
        """Leave it."""


def deal(players: int, chance: random.Random | None = None) -> dict[str, Any]:
    """Return what chance decides; without chance everything lies in the order of the tables."""
    shuffling = chance or Unshuffled(0)
    seats = range(players)

    def shuffled(pieces: list[Any]) -> list[Any]:
        shuffling.shuffle(pieces)
        return pieces

    def ids(name: str, **values: str) -> list[int]:
        found = [row for row in rows(name) if all(row[column] == value for column, value in values.items())]
        return shuffled([int(row["id"]) for row in found])

    cubes = shuffled([row["colour"] for row in rows("rubble") for _ in range(int(row["count"]))])
    places = {row["place"]: int(row["cubes"]) for row in rows("rubble_slots") if players > 2 or row["in_2p"] == "1"}
    plans = {row["id"]: int(row["officials"]) for row in rows("plans")}
    buildings, blue, start = ids("public_buildings"), ids("political_cards", deck="blue"), ids("plans", kind="start")
    favors = shuffled([noble for _ in seats for noble in NOBLES])
    return {
        "cubes": {place: [cubes.pop() for _ in range(n)] for place, n in places.items()},
        "streets": dict(zip(GOODS, shuffled([row["tile"] for row in rows("scoring_tiles")]), strict=True)),
        "buildings": {"blue": buildings[:8], "green": buildings[8:]},
        "plans": {a: sorted(ids("plans", kind="stack", architect=a), key=lambda p: plans[str(p)]) for a in ARCHITECTS},
        "favors": [favors[seat] for seat in seats],
        "start_plans": [start[seat] for seat in seats],
        "clergy": ids("clergy_tiles"),
        "returns": (lambda: chance.getrandbits(60)) if chance else [],
        "hands": [blue[5 * seat : 5 * seat + 5] for seat in seats],
        "red": {kind: ids("political_cards", deck="red", type=kind) for kind in TYPES},
        "purple": ids("political_cards", deck="purple"),
        "brown": {kind: ids("political_cards", deck="brown", type=kind) for kind in TYPES},
        "decrees": ids("decrees"),
    }
