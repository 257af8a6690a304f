"""Strategies of Lisboa: every table of weights in this folder, and random play."""

from __future__ import annotations

from pathlib import Path

from simcore.bots import Bot
from simcore.games.lisboa.describe import GAME
from strategies.lisboa.policies import at_random, by_weights
from strategies.weights import read_folder, weight_vector

__all__ = ["BOTS", "by_weights"]

RANDOM = Bot(
    "random",
    "random",
    "any option, each with the same chance",
    at_random,
    weight_vector({}, GAME),
)
BOTS = [RANDOM, *read_folder(Path(__file__).parent, GAME, by_weights)]
