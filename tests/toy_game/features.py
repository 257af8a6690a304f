"""What a heuristic may see of an option of the toy game."""

from __future__ import annotations

from typing import Any

from toy_game.state import kernel

from simcore.options import weigh_features


@kernel.features
def features(s: Any, r: Any, o: Any) -> None:
    for i in range(o.n):
        for f in range(3):
            for place in range(2):
                o.x[i, f, place] = 0
        o.used[i] = 7
    o.x[0, 2, 1] = 1
    best = 0
    for seat in range(s.players):
        best = max(best, s.place[seat])
    for stake in range(2):
        o.x[1, 0, stake] = 1
        o.x[1, 1, stake] = (best - s.place[s.cur]) * stake


@kernel.score
def score(s: Any, r: Any, o: Any) -> None:
    features(s, r, o)
    weigh_features(s, o)
