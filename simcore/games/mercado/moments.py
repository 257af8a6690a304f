"""Where a game of Mercado can be forked: when a restaurant is opened."""

from __future__ import annotations

from typing import Any

from simcore.games.mercado.check import shuffle_hidden
from simcore.games.mercado.state import COIN, FIRST_RESTAURANT, RESTAURANT, kernel
from simcore.options import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT

OPENED = 0


@kernel.moment
def moment(s: Any, r: Any, o: Any, action: int, kind: int, k: int) -> int:
    """M22: a restaurant is opened; the kind is at stake."""
    if k > 0 or action >> KIND_SHIFT != RESTAURANT:
        return -1
    o.part[s.cur] = 1
    return FIRST_RESTAURANT + (action >> WHAT_SHIFT & WHAT_MASK)


@kernel.force
def force(s: Any, r: Any, o: Any, kind: int, item: int, branch: int, action: int) -> int:
    """The restaurant is opened, or the seat takes a coin instead (M15)."""
    return action if branch == OPENED else COIN << KIND_SHIFT


@kernel.reshuffle
def reshuffle(s: Any, r: Any) -> None:
    """M34: reshuffle restaurants that lie face down and the piles of customer tiles."""
    shuffle_hidden(s)
