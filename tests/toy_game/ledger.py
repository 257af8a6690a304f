"""What is written down of sampled games of the toy game."""

from __future__ import annotations

from typing import Any

from toy_game.state import GAMBLE, kernel

from simcore.options import KIND_SHIFT


@kernel.account
def account(s: Any, r: Any, o: Any, action: int, l: Any) -> None:
    for stake in range(2):
        l.offered[s.cur, stake] += 1
    if action >> KIND_SHIFT == GAMBLE:
        stake = action & 1
        if l.taken[s.cur, stake] == 0:
            l.decision[s.cur, stake] = s.decisions
            l.round[s.cur, stake] = s.rounds
        l.taken[s.cur, stake] += 1
        l.facts[s.cur, stake, 0] = s.place[s.cur]


@kernel.snapshot
def snapshot(s: Any, r: Any, l: Any) -> None:
    for seat in range(s.players):
        l.stocks[l.rounds, seat, 0] = s.place[seat]
