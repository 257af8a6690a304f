"""Bots that the tests play with."""

from __future__ import annotations

from simcore.bots import Bot
from simcore.games.lancaster.describe import GAME
from strategies.lancaster import RANDOM
from strategies.lancaster.policies import by_weights
from strategies.weights import weight_vector

from ..playing import drawn_weights

__all__ = ["LINEAR", "RANDOM", "by_chance"]

LINEAR = Bot(
    "linear",
    "user",
    "whole weights that never change",
    by_weights,
    weight_vector({"pp": 8, "gold": 4, "squire": 2, "recruit": 8, "upgrade": 8, "title": 4, "gap": -2}, GAME),
)


def by_chance(seed: int, temperature: float = 0.0) -> Bot:
    """A bot with random weights."""
    return Bot(f"weights {seed}", "user", "", by_weights, drawn_weights(len(GAME.features), seed), temperature)
