"""From tallies to figures with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from analysis import intervals
from analysis.parts import Source, is_mixed
from analysis.tallies import NONE, SUMS, Tally

DEFAULT_THRESHOLD = {2: 0.02}
OTHER_THRESHOLD = 0.015
ITEM_THRESHOLD = 0.01
QUANTILES = {"least": 0.0, "q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95, "q99": 0.99, "most": 1.0}


@dataclass(frozen=True)
class Book:
    """A run's tallies, and how figures are made of them.

    Attributes:
        run: the run.
        tally: of all its parts.
    """

    run: Source
    tally: Tally

    @cached_property
    def strata(self) -> pl.DataFrame:
        """A row a stratum: ``stratum``, ``arm``, ``players``, ``pool`` and ``mixed``."""
        rows = [
            {"stratum": s.index, "arm": s.arm, "players": s.players, "pool": s.pool, "mixed": is_mixed(s)}
            for s in self.run.design.strata
        ]
        return pl.DataFrame(rows, schema_overrides={"stratum": pl.Int32})

    @cached_property
    def seat_games(self) -> pl.DataFrame:
        """Sampled games times seats, a row a stratum and strategy (-1 is all): ``seat_games``."""
        rows = self.tally.ratios.filter(pl.col("measure") == "seat_games")
        return rows.select("stratum", "strategy", seat_games="x")

    def rows(self, measure: str) -> pl.DataFrame:
        """Return the tallies of a measure with what is known of their strata."""
        return self.tally.ratios.filter(pl.col("measure") == measure).join(
            self.strata, on="stratum", maintain_order="left"
        )

    def figures(
        self, measure: str, simultaneous: bool = False, least: int = intervals.LEAST_BLOCKS, minus_fair: bool = False
    ) -> pl.DataFrame:
        """Return a measure's figures: keys and tallies, then ``value``, ``error``, ``low`` and ``high``.

        Args:
            measure: name of the tally.
            simultaneous: whether the intervals of all seats hold at once.
            least: fewest blocks for an interval.
            minus_fair: whether a fair share is taken off.
        """
        rows = self.rows(measure)
        n, x, y, xx, xy, yy = (rows[c] for c in SUMS)
        value, error = intervals.ratio(n, x, y, xx, xy, yy, least)
        half = error * _reach(rows, simultaneous)
        centre = value - 1 / rows["players"].to_numpy() if minus_fair else value
        return rows.with_columns(
            value=pl.Series(centre), error=pl.Series(error), low=pl.Series(centre - half), high=pl.Series(centre + half)
        )

    def threshold(self, players: Iterable[int]) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the deviation from fair that counts, for player counts."""
        given = self.run.manifest["study"].get("report", {}).get("threshold")
        return np.array([given or DEFAULT_THRESHOLD.get(n, OTHER_THRESHOLD) for n in players], float)

    @property
    def item_threshold(self) -> float:
        """The worth of an item that counts."""
        return float(self.run.manifest["study"].get("report", {}).get("item_threshold") or ITEM_THRESHOLD)

    @cached_property
    def played(self) -> dict[int, int]:
        """Games played by stratum."""
        return dict(self.rows("turns").select("stratum", "y").iter_rows())

    def judged(
        self, rows: pl.DataFrame, effect: str, limit: Any, words: tuple[str, str], inside: str = intervals.FAIR
    ) -> pl.DataFrame:
        """Add ``threshold``, ``verdict`` and ``more_games`` (of the stratum) for an effect.

        Args:
            rows: with ``stratum``, the effect and its interval.
            effect: name of its column; the interval is ``_low`` and ``_high``, of "value" ``low`` and ``high``.
            limit: threshold, one for all rows or one a row.
            words: for beyond the threshold, upwards and downwards.
            inside: word for within the threshold.
        """
        prefix = "" if effect == "value" else f"{effect}_"
        size, low, high = (rows[c].cast(pl.Float64).to_numpy() for c in (effect, f"{prefix}low", f"{prefix}high"))
        games = [self.played[index] for index in rows["stratum"]]
        limits = np.broadcast_to(np.asarray(limit, float), low.shape)
        verdict = np.array(intervals.verdict(low, high, limits, words, inside), object)
        more = intervals.more_games(games, size, (high - low) / 2, limits)
        open_ = (verdict == intervals.NOT_SHOWN) & np.isfinite(more)
        counts = [int(m) if o else None for m, o in zip(more, open_, strict=True)]
        return rows.with_columns(
            threshold=pl.Series(limits),
            verdict=pl.Series(list(verdict), dtype=pl.String),
            more_games=pl.Series(counts, dtype=pl.Int64),
        )

    def quantiles(self, measure: str) -> pl.DataFrame:
        """Return exact quantiles of a histogram, a row a stratum, name and strategy."""
        counts = self.tally.counts.filter(pl.col("measure") == measure).sort("value")
        below = pl.col("games").cum_sum()
        picks = [
            pl.col("value").filter(below >= max(q, 1e-12) * pl.col("games").sum()).first().alias(name)
            for name, q in QUANTILES.items()
        ]
        return counts.group_by("stratum", "name", "strategy").agg(picks)


def _reach(rows: pl.DataFrame, simultaneous: bool) -> Any:
    """Return how many standard errors the intervals of figures reach."""
    reach = np.full(len(rows), np.nan)
    players = rows["players"].to_numpy() if simultaneous else np.ones(len(rows), int)
    for families in np.unique(players):
        chosen = players == families
        reach[chosen] = intervals.quantile(rows["blocks"].to_numpy()[chosen], int(families))
    return reach


def renamed(figures: pl.DataFrame, name: str, keys: Iterable[str]) -> pl.DataFrame:
    """Return keys and the interval of figures under another name: ``name``, ``name_low``, ``name_high``."""
    return figures.select(
        *keys, pl.col("value").alias(name), pl.col("low").alias(f"{name}_low"), pl.col("high").alias(f"{name}_high")
    )


def rates(figures: pl.DataFrame) -> pl.DataFrame:
    """Keep the intervals of shares between 0 and 1; without spread they are Wilson's, with blocks as trials."""
    sure = (figures["error"] == 0).to_numpy()
    low, high = intervals.wilson(figures["value"] * figures["blocks"], figures["blocks"])
    return figures.with_columns(
        low=pl.Series(np.where(sure, low, np.maximum(figures["low"], 0))),
        high=pl.Series(np.where(sure, high, np.minimum(figures["high"], 1))),
    )


def overall(figures: pl.DataFrame, *free: str) -> pl.DataFrame:
    """Return the figures over all of every integer key, but for the keys that are free: those are given."""
    for key in ("strategy", "seat", "at", "bin"):
        figures = figures.filter(pl.col(key) != NONE) if key in free else figures.filter(pl.col(key) == NONE)
    return figures


def in_order(rows: pl.DataFrame, names: Iterable[str], *keys: str) -> pl.DataFrame:
    """Sort by stratum, the order in which names are declared, then other keys."""
    place = {name: i for i, name in enumerate(names)}
    order = pl.col("name").replace_strict(place, default=len(place), return_dtype=pl.Int64)
    return rows.with_columns(place=order).sort("stratum", "place", "name", *keys)


def labelled(rows: pl.DataFrame, labels: Mapping[str, str]) -> pl.DataFrame:
    """Add the words for ``name`` as ``label``."""
    return rows.with_columns(
        label=pl.col("name").replace_strict(labels, default=pl.col("name"), return_dtype=pl.String)
    )
