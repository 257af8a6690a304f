"""From the parts of a run to one tally: what is counted in all games."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import polars as pl

from analysis import ballots, effects, ledger
from analysis.parts import Part, Source, is_mixed
from analysis.schema import RANKS
from analysis.tallies import ONE, Measures, Tally, block_totals, histogram, keyed, merge, moments, regroup

MOST_CLASSES = 200  # of line-ups that are told apart
ORDER_BLOCKS = 4000  # first blocks of a stratum, whose finishing orders are kept
WORKERS = min(os.cpu_count() or 1, 4)
WAVE = 16  # tallies merged at once
AT_ONCE = 150_000  # games read at once: more cost memory, fewer cost time

win = pl.col("win60").cast(pl.Int64)
decided = pl.col("decided")


def collect(run: Source) -> Tally:
    """Return the tally of all committed parts; memory stays flat however many there are."""
    waiting: list[Tally] = []
    for tally in _tallies(run):
        waiting.append(tally)
        if len(waiting) > WAVE:
            waiting = [merge(waiting)]
    return merge(waiting)


def _tallies(run: Source) -> Iterator[Tally]:
    """Tally chunks with a few threads, at most so many groups of chunks at a time."""
    with ThreadPoolExecutor(WORKERS) as pool:
        running: deque[Future[Tally]] = deque()
        for numbers in run.batches(AT_ONCE):
            running.append(pool.submit(tally_part, run, numbers))
            if len(running) > WORKERS:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()


def tally_part(run: Source, numbers: Sequence[int]) -> Tally:
    """Return the tally of some chunks of one stratum."""
    part = run.part(*numbers)
    index = part.stratum.index
    sampled = ledger.tally(run, part)
    ratios = [
        _games(run, part),
        *_seats(run, part),
        sampled.ratios,
        *effects.tally(run, part),
        *ballots.tally(run, part),
    ]
    counts = [histogram(part.games, index, m, m) for m in ("turns", "rounds", "decisions")] + [sampled.counts]
    orders = part.seats.filter((pl.col("block") < ORDER_BLOCKS) & (decided == 1) & is_mixed(part.stratum)).select(
        pl.lit(index).cast(pl.Int32).alias("stratum"), "game", "block", "seat", "strategy", "rank"
    )
    return Tally(pl.concat(ratios), pl.concat(counts), orders)


def _games(run: Source, part: Part) -> pl.DataFrame:
    """Length, end reasons and games without result, in all games."""
    measures: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {
        (name, ""): (pl.col(name), ONE) for name in ("turns", "rounds", "decisions")
    }
    measures["no_result", ""] = (pl.col("no_result"), ONE)
    for i, reason in enumerate(run.named("end_reasons")):
        measures["end", reason["name"]] = (pl.col("end_reason") == i, ONE)
    return keyed(moments(block_totals(part.games, [], measures), []), part.stratum.index)


def seat_measures(run: Source) -> dict[tuple[str, str], tuple[pl.Expr, pl.Expr]]:
    """What is counted for every seat of every game; ``margin`` is own score minus the best other."""
    found: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {
        ("share", ""): (win * decided, 60 * decided),
        ("score", ""): (pl.col("score"), ONE),
        ("margin", ""): (pl.col("margin"), ONE),
        ("tie_break", ""): (pl.col("tie_break"), ONE),
        ("seat_no_result", ""): (1 - decided, ONE),
        ("shared_win", ""): (win * (win < 60).cast(pl.Int64), win),
    }
    for k in range(1, RANKS + 1):
        found["rank", str(k)] = ((pl.col("rank") == k).cast(pl.Int64) * decided, decided)
    for row in run.named("categories"):
        points = pl.col(f"points_{row['name']}").cast(pl.Int64)
        found["points", row["name"]] = (points, ONE)
        found["points_winner", row["name"]] = (points * win * decided, win * decided)
        found["points_rest", row["name"]] = (points * (60 - win) * decided, (60 - win) * decided)
    return found


SLICED = ("share", "score", "margin")  # what is told of slices too
OVERALL = ("score", "points", "points_winner", "points_rest", "shared_win")


def with_margin(seats: pl.DataFrame, players: int) -> pl.DataFrame:
    """Add own score minus the best other score, from rows sorted by game and seat."""
    scores = seats["score"].to_numpy().astype(np.int64).reshape(-1, players)
    ranked = np.sort(scores, axis=1)
    best, second = ranked[:, -1:], ranked[:, -2:-1] if players > 1 else ranked[:, -1:]
    margin = np.where(scores == best, scores - second, scores - best)
    return seats.with_columns(margin=pl.Series(margin.ravel()))


def _seats(run: Source, part: Part) -> Iterator[pl.DataFrame]:
    """Seats as a whole, by strategy and by class of line-ups."""
    index, n = part.stratum.index, part.stratum.players
    seats = with_margin(part.seats, n)
    measures = seat_measures(run)
    totals = block_totals(seats, ["seat"], measures)
    yield keyed(moments(totals, ["seat"]), index)
    whole = regroup(totals, [], OVERALL)
    yield keyed(moments(whole, []), index)
    if n > 1:
        yield keyed(moments(_against_mean(totals, whole, n), ["seat"]), index)
    if is_mixed(part.stratum):
        yield from _strategies(
            seats, index, n, {k: v for k, v in measures.items() if k[0] in SLICED}, part.stratum.rotate
        )
        yield from _lineups(run, part, totals)


def _against_mean(totals: pl.DataFrame, whole: pl.DataFrame, n: int) -> pl.DataFrame:
    """Points of a seat minus the mean of all seats of the same games."""
    pairs = []
    for stem in (c[:-2] for c in whole.columns if c.startswith("points|") and c.endswith("|x")):
        name = stem.replace("points|", "points_difference|")
        pairs += [
            (n * pl.col(f"{stem}|x") - pl.col(f"{stem}|x|whole")).alias(f"{name}|x"),
            (n * pl.col(f"{stem}|y")).alias(f"{name}|y"),
        ]
    joined = totals.lazy().join(whole.lazy(), on="block", suffix="|whole")
    return joined.select("block", "seat", *pairs).collect()


def _lineups(run: Source, part: Part, totals: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Seats by class of line-ups, if there are not too many."""
    stratum = part.stratum
    if stratum.all_lineups > MOST_CLASSES * stratum.players:
        return
    place, names = run.lineup_classes(stratum)
    if len(names) > MOST_CLASSES:
        return
    lineups = part.games.group_by("block").agg(pl.col("lineup").first())
    lineups = lineups.with_columns(at=pl.Series(place[lineups["lineup"].to_numpy()]))
    kept = [c for c in totals.columns if c.split("|")[0] in ("block", "seat", *SLICED)]
    joined = totals.select(kept).join(lineups, on="block")
    yield keyed(moments(joined, ["seat", "at"], SLICED), stratum.index).with_columns(
        measure=pl.concat_str(pl.lit("lineup_"), "measure")
    )


def _strategies(seats: pl.DataFrame, index: int, n: int, measures: Measures, rotate: bool) -> Iterator[pl.DataFrame]:
    """Strategies by seat, over all seats and by who else sits at the table."""
    totals = block_totals(seats, ["strategy", "seat"], measures)
    whole = regroup(totals, ["strategy"], ["share", "score"])
    yield keyed(moments(totals, ["strategy", "seat"]), index)
    yield keyed(moments(whole, ["strategy"]), index)
    if rotate:
        yield keyed(moments(_against_own(totals, whole, n), ["strategy", "seat"]), index)
    yield keyed(moments(_meetings(whole, n), ["strategy", "at"]), index)


def _against_own(totals: pl.DataFrame, whole: pl.DataFrame, n: int) -> pl.DataFrame:
    """Win share of a strategy in a seat minus its own over all seats: all seats are played equally often."""
    joined = totals.join(whole, on=["block", "strategy"], suffix="|whole")
    own = (n * pl.col("share||x") - pl.col("share||x|whole")).alias("own||x")
    return joined.select("block", "strategy", "seat", own, pl.col("share||y|whole").alias("own||y"))


def _meetings(whole: pl.DataFrame, n: int) -> pl.DataFrame:
    """Win share over fair of a strategy when another (``at``) sits at the table; itself if it does so twice."""
    x, y = pl.col("share||x"), pl.col("share||y")
    mine = whole.select("block", "strategy", (n * x - y).alias("matchup||x"), (n * y).alias("matchup||y"))
    there = whole.select("block", at="strategy", times=pl.col("score||y"))
    return mine.join(there, on="block").filter((pl.col("at") != pl.col("strategy")) | (pl.col("times") >= 2 * n))
