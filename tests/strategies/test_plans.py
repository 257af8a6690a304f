"""An archetype does what its line says, more than any other one at the same tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import strategies
from simcore.engine import simulate
from simcore.games.lancaster import state as lancaster
from simcore.games.lisboa import state as lisboa
from simcore.games.mercado import state as mercado
from tests.strategies.ladder import GAMES, TABLES, of_level

GAMES_WATCHED = {"mercado": 20_000, "lancaster": 3000, "lisboa": 3000}
Measured = NDArray[Any]


def mercado_habits(states: Any, _: Any, players: int) -> dict[str, Measured]:
    """Return, under the archetype whose mark it is, a measure of every seat (games, players)."""
    acts, points = states["acts"][:, :players], states["points"][:, :players]
    guests = points[..., mercado.GUESTS]
    return {
        "crowd": acts[..., mercado.OPEN],
        "income": points[..., mercado.OPENINGS] / np.maximum(acts[..., mercado.OPEN], 1),
        "restaurateur": acts[..., mercado.RESTAURANT],
        "spoiler": guests - guests.sum(axis=1, keepdims=True),  # what others are paid without placing customers
        "rusher": -np.repeat(states["turns"][:, None], players, axis=1),
    }


def lancaster_habits(states: Any, books: Any, players: int) -> dict[str, Measured]:
    """Return the same for Lancaster; some habits stand only in the ledgers."""
    points = states["points"][:, :players]
    names = [stock.name for stock in GAMES["lancaster"].stocks]
    facts = [fact.name for fact in GAMES["lancaster"].item_facts]
    stocks = books["stocks"][states["ledger"], :, :players]  # (games, rounds, players, stocks)
    last = dict(zip(names, np.moveaxis(stocks[:, -1], -1, 0), strict=False))
    spent = books["facts"][states["ledger"], :players, lancaster.FIRST_LAW :, facts.index("spent")]
    held = dict(zip(names, np.moveaxis(stocks.mean(axis=1), -1, 0), strict=False))
    return {
        "builder": last["extensions"],
        "collector": last["nobles"],
        "marshal": last["strength"],
        "parliamentarian": spent.sum(axis=-1),  # markers put into ballots
        "quartermaster": held["gold"] + held["squires"],
        "raider": last["expelled"],
        "warlord": points[..., lancaster.BY_CONFLICT_WIN] + points[..., lancaster.BY_CONFLICT_LOSS],
    }


def lisboa_habits(states: Any, _: Any, players: int) -> dict[str, Measured]:
    """Return the same for Lisboa."""
    acts, points = states["acts"][:, :players], states["points"][:, :players]
    return {
        "store_builder": acts[..., lisboa.STORE],
        "public_works": acts[..., lisboa.BUILDING],
        "legislator": acts[..., lisboa.DECREE],
        "shipper": acts[..., lisboa.SHIP_NEW],
        "bishop": points[..., lisboa.BY_CHURCH],
        "courtier": acts[..., lisboa.FOLLOW],
    }


HABITS = {"mercado": mercado_habits, "lancaster": lancaster_habits, "lisboa": lisboa_habits}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_archetypes_live_up_to_their_lines(name: str, players: int) -> None:
    plans = of_level(name, "archetype")
    sample = 1.0 if name == "lancaster" else 0.0
    states, books = simulate(GAMES[name], plans, players, GAMES_WATCHED[name], seed=1755, sample=sample)
    seated = states["bot"][:, :players]
    habits = HABITS[name](states, books, players)
    assert habits.keys() == {bot.name for bot in plans}
    for mark, measure in habits.items():
        means = {bot.name: float(measure[seated == i].mean()) for i, bot in enumerate(plans)}
        assert max(means, key=means.__getitem__) == mark, means


@pytest.mark.parametrize("players", GAMES["lisboa"].players)
def test_every_way_to_score_is_used_at_lisboa(players: int) -> None:
    """Paying for visits with wigs costs some; all else brings some."""
    states, _ = simulate(GAMES["lisboa"], of_level("lisboa", "archetype"), players, 1200, seed=1755)
    means = states["points"][:, :players].mean(axis=(0, 1))
    paid = means[lisboa.BY_VISITS]
    assert -3 < paid < 0
    assert (np.delete(means, lisboa.BY_VISITS) > 0.05).all(), means
    assert states["score"][:, :players].mean() > 50


@pytest.mark.parametrize("players", GAMES["mercado"].players)
def test_tables_of_one_strategy_are_played_out(players: int) -> None:
    """No plan ends in everybody waiting: skill marks are tables of one strategy."""
    for bot in strategies.shipped("mercado"):
        states, _ = simulate(GAMES["mercado"], [bot], players, 1000, seed=1755)
        assert np.mean(states["end_reason"] == mercado.BY_PASSING) < 0.05, bot.name


@pytest.mark.parametrize("players", GAMES["lisboa"].players)
def test_tables_of_one_strategy_make_sense_at_lisboa(players: int) -> None:
    """Nobody waits for the others: the city is rebuilt in a number of rounds that people would play, too."""
    for bot in of_level("lisboa", "archetype", "balanced"):
        states, _ = simulate(GAMES["lisboa"], [bot], players, 300, seed=1755)
        assert 5 < states["turns"].mean() / players < 20, bot.name
        assert states["score"][:, :players].mean() > 60, bot.name
