"""Tables of strategies: who beats whom, and how strong each is."""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis import intervals, plackett
from analysis.book import Book, overall, renamed
from analysis.schema import frame
from analysis.seats import strategy_names


def matchups(book: Book) -> pl.DataFrame:
    """Return win shares over fair of strategies when another one sits at the table."""
    found = book.figures("matchup").sort("stratum", "strategy", "at")
    rows = book.judged(found, "value", book.threshold(found["players"]), intervals.SEAT_WORDS)
    names = {"strategy": strategy_names(book, rows["strategy"]), "against": strategy_names(book, rows["at"])}
    return frame("matchups", rows.with_columns(**names, games=pl.col("y") // (60 * pl.col("players"))))


def strengths(book: Book) -> pl.DataFrame:
    """Return Plackett-Luce terms of strategies and seats beside their win shares over fair.

    Intervals of seats hold at once, as in `seat_shares`; those of strategies hold one by one.
    """
    orders = book.tally.orders
    fits = [_fit(orders.filter(pl.col("stratum") == index)) for index in orders["stratum"].unique().sort()]
    rows = pl.concat(fits) if fits else pl.DataFrame(schema=FIT)
    keys = ("stratum", "strategy", "seat")
    alone, at_once = (book.figures("share", minus_fair=True, simultaneous=s) for s in (False, True))
    shares = renamed(pl.concat([overall(alone, "strategy"), overall(at_once, "seat")]), "share", keys)
    rows = rows.join(shares, on=keys).join(book.strata, on="stratum").sort("stratum", "order")
    rows = book.judged(rows, "share", book.threshold(rows["players"]), intervals.SEAT_WORDS)
    seats = pl.Series([str(s) for s in rows["seat"]], dtype=pl.String)
    name = pl.when(pl.col("term") == "seat").then(seats).otherwise(strategy_names(book, rows["strategy"]))
    return frame("strengths", rows.with_columns(name=name))


FIT: dict[str, pl.DataType] = {
    "stratum": pl.Int32(), "term": pl.String(), "strategy": pl.Int32(), "seat": pl.Int32(), "order": pl.Int64(),
    "games": pl.Int64(), "strength": pl.Float64(), "low": pl.Float64(), "high": pl.Float64(),
}  # fmt: skip


def _fit(orders: pl.DataFrame) -> pl.DataFrame:
    """Fit the first blocks of a stratum, rows sorted by game and seat."""
    n = int(orders["seat"].to_numpy().max()) + 1
    rank, strategy = (orders[c].to_numpy().astype(np.int64).reshape(-1, n) for c in ("rank", "strategy"))
    bots, index = np.unique(strategy, return_inverse=True)
    found = plackett.fit(index.reshape(strategy.shape), rank, orders["block"].to_numpy()[::n], len(bots))
    reach = {"strategy": float(intervals.quantile(found.blocks)), "seat": float(intervals.quantile(found.blocks, n))}
    terms = [
        ("strategy", int(b), -1, t, e) for b, t, e in zip(bots, found.strategies, found.strategy_errors, strict=True)
    ]
    terms += [("seat", -1, s, t, e) for s, (t, e) in enumerate(zip(found.seats, found.seat_errors, strict=True))]
    rows = [
        {
            "stratum": orders["stratum"][0], "term": term, "strategy": bot, "seat": seat, "order": order,
            "games": len(rank), "strength": strength, "low": strength - reach[term] * error,
            "high": strength + reach[term] * error,
        }
        for order, (term, bot, seat, strength, error) in enumerate(terms)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=FIT)
