"""Findings say what the tables hold, in words."""

from __future__ import annotations

import doctest
import json
import re

import polars as pl
import pytest

import analysis
from analysis import Tables, wording
from analysis.findings import _holds, findings
from tests.analysis.synthetic import FakeRun, write_run


def test_words() -> None:
    assert doctest.testmod(wording).failed == 0


def test_planted_truths_are_told(planted: Tables) -> None:
    told = {f.id: f for f in findings(planted)}
    assert set(told) == {"seats-2", "seats-3", "strategies", "pace", "items", "variants-rule"}
    seats = told["seats-3"]
    pattern = r"With three players the 2nd seat wins [\d.]+ % of games \(.*\), .* above a fair third: favoured\."
    assert re.fullmatch(pattern, seats.headline)
    assert "for all three strategies" in seats.text
    assert seats.verdict == "favoured"
    assert seats.low is not None
    assert 0 < seats.low < seats.effect
    assert "greedy" in told["strategies"].headline
    assert "Card 0" in told["items"].headline
    assert "observed, not caused" in told["items"].text
    assert "Under rule instead of base" in told["variants-rule"].headline
    assert {f.robustness for f in told.values()} == {"not tested"}


def test_items_that_stand_out_are_named_by_the_bound_nearest_to_fair(planted: Tables) -> None:
    """A rare item may have a huge worth and a huge interval; that does not put it first."""
    rows = planted.item_worth
    whole = (pl.col("arm") == "base") & (pl.col("pool") == "mixed") & (pl.col("strategy") == "all")
    rare = whole & (pl.col("item") == "card_3")
    worth = {"worth": 0.5, "worth_low": 0.012, "worth_high": 0.99, "takers": 40}
    changed = [
        pl.when(rare).then(pl.lit(v)).otherwise(pl.col(k)).cast(rows.schema[k]).alias(k) for k, v in worth.items()
    ]
    flags = (
        pl.when(rare).then(pl.lit("too strong")).otherwise("verdict").alias("verdict"),
        (rare | pl.col("listed")).alias("listed"),
    )
    told = {f.id: f for f in findings({**planted, "item_worth": rows.with_columns(*changed, *flags)})}["items"]
    assert told.headline.index("Card 0") < told.headline.index("Card 3")
    assert told.headline.count("“") == 2
    assert told.games == 40
    assert told.counted == "takers"
    assert told.verdict == "observed"
    assert "too strong" not in told.text


def test_no_item_stands_out(fair: Tables) -> None:
    told = {f.id: f for f in findings(fair)}["items"]
    assert "no item stands out" in told.headline
    assert told.verdict in ("fair", "leaning", "not shown")


def test_the_first_seat_has_the_game_s_name_for_it(planted: Tables) -> None:
    told = {f.id: f for f in findings(planted, "start player")}
    assert "the start player (1st seat)" in told["variants-rule"].headline


def test_the_most_important_comes_first(planted: Tables) -> None:
    importance = [f.importance for f in findings(planted)]
    assert importance == sorted(importance, reverse=True)
    assert 3 <= len(importance) <= 7


def test_fairness_is_told_too(fair: Tables) -> None:
    told = {f.id: f for f in findings(fair)}
    assert "no seat is favoured" in told["seats-2"].headline
    assert told["seats-2"].verdict == "fair"


def test_findings_are_plain_json(planted: Tables) -> None:
    found = json.loads(json.dumps([f.as_json() for f in findings(planted)], allow_nan=False))
    assert found[0]["text"].startswith(found[0]["headline"])


def test_a_tiny_run_says_what_is_not_shown(tmp_path_factory: pytest.TempPathFactory) -> None:
    run: FakeRun = write_run(tmp_path_factory.mktemp("tiny"), games=12, sample=0.0)
    told = {f.id: f for f in findings(analysis.analyse(run))}
    assert told["seats-3"].verdict == "not shown"
    assert "pace" in told
    assert "items" not in told


@pytest.mark.parametrize(
    ("verdict", "deviation", "expected", "word"),
    [
        ("favoured", 0.03, "favoured", ""),
        ("favoured", 0.03, "leaning", ""),
        ("leaning", 0.03, "leaning", ""),
        ("leaning", -0.03, "leaning", "not"),
        ("disfavoured", -0.03, "favoured", "not"),
        ("leaning", 0.03, "favoured", "leaning the same way"),
        ("not shown", 0.03, "favoured", "not shown"),
        ("fair", -0.001, "fair", ""),
        ("fair", 0.001, "favoured", "not"),
        ("leaning", 0.03, "fair", "not"),
    ],
)
def test_what_holds_elsewhere(verdict: str, deviation: float, expected: str, word: str) -> None:
    row = {"verdict": expected, "deviation": 0.02}
    assert _holds({"verdict": verdict, "deviation": deviation}, row) == word
