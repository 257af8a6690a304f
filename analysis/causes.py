"""The table of what items cause, from forks: estimates with intervals, verdicts, and what the same looks like."""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis import intervals
from analysis.book import Book, renamed
from analysis.effects import DID, EVERYONE, GROUPS, MEASURES, SCORE, UNANIMOUS, WIN, group_name
from analysis.items import LEAST_BLOCKS, RATE, described
from analysis.ledger import PRODUCTS
from analysis.schema import frame
from analysis.seats import strategy_names

KEYS = ("stratum", "name", "at", "bin")
EVEN = (UNANIMOUS, EVERYONE)  # groups of all seats: what one wins another loses


def item_effects(book: Book) -> pl.DataFrame:
    """Return what items cause, a row an item, contrast, group of seats and measure."""
    rows = _figures(book)
    if rows.is_empty():
        return frame("item_effects", pl.DataFrame(schema={"arm": pl.String}))
    rows = _listed(_judged(book, rows), _declared(book), ("stratum", "at")).join(
        _naive(book), on=[*KEYS, "measure"], how="left"
    )
    order = pl.col("measure").replace_strict({m: i for i, m in enumerate(MEASURES)}, return_dtype=pl.Int64)
    rows = described(book, rows).with_columns(order=order).sort("stratum", "at", "place", "bin", "order")
    return frame("item_effects", _worded(book, rows))


def _figures(book: Book) -> pl.DataFrame:
    """Return all figures with their counts of games and moments."""
    found = [book.figures(f"effect_{m}", least=LEAST_BLOCKS).with_columns(measure=pl.lit(m)) for m in MEASURES]
    rows = pl.concat(found).filter(pl.col("y") != 0)
    rows = rows.filter((pl.col("measure") != WIN) | ~pl.col("bin").is_in(EVEN))
    counts = book.rows("effect_moments").select(*KEYS, moments="x", games="y")
    tested = pl.Series(intervals.p_value(rows["value"], rows["error"], rows["blocks"]))
    return rows.with_columns(p_value=tested).join(counts, on=KEYS)


def _judged(book: Book, rows: pl.DataFrame) -> pl.DataFrame:
    """Add verdicts: on the chance to win against the threshold, on the rest only which way it goes."""
    limit = book.item_threshold
    own = book.judged(rows, "value", limit, intervals.ITEM_WORDS)
    other = book.judged(rows, "value", limit, intervals.CHANGE_WORDS, intervals.NO_CHANGE)["verdict"]
    up, down = intervals.CHANGE_WORDS
    low, high = (pl.col(end).fill_nan(None) for end in ("low", "high"))
    way = pl.when(low > 0).then(pl.lit(up)).when(high < 0).then(pl.lit(down))
    is_win = pl.col("measure") == WIN
    verdict = pl.when(is_win & (pl.col("bin") == DID)).then("verdict").when(is_win).then(other)
    return own.with_columns(
        verdict=verdict.otherwise(way.otherwise(pl.lit(intervals.NOT_SHOWN))),
        threshold=pl.when(is_win).then("threshold"),
        more_games=pl.when(is_win).then("more_games"),
    )


def _declared(book: Book) -> pl.Expr:
    """Tell which effects are tested: those on the chance to win of the groups that a moment declares."""
    groups = [(at, GROUPS.index(name)) for at, contrast in enumerate(book.run.contrasts) for name in contrast.tested]
    return pl.any_horizontal((pl.col("at") == at) & (pl.col("bin") == group) for at, group in groups)


def _listed(rows: pl.DataFrame, declared: pl.Expr, families: tuple[str, ...]) -> pl.DataFrame:
    """Adjust the p-values of the declared effects on win chances, all items of a family being tested at once."""
    family = rows.with_row_index("row").filter(declared & (pl.col("measure") == WIN))
    groups = [
        group.select("row", adjusted=pl.Series(intervals.benjamini_hochberg(group["p_value"])))
        for _, group in family.group_by(*families, maintain_order=True)
    ]
    adjusted = pl.concat(groups) if groups else pl.DataFrame(schema={"row": pl.UInt32, "adjusted": pl.Float64})
    rows = rows.with_row_index("row").join(adjusted, on="row", how="left", maintain_order="left")
    return rows.with_columns(listed=pl.col("adjusted") <= RATE)


def _naive(book: Book) -> pl.DataFrame:
    """Return what items look like to those who took them, and how much of that the items do not cause.

    Games that were forked and games with a ledger share blocks, so the error allows for both being alike.
    """
    naive = book.figures("item_naive", least=LEAST_BLOCKS)
    caused = book.figures("effect_win", least=LEAST_BLOCKS).filter(pl.col("bin") == DID)
    ends = renamed(naive, "naive", ("stratum", "name"))
    sums = naive.select("stratum", "name", "value", "error", "x", "y", takers=pl.col("y") // (60 * pl.col("players")))
    rows = caused.join(ends, on=("stratum", "name")).join(sums, on=("stratum", "name"), suffix="_naive")
    for one, two in PRODUCTS:
        product = book.rows(f"naive_effect_{one}{two}").select(*KEYS, pl.col("xy").alias(f"product_{one}{two}"))
        rows = rows.join(product, on=KEYS, how="left").fill_null(0)
    shared = intervals.covariance(
        rows["blocks"], rows["value_naive"], rows["value"], rows["y_naive"].cast(float) * rows["y"],
        rows.select(f"product_{one}{two}" for one, two in PRODUCTS),
    )  # fmt: skip
    variance = rows["error"].to_numpy() ** 2 + rows["error_naive"].to_numpy() ** 2 - 2 * shared
    half = pl.Series(np.sqrt(np.maximum(variance, 0)) * intervals.quantile(rows["blocks"]))
    gap = pl.col("value_naive") - pl.col("value")
    ends_of_gap = {"explained": gap, "explained_low": gap - half, "explained_high": gap + half}
    return rows.select(
        *KEYS, pl.lit(WIN).alias("measure"), "takers", "naive", "naive_low", "naive_high", **ends_of_gap
    )  # fmt: skip


def effect_strategies(book: Book) -> pl.DataFrame:
    """Return what items cause for those who took part, by their strategy."""
    found = [
        book.figures(f"own_{m}", least=LEAST_BLOCKS).with_columns(measure=pl.lit(m), order=pl.lit(i))
        for i, m in enumerate((WIN, SCORE))
    ]
    rows = pl.concat(found)
    if rows.is_empty():
        return frame("effect_strategies", pl.DataFrame(schema={"arm": pl.String}))
    keys = ["stratum", "name", "at", "strategy"]
    tested = pl.Series(intervals.p_value(rows["value"], rows["error"], rows["blocks"]))
    counts = book.rows("own_moments").select(*keys, moments="x")
    rows = _judged(book, rows.with_columns(bin=pl.lit(DID), p_value=tested).join(counts, on=keys))
    rows = described(book, _listed(rows, pl.lit(True), ("stratum", "at", "strategy")))
    ordered = rows.sort("stratum", "at", "place", "strategy", "order")
    return frame("effect_strategies", _worded(book, ordered, strategy=strategy_names(book, ordered["strategy"])))


def _worded(book: Book, rows: pl.DataFrame, **more: pl.Series) -> pl.DataFrame:
    """Put words in place of numbers."""
    contrasts = [book.run.contrasts[at] for at in rows["at"]]
    return rows.with_columns(
        pl.Series("moment", [c.at for c in contrasts], dtype=pl.String),
        pl.Series("contrast", [c.name for c in contrasts], dtype=pl.String),
        pl.Series("contrast_label", [c.label for c in contrasts], dtype=pl.String),
        pl.Series("part", [c.part for c in contrasts], dtype=pl.String),
        pl.Series("group", [group_name(index) for index in rows["bin"]], dtype=pl.String),
        method=pl.lit("causal"),
        **more,
    )
