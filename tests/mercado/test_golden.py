"""Pinned results: any change of behaviour is seen."""

from __future__ import annotations

import hashlib

import pytest

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.games.mercado.describe import GAME

from .bots_in_use import LINEAR, RANDOM

GOLDEN = {
    ("random", 2): "0f5bd4905b11b02f",
    ("random", 3): "5e770c5b36f236dc",
    ("random", 4): "60b2fa14019f036b",
    ("linear", 2): "a9d11cc2927d6ceb",
    ("linear", 3): "35051f804e052409",
    ("linear", 4): "72a1240c7be3bc92",
}


@pytest.mark.parametrize(("bot", "players"), [(b, n) for b in (RANDOM, LINEAR) for n in (2, 3, 4)])
def test_results_of_fixed_seeds_stay(bot: Bot, players: int) -> None:
    """If the rules or random numbers change on purpose, raise the game's version and pin anew."""
    states, _ = simulate(GAME, [bot], players, 1000, 2026)
    outcome = b"".join(states[name].astype("<i4").tobytes() for name in ("score", "win60", "rank", "points"))
    assert hashlib.sha256(outcome).hexdigest()[:16] == GOLDEN[bot.name, players]
