"""Findings say what the tables hold, in words."""

from __future__ import annotations

import doctest
import json
import re

import polars as pl
import pytest

import analysis
from analysis import Tables, wording
from analysis.findings import _agreement, _holds, findings
from tests.analysis.synthetic import FakeRun, write_run


def test_words() -> None:
    assert doctest.testmod(wording).failed == 0


@pytest.fixture
def unforked(planted: Tables) -> Tables:
    """The planted run, as if no game had been forked."""
    return Tables({**planted, "item_effects": planted.item_effects.clear()})


def test_planted_truths_are_told(unforked: Tables) -> None:
    told = {f.id: f for f in findings(unforked)}
    assert set(told) == {
        "seats-2", "seats-3", "strategies", "pace", "items", "variants-rule-2", "variants-rule-3"
    }  # fmt: skip
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
    assert told["variants-rule-3"].headline.startswith("Under rule instead of base, with three players, the farthest")
    assert {f.robustness for f in told.values()} == {"not tested"}


def test_items_that_stand_out_are_named_by_the_bound_nearest_to_fair(unforked: Tables) -> None:
    """A rare item may have a huge worth and a huge interval; that does not put it first."""
    rows = unforked.item_worth
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
    told = {f.id: f for f in findings({**unforked, "item_worth": rows.with_columns(*changed, *flags)})}["items"]
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
    assert "The start player (1st seat) rises by" in told["variants-rule-3"].text


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
        ("leaning", -0.03, "leaning", "not so"),
        ("disfavoured", -0.03, "favoured", "not so"),
        ("leaning", 0.03, "favoured", "leaning the same way"),
        ("not shown", 0.03, "favoured", "not shown"),
        ("fair", -0.001, "fair", ""),
        ("fair", 0.001, "favoured", "not so"),
        ("leaning", 0.03, "fair", "not so"),
    ],
)
def test_what_holds_elsewhere(verdict: str, deviation: float, expected: str, word: str) -> None:
    row = {"verdict": expected, "deviation": 0.02}
    assert _holds({"verdict": verdict, "deviation": deviation}, row) == word


def _seats(pool: str, name: str, *deviations: tuple[float, float, float, str]) -> list[dict[str, object]]:
    slice_ = "all" if name == "all" else "strategy"
    return [
        {
            "pool": pool, "slice": slice_, "name": name, "seat": seat, "deviation": d, "deviation_low": low,
            "deviation_high": high, "verdict": verdict,
        }
        for seat, (d, low, high, verdict) in enumerate(deviations)
    ]  # fmt: skip


HEADLINE = _seats("mixed", "all", (-0.08, -0.09, -0.07, "disfavoured"), (0.1, 0.09, 0.11, "favoured"))
PLANS = [
    *_seats("mixed", "one", (-0.08, -0.09, -0.07, "disfavoured"), (0.1, 0.08, 0.12, "favoured")),
    *_seats("mixed", "two", (0.02, -0.01, 0.05, "not shown"), (-0.02, -0.05, 0.01, "not shown")),
]
CONTRARY = _seats("balanced", "all", (0.02, -0.02, 0.06, "not shown"), (-0.02, -0.04, 0.01, "not shown"))
LED = _seats("balanced", "all", (0.08, 0.05, 0.11, "favoured"), (-0.02, -0.04, 0.01, "not shown"))
ALIKE = _seats("balanced", "all", (-0.1, -0.2, 0.0, "not shown"), (0.09, 0.06, 0.12, "favoured"))
WEAKER = _seats("balanced", "all", (-0.03, -0.04, -0.02, "disfavoured"), (0.03, 0.02, 0.04, "favoured"))
OPEN = _seats("balanced", "all", (-0.1, -0.2, 0.0, "not shown"), (0.05, -0.03, 0.13, "not shown"))
RANDOM = _seats("random", "all", (0.0, -0.05, 0.05, "not shown"), (0.05, -0.03, 0.13, "not shown"))


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (CONTRARY, "different for balanced play: there −2 points (−4 to +1); not shown for random play; "),
        (LED, "different for balanced play: there the 1st seat leads, +8 points (+5 to +11); not shown for random"),
        (ALIKE, "so for balanced play and for one of two strategies; not shown for random play; "),
        (WEAKER, "so for balanced play: there +3 points (+2 to +4); not shown for random play; "),
        (OPEN, "not shown for balanced or random play; so for one of two strategies; "),
    ],
)
def test_a_skill_mark_that_contradicts_is_no_mere_not_shown(mark: list[dict[str, object]], said: str) -> None:
    here = pl.DataFrame([*HEADLINE, *PLANS, *RANDOM, *mark])
    told = _agreement(here, HEADLINE[1], "")
    assert told.startswith(f"It is {said}")
    assert told.endswith("different for the strategy two: there −2 points (−5 to +1).")


def test_a_strategy_of_the_user_has_a_finding(planted: Tables) -> None:
    told = {f.id: f for f in findings(planted, own=["crowd", "nobody"])}
    assert len(told) == 7
    found = told["own-crowd"]
    assert found.headline.startswith("Your strategy crowd against a fair share: with two players ")
    assert "; with three players" in found.headline
    assert "It does worst beside greedy" in found.text
    assert found.verdict in found.headline


def test_every_arm_says_whether_it_is_fairer(planted: Tables) -> None:
    found = [f for f in findings(planted) if f.section == "variants"]
    changes = planted.variants.filter((pl.col("measure") == "imbalance") & (pl.col("pool") == "mixed"))
    assert {(f.effect, f.verdict) for f in found} == set(changes.select("change", "verdict").iter_rows())
    assert not any(re.search("favoured|: fair", f.text) for f in found)
    for f in found:
        assert re.search(r"farthest seat lies [\d.]+ points? from fair instead of [\d.]+, [+−]?[\d.]+ point", f.text)
        assert re.search(r"The 1st seat (rises|falls) by [\d.]+ points? \(.*\), to [\d.]+ %", f.text)


def test_seats_are_told_by_their_number(planted: Tables) -> None:
    assert not any("last seat" in f.text for f in findings(planted))
