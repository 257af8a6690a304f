"""Reading a run, a few chunks of one stratum at a time: each holds whole blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl

from simcore.errors import RunError
from simcore.manifest import read_plan
from simcore.plan import MIXED, Chunk, Design, Stratum, lineup_table

TESTED = ("did", "leader", "last")  # groups of seats that are tested where a moment does not say


class Recorded(Protocol):
    """What the analysis needs of a run."""

    @property
    def path(self) -> Path:
        """The run's folder."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was asked."""


@dataclass(frozen=True)
class Part:
    """The tables of one chunk or several.

    Attributes:
        stratum: all its games belong to it.
        games: a row a game.
        seats: a row a game and seat, with ``block``, ``lineup`` and ``decided`` (0 or 1) of its game.
        rounds: a row a sampled game, round and seat, in this order, with what ``seats`` says
            and ``length``, the game's rounds.
        items: a row a sampled game, seat and item, with the same.
        effects: a row a forked game, moment, branch and seat, with ``block`` and ``strategy``; empty if nothing was
            forked.
    """

    stratum: Stratum
    games: pl.DataFrame
    seats: pl.DataFrame
    rounds: pl.DataFrame
    items: pl.DataFrame
    effects: pl.DataFrame = field(default_factory=pl.DataFrame)


@dataclass(frozen=True)
class Contrast:
    """Two branches of a moment that are compared: what it is worth that the one happens and not the other.

    Attributes:
        moment: number of the moment.
        at: name of the moment.
        name: of the contrast.
        label: its words.
        kind: kind of the items that moments are about.
        part: what a seat has done that takes part, in words; "" if nobody can.
        one: number of the branch that happens.
        two: number of the branch it is compared with.
        tested: groups of seats whose chance to win is tested for every item.
    """

    moment: int
    at: str
    name: str
    label: str
    kind: str
    part: str
    one: int
    two: int
    tested: tuple[str, ...] = TESTED


@dataclass(frozen=True)
class Source:
    """A run as the analysis sees it.

    Attributes:
        path: the run's folder.
        manifest: what was asked.
    """

    path: Path
    manifest: Mapping[str, Any]

    @cached_property
    def design(self) -> Design:
        """The experimental design."""
        return read_plan(self.manifest["plan"])

    @cached_property
    def chunks(self) -> dict[int, Chunk]:
        """The committed chunks by number; nothing else counts as played."""
        done = {int(file.stem) for file in (self.path / "chunks").glob("*.json")}
        return {c.index: c for c in self.design.chunks(self.manifest["plan"]["chunk"]) if c.index in done}

    @cached_property
    def strategies(self) -> list[str]:
        """Names of the strategies by index."""
        return [row["name"] for row in self.manifest["strategies"]]

    def named(self, what: str) -> list[Mapping[str, str]]:
        """Return what the game declares under ``kinds``, ``points``, ``categories``, ``stocks``, ..., in order."""
        return list(self.manifest["game"][what])

    @cached_property
    def facts(self) -> list[Mapping[str, str]]:
        """What the game writes down of every item beside takings, in order."""
        return list(self.manifest["game"].get("item_facts") or [])

    @cached_property
    def rates(self) -> list[Mapping[str, str]]:
        """What is told of how often a kind of action is chosen when asked for, in order."""
        return list(self.manifest["game"].get("rates") or [])

    def fact(self, role: str) -> str:
        """Return the column of the fact of items that has a role, "" without one."""
        return next((f"fact_{fact['name']}" for fact in self.facts if fact.get("role") == role), "")

    @cached_property
    def contrasts(self) -> list[Contrast]:
        """All contrasts of the moments at which games were forked, in order."""
        asked = (self.manifest.get("effects") or {"branches": {}})["branches"]
        return [
            contrast
            for index, moment in enumerate(self.manifest["game"].get("moments") or [])
            for contrast in _contrasts(index, moment, asked.get(moment["name"], ()))
        ]

    def items_of(self, stratum: Stratum) -> list[Mapping[str, str]]:
        """Return the items of a stratum's arm by their numbers in recorded tables: arms may have other tables."""
        known = {row["name"]: row for row in self.named("items")}
        return [known[name] for name in self.manifest["arms"][stratum.arm].get("items", known)]

    def labels(self, what: str) -> dict[str, str]:
        """Return the words for what the game declares, by name."""
        return {row["name"]: row["label"] for row in self.named(what)}

    def lineup_classes(self, stratum: Stratum) -> tuple[np.ndarray[Any, np.dtype[np.int64]], list[str]]:
        """Return the class of every line-up (line-ups up to rotation) and the classes' names."""
        table = lineup_table(self.design.seed, stratum)
        turned = [[tuple(map(int, np.roll(row, -k))) for k in range(stratum.players)] for row in table]
        firsts = [min(row) if stratum.rotate else row[0] for row in turned]
        known = sorted(set(firsts))
        place = {row: i for i, row in enumerate(known)}
        names = [", ".join(self.strategies[bot] for bot in row) for row in known]
        return np.array([place[row] for row in firsts], np.int64), names

    def batches(self, most: int) -> list[list[int]]:
        """Return the committed chunks in groups of one stratum each, of at most so many games or one chunk."""
        groups: list[list[int]] = []
        stratum, games = -1, 0
        for number, chunk in self.chunks.items():
            if chunk.stratum.index != stratum or games + chunk.games > most:
                groups.append([])
                stratum, games = chunk.stratum.index, 0
            groups[-1].append(number)
            games += chunk.games
        return groups

    def table(self, name: str, numbers: Sequence[int]) -> pl.DataFrame:
        """Read one recorded table of some chunks."""
        return pl.concat([read_part(self.path / name / f"part-{number:05d}.parquet") for number in numbers])

    def part(self, *numbers: int) -> Part:
        """Read chunks of one stratum and put beside their rows what is known of their games."""
        stratum = self.chunks[numbers[0]].stratum
        n = stratum.players
        games = self.table("games", numbers).with_columns(decided=(~pl.col("no_result")).cast(pl.Int64))
        seats = self.table("seats", numbers)
        about = games.select("block", "lineup", "decided")[np.repeat(np.arange(len(games)), n)]
        seats = pl.concat([seats, about], how="horizontal")
        kept = seats.select("block", "decided", "strategy", "win60")
        rounds = self.table("rounds", numbers).sort("game", "round", "seat")
        lengths = rounds.group_by("game").agg(length=pl.col("round").max().cast(pl.Int64) + 1)

        def beside(rows: pl.DataFrame) -> pl.DataFrame:
            where = np.searchsorted(games["game"].to_numpy(), rows["game"].to_numpy()) * n + rows["seat"].to_numpy()
            joined: pl.DataFrame = pl.concat([rows, kept[where]], how="horizontal")
            return joined.join(lengths, on="game", maintain_order="left")

        items = beside(self.table("items", numbers))
        if not (self.contrasts and is_mixed(stratum)):
            return Part(stratum, games, seats, beside(rounds), items)
        effects = self.table("effects", numbers)
        where = np.searchsorted(games["game"].to_numpy(), effects["game"].to_numpy())
        strategy = seats["strategy"][where * n + effects["seat"].to_numpy()]
        return Part(stratum, games, seats, beside(rounds), items, effects.with_columns(games["block"][where], strategy))


def _contrasts(index: int, moment: Mapping[str, Any], played: Sequence[str]) -> list[Contrast]:
    """Return the contrasts of a moment whose branches were both played."""
    number = {branch["name"]: i for i, branch in enumerate(moment["branches"])}
    about = moment["item_kind"], moment["part"] or ""
    tested = tuple(moment.get("tested", TESTED))
    return [
        Contrast(
            index, moment["name"], c["name"], c["label"], *about, number[c["branch"]], number[c["against"]], tested
        )
        for c in moment["contrasts"]
        if c["branch"] in played and c["against"] in played
    ]


def read_part(file: Path, columns: list[str] | None = None) -> pl.DataFrame:
    """Read a recorded table of one chunk.

    Args:
        file: where it lies.
        columns: to read, all by default.

    Raises:
        RunError: the file is missing or damaged.
    """
    try:
        return pl.read_parquet(file, columns=columns)
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise RunError(
            f"{file}: missing or damaged; repeat the run's command with --resume to play it again"
        ) from error


def source(run: Recorded) -> Source:
    """Return a run as the analysis sees it."""
    return Source(Path(run.path), run.manifest)


def is_mixed(stratum: Stratum) -> bool:
    """Return whether strategies meet in a stratum."""
    return stratum.pool == MIXED
