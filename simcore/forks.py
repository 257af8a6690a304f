"""Counterfactual forks: a game is played on from a moment in several branches, and the ends are compared.

A *moment* is a decision at which something is at stake that the game declares (`Game.moments`): a law is voted on, a
card is taken. For every branch the game is copied, what the branch says is made to happen, and the same policies
play on to the end, in several *rollouts*. Rollout 0 keeps the future of the main line; the others reshuffle what is
hidden from all seats and draw other chance, the same in every branch, so that branches differ by what was forced
alone. The main line never notices: forks touch copies only.

Which games are forked says the plan; which of their moments, a hash.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from simcore.game import Game
from simcore.memory import copy_front
from simcore.options import is_legal
from simcore.scoring import rank_seats
from simcore.steps import CROWDED, ILLEGAL, carry_out
from simcore.streams import GOLDEN, MAX_SEATS, mix, start_streams

MAX_MOMENTS = 8  # kinds of a game
MAX_BRANCHES = 32  # of a kind: bits of a mask
ROOM = 60_000  # effects that are held until a recorder takes them, about 5 MB

EFFECT = np.dtype(
    [
        ("game", "i8"),  # index of the game in the batch; the id once the batch is played
        ("decision", "i2"),
        ("item", "i2"),
        ("kind", "i1"),
        ("branch", "i1"),
        ("rollouts", "i2"),
        ("part", "i1", MAX_SEATS),
        ("rank", "i1", MAX_SEATS),  # by standing, before the moment
        ("win60", "i4", MAX_SEATS),  # sums over the rollouts, as the following ones
        ("score", "i4", MAX_SEATS),
        ("ahead", "i4", MAX_SEATS),  # points ahead of the best other seat, 0 behind it
    ],
    align=True,
)
REQUEST = np.dtype(
    [
        ("branches", "i8", MAX_MOMENTS),  # mask of the branches to play, by kind of moment
        ("last", "u8"),  # moments whose hash is at most this are forked
        ("rollouts", "i8"),
        ("used", "i8"),  # effects written so far
        ("busy", "i8"),  # whether a fork is being played: 1 still if something stopped it
    ],
    align=True,
)


@dataclass(frozen=True)
class Forks:
    """What a run asks of forks.

    Attributes:
        branches: numbers of the branches to play, for each of the game's kinds of moments; none if it is not asked for.
        moments: share of the moments of a forked game that are forked.
        rollouts: how often each branch is played.
    """

    branches: tuple[tuple[int, ...], ...]
    moments: float = 1.0
    rollouts: int = 8

    def most(self, game: Game) -> int:
        """Return the most effects that a forked game can have."""
        return sum(m.most * len(asked) for m, asked in zip(game.moments, self.branches, strict=True))

    def request(self) -> NDArray[Any]:
        """Return what compiled code is told, an array of one record."""
        told = np.zeros(1, REQUEST)
        for kind, asked in enumerate(self.branches):
            told["branches"][0, kind] = sum(1 << branch for branch in asked)
        told["last"] = max(0, int(self.moments * 2.0**64) - 1)
        told["rollouts"] = self.rollouts
        return told


@njit
def _hash(s: Any, item: int, j: int) -> Any:
    """Return the hash of a moment and a rollout, from 1; 0 is for the choice of moments."""
    z = s.key
    for key in (np.int64(s.player[0]), np.int64(s.decisions), np.int64(item), np.int64(j)):
        z = mix((z ^ np.uint64(key)) + GOLDEN)
    return z


@njit
def _change_future(twin: Any, r: Any, item: int, j: int, reshuffle: Any) -> None:
    """Draw other chance, and reshuffle what no seat knows; the same in every branch."""
    twin.key = _hash(twin, item, j)
    start_streams(twin)
    reshuffle(twin, r)


@njit
def _play_on(
    s: Any, r: Any, o: Any, action: int, checked: bool, endless: int, most_rounds: int,
    legal: Any, apply: Any, check: Any, policies: Any,
) -> Any:  # fmt: skip
    """Carry out an action and play on to the end; return what stopped the game, or 0."""
    rounds = s.rounds
    fault = carry_out(s, r, o, action, checked, endless, most_rounds, apply, check)
    while s.over == 0 and fault == 0:
        rounds = s.rounds
        legal(s, r, o)
        action = policies[o.policy[s.bot[s.cur]]](s, r, o)
        o.answer = action
        if not is_legal(o, action):
            return ILLEGAL
        fault = carry_out(s, r, o, action, checked, endless, most_rounds, apply, check)
    s.rounds += s.rounds == rounds  # as in the main line
    return fault


@njit
def _begin(e: Any, s: Any, o: Any, g: int, kind: int, item: int, branch: int, rollouts: int) -> None:
    """Begin an effect; the game is ranked by its standing."""
    e.game, e.decision, e.item, e.kind, e.branch, e.rollouts = g, s.decisions, item, kind, branch, rollouts
    e.part[:] = o.part
    e.rank[:] = s.rank
    e.win60[:] = 0
    e.score[:] = 0
    e.ahead[:] = 0


@njit
def _add(e: Any, s: Any) -> None:
    """Add the end of a rollout to an effect."""
    for p in range(s.players):
        best = np.int64(s.score[1 if p == 0 else 0])
        for q in range(s.players):
            if q != p:
                best = max(best, np.int64(s.score[q]))
        e.win60[p] += s.win60[p]
        e.score[p] += s.score[p]
        e.ahead[p] += max(0, s.score[p] - best)


@njit
def _fork_item(
    s: Any, twins: Any, r: Any, work: Any, action: int, kind: int, item: int, g: int, request: Any, effects: Any,
    checked: bool, endless: int, most_rounds: int, state_size: int,
    legal: Any, apply: Any, finish: Any, standing: Any, check: Any, force: Any, reshuffle: Any, policies: Any,
) -> Any:  # fmt: skip
    """Play all branches of a moment; return what stopped one, or 0."""
    twin, ranked = twins[2], twins[3]
    copy_front(ranked, s, state_size)
    standing(ranked, r)
    rank_seats(ranked)
    for branch in range(MAX_BRANCHES):
        if request.branches[kind] >> branch & 1 == 0:
            continue
        if request.used == effects.shape[0]:
            return CROWDED
        e = effects[request.used]
        _begin(e, ranked, work[0], g, kind, item, branch, request.rollouts)
        for j in range(request.rollouts):
            copy_front(twin, s, state_size)
            if j > 0:
                _change_future(twin, r, item, j, reshuffle)
            forced = force(twin, r, work[0], kind, item, branch, action)
            fault = _play_on(
                twin, r, work[1], forced, checked, endless, most_rounds, legal, apply, check, policies
            )  # fmt: skip
            if fault:
                return fault
            finish(twin, r)
            _add(e, twin)
        request.used += 1
    return 0


@njit
def fork_here(
    s: Any, twins: Any, r: Any, work: Any, action: int, g: int, request: Any, effects: Any,
    checked: bool, endless: int, most_rounds: int, state_size: int,
    legal: Any, apply: Any, finish: Any, standing: Any, check: Any,
    moment: Any, force: Any, reshuffle: Any, policies: Any,
) -> Any:  # fmt: skip
    """Fork a game at the decision at hand if it is a moment; return what stopped a branch, or 0.

    Args:
        s: the game, before the action.
        twins: states; the third is played on, the fourth is ranked.
        r: the rules.
        work: two lists of options: that of the decision at hand, and one for the branches.
        action: what was chosen.
        g: index of the game in its batch.
        request: what is asked.
        effects: where effects are written.
        checked: test invariants in branches too.
        endless: decisions after which a game counts as endless.
        most_rounds: rounds after which a game counts as endless.
        state_size: bytes of a state.
        legal: the game's function of that name, as the following ones.
        apply: see `legal`.
        finish: see `legal`.
        standing: see `legal`.
        check: see `legal`.
        moment: see `legal`.
        force: see `legal`.
        reshuffle: see `legal`.
        policies: of the bots.
    """
    o = work[0]
    request.busy = 1
    for kind in range(MAX_MOMENTS):
        if request.branches[kind] == 0:
            continue
        k, item = -1, 0
        while item >= 0:
            k += 1
            o.part[:] = 0
            item = moment(s, r, o, action, kind, k)
            if item >= 0 and _hash(s, item, 0) <= request.last:
                fault = _fork_item(
                    s, twins, r, work, action, kind, item, g, request, effects,
                    checked, endless, most_rounds, state_size,
                    legal, apply, finish, standing, check, force, reshuffle, policies,
                )  # fmt: skip
                if fault:
                    return fault
    request.busy = 0
    return 0


class Effects:
    """What forks have brought out, handed over batch by batch.

    Args:
        game: the descriptor.
        forks: what is asked.
        take: is given the effects of every batch, an array of `EFFECT` records that is used again.
    """

    def __init__(self, game: Game, forks: Forks, take: Callable[[NDArray[Any]], None]) -> None:
        most = max(1, forks.most(game))
        self.games = max(1, ROOM // most)  # forked games of a batch
        self.records = np.zeros(self.games * most, EFFECT)
        self.request = forks.request()
        self._take = take

    def empty(self, ids: NDArray[np.int64]) -> None:
        """Hand over the effects of a batch whose games have these ids."""
        played = self.records[: self.request["used"][0]]
        played["game"] = ids[played["game"]]
        self._take(played)
        self.request["used"] = 0
