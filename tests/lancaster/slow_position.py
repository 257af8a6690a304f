"""Tables, default rules and positions for the slow game."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .slow_game import PLACING, Conflict, SlowGame

FOLDER = Path(__file__).parents[2] / "simcore" / "games" / "lancaster" / "components"
NAMES = (
    "counties", "castle", "kings_favor", "conflicts", "laws", "law_groups", "nobles", "end_scoring", "ally_castle",
    "ally_effects", "setup", "knights",
)  # fmt: skip
DEAL = {"start_player": 0, "laws": list(range(4, 19)), "current": [1, 2, 3], "conflicts": list(range(2, 12))}

Knights = list[int]


def rows(name: str) -> list[dict[str, str]]:
    """Read a table."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables() -> dict[str, list[dict[str, str]]]:
    """Read the tables that the game needs."""
    return {name: rows(name) for name in NAMES}


def defaults() -> dict[str, str]:
    """Return the default of every parameter."""
    return {row["name"]: row["default"] for row in rows("parameters")}


def new_game(players: int, deal: Mapping[str, Any] | None = None, **rules: Any) -> SlowGame:
    """Return a game at its first decision; without a deal everything lies in the order of its numbers."""
    return SlowGame(players, {**defaults(), **rules}, tables(), {**DEAL, **(deal or {})})


def position(players: int, **rules: Any) -> SlowGame:
    """Return a first round with an empty board: all knights in reserve, no stocks, no tiles, no open conflicts."""
    game = new_game(players, **rules)
    game.round, game.phase = 1, PLACING
    for stock in game.stock.values():
        stock[:] = [0] * players
    for side in game.everyone():
        side.reserve, side.court = [1, 1, 1, 2, 2, 3, 4], []
    return game


def call(game: SlowGame, seat: int, *strengths: int, kind: str = "own") -> None:
    """Take knights from the reserve into the court."""
    side = game.sides[kind][seat]
    for strength in strengths:
        side.reserve.remove(strength)
        side.court.append(strength)


def occupy(game: SlowGame, seat: int, letter: str, strength: int, squires: int = 0, kind: str = "own") -> None:
    """Put a knight from the reserve into a county."""
    side = game.sides[kind][seat]
    side.reserve.remove(strength)
    side.counties[letter] = (strength, squires)


def station(game: SlowGame, seat: int, slot: int, strength: int, kind: str = "own") -> None:
    """Put a knight from the reserve into a castle."""
    side = game.sides[kind][seat]
    side.reserve.remove(strength)
    side.castle[slot] = strength


def open_card(game: SlowGame, place: str, card: int, *stacks: tuple[int, Knights] | tuple[int, Knights, str]) -> None:
    """Open a conflict with stacks on its spaces, taking their knights from the reserve."""
    conflict = game.conflicts[place] = Conflict(card)
    for seat, knights, *kind in stacks:
        side = game.sides[kind[0] if kind else "own"][seat]
        for strength in knights:
            side.reserve.remove(strength)
        conflict.stacks.append((side, list(knights)))


def answer(game: SlowGame, *choices: tuple[Any, ...]) -> None:
    """Take several decisions."""
    for choice in choices:
        game.apply(choice)


def answer_all(game: SlowGame, point: str, *choices: tuple[Any, ...]) -> None:
    """Take several decisions of one kind and no others."""
    for choice in choices:
        assert game.point == point
        game.apply(choice)
