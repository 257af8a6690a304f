"""Invariants I1 to I15 after every action, under every rule alternative; nobody peeks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simcore.engine import simulate
from simcore.games.lisboa.describe import GAME

from ..playing import adds_up
from .bots_in_use import RANDOM, by_chance
from .lockstep import Chooser
from .position import Game
from .rules_in_use import pairs, single_alternatives

BOTS = [RANDOM, by_chance(1), by_chance(2), by_chance(3, 20.0)]


@pytest.mark.parametrize("players", GAME.players)
def test_ten_thousand_random_games_keep_the_invariants(players: int) -> None:
    """I1 to I15."""
    states = simulate(GAME, [RANDOM], players, 10_000, 11, checked=True)[0]
    assert adds_up(states)
    assert (states["turns"] % players == 0).all()


@pytest.mark.parametrize(("name", "value"), single_alternatives())
def test_every_alternative_keeps_the_invariants(name: str, value: Any) -> None:
    """I1 to I15, one rule changed; games stop at the first broken invariant or peeking policy."""
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 24, 12, {name: value}, checked=True)[0])


@pytest.mark.parametrize("index", range(len(pairs())))
def test_combined_alternatives_keep_the_invariants(index: int) -> None:
    """I1 to I15, every pair of rule values."""
    players, rules = pairs()[index]
    assert adds_up(simulate(GAME, BOTS, players, 60, 100 + index, rules, checked=True, sample=0.05)[0])


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(pairs())))
def test_many_games_under_combined_alternatives_keep_the_invariants(index: int) -> None:
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 3000, 500 + index, pairs()[index][1], checked=True)[0])


def put(name: str, place: Any, change: int) -> Callable[[Any], None]:
    """Change one number."""

    def damage(s: Any) -> None:
        if place is None:
            s[name] += change
        else:
            s[name][place] += change

    return damage


def middle(players: int, seed: int) -> Game:
    """A game in the second period, in which every kind of piece is in use."""
    chooser, game = Chooser(3 * seed), Game(players).deal(seed)
    while not (game.s["period"] == 1 and game.s["turns"] >= 7 * players and game.point == "main"):
        game.do(chooser.choose(game.options()))
    return game
