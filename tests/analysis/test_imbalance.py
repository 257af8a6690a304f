"""The distance from fair of the farthest seat: what changes it, and how surely."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis import Tables, intervals
from analysis.imbalance import Change, Moments, change, moments


def _played(rng: np.random.Generator, arm: list[float], base: list[float], blocks: int) -> Moments:
    """Play blocks of four games; both arms share the luck of a block."""
    n = len(arm)
    luck = rng.random((blocks, 4, 1))
    totals = {}
    for suffix, shares in (("1", arm), ("0", base)):
        winner = (luck > np.cumsum(shares)).sum(axis=2).clip(max=n - 1)
        wins = (winner[:, :, None] == np.arange(n)).sum(axis=1)
        totals |= {f"x{suffix}": 60 * wins.ravel(), f"y{suffix}": np.full(blocks * n, 240)}
    return moments(pl.DataFrame(totals), n)


@pytest.mark.parametrize(
    ("arm", "base"),
    [
        ([0.25, 0.25, 0.25, 0.25], [0.35, 0.25, 0.2, 0.2]),
        ([0.25, 0.25, 0.25, 0.25], [0.25, 0.25, 0.25, 0.25]),
        ([0.15, 0.25, 0.3, 0.3], [0.35, 0.25, 0.2, 0.2]),
        ([0.2, 0.25, 0.25, 0.3], [0.3, 0.25, 0.25, 0.2]),
    ],
)
def test_the_interval_holds_the_truth(arm: list[float], base: list[float]) -> None:
    rng = np.random.default_rng(5)
    truth = max(abs(s - 0.25) for s in arm) - max(abs(s - 0.25) for s in base)
    found = [change(_played(rng, arm, base, 500)) for _ in range(200)]
    assert np.mean([c.low <= truth <= c.high for c in found]) >= 0.95
    assert all(c.low <= c.value <= c.high for c in found)


def test_moments_of_parts_add_up() -> None:
    rng = np.random.default_rng(6)
    one, two = (_played(rng, [0.4, 0.6], [0.5, 0.5], 40) for _ in range(2))
    both = one.plus(two)
    assert both.blocks == 80
    assert both.sums == pytest.approx(one.sums + two.sums)


def test_too_few_blocks_have_no_interval() -> None:
    found: Change = change(_played(np.random.default_rng(7), [0.4, 0.6], [0.5, 0.5], 9))
    assert np.isnan([found.low, found.high]).all()
    assert np.isfinite(found.value)


def test_a_rule_that_helps_the_1st_seat_changes_the_imbalance_of_the_table(planted: Tables) -> None:
    rows = planted.variants.filter((pl.col("pool") == "mixed") & (pl.col("players") == 3))
    (row,) = rows.filter(pl.col("measure") == "imbalance").rows(named=True)
    shares = rows.filter(pl.col("measure") == "seat_share")
    for name in ("base", "figure"):
        assert row[name] == pytest.approx((shares[name] - 1 / 3).abs().max())
    assert row["change"] == pytest.approx(row["figure"] - row["base"])
    assert row["low"] < row["change"] < row["high"]
    words = {*intervals.CHANGE_WORDS, intervals.NO_CHANGE, intervals.LEANING, intervals.NOT_SHOWN}
    told = planted.variants.filter(pl.col("threshold").is_not_null())["verdict"]
    assert set(told) <= words
    assert set(shares.filter(pl.col("name") == "0")["verdict"]) == {"rises"}
