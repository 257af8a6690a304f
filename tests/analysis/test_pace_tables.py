"""Pace by hand: two games whose rounds are written out."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import analysis
from analysis import Tables
from tests.analysis.synthetic import FakeRun, write_run


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """One block of two games with three rounds each.

    Game 0: standings 5-0, 5-5, 5-9: the lead passes half, then half again; the 2nd seat wins.
    Game 1: standings 0-1, 0-3, 0-6: the 2nd seat leads all the way and wins.
    """
    run = write_run(tmp_path_factory.mktemp("hand"), games=2, players=(2,), sample=1.0)
    _rewrite(run, "games", turns=[6, 6], rounds=[3, 3], end_reason=[0, 1])
    _rewrite(run, "seats", win60=[0, 60, 0, 60], rank=[2, 1, 2, 1], score=[5, 9, 0, 6])
    _write_rounds(run)
    return analysis.analyse(run)


def _rewrite(run: FakeRun, table: str, **columns: list[int]) -> None:
    file = run.path / table / "part-00000.parquet"
    rows = pl.read_parquet(file)
    rows.with_columns(pl.Series(k, v).cast(rows.schema[k]) for k, v in columns.items()).write_parquet(file)


def _write_rounds(run: FakeRun) -> None:
    file = run.path / "rounds" / "part-00000.parquet"
    schema = pl.read_parquet_schema(file)
    standing = {0: [(5, 0), (5, 5), (5, 9)], 1: [(0, 1), (0, 3), (0, 6)]}
    asked, options = (1, 3, 4), (4, 6, 7)  # up to the round's end: 4 of 1, 2 of 2, 1 of 1
    rows = [
        {
            "game": game, "seat": seat, "round": at, "standing": standing[game][at][seat], "stock_gold": at,
            "acts_build": at + 1, "acts_pass": 0, "asked_act": asked[at], "options_act": options[at],
        }
        for game in (0, 1) for seat in (0, 1) for at in (0, 1, 2)
    ]  # fmt: skip
    pl.DataFrame(rows).select(pl.col(k).cast(t) for k, t in schema.items()).write_parquet(file)


def test_lead(tables: Tables) -> None:
    """Two half changes in one of two games; one winner was never led; changes in rounds 2 and 3 of 3."""
    value = dict(tables.pace_lead.select("measure", "value").iter_rows())
    assert value == pytest.approx({"lead_changes": 0.5, "never_led": 0.5, "last_change": 3 / 6})


def test_decidedness(tables: Tables) -> None:
    """The leader after round 1 loses game 0; after round 2 the lead is shared."""
    rows = tables.pace_decided.filter(pl.col("by") == "round")
    assert rows["share"].to_list() == pytest.approx([0.5, 0.75, 1.0])
    assert rows["games"].to_list() == [2, 2, 2]
    assert tables.pace_decided.filter(pl.col("by") == "phase")["share"].to_list() == pytest.approx([0.5, 0.75, 1.0])


def test_comeback(tables: Tables) -> None:
    """After round 1 a seat 5 behind wins and one 1 behind does not."""
    rows = tables.pace_comeback.filter((pl.col("by") == "round") & (pl.col("at") == 0))
    found = {(r["deficit_from"], r["deficit_to"]): (r["share"], r["games"]) for r in rows.iter_rows(named=True)}
    assert found == {(0, 0): (0.5, 2), (1, 1): (0.0, 1), (5, 8): (1.0, 1)}


def test_options(tables: Tables) -> None:
    rows = tables.pace_options.filter(pl.col("point") == "act")
    assert rows["phase"].to_list() == [-1, 0, 1, 2]
    assert rows["options"].to_list() == pytest.approx([7 / 4, 4, 1, 1])
    assert rows["decisions"].to_list() == pytest.approx([8, 2, 4, 2])


def test_rounds(tables: Tables) -> None:
    """The last round, which may be partial, is left out."""
    rows = tables.pace_rounds.filter((pl.col("measure") == "standing") & (pl.col("seat") == 1))
    assert rows["value"].to_list() == pytest.approx([0.5, 4])
    gold = tables.pace_rounds.filter((pl.col("measure") == "gold") & (pl.col("seat") == -1))
    assert gold["value"].to_list() == pytest.approx([0, 1])
    assert gold["games"].to_list() == [2, 2]


def test_actions_by_phase(tables: Tables) -> None:
    rows = tables.pace_actions.filter((pl.col("kind") == "build") & (pl.col("seat") == -1) & (pl.col("phase") >= 0))
    assert rows["actions"].to_list() == pytest.approx([1, 1, 1])
    assert rows["share"].to_list() == pytest.approx([1, 1, 1])


def test_too_few_blocks_have_no_interval(tables: Tables) -> None:
    assert tables.pace_lead["low"].null_count() == len(tables.pace_lead)
    assert set(tables.seat_shares["verdict"]) == {"not shown"}


def test_lengths(tmp_path: Path) -> None:
    run = write_run(tmp_path, games=101, players=(2,), chunk=1000)
    turns = [*range(1, 101), 500, 500]
    _rewrite(run, "games", turns=turns)
    row = analysis.analyse(run).pace_length.filter(pl.col("measure") == "turns").row(0, named=True)
    found = [row[q] for q in ("least", "q05", "q25", "q50", "q75", "q95", "q99", "most")]
    assert found == [1, 6, 26, 51, 77, 97, 500, 500]
    assert row["mean"] == pytest.approx(sum(turns) / 102)


def test_shares_of_the_pace_stay_between_0_and_1_and_never_have_an_empty_interval(tmp_path: Path) -> None:
    tables = analysis.analyse(write_run(tmp_path, games=600, sample=1.0))
    for rows in (tables.pace_comeback, tables.pace_decided):
        assert (rows.drop_nulls("low")["low"] >= 0).all()
        assert (rows.drop_nulls("low")["high"] <= 1).all()
        assert (rows.drop_nulls("low")["low"] < rows.drop_nulls("low")["high"]).all()
    hopeless = tables.pace_comeback.filter((pl.col("share") == 0) & pl.col("low").is_not_null())
    assert len(hopeless) > 0
    assert (hopeless["low"] == 0).all()
    assert hopeless["high"].is_between(0, 0.3, closed="none").all()


def test_end_reasons(tables: Tables, tmp_path: Path) -> None:
    assert tables.pace_ends["share"].to_list() == pytest.approx([0.5, 0.5])
    ends = analysis.analyse(write_run(tmp_path, games=60)).pace_ends
    assert ends["share"].to_list() == [1, 0]
    assert ends["high"].to_list()[1] == pytest.approx(0.161, abs=0.001)  # Wilson, 0 of 20 blocks
