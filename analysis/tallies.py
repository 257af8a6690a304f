"""Exact integer tallies, from which every figure is made.

A figure is a ratio of two block totals x and y. Its tally keeps the number of blocks and the sums of x, y, xx, xy and
yy over blocks. Integers add exactly, so tallies of parts merge in any order into the same numbers, and results
depend neither on how games were cut into chunks nor on workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

NONE = -1
KEYS: dict[str, pl.DataType] = {
    "stratum": pl.Int32(),
    "measure": pl.String(),
    "name": pl.String(),  # category, kind, stock, point, item, ...; "" if none
    "strategy": pl.Int32(),
    "seat": pl.Int32(),
    "at": pl.Int32(),  # round, phase or class of line-ups
    "bin": pl.Int32(),
}
SUMS = ("blocks", "x", "y", "xx", "xy", "yy")
COUNT_KEYS = ("stratum", "measure", "name", "strategy", "value")
ONE = pl.col("one")  # a literal would not be added up row by row
Measures = Mapping[tuple[str, str], tuple[pl.Expr, pl.Expr]]
"""(measure, name) -> numerator and denominator of a row, both integers."""


@dataclass(frozen=True)
class Tally:
    """Mergeable tallies.

    Attributes:
        ratios: a row a figure: `KEYS`, then `SUMS`.
        counts: a row a value of a histogram: `COUNT_KEYS`, then ``games``.
        orders: finishing orders of the first blocks of mixed tables, a row a game and seat.
    """

    ratios: pl.DataFrame
    counts: pl.DataFrame
    orders: pl.DataFrame


def merge(tallies: Iterable[Tally]) -> Tally:
    """Add tallies: exact, associative and in any order the same."""
    parts = list(tallies)
    ratios = pl.concat([t.ratios for t in parts]).group_by(list(KEYS)).agg(pl.col(SUMS).sum()).sort(list(KEYS))
    counts = pl.concat([t.counts for t in parts]).group_by(COUNT_KEYS).agg(pl.col("games").sum()).sort(COUNT_KEYS)
    orders = pl.concat([t.orders for t in parts]).sort("game", "seat")
    return Tally(ratios, counts, orders)


def block_totals(rows: pl.DataFrame, keys: Sequence[str], measures: Measures) -> pl.DataFrame:
    """Add numerators and denominators within blocks.

    Args:
        rows: a row a game, or a game and seat, ...; with ``block``.
        keys: columns that tell figures apart.
        measures: what to add.

    Returns:
        A row a block and key, with columns ``measure|name|x`` and ``measure|name|y``.
    """
    asked = {
        f"{m}|{name}|{axis}": e for (m, name), pair in measures.items() for axis, e in zip("xy", pair, strict=True)
    }
    distinct = {str(e): e for e in asked.values()}  # many measures share a denominator: it is added once
    sums = [e.cast(pl.Int64).sum().alias(text) for text, e in distinct.items()]
    lazy = rows.lazy().with_columns(one=pl.lit(1, pl.Int64)).group_by("block", *keys).agg(sums)
    return lazy.select("block", *keys, *(pl.col(str(e)).alias(name) for name, e in asked.items())).collect()


def _stems(totals: pl.DataFrame, only: Iterable[str] | None) -> list[str]:
    """Return the ``measure|name`` of block totals, of some measures or all."""
    wanted = None if only is None else set(only)
    return [c[:-2] for c in totals.columns if c.endswith("|x") and (wanted is None or c.split("|")[0] in wanted)]


def regroup(totals: pl.DataFrame, keys: Sequence[str], only: Iterable[str] | None = None) -> pl.DataFrame:
    """Add block totals, of some measures or all, over all but some keys."""
    columns = [f"{stem}|{axis}" for stem in _stems(totals, only) for axis in "xy"]
    return totals.lazy().group_by("block", *keys).agg(pl.col(columns).sum()).collect()


def moments(totals: pl.DataFrame, keys: Sequence[str], only: Iterable[str] | None = None) -> pl.DataFrame:
    """Turn block totals into sums over blocks, a row a figure.

    Args:
        totals: from `block_totals` or `regroup`, with the same keys.
        keys: columns that tell figures apart.
        only: measures to keep, all by default.
    """
    stems = _stems(totals, only)
    sums = [
        e.sum().alias(f"{stem}|{what}")
        for stem in stems
        for x, y in [(pl.col(f"{stem}|x"), pl.col(f"{stem}|y"))]
        for what, e in {
            "blocks": (y != 0).cast(pl.Int64),
            "x": x,
            "y": y,
            "xx": x * x,
            "xy": x * y,
            "yy": y * y,
        }.items()
    ]
    lazy = totals.lazy()
    wide = (lazy.group_by(keys).agg(sums) if keys else lazy.select(sums)).collect().lazy()
    return pl.concat([_long(wide, keys, stem) for stem in stems]).collect()


def _long(wide: pl.LazyFrame, keys: Sequence[str], stem: str) -> pl.LazyFrame:
    measure, name = stem.split("|")
    given = {"measure": measure, "name": name}
    words = {k: pl.lit(v) for k, v in given.items() if k not in keys}
    return wide.select(*keys, *(pl.col(f"{stem}|{s}").alias(s) for s in SUMS), **words)


def keyed(rows: pl.DataFrame, stratum: int, **fixed: object) -> pl.DataFrame:
    """Give rows of moments all of `KEYS`: those of a stratum, fixed ones, and none for the rest."""
    given: dict[str, object] = {
        "stratum": stratum,
        "name": "",
        **dict.fromkeys(("strategy", "seat", "at", "bin"), NONE),
    }
    given = {k: v for k, v in given.items() if k not in rows.columns} | fixed
    full = [(pl.lit(given[k]) if k in given else pl.col(k)).cast(t).alias(k) for k, t in KEYS.items()]
    return rows.select(*full, *(pl.col(s).cast(pl.Int64) for s in SUMS))


def histogram(rows: pl.DataFrame, stratum: int, measure: str, value: str, *keys: str) -> pl.DataFrame:
    """Count the values of a column, a row a value and key (``name`` or ``strategy``)."""
    counted = rows.group_by(*keys, value).agg(games=pl.len()).rename({value: "value"})
    fixed = {k: v for k, v in {"name": "", "strategy": NONE}.items() if k not in keys}
    counted = counted.with_columns(
        stratum=pl.lit(stratum), measure=pl.lit(measure), **{k: pl.lit(v) for k, v in fixed.items()}
    )
    return counted.select(
        pl.col("stratum").cast(pl.Int32), "measure", "name", pl.col("strategy").cast(pl.Int32),
        pl.col("value").cast(pl.Int64), pl.col("games").cast(pl.Int64),
    )  # fmt: skip
