"""Rule alternatives that the tests play under."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.describe import GAME

CUT_OTHERWISE = {
    "produce_decline": "one choice of all goods at once; the slow game asks good by good",
    "clergy_at_limit": "first the tile on the track, then the own one that goes; the slow game asks for the pair",
    "staff_must_use_own": "officials one by one until stop; the slow game first asks how many",
}


def single_alternatives() -> list[tuple[str, Any]]:
    """Return every value but the default, where both games ask the same questions."""
    parameters = {name: p for name, p in GAME.parameters().items() if name not in CUT_OTHERWISE}
    return [(name, value) for name, p in parameters.items() for value in p.values if value != p.default]
