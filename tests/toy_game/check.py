"""Invariants of the toy game, and the redeal of what a seat cannot see."""

from __future__ import annotations

from typing import Any

from toy_game.state import CARDS, kernel

from simcore.streams import DEAL, below


@kernel.check
def check(s: Any, r: Any) -> int:
    seen = 0
    for card in range(CARDS):
        seen |= 1 << s.bonus[card]
    if seen != 15:
        return 1
    for seat in range(s.players):
        if s.place[seat] < 0:
            return 2
        if s.gift[seat] and r.head_start == 6:
            return 3  # planted: broken in forks only
    return 0


@kernel.redeal
def redeal(s: Any, r: Any, viewer: int) -> None:
    for i in range(CARDS - 1, 0, -1):
        j = below(s, DEAL, i + 1)
        if viewer not in (i, j):
            s.bonus[i], s.bonus[j] = s.bonus[j], s.bonus[i]
