"""All tables of a run, and where they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from analysis import items, pace, seats, strategies, votes
from analysis.book import Book
from analysis.causes import effect_strategies, item_effects
from analysis.collect import collect
from analysis.parts import Recorded, source
from analysis.schema import TABLES
from analysis.slopes import handicap
from analysis.variants import variants
from simcore.errors import RunError

MAKERS = {
    "overview": seats.overview,
    "seat_shares": seats.seat_shares,
    "points": seats.points,
    **pace.TABLES,
    "item_worth": items.item_worth,
    "item_timing": items.item_timing,
    "item_takings": items.item_takings,
    "item_effects": item_effects,
    "effect_strategies": effect_strategies,
    "item_ballots": votes.item_ballots,
    "agreement": votes.agreement,
    "matchups": strategies.matchups,
    "strengths": strategies.strengths,
    "variants": variants,
}


class Tables(Mapping[str, pl.DataFrame]):
    """Polars frames by name, also as attributes: ``tables["seat_shares"]`` or ``tables.seat_shares``.

    Args:
        frames: the tables.
    """

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        self._frames = dict(frames)

    def __getitem__(self, name: str) -> pl.DataFrame:
        return self._frames[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._frames)

    def __len__(self) -> int:
        return len(self._frames)

    def __getattr__(self, name: str) -> pl.DataFrame:
        frames = self.__dict__.get("_frames", {})
        if name not in frames:
            raise AttributeError(f"no table {name!r} (known: {', '.join(frames)})")
        found: pl.DataFrame = frames[name]
        return found

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._frames]

    def __repr__(self) -> str:
        lines = [f"  {name:<16}{len(rows):>8,} rows x {rows.width} columns" for name, rows in self._frames.items()]
        return "\n".join(["Tables", *lines])


def analyse(run: Recorded) -> Tables:
    """Return all tables of a run, from its finished chunks.

    Args:
        run: with ``path`` and ``manifest``.

    Raises:
        RunError: no chunk is finished.
    """
    recorded = source(run)
    if not recorded.chunks:
        raise RunError(f"{recorded.path}: no chunk of this run is finished; play it first")
    book = Book(recorded, collect(recorded))
    made = {name: make(book) for name, make in MAKERS.items()} | handicap(book)
    return Tables({name: made[name] for name in TABLES})


def save(tables: Mapping[str, pl.DataFrame], folder: Path) -> None:
    """Write every table as ``tables/NAME.parquet`` and ``.csv`` in a folder."""
    place = folder / "tables"
    place.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        rows.write_parquet(place / f"{name}.parquet")
        rows.write_csv(place / f"{name}.csv")
