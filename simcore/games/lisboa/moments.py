"""Where a game of Lisboa can be forked: when a decree is taken."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.check import hide_decks
from simcore.games.lisboa.state import AT_DECREE, kernel
from simcore.options import PLACE_MASK
from simcore.streams import DEAL, below

TAKEN, BLANK, ANOTHER = 0, 1, 2  # branches


@kernel.moment
def moment(s: Any, r: Any, o: Any, action: int, kind: int, k: int) -> int:
    """L70: a decree is taken; which one is at stake."""
    if k > 0 or s.point != AT_DECREE:
        return -1
    o.part[s.cur] = 1
    return s.display[action & PLACE_MASK]


@kernel.force
def force(s: Any, r: Any, o: Any, kind: int, item: int, branch: int, action: int) -> int:
    """The decree is taken, or taken and worth nothing, or another one face up is taken, each with the same chance."""
    place = action & PLACE_MASK
    if branch == BLANK:
        s.blank[s.display[place]] = 1
    elif branch == ANOTHER and s.display_size > 1:
        other = below(s, DEAL, s.display_size - 1)
        return action - place + other + (other >= place)
    return action


@kernel.reshuffle
def reshuffle(s: Any, r: Any) -> None:
    """L19: reshuffle decks, bags and stacks."""
    hide_decks(s, r)
