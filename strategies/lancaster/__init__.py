"""Strategies of Lancaster: every table of weights in this folder, and random play."""

from __future__ import annotations

from pathlib import Path

from simcore.bots import Bot
from simcore.games.lancaster.describe import GAME
from strategies.lancaster.policies import at_random, by_weights
from strategies.weights import read_folder, weight_vector

__all__ = ["BOTS", "by_weights"]

RANDOM = Bot(
    "random",
    "random",
    "any place, each with the same chance, then any option there",
    at_random,
    weight_vector({}, GAME),
)
BOTS = [RANDOM, *read_folder(Path(__file__).parent, GAME, by_weights)]
