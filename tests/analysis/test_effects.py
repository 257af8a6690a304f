"""What items cause: by hand, as planted, at the promised error rates; and what only looks like an effect."""

from __future__ import annotations

import doctest
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import analysis
from analysis import Tables, effects
from analysis.effects import DID, EVERYONE, FIELD, LAST, LEADER, UNANIMOUS
from analysis.findings import findings
from analysis.intervals import benjamini_hochberg, p_value
from analysis.parts import Contrast
from tests.analysis.synthetic import EFFECTS, FakeRun, Truth, write_run

TEXT = Contrast(0, "ballot", "text", "the text", "card", "voted for it", 0, 1)
MANY = 300
REAL = 60  # of them do something
STRONG, COURTED, TILTED = "card_0", "card_2", "card_3"


def forks(*rows: tuple[int, int, int, bool, int, int, int, int]) -> pl.DataFrame:
    """Return rows of (game, branch, seat, part, rank, win60, score, ahead), one item, two rollouts, a block a game."""
    names = ("game", "branch", "seat", "part", "rank_before", "win60", "score", "ahead")
    frame = pl.DataFrame(rows, schema=names, orient="row")
    fixed = {"moment": 0, "decision": 7, "item": 3, "rollouts": 2, "strategy": 1}
    cast = [pl.col(k).cast(t) for k, t in EFFECTS.items()]
    return frame.with_columns(**{k: pl.lit(v) for k, v in fixed.items()}).with_columns(cast, block=pl.col("game"))


BY_HAND = forks(
    (5, 0, 0, True, 1, 120, 30, 6), (5, 0, 1, False, 2, 0, 24, 0), (5, 0, 2, True, 2, 0, 20, 0),
    (5, 1, 0, True, 1, 60, 26, 2), (5, 1, 1, False, 2, 60, 25, 1), (5, 1, 2, True, 2, 0, 22, 0),
    (6, 0, 0, True, 1, 0, 10, 0), (6, 0, 1, True, 1, 120, 20, 10), (6, 0, 2, True, 1, 0, 10, 0),
    (6, 1, 0, True, 1, 120, 10, 4), (6, 1, 1, True, 1, 0, 6, 0), (6, 1, 2, True, 1, 0, 6, 0),
)  # fmt: skip


def test_own_gains_by_hand() -> None:
    """Those who did it in game 5; in game 6 all did."""
    found = effects._own_gains(effects._changes(BY_HAND, TEXT), 3)
    assert found.select("game", "seat", "strategy", "win60", "score").rows() == [(5, 0, 1, 60, 4), (5, 2, 1, 0, -2)]


def test_changes_by_hand() -> None:
    """In game 5 two of three took part, two share the last place; in game 6 all did, and all are level."""
    found = effects._gains(effects._changes(BY_HAND.reverse(), TEXT), 3)
    assert set(found["item"]) == {3}
    assert set(found["first"]) == {1}
    here = {(r["game"], r["bin"]): r for r in found.iter_rows(named=True)}
    assert {key for key in here if key[0] == 5} == {(5, b) for b in (DID, LEADER, LAST, EVERYONE, FIELD, 6, 7)}
    assert {key for key in here if key[0] == 6} == {(6, b) for b in (UNANIMOUS, EVERYONE, FIELD)}
    sums = {key: (r["win"], r["score"], r["weight"]) for key, r in here.items() if key[1] != FIELD}
    assert sums[5, DID] == (60, 4 - 2, 4)
    assert sums[5, LEADER] == (60, 4, 2)
    assert sums[5, LAST] == (-60, -1 - 2, 4)
    assert sums[5, EVERYONE] == (0, 1, 6)
    assert sums[6, UNANIMOUS] == (0, 18, 6)
    assert here[5, FIELD]["ahead"] == 6 - 3
    assert here[5, FIELD]["gap"] == 60 * 4 - 30 * (-1 - 2)
    assert (here[5, FIELD]["apart"], here[6, FIELD]["apart"]) == (2, 0)
    assert here[6, FIELD]["ahead"] == 10 - 4


def test_games_are_counted_once(tmp_path: Path) -> None:
    """Two moments a game of the same item: the second half of the items is at stake again where the first was."""
    run = write_run(tmp_path, Truth(items=(2.0, 0, 0, 0, 0, 0)), games=600, forks=1.0)
    before = analysis.analyse(run).item_effects.filter(pl.col("group") == "all")
    for part in (tmp_path / "effects").iterdir():
        pl.read_parquet(part).with_columns((pl.col("item") % 3).cast(pl.Int16)).write_parquet(part)
    after = analysis.analyse(run).item_effects.filter(pl.col("group") == "all")
    assert set(before["games"]) == set(before["moments"]) == set(after["games"]) == {600}
    assert set(after["moments"]) == {1200}
    assert after["value"][0] == pytest.approx((before["value"][0] + before["value"][3]) / 2)


def test_slices_hold_whole_blocks(known_run: FakeRun, known: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "AT_ONCE", 777)
    assert analysis.analyse(known_run).item_effects.equals(known.item_effects)


def test_group_names() -> None:
    assert doctest.testmod(effects).failed == 0


def test_nothing_in_every_block_is_no_evidence() -> None:
    assert p_value([0.0, 1.0], [0.0, 1.0], [50, np.inf]).tolist() == pytest.approx([1.0, 0.3173105])
    assert p_value(2.0, 1.0, 11) == pytest.approx(0.0733880)


@pytest.fixture(scope="module")
def known_run(tmp_path_factory: pytest.TempPathFactory) -> FakeRun:
    """An item pays its voters, one is courted by those who do well anyway, one tilts the field, one is a vote."""
    truth = Truth(items=(4.0, 0, 0, 0, 0, -3.0), courted=(0, 0, 0.5), pushed=(0, 2.0), swing=(0, 0, 0, 3.0), jitter=3.0)
    folder = tmp_path_factory.mktemp("known")
    return write_run(folder, truth, games=6000, players=(4,), chunk=2000, sample=0.5, forks=0.5)


@pytest.fixture(scope="module")
def known(known_run: FakeRun) -> Tables:
    return analysis.analyse(known_run)


def row(tables: Tables, item: str, group: str, measure: str = "win", contrast: str = "text") -> dict[str, object]:
    wanted = {"item": item, "group": group, "measure": measure, "contrast": contrast}
    return tables.item_effects.row(
        by_predicate=pl.all_horizontal(pl.col(k) == v for k, v in wanted.items()), named=True
    )


def test_the_planted_effect_is_found_and_sized(known: Tables) -> None:
    score = row(known, STRONG, "did", "score")
    assert score["low"] < 4.0 < score["high"]
    assert score["high"] - score["low"] < 0.4
    assert score["verdict"] == "rises"
    win = row(known, STRONG, "did")
    assert (win["verdict"], win["listed"], win["method"]) == ("too strong", True, "causal")
    assert row(known, "card_5", "did")["verdict"] == "too weak"
    strong = known.item_effects.filter((pl.col("group") == "did") & (pl.col("verdict") == "too strong"))
    assert set(strong.select("item", "contrast").iter_rows()) == {
        (STRONG, "text"), (STRONG, "vote"), ("card_1", "vote")
    }  # fmt: skip


def test_a_vote_is_told_apart_from_what_was_voted_on(known: Tables) -> None:
    text, vote = (row(known, "card_1", "did", "score", c) for c in ("text", "vote"))
    assert text["low"] < 0.0 < text["high"]
    assert vote["low"] < 2.0 < vote["high"]
    assert (text["contrast_label"], vote["contrast_label"]) == ("the text", "the vote")


def test_what_only_looks_strong_is_told_apart(known: Tables) -> None:
    found = row(known, COURTED, "did")
    assert found["naive_low"] > 0.03
    assert found["verdict"] in ("fair", "not shown")
    assert not found["listed"]
    assert found["explained_low"] > 0.03
    assert found["explained"] == pytest.approx(found["naive"] - found["value"])
    assert row(known, "card_4", "did")["explained_low"] < 0 < row(known, "card_4", "did")["explained_high"]


def test_what_tilts_the_field_is_found(known: Tables) -> None:
    assert row(known, TILTED, "leader")["verdict"] == "rises"
    assert row(known, TILTED, "last")["verdict"] == "falls"
    gap = row(known, TILTED, "field", "gap")
    assert gap["low"] < 6.0 < gap["high"]
    assert row(known, TILTED, "field", "ahead")["verdict"] == "rises"
    ranks = [row(known, TILTED, f"rank_{k}", "score") for k in range(1, 5)]
    assert all(r["low"] < truth < r["high"] for r, truth in zip(ranks, (3, 0, 0, -3), strict=True))
    assert all(abs(row(known, f"card_{i}", "field", "gap")["value"]) < 0.5 for i in (1, 2, 4))


def test_columns_say_what_is_behind(known: Tables) -> None:
    rows = known.item_effects
    assert rows["games"].max() <= 6000
    assert (rows["games"] == rows["moments"]).all()
    assert (rows["blocks"] <= rows["games"]).all()
    assert rows.filter(pl.col("adjusted").is_not_null())["group"].unique().sort().to_list() == ["did", "last", "leader"]
    assert set(rows.filter(pl.col("threshold").is_not_null())["measure"]) == {"win"}
    unanimous = rows.filter(pl.col("group") == "unanimous")
    assert set(unanimous["measure"]) == {"score"}
    together = unanimous.join(rows.filter(pl.col("group") == "did"), on=["item", "contrast", "measure"])
    everyone = rows.filter(pl.col("group") == "all").select("item", "contrast", all_games="games")
    joined = together.join(everyone, on=["item", "contrast"])
    assert (joined["games"] + joined["games_right"] < joined["all_games"]).all()


def test_findings_name_the_clearest_and_say_how_it_looks(known: Tables) -> None:
    told = {f.id: f for f in findings(known)}
    assert f"effects-{TILTED}" in told
    strong = told[f"effects-{STRONG}"]
    assert "raises the win chance of those who voted for it by" in strong.headline
    assert strong.headline.endswith("too strong.")
    assert "against a fair share" in strong.text
    assert strong.section == "effects-card"
    assert len([name for name in told if name.startswith("effects-")]) == 3
    assert "items" not in told
    quiet = known.item_effects.with_columns(listed=pl.lit(False))
    (one,) = (f for f in findings({**known, "item_effects": quiet}) if f.id.startswith("effects-"))
    assert one.headline.startswith("With all cards tested at once none stands out")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Many items, most of which do nothing; games of a block share what chance does."""
    truth = Truth(items=(3.0,) * REAL + (0.0,) * (MANY - REAL), jitter=4.0)
    run = write_run(tmp_path_factory.mktemp("many"), truth, games=540, players=(3,), sample=0.02, forks=1.0)
    number = pl.col("item").str.strip_prefix("card_").cast(pl.Int64)
    return analysis.analyse(run).item_effects.filter(pl.col("contrast") == "text").with_columns(number=number)


def test_intervals_hold_what_they_promise(many: pl.DataFrame) -> None:
    """Nineteen in twenty hold the truth, although the games of a block are alike."""
    rows = many.filter((pl.col("measure") == "score") & (pl.col("group") == "did"))
    truth = pl.when(pl.col("number") < REAL).then(3.0).otherwise(0.0)
    held = rows.select((truth >= pl.col("low")) & (truth <= pl.col("high"))).to_series()
    assert len(held) == MANY
    assert held.mean() == pytest.approx(0.95, abs=3 * math.sqrt(0.95 * 0.05 / MANY))


def test_blanks_are_found_at_the_nominal_rate(many: pl.DataFrame) -> None:
    blank = many.filter(pl.col("adjusted").is_not_null() & (pl.col("number") >= REAL))
    assert (blank["p_value"] < 0.05).mean() == pytest.approx(0.05, abs=0.025)
    assert blank["value"].mean() == pytest.approx(0, abs=0.003)


def test_false_discoveries_are_rare_in_any_list(many: pl.DataFrame) -> None:
    """Cut into lists of five items, one of which pays its voters: of what is listed, few are blank."""
    tested = many.filter(pl.col("adjusted").is_not_null()).with_columns(family=pl.col("number") % REAL)
    shares, found = [], 0
    for _, family in tested.group_by("family"):
        listed = benjamini_hochberg(family["p_value"]) <= 0.05
        blank = (family["number"] >= REAL).to_numpy()
        shares.append((listed & blank).sum() / max(listed.sum(), 1))
        found += int((listed & (family["number"] < REAL).to_numpy() & (family["group"] == "did").to_numpy()).sum())
    assert np.mean(shares) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / REAL)
    assert found > 0.9 * REAL


def test_a_moment_that_nobody_takes_part_in(tmp_path: Path) -> None:
    """Such as what is there from the beginning: all are level, and only the field is left."""
    run = write_run(tmp_path, Truth(items=(2.0,) * 6), games=900, forks=0.5)
    run.manifest["game"]["moments"][0]["part"] = None
    for part in (tmp_path / "effects").iterdir():
        rows = pl.read_parquet(part).with_columns(rank_before=pl.lit(1, pl.Int8), part=pl.lit(False))
        rows.write_parquet(part)
    tables = analysis.analyse(run)
    assert set(tables.item_effects["group"]) == {"all", "field"}
    assert set(tables.item_effects.filter(pl.col("group") == "field")["measure"]) == {"ahead"}
    assert tables.item_effects["part"].unique().to_list() == [""]
    assert tables.item_effects["adjusted"].null_count() == len(tables.item_effects)
    assert not any(f.id.startswith("effects") for f in findings(tables))


def test_few_blocks_have_no_interval(tmp_path: Path) -> None:
    tables = analysis.analyse(write_run(tmp_path, games=30, forks=1.0, sample=1.0))
    assert tables.item_effects["low"].null_count() == len(tables.item_effects) > 0
    assert set(tables.item_effects["verdict"]) == {"not shown"}
    assert findings(tables)


def test_only_what_was_asked_is_read(tmp_path: Path) -> None:
    run = write_run(tmp_path, games=300, forks=0.5)
    asked = {**run.manifest["effects"], "branches": {"ballot": ["passed", "rejected"]}}
    assert set(analysis.analyse(FakeRun(tmp_path, {**run.manifest, "effects": asked})).item_effects["contrast"]) == {
        "vote"
    }
    asked["branches"] = {}
    for manifest in ({**run.manifest, "effects": None}, {**run.manifest, "effects": asked}):
        assert analysis.analyse(FakeRun(tmp_path, manifest)).item_effects.is_empty()
    old = {k: v for k, v in run.manifest["game"].items() if k not in ("moments", "item_facts")}
    bare = {k: v for k, v in run.manifest.items() if k != "effects"} | {"game": old}
    assert analysis.analyse(FakeRun(tmp_path, bare)).item_effects.is_empty()


def test_effects_by_strategy_make_up_the_whole(planted: Tables) -> None:
    """Of those who did it; every moment and seat counts alike."""
    keys = ["arm", "players", "item", "contrast", "measure"]
    parts = planted.effect_strategies.group_by(keys).agg(
        mean=(pl.col("value") * pl.col("moments")).sum() / pl.col("moments").sum()
    )
    whole = planted.item_effects.filter((pl.col("group") == "did") & pl.col("measure").is_in(["win", "score"]))
    both = whole.join(parts, on=keys)
    assert len(both) == len(whole) > 0
    assert (both["value"] - both["mean"]).abs().max() < 1e-9


def test_strategies_are_tested_apart(planted: Tables) -> None:
    rows = planted.effect_strategies.filter(pl.col("measure") == "win")
    for _, family in rows.group_by("arm", "players", "contrast", "strategy"):
        assert family["adjusted"].to_list() == pytest.approx(list(benjamini_hochberg(family["p_value"])))
    assert rows["strategy"].n_unique() == 3
