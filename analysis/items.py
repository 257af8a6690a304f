"""Tables of items: who takes what, and how takers fare. All of it is observational."""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis import intervals
from analysis.book import Book, labelled, overall, rates, renamed
from analysis.ledger import PRODUCTS
from analysis.schema import ALL, frame
from analysis.seats import strategy_names
from analysis.tallies import NONE

LEAST_BLOCKS = 30  # a handful of takers who all lost would have no spread
RATE = 0.05  # false discoveries among listed items
KEYS = ("stratum", "strategy", "name")


def item_worth(book: Book) -> pl.DataFrame:
    """Return takings and the worth of items, over all strategies and by strategy."""
    rows = _offers(book)
    for name, measure in (("brought", "item_brought"), ("worth", "item_worth")):
        found = book.figures(measure, least=LEAST_BLOCKS)
        rows = rows.join(renamed(found, name, KEYS), on=KEYS, how="left")
    worth = book.figures("item_worth", least=LEAST_BLOCKS)
    errors = worth.select(*KEYS, p_value=pl.Series(intervals.p_value(worth["value"], worth["error"])))
    times = book.figures("item_round").select(*KEYS, round_mean="value", takers="y")
    spread = book.quantiles("item_round").select(*KEYS, *(pl.col(q).alias(f"round_{q}") for q in ("q25", "q50", "q75")))
    for more in (errors, times, spread):
        rows = rows.join(more, on=KEYS, how="left")
    rows = rows.join(_over_own(book), on=KEYS, how="left")
    rows = described(book, rows).with_columns(pl.col("takers").fill_null(0))
    rows = book.judged(rows, "worth", book.item_threshold, intervals.ITEM_WORDS)
    return frame("item_worth", _listed(rows).with_columns(strategy=strategy_names(book, rows["strategy"])))


def _offers(book: Book) -> pl.DataFrame:
    """Return how often items were on offer and how often they were taken then."""
    offered = book.rows("item_offered").select(*KEYS, "arm", "players", "pool", decisions="x")
    games = book.rows("item_offered_games").select(*KEYS, times="x")
    rate = book.figures("item_take_rate")
    rows = offered.join(games, on=KEYS).join(renamed(rate, "take_rate", KEYS), on=KEYS)
    rows = rows.join(rate.select(*KEYS, taken="x"), on=KEYS).join(book.seat_games, on=["stratum", "strategy"])
    return rows.with_columns(
        games="seat_games",
        offered=pl.col("decisions") / pl.col("seat_games"),
        offered_games=pl.col("times") / pl.col("seat_games"),
        method=pl.lit("observational"),
    )


def _over_own(book: Book) -> pl.DataFrame:
    """Return what takers win over their strategy's own share: ``over_own`` with interval, where strategies meet.

    An item's takers and all games of the strategy share blocks, so the error allows for both being alike.
    """
    takers = book.figures("item_worth", least=LEAST_BLOCKS).filter(pl.col("strategy") != NONE)
    own = overall(book.figures("share", minus_fair=True), "strategy")
    rows = takers.join(own.select("stratum", "strategy", "value", "error", "x", "y"), on=KEYS[:2], suffix="_own")
    for one, two in PRODUCTS:
        products = book.rows(f"item_own_{one}{two}").select(*KEYS, pl.col("xy").alias(f"product_{one}{two}"))
        rows = rows.join(products, on=KEYS)
    shared = intervals.covariance(
        rows["blocks"], rows["value"], rows["x_own"] / rows["y_own"], rows["y"].cast(float) * rows["y_own"],
        rows.select(f"product_{one}{two}" for one, two in PRODUCTS),
    )  # fmt: skip
    variance = rows["error"].to_numpy() ** 2 + rows["error_own"].to_numpy() ** 2 - 2 * shared
    half = np.sqrt(np.maximum(variance, 0)) * intervals.quantile(rows["blocks"])
    gain = pl.col("value") - pl.col("value_own")
    ends = rows.select(*KEYS, value=gain, low=gain - pl.Series(half), high=gain + pl.Series(half))
    return renamed(ends, "over_own", KEYS)


def described(book: Book, rows: pl.DataFrame) -> pl.DataFrame:
    """Add kind, words and source of items, in the order in which they are declared."""
    items = book.run.named("items")
    place = {row["name"]: i for i, row in enumerate(items)}
    kinds = {row["name"]: row["kind"] for row in items}
    sources = {row["name"]: row.get("provenance", "") for row in items}
    name = pl.col("name")
    known = labelled(rows, book.run.labels("items")).with_columns(
        item="name",
        kind=name.replace_strict(kinds, return_dtype=pl.String),
        provenance=name.replace_strict(sources, return_dtype=pl.String),
        place=name.replace_strict(place, return_dtype=pl.Int64),
    )
    return known.sort("stratum", "strategy" if "strategy" in rows.columns else "at", "place")


def _listed(rows: pl.DataFrame) -> pl.DataFrame:
    """Mark items whose worth differs from zero with all items of a stratum and strategy tested at once."""
    flags = []
    for _, group in rows.group_by("stratum", "strategy", maintain_order=True):
        flags += [bool(q <= RATE) for q in intervals.benjamini_hochberg(group["p_value"].to_numpy())]
    return rows.with_columns(listed=pl.Series(flags, dtype=pl.Boolean))


def item_takings(book: Book) -> pl.DataFrame:
    """Return what items brought to their takers and how that compares, in all, by strategy and by part of the game."""
    keys = ("stratum", "strategy", "name", "at")
    rows = renamed(book.figures("taking_brought", least=LEAST_BLOCKS), "brought", keys)
    counts = book.rows("taking_brought").select(*keys, "arm", "players", "pool", takers="y")
    rows = counts.join(rows, on=keys, maintain_order="left")
    for name, measure in (("void", "void"), ("beaten", "beaten")):
        share = rates(book.figures(f"taking_{measure}", least=LEAST_BLOCKS))
        rows = rows.join(renamed(share, name, keys), on=keys, how="left", maintain_order="left")
    for name in ("other", "over"):
        found = book.figures(f"taking_{name}", least=LEAST_BLOCKS)
        rows = rows.join(renamed(found, name, keys), on=keys, how="left", maintain_order="left")
    compared = book.rows("taking_over").select(*keys, compared="y")
    spread = book.quantiles("taking_brought").with_columns(at=pl.lit(NONE, pl.Int32))
    for more in (compared, spread):
        rows = rows.join(more, on=keys, how="left", maintain_order="left")
    return frame("item_takings", _sliced(book, described(book, rows)))


def _sliced(book: Book, rows: pl.DataFrame) -> pl.DataFrame:
    """Say of which takers a row tells, and how many of all they are."""
    is_part, is_strategy = pl.col("at") != NONE, pl.col("strategy") != NONE
    kind = pl.when(is_part).then(pl.lit("part")).when(is_strategy).then(pl.lit("strategy")).otherwise(pl.lit(ALL))
    number = pl.when(is_part).then(pl.col("at").cast(pl.String))
    every = pl.col("takers").filter(~is_part & ~is_strategy).first().over("stratum", "item")
    named = rows.with_columns(
        slice=kind, share=pl.col("takers") / every, of=number.fill_null(strategy_names(book, rows["strategy"]))
    )
    return named.sort("stratum", "place", "at", "strategy")


def item_timing(book: Book) -> pl.DataFrame:
    """Return the worth of items by the third of the game in which they were first taken."""
    found = book.figures("item_timing", least=LEAST_BLOCKS)
    rows = described(book, found).sort("stratum", "place", "at")
    takers = pl.col("y") // (60 * pl.col("players"))
    return frame("item_timing", rows.with_columns(phase="at", takers=takers, worth="value"))
