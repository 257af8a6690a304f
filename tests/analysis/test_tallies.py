"""Tallies are exact, merge in any order and do not depend on cuts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import analysis
from analysis.collect import collect, tally_part, with_margin
from analysis.ledger import deficit_bin, deficit_range
from analysis.parts import Source, source
from analysis.tallies import ONE, Tally, block_totals, merge, moments, regroup
from simcore.errors import RunError
from simcore.plan import MIXED, Stratum
from tests.analysis.conftest import MARKS, PLANTED
from tests.analysis.synthetic import FakeRun, write_run


def small(folder: Path, chunk: int = 200) -> FakeRun:
    arms = ("base", "rule")
    return write_run(folder, PLANTED, games=400, players=(2, 3), chunk=chunk, arms=arms, marks=MARKS[:1], forks=0.3)


def same(one: Tally, two: Tally) -> bool:
    return one.ratios.equals(two.ratios) and one.counts.equals(two.counts) and one.orders.equals(two.orders)


@pytest.fixture(scope="module")
def tallies(tmp_path_factory: pytest.TempPathFactory) -> list[Tally]:
    run = source(small(tmp_path_factory.mktemp("parts")))
    return [tally_part(run, [number]) for number in run.chunks]


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_merging_is_associative_and_free_of_order(tallies: list[Tally], data: st.DataObject) -> None:
    order = data.draw(st.permutations(tallies))
    cut = data.draw(st.integers(1, len(order) - 1))
    assert same(merge([merge(order[:cut]), merge(order[cut:])]), merge(tallies))


@pytest.mark.parametrize("chunk", [90, 100_000])
def test_tables_do_not_depend_on_how_games_are_cut(tmp_path: Path, chunk: int) -> None:
    one, two = analysis.analyse(small(tmp_path / "one")), analysis.analyse(small(tmp_path / "two", chunk))
    assert [name for name in one if not one[name].equals(two[name])] == []


def test_saved_tables_are_the_same_bytes(tmp_path: Path) -> None:
    for name, chunk in (("one", 100), ("two", 150)):
        run = small(tmp_path / name, chunk)
        analysis.save(analysis.analyse(run), run.path)
    files = sorted(p.name for p in (tmp_path / "one" / "tables").iterdir())
    assert len(files) == 2 * len(analysis.schema.TABLES)
    for file in files:
        assert (tmp_path / "one" / "tables" / file).read_bytes() == (tmp_path / "two" / "tables" / file).read_bytes()


def test_only_committed_chunks_count(tmp_path: Path) -> None:
    run = small(tmp_path)
    whole = analysis.analyse(run).overview["games"].sum()
    (tmp_path / "chunks" / "00000.json").unlink()
    assert analysis.analyse(run).overview["games"].sum() == whole - 200
    for record in (tmp_path / "chunks").iterdir():
        record.unlink()
    with pytest.raises(RunError, match="no chunk"):
        analysis.analyse(run)


def test_sums_by_hand() -> None:
    rows = pl.DataFrame({"block": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "win60": [60, 0, 30, 30]})
    totals = block_totals(rows, ["seat"], {("share", ""): (pl.col("win60"), 60 * ONE)})
    found = moments(totals, ["seat"]).sort("seat")
    assert found.select("seat", "blocks", "x", "y", "xx", "xy", "yy").rows() == [
        (0, 2, 90, 120, 4500, 5400, 7200),
        (1, 2, 30, 120, 900, 1800, 7200),
    ]
    assert moments(regroup(totals, []), []).select("x", "y", "xx").row(0) == (120, 240, 7200)


def test_small_integers_do_not_wrap() -> None:
    rows = pl.DataFrame({"block": [0] * 5, "win60": [60] * 5}, schema_overrides={"win60": pl.Int8})
    found = moments(block_totals(rows, [], {("a", ""): (pl.col("win60"), ONE)}), [])
    assert found["xx"].item() == 300 * 300


def test_shares_are_the_plain_ones(tmp_path: Path) -> None:
    """Shares and scores are what a plain loop over the recorded tables gives."""
    run = small(tmp_path)
    shares = analysis.analyse(run).seat_shares.filter((pl.col("slice") == "all") & (pl.col("pool") == "mixed"))
    games, seats = (pl.read_parquet(tmp_path / t / "*.parquet") for t in ("games", "seats"))
    plain = seats.join(games.select("game", "stratum", "players", "no_result"), on="game")
    for row in shares.filter(pl.col("arm") == "base").iter_rows(named=True):
        index = next(s.index for s in source(run).design.strata if s.players == row["players"] and s.arm == "base")
        here = plain.filter((pl.col("stratum") == index) & (pl.col("seat") == row["seat"]))
        decided = here.filter(~pl.col("no_result"))
        assert row["share"] == pytest.approx(decided["win60"].cast(int).sum() / 60 / len(decided))
        assert row["score"] == pytest.approx(here["score"].mean())
        assert row["rank_1"] == pytest.approx((decided["rank"] == 1).mean())
        assert row["games"] == len(here)


def test_margin_is_to_the_best_other() -> None:
    seats = pl.DataFrame({"score": [5, 9, 2, 7, 7, 1]})
    assert with_margin(seats, 3)["margin"].to_list() == [-4, 4, -7, 0, 0, -6]


def test_deficits_fall_into_their_bins() -> None:
    deficits = np.arange(70)
    for deficit, index in zip(deficits, deficit_bin(deficits), strict=True):
        low, high = deficit_range(int(index))
        assert low <= deficit <= high


def test_a_run_without_ledgers_has_its_other_tables(tmp_path: Path) -> None:
    tables = analysis.analyse(write_run(tmp_path, games=300, sample=0.0))
    assert len(tables.seat_shares) > 0
    assert tables.item_worth.is_empty()
    assert tables.pace_rounds.is_empty()
    assert tables.overview["sampled"].to_list() == [0]


def test_orders_come_from_mixed_tables(tmp_path: Path) -> None:
    run = source(small(tmp_path))
    mixed = {s.index for s in run.design.strata if s.pool == "mixed"}
    assert set(collect(run).orders["stratum"].unique()) == mixed


def test_chunks_are_read_in_groups_of_one_stratum(tmp_path: Path) -> None:
    run = source(small(tmp_path, 90))
    groups = run.batches(200)
    assert [number for group in groups for number in group] == list(run.chunks)
    for group in groups:
        assert len({run.chunks[number].stratum.index for number in group}) == 1
        assert len(group) == 1 or sum(run.chunks[number].games for number in group) <= 200


def test_a_gap_of_chunks_does_no_harm(tmp_path: Path) -> None:
    """Chunks that are read together need not follow one another."""
    run = small(tmp_path, 90)
    (tmp_path / "chunks" / "00001.json").unlink()
    alone = source(run)
    assert same(collect(alone), merge(tally_part(alone, [number]) for number in alone.chunks))


def test_items_are_named_by_the_tables_of_their_arm() -> None:
    """An arm may add, drop or reorder items."""
    items = [{"name": name, "kind": "card", "label": name.upper()} for name in ("a", "b", "c")]
    arms = {"base": {"items": ["a", "b"]}, "own": {"items": ["c", "a"]}, "old": {}}
    run = Source(Path(), {"game": {"items": items}, "arms": arms})
    strata = {arm: Stratum(0, arm, 2, MIXED, (0,), (), True, 0, 1) for arm in arms}
    named = {arm: [row["name"] for row in run.items_of(stratum)] for arm, stratum in strata.items()}
    assert named == {"base": ["a", "b"], "own": ["c", "a"], "old": ["a", "b", "c"]}
