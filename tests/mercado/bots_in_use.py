"""Bots that the tests play with."""

from __future__ import annotations

import numpy as np

from simcore.bots import Bot
from simcore.games.mercado.describe import GAME
from strategies.mercado.policies import at_random, by_weights

from ..playing import drawn_weights

NAMES = tuple(f.name for f in GAME.features)
LINEAR_WEIGHTS = {
    "own_gain": 20,
    "cost": -20,
    "rival_gain": -8,
    "is_open": 44,
    "is_restaurant": 20,
    "is_customer": -10,
    "free_ends": 6,
    "helpers": 16,
    "reveals": 24,
    "own_boost": 30,
    "rival_boost": -16,
    "crowd": 7,
    "placed_demand": 2,
    "shown_demand": 3,
    "copies": -4,
    "own_swap": 1,
    "display_swap": -1,
}


def weights(named: dict[str, float]) -> np.ndarray:
    """Return the weights of all features."""
    return np.array([named.get(name, 0) for name in NAMES], np.float32)


def by_chance(seed: int, temperature: float = 0.0, whole: bool = False) -> Bot:
    """A bot with random weights."""
    return Bot(f"weights {seed}", "user", "", by_weights, drawn_weights(len(NAMES), seed, whole), temperature)


RANDOM = Bot("random", "random", "M36", at_random, weights({}))
LINEAR = Bot(
    "linear", "reference", "the linear policy of the reference", by_weights, weights(LINEAR_WEIGHTS), takes_first=True
)
