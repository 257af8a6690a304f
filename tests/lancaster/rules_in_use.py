"""Rule alternatives that the tests play under."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.games.lancaster.describe import GAME

from .. import alternatives

MODULES = ("module_henry_v", "module_resentment", "module_reward_tiles", "module_new_laws")


def base_game() -> dict[str, tuple[Any, ...]]:
    """Return the values of every parameter of the base game."""
    return {name: p.values for name, p in GAME.parameters().items() if name not in MODULES}


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value of the base game that is not the default."""
    return alternatives.singles(GAME, base_game())


@cache
def pairs() -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of values."""
    return alternatives.pairs(GAME, {name: alternatives.few(values) for name, values in base_game().items()})
