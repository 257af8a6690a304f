"""Features, the fused score, and hidden information (N110 to N113)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from simcore.games.lancaster.describe import GAME
from simcore.options import expand, weigh_features
from strategies.lancaster.policies import by_weights

from ..playing import legal_places
from .bots_in_use import by_chance
from .lockstep import Chooser
from .position import Game
from .rules_in_use import pairs


def states(seed: int, players: int, **rules: Any) -> Iterator[Game]:
    """Every decision of a random game."""
    chooser, game = Chooser(seed), Game(players, **rules).deal(seed)
    while not game.s["over"]:
        yield game
        game.do(chooser.choose(game.options()))


def many_states() -> Iterator[Game]:
    """Decisions under many rules."""
    for index, (players, rules) in enumerate(pairs()[::3]):
        yield from states(index, players, **rules)
    for players in GAME.players:
        for seed in range(3):
            yield from states(100 + seed, players)


def test_score_is_features_times_weights() -> None:
    """On every option of all decision points; the option chosen is the best one."""
    met = set()
    for k, game in enumerate(many_states()):
        game.o["weights"][0] = by_chance(k).weights
        game.call("legal")
        where = tuple(np.array(legal_places(game.o)).T)
        game.call("features")
        weigh_features(game.s, game.o)
        slow = game.o["scores"][where].copy()
        game.call("score")
        fused = game.o["scores"][where]
        np.testing.assert_allclose(fused, slow, rtol=1e-4, atol=5e-3, err_msg=f"{game.point}, state {k}")
        met.add(game.point)
    assert met == {point.name for point in GAME.points}


def seen(game: Game) -> tuple[list[int], Any]:
    """The options and their features."""
    game.call("legal")
    game.call("features")
    o = game.o
    used = [[f for f in range(len(GAME.features)) if int(o["used"][i]) >> f & 1] for i in range(o["n"])]
    return expand(o), [float(o["x"][i, f, place]) for i, place in legal_places(o) for f in used[i]]


@pytest.mark.parametrize(("players", "rules"), [
    (2, {}), (4, {}), (3, {"vote_reinforce": "open", "law_choice_order": "simultaneous"}),
])  # fmt: skip
def test_hidden_things_change_neither_options_nor_features(players: int, rules: dict[str, str]) -> None:
    """N111 to N113: rivals' stocks, piles, committed votes, chosen quantities."""
    moved = dict.fromkeys(("deck", "pile", "gold", "vote", *["pledge"] * ("law_choice_order" in rules)), 0)
    for k, game in enumerate(states(5, players, **rules)):
        game.o["weights"][0] = by_chance(k).weights
        before, real = seen(game), game.keep()
        game.call("redeal", game.seat)
        assert seen(game) == before
        for name in moved:
            moved[name] += not np.array_equal(game.s[name], real[name][0])
        game.restore(real)
    assert moved.pop("gold") == 0 if players == 2 else moved.pop("gold") > 20
    assert min(moved.values()) > 5


@pytest.mark.parametrize("players", GAME.players)
def test_a_committed_vote_is_not_seen(players: int) -> None:
    """N113: it changes neither features nor the choice."""
    by_weights.compile(GAME.kernel().signatures["policy"])
    votes = 0
    for k, game in enumerate(states(7, players)):
        committed = np.flatnonzero(game.s["vote"][:players])
        if game.point == "vote" and len(committed):
            game.o["weights"][0] = by_chance(k).weights
            real, before = game.keep(), seen(game)
            choice = by_weights(game.s, game.r, game.o)
            for p in committed:
                game.restore(real)
                most = int(game.s["markers"][p]) + 1
                game.s["vote"][p] = -most if game.s["vote"][p] > 0 else most
                assert seen(game) == before
                assert by_weights(game.s, game.r, game.o) == choice
                votes += 1
            game.restore(real)
    assert votes >= 15 * (players - 1)
