"""Tallies of what seats decide together: ballots, what passes, what is spent on it, who votes like whom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.parts import Part, Source, is_mixed
from analysis.tallies import ONE, Measures, block_totals, keyed, moments

PASSED = "fact_passed"  # its presence says that items are voted on
SPENT, APPLIED, RANK = "fact_spent", "fact_applied", "fact_rank"
TOGETHER = ("passed", "applied")  # what is the same for all seats of a ballot
TERMS = ("n", "both", "first", "second")  # of a pair of votes: itself, both yes, the one yes, the other yes
PAIRS = [(a, b) for i, a in enumerate(TERMS) for b in TERMS[:i]]
Ints = NDArray[np.int64]


def goods(run: Source) -> list[str]:
    """Return the names of the facts that count what an item hands out."""
    known = {PASSED, SPENT, APPLIED, RANK}
    return [fact["name"] for fact in run.facts if f"fact_{fact['name']}" not in known]


def tally(run: Source, part: Part) -> Iterator[pl.DataFrame]:
    """Yield the tallies of a part's ballots, if the game votes on items."""
    if PASSED not in part.items.columns or part.items.is_empty():
        return
    index = part.stratum.index
    names = pl.Series("name", [row["name"] for row in run.items_of(part.stratum)], dtype=pl.String)
    rows = part.items.with_columns(name=names.gather(part.items["item"]))
    yield _sums(run, rows, index, [], part.stratum.players)
    yield _sums(run, rows, index, ["seat"])
    if RANK in rows.columns:
        yield _sums(run, rows.filter(pl.col(RANK) > 0).with_columns(at=pl.col(RANK)), index, ["at"])
    if is_mixed(part.stratum) and part.stratum.players > 1:
        pairs = _pairs(run, part)
        keys = ["name", "strategy", "at"]
        figures: Measures = {(f"vote_{a}_{b}", ""): (pl.col(a), pl.col(b)) for a, b in PAIRS}
        yield keyed(moments(block_totals(pairs, keys, figures), keys), index)


def _sums(run: Source, rows: pl.DataFrame, index: int, by: list[str], seats: int = 1) -> pl.DataFrame:
    """Add up ballots and what items hand out.

    Args:
        run: the run.
        rows: a row a game, seat and item.
        index: of the stratum.
        by: what tells figures apart beside the item.
        seats: rows that belong together: 1 for figures a seat, all for those a ballot.
    """
    voted = (pl.col("offered") > 0).cast(pl.Int64)
    yes = (pl.col("taken") > 0).cast(pl.Int64)
    figures: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {
        ("ballot_yes", ""): (seats * yes * voted, voted),
        ("ballot_passed", ""): (pl.col(PASSED) * voted, voted),
    }
    if SPENT in rows.columns:
        spent = seats * pl.col(SPENT).cast(pl.Int64) * voted
        figures |= {
            ("ballot_spent_for", ""): (spent * yes, voted),
            ("ballot_spent_against", ""): (spent * (1 - yes), voted),
        }
    if APPLIED in rows.columns:
        figures["ballot_applied", ""] = (pl.col(APPLIED), ONE)
        for name, column in [("brought", "brought"), *((g, f"fact_{g}") for g in goods(run))]:
            figures[f"ballot_{name}", ""] = (seats * pl.col(column).cast(pl.Int64), pl.col(APPLIED))
    keys = ["name", *by]
    return keyed(moments(block_totals(rows, keys, figures), keys), index)


def _pairs(run: Source, part: Part) -> pl.DataFrame:
    """Return a row a pair of seats in a ballot that all took part in: strategies in order, and who voted yes."""
    n = part.stratum.players
    kinds = pl.Series("name", [row["kind"] for row in run.items_of(part.stratum)], dtype=pl.String)
    rows = part.items.filter(pl.col("offered") > 0)
    rows = rows.filter(pl.len().over("game", "item") == n).sort("game", "item", "seat")
    yes = (rows["taken"].to_numpy() > 0).astype(np.int64).reshape(-1, n)
    strategy = rows["strategy"].to_numpy().astype(np.int64).reshape(-1, n)
    ballots = rows[::n].select("block", kinds.gather(rows["item"][::n]))
    pairs = (list(pair) for pair in combinations(range(n), 2))
    return pl.concat([_pair(ballots, yes[:, pair], strategy[:, pair]) for pair in pairs])


def _pair(ballots: pl.DataFrame, yes: Ints, strategy: Ints) -> pl.DataFrame:
    order = np.argsort(strategy, axis=1, kind="stable")
    yes, strategy = (np.take_along_axis(a, order, axis=1) for a in (yes, strategy))
    return ballots.with_columns(
        strategy=pl.Series(strategy[:, 0]), at=pl.Series(strategy[:, 1]), n=pl.lit(1, pl.Int64),
        first=pl.Series(yes[:, 0]), second=pl.Series(yes[:, 1]), both=pl.Series(yes.prod(axis=1)),
    )  # fmt: skip
