"""Rule alternatives that the tests play under."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.games.mercado.describe import GAME

from .pairwise import covering


def all_values() -> dict[str, tuple[Any, ...]]:
    """Return the admissible values of every parameter, and the player counts."""
    return {"players": GAME.players, **{name: p.values for name, p in GAME.parameters().items()}}


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value that is not the default."""
    return [(name, value) for name, p in GAME.parameters().items() for value in p.values if value != p.default]


@cache
def pairs() -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of values."""
    rows = covering({name: values for name, values in all_values().items() if len(values) > 1})
    return tuple((row["players"], {name: row[name] for name in row if name != "players"}) for row in rows)
