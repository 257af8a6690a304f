"""A synthetic run on disk: planted truths without an engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simcore.plan import Chunk, Design, Seating, design, seating

ITEMS = 6
STRATEGIES = ("random", "greedy", "crowd")


@dataclass(frozen=True)
class Truth:
    """What is planted, on the scale of scores (whose noise has a standard deviation of 10).

    Attributes:
        seats: what a seat is worth.
        strategies: what a strategy is worth.
        items: what an item is worth to its taker.
        arms: what the first seat is worth in addition, by arm.
        luck: seed of the noise.
        no_result: share of games that decide nothing.
    """

    seats: tuple[float, ...] = (0.0,) * 5
    strategies: tuple[float, ...] = (0.0, 0.0, 0.0)
    items: tuple[float, ...] = (0.0,) * ITEMS
    arms: Mapping[str, float] | None = None
    luck: int = 0
    no_result: float = 0.0


@dataclass(frozen=True)
class FakeRun:
    """A run as the analysis sees it."""

    path: Path
    manifest: dict[str, Any]


def _named(*names: str) -> list[dict[str, str]]:
    return [{"name": n, "label": n.capitalize(), "meaning": ""} for n in names]


def manifest(plan: Design, chunk: int) -> dict[str, Any]:
    return {
        "game": {
            "name": "toy", "title": "Toy", "unit": "points", "kinds": _named("build", "pass"), "points": _named("act"),
            "categories": _named("stones", "rest"), "stocks": _named("gold"), "item_kinds": _named("card"),
            "end_reasons": _named("full", "never"),
            "items": [{"name": f"card_{i}", "kind": "card", "label": f"Card {i}"} for i in range(ITEMS)],
        },
        "plan": {"seed": plan.seed, "sample": plan.sample, "chunk": chunk, "strata": [asdict(s) for s in plan.strata]},
        "strategies": [{"name": name, "level": name, "line": ""} for name in STRATEGIES],
        "study": {"report": {}},
        "arms": {arm: {} for arm in dict.fromkeys(s.arm for s in plan.strata)},
    }  # fmt: skip


def win60(score: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    best = score == score.max(axis=1, keepdims=True)
    return best * (60 // best.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class Luck:
    """What chance gives to the games of a chunk.

    Attributes:
        noise: of scores (games, players).
        length: rounds (games,).
        void: whether a game decides nothing (games,).
        taken: whether a seat takes an item (games, players, items).
    """

    noise: np.ndarray[Any, Any]
    length: np.ndarray[Any, Any]
    void: np.ndarray[Any, Any]
    taken: np.ndarray[Any, Any]


def draw(plan: Design, c: Chunk, truth: Truth) -> Luck:
    """Draw for the whole stratum and cut the chunk out, so that cuts do not change games."""
    rng = np.random.default_rng([truth.luck, plan.seed, c.stratum.index])
    games, n = c.stratum.games, c.stratum.players
    cut = slice(c.first_block * n, c.first_block * n + c.games)
    noise = rng.normal(0, 10, (games, n))[cut]
    length = rng.integers(4, 9, games)[cut]
    void = (rng.random(games) < truth.no_result)[cut]
    return Luck(noise, length, void, (rng.random((games, n, ITEMS)) < 0.3)[cut])


def _write(folder: Path, table: str, index: int, columns: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    (folder / table).mkdir(exist_ok=True)
    frame = pl.DataFrame(columns).with_columns(pl.col(k).cast(t) for k, t in types.items())
    frame.write_parquet(folder / table / f"part-{index:05d}.parquet")


def write_chunk(folder: Path, plan: Design, c: Chunk, truth: Truth, luck: Luck) -> None:
    n = c.stratum.players
    seats = seating(plan, c.stratum, c.first_block, c.blocks)
    bot = seats.bot[:, :n]
    score = (
        luck.noise + np.array(truth.seats[:n]) + np.array(truth.strategies)[bot] + luck.taken @ np.array(truth.items)
    )
    score[:, 0] += (truth.arms or {}).get(c.stratum.arm, 0.0)
    score = np.round(score + 50).astype(np.int64)
    _games(folder, c, seats, luck.length, luck.void)
    _seats(folder, c, seats, score, luck.length)
    kept = np.flatnonzero(seats.sampled)
    _rounds(folder, c, seats.game[kept], score[kept], luck.length[kept])
    _items(folder, c, seats.game[kept], luck.taken[kept], luck.length[kept])
    (folder / "chunks").mkdir(exist_ok=True)
    (folder / "chunks" / f"{c.index:05d}.json").write_text(json.dumps({"chunk": c.index}))


def _games(folder: Path, c: Chunk, seats: Seating, length: Any, void: Any) -> None:
    n, count = c.stratum.players, c.games
    columns = {
        "game": seats.game, "stratum": np.full(count, c.stratum.index), "players": np.full(count, n),
        "block": seats.block, "deal": seats.deal, "rotation": seats.rotation, "lineup": seats.lineup,
        "turns": length * n, "rounds": length, "decisions": 2 * length * n, "end_reason": np.zeros(count, int),
        "no_result": void,
    }  # fmt: skip
    small = dict.fromkeys(("players", "deal", "rotation", "end_reason"), pl.Int8)
    _write(
        folder, "games", c.index, columns, small | dict.fromkeys(("stratum", "turns", "rounds", "decisions"), pl.Int16)
    )


def _seats(folder: Path, c: Chunk, seats: Seating, score: Any, length: Any) -> None:
    n, count = c.stratum.players, c.games
    rank = 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)
    columns = {
        "game": np.repeat(seats.game, n), "seat": np.tile(np.arange(n), count), "strategy": seats.bot[:, :n].ravel(),
        "score": score.ravel(), "rank": rank.ravel(), "win60": win60(score).ravel(),
        "tie_break": np.zeros(count * n, bool),
        "points_stones": (score // 2).ravel(), "points_rest": (score - score // 2).ravel(),
    }  # fmt: skip
    small = dict.fromkeys(("seat", "strategy", "rank", "win60"), pl.Int8)
    wide = dict.fromkeys(("points_stones", "points_rest"), pl.Int16)
    _write(folder, "seats", c.index, columns, small | wide | {"score": pl.Int32})


def _rounds(folder: Path, c: Chunk, game: Any, score: Any, length: Any) -> None:
    n = c.stratum.players
    index = np.repeat(np.arange(len(game)), length)
    at = np.concatenate([np.arange(k) for k in length] or [np.zeros(0, int)])
    standing = score[index] * (at + 1)[:, None] // length[index][:, None]
    columns = {
        "game": np.repeat(game[index], n), "seat": np.tile(np.arange(n), len(index)), "round": np.repeat(at, n),
        "standing": standing.ravel(), "stock_gold": np.repeat(at, n), "acts_build": np.repeat(at + 1, n),
        "acts_pass": np.repeat(at + 1, n), "asked_act": np.repeat(2 * (at + 1), n),
        "options_act": np.repeat(6 * (at + 1), n),
    }  # fmt: skip
    wide = [k for k in columns if k not in ("game", "seat", "standing")]
    _write(folder, "rounds", c.index, columns, dict.fromkeys(wide, pl.Int16) | {"seat": pl.Int8, "standing": pl.Int32})


def _items(folder: Path, c: Chunk, game: Any, taken: Any, length: Any) -> None:
    row, seat, item = np.nonzero(np.ones_like(taken))
    got = taken[row, seat, item].astype(np.int64)
    at = np.where(got == 1, (game[row] + seat + item) % length[row], -1)
    columns = {
        "game": game[row], "seat": seat, "item": item, "offered": np.full(len(row), 2), "taken": got,
        "decision": at, "round": at, "brought": 5 * got,
    }  # fmt: skip
    small = dict.fromkeys(("item", "offered", "taken", "decision", "round"), pl.Int16)
    _write(folder, "items", c.index, columns, small | {"seat": pl.Int8, "brought": pl.Int32})


def write_run(
    folder: Path,
    truth: Truth | None = None,
    games: int = 3000,
    players: Sequence[int] = (3,),
    chunk: int = 1000,
    arms: Sequence[str] = ("base",),
    marks: Sequence[tuple[str, int]] = (),
    sample: float = 0.3,
    **more: Any,
) -> FakeRun:
    """Write a run in which every sentence of the truth holds."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = design(7, [(arm, range(len(STRATEGIES))) for arm in arms], players, games, marks, sample=sample, **more)
    for c in plan.chunks(chunk):
        write_chunk(folder, plan, c, truth or Truth(), draw(plan, c, truth or Truth()))
    return FakeRun(folder, json.loads(json.dumps(manifest(plan, chunk))))
