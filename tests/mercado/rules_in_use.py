"""Rule alternatives that the tests play under."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.games.mercado.describe import GAME

from .. import alternatives


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value that is not the default."""
    return alternatives.singles(GAME)


@cache
def pairs() -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of values."""
    return alternatives.pairs(GAME, {name: p.values for name, p in GAME.parameters().items()})
