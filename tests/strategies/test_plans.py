"""An archetype does what its line says, more than any other one at the same tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import strategies
from simcore.engine import simulate
from simcore.games.mercado.state import BY_PASSING, GUESTS, OPEN, OPENINGS, RESTAURANT
from simcore.registry import find_game

MERCADO = find_game("mercado")
ARCHETYPES = [bot for bot in strategies.shipped("mercado") if bot.level == "archetype"]
Measured = NDArray[Any]


def habits(states: Any, players: int) -> dict[str, Measured]:
    """Return, under the archetype whose mark it is, a measure of every seat (games, players)."""
    acts, points = states["acts"][:, :players], states["points"][:, :players]
    guests = points[..., GUESTS]
    return {
        "crowd": acts[..., OPEN],
        "income": points[..., OPENINGS] / np.maximum(acts[..., OPEN], 1),
        "restaurateur": acts[..., RESTAURANT],
        "spoiler": guests - guests.sum(axis=1, keepdims=True),  # what others are paid without placing customers
        "rusher": -np.repeat(states["turns"][:, None], players, axis=1),
    }


@pytest.mark.parametrize("players", MERCADO.players)
def test_archetypes_live_up_to_their_lines(players: int) -> None:
    states, _ = simulate(MERCADO, ARCHETYPES, players, 20_000, seed=1755)
    seated = states["bot"][:, :players]
    for name, measure in habits(states, players).items():
        means = [measure[seated == i].mean() for i in range(len(ARCHETYPES))]
        assert ARCHETYPES[int(np.argmax(means))].name == name, dict(
            zip([b.name for b in ARCHETYPES], means, strict=True)
        )


@pytest.mark.parametrize("players", MERCADO.players)
def test_tables_of_one_strategy_are_played_out(players: int) -> None:
    """No plan ends in everybody waiting: skill marks are tables of one strategy."""
    for bot in strategies.shipped("mercado"):
        states, _ = simulate(MERCADO, [bot], players, 1000, seed=1755)
        assert np.mean(states["end_reason"] == BY_PASSING) < 0.05, bot.name
