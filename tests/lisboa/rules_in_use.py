"""Rule alternatives that the tests play under."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.games.lisboa.describe import GAME

from .. import alternatives

VALUES = {name: alternatives.few(p.values) for name, p in GAME.parameters().items()}
CUT_OTHERWISE = ("produce_decline", "clergy_at_limit", "staff_must_use_own")  # see recut.py


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value that is not the default, of long ranges only a few."""
    return alternatives.singles(GAME, VALUES)


@cache
def pairs() -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of these values."""
    return alternatives.pairs(GAME, VALUES)
