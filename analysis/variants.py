"""Variants of a game, compared block by block: every arm plays the same deals with the same line-ups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement

import numpy as np
import polars as pl

from analysis import intervals
from analysis.book import Book
from analysis.collect import decided, win
from analysis.imbalance import Moments, change, moments
from analysis.parts import Part, Source, is_mixed
from analysis.schema import ALL, frame
from analysis.tallies import NONE, ONE, Measures, block_totals
from simcore.plan import Chunk, Stratum

IMBALANCE = "imbalance"  # distance from fair of the seat farthest from it
SHARES = ("seat_share", "strategy_share")
LENGTHS = ("turns", "rounds", "decisions")
MEASURES = (IMBALANCE, *SHARES, "score", *LENGTHS)
AXES = ("x1", "y1", "x0", "y0")
PAIRS = list(combinations_with_replacement(AXES, 2))
CHANGED = "changed"
KEYS = ("stratum", "measure", "key")
SUMS = ("blocks", *AXES, *(f"{a}{b}" for a, b in PAIRS))


def variants(book: Book) -> pl.DataFrame:
    """Return the changes of every arm against the first one, paired by block."""
    pairs = [found for arm, base in _compared(book.run) for found in _pairs(book.run, arm, base)]
    if not pairs:
        return frame("variants", pl.DataFrame(schema={"arm": pl.String}))
    sums = pl.concat([pair.sums for pair in pairs]).group_by(KEYS).agg(pl.col(SUMS).sum())
    rows = pl.concat([_changes(sums.join(book.strata, on="stratum")), _imbalance(book, pairs)], how="diagonal")
    order = pl.col("measure").replace_strict({m: i for i, m in enumerate(MEASURES)}, return_dtype=pl.Int64)
    rows = rows.with_columns(order=order, games=pl.col("blocks") * pl.col("players")).sort("stratum", "order", "key")
    base = book.run.design.strata[0].arm
    return frame("variants", _judged(book, rows).with_columns(baseline=pl.lit(base), name=_names(book.run, rows)))


def _compared(run: Source) -> Iterator[tuple[Stratum, Stratum]]:
    """Pair the strata of every arm with those of the first arm."""
    strata = run.design.strata
    base = {(s.players, s.pool): s for s in strata if s.arm == strata[0].arm}
    for s in strata:
        if s.arm != strata[0].arm and (s.players, s.pool) in base:
            yield s, base[s.players, s.pool]


@dataclass(frozen=True)
class _Pair:
    """What two chunks that share blocks say.

    Attributes:
        stratum: number of the arm's stratum.
        sums: sums and sums of products over the shared blocks, a row a measure and key.
        seats: moments of the win shares of all seats.
    """

    stratum: int
    sums: pl.DataFrame
    seats: Moments


def _pairs(run: Source, arm: Stratum, base: Stratum) -> Iterator[_Pair]:
    """Yield what the blocks that both arms have played say, two chunks that share blocks at a time."""
    chunks: dict[int, list[Chunk]] = {arm.index: [], base.index: []}
    for chunk in run.chunks.values():
        if chunk.stratum.index in chunks:
            chunks[chunk.stratum.index].append(chunk)
    for one in chunks[arm.index]:
        for two in chunks[base.index]:
            if one.first_block < two.first_block + two.blocks and two.first_block < one.first_block + one.blocks:
                yield _pair(run.part(one.index), run.part(two.index))


def _pair(arm: Part, base: Part) -> _Pair:
    both = _totals(arm).join(_totals(base), on=["block", "measure", "key"], suffix="0")
    both = both.select("block", "measure", "key", x1="x", y1="y", x0="x0", y0="y0")
    seats = both.filter(pl.col("measure") == "seat_share").sort("block", "key")
    products = [(pl.col(a) * pl.col(b)).sum().alias(f"{a}{b}") for a, b in PAIRS]
    sums = [pl.len().cast(pl.Int64).alias("blocks"), *(pl.col(a).sum() for a in AXES), *products]
    found = both.group_by("measure", "key").agg(sums)
    index = arm.stratum.index
    sums_by_key = found.select(pl.lit(index).cast(pl.Int32).alias("stratum"), "measure", "key", *SUMS)
    return _Pair(index, sums_by_key, moments(seats, arm.stratum.players))


def _imbalance(book: Book, pairs: Iterable[_Pair]) -> pl.DataFrame:
    """Return the changes of the largest distance from fair, a row a stratum."""
    found: dict[int, Moments] = {}
    for pair in pairs:
        found[pair.stratum] = found[pair.stratum].plus(pair.seats) if pair.stratum in found else pair.seats
    rows = [
        {"stratum": index, "measure": IMBALANCE, "key": NONE, "blocks": seats.blocks, **asdict(change(seats))}
        for index, seats in found.items()
    ]
    return pl.DataFrame(rows, schema_overrides={"stratum": pl.Int32}).join(book.strata, on="stratum")


def _totals(part: Part) -> pl.DataFrame:
    """Return block totals: a row a block, measure and key (seat or strategy, -1 is all)."""
    share = (win * decided, 60 * decided)
    frames = [
        _long(part.games, None, {(m, ""): (pl.col(m), ONE) for m in LENGTHS}),
        _long(part.seats, "seat", {("seat_share", ""): share, ("score", ""): (pl.col("score"), ONE)}),
        _long(part.seats, None, {("score", ""): (pl.col("score"), ONE)}),
    ]
    if is_mixed(part.stratum):
        frames.append(_long(part.seats, "strategy", {("strategy_share", ""): share}))
    return pl.concat(frames)


def _long(rows: pl.DataFrame, key: str | None, measures: Measures) -> pl.DataFrame:
    totals = block_totals(rows, [key] if key else [], measures)
    place = pl.col(key).cast(pl.Int64) if key else pl.lit(NONE, pl.Int64)
    names = [m for m, _ in measures]
    axes = [{axis: pl.col(f"{m}||{axis}") for axis in "xy"} for m in names]
    return pl.concat(
        totals.select("block", measure=pl.lit(m), key=place, **pair) for m, pair in zip(names, axes, strict=True)
    )


def _changes(rows: pl.DataFrame) -> pl.DataFrame:
    """Add both figures, their difference with interval and what pairing did to its variance."""
    sums = rows.select(AXES).to_numpy()
    products = np.empty((len(rows), 4, 4))
    for a, b in PAIRS:
        i, j = AXES.index(a), AXES.index(b)
        products[:, i, j] = products[:, j, i] = rows[f"{a}{b}"].to_numpy()
    change, paired, apart = intervals.ratio_change(rows["blocks"], sums, products, least=intervals.LEAST_BLOCKS)
    half = paired * intervals.quantile(rows["blocks"])
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = (paired / apart) ** 2
    return rows.with_columns(
        value=pl.Series(change),
        low=pl.Series(change - half),
        high=pl.Series(change + half),
        variance_ratio=pl.Series(ratio),
        figure=pl.col("x1") / pl.col("y1"),
        base=pl.col("x0") / pl.col("y0"),
    )


def _judged(book: Book, rows: pl.DataFrame) -> pl.DataFrame:
    """Add verdicts: on shares against the threshold, on the rest only whether a change is shown."""
    words = intervals.CHANGE_WORDS, intervals.NO_CHANGE
    judged = book.judged(rows, "value", book.threshold(rows["players"]), *words)
    is_share = pl.col("measure").is_in([IMBALANCE, *SHARES])
    without_zero = (pl.col("low").fill_nan(None) > 0) | (pl.col("high").fill_nan(None) < 0)
    shown = pl.when(without_zero).then(pl.lit(CHANGED)).otherwise(pl.lit(intervals.NOT_SHOWN))
    return judged.with_columns(
        change="value",
        verdict=pl.when(is_share).then("verdict").otherwise(shown),
        threshold=pl.when(is_share).then("threshold"),
        more_games=pl.when(is_share).then("more_games"),
    )


def _names(run: Source, rows: pl.DataFrame) -> pl.Series:
    words: Mapping[str, list[str]] = {"strategy_share": run.strategies}
    names = [
        ALL if key == NONE else words[measure][key] if measure in words else str(key)
        for measure, key in rows.select("measure", "key").iter_rows()
    ]
    return pl.Series(names, dtype=pl.String)
