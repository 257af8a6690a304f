"""Pinned results: any change of behaviour is seen."""

from __future__ import annotations

import pytest

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.games.mercado.describe import GAME

from ..playing import fingerprint
from .bots_in_use import LINEAR, RANDOM

GOLDEN = {
    ("random", 2): "2c5b753102a02679",
    ("random", 3): "6a74644a3f89d107",
    ("random", 4): "94bffc8571e39920",
    ("linear", 2): "0fdfa4d3208a0bfd",
    ("linear", 3): "ea05a28d1c2c4821",
    ("linear", 4): "a44d3167abe255f2",
}


@pytest.mark.parametrize(("bot", "players"), [(b, n) for b in (RANDOM, LINEAR) for n in (2, 3, 4)])
def test_results_of_fixed_seeds_stay(bot: Bot, players: int) -> None:
    """If the rules or random numbers change on purpose, raise the game's version and pin anew."""
    states, _ = simulate(GAME, [bot], players, 1000, 2026)
    assert fingerprint(states) == GOLDEN[bot.name, players]
