"""Deal, legal actions, apply and final scoring of the toy game."""

from __future__ import annotations

from typing import Any

from toy_game.state import CARDS, DIE, GAMBLE, SAFE, kernel

from simcore.options import KIND_SHIFT, add_row
from simcore.streams import DEAL, below, shuffle


@kernel.deal
def deal(s: Any, r: Any) -> None:
    for card in range(CARDS):
        s.bonus[card] = card
    shuffle(s, DEAL, s.bonus, CARDS)
    s.place[0] = r.head_start


@kernel.legal
def legal(s: Any, r: Any, o: Any) -> None:
    n = add_row(o, 0, SAFE << KIND_SHIFT, 3)
    o.n = add_row(o, n, GAMBLE << KIND_SHIFT, 3)


@kernel.apply
def apply(s: Any, r: Any, action: int) -> None:
    """A safe step goes 1 ahead, or none; a gamble throws a die: 4 to 6 goes 2 ahead (at the high stake: 3 on a 6)."""
    if action >> KIND_SHIFT == SAFE:
        s.place[s.cur] += 1 - (action & 1)
    else:
        die = below(s, DIE, 6) + 1
        if action & 1:
            s.place[s.cur] += 3 * (die == 6)
        else:
            s.place[s.cur] += 2 * (die > 3)
    s.turns += 1
    last = s.cur == s.players - 1
    s.rounds += last
    if last or r.cut:
        for seat in range(s.players):
            if s.place[seat] >= r.goal:
                s.over = 1
    s.cur = 0 if last else s.cur + 1


@kernel.standing
def standing(s: Any, r: Any) -> None:
    for seat in range(s.players):
        s.score[seat] = s.place[seat] + r.steps[s.bonus[seat]] + s.gift[seat]


@kernel.finish
def finish(s: Any, r: Any) -> None:
    """Most steps win; of equal scores the one with the better bonus card; else the win is shared."""
    standing(s, r)
    for seat in range(s.players):
        s.points[seat, 0] = s.place[seat]
        s.points[seat, 1] = r.steps[s.bonus[seat]] + s.gift[seat]
        s.tie[seat] = r.steps[s.bonus[seat]]
    winners = 0
    for seat in range(s.players):
        better = 0
        for other in range(s.players):
            mine, theirs = s.score[seat], s.score[other]
            better += theirs > mine or (theirs == mine and s.tie[other] > s.tie[seat])
        s.rank[seat] = better + 1
        winners += better == 0
    for seat in range(s.players):
        s.win60[seat] = 60 // winners if s.rank[seat] == 1 else 0
