"""Who beats whom: the measure of the ladder of strategies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import strategies
from simcore.bots import Bot
from simcore.engine import simulate
from simcore.game import Game
from simcore.registry import find_game

Z95 = 1.96
NAMES = ("mercado", "lancaster", "lisboa")
GAMES = {name: find_game(name) for name in NAMES}
TABLES = [(name, players) for name in NAMES for players in GAMES[name].players]  # what a test may be run for


@dataclass(frozen=True)
class Edge:
    """Win share over fair by head count, with its 95 % interval."""

    edge: float
    low: float
    high: float


def edge(game: Game, a: Bot, b: Bot, players: int, games: int, seed: int = 1755) -> Edge:
    """Return the edge of one strategy over another in tables of all mixtures of the two.

    A table's win share of `a` is compared with its share of the seats; the block is the unit. Tables of one
    strategy alone say nothing and are left out.
    """
    states, _ = simulate(game, [a, b], players, games, seed)
    is_a = states["bot"][:, :players] == 0
    over = (is_a * states["win60"][:, :players] / 60).sum(axis=1) - is_a.mean(axis=1)
    mixed = is_a.any(axis=1) & ~is_a.all(axis=1)
    blocks = over.reshape(-1, players).mean(axis=1)[mixed[::players]]
    mean, half = blocks.mean(), Z95 * blocks.std(ddof=1) / np.sqrt(len(blocks))
    return Edge(float(mean), float(mean - half), float(mean + half))


def of_level(name: str, *levels: str) -> list[Bot]:
    """Return the shipped strategies of a game that stand on some rungs, the weaker ones first."""
    return [bot for bot in strategies.shipped(name) if bot.level in levels]
