"""A synthetic run on disk: planted truths without an engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
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
        arms: what the first seat is worth in addition, by arm; or all seats, a value each.
        luck: seed of the noise.
        no_result: share of games that decide nothing.
        courted: how much more often those who do well anyway take an item.
        pushed: what it is worth to takers of an item that it passes, whatever it says.
        swing: what an item's text is worth to who led before, and costs who was last.
        jitter: standard deviation of what happens to a seat in a branch and block by chance.
    """

    seats: tuple[float, ...] = (0.0,) * 5
    strategies: tuple[float, ...] = (0.0, 0.0, 0.0)
    items: tuple[float, ...] = (0.0,) * ITEMS
    arms: Mapping[str, float | tuple[float, ...]] | None = None
    luck: int = 0
    no_result: float = 0.0
    courted: tuple[float, ...] = ()
    pushed: tuple[float, ...] = ()
    swing: tuple[float, ...] = ()
    jitter: float = 0.0

    def of_items(self, values: Sequence[float]) -> np.ndarray[Any, Any]:
        """Return values of all items; those that are not given are 0."""
        return np.array([*values, *[0.0] * (len(self.items) - len(values))])


@dataclass(frozen=True)
class FakeRun:
    """A run as the analysis sees it."""

    path: Path
    manifest: dict[str, Any]


def _named(*names: str) -> list[dict[str, str]]:
    return [{"name": n, "label": n.capitalize(), "meaning": ""} for n in names]


BRANCHES = ("passed", "blank", "rejected")
ROLLOUTS = 4
BALLOT = {
    "name": "ballot", "label": "ballot", "item_kind": "card", "part": "voted for it", "branches": _named(*BRANCHES),
    "contrasts": [
        {"name": "text", "label": "the text", "branch": "passed", "against": "blank"},
        {"name": "vote", "label": "the vote", "branch": "passed", "against": "rejected"},
    ],
}  # fmt: skip
FACTS = ("passed", "spent", "applied", "gold", "rank")


def forking(games: float) -> dict[str, Any]:
    """Return what a manifest says of forks: what the game declares, and what was asked."""
    asked = {
        "moment": ["ballot"],
        "branches": {"ballot": list(BRANCHES)},
        "games": games,
        "moments": 1.0,
        "rollouts": ROLLOUTS,
    }
    return {"moments": [BALLOT], "item_facts": _named(*FACTS), "effects": asked}


def manifest(
    plan: Design, chunk: int, forks: float = 0.0, items: int = ITEMS, rules: Mapping[str, Mapping[str, int]] = {}
) -> dict[str, Any]:
    said = forking(forks) if forks else {"moments": [], "item_facts": [], "effects": None}
    return {
        "game": {
            "moments": said["moments"], "item_facts": said["item_facts"],
            "name": "toy", "title": "Toy", "unit": "points", "kinds": _named("build", "pass"), "points": _named("act"),
            "categories": _named("stones", "rest"), "stocks": [{**_named("gold")[0], "role": "stage"}],
            "rates": [{"name": "builds", "label": "builds", "kind": "build", "point": "act"}],
            "seat_parameters": _named("gift"), "item_kinds": _named("card"),
            "end_reasons": _named("full", "never"),
            "items": [{"name": f"card_{i}", "kind": "card", "label": f"Card {i}"} for i in range(items)],
        },
        "plan": {"seed": plan.seed, "sample": plan.sample, "chunk": chunk, "strata": [asdict(s) for s in plan.strata]},
        "strategies": [{"name": name, "level": name, "line": ""} for name in STRATEGIES],
        "study": {"report": {}},
        "arms": {arm: {"rules": dict(rules.get(arm, {}))} for arm in dict.fromkeys(s.arm for s in plan.strata)},
        "effects": said["effects"],
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
    chance = 0.3 + truth.of_items(truth.courted) * (noise[:, :, None] > 3)
    return Luck(noise, length, void, rng.random((games, n, len(truth.items)))[cut] < chance)


def _write(folder: Path, table: str, index: int, columns: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    (folder / table).mkdir(exist_ok=True)
    frame = pl.DataFrame(columns).with_columns(pl.col(k).cast(t) for k, t in types.items())
    frame.write_parquet(folder / table / f"part-{index:05d}.parquet")


def write_chunk(folder: Path, plan: Design, c: Chunk, truth: Truth, luck: Luck, votes: bool = False) -> None:
    n = c.stratum.players
    seats = seating(plan, c.stratum, c.first_block, c.blocks)
    bot = seats.bot[:, :n]
    score = (
        luck.noise + np.array(truth.seats[:n]) + np.array(truth.strategies)[bot] + luck.taken @ np.array(truth.items)
    )
    gift = np.atleast_1d((truth.arms or {}).get(c.stratum.arm, 0.0))[:n]
    score[:, : len(gift)] += gift
    score = np.round(score + 50).astype(np.int64)
    _games(folder, c, seats, luck.length, luck.void)
    _seats(folder, c, seats, score, luck.length)
    kept = np.flatnonzero(seats.sampled)
    _rounds(folder, c, seats.game[kept], score[kept], luck.length[kept])
    _items(folder, c, seats.game[kept], luck.taken[kept], luck.length[kept], luck.noise[kept] if votes else None)
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


EFFECTS: dict[str, Any] = {
    "game": pl.Int64, "moment": pl.Int8, "decision": pl.Int16, "item": pl.Int16, "branch": pl.Int8,
    "rollouts": pl.Int16, "seat": pl.Int8, "part": pl.Boolean, "rank_before": pl.Int8, "win60": pl.Int32,
    "score": pl.Int32, "ahead": pl.Int32,
}  # fmt: skip


def forked_rows(game: Any, before: Any, taken: Any, truth: Truth, rng: Any) -> dict[str, Any]:
    """Fork games at a ballot of every item: what led before still counts, and all branches share the luck.

    Args:
        game: ids (games,).
        before: how well seats do at the ballot (games, players).
        taken: who votes for which item (games, players, items).
        truth: what items are worth to those who vote for them.
        rng: luck of what comes after.
    """
    games, n, items = taken.shape
    rank = ranks(before)
    tilt = (rank == 1).astype(float) - (rank == n)
    yes = np.moveaxis(taken, 2, 1)  # games, items, players
    text = yes * np.array(truth.items)[:, None] + tilt[:, None, :] * truth.of_items(truth.swing)[:, None]
    push = yes * truth.of_items(truth.pushed)[:, None]
    base = 50 + 0.7 * before[None, :, None, :] + rng.normal(0, 7, (ROLLOUTS, games, items, n))
    block = np.unique(game // n, return_inverse=True)[1]
    sums = []
    for gain in (text + push, push, 0):
        chance = rng.normal(0, truth.jitter, (games, items, n))[block]
        score = np.round(base + gain + chance).astype(np.int64)
        ranked = np.sort(score, axis=-1)
        margin = np.maximum(score - np.where(score == ranked[..., -1:], ranked[..., -2:-1], ranked[..., -1:]), 0)
        sums.append([a.sum(axis=0) for a in (win60(score.reshape(-1, n)).reshape(score.shape), score, margin)])
    won, scores, ahead = (np.stack([s[k] for s in sums], axis=2) for k in range(3))  # games, items, branches, players
    g, i, b, s = (a.ravel() for a in np.indices(won.shape))
    return {
        "game": game[g], "moment": np.zeros(len(g)), "decision": 10 + i, "item": i, "branch": b,
        "rollouts": np.full(len(g), ROLLOUTS), "seat": s, "part": yes[g, i, s], "rank_before": rank[g, s],
        "win60": won.ravel(), "score": scores.ravel(), "ahead": ahead.ravel(),
    }  # fmt: skip


def fork(plan: Design, c: Chunk, truth: Truth, share: float) -> pl.DataFrame:
    """Fork a share of all games of a chunk's stratum, so that cuts do not change games."""
    whole = replace(c, first_block=0, blocks=c.stratum.blocks)
    luck = draw(plan, whole, truth)
    rng = np.random.default_rng([truth.luck, 99, c.stratum.index])
    kept = np.flatnonzero(rng.random(whole.games) < share)
    return pl.DataFrame(
        forked_rows(c.stratum.first_game + kept, luck.noise[kept], luck.taken[kept], truth, rng)
    )  # fmt: skip


def ranks(score: Any) -> Any:
    return 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)


def _items(folder: Path, c: Chunk, game: Any, taken: Any, length: Any, before: Any = None) -> None:
    row, seat, item = np.nonzero(np.ones_like(taken))
    got = taken[row, seat, item].astype(np.int64)
    at = np.where(got == 1, (game[row] + seat + item) % length[row], -1)
    columns = {
        "game": game[row], "seat": seat, "item": item, "offered": np.full(len(row), 2), "taken": got,
        "decision": at, "round": at, "brought": 5 * got,
    }  # fmt: skip
    if before is not None:
        columns |= facts(taken, before)
    small = dict.fromkeys(
        ("item", "offered", "taken", "decision", "round", *columns.keys() - {"game", "brought"}), pl.Int16
    )
    _write(folder, "items", c.index, columns, small | {"seat": pl.Int8, "brought": pl.Int32})


def facts(taken: Any, before: Any) -> dict[str, Any]:
    """Return what else is told of ballots: a tie passes, yes costs two markers, and what passes is applied twice."""
    n = taken.shape[1]
    row, seat, item = np.nonzero(np.ones_like(taken))
    got = taken[row, seat, item].astype(np.int64)
    passed = (2 * taken.sum(axis=1) >= n)[row, item].astype(np.int64)
    return {
        "fact_passed": passed, "fact_spent": 1 + got, "fact_applied": 2 * passed, "fact_gold": 6 * passed,
        "fact_rank": ranks(before)[row, seat],
    }  # fmt: skip


def write_run(
    folder: Path,
    truth: Truth | None = None,
    games: int = 3000,
    players: Sequence[int] = (3,),
    chunk: int = 1000,
    arms: Sequence[str] = ("base",),
    marks: Sequence[tuple[str, int]] = (),
    sample: float = 0.3,
    forks: float = 0.0,
    rules: Mapping[str, Mapping[str, int]] = {},
    **more: Any,
) -> FakeRun:
    """Write a run in which every sentence of the truth holds."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = design(7, [(arm, range(len(STRATEGIES))) for arm in arms], players, games, marks, sample=sample, **more)
    truth = truth or Truth()
    forked: dict[int, pl.DataFrame] = {}
    for c in plan.chunks(chunk):
        write_chunk(folder, plan, c, truth, draw(plan, c, truth), forks > 0)
        if forks and c.stratum.pool == "mixed":
            if c.stratum.index not in forked:
                forked[c.stratum.index] = fork(plan, c, truth, forks)
            rows = forked[c.stratum.index]
            first = c.stratum.first_game + c.first_block * c.stratum.players
            here = rows.filter(pl.col("game").is_between(first, first + c.games - 1))
            _write(folder, "effects", c.index, here.to_dict(), EFFECTS)
    return FakeRun(folder, json.loads(json.dumps(manifest(plan, chunk, forks, len(truth.items), rules))))
