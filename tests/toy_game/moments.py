"""Where the toy game can be forked. Both moments lie in the first round; the gift's truth is planted: 3 steps."""

from __future__ import annotations

from typing import Any

from toy_game.state import CARDS, GAMBLE, SAFE, kernel

from simcore.options import KIND_SHIFT
from simcore.streams import DEAL, below

GIFT, PAUSE = 0, 1
GIVEN, NONE, BLANK = 0, 1, 2
WAITED = 1
STEPS = 3


@kernel.moment
def moment(s: Any, r: Any, o: Any, action: int, kind: int, k: int) -> int:
    """A gamble puts both stakes at stake, the chosen one first; a safe step the low one."""
    gambles = action >> KIND_SHIFT == GAMBLE
    if s.rounds > 0 or gambles != (kind == GIFT) or k > 1 - kind:
        return -1
    o.part[s.cur] = k == 0
    return (action & 1) ^ k if gambles else 0


@kernel.force
def force(s: Any, r: Any, o: Any, kind: int, item: int, branch: int, action: int) -> int:
    if kind == PAUSE:
        return SAFE << KIND_SHIFT | (branch == WAITED)
    if branch == GIVEN:
        s.gift[s.cur] += STEPS
    return action


@kernel.reshuffle
def reshuffle(s: Any, r: Any) -> None:
    """No seat holds the cards that were left over."""
    for i in range(CARDS - 1, s.players, -1):
        j = s.players + below(s, DEAL, i + 1 - s.players)
        s.bonus[i], s.bonus[j] = s.bonus[j], s.bonus[i]
