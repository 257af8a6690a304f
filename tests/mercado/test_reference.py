"""Agreement with the statistics of an independent program (tests/reference/mercado.csv)."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.intervals import agrees, reference_z
from simcore.bots import Bot
from simcore.engine import simulate
from simcore.games.mercado.describe import GAME

from .bots_in_use import LINEAR, RANDOM
from .position import COIN, CUSTOMER, DISPLAY_SWAP, OPEN, OWN_SWAP, RESTAURANT

FILE = Path(__file__).parents[1] / "reference" / "mercado.csv"
ROWS = list(csv.DictReader(FILE.open(encoding="utf-8")))
GAMES, SAMPLED = 200_000, 20_000
AT_ACTION = 1
KINDS = {
    "own_swaps": OWN_SWAP, "display_swaps": DISPLAY_SWAP, "actions_open": OPEN, "actions_customer": CUSTOMER,
    "actions_restaurant": RESTAURANT, "actions_coin": COIN,
}  # fmt: skip
ENDS = ("end_space", "end_entrance", "end_passout")


def bot(policy: str) -> Bot:
    return {"random": RANDOM, "linear": LINEAR}[policy]


@cache
def played(policy: str, players: int) -> Any:
    states, _ = simulate(GAME, [bot(policy)], players, GAMES, 20_260_101)
    names = ["turns", "decisions", "acts", "score", "win60", "end_reason"]
    return {name: states[name].copy() for name in names}


def figures(policy: str, players: int, statistic: str, seat: int) -> Any:
    """Return the statistic of every game."""
    s = played(policy, players)
    if statistic in KINDS:
        return s["acts"][:, :, KINDS[statistic]].sum(axis=1)
    if statistic in ENDS:
        return s["end_reason"] == ENDS.index(statistic)
    return {
        "turns": s["turns"],
        "decisions": s["decisions"],
        "score": s["score"][:, seat],
        "win_share": s["win60"][:, seat] / 60,
        "shared_win_games": (s["win60"][:, :players] > 0).sum(axis=1) > 1,
    }[statistic]


def options_per_action(policy: str, players: int) -> tuple[float, float, float]:
    """Return the mean number of options of an ACTION, its error, and its deviation for a game."""
    _, books = simulate(GAME, [bot(policy)], players, SAMPLED, 7, sample=1.0)
    options, asked = (books[name][:, :, AT_ACTION].sum(axis=1, dtype=float) for name in ("options", "asked"))
    mean = options.sum() / asked.sum()
    deviation = (options - mean * asked).std() / asked.mean()
    return mean, deviation / np.sqrt(len(books)), deviation


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['policy']}-{r['players']}-{r['statistic']}{r['seat']}")
def test_statistics_agree_with_the_reference(row: dict[str, str]) -> None:
    """All rows at once at 1 %, with the errors of both sides."""
    policy, players, statistic, seat = row["policy"], int(row["players"]), row["statistic"], int(row["seat"] or 0)
    if statistic == "options_per_action":
        mean, error, deviation = options_per_action(policy, players)
    else:
        values = figures(policy, players, statistic, seat)
        mean, deviation = values.mean(), values.std()
        error = deviation / np.sqrt(len(values))
    deviation = float(row["sd"] or deviation) or 1e-9
    z = reference_z(mean, error, float(row["mean"]), deviation, int(row["games"]), float(row["half_unit"]))
    assert agrees(z, len(ROWS)), f"{mean:.5f} against {row['mean']}: z = {float(z):.2f}"
