"""Features, the fused score, hidden information, and draws by temperature."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simcore.options import expand, first_best_option, weigh_features
from strategies.mercado.policies import at_random, by_weights

from ..playing import legal_places
from .bots_in_use import LINEAR, NAMES, by_chance
from .position import Game
from .rules_in_use import pairs


def states(seed: int, players: int = 4, **rules: Any) -> Iterator[Game]:
    """Every decision of a random game."""
    chooser, game = random.Random(seed), Game(players, **rules).deal(seed)
    while not game.s["over"]:
        yield game
        game.do(chooser.choice(game.options()))


def many_states() -> Iterator[Game]:
    """Decisions under many rules."""
    for index, (players, rules) in enumerate(pairs()[:12]):
        yield from states(index, players, **rules)
    for players in (2, 3, 4):
        yield from states(100, players)


@pytest.mark.parametrize("whole", [True, False])
def test_score_is_features_times_weights(whole: bool) -> None:
    """On every option; exactly for whole weights, and then with the same choice."""
    for k, game in enumerate(many_states()):
        game.o["weights"][0] = by_chance(k, whole=whole).weights
        game.call("legal")
        where = tuple(np.array(legal_places(game.o)).T)
        game.call("features")
        weigh_features(game.s, game.o)
        slow, slow_choice = game.o["scores"][where].copy(), first_best_option(game.o)
        game.call("score")
        if whole:
            assert (game.o["scores"][where] == slow).all()
            assert first_best_option(game.o) == slow_choice
        else:
            np.testing.assert_allclose(game.o["scores"][where], slow, rtol=1e-5, atol=2e-3)


def seen(game: Game) -> tuple[list[int], Any]:
    """The options and their features."""
    game.call("legal")
    game.call("features")
    o = game.o
    used = [[f for f in range(len(NAMES)) if int(o["used"][i]) >> f & 1] for i in range(o["n"])]
    values = [(i, place, f, float(o["x"][i, f, place])) for i, place in legal_places(o) for f in used[i]]
    return expand(o), values


@pytest.mark.parametrize("money", ["hidden", "open"])
def test_hidden_things_change_neither_options_nor_features(money: str) -> None:
    """M34: face-down restaurants, piles, and rivals' coins while money is hidden."""
    moved = 0
    for game in states(5, money_visibility=money):
        before, real = seen(game), game.keep()
        game.call("redeal", int(game.s["cur"]))
        assert seen(game) == before
        moved += not np.array_equal(game.s["face_down"], real["face_down"][0])
        assert game.call("check") == 0
        game.restore(real)
    assert moved > 20


@pytest.mark.parametrize("policy", [at_random, by_weights])
def test_policies_do_not_see_rivals_coins(policy: Any) -> None:
    """M34, `money_visibility` = hidden."""
    for k, game in enumerate(states(6)):
        policy.compile(game.kernel.signatures["policy"])
        game.o["weights"][0] = by_chance(k).weights
        real = game.keep()
        game.call("legal")
        choice = policy(game.s, game.r, game.o)
        game.restore(real)
        rivals = [p for p in range(4) if p != game.s["cur"]]
        game.s["coins"][rivals] = [0, 17, 99]
        assert policy(game.s, game.r, game.o) == choice
        game.restore(real)


def test_temperature_draws_by_softmax() -> None:
    """A bot with a temperature draws with chance proportional to exp(score / temperature)."""
    game = next(g for g in states(3) if 8 <= len(g.options()) <= 60 and g.s["turns"] > 12)
    bot, draws = by_chance(4), 20_000
    game.o["weights"][0], game.o["temperature"][0] = bot.weights, 30.0
    options = game.options()
    drawn = [by_weights(game.s, game.r, game.o) for _ in range(draws)]
    scores = np.array([game.o["scores"][i, place] for i, place in legal_places(game.o)], float)
    expected = np.exp((scores - scores.max()) / 30)
    expected *= draws / expected.sum()
    often = expected >= 5
    observed = np.array([drawn.count(a) for a in options])
    pooled = [np.append(x[often], x[~often].sum() + 1e-9) for x in (observed, expected)]
    assert set(drawn) <= set(options)
    assert often.sum() >= 3
    assert stats.chisquare(pooled[0], pooled[1] * pooled[0].sum() / pooled[1].sum()).pvalue > 1e-4


def test_features_of_a_position_by_hand() -> None:
    """The example of the linear policy: the first turn, COIN 20, a marked space 72, another 48; the pub 64."""
    game = Game(4).deal(2)
    game.s["hand"][0] = [3, 0, 0, 0, 0]
    game.o["weights"][0] = LINEAR.weights
    game.s["point"] = 1
    scores = scored(game)
    assert scores[0] == 72
    assert scores[1] == 48
    assert scores[3 << 16] == 20
    game.s["cur"] = 3
    assert scored(game)[2 << 16 | 5 << 5] == 64


def scored(game: Game) -> dict[int, float]:
    """The score of every option."""
    options = game.options()
    game.call("score")
    return {a: float(game.o["scores"][i, place]) for a, (i, place) in zip(options, legal_places(game.o), strict=True)}
