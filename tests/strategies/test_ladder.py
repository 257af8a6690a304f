"""A strategy beats those on the rungs below, at every player count."""

from __future__ import annotations

from itertools import combinations

import pytest

import strategies
from simcore.bots import Bot
from simcore.engine import simulate
from tests.strategies.ladder import GAMES, NAMES, edge, of_level

RUNGS = ("random", "greedy", "archetype", "balanced")
PLAYED = {"mercado": 20_000, "lancaster": 2000, "lisboa": 2000}  # games a pair: some rungs lie further apart
CASES = [
    pytest.param(name, strong, weak, players, id=f"{name}-{strong.name}-{weak.name}-{players}")
    for name in NAMES
    for strong in of_level(name, *RUNGS)
    for weak in of_level(name, *RUNGS[: RUNGS.index(strong.level)])
    for players in GAMES[name].players
]


@pytest.mark.parametrize(("name", "strong", "weak", "players"), CASES)
def test_each_rung_beats_those_below(name: str, strong: Bot, weak: Bot, players: int) -> None:
    assert edge(GAMES[name], strong, weak, players, PLAYED[name]).low > 0


@pytest.mark.parametrize("name", ["lancaster", "lisboa"])
def test_no_plan_runs_away(name: str) -> None:
    """Against three other plans none wins more than six games in ten: a pool of equals, as it were."""
    plans = of_level(name, "archetype")
    lines = list(combinations(range(len(plans)), 4))
    states, _ = simulate(GAMES[name], plans, 4, 200 * len(lines), seed=1755, lineups=lines)
    seated, wins = states["bot"][:, :4], states["win60"][:, :4] / 60
    alone = {bot.name: float(wins[seated == i].mean()) for i, bot in enumerate(plans)}
    assert max(alone.values()) < 0.6, alone


def test_a_strategy_has_no_edge_over_itself() -> None:
    """Rotations cancel seats and deals block by block, so nothing is left to chance where ties are not drawn."""
    reference = strategies.load("mercado", "reference")
    found = edge(GAMES["mercado"], reference, reference, players=3, games=3000)
    assert (found.low, found.high) == pytest.approx((0, 0))
