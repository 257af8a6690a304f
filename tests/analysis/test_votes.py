"""Ballots and blocs against plain counting."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import analysis
from analysis import Tables
from tests.analysis.synthetic import STRATEGIES, FakeRun, Truth, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> FakeRun:
    """Strategies 1 and 2 vote as the item's number says, strategy 0 at random."""
    truth = Truth(courted=(0.0, 0.0, 0.5))
    made = write_run(tmp_path_factory.mktemp("votes"), truth, games=1500, chunk=600, sample=0.6, forks=0.1)
    rng = np.random.default_rng(3)
    for part in sorted((made.path / "items").iterdir()):
        seats = pl.read_parquet(made.path / "seats" / part.name).select("game", "seat", "strategy")
        rows = pl.read_parquet(part).join(seats, on=["game", "seat"], how="left", maintain_order="left")
        taste = (rows["item"].to_numpy() % 2) == (rng.random(len(rows)) < 0.9)
        yes = np.where(rows["strategy"].to_numpy() > 0, taste, rng.random(len(rows)) < 0.5)
        rows.drop("strategy").with_columns(taken=pl.Series(yes.astype(np.int16))).write_parquet(part)
    return made


@pytest.fixture(scope="module")
def tables(run: FakeRun) -> Tables:
    return analysis.analyse(run)


@pytest.fixture(scope="module")
def recorded(run: FakeRun) -> pl.DataFrame:
    games = pl.read_parquet(run.path / "games" / "*.parquet").select("game", "block")
    seats = pl.read_parquet(run.path / "seats" / "*.parquet").select("game", "seat", "strategy")
    items = pl.read_parquet(run.path / "items" / "*.parquet")
    return items.join(games, on="game").join(seats, on=["game", "seat"])


def figure(tables: Tables, measure: str, slice_: str = "all", at: int = -1, item: str = "card_2") -> dict[str, Any]:
    wanted = {"item": item, "slice": slice_, "at": at, "measure": measure}
    return tables.item_ballots.row(
        by_predicate=pl.all_horizontal(pl.col(k) == v for k, v in wanted.items()), named=True
    )


def test_ballots_are_the_plain_ones(tables: Tables, recorded: pl.DataFrame) -> None:
    here = recorded.filter(pl.col("item") == 2)
    ballots = here["game"].n_unique()
    whole = {
        m: figure(tables, m) for m in ("passed", "yes", "spent_for", "spent_against", "brought", "gold", "applied")
    }
    yes = here.filter(pl.col("taken") > 0)
    applied = here["fact_applied"].sum() / 3
    assert whole["passed"]["cases"] == ballots
    assert whole["passed"]["value"] == pytest.approx(here["fact_passed"].mean())
    assert whole["yes"]["value"] == pytest.approx(len(yes) / ballots)
    assert whole["spent_for"]["value"] == pytest.approx(yes["fact_spent"].sum() / ballots)
    assert whole["spent_against"]["value"] == pytest.approx(
        (here["fact_spent"].sum() - yes["fact_spent"].sum()) / ballots
    )
    assert whole["brought"]["value"] == pytest.approx(here["brought"].sum() / applied)
    assert whole["gold"]["value"] == pytest.approx(9.0)
    assert whole["applied"]["value"] == pytest.approx(applied / ballots)
    assert whole["brought"]["cases"] == applied
    assert all(w["low"] <= w["value"] <= w["high"] for w in whole.values())


@pytest.mark.parametrize(("slice_", "column", "first"), [("seat", "seat", 0), ("rank", "fact_rank", 1)])
def test_slices_are_means_of_their_seats(
    tables: Tables, recorded: pl.DataFrame, slice_: str, column: str, first: int
) -> None:
    here = recorded.filter(pl.col("item") == 2)
    for at in range(first, first + 3):
        mine = here.filter(pl.col(column) == at)
        assert figure(tables, "yes", slice_, at)["value"] == pytest.approx((mine["taken"] > 0).mean())
        assert figure(tables, "gold", slice_, at)["value"] == pytest.approx(3.0)
    assert "passed" not in tables.item_ballots.filter(pl.col("slice") == slice_)["measure"]


def test_what_was_not_voted_on_is_still_carried_out(run: FakeRun, tmp_path: Path) -> None:
    """An item that is there from the beginning has no ballots."""
    shutil.copytree(run.path, tmp_path, dirs_exist_ok=True)
    for part in (tmp_path / "items").iterdir():
        rows = pl.read_parquet(part)
        opening = pl.col("item") == 2
        kept = [pl.when(opening).then(0).otherwise(c).cast(pl.Int16).alias(c) for c in ("offered", "taken")]
        rows.with_columns(kept).write_parquet(part)
    found = analysis.analyse(FakeRun(tmp_path, run.manifest)).item_ballots.filter(pl.col("item") == "card_2")
    assert {"applied", "brought", "gold"} == set(found["measure"])


def test_agreement_is_the_plain_one(tables: Tables, recorded: pl.DataFrame) -> None:
    pairs = recorded.join(recorded, on=["game", "item", "block"], suffix="_two")
    for r in tables.agreement.iter_rows(named=True):
        i, j = STRATEGIES.index(r["strategy"]), STRATEGIES.index(r["against"])
        both = pairs.filter(
            (pl.col("strategy") == i) & (pl.col("strategy_two") == j) & (pl.col("seat") != pl.col("seat_two"))
        )
        if i == j:
            both = both.filter(pl.col("seat") < pl.col("seat_two"))
        assert r["votes"] == len(both)
        assert r["alike"] == pytest.approx(float((both["taken"] == both["taken_two"]).mean()))
        assert r["value"] == pytest.approx(_over_chance(both))
        assert r["value"] == pytest.approx(r["alike"] - r["chance"])
        blocks = both["block"].unique().to_list()
        left_out = [_over_chance(both.filter(pl.col("block") != b)) for b in blocks] if i != j else []
        if left_out:  # the delta method and the jackknife agree
            n = len(left_out)
            error = np.sqrt((n - 1) / n * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))
            assert (r["high"] - r["low"]) / 2 == pytest.approx(1.97 * error, rel=0.05)


def _over_chance(pairs: pl.DataFrame) -> float:
    one, two = pairs["taken"].to_numpy().astype(float), pairs["taken_two"].to_numpy().astype(float)
    p, q = one.mean(), two.mean()
    return float((one == two).mean() - p * q - (1 - p) * (1 - q))


def test_the_bloc_is_found(tables: Tables) -> None:
    found = {(r["strategy"], r["against"]): r for r in tables.agreement.iter_rows(named=True)}
    assert len(found) == 6
    assert found["greedy", "crowd"]["low"] > 0.25
    assert found["random", "greedy"]["low"] < 0 < found["random", "greedy"]["high"] < 0.05


def test_kinds_of_which_nothing_passes_are_not_voted_on(run: FakeRun, tmp_path: Path) -> None:
    game = run.manifest["game"]
    items = [i | {"kind": "tile"} if i["name"] == "card_2" else i for i in game["items"]]
    kinds = [*game["item_kinds"], {"name": "tile", "label": "tiles", "meaning": ""}]
    told = {**run.manifest, "game": {**game, "items": items, "item_kinds": kinds}}
    found = analysis.analyse(FakeRun(run.path, told))
    assert set(found.item_ballots["kind"]) == set(found.agreement["kind"]) == {"card", "tile"}
    shutil.copytree(run.path, tmp_path, dirs_exist_ok=True)
    for part in (tmp_path / "items").iterdir():
        passed = pl.when(pl.col("item") == 2).then(0).otherwise("fact_passed").cast(pl.Int16)
        pl.read_parquet(part).with_columns(fact_passed=passed).write_parquet(part)
    found = analysis.analyse(FakeRun(tmp_path, told))
    assert set(found.item_ballots["kind"]) == set(found.agreement["kind"]) == {"card"}
    assert "card_2" not in found.item_ballots["item"]


def test_without_facts_there_are_no_ballots(tmp_path: Path) -> None:
    tables = analysis.analyse(write_run(tmp_path, games=300))
    assert tables.item_ballots.is_empty()
    assert tables.agreement.is_empty()
