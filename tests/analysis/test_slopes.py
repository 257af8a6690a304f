"""What one more at the start is worth: by hand, with the promised coverage, and as planted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import analysis
from analysis import Tables
from analysis.findings import findings
from analysis.imbalance import Moments, shares
from analysis.intervals import quantile
from analysis.parts import source
from analysis.slopes import Slopes, levelled, slopes_of
from tests.analysis.synthetic import Truth, write_run

STEPS = [{1: -1.0, 2: 1.0}, {3: -1.0, 4: 1.0}]  # of the 2nd and the 3rd seat
SLOPES = np.array([[-0.02, 0.03, -0.01], [-0.01, -0.02, 0.03]])
FIRST = np.array([0.30, 0.32, 0.38])


# ---------------------------------------------------------------- estimators


def test_a_slope_is_half_the_difference_of_one_less_and_one_more() -> None:
    won = np.array([[0.50, 0.50], [0.44, 0.56], [0.60, 0.40]])
    found = slopes_of(won, np.zeros((6, 6)), [{1: -1, 2: 1}])
    assert found.value == pytest.approx(np.array([[0.08, -0.08]]))


def test_a_slope_from_one_arm_is_its_change_a_unit() -> None:
    found = slopes_of(np.array([[0.50, 0.50], [0.44, 0.56]]), np.zeros((4, 4)), [{1: -3}])
    assert found.value == pytest.approx(np.array([[0.02, -0.02]]))


def test_farther_arms_count_more() -> None:
    """Least squares through the first arm."""
    won = 0.5 + np.array([0.0, 0.03, 0.02])[:, None] * np.array([1, -1])
    found = slopes_of(won, np.zeros((6, 6)), [{1: 1, 2: 2}])
    assert found.value[0, 0] == pytest.approx((1 * 0.03 + 2 * 0.02) / 5)


def test_errors_are_those_of_the_paired_difference() -> None:
    """What both arms share does not count."""
    noise = np.diag([4.0, 4.0, 4.0]) + 96.0
    spread = np.kron(noise, [[1, -1], [-1, 1]]) * 1e-6
    found = slopes_of(np.full((3, 2), 0.5), spread, [{1: -1, 2: 1}])
    assert found.error == pytest.approx(np.full((1, 2), np.sqrt(2 * 4e-6) / 2))


def test_levels_of_a_linear_world_are_found_exactly() -> None:
    wanted = np.array([1.25, -2.5])
    first = 1 / 3 - wanted @ SLOPES
    shift, error = levelled(first, Slopes(SLOPES, np.zeros((9, 9))))
    assert shift == pytest.approx(wanted)
    assert error == pytest.approx([0, 0])


def test_slopes_of_nothing_level_nothing() -> None:
    shift, error = levelled(FIRST, Slopes(np.zeros((2, 3)), np.eye(9)))
    assert np.isnan([shift, error]).all()


def blocks(rng: Any, count: int) -> Moments:
    """Draw wins of three seats in five arms: blocks differ, and what is forked off a block differs less."""
    arms = np.array([[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]]) @ SLOPES + FIRST
    shared = rng.normal(0, 0.2, (count, 1, 3))
    won = 180 * (arms + shared + rng.normal(0, 0.1, (count, 5, 3)))
    won[:, :, 0] += 180 - won.sum(axis=2)
    rows = np.concatenate([won, np.full((count, 5, 1), 180.0)], axis=2).reshape(count, -1)
    return Moments(count, rows.sum(axis=0), rows.T @ rows)


def test_intervals_of_slopes_and_levels_hold_as_often_as_promised() -> None:
    rng, count, repeats = np.random.default_rng(3), 800, 1000
    true = levelled(FIRST, Slopes(SLOPES, np.zeros((9, 9))))[0]
    held = np.zeros(8)
    for _ in range(repeats):
        won, spread = shares(blocks(rng, count), 3)
        found = slopes_of(won.reshape(5, 3), spread, STEPS)
        shift, error = levelled(won[:3], found)
        reach = quantile(count)
        held[:6] += (np.abs(found.value - SLOPES) <= reach * found.error).ravel()
        held[6:] += np.abs(shift - true) <= reach * error
    assert held / repeats == pytest.approx(np.full(8, 0.95), abs=4 * np.sqrt(0.95 * 0.05 / repeats))


# ---------------------------------------------------------------- a run

GIFTS = {"base": (0, 0, 0), "two_less": (0, -2, 0), "two_more": (0, 2, 0), "three_more": (0, 0, 2), "all": (2, 2, 2)}


@pytest.fixture(scope="module")
def gifted(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The 3rd seat is better by two points of score; a gift of one is worth a point to who gets it."""
    arms = {arm: tuple(map(float, gift)) for arm, gift in GIFTS.items()}
    rules: dict[str, dict[str, Any]] = {
        arm: {f"gift{seat + 1}": 3 + more for seat, more in enumerate(gift)} for arm, gift in GIFTS.items()
    }
    for arm in rules:
        rules[arm]["words"] = "a"
    rules["words"] = {**rules["base"], "words": "b"}
    truth = Truth(seats=(0.0, 0.0, 2.0), arms=arms)
    folder = tmp_path_factory.mktemp("gifted")
    asked = {"players": (2, 3), "games": 24_000, "chunk": 5000, "sample": 0.01}
    return analysis.analyse(write_run(folder, truth, arms=list(rules), rules=rules, **asked))


def test_only_arms_with_one_number_changed_count(gifted: Tables) -> None:
    told = gifted.slopes.select("players", "parameter", "arms", "of_seat").unique(maintain_order=True).rows()
    assert told == [
        (2, "gift2", "two_less, two_more", 1),
        (3, "gift2", "two_less, two_more", 1),
        (3, "gift3", "three_more", 2),
    ]
    assert gifted.slopes["default"].unique().to_list() == [3.0]
    assert gifted.slopes["farthest"].unique().to_list() == [2.0]


def test_the_seat_that_gets_more_comes_first_and_gains_what_others_lose(gifted: Tables) -> None:
    for (_, parameter), rows in gifted.slopes.group_by("players", "parameter", maintain_order=True):
        assert rows["seat"][0] == rows["of_seat"][0], parameter
        assert rows["low"][0] > 0
        assert (rows["high"][1:] < 0).all()
        assert rows["value"].sum() == pytest.approx(0)


def test_a_slope_is_half_the_change_between_its_arms(gifted: Tables) -> None:
    """The same figure from the table of seats."""
    rows = gifted.seat_shares.filter((pl.col("slice") == "all") & (pl.col("players") == 3) & (pl.col("seat") == 1))
    won = dict(rows.select("arm", "share").iter_rows())
    here = gifted.slopes.row(
        by_predicate=(pl.col("players") == 3) & (pl.col("of_seat") == 1) & (pl.col("seat") == 1), named=True
    )
    assert here["value"] == pytest.approx((won["two_more"] - won["two_less"]) / 4)
    assert here["games"] == 24_000


def test_levels_take_away_what_the_third_seat_has_too_much(gifted: Tables) -> None:
    rows = gifted.levels.filter(pl.col("players") == 3).rows(named=True)
    assert [r["value"] for r in rows] == pytest.approx([3, 3, 1], abs=0.5)
    assert rows[0]["low"] is None
    for row, true in zip(rows[1:], (3, 1), strict=True):
        assert row["low"] < true < row["high"]
    assert [r["extrapolated"] for r in rows[:2]] == [False, False]


def test_the_finding_says_so(gifted: Tables) -> None:
    (found,) = [f for f in findings(gifted) if f.id == "handicap-3"]
    assert found.section == "handicap"
    assert "one more Gift for the" in found.headline
    assert "the seats would be level" in found.text
    assert not [f for f in findings(gifted) if "two_more" in f.headline]


def test_a_run_without_such_arms_has_empty_tables(fair: Tables) -> None:
    assert fair.slopes.is_empty()
    assert fair.levels.is_empty()


def test_only_blocks_that_all_arms_have_played_count(tmp_path: Path) -> None:
    rules = {"base": {"gift2": 0}, "more": {"gift2": 1}}
    arms = {"base": 0.0, "more": (0.0, 2.0)}
    run = write_run(tmp_path / "run", Truth(arms=arms), games=4000, chunk=1000, arms=("base", "more"), rules=rules)
    (run.path / "chunks" / "00005.json").unlink()
    left = sum(chunk.games for chunk in source(run).chunks.values() if chunk.stratum.arm == "more")
    assert left < 4000
    assert analysis.analyse(run).slopes["games"].unique().to_list() == [left]
