"""The compiled policies that Lancaster's strategies play by."""

from __future__ import annotations

from typing import Any

from simcore.bits import nth_bit, popcount
from simcore.games.lancaster.features import score
from simcore.games.lancaster.state import ALLY_CONFLICT, AT_PLACE, COUNTY, kernel
from simcore.inner import inner
from simcore.options import KIND_SHIFT, any_option, preferred_option
from simcore.streams import POLICY, below


@kernel.policy
def by_weights(s: Any, r: Any, o: Any) -> int:
    """Choose the option whose features, times the bot's weights, score highest."""
    score(s, r, o)
    return preferred_option(s, o)


@kernel.policy
def at_random(s: Any, r: Any, o: Any) -> int:
    """Choose uniformly; for a placement, first a target, then one of the ways to place a knight there."""
    return any_placement(s, o) if s.point == AT_PLACE else any_option(s, o)


@inner
def places_of(o: Any, kind: int) -> int:
    """All places of the options of a kind."""
    places = 0
    for i in range(o.n):
        if o.heads[i] >> KIND_SHIFT == kind:
            places |= o.masks[i]
    return places


@inner
def any_placement(s: Any, o: Any) -> int:
    """Draw a target: a place for own or ally knights, or what else the turn allows; then an option of it."""
    targets = 0
    for kind in range(COUNTY, ALLY_CONFLICT + 3):
        targets += popcount(places_of(o, kind))
    left = below(s, POLICY + s.player[s.cur], targets)
    for kind in range(COUNTY, ALLY_CONFLICT + 3):
        places = places_of(o, kind)
        if left < popcount(places):
            return any_option_at(s, o, kind, nth_bit(places, left))
        left -= popcount(places)
    return -1


@inner
def any_option_at(s: Any, o: Any, kind: int, place: int) -> int:
    """Draw one of the options of a kind at a place."""
    ways = 0
    for i in range(o.n):
        ways += o.heads[i] >> KIND_SHIFT == kind and (o.masks[i] >> place) & 1
    left = below(s, POLICY + s.player[s.cur], ways)
    for i in range(o.n):
        if o.heads[i] >> KIND_SHIFT == kind and (o.masks[i] >> place) & 1:
            if left == 0:
                return o.heads[i] | place
            left -= 1
    return -1
