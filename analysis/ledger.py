"""Tallies of sampled games: standing and stocks by round, leads, options, actions by phase, items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.parts import Part, Source, is_mixed
from analysis.schema import ALL
from analysis.tallies import ONE, Measures, block_totals, histogram, keyed, moments, regroup
from simcore.game import PART, RIVAL, STAGE

PHASES = 3
PRODUCTS = (("x", "x"), ("x", "y"), ("y", "x"), ("y", "y"))  # of an item's totals and its takers' strategy's
win = pl.col("win60").cast(pl.Int64)
decided = pl.col("decided")


@dataclass(frozen=True)
class Sampled:
    """Ratios and counts of a part's sampled games."""

    ratios: pl.DataFrame
    counts: pl.DataFrame


def tally(run: Source, part: Part) -> Sampled:
    """Return the tallies of a part's sampled games."""
    index = part.stratum.index
    rounds = _with_leads(part.rounds, part.stratum.players)
    names = pl.Series("name", [row["name"] for row in run.items_of(part.stratum)], dtype=pl.String)
    taken = part.items.filter(pl.col("taken") > 0).with_columns(phase=phase(pl.col("round")))
    taken = taken.with_columns(name=names.gather(taken["item"]))
    ratios = [
        *_standings(run, rounds, index),
        *_leads(rounds, index),
        *_phases(run, rounds, part.stratum.players, index),
        *_rates(run, rounds, part.stratum.players, index),
        *(keyed(_named(rows, names), index) for rows in _items(part, taken)),
        *(keyed(_named(rows, names), index) for rows in _takings(run, taken)),
        *_present(rounds, index),
    ]
    counts = [
        histogram(taken, index, "item_round", "round", "name"),
        histogram(taken, index, "item_round", "round", "name", "strategy"),
        histogram(taken, index, "taking_brought", "brought", "name"),
        histogram(taken, index, "taking_brought", "brought", "name", "strategy"),
        *_stages(run, rounds, index),
    ]
    return Sampled(pl.concat(ratios), pl.concat(counts))


def phase(at: pl.Expr) -> pl.Expr:
    """Return the third of the game that a round belongs to, 0-based."""
    return (PHASES * at.cast(pl.Int64) // pl.col("length")).clip(upper_bound=PHASES - 1)


def deficit_bin(deficit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return bins of deficits: 0, 1, 2, 3-4, 5-8, 9-16, ...: they suit scores of any size."""
    return np.where(deficit > 0, np.ceil(np.log2(np.maximum(deficit, 1))).astype(np.int64) + 1, 0)


def deficit_range(index: int) -> tuple[int, int]:
    """Return the smallest and largest deficit of a bin."""
    return (0, 0) if index == 0 else (2 ** (index - 2) + 1 if index > 1 else 1, int(2 ** (index - 1)))


def _with_leads(rounds: pl.DataFrame, players: int) -> pl.DataFrame:
    """Add each seat's part of the lead in sixtieths, its deficit bin, its change of lead and the phase."""
    standing = rounds["standing"].to_numpy().astype(np.int64).reshape(-1, players)
    behind = standing.max(axis=1, keepdims=True) - standing
    lead = (behind == 0) * (60 // np.maximum((behind == 0).sum(axis=1, keepdims=True), 1))
    before = np.roll(lead, 1, axis=0)
    later = rounds["round"].to_numpy().reshape(-1, players) > 0
    change = np.abs(lead - before) * later
    last = pl.col("round").cast(pl.Int64) + 1
    return rounds.with_columns(
        lead=pl.Series(lead.ravel()), bin=pl.Series(deficit_bin(behind).ravel()), change=pl.Series(change.ravel()),
        phase=phase(pl.col("round")),
    ).with_columns(closes=(pl.col("phase") < phase(last)) | (last == pl.col("length")))  # fmt: skip


def _standings(run: Source, rounds: pl.DataFrame, index: int) -> Iterator[pl.DataFrame]:
    """Standing and stocks at the end of complete rounds, by seat and over seats: a game's last one may be partial."""
    measures: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {("standing", "standing"): (pl.col("standing"), ONE)}
    for row in run.named("stocks"):
        measures["standing", row["name"]] = (pl.col(f"stock_{row['name']}"), ONE)
    complete = rounds.filter(pl.col("round").cast(pl.Int64) + 1 < pl.col("length"))
    totals = block_totals(complete, ["round", "seat"], measures).rename({"round": "at"})
    yield keyed(moments(totals, ["at", "seat"]), index)
    yield keyed(moments(regroup(totals, ["at"]), ["at"]), index)


def _leads(rounds: pl.DataFrame, index: int) -> Iterator[pl.DataFrame]:
    """Who leads when, whether the leader wins, who comes back."""
    ends = rounds.filter("closes")
    for by, rows, at in (("round", rounds, "round"), ("phase", ends, "phase")):
        here = rows.with_columns(at=pl.col(at))
        leader: Measures = {("decided", by): (pl.col("lead") * win * decided, 60 * pl.col("lead") * decided)}
        yield keyed(moments(block_totals(here, ["at"], leader), ["at"]), index)
        back: Measures = {("comeback", by): (win * decided, 60 * decided)}
        yield keyed(moments(block_totals(here, ["at", "bin"], back), ["at", "bin"]), index)
    about = [pl.col(c).first() for c in ("block", "win60", "decided", "length")]
    last = ((pl.col("change") > 0).cast(pl.Int64) * (pl.col("round").cast(pl.Int64) + 1)).max().alias("last")
    seats = rounds.group_by("game", "seat").agg(*about, always=(pl.col("lead") > 0).all())
    games = rounds.group_by("game").agg(about[0], about[-1], pl.col("change").sum(), last)
    changes: Measures = {
        ("lead_changes", ""): (pl.col("change"), 120 * ONE),
        ("last_change", ""): (pl.col("last"), pl.col("length")),
    }
    never: Measures = {("never_led", ""): (win * pl.col("always").cast(pl.Int64) * decided, win * decided)}
    yield keyed(moments(block_totals(games, [], changes), []), index)
    yield keyed(moments(block_totals(seats, [], never), []), index)


def _since(columns: Sequence[str], players: int) -> list[pl.Expr]:
    """Return what was added in a round to columns that count from the game's begin."""
    before = [pl.when(pl.col("round") > 0).then(pl.col(c).cast(pl.Int64).shift(players)).otherwise(0) for c in columns]
    return [(pl.col(c).cast(pl.Int64) - b).alias(c) for c, b in zip(columns, before, strict=True)]


def _phases(run: Source, rounds: pl.DataFrame, players: int, index: int) -> Iterator[pl.DataFrame]:
    """Actions and options by third of the game; actions by round, too."""
    kinds = [row["name"] for row in run.named("kinds")]
    points = [row["name"] for row in run.named("points")]
    counted = [c for c in rounds.columns if c.startswith(("acts_", "asked_", "options_"))]
    added = rounds.with_columns(_since(counted, players))
    acts = pl.sum_horizontal(pl.col(f"acts_{k}") for k in kinds)
    measures: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {}
    for k in kinds:
        measures["action_share", k] = (pl.col(f"acts_{k}"), acts)
    for p in points:
        measures["options", p] = (pl.col(f"options_{p}"), pl.col(f"asked_{p}"))
    if points:
        asked, options = (pl.sum_horizontal(pl.col(f"{w}_{p}") for p in points) for w in ("asked", "options"))
        measures["options", ALL] = (options, asked)
    totals = block_totals(added, ["phase", "seat"], measures).rename({"phase": "at"})
    yield keyed(moments(totals, ["at", "seat"], ["action_share"]), index)
    yield keyed(moments(regroup(totals, ["at"]), ["at"]), index)
    yield keyed(moments(regroup(totals, ["seat"], ["action_share"]), ["seat"]), index)
    yield keyed(moments(regroup(totals, [], ["action_share"]), []), index)
    if points:
        yield keyed(moments(regroup(totals, [], ["options"]), []), index)
    by_round: Measures = {("action_round", k): (pl.col(f"acts_{k}"), acts) for k in kinds}
    yield keyed(moments(block_totals(added, ["round"], by_round).rename({"round": "at"}), ["at"]), index)


def _rates(run: Source, rounds: pl.DataFrame, players: int, index: int) -> Iterator[pl.DataFrame]:
    """How often a kind of action is chosen when it is asked for: by round, by third of the game and by strategy."""
    rates = run.rates
    if not rates:
        return
    counted = [column for rate in rates for column in (f"acts_{rate['kind']}", f"asked_{rate['point']}")]
    added = rounds.with_columns(_since(list(dict.fromkeys(counted)), players))
    measures = {("rate", r["name"]): (pl.col(f"acts_{r['kind']}"), pl.col(f"asked_{r['point']}")) for r in rates}
    totals = block_totals(added, ["round"], measures).rename({"round": "at"})
    yield keyed(moments(totals, ["at"]), index)
    yield keyed(moments(regroup(totals, []), []), index)
    by_seat = block_totals(added, ["strategy", "seat"], measures)
    yield keyed(moments(regroup(by_seat, ["seat"]), ["seat"]), index)
    yield keyed(moments(regroup(by_seat, ["strategy"]), ["strategy"]), index)


def _stages(run: Source, rounds: pl.DataFrame, index: int) -> Iterator[pl.DataFrame]:
    """Rounds that end in each part of the game, a partial last one included."""
    for stock in run.named("stocks"):
        if stock.get("role") == STAGE:
            first = rounds.filter(pl.col("seat") == 0).with_columns(
                name=pl.col(f"stock_{stock['name']}").cast(pl.String)
            )
            counts = first.group_by("game", "name").agg(pl.len().cast(pl.Int64).alias("length"))
            yield histogram(counts, index, "stage_rounds", "length", "name")


def _named(rows: pl.DataFrame, names: pl.Series) -> pl.DataFrame:
    """Put items' names in place of their numbers."""
    return rows.with_columns(name=names.gather(rows["item"])).drop("item")


def worth(players: int) -> tuple[pl.Expr, pl.Expr]:
    """Return win share over fair as a numerator and denominator."""
    return (players * win - 60) * decided, 60 * players * decided


def _items(part: Part, taken: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Offers, takings and worth of items, over all strategies, by strategy and by time of taking."""
    over_fair = worth(part.stratum.players)
    offers: Measures = {
        ("item_offered", ""): (pl.col("offered"), ONE),
        ("item_offered_games", ""): (pl.col("offered") > 0, ONE),
        ("item_take_rate", ""): (pl.col("taken"), pl.col("offered")),
    }
    gains: Measures = {
        ("item_brought", ""): (pl.col("brought"), ONE),
        ("item_round", ""): (pl.col("round"), ONE),
        ("item_worth", ""): over_fair,
    }
    for rows, measures in ((part.items, offers), (taken, gains)):
        totals = block_totals(rows, ["item", "strategy"], measures)
        yield moments(totals, ["item", "strategy"])
        yield moments(regroup(totals, ["item"]), ["item"])
    if is_mixed(part.stratum):
        yield moments(_beside_own(totals, part.seats), ["item", "strategy"])
    timed = block_totals(taken, ["item", "phase"], {("item_timing", ""): over_fair}).rename({"phase": "at"})
    yield moments(timed, ["item", "at"])


def _takings(run: Source, taken: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """What items brought to takers, and what the best other would have: in all, by strategy and by part of the game."""
    measures: dict[tuple[str, str], tuple[pl.Expr, pl.Expr]] = {
        ("taking_brought", ""): (pl.col("brought"), ONE),
        ("taking_void", ""): (pl.col("brought") == 0, ONE),
    }
    if rival := run.fact(RIVAL):
        other, has = pl.col(rival).cast(pl.Int64), (pl.col(rival) >= 0).cast(pl.Int64)
        measures |= {
            ("taking_other", ""): (other * has, has),
            ("taking_over", ""): ((pl.col("brought") - other) * has, has),
            ("taking_beaten", ""): ((other > pl.col("brought")).cast(pl.Int64), has),
        }
    totals = block_totals(taken, ["item", "strategy"], measures)
    yield moments(totals, ["item", "strategy"])
    yield moments(regroup(totals, ["item"]), ["item"])
    if part := run.fact(PART):
        by_part = block_totals(taken.with_columns(at=pl.col(part)), ["item", "at"], measures)
        yield moments(by_part, ["item", "at"])


def _beside_own(totals: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Pair takers' totals with those of their strategy in all games of the block, each part with each other."""
    whole = block_totals(seats, ["strategy"], {("own", ""): (win * decided, 60 * decided)})
    pairs = [
        pl.col(f"{mine}||{axis}").alias(f"item_own_{one}{two}||{to}")
        for one, two in PRODUCTS
        for mine, axis, to in (("item_worth", one, "x"), ("own", two, "y"))
    ]
    return totals.join(whole, on=["block", "strategy"]).select("block", "item", "strategy", *pairs)


def _present(rounds: pl.DataFrame, index: int) -> Iterator[pl.DataFrame]:
    """Sampled games times seats, over all strategies and by strategy."""
    begun = rounds.filter(pl.col("round") == 0)
    totals = block_totals(begun, ["strategy"], {("seat_games", ""): (ONE, ONE)})
    yield keyed(moments(totals, ["strategy"]), index)
    yield keyed(moments(regroup(totals, []), []), index)
