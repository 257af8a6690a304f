"""Agreement with the statistics of an independent program (tests/reference/lancaster.csv)."""

from __future__ import annotations

import csv
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from analysis.intervals import agrees, reference_z
from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.rules import apply, deal, finish, legal
from simcore.games.lancaster.state import (
    ADD,
    BOTH,
    COUNTY,
    LAWS,
    POINTS,
    REWARD,
    TITLE,
    kernel,
)
from simcore.options import KIND_SHIFT, count
from simcore.records import records
from simcore.streams import start_streams
from strategies.lancaster.policies import at_random

from . import tables
from .slow_position import rows

FILE = Path(__file__).parents[1] / "reference" / "lancaster.csv"
ROWS = list(csv.DictReader(FILE.open(encoding="utf-8")))
BATCH, BATCHES, PROBED = 2_500, 24, 8
LAW_NUMBERS = 18
VOTED, PASSED, APPLIED, PAID, SERVED = range(5)  # what is counted of a law
ACTS = {"county_reward": REWARD, "county_noble": TITLE, "county_both": BOTH}
OUTCOMES = {"upper_won": (1, 0), "upper_lost": (1, 1), "lower_won": (0, 0), "lower_lost": (0, 1)}
OVER_SEATS = {"ransomed": "ransomed", "knights_lost": "lost", "expelled": "expelled"}
CATEGORIES = [category.name for category in GAME.categories]
WITHOUT_TRACE = (1, 2, 6, 9, 10, 15)  # laws that hand out neither points nor stocks


@njit
def note_parliament(s: Any, laws: Any) -> None:
    """What was voted on and what the laws in force did."""
    for i in range(3):
        laws[s.voted[i], VOTED] += 1
        laws[s.voted[i], PASSED] += s.passed[i]
        laws[s.ruled[i], APPLIED] += 1
        for p in range(s.players):
            laws[s.ruled[i], PAID] += s.handed[p, i, 0]
            laws[s.ruled[i], SERVED] += s.handed[p, i].sum() > 0


@njit(nogil=True)
def play(states: Any, rules: Any, options: Any, asked: Any, laws: Any) -> None:
    """Play games at random; count the decisions with at least two options by decision point."""
    r, o = rules[0], options[0]
    for game in range(len(states)):
        s = states[game]
        start_streams(s)
        deal(s, r)
        parliaments = 0
        while not s.over:
            legal(s, r, o)
            if count(o) > 1:
                asked[game, s.point] += 1
            action = at_random(s, r, o)
            s.decisions += 1
            s.acts[s.cur, action >> KIND_SHIFT] += 1
            apply(s, r, action)
            if s.rounds > parliaments or (s.rounds == parliaments and s.phase > LAWS and not s.over):
                note_parliament(s, laws[game])
                parliaments += 1
        finish(s, r)


def batch(players: int, book: Any, first: int) -> dict[str, Any]:
    """Play a batch of games; return what is compared."""
    states, options = records(BATCH, kernel.state), records(1, kernel.options)
    states["players"], states["player"] = players, np.arange(5)
    states["key"] = 1_000_000 * players + first + np.arange(BATCH)
    asked, laws = np.zeros((BATCH, len(POINTS)), "i2"), np.zeros((BATCH, LAW_NUMBERS, 5), "i2")
    play(states, GAME.make_rules(book, players), options, asked, laws)
    names = ("decisions", "acts", "score", "win60", "points", "outcomes", "empty", *OVER_SEATS.values())
    return {"asked": asked, "laws": laws, **{name: states[name].copy() for name in names}}


def many(players: int, book: Any, batches: int) -> dict[str, Any]:
    """Play batches on two cores."""
    at_random.compile(kernel.signatures["policy"])
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda i: batch(players, book, i * BATCH), range(batches)))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@cache
def played(players: int) -> dict[str, Any]:
    return many(players, GAME.rulebook(), BATCHES)


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Games in which laws without a trace also pay a point, which changes nothing that random play looks at."""
    folder = tmp_path_factory.mktemp("probed")
    laws = [row["rule"] + ("+pp:1" if int(row["law"]) in WITHOUT_TRACE else "") for row in rows("laws")]
    book = tables.book(tables.with_rules(folder, "laws", laws))
    return cache(lambda players: many(players, book, PROBED))


def figures(s: dict[str, Any], statistic: str, seat: int) -> Any:
    """Return the statistic of every game."""
    if statistic == "decisions_2plus":
        return s["asked"].sum(axis=1)
    if statistic.startswith("decisions_"):
        names = [point.name for point in GAME.points]
        return s["asked"][:, names.index(statistic.removeprefix("decisions_"))]
    if statistic.startswith("pp_"):
        return s["points"][:, seat, CATEGORIES.index(statistic.removeprefix("pp_"))]
    if statistic in ACTS:
        return s["acts"][:, :, ACTS[statistic]].sum(axis=1)
    if statistic in OUTCOMES:
        return s["outcomes"][:, *OUTCOMES[statistic]]
    if statistic in OVER_SEATS:
        return s[OVER_SEATS[statistic]].sum(axis=1)
    return {
        "decisions": s["decisions"],
        "placements": s["acts"][:, :, COUNTY:ADD].sum(axis=(1, 2)),
        "conflicts_empty": s["empty"],
        "winning_score": s["score"].max(axis=1),
        "score": s["score"][:, seat],
        "win_share": s["win60"][:, seat] / 60,
    }[statistic]


def ratio(above: Any, below: Any) -> tuple[float, float]:
    """Return a ratio of means and the deviation of a game."""
    above, below = above.astype(float), below.astype(float)
    mean = above.sum() / below.sum()
    return mean, (above - mean * below).std() / below.mean()


def of_law(laws: Any, what: str) -> tuple[float, float]:
    """Return a statistic of a law and the deviation of a game."""
    if what == "applied_per_game":
        return laws[:, APPLIED].mean(), laws[:, APPLIED].std()
    above, below = {
        "pass_share": (PASSED, VOTED),
        "pp_per_application": (PAID, APPLIED),
        "players_served": (SERVED, APPLIED),
    }[what]
    return ratio(laws[:, above], laws[:, below])


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['policy']}-{r['players']}-{r['statistic']}{r['seat']}")
def test_statistics_agree_with_the_reference(row: dict[str, str], probed: Any) -> None:
    """All rows at once at 1 %, with the errors of both sides."""
    players, statistic, seat = int(row["players"]), row["statistic"], int(row["seat"] or 0)
    law = re.fullmatch(r"law(\d+)_(\w+)", statistic)
    if law:
        number, what = int(law[1]), law[2]
        games = probed(players) if what == "players_served" and number in WITHOUT_TRACE else played(players)
        mean, deviation = of_law(games["laws"][:, number - 1], what)
        n = len(games["laws"])
    else:
        values = figures(played(players), statistic, seat)
        mean, deviation, n = values.mean(), values.std(), len(values)
    known = float(row["sd"] or deviation) or 1e-9
    z = reference_z(mean, deviation / np.sqrt(n), float(row["mean"]), known, int(row["games"]), float(row["half_unit"]))
    assert agrees(z, len(ROWS)), f"{mean:.5f} against {row['mean']}: z = {float(z):.2f}"
