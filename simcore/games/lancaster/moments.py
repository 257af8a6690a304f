"""Where a game of Lancaster can be forked: when a ballot closes, and at the start for the three opening laws."""

from __future__ import annotations

from typing import Any

from simcore.games.lancaster.check import hide_piles
from simcore.games.lancaster.parliament import SIDES_TAKEN
from simcore.games.lancaster.state import AT_VOTE, BLANK, FIRST_LAW, PASSED, REJECTED, YES, kernel
from simcore.options import KIND_SHIFT

LAW_VOTE, OPENING_LAW = 0, 1  # kinds of moments
KEPT = 0
NOTHING = -1


@kernel.moment
def moment(s: Any, r: Any, o: Any, action: int, kind: int, k: int) -> int:
    """N41, N15: the last vote of a ballot is cast, or the game begins under three laws."""
    if kind == OPENING_LAW:
        return FIRST_LAW + s.law[k] if s.decisions == 0 and k < 3 else NOTHING
    closes = s.point == AT_VOTE and s.turn == s.players - 1 and (not r.vote_reinforce or s.stage == SIDES_TAKEN)
    if k > 0 or not closes:
        return NOTHING
    for p in range(s.players):
        o.part[p] = s.vote[p] > 0
    o.part[s.cur] = action >> KIND_SHIFT == YES
    return FIRST_LAW + s.bill[s.at]


@kernel.force
def force(s: Any, r: Any, o: Any, kind: int, item: int, branch: int, action: int) -> int:
    """Choose the outcome of the ballot (markers are paid all the same), or empty an opening law."""
    if kind == LAW_VOTE:
        s.forced = PASSED if branch == 0 else BLANK if branch == 1 else REJECTED
    elif branch != KEPT:
        s.blank |= 1 << item - FIRST_LAW
    return action


@kernel.reshuffle
def reshuffle(s: Any, r: Any) -> None:
    """N112: reshuffle the conflict deck and the laws of each group."""
    hide_piles(s, r)
