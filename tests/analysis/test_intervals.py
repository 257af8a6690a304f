"""Known answers, coverage by simulation, and words."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from analysis import intervals


def sums(x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    return [a.sum(axis=-1) for a in (np.ones_like(x), x, y, x * x, x * y, y * y)]


def test_mean_is_the_textbook_one() -> None:
    values = np.array([3.0, 5.0, 8.0, 4.0])
    mean, error = intervals.mean(4, values.sum(), (values**2).sum())
    assert mean == pytest.approx(5.0)
    assert error == pytest.approx(values.std(ddof=1) / 2)


def test_ratio_with_equal_denominators_is_a_mean() -> None:
    x = np.array([30.0, 90.0, 60.0, 60.0])
    value, error = intervals.ratio(*sums(x, np.full(4, 120.0)))
    assert value == pytest.approx(0.5)
    assert error == pytest.approx((x / 120).std(ddof=1) / 2)


def test_ratio_by_hand() -> None:
    """R = 6 / 4; residuals -0.5, 0.5: error = sqrt(0.5 * 2 / 1) / 4."""
    value, error = intervals.ratio(*sums(np.array([1.0, 5.0]), np.array([1.0, 3.0])))
    assert value == pytest.approx(1.5)
    assert error == pytest.approx(math.sqrt(0.5 * 2) / 4)


def test_ratio_needs_blocks_and_a_denominator() -> None:
    value, error = intervals.ratio([1, 5], [2, 0], [4, 0], [4, 0], [8, 0], [16, 0], least=3)
    assert value[0] == 0.5
    assert np.isnan(error).all()
    assert np.isnan(value[1])


def test_wilson_is_the_published_one() -> None:
    for k, n in ((0, 10), (3, 17), (97, 156), (20, 20)):
        assert np.allclose(np.ravel(intervals.wilson(k, n)), proportion_confint(k, n, method="wilson"))


def test_quantiles() -> None:
    assert intervals.quantile(1_000_000) == pytest.approx(1.96, abs=1e-3)
    assert intervals.quantile(10) == pytest.approx(stats.t.ppf(0.975, 9))
    assert intervals.quantile(1_000_000, families=4) == pytest.approx(stats.norm.ppf(1 - 0.05 / 8), abs=1e-4)


def test_paired_change_is_the_paired_t() -> None:
    rng = np.random.default_rng(3)
    x0 = rng.normal(5, 1, 40)
    x1 = x0 + rng.normal(0.3, 0.5, 40)
    rows = np.stack([x1, np.ones(40), x0, np.ones(40)])
    change, paired, apart = intervals.ratio_change([40], rows.sum(axis=1)[None], (rows @ rows.T)[None])
    assert change[0] == pytest.approx((x1 - x0).mean())
    assert paired[0] == pytest.approx((x1 - x0).std(ddof=1) / math.sqrt(40))
    assert apart[0] == pytest.approx(math.sqrt((x1.var(ddof=1) + x0.var(ddof=1)) / 40))
    assert paired[0] < apart[0]


def coverage(blocks: int, correlation: float, seed: int) -> float:
    """Return how often the interval of a win share holds the truth when games of a block go together."""
    rng = np.random.default_rng(seed)
    runs, games, truth = 4000, 4, 0.25
    leader = rng.random((runs, blocks, 1)) < truth
    own = rng.random((runs, blocks, games)) < truth
    together = rng.random((runs, blocks, games)) < correlation
    x = np.where(together, leader, own).sum(axis=2).astype(float)
    value, error = intervals.ratio(*sums(x, np.full_like(x, games)))
    half = error * intervals.quantile(blocks)
    return float(((value - half <= truth) & (truth <= value + half)).mean())


@pytest.mark.parametrize(("blocks", "correlation"), [(50, 0.0), (50, 0.7), (400, 0.7)])
def test_intervals_hold_the_truth_95_times_in_100(blocks: int, correlation: float) -> None:
    """Four standard errors of a rate of 95 % in 4,000 runs are 1.4 points."""
    assert coverage(blocks, correlation, seed=blocks) == pytest.approx(0.95, abs=0.015)


def test_games_taken_as_independent_would_not_hold_it() -> None:
    """The check above can fail: without blocks, correlated games give intervals that are too short."""
    rng = np.random.default_rng(5)
    wins = np.repeat(rng.random((2000, 100)) < 0.25, 4, axis=1).astype(float)
    value, error = intervals.ratio(*sums(wins, np.ones_like(wins)))
    assert (np.abs(value - 0.25) <= 1.96 * error).mean() < 0.8


def test_intervals_of_all_seats_hold_at_once() -> None:
    rng = np.random.default_rng(11)
    wins = rng.multinomial(4, [0.25] * 4, size=(4000, 200)).astype(float)  # runs, blocks, seats
    x = np.moveaxis(wins, 2, 1)
    value, error = intervals.ratio(*sums(x, np.full_like(x, 4)))
    inside = np.abs(value - 0.25) <= error * intervals.quantile(200, families=4)
    assert 0.94 <= inside.all(axis=1).mean() <= 0.97


def test_paired_change_covers() -> None:
    rng = np.random.default_rng(13)
    shared = rng.normal(0, 1, (3000, 60))
    x1, x0 = shared + rng.normal(0.2, 1, (3000, 60)), shared + rng.normal(0, 1, (3000, 60))
    rows = np.stack([x1, np.ones_like(x1), x0, np.ones_like(x0)], axis=1)
    n = np.full(3000, 60)
    change, error, _ = intervals.ratio_change(n, rows.sum(axis=2), np.einsum("rab,rcb->rac", rows, rows))
    assert (np.abs(change - 0.2) <= error * intervals.quantile(n)).mean() == pytest.approx(0.95, abs=0.016)


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.01, 0.01, "fair"),
        (0.001, 0.014, "fair"),  # excludes 0, but inside the band: fair is tested first
        (0.02, 0.03, "favoured"),
        (-0.03, -0.02, "disfavoured"),
        (0.001, 0.03, "leaning"),
        (-0.03, -0.001, "leaning"),
        (-0.01, 0.03, "not shown"),
        (-0.5, 0.5, "not shown"),
        (math.nan, math.nan, "not shown"),
    ],
)
def test_verdicts(low: float, high: float, word: str) -> None:
    assert intervals.verdict([low], [high], 0.015) == [word]


def test_words_for_items() -> None:
    assert intervals.verdict([0.02, -0.04], [0.03, -0.02], 0.01, intervals.ITEM_WORDS) == ["too strong", "too weak"]


@given(st.floats(0, 0.05), st.floats(0.0005, 0.05), st.integers(100, 100_000))
def test_more_games_end_a_not_shown(deviation: float, half: float, games: int) -> None:
    """With so many more games, and the estimate as it is, the verdict is no longer "not shown"."""
    threshold = 0.015
    more = float(intervals.more_games(games, deviation, half, threshold))
    shorter = half * math.sqrt(games / (games + more)) * (1 - 1e-9)
    assert intervals.verdict([deviation - shorter], [deviation + shorter], threshold) != ["not shown"]
    if intervals.verdict([deviation - half], [deviation + half], threshold) == ["not shown"]:
        fewer = half * math.sqrt(games / (games + 0.9 * more - 1)) if more > 2 else half
        assert intervals.verdict([deviation - fewer], [deviation + fewer], threshold) == ["not shown"]


def test_more_games_by_hand() -> None:
    """An estimate of 0 must shrink its half-width of 0.03 to 0.015: four times the games."""
    assert intervals.more_games(1000, 0.0, 0.03, 0.015) == pytest.approx(3000)


def test_benjamini_hochberg_is_the_published_one() -> None:
    p = np.array([0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251])
    assert np.allclose(intervals.benjamini_hochberg(p), multipletests(p, method="fdr_bh")[1])


def test_benjamini_hochberg_leaves_out_what_is_not_known() -> None:
    adjusted = intervals.benjamini_hochberg([0.01, math.nan, 0.03])
    assert np.allclose(adjusted[[0, 2]], [0.02, 0.03])
    assert math.isnan(adjusted[1])


def test_benjamini_hochberg_bounds_false_discoveries() -> None:
    rng = np.random.default_rng(17)
    false = []
    for _ in range(400):
        z = rng.normal(0, 1, 100)
        z[:20] += 3
        listed = intervals.benjamini_hochberg(intervals.p_value(z, np.ones(100))) <= 0.05
        false.append(listed[20:].sum() / max(listed.sum(), 1))
    assert 0.02 < np.mean(false) < 0.055


def test_reference_within_rounding_agrees() -> None:
    z = intervals.reference_z([0.2819, 0.2919], 0.0, 0.2819, sd=0.45, games=1_000_000, half_unit=5e-5)
    assert z[0] == 0
    assert z[1] == pytest.approx((0.01 - 5e-5) / 0.00045)
    assert intervals.agrees(z, rows=40).tolist() == [True, False]


def test_reference_errors_of_both_sides_count() -> None:
    z = intervals.reference_z(1.0, 0.3, 0.0, sd=4.0, games=100, half_unit=0)
    assert z == pytest.approx(1 / 0.5)


def test_references_are_rarely_contradicted_by_chance() -> None:
    """One per cent of files of 40 true rows fail."""
    rng = np.random.default_rng(19)
    own, published = rng.normal(0, 0.02, (4000, 40)), rng.normal(0, 0.01, (4000, 40))
    z = intervals.reference_z(own, 0.02, published, sd=1.0, games=10_000, half_unit=0)
    assert (~intervals.agrees(z, rows=40)).any(axis=1).mean() == pytest.approx(0.01, abs=0.006)
