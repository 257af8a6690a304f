"""Who beats whom: the measure of the ladder of strategies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.game import Game

Z95 = 1.96


@dataclass(frozen=True)
class Edge:
    """Win share over fair by head count, with its 95 % interval."""

    edge: float
    low: float
    high: float


def edge(game: Game, a: Bot, b: Bot, players: int, games: int = 20_000, seed: int = 1755) -> Edge:
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
