"""Tables of what seats decide together: ballots, and who votes like whom."""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis import intervals
from analysis.ballots import PAIRS, TERMS, TOGETHER, goods
from analysis.book import Book, labelled, rates
from analysis.items import LEAST_BLOCKS, described
from analysis.schema import ALL, frame
from analysis.seats import strategy_names
from analysis.tallies import NONE

PASSED = "passed"
SHARES = (PASSED, "yes")


def _words(book: Book) -> dict[str, str]:
    """Return what is told of ballots, in words, by measure."""
    facts = {fact["name"]: fact["label"] for fact in book.run.facts}
    spent, applied = facts.get("spent", "spent"), facts.get("applied", "times carried out")
    return {
        PASSED: PASSED, "yes": "votes for it", "spent_for": f"{spent} for it", "spent_against": f"{spent} against it",
        "applied": f"{applied}, a game", "brought": f"{book.run.manifest['game']['unit']} handed out, each time",
    } | {name: f"{facts[name]}, each time" for name in goods(book.run)}  # fmt: skip


def _voted(book: Book, kinds: pl.Expr) -> pl.Expr:
    """Tell whether kinds of items are voted on: something of them has passed."""
    passed = book.rows("ballot_passed").filter((pl.col("x") > 0) & (pl.col("seat") == NONE) & (pl.col("at") == NONE))
    return kinds.is_in(described(book, passed)["kind"].unique().to_list())


def item_ballots(book: Book) -> pl.DataFrame:
    """Return how ballots go and what items hand out, in all, by seat and by rank before."""
    found = [
        _measure(book, measure).with_columns(measure=pl.lit(measure), what=pl.lit(w), order=pl.lit(i))
        for i, (measure, w) in enumerate(_words(book).items())
    ]
    rows = pl.concat(found).filter(pl.col("y") != 0)
    by_rank = pl.col("at") != NONE
    slices = pl.when(by_rank).then(pl.lit("rank")).when(pl.col("seat") != NONE).then(pl.lit("seat"))
    each = pl.when(slices.is_null()).then("players").otherwise(1)
    rows = described(book, rows).with_columns(
        slice=slices.otherwise(pl.lit(ALL)), place_at=pl.max_horizontal("at", "seat"), cases=pl.col("y") // each
    )
    rows = rows.filter(_voted(book, pl.col("kind")), ~pl.col("measure").is_in(TOGETHER) | (pl.col("slice") == ALL))
    ordered = rows.sort("stratum", "place", "slice", "place_at", "order").drop("at")
    return frame("item_ballots", ordered.rename({"place_at": "at"}))


def _measure(book: Book, measure: str) -> pl.DataFrame:
    """Return a measure's figures; shares of seats keep to their bounds."""
    found = book.figures(f"ballot_{measure}", least=LEAST_BLOCKS)
    if measure not in SHARES:
        return found
    whole = (pl.col("seat") == NONE) & (pl.col("at") == NONE) & (measure != PASSED)  # votes a ballot: no share
    return pl.concat([found.filter(whole), rates(found.filter(~whole))])


def agreement(book: Book) -> pl.DataFrame:
    """Return how often two strategies vote alike, over what their own rates of yes would give by chance.

    With n pairs of votes, B of them both yes, U and V yes of the one and the other, that is 2 (B/n - UV/n²): twice
    a covariance. The error is by the delta method over block totals of all four. Source: Cochran (1977), section 6.4.
    """
    rows = book.figures("vote_both_n").filter(_voted(book, pl.col("name"))).sort("stratum", "name", "strategy", "at")
    keys = ["stratum", "name", "strategy", "at"]
    sums = {"n": rows["y"], "both": rows["x"]}
    products = np.zeros((len(rows), 4, 4))
    for a, b in PAIRS:
        found = rows.select(keys).join(book.rows(f"vote_{a}_{b}"), on=keys, maintain_order="left")
        sums |= {a: found["x"], b: found["y"]}
        i, j = TERMS.index(a), TERMS.index(b)
        products[:, i, j] = products[:, j, i] = found["xy"].to_numpy()
        products[:, i, i], products[:, j, j] = found["xx"].to_numpy(), found["yy"].to_numpy()
    n, both, one, two = (sums[t].to_numpy().astype(float) for t in TERMS)
    slope = np.stack([2 * (2 * one * two / n - both) / n**2, 2 / n, -2 * two / n**2, -2 * one / n**2], axis=1)
    variance = np.einsum("fi,fij,fj->f", slope, products, slope)
    blocks = rows["blocks"].to_numpy()
    enough = np.where(blocks >= LEAST_BLOCKS, blocks / np.maximum(blocks - 1, 1), np.nan)
    half = np.sqrt(np.maximum(variance, 0) * enough) * intervals.quantile(blocks)
    over = 2 * (both / n - one * two / n**2)
    alike = 1 - (one + two - 2 * both) / n
    named = labelled(rows, book.run.labels("item_kinds")).with_columns(
        kind="name", strategy=strategy_names(book, rows["strategy"]), against=strategy_names(book, rows["at"]),
        votes="y", alike=pl.Series(alike), chance=pl.Series(alike - over), value=pl.Series(over),
        low=pl.Series(over - half), high=pl.Series(over + half),
    )  # fmt: skip
    return frame("agreement", named)
