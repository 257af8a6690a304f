"""The shipped strategies: what they declare, and that they play fair."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import strategies
from simcore.bots import LEVELS
from simcore.engine import simulate
from simcore.errors import InputError
from tests.strategies.ladder import GAMES, NAMES, TABLES, of_level

COMMON_GROUND = {"lisboa": 0.95}  # whoever plays it well builds stores and opens buildings
WATCHED = {"mercado": 600, "lancaster": 120, "lisboa": 120}  # games
REFERENCE = {
    "own_gain": 20, "cost": -20, "rival_gain": -8, "is_open": 44, "is_restaurant": 20, "is_customer": -10,
    "free_ends": 6, "helpers": 16, "reveals": 24, "own_boost": 30, "rival_boost": -16, "crowd": 7,
    "placed_demand": 2, "shown_demand": 3, "copies": -4, "own_swap": 1, "display_swap": -1,
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_declares_itself(name: str) -> None:
    bots = strategies.shipped(name)
    names = [bot.name for bot in bots]
    assert len(names) == len(set(names))
    assert [bot.level for bot in bots] == sorted((bot.level for bot in bots), key=LEVELS.index)
    assert sum(bot.level == "archetype" for bot in bots) >= 5
    for bot in bots:
        assert 20 <= len(bot.line) <= 110, bot.name
        assert bot.weights.shape == (len(GAMES[name].features),)
        assert np.array_equal(bot.weights, np.round(bot.weights)), "whole numbers are exact in float32"


@pytest.mark.parametrize("name", NAMES)
def test_archetypes_have_different_plans(name: str) -> None:
    """Whole tables differ, and what sets them apart from their common ground points elsewhere for each."""
    weights = np.array([bot.weights for bot in of_level(name, "archetype")], float)
    assert closest(weights) < COMMON_GROUND.get(name, 0.9)
    assert closest(weights - weights.mean(axis=0)) < 0.6


def closest(weights: NDArray[np.float64]) -> float:
    """Return the largest cosine between two tables of weights."""
    unit = weights / np.linalg.norm(weights, axis=1)[:, None]
    return float((unit @ unit.T - np.eye(len(unit))).max())


def test_reference_weights() -> None:
    reference = strategies.load("mercado", "reference")
    given = {f.name: w for f, w in zip(GAMES["mercado"].features, reference.weights, strict=True) if w}
    assert given == REFERENCE


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nobody_peeks(name: str, players: int) -> None:
    states, _ = simulate(GAMES[name], strategies.shipped(name), players, WATCHED[name], seed=7, checked=True)
    assert states["over"].all()


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"unknown strategy of mercado 'greddy'; did you mean 'greedy'\?"):
        strategies.load("mercado", "greddy")


def test_strategies_of_an_unknown_game() -> None:
    with pytest.raises(InputError, match=r"did you mean 'mercado'\?"):
        strategies.shipped("mercato")


def test_a_game_of_another_distribution() -> None:
    assert [bot.name for bot in strategies.shipped("toy")][:2] == ["random", "greedy"]
    assert strategies.load("toy", "gambler").level == "archetype"
