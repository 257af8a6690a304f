"""What counts at the end: majorities, nobles, leftovers (N100 to N102)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.games.lancaster.effects import strength_outside
from simcore.games.lancaster.state import BY_EXTENSIONS, BY_KNIGHTS, BY_LEFTOVERS, BY_NOBLES, IN_CASTLE
from simcore.inner import inner

FULL_WITH_SECOND, SPLIT_DOWN = 1, 2  # `end_tie`


@inner
def end_value(s: Any, r: Any, majority: int, p: int) -> int:
    """N100: what an end majority compares."""
    return popcount(s.laid[p] & IN_CASTLE) if majority else strength_outside(s, r, p)


@inner
def prize(s: Any, r: Any, majority: int, p: int) -> Any:
    """N100, `end_tie`, `end_zero_counts`: points of an end majority."""
    value = end_value(s, r, majority, p)
    above, equal, best = 0, 0, 0
    for q in range(s.players):
        other = end_value(s, r, majority, q)
        above += other > value
        equal += other == value
        best = max(best, other)
    if value == 0 and not r.end_zero_counts:
        return 0
    first, second = np.int64(r.first_prize[majority]), np.int64(r.second_prize[majority])
    if r.end_tie == SPLIT_DOWN:
        pot = (first if above == 0 else 0) + (second if above == 1 or (above == 0 and equal > 1) else 0)
        return pot // equal
    if above == 0:
        return first
    leaders = 0
    for q in range(s.players):
        leaders += end_value(s, r, majority, q) == best
    is_second = above == leaders
    return second if is_second and (leaders == 1 or r.end_tie == FULL_WITH_SECOND) else 0


@inner
def leftovers(s: Any, r: Any, p: int) -> int:
    """N102, `end_leftovers`: points for gold and squires left."""
    return (s.gold[p] + s.squires[p]) // 3 if r.end_leftovers else 0


@inner
def score_now(s: Any, r: Any, p: int) -> int:
    """N100 to N102: what a player would score if the game ended now."""
    return s.pp[p] + prize(s, r, 0, p) + prize(s, r, 1, p) + r.noble_points[s.nobles[p]] + leftovers(s, r, p)


@inner
def write_scores(s: Any, r: Any) -> None:
    """N100 to N102: power points, end majorities, nobles, by category and in all."""
    for p in range(s.players):
        s.points[p, BY_KNIGHTS] = prize(s, r, 0, p)
        s.points[p, BY_EXTENSIONS] = prize(s, r, 1, p)
        s.points[p, BY_NOBLES] = r.noble_points[s.nobles[p]]
        s.points[p, BY_LEFTOVERS] = leftovers(s, r, p)
        s.score[p] = score_now(s, r, p)
        s.tie[p] = tie_breaker(s, r, p)


@inner
def tie_breaker(s: Any, r: Any, p: int) -> int:
    """N102, `final_tiebreak`."""
    if r.final_tiebreak == 1:
        return s.gold[p]
    if r.final_tiebreak == 2:
        return s.nobles[p]
    return strength_outside(s, r, p) if r.final_tiebreak else 0
