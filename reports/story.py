"""What the page is about: a run's manifest and tables, with the questions figures ask of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from analysis.schema import ALL
from reports import style
from reports.numbers import seat_name
from simcore.plan import MIXED

Row = dict[str, Any]
PHASES = ("first third", "second third", "last third")
PHASE_MARKS = (("o", False), ("D", False), ("o", True))  # marker, and whether it is filled


@dataclass(frozen=True)
class Story:
    """A run as the report sees it.

    Attributes:
        manifest: what was asked.
        tables: of the analysis.
    """

    manifest: Mapping[str, Any]
    tables: Mapping[str, pl.DataFrame]

    @cached_property
    def game(self) -> Mapping[str, Any]:
        """What the game declares about itself."""
        game: Mapping[str, Any] = self.manifest["game"]
        return game

    @property
    def seat_word(self) -> str:
        """What the first seat is called."""
        return str(self.game.get("seat_word") or "one who begins")

    def seat(self, index: int) -> str:
        """Return a seat in words; the first one with what it is called."""
        return f"{seat_name(index)} ({self.seat_word})" if index == 0 else seat_name(index)

    @cached_property
    def arms(self) -> list[str]:
        """Names of the arms, the baseline first."""
        return list(self.manifest["arms"])

    def arm(self, name: str) -> str:
        """Return an arm with its title, as it is introduced."""
        asked = self.manifest["study"].get("arms", {}).get(name, {})
        told = self.manifest["arms"][name].get("title") or asked.get("title")
        return f"{name} ({told})" if told else name

    @cached_property
    def strategies(self) -> list[str]:
        """Names of the strategies, in the order of the study."""
        return [s["name"] for s in self.manifest["strategies"]]

    @cached_property
    def pools(self) -> list[str]:
        """Names of the pools, the headline first."""
        found = self._played["pool"].unique(maintain_order=True).to_list()
        return sorted(found, key=lambda pool: pool != MIXED)

    @cached_property
    def rivals(self) -> list[str]:
        """Names of the strategies that meet in the headline pool, in the order of the study."""
        met = self.tables["seat_shares"].filter((pl.col("slice") == "strategy") & (pl.col("pool") == self.pool))
        return [name for name in self.strategies if name in met["name"]]

    @property
    def pool(self) -> str:
        """The headline pool."""
        return self.pools[0]

    @cached_property
    def players(self) -> list[int]:
        """Player counts of the headline pool."""
        return [int(n) for n in self._played.filter(pl.col("pool") == self.pool)["players"].unique().sort()]

    @cached_property
    def _played(self) -> pl.DataFrame:
        rows = self.tables["overview"]
        return rows.filter((pl.col("arm") == self.arms[0]) & (pl.col("games") > 0))

    def rows(self, table: str, players: int, pool: str = "", arm: str = "", **wanted: Any) -> list[Row]:
        """Return rows of a table for one arm.

        Args:
            table: its name.
            players: player count.
            pool: headline if not given.
            arm: baseline if not given.
            wanted: values that columns must have; a list: one of them.
        """
        frame = self.tables[table].filter(
            (pl.col("arm") == (arm or self.arms[0]))
            & (pl.col("players") == players)
            & (pl.col("pool") == (pool or self.pool))
        )
        for column, want in wanted.items():
            is_one = pl.col(column).is_in(want) if isinstance(want, list) else pl.col(column) == want
            frame = frame.filter(is_one)
        return frame.rows(named=True)

    def strategy_index(self, name: str) -> int:
        """Return the number of a strategy: decides its colour and marker on the whole page."""
        return self.strategies.index(name)

    def pool_marker(self, pool: str) -> tuple[str, bool]:
        """Return the marker of a pool, and whether it is filled."""
        return style.marker(self.pools.index(pool)), pool == self.pool

    def kinds(self) -> list[str]:
        """Return the kinds of items, in their order."""
        return [k["name"] for k in self.game["item_kinds"]]

    @cached_property
    def _short(self) -> dict[str, str]:
        return {item["name"]: item.get("short") or item["label"] for item in self.game["items"]}

    def short(self, item: str) -> str:
        """Return few words for an item, for charts of many."""
        return self._short.get(item, item)

    def items(self, players: int, strategy: str = ALL) -> list[Row]:
        """Return rows of items that have a worth, the highest first."""
        found = self.rows("item_worth", players, strategy=strategy)
        return sorted((r for r in found if r["worth"] is not None), key=lambda r: -r["worth"])
