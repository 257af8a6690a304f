"""Numbers in words: as many digits as the interval supports."""

from __future__ import annotations

import math

import pytest

from reports.numbers import Estimate, both, estimate, interval, plain, value


@pytest.mark.parametrize(
    ("e", "unit", "signed", "said"),
    [
        (Estimate(39.31, 39.21, 39.41), "%", False, "39.3\u00a0% (39.2–39.4)"),
        (Estimate(2.23, 1.49, 2.98), "", True, "+2.2 (+1.5 to +3.0)"),
        (Estimate(-0.9, -8.1, 6.4), "", True, "−1 (−8 to +6)"),
        (Estimate(-2.43, -2.54, -2.32), "", False, "−2.4 (−2.5 to −2.3)"),
        (Estimate(-0.001, -0.4, 0.4), "", True, "0.0 (−0.4 to +0.4)"),
        (Estimate(12_345.6, 12_000, 12_700), "", False, "12,346 (12,000–12,700)"),
        (Estimate(7.0), "", False, "7"),
        (Estimate(7.123), "", False, "7.1"),
        (Estimate(0, 0, 0), "", False, "0 (0–0)"),
    ],
)
def test_figures_keep_what_their_interval_supports(e: Estimate, unit: str, signed: bool, said: str) -> None:
    assert both(e, unit, signed) == said


def test_rows_give_estimates_in_the_unit_shown() -> None:
    row = {"share": 0.5, "low": 0.4, "high": None, "share_low": 0.45, "share_high": 0.55, "games": 9}
    assert estimate(row, "share", 100) == Estimate(50, 45, pytest.approx(55), 9)
    found = value(row, "share")
    assert found is not None
    assert not found.has_interval
    assert interval(found) == ""
    assert estimate({"share": None}, "share") is None
    assert estimate({"share": math.nan}, "share") is None


def test_the_minus_is_a_minus_and_nothing_is_not_negative() -> None:
    assert plain(-1234.5, 1) == "−1,234.5"
    assert plain(-0.04, 1, signed=True) == "0.0"
