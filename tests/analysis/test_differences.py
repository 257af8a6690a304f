"""Differences from an average of the same games: their errors allow for what both share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import analysis
from analysis import Tables, intervals
from tests.analysis.synthetic import STRATEGIES, FakeRun, Truth, write_run

LEVELS = Truth(seats=(0.0, 4.0, 0.0, 0.0, 0.0), strategies=(0.0, 8.0, 2.0), items=(6.0, 0.0, 0.0, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> FakeRun:
    marks = (("random", 0),)
    return write_run(tmp_path_factory.mktemp("levels"), LEVELS, games=9000, sample=1.0, chunk=2000, marks=marks)


@pytest.fixture(scope="module")
def tables(run: FakeRun) -> Tables:
    return analysis.analyse(run)


def _rows(run: FakeRun, table: str, games: int) -> pl.DataFrame:
    """Return recorded rows of the first games, which are the mixed ones, with their blocks."""
    both = [pl.concat([pl.read_parquet(f) for f in sorted((run.path / t).iterdir())]) for t in ("games", table)]
    found = both[1].join(both[0].select("game", "block", "stratum"), on="game").filter(pl.col("stratum") == 0)
    assert found["game"].n_unique() == games
    return found


def test_the_gain_over_the_own_strategy_is_that_of_two_ratios_over_the_same_blocks(
    run: FakeRun, tables: Tables
) -> None:
    seats = _rows(run, "seats", 9000).filter(pl.col("strategy") == 1)
    taken = _rows(run, "items", 9000).filter((pl.col("taken") > 0) & (pl.col("item") == 0))
    wins = seats.join(taken.select("game", "seat", taker=1), on=["game", "seat"], how="left")
    won, here = pl.col("win60").cast(pl.Int64), pl.col("taker").fill_null(0)
    blocks = wins.group_by("block").agg(x1=(won * here).sum(), y1=60 * here.sum(), x0=won.sum(), y0=60 * pl.len())
    sums = blocks.select("x1", "y1", "x0", "y0").to_numpy().astype(float)
    change, error, _ = intervals.ratio_change(
        [len(blocks)], sums.sum(axis=0)[None], np.einsum("bi,bj->ij", sums, sums)[None]
    )
    row = tables.item_worth.filter(
        (pl.col("item") == "card_0") & (pl.col("strategy") == STRATEGIES[1]) & (pl.col("pool") == "mixed")
    ).row(0, named=True)
    assert row["over_own"] == pytest.approx(change[0], abs=1e-12)
    assert (row["over_own_high"] - row["over_own_low"]) / 2 == pytest.approx(1.96 * error[0], rel=0.005)


def test_an_item_without_worth_gives_no_strategy_anything(tables: Tables) -> None:
    """Worth by strategy follows the strategy, what is over its own share does not."""
    rows = tables.item_worth.filter((pl.col("pool") == "mixed") & (pl.col("strategy") != "all"))
    idle = rows.filter(pl.col("item") != "card_0")
    inside = (idle["over_own_low"] < 0) & (idle["over_own_high"] > 0)
    assert inside.mean() >= 0.8
    assert (idle["worth"].abs() > 0.05).any()
    assert (rows.filter(pl.col("item") == "card_0")["over_own_low"] > 0.05).all()


def test_where_strategies_do_not_meet_nothing_is_over_the_own_share(tables: Tables) -> None:
    apart = tables.item_worth.filter((pl.col("pool") != "mixed") | (pl.col("strategy") == "all"))
    assert apart["over_own"].null_count() == len(apart)


def test_points_of_a_seat_are_compared_within_blocks(tables: Tables) -> None:
    rows = tables.points.filter((pl.col("pool") == "mixed") & (pl.col("who") == "all") & (pl.col("seat") >= 0))
    mean = pl.col("mean") - pl.col("mean").mean().over("category")
    assert (rows.select(mean)["mean"] - rows["difference"]).abs().max() == pytest.approx(0, abs=1e-9)
    second = rows.filter((pl.col("seat") == 1) & (pl.col("category") == "stones")).row(0, named=True)
    assert second["difference_low"] < 4 / 3 < second["difference_high"]
    others = tables.points.filter((pl.col("who") != "all") | (pl.col("seat") < 0))
    assert others["difference"].null_count() == len(others)


def test_points_that_all_seats_share_make_no_difference_uncertain(tmp_path: Path) -> None:
    """A seat always one point ahead: whatever games are worth, the difference has no spread."""
    run = write_run(tmp_path, games=600)
    for file in (tmp_path / "seats").iterdir():
        rows = pl.read_parquet(file)
        common = pl.col("game") % 40 + pl.when(pl.col("seat") == 2).then(3).otherwise(0)
        rows.with_columns(points_stones=common.cast(pl.Int16)).write_parquet(file)
    rows = analysis.analyse(run).points.filter(
        (pl.col("category") == "stones") & (pl.col("who") == "all") & (pl.col("seat") == 2)
    )
    assert rows.select("difference", "difference_low", "difference_high").row(0) == pytest.approx((2, 2, 2))
