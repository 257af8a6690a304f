"""Features, and the score that weighs them at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit

from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.outlook import best_decree
from simcore.games.lisboa.prospects import best_building, best_store
from simcore.games.lisboa.state import AT_BUILDING, AT_PRODUCE, AT_STORE
from simcore.games.lisboa.weighing import note_time
from simcore.options import KIND_SHIFT, weigh_features

from ..playing import legal_places
from .bots_in_use import by_chance
from .lockstep import Chooser
from .position import Game


def states(seed: int, players: int) -> Iterator[Game]:
    """Every decision of a random game."""
    chooser, game = Chooser(seed), Game(players).deal(seed)
    while not game.s["over"]:
        yield game
        game.do(chooser.choose(game.options()))


def test_score_is_features_times_weights() -> None:
    """On every option of all decision points but one that only `produce_decline` asks."""
    met = set()
    for seed in range(60):
        for k, game in enumerate(states(seed, GAME.players[seed % 3])):
            game.o["weights"][0] = by_chance(k).weights
            game.call("legal")
            where = tuple(np.array(legal_places(game.o)).T)
            game.call("features")
            weigh_features(game.s, game.o)
            slow = game.o["scores"][where].copy()
            game.call("score")
            np.testing.assert_allclose(game.o["scores"][where], slow, rtol=1e-4, atol=2e-2, err_msg=game.point)
            met.add(game.point)
    assert met == {point.name for i, point in enumerate(GAME.points) if i != AT_PRODUCE}


@njit
def choose_ahead(s: Any, r: Any, o: Any) -> int:
    """What a bot that thinks ahead would choose: a store, decree or building as an action without its kind."""
    note_time(s, o)
    if s.point == AT_STORE:
        return best_store(s, r, o, s.influence[s.cur])
    if s.point == AT_BUILDING:
        return best_building(s, r, o, s.influence[s.cur])
    decree = best_decree(s, r, o)
    for place in range(s.display_size):
        if s.display[place] == decree:
            return place
    return -1


@pytest.mark.parametrize("players", GAME.players)
def test_what_is_seen_ahead_is_what_is_chosen_later(players: int) -> None:
    """The store, building or decree that a visit is seen with scores highest when it comes to it."""
    seen = dict.fromkeys(("store", "building", "decree"), 0)
    for seed in range(6):
        for k, game in enumerate(states(seed, players)):
            if game.point in seen:
                game.o["weights"][0] = by_chance(k).weights
                game.call("legal")
                ahead = choose_ahead(game.s, game.r, game.o)
                game.call("score")
                scores = {
                    int(game.o["heads"][i]) | place: game.o["scores"][i, place] for i, place in legal_places(game.o)
                }
                chosen = next(a for a in scores if a & (1 << KIND_SHIFT) - 1 == ahead)
                assert scores[chosen] == pytest.approx(max(scores.values()), abs=2e-2)
                seen[game.point] += 1
    assert min(seen.values()) > 10
