"""A strategy beats those on the rungs below, at every player count."""

from __future__ import annotations

import pytest

import strategies
from simcore.bots import Bot
from simcore.registry import find_game
from tests.strategies.ladder import edge

MERCADO = find_game("mercado")
RUNGS = ("random", "greedy", "archetype", "balanced")
RATED = [bot for bot in strategies.shipped("mercado") if bot.level in RUNGS]
PAIRS = [(a, b) for a in RATED for b in RATED if RUNGS.index(a.level) > RUNGS.index(b.level)]


@pytest.mark.parametrize("players", MERCADO.players)
@pytest.mark.parametrize(("strong", "weak"), PAIRS, ids=lambda bot: bot.name)
def test_each_rung_beats_those_below(strong: Bot, weak: Bot, players: int) -> None:
    assert edge(MERCADO, strong, weak, players).low > 0


def test_a_strategy_has_no_edge_over_itself() -> None:
    """Rotations cancel seats and deals block by block, so nothing is left to chance where ties are not drawn."""
    reference = strategies.load("mercado", "reference")
    found = edge(MERCADO, reference, reference, players=3, games=3000)
    assert (found.low, found.high) == pytest.approx((0, 0))
