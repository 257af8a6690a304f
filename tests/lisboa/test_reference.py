"""Agreement with the statistics of an independent program (tests/reference/lisboa.csv)."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.intervals import agrees, reference_z
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.state import (
    ACTIONS,
    BUILDING,
    BY_DECKS,
    CARDINAL_STEPS,
    FOLLOW,
    MAIN_EVENT,
    SELL,
    SHIP_NEW,
    STORE,
    TRIGGERS,
    YES,
)

from .witness import many

FILE = Path(__file__).parents[1] / "reference" / "lisboa.csv"
ROWS = list(csv.DictReader(FILE.open(encoding="utf-8")))
BATCH, BATCHES = 2_500, 10
CATEGORIES = [category.name for category in GAME.categories]
KINDS = [kind.name for kind in GAME.kinds]
PER_PLAYER_ACTS = {
    "act_building": BUILDING, "buildings": BUILDING, "act_cardinal": CARDINAL_STEPS, "act_ship": SHIP_NEW,
    "act_store": STORE, "stores": STORE, "event": MAIN_EVENT, "follow": FOLLOW, "goods_sold": SELL, "marker_used": YES,
}  # fmt: skip
HELD = {"ip_end": "influence", "reis_end": "reis", "sets": "sets"}


@cache
def played(players: int) -> dict[str, Any]:
    return many(players, BATCH, BATCHES)


def per_player(s: dict[str, Any], players: int, statistic: str) -> Any:
    """Return a statistic of a game, divided by its players."""
    if statistic in PER_PLAYER_ACTS:
        return s["acts"][:, :, PER_PLAYER_ACTS[statistic]].sum(axis=1) / players
    if statistic in HELD:
        return s[HELD[statistic]][:, :players].mean(axis=1)
    if statistic.startswith("follow_"):
        return s[f"follow_{ACTIONS.index(statistic.removeprefix('follow_'))}"] / players
    if statistic == "treasury_up":
        return (s["acts"][:, :, SHIP_NEW].sum(axis=1) + s["treasury_up"]) / players
    return s[{"treasury_down": "treasury_to_portfolio"}.get(statistic, statistic)] / players


def figures(s: dict[str, Any], players: int, statistic: str, seat: str) -> Any:
    """Return the statistic of every game."""
    if statistic.startswith("per_player_"):
        return per_player(s, players, statistic.removeprefix("per_player_"))
    if statistic.startswith("wigs_"):
        return s["points"][:, int(seat), CATEGORIES.index(statistic.removeprefix("wigs_"))]
    score = s["score"][:, :players]
    if statistic == "score":
        return score.mean(axis=1) if seat == "all" else score[:, int(seat)]
    return {
        "turns_per_player": s["turns"] / players,
        "turns_period1": s["period1_turns"] / players,
        "winning_score": score.max(axis=1),
        "trigger_game_decks": s["end_reason"] % TRIGGERS == BY_DECKS,
        "trigger_period1_decks": s["period1_sets"] == 0,
        "trigger_period1_sets": s["period1_sets"] == 1,
        "win_share": s["win60"][:, int(seat or 0)] / 60,
    }[statistic]


def parts(s: dict[str, Any], statistic: str) -> tuple[Any, Any] | None:
    """Return numerator and denominator of a share, if it is one."""
    if statistic == "wigs_per_taken_decree":
        return s["points"][:, :, CATEGORIES.index("decrees")].sum(axis=1), s["decrees"]
    if statistic == "share_decrees_worth_0":
        return s["worth_0"], s["decrees"]
    if statistic.startswith("share_"):
        acts = s["acts"].sum(axis=1)
        return acts[:, KINDS.index(statistic.removeprefix("share_"))], acts[:, : MAIN_EVENT + 1].sum(axis=1)
    return None


def measured(row: dict[str, str]) -> tuple[float, float, int]:
    """Return the mean of a statistic, its deviation from game to game and the number of games."""
    players, statistic, seat = int(row["players"]), row["statistic"], row["seat"]
    s = played(players)
    above_below = parts(s, statistic)
    if above_below:
        above, below = (part.astype(float) for part in above_below)
        mean = above.sum() / below.sum()
        return mean, (above - mean * below).std() / below.mean(), len(above)
    values = figures(s, players, statistic, seat)
    return values.mean(), values.std(), len(values)


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['policy']}-{r['players']}-{r['statistic']}{r['seat']}")
def test_statistics_agree_with_the_reference(row: dict[str, str]) -> None:
    """All rows at once at 1 %, with the errors of both sides; L99: the reference draws as `at_random` does."""
    mean, deviation, n = measured(row)
    known, games = deviation or 1e-9, int(row["games"])
    z = reference_z(mean, known / np.sqrt(n), float(row["mean"]), known, games, float(row["half_unit"]))
    assert agrees(z, len(ROWS)), f"{mean:.5f} against {row['mean']}: z = {float(z):.2f}"


@pytest.mark.parametrize("row", [row for row in ROWS if row["sd"]], ids=lambda r: r["players"])
def test_scores_spread_as_in_the_reference(row: dict[str, str]) -> None:
    """The deviation of all scores, whose error is that of a normal distribution's within a factor of two."""
    players = int(row["players"])
    spread = played(players)["score"][:, :players].std()
    assert abs(spread - float(row["sd"])) < 0.05 + 2 * 3 * spread / np.sqrt(2 * players * int(row["games"]))
