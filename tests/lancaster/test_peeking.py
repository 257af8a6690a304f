"""A policy that looks at what it must not see is found out (N111 to N113); shipped strategies do not look."""

from __future__ import annotations

from typing import Any

import pytest

import strategies
from simcore.bots import Bot
from simcore.engine import simulate
from simcore.errors import StrategyError
from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.state import kernel
from simcore.options import count, nth
from strategies.weights import weight_vector

GOLD, SQUIRES, VOTE, PILE, DECK = THINGS = range(5)


@kernel.policy
def peek(s: Any, r: Any, o: Any) -> int:
    """Choose by what the weight of the first feature names."""
    rival, thing, code = (s.cur + 1) % s.players, o.weights[s.bot[s.cur], 0], 0
    if thing == GOLD:
        code = s.gold[rival]
    elif thing == SQUIRES:
        code = s.squires[rival]
    elif thing == VOTE:
        code = s.vote[(s.cur + s.players - 1) % s.players] + 2000
    elif thing == PILE:
        code = s.pile[max(s.pile_left - 1, 0)]
    elif thing == DECK:
        code = s.deck[max(s.deck_left - 1, 0)]
    return nth(o, code % count(o))


def play(thing: int, players: int) -> None:
    bot = Bot("peeking", "user", "", peek, weight_vector({GAME.features[0].name: thing}, GAME))
    simulate(GAME, [bot], players, 30, 1, checked=True)


@pytest.mark.parametrize("thing", THINGS)
def test_peeking_is_found_out(thing: int) -> None:
    with pytest.raises(StrategyError, match="must not see"):
        play(thing, 3)


@pytest.mark.parametrize("thing", [GOLD, SQUIRES])
def test_stocks_are_public_with_two_players(thing: int) -> None:
    """N111, N120."""
    play(thing, 2)


@pytest.mark.parametrize("players", GAME.players)
def test_no_shipped_strategy_peeks(players: int) -> None:
    states, _ = simulate(GAME, strategies.shipped("lancaster"), players, 400, seed=7, checked=True)
    assert states["over"].all()
