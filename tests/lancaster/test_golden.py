"""Pinned results: any change of behaviour is seen."""

from __future__ import annotations

import pytest

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.games.lancaster.describe import GAME

from ..playing import fingerprint
from .bots_in_use import LINEAR, RANDOM

GOLDEN = {
    ("random", 2): "82ca2a59047ba96c",
    ("random", 3): "cda08d36378ed5ab",
    ("random", 4): "f4c1f182874cb6bb",
    ("random", 5): "6599a8a864eba5a0",
    ("linear", 2): "37b0547646c7f99b",
    ("linear", 3): "7059519345ec40a8",
    ("linear", 4): "ccd4d3e347292e47",
    ("linear", 5): "68ee2df5f066455a",
}


@pytest.mark.parametrize(("bot", "players"), [(b, n) for b in (RANDOM, LINEAR) for n in GAME.players])
def test_results_of_fixed_seeds_stay(bot: Bot, players: int) -> None:
    """If the rules, features or random numbers change on purpose, raise the game's version and pin anew."""
    states, _ = simulate(GAME, [bot], players, 1000, 2026)
    assert fingerprint(states) == GOLDEN[bot.name, players]
