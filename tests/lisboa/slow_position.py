"""Tables, default rules, deals and positions for the slow game."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from .slow_game import SlowGame
from .slow_table import ARCHITECTS, GOODS, NOBLES, TYPES, Player, Ship

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
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rows(name: str) -> list[Row]:
    """Return a table that may be changed."""
    return [dict(row) for row in shipped(name)]


def tables() -> dict[str, list[Row]]:
    """Read the tables that the game needs."""
    return {name: rows(name) for name in NAMES}


def defaults() -> dict[str, str]:
    """Return the default of every parameter."""
    return {row["name"]: row["default"] for row in rows("parameters")}


def alternatives() -> dict[str, list[str]]:
    """Return the other values of every parameter."""
    split = {row["name"]: (row["default"], row["alternatives"].split("|")) for row in rows("parameters")}
    return {name: [value for value in values if value != default] for name, (default, values) in split.items()}


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


def new_game(
    players: int,
    dealt: Mapping[str, Any] | None = None,
    rule_tables: Mapping[str, list[Row]] | None = None,
    ask_single: bool = True,
    **rules: Any,
) -> SlowGame:
    """Return a game at its first decision."""
    start = {**deal(players), "returns": None, **(dealt or {})}
    return SlowGame(players, {**defaults(), **rules}, rule_tables or tables(), start, ask_single)


def position(players: int = 3, **rules: Any) -> SlowGame:
    """Return the position of the worked examples: every player has the same and nothing lies on the boards."""
    game = new_game(players, **rules)
    game.point, game._options = "", []
    for player in game.players:
        player.influence = 5
        player.favors = dict.fromkeys(NOBLES, 0)
        player.hand, player.plans = [], []
    game.portraits = dict.fromkeys(NOBLES, players)
    game.bag = list(range(1, 38))
    game.refill_track()
    return game


def ship(game: SlowGame, player: Player, colour: str, *cargo: str) -> Ship:
    """Give a player a ship; its cargo comes from the supply."""
    new = next(ship for period in (1, 2) for ship in game.new_ships(period) if ship.colour == colour)
    new.copy = 1 + sum(s.colour == colour for p in game.players for s in p.ships)
    for good in cargo:
        game.supply[good] -= 1
    new.cargo, new.at_sea = list(cargo), len(cargo) == new.hull
    player.upper.append(new)
    return new


def set_goods(game: SlowGame, player: Player, *goods: int) -> None:
    """Give a player other goods, gold first."""
    for good, n in zip(GOODS, goods, strict=True):
        game.supply[good] += player.goods[good] - n
        player.goods[good] = n


def officials(game: SlowGame, noble: str, *numbers: int) -> None:
    """Let so many officials of every player stand with a noble; the others are on the boards."""
    for player, n in zip(game.players, numbers, strict=True):
        player.board += game.offices[noble][player.seat] - n
        game.offices[noble][player.seat] = n


def store(game: SlowGame, player: Player, plot: str, good: str) -> None:
    """Put up a store."""
    game.stores[plot] = (player.seat, good)
    player.houses -= 1
    game.city_tiles[game.tile_stack(plot, good)] -= 1


def answer(game: SlowGame, point: str, *choices: tuple[Any, ...]) -> None:
    """Take several decisions of one kind."""
    for choice in choices:
        assert game.point == point, (game.point, game.options())
        game.apply(choice)
