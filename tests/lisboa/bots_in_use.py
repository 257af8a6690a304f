"""Bots that the tests play with."""

from __future__ import annotations

from simcore.bots import Bot
from simcore.games.lisboa.describe import GAME
from strategies.lisboa import RANDOM
from strategies.lisboa.policies import by_weights

from ..playing import drawn_weights

__all__ = ["RANDOM", "by_chance"]


def by_chance(seed: int, temperature: float = 0.0, whole: bool = False) -> Bot:
    """A bot with random weights."""
    return Bot(f"weights {seed}", "user", "", by_weights, drawn_weights(len(GAME.features), seed, whole), temperature)
