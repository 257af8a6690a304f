"""A run of the toy game to which ballots and forks are added afterwards: what they are worth is known."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simcore.runs import Run
from tests.analysis import synthetic
from tests.analysis.synthetic import EFFECTS, Truth, facts, forked_rows, forking

LAWS = (
    "pay a coin a vote", "three points for every pair", "most gold", "an extension", "recruit a squire", "war", "peace",
    "a name that is too long for one line of a chart", "nothing at all", "counties", "nobles", "markers",
)  # fmt: skip
TRUTH = Truth(
    items=(3.0, 1.5, *[0.0] * 5, -2.0, *[0.0] * 4), courted=(0.0, 0.0, 0.5), pushed=(0.0,) * 3 + (1.0,),
    swing=(0.0,) * 4 + (2.0,), jitter=2.0,
)  # fmt: skip


def add_ballots(run: Run, folder: Path, forks: float = 0.5, truth: Truth = TRUTH) -> Run:
    """Copy a run and give its sampled games ballots, a share of all games forks, and stocks of points."""
    shutil.copytree(run.path, folder)
    shutil.rmtree(folder / "items")
    manifest = _declared(run.manifest, forks)
    for chunk in run.chunks:
        rng = np.random.default_rng([5, chunk.index])
        n, part = chunk.stratum.players, f"part-{chunk.index:05d}.parquet"
        seats = pl.read_parquet(folder / "seats" / part)
        rounds = pl.read_parquet(folder / "rounds" / part)
        game = seats["game"].to_numpy()[::n]
        score = seats["score"].to_numpy().reshape(-1, n)
        before = 2.0 * (score - score.mean(axis=1, keepdims=True)) + rng.normal(0, 2, score.shape)
        chance = 0.4 + truth.of_items(truth.courted) * (before[:, :, None] > 0)
        taken = rng.random((*score.shape, len(LAWS))) < chance
        kept = np.isin(game, rounds["game"].unique().to_numpy())
        _write_items(folder, chunk.index, game[kept], taken[kept], before[kept])
        forked = rng.random(len(game)) < forks * (chunk.stratum.pool == "mixed")
        columns = forked_rows(game[forked], before[forked], taken[forked], truth, rng)
        synthetic._write(folder, "effects", chunk.index, columns, EFFECTS)
        parts = {f"stock_points_{c}": (pl.col("standing") * share).cast(pl.Int16) for c, share in SPLIT.items()}
        rounds.with_columns(**parts).write_parquet(folder / "rounds" / part)
    return Run(folder, manifest)


SPLIT = {"steps": 0.7, "bonus": 0.3}


def _declared(manifest: Any, forks: float) -> dict[str, Any]:
    said = copy.deepcopy(dict(manifest))
    for arm in said["arms"].values():
        arm.pop("items", None)  # the declared items stand in the game's own order
    told = forking(forks)
    told["moments"] = [{**told["moments"][0], "item_kind": "law"}]
    kinds = [{"name": "law", "label": "laws", "meaning": "points that it handed out"}]
    items = [{"name": f"law_{i}", "kind": "law", "label": f"Law {i}: {words}"} for i, words in enumerate(LAWS)]
    items[3]["provenance"] = "assumed"
    stocks = [{"name": f"points_{c}", "label": f"points from {c}", "meaning": ""} for c in SPLIT]
    said["game"] |= {"items": items, "item_kinds": kinds, "stocks": [*said["game"]["stocks"], *stocks]}
    said["game"] |= {key: told[key] for key in ("moments", "item_facts")}
    return said | {"effects": told["effects"]}


def _write_items(folder: Path, index: int, game: Any, taken: Any, before: Any) -> None:
    row, seat, item = np.nonzero(np.ones_like(taken))
    got = taken[row, seat, item].astype(np.int64)
    more = facts(taken, before)
    columns = {
        "game": game[row], "seat": seat, "item": item, "offered": np.ones(len(row)), "taken": got,
        "decision": 10 * got - 1, "round": got - 1, "brought": 3 * more["fact_applied"] * got, **more,
    }  # fmt: skip
    small = dict.fromkeys(set(columns) - {"game", "brought"}, pl.Int16)
    synthetic._write(folder, "items", index, columns, small | {"seat": pl.Int8, "brought": pl.Int32})
