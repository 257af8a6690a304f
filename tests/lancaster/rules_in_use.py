"""Rule alternatives that the tests play under."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.games.lancaster.describe import GAME

from ..mercado.pairwise import covering

MODULES = ("module_henry_v", "module_resentment", "module_reward_tiles", "module_new_laws")


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value of the base game that is not the default."""
    parameters = {name: p for name, p in GAME.parameters().items() if name not in MODULES}
    return [(name, value) for name, p in parameters.items() for value in p.values if value != p.default]


def tested_values(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of a long range its ends and its middle."""
    return values if len(values) <= 6 else (values[0], values[len(values) // 2], values[-1])


@cache
def pairs() -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of values."""
    values = {name: tested_values(p.values) for name, p in GAME.parameters().items() if name not in MODULES}
    rows = covering({"players": GAME.players, **{name: v for name, v in values.items() if len(v) > 1}})
    return tuple((row["players"], {name: row[name] for name in row if name != "players"}) for row in rows)
