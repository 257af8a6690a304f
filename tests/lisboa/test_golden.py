"""Pinned results: any change of behaviour is seen. `python -m tests.lisboa.test_golden` prints them anew."""

from __future__ import annotations

import pytest

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.games.lisboa.describe import GAME
from strategies.lisboa.policies import by_weights
from strategies.weights import weight_vector

from ..playing import fingerprint
from .bots_in_use import RANDOM

GOLDEN = {
    ("random", 2): "21e1c6267b22bebb",
    ("random", 3): "5877c240a50c4b0e",
    ("random", 4): "d3c22cbaf0f1b13a",
    ("linear", 2): "60f77c1cab8c7415",
    ("linear", 3): "c682a197c3d8f738",
    ("linear", 4): "c46be5d2d4a9ee4c",
}


def linear() -> Bot:
    """Whole weights that never change."""
    weights = {"wig": 10, "reis": 1, "influence": 2, "good": 3, "official": 3, "plan": 4, "decree": 9, "cube": 3}
    return Bot("linear", "user", "", by_weights, weight_vector(weights, GAME))


BOTS = (RANDOM, linear())


def played(bot: Bot, players: int) -> str:
    return fingerprint(simulate(GAME, [bot], players, 1000, 2026)[0])


@pytest.mark.parametrize(("bot", "players"), [(bot, n) for bot in BOTS for n in GAME.players])
def test_results_of_fixed_seeds_stay(bot: Bot, players: int) -> None:
    """If the rules, features or random numbers change on purpose, raise the game's version and pin anew."""
    assert played(bot, players) == GOLDEN[bot.name, players]


if __name__ == "__main__":
    for b in BOTS:
        for n in GAME.players:
            print(f'    ("{b.name}", {n}): "{played(b, n)}",')
