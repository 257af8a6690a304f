"""What an item causes: the same game played on with and without it, from forks, by block.

Every moment of a forked game is played on in several branches; a contrast is the difference of two of them, rollout by
rollout with the same luck. Tallies add it up by item and by who is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.ledger import PRODUCTS, worth
from analysis.parts import Contrast, Part, Source
from analysis.tallies import ONE, Measures, block_totals, keyed, moments

MOMENT = ["game", "item", "decision"]
AT_ONCE = 500_000  # rows
GAINS = ("win60", "score", "ahead")
DID, UNANIMOUS, LEADER, LAST, EVERYONE, FIELD = range(6)
GROUPS = ("did", "unanimous", "leader", "last", "all", "field")  # then one a rank
TIES = 60  # divisible by every number of seats that can share a rank
WIN, SCORE, GAP, AHEAD = MEASURES = ("win", "score", "gap", "ahead")
Ints = NDArray[np.int64]


def group_name(index: int) -> str:
    """Return what a group of seats is called.

    >>> group_name(0), group_name(6)
    ('did', 'rank_1')
    """
    return GROUPS[index] if index < len(GROUPS) else f"rank_{index - FIELD}"


def tally(run: Source, part: Part) -> Iterator[pl.DataFrame]:
    """Yield the tallies of a part's forks, and of what the same items look like without forks."""
    if part.effects.is_empty():
        return
    names = pl.Series("name", [row["name"] for row in run.items_of(part.stratum)], dtype=pl.String)
    naive = _naive(part)

    def named(rows: pl.DataFrame, **fixed: object) -> pl.DataFrame:
        return keyed(rows.with_columns(name=names.gather(rows["item"])), part.stratum.index, **fixed)

    yield named(moments(naive, ["item"]))
    for effects in _slices(part.effects):
        for at, contrast in enumerate(run.contrasts):
            changes = _changes(effects, contrast)
            totals = block_totals(_gains(changes, part.stratum.players), ["item", "bin"], FIGURES)
            yield named(moments(totals, ["item", "bin"]), at=at)
            yield named(moments(_beside_naive(totals, naive), ["item"]), at=at, bin=DID)
            own = block_totals(_own_gains(changes, part.stratum.players), ["item", "strategy"], OWN_FIGURES)
            yield named(moments(own, ["item", "strategy"]), at=at)


def _slices(effects: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Cut forks into slices of whole blocks: they are many, and memory is to stay flat."""
    effects = effects.sort("block")
    block = effects["block"].to_numpy()
    cuts = np.unique(np.searchsorted(block, block[::AT_ONCE]))
    for start, end in zip(cuts, [*cuts[1:], len(block)], strict=True):
        yield effects[start:end]


def _changes(effects: pl.DataFrame, contrast: Contrast) -> pl.DataFrame:
    """Return what every seat of every moment gains by the contrast, a game's moments of an item one after another."""
    here = effects.lazy().filter(pl.col("moment") == contrast.moment)
    one, two = (here.filter(pl.col("branch") == b) for b in (contrast.one, contrast.two))
    keys = [*MOMENT, "seat"]
    gains = [(pl.col(c).cast(pl.Int64) - pl.col(f"{c}_two")).alias(c) for c in GAINS]
    both = one.join(two.select(*keys, *GAINS), on=keys, suffix="_two").sort(keys)
    return both.select("block", *keys, "strategy", "rollouts", "part", "rank_before", *gains).collect()


def _gains(changes: pl.DataFrame, players: int) -> pl.DataFrame:
    """Add up gains over groups of seats: a row a moment and group."""
    about = changes[::players].select("block", "game", "item", pl.col("rollouts").cast(pl.Int64))
    seats = {c: changes[c].to_numpy().reshape(-1, players) for c in (*GAINS, "part", "rank_before")}
    frames = [_of_seats(about, seats, index, mask) for index, mask in _groups(seats["part"], seats["rank_before"])]
    return pl.concat([*map(_counted, frames), _counted(_of_field(about, seats))], how="diagonal")


def _own_gains(changes: pl.DataFrame, players: int) -> pl.DataFrame:
    """Return what each of those who did it gains, where not all did: a row a moment and seat."""
    part = changes["part"].to_numpy().reshape(-1, players)
    did = part & ~part.all(axis=1, keepdims=True)
    kept = changes.filter(pl.Series(did.ravel()))
    return kept.with_columns(pl.col("rollouts", *GAINS).cast(pl.Int64))


def _counted(rows: pl.DataFrame) -> pl.DataFrame:
    """Mark the first moment of every game and item, so that games are counted once."""
    changes = (pl.col("game") != pl.col("game").shift()) | (pl.col("item") != pl.col("item").shift())
    return rows.with_columns(first=changes.fill_null(True).cast(pl.Int64))


def _groups(part: NDArray[Any], rank: NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield groups with their seats (moments, players).

    Where all seats did it, they cannot all gain win chance: such moments are apart. Where all are level, nobody leads
    and there are no ranks.
    """
    everyone = part.all(axis=1, keepdims=True)
    worst = rank.max(axis=1, keepdims=True)
    apart = worst > 1
    yield DID, part & ~everyone
    yield UNANIMOUS, part & everyone
    yield LEADER, (rank == 1) & apart
    yield LAST, (rank == worst) & apart
    yield EVERYONE, np.ones_like(part)
    for k in range(1, rank.shape[1] + 1):
        yield FIELD + k, (rank == k) & apart


def _of_seats(about: pl.DataFrame, seats: dict[str, Ints], index: int, mask: NDArray[Any]) -> pl.DataFrame:
    """Add up the gains of a group's seats in every moment that has some."""
    count = mask.sum(axis=1)
    win, score = (pl.Series((seats[c] * mask).sum(axis=1)) for c in GAINS[:2])
    rows = about.with_columns(win=win, score=score, seats=pl.Series(count), bin=pl.lit(index))
    return rows.filter(pl.col("seats") > 0).with_columns(weight=pl.col("rollouts") * pl.col("seats")).drop("rollouts")


def _of_field(about: pl.DataFrame, seats: dict[str, Ints]) -> pl.DataFrame:
    """Return what a contrast does to the field: the first's distance from the last before, and the winner's margin."""
    rank = seats["rank_before"]
    worst = rank.max(axis=1, keepdims=True)
    first, last = (_mean60(seats["score"], rank == end) for end in (1, worst))
    apart = worst[:, 0] > 1
    return about.select(
        "block", "game", "item", bin=pl.lit(FIELD), ahead=pl.Series(seats["ahead"].sum(axis=1)), weight="rollouts",
        gap=pl.Series((first - last) * apart), apart=pl.col("rollouts") * pl.Series(apart.astype(np.int64)),
    )  # fmt: skip


def _mean60(values: Ints, mask: NDArray[Any]) -> Ints:
    """Return sixty times the mean over the seats of a mask, an integer."""
    found: Ints = (values * mask).sum(axis=1) * (TIES // mask.sum(axis=1))
    return found


FIGURES: Measures = {
    ("effect_win", ""): (pl.col("win"), 60 * pl.col("weight") * (pl.col("bin") != FIELD)),
    ("effect_score", ""): (pl.col("score"), pl.col("weight") * (pl.col("bin") != FIELD)),
    ("effect_gap", ""): (pl.col("gap"), TIES * pl.col("apart")),
    ("effect_ahead", ""): (pl.col("ahead"), pl.col("weight") * (pl.col("bin") == FIELD)),
    ("effect_moments", ""): (ONE, pl.col("first")),
}

OWN_FIGURES: Measures = {
    ("own_win", ""): (pl.col("win60"), 60 * pl.col("rollouts")),
    ("own_score", ""): (pl.col("score"), pl.col("rollouts")),
    ("own_moments", ""): (ONE, ONE),
}


def _naive(part: Part) -> pl.DataFrame:
    """Return block totals of win share over fair of those who took an item that came about, as it looks."""
    took = part.items.filter(pl.col("taken") > 0)
    if "fact_passed" in took.columns:
        took = took.filter(pl.col("fact_passed") > 0)
    return block_totals(took, ["item"], {("item_naive", ""): worth(part.stratum.players)})


def _beside_naive(totals: pl.DataFrame, naive: pl.DataFrame) -> pl.DataFrame:
    """Pair what an item causes for those who did it with what it looks like: both share blocks."""
    did = totals.filter(pl.col("bin") == DID)
    pairs = [
        pl.col(f"{stem}||{axis}").alias(f"naive_effect_{one}{two}||{to}")
        for one, two in PRODUCTS
        for stem, axis, to in (("item_naive", one, "x"), ("effect_win", two, "y"))
    ]
    return did.join(naive, on=["block", "item"]).select("block", "item", *pairs)
