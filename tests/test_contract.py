"""What simcore asks of every game."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from simcore.records import records
from simcore.registry import find_game
from simcore.streams import start_streams

GAMES = ("toy", "mercado")


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_does_not_depend_on_who_sits_where(name: str) -> None:
    """The loop deals once for all rotations of a block."""
    game = find_game(name)
    kernel = game.kernel()
    players = game.players[-1]
    start = njit(lambda states: start_streams(states[0]))
    dealt = []
    for turn in range(players):
        state = records(1, kernel.state)
        seated = {"bot": np.roll(np.arange(5), turn), "player": np.roll(np.arange(5), turn), "ledger": turn - 1}
        for field, value in {"key": 77, "players": players, **seated}.items():
            state[field] = value
        start(state)
        kernel.functions["deal"](state[0], game.make_rules(game.rulebook(), players)[0])
        for field in seated:
            state[field] = 0
        dealt.append(state.tobytes())
    assert len(set(dealt)) == 1
