"""Ranks and shares of the win, the same for every game."""

from __future__ import annotations

from typing import Any

from numba import njit

WHOLE_WIN = 60  # divisible by any number of winners up to six


@njit
def rank_seats(s: Any) -> int:
    """Write ``rank`` and ``win60`` from ``score`` and ``tie``; return the number of winners."""
    winners = 0
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            ahead = s.score[q] > s.score[p] or (s.score[q] == s.score[p] and s.tie[q] > s.tie[p])
            better += ahead
        s.rank[p] = better + 1
        winners += better == 0
    for p in range(s.players):
        s.win60[p] = WHOLE_WIN // winners if s.rank[p] == 1 else 0
    return winners
