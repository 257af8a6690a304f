"""Tables of strata and seats: who wins from where, and where points come from."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis import intervals
from analysis.book import Book, in_order, labelled, overall, renamed
from analysis.schema import ALL, RANKS, frame
from analysis.tallies import NONE

SEAT_KEYS = ("stratum", "strategy", "seat", "at")


def overview(book: Book) -> pl.DataFrame:
    """Return a row a stratum."""
    design = book.run.design
    plan = pl.DataFrame(
        [{"stratum": s.index, "planned": s.games, "lineups": s.all_lineups} for s in design.strata],
        schema_overrides={"stratum": pl.Int32},
    )
    rows = book.strata.join(plan, on="stratum")
    for measure in ("turns", "rounds", "decisions", "no_result", "shared_win"):
        found = overall(book.figures(measure))
        rows = rows.join(found.select("stratum", pl.col("value").alias(measure)), on="stratum", how="left")
    played = book.rows("turns").select("stratum", "blocks", games="y")
    sampled = book.seat_games.filter(pl.col("strategy") == NONE).select("stratum", "seat_games")
    rows = rows.join(played, on="stratum", how="left").join(sampled, on="stratum", how="left")
    counts = rows.with_columns(
        pl.col("games", "blocks").fill_null(0), sampled=pl.col("seat_games").fill_null(0) // pl.col("players")
    )
    return frame("overview", counts.sort("stratum"))


def seat_shares(book: Book) -> pl.DataFrame:
    """Return win shares of seats, over all games, by class of line-ups and by strategy."""
    whole = _slice(book, "", ("seat",)).with_columns(slice=pl.lit(ALL), name=pl.lit(ALL))
    slices = [_with_rates(book, _from_fair(whole))]
    lineups = _slice(book, "lineup_", ("seat", "at"))
    if len(lineups):
        slices.append(
            _from_fair(lineups.join(_class_names(book), on=["stratum", "at"]).with_columns(slice=pl.lit("lineup")))
        )
    strategies = _slice(book, "", ("strategy", "seat"))
    if len(strategies):
        named = strategies.with_columns(slice=pl.lit("strategy"), name=strategy_names(book, strategies["strategy"]))
        own = renamed(book.figures("own", simultaneous=True), "deviation", SEAT_KEYS)
        slices.append(named.join(own, on=SEAT_KEYS))
    rows = pl.concat(slices, how="diagonal").sort("stratum", "strategy", "at", "seat")
    rows = rows.with_columns(pl.col("value").alias("share"))
    return frame("seat_shares", book.judged(rows, "deviation", book.threshold(rows["players"]), intervals.SEAT_WORDS))


def strategy_names(book: Book, indices: pl.Series) -> pl.Series:
    """Return the names of strategies; -1 is all."""
    names = [*book.run.strategies, ALL]
    return pl.Series("strategy", [names[i] for i in indices], dtype=pl.String)


def _from_fair(rows: pl.DataFrame) -> pl.DataFrame:
    fair = 1 / pl.col("players")
    ends = {"deviation": "value", "deviation_low": "low", "deviation_high": "high"}
    return rows.with_columns(**{name: pl.col(source) - fair for name, source in ends.items()})


def _class_names(book: Book) -> pl.DataFrame:
    """Return the names of the classes of line-ups that are told apart."""
    told = book.tally.ratios.filter(pl.col("measure") == "lineup_share")["stratum"].unique().sort()
    frames = []
    for index in told:
        names = book.run.lineup_classes(book.run.design.strata[index])[1]
        frames.append(pl.DataFrame({"stratum": [index] * len(names), "at": range(len(names)), "name": names}))
    return pl.concat(frames).with_columns(pl.col("stratum", "at").cast(pl.Int32))


def _slice(book: Book, prefix: str, free: Sequence[str]) -> pl.DataFrame:
    """Return all that is said of seats, for one way to slice the games."""
    rows = overall(book.figures(f"{prefix}share", simultaneous=True), *free)
    for measure in ("score", "margin"):
        found = overall(book.figures(f"{prefix}{measure}"), *free)
        games = found.select(*SEAT_KEYS, games="y") if measure == "score" else found.select(*SEAT_KEYS)
        rows = rows.join(renamed(found, measure, SEAT_KEYS).join(games, on=SEAT_KEYS), on=SEAT_KEYS, how="left")
    return rows.drop("name", "measure")


def _with_rates(book: Book, rows: pl.DataFrame) -> pl.DataFrame:
    """Add shares of places, tie-breaks and games without result."""
    ranks = book.figures("rank").filter(pl.col("name").cast(pl.Int64) <= pl.col("players"))
    rates = {f"rank_{k}": ranks.filter(pl.col("name") == str(k)) for k in range(1, RANKS + 1)}
    rates |= {"tie_break": book.figures("tie_break"), "no_result": book.figures("seat_no_result")}
    for name, found in rates.items():
        rows = rows.join(found.select(*SEAT_KEYS, pl.col("value").alias(name)), on=SEAT_KEYS, how="left")
    return rows


WHO = {"all": ("points", 1), "winner": ("points_winner", 60), "rest": ("points_rest", 60)}


def points(book: Book) -> pl.DataFrame:
    """Return mean points by category and seat, of all, of winners and of the rest."""
    frames = []
    for order, (who, (measure, unit)) in enumerate(WHO.items()):
        found = book.figures(measure)
        frames.append(
            found.with_columns(who=pl.lit(who), order=pl.lit(order), games=pl.col("y") // unit, mean=pl.col("value"))
        )
    labels = book.run.labels("categories")
    keys = ("stratum", "name", "seat", "who")
    change = book.figures("points_difference").with_columns(who=pl.lit("all"))
    made = pl.concat(frames).join(renamed(change, "difference", keys), on=keys, how="left")
    rows = labelled(in_order(made, labels, "seat", "order"), labels)
    return frame("points", rows.with_columns(category="name"))
