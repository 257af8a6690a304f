"""Runs at the edges: no items, line-ups by hand, one strategy, nothing decided, thresholds of one's own."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import analysis
from analysis.findings import findings
from tests.analysis.synthetic import FakeRun, Truth, write_run


def test_a_game_without_items_stocks_or_decision_points(tmp_path: Path) -> None:
    run = write_run(tmp_path, games=300)
    game = run.manifest["game"] | {"items": [], "stocks": [], "points": [], "item_kinds": []}
    for part in (tmp_path / "items").iterdir():
        pl.read_parquet(part).clear().write_parquet(part)
    tables = analysis.analyse(FakeRun(tmp_path, run.manifest | {"game": game}))
    assert tables.item_worth.is_empty()
    assert tables.pace_options.is_empty()
    assert set(tables.pace_rounds["measure"]) == {"standing"}
    assert findings(tables)


def test_line_ups_by_hand_that_are_not_rotated(tmp_path: Path) -> None:
    """Strategies stay in their seats, so nothing can be said of one against its own average."""
    truth = Truth(strategies=(0.0, 5.0, 0.0))
    tables = analysis.analyse(write_run(tmp_path, truth, lineups=[(0, 1, 2)], rotate=False))
    assert set(tables.seat_shares["slice"]) == {"all", "lineup"}
    assert tables.seat_shares.filter(pl.col("slice") == "lineup")["name"].unique().to_list() == [
        "random, greedy, crowd"
    ]
    assert tables.strengths["low"].null_count() == len(tables.strengths)
    assert findings(tables)


def test_line_ups_by_hand_that_are_rotated(tmp_path: Path) -> None:
    truth = Truth(strategies=(0.0, 6.0, 0.0))
    tables = analysis.analyse(write_run(tmp_path, truth, lineups=[(2, 1, 2), (0, 1, 1)]))
    names = tables.seat_shares.filter(pl.col("slice") == "lineup")["name"].unique().sort().to_list()
    assert names == ["greedy, crowd, crowd", "random, greedy, greedy"]
    assert tables.matchups.filter((pl.col("strategy") == "random") & (pl.col("against") == "crowd")).is_empty()
    itself = tables.matchups.filter(pl.col("strategy") == pl.col("against"))["strategy"].to_list()
    assert sorted(itself) == ["crowd", "greedy"]


def test_nothing_is_decided(tmp_path: Path) -> None:
    tables = analysis.analyse(write_run(tmp_path, Truth(no_result=1.0), games=60))
    assert tables.overview["no_result"].to_list() == [1.0]
    assert tables.seat_shares["share"].null_count() == len(tables.seat_shares)
    assert set(tables.seat_shares["verdict"]) == {"not shown"}
    assert [f.id for f in findings(tables)] == ["pace"]


def test_thresholds_of_the_study_count(tmp_path: Path) -> None:
    run = write_run(tmp_path, Truth(seats=(0.0, 4.0, 0.0, 0.0, 0.0)), games=9000)
    run.manifest["study"] = {"report": {"threshold": 0.4, "item_threshold": 0.3}}
    tables = analysis.analyse(run)
    assert tables.seat_shares.filter(pl.col("slice") == "all")["verdict"].unique().to_list() == ["fair"]
    assert tables.seat_shares["threshold"].unique().to_list() == [0.4]
    assert tables.item_worth["threshold"].unique().to_list() == [0.3]


def test_default_thresholds(planted: analysis.Tables) -> None:
    found = dict(planted.seat_shares.select("players", "threshold").unique().iter_rows())
    assert found == {2: 0.02, 3: 0.015}


def test_actions_of_sampled_games(planted: analysis.Tables) -> None:
    whole = planted.pace_actions.filter((pl.col("arm") == "base") & (pl.col("phase") == -1) & (pl.col("seat") == -1))
    games = whole.filter(pl.col("pool") == "mixed")["games"].unique()
    assert games.is_between(0.28 * 9000, 0.32 * 9000).all()
    assert whole["share"].to_list() == pytest.approx([0.5] * len(whole))


def test_a_few_blocks_show_no_change(tmp_path: Path) -> None:
    run = write_run(tmp_path, Truth(arms={"rule": 50.0}), games=24, arms=("base", "rule"))
    assert set(analysis.analyse(run).variants["verdict"]) == {"not shown"}
