"""What is planted is found, what is not is not."""

from __future__ import annotations

import polars as pl
import pytest

from analysis import Tables
from analysis.schema import TABLES
from tests.analysis.synthetic import ITEMS, FakeRun

MIXED = (pl.col("arm") == "base") & (pl.col("pool") == "mixed")


def test_every_table_has_its_declared_columns(planted: Tables) -> None:
    assert list(planted) == list(TABLES)
    for name, columns in TABLES.items():
        assert planted[name].schema == pl.Schema({c.name: c.dtype for c in columns})
        assert all(c.meaning for c in columns)
        assert planted[name].is_empty() == (name == "levels")  # which need arms for all seats but the first


def test_tables_are_attributes_too(planted: Tables) -> None:
    assert planted.seat_shares is planted["seat_shares"]
    assert "seat_shares" in repr(planted)
    with pytest.raises(AttributeError, match="known: overview"):
        _ = planted.seats


def test_intervals_surround_their_figures(planted: Tables) -> None:
    for name, columns in TABLES.items():
        for low in (c.name for c in columns if c.name.endswith("low")):
            high = low.replace("low", "high")
            rows = planted[name].filter(pl.col(low).is_not_null())
            assert (rows[low] <= rows[high]).all(), (name, low)
            assert not rows[low].is_nan().any(), (name, low)


def test_the_favoured_seat_is_found(planted: Tables) -> None:
    seats = planted.seat_shares.filter(MIXED & (pl.col("slice") == "all"))
    assert seats.filter(pl.col("seat") == 1)["verdict"].to_list() == ["favoured"] * 2
    assert set(seats.filter(pl.col("seat") != 1)["verdict"]) == {"disfavoured"}
    by_seat = seats.group_by("players").agg(pl.col("deviation").sum(), pl.col("rank_2").sum())
    assert by_seat["deviation"].to_list() == pytest.approx([0, 0], abs=1e-12)


def test_it_is_found_for_every_strategy(planted: Tables) -> None:
    rows = planted.seat_shares.filter(MIXED & (pl.col("slice") == "strategy"))
    assert len(rows) == 3 * (2 + 3)
    assert set(rows.filter(pl.col("seat") == 1)["verdict"]) == {"favoured"}
    own = rows.group_by("players", "name").agg(pl.col("deviation").sum())
    assert own["deviation"].abs().max() == pytest.approx(0, abs=1e-12)


def test_line_ups_are_told_apart(planted: Tables) -> None:
    rows = planted.seat_shares.filter(MIXED & (pl.col("slice") == "lineup") & (pl.col("players") == 2))
    assert sorted(rows["name"].unique()) == [
        "crowd, crowd", "greedy, crowd", "greedy, greedy", "random, crowd", "random, greedy", "random, random",
    ]  # fmt: skip
    assert rows["games"].sum() == 2 * 9000


def test_nothing_is_found_where_nothing_is(fair: Tables) -> None:
    whole = fair.seat_shares.filter((pl.col("slice") == "all") & (pl.col("pool") == "mixed"))
    assert set(whole["verdict"]) == {"fair"}
    assert not set(fair.seat_shares["verdict"]) & {"favoured", "disfavoured"}
    assert not fair.item_worth["listed"].any()
    assert not set(fair.item_worth["verdict"]) & {"too strong", "too weak"}
    assert set(fair.strengths["verdict"]) == {"fair"}


def test_not_shown_says_how_many_more_games(fair: Tables) -> None:
    rows = fair.seat_shares.filter(pl.col("verdict") == "not shown")
    assert len(rows) > 0
    assert (rows["more_games"] > 0).all()
    assert fair.seat_shares.filter(pl.col("verdict") == "fair")["more_games"].null_count() > 0


def test_the_strong_item_is_found_and_called_observational(planted: Tables) -> None:
    rows = planted.item_worth.filter(MIXED & (pl.col("strategy") == "all"))
    assert len(rows) == 2 * ITEMS
    strong = rows.filter(pl.col("item") == "card_0")
    assert strong["verdict"].to_list() == ["too strong"] * 2
    assert strong["listed"].all()
    assert set(rows["method"]) == {"observational"}
    assert rows.filter(pl.col("listed"))["item"].unique().to_list() == ["card_0"]


def test_item_columns_by_hand(planted: Tables) -> None:
    """Every item is offered twice a game and seat, taken once by 30 %, and brings 5."""
    rows = planted.item_worth.filter(MIXED & (pl.col("strategy") == "all"))
    assert rows["offered"].to_list() == pytest.approx([2.0] * len(rows))
    assert rows["offered_games"].to_list() == pytest.approx([1.0] * len(rows))
    assert rows["take_rate"].to_list() == pytest.approx([0.15] * len(rows), abs=0.01)
    assert rows["brought"].to_list() == pytest.approx([5.0] * len(rows))
    assert (rows["taken"] == rows["takers"]).all()
    assert rows.filter(pl.col("players") == 2)["games"].unique().to_list() == [2 * _sampled(planted, 2)]
    parts = (
        planted.item_worth.filter(MIXED & (pl.col("strategy") != "all"))
        .group_by("players", "item")
        .agg(pl.col("taken").sum())
    )
    joined = rows.join(parts, on=["players", "item"])
    assert (joined["taken"] == joined["taken_right"]).all()


def _sampled(tables: Tables, players: int) -> int:
    return int(tables.overview.filter(MIXED & (pl.col("players") == players))["sampled"].item())


def test_strategies_are_ranked(planted: Tables) -> None:
    for players in (2, 3):
        rows = planted.strengths.filter(MIXED & (pl.col("players") == players))
        strategies = rows.filter(pl.col("term") == "strategy")
        assert strategies.sort("strength")["name"].to_list() == ["random", "crowd", "greedy"]
        assert strategies.sort("share")["name"].to_list() == ["random", "crowd", "greedy"]
        assert rows.filter(pl.col("term") == "seat").sort("strength")["name"].to_list()[-1] == "1"


def test_strengths_and_seat_shares_say_the_same_of_seats(planted: Tables, fair: Tables) -> None:
    keys = ["arm", "players", "pool", "name"]
    for tables in (planted, fair):
        terms = tables.strengths.filter(pl.col("term") == "seat")
        shares = tables.seat_shares.filter(pl.col("slice") == "all").drop("name", "share")
        both = terms.join(shares.with_columns(name=pl.col("seat").cast(pl.String)), on=keys)
        assert len(both) == len(terms) > 0
        assert (both["verdict"] == both["verdict_right"]).all()
        for end, own in (("share_low", "deviation_low"), ("share_high", "deviation_high")):
            assert (both[end] - both[own]).abs().max() == pytest.approx(0, abs=1e-12)


def test_matchups_mirror_with_two_players(planted: Tables) -> None:
    rows = planted.matchups.filter(MIXED & (pl.col("players") == 2))
    value = {(r["strategy"], r["against"]): r["value"] for r in rows.iter_rows(named=True)}
    assert value["greedy", "random"] > 0.05
    for (one, two), found in value.items():
        assert found == pytest.approx(-value[two, one], abs=1e-12)


def test_the_variant_is_found(planted: Tables) -> None:
    rows = planted.variants.filter((pl.col("pool") == "mixed") & (pl.col("measure") == "seat_share"))
    first = rows.filter(pl.col("name") == "0")
    assert first["verdict"].to_list() == ["rises"] * 2
    assert first["arm"].to_list() == ["rule"] * 2
    assert first["baseline"].to_list() == ["base"] * 2
    assert (rows["figure"] - rows["base"] - rows["change"]).abs().max() == pytest.approx(0, abs=1e-12)
    score = planted.variants.filter((pl.col("measure") == "score") & (pl.col("pool") == "mixed"))
    here = score.filter((pl.col("name") == "0") & (pl.col("players") == 3)).row(0, named=True)
    assert here["low"] < 5.0 < here["high"]
    assert here["verdict"] == "changed"


def test_games_without_result_are_counted_and_left_out(planted: Tables) -> None:
    assert planted.overview["no_result"].max() == pytest.approx(0.01, abs=0.01)
    totals = (
        planted.seat_shares.filter(MIXED & (pl.col("slice") == "all")).group_by("players").agg(pl.col("share").sum())
    )
    assert totals["share"].to_list() == pytest.approx([1.0, 1.0])


def test_points_add_up_to_the_score(planted: Tables) -> None:
    points = planted.points.filter(MIXED & (pl.col("who") == "all") & (pl.col("seat") >= 0))
    total = points.group_by("players", "seat").agg(pl.col("mean").sum())
    scores = planted.seat_shares.filter(MIXED & (pl.col("slice") == "all"))
    joined = total.join(scores, on=["players", "seat"])
    assert (joined["mean"] - joined["score"]).abs().max() == pytest.approx(0, abs=1e-9)
    whole = planted.points.filter(MIXED & (pl.col("seat") == -1)).group_by("who").agg(pl.col("mean").sum())
    by_who = dict(whole.iter_rows())
    assert by_who["winner"] > by_who["all"] > by_who["rest"]


def test_the_run_is_not_touched(planted_run: FakeRun, planted: Tables) -> None:
    assert sorted(p.name for p in planted_run.path.iterdir()) == [
        "chunks",
        "effects",
        "games",
        "items",
        "rounds",
        "seats",
    ]
