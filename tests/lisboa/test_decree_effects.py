"""What decrees cause, with the real game and the whole pipeline, where the truth is planted in component tables.

The strategies of these games are the functions of this file. They do not know what decrees say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numba import njit

import gaiola
from analysis import Tables
from gaiola.components import export
from gaiola.resolve import again
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.state import AT_DECREE, AT_MAIN
from simcore.options import any_option
from simcore.replay import Playback
from simcore.runs import Run
from simcore.schema import EFFECTS, TABLES
from simcore.streams import POLICY, below
from strategies import compiled

HERE = Path(__file__).resolve()
PAYING, WIGS = 7, 8  # the decree that pays everybody
BLANK = "atleast:stores:0:0"
COUNT = 70
TEXT, DISPLAY = ("taken", "blank"), ("taken", "another")
MOMENT = ["game", "decision", "item", "seat"]


# ---------------------------------------------------------------- strategies


@njit
def lowest_or_highest(s: Any, o: Any, low: bool) -> int:
    """Take the decree with the lowest number face up, or the highest."""
    best = 0
    for i in range(1, s.display_size):
        if (s.display[i] < s.display[best]) == low:
            best = i
    return o.heads[0] | best


@njit
def is_ahead(s: Any) -> bool:
    """Whether nobody has as many wigs as the seat at hand."""
    best = -1
    for p in range(s.players):
        if p != s.cur:
            best = max(best, s.wigs[p])
    return s.wigs[s.cur] > best


@compiled(game="lisboa", line="plays at random")
def blind(s: Any, r: Any, o: Any) -> int:
    return any_option(s, o)


@compiled(game="lisboa", line="plays at random; with an odd decree, a random number is thrown away before each turn")
def fickle(s: Any, r: Any, o: Any) -> int:
    if s.point == AT_MAIN:
        for d in range(r.decree_count):
            if s.decree_owner[d] == s.cur and d % 2 == 1:
                below(s, POLICY + s.player[s.cur], 2)
    return any_option(s, o)


@compiled(
    game="lisboa", line="plays at random, but when ahead takes the decree with the lowest number, else the highest"
)
def proud(s: Any, r: Any, o: Any) -> int:
    return lowest_or_highest(s, o, is_ahead(s)) if s.point == AT_DECREE else any_option(s, o)


# ---------------------------------------------------------------- studies


def tables_with(folder: Path, condition: Callable[[int], str]) -> Path:
    """Write tables of components with as many decrees as are shipped, none of them banned."""
    export(GAME, folder)
    rows = [f"{d},{condition(d)},0,0,assumed" for d in range(1, COUNT + 1)]
    (folder / "decrees.csv").write_text("\n".join(["id,condition,banned_2p,solo_discard,provenance", *rows, ""]))
    return folder


def study(folder: Path, condition: Callable[[int], str], strategy: str, **more: Any) -> dict[str, Any]:
    effects = {"moment": "decree", "games": 1.0, "rollouts": 1, **more.pop("effects", {})}
    return {
        "game": "lisboa", "skill_marks": False, "sample": 1.0, "strategies": [f"{HERE}:{strategy}"],
        "components": str(tables_with(folder / "tables", condition)), "effects": effects, **more,
    }  # fmt: skip


def rows(run: Run, table: str) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in run.parts(table)])


def gains(run: Run, contrast: tuple[str, str]) -> pl.DataFrame:
    """Return what every seat of every moment gains by the contrast, a rollout; items by name."""
    branches = [branch["name"] for branch in run.manifest["game"]["moments"][0]["branches"]]
    effects = rows(run, EFFECTS)
    one, two = (effects.filter(pl.col("branch") == branches.index(name)) for name in contrast)
    both = one.join(two, on=MOMENT, suffix="_two")
    assert len(both) == len(one) > 0
    names = [item["name"] for item in run.manifest["game"]["items"]]
    points, wins = (pl.col(c).cast(pl.Int64) - pl.col(f"{c}_two") for c in ("score", "win60"))
    return both.with_columns(
        item=pl.Series(names).gather(both["item"]),
        points=points / pl.col("rollouts"),
        win=wins / 60 / pl.col("rollouts"),
    )


def figures(
    tables: Tables, item: str, contrast: str, measure: str = "win", table: str = "item_effects"
) -> dict[str, Any]:
    wanted = {"item": item, "contrast": contrast, "measure": measure}
    wanted |= {"group": "did"} if table == "item_effects" else {}
    return tables[table].row(by_predicate=pl.all_horizontal(pl.col(k) == v for k, v in wanted.items()), named=True)


# ---------------------------------------------------------------- a decree that pays everybody


@pytest.fixture(scope="module")
def paying(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("paying")
    asked = study(
        folder, lambda d: f"atleast:stores:0:{WIGS}" if d == PAYING else BLANK, "blind", players=4, games=4000,
        effects={"rollouts": 2},
    )  # fmt: skip
    return gaiola.run(asked, folder / "run")


@pytest.fixture(scope="module")
def paying_tables(paying: Run) -> Tables:
    return gaiola.analyse(paying)


def test_the_decree_is_worth_exactly_what_it_pays(paying: Run) -> None:
    found = gains(paying, TEXT)
    own = pl.col("part") & (pl.col("item") == f"decree_{PAYING}")
    assert found.filter(own)["game"].n_unique() > 40
    assert (found.filter(own)["points"] == WIGS).all()
    assert not found.filter(~own)["points"].to_numpy().any()
    assert found.filter(own)["win"].min() >= 0
    assert found.group_by("game", "decision").agg(pl.col("win").sum())["win"].abs().max() < 1e-9


def test_others_blank_texts_do_nothing_at_all(paying: Run) -> None:
    blank = gains(paying, TEXT).filter(pl.col("item") != f"decree_{PAYING}")
    assert blank["item"].n_unique() == COUNT - 1
    assert not blank.select("points", "win", pl.col("ahead") - pl.col("ahead_two")).to_numpy().any()


def test_instead_of_a_blank_one_it_is_worth_no_more(paying: Run) -> None:
    """Another is taken instead: then it still lies there, and may be taken later, by the same seat too."""
    found = gains(paying, DISPLAY).filter(pl.col("part"))
    paid = found.filter(pl.col("item") == f"decree_{PAYING}")["points"]
    assert (paid.min(), paid.max()) >= (0, WIGS)
    assert paid.mean() > WIGS / 2
    assert found.filter(pl.col("item") != f"decree_{PAYING}")["points"].mean() < 0


def test_the_tables_say_so(paying_tables: Tables) -> None:
    item = f"decree_{PAYING}"
    score = figures(paying_tables, item, "text", "score")
    assert (score["value"], score["low"], score["high"]) == (WIGS, WIGS, WIGS)
    assert score["verdict"] == "rises"
    own = figures(paying_tables, item, "text", "score", "effect_strategies")
    assert (own["value"], own["low"], own["high"], own["moments"]) == (WIGS, WIGS, WIGS, score["moments"])
    won = figures(paying_tables, item, "text")
    assert won["low"] > 0
    assert won["listed"]
    others = paying_tables.item_effects.filter(
        (pl.col("contrast") == "text") & (pl.col("item") != item) & pl.col("adjusted").is_not_null()
    )
    assert not others["value"].to_numpy().any()
    assert not others["listed"].any()


def test_what_it_brought_and_what_else_lay_there(paying_tables: Tables) -> None:
    told = paying_tables.item_takings.filter(pl.col("slice") == "all")
    own = told.row(by_predicate=pl.col("item") == f"decree_{PAYING}", named=True)
    assert (own["brought"], own["least"], own["most"], own["void"]) == (WIGS, WIGS, WIGS, 0)
    assert (own["over"], own["other"], own["beaten"]) == (WIGS, 0, 0)
    others = told.filter(pl.col("item") != f"decree_{PAYING}")
    assert set(others["void"]) == {1.0}
    assert (others["over"] <= 0).all()
    assert (others["beaten"] > 0).all()


# ---------------------------------------------------------------- blank decrees


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Decrees that do nothing but bring other luck."""
    folder = tmp_path_factory.mktemp("blank")
    asked = study(folder, lambda _: BLANK, "fickle", players=[2, 3], games=12_000, sample=0.0)
    asked["effects"]["branches"] = ["taken", "another"]
    effects = gaiola.analyse(gaiola.run(asked, folder / "run")).item_effects
    return effects.filter(pl.col("adjusted").is_not_null() & (pl.col("error") > 0))


def test_blank_decrees_are_found_at_the_nominal_rate(blank: pl.DataFrame) -> None:
    assert len(blank) == 2 * COUNT
    assert (blank["p_value"] < 0.05).mean() == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / len(blank)))
    assert blank["listed"].sum() <= 1
    assert abs(blank["value"].mean()) < 0.003


# ---------------------------------------------------------------- what only looks like an effect


@pytest.fixture(scope="module")
def courted(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Whoever is ahead takes decrees of low numbers, whoever is not those of high ones. None does anything."""
    folder = tmp_path_factory.mktemp("courted")
    asked = study(folder, lambda _: BLANK, "proud", players=3, games=6000, effects={"games": 0.3})
    return gaiola.analyse(gaiola.run(asked, folder / "run"))


def test_decrees_that_leaders_take_only_look_strong(courted: Tables) -> None:
    own = courted.item_effects.filter(pl.col("adjusted").is_not_null() & pl.col("naive_low").is_not_null())
    number = pl.col("item").str.strip_prefix("decree_").cast(pl.Int64)
    low, high = (
        own.filter((pl.col("contrast") == "text") & number.is_in(range(*ends))) for ends in ((1, 16), (56, 71))
    )
    assert (low["naive_low"] > 0).mean() > 0.5
    assert low["naive"].mean() > 0.05
    assert high["naive"].mean() < -0.02
    assert not own["value"].to_numpy().any()
    assert not own["listed"].any()
    assert (low["explained_low"] > 0).mean() > 0.5


# ---------------------------------------------------------------- the main line and the accounts


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A decree is worth its number modulo ten."""
    folder = tmp_path_factory.mktemp("priced")
    asked = study(folder, lambda d: f"atleast:stores:0:{d % 10}", "blind", players=[2, 4], games=200, check=True)
    return gaiola.run(asked, folder / "run")


def test_the_main_line_never_notices(priced: Run, tmp_path: Path) -> None:
    asked = {key: value for key, value in priced.manifest["study"].items() if key != "effects"}
    plain = gaiola.run(asked, tmp_path / "run")
    assert len(rows(priced, EFFECTS)) > 0
    for table in TABLES:
        assert rows(priced, table).equals(rows(plain, table))


@pytest.fixture(scope="module")
def priced_tables(priced: Run) -> Tables:
    return gaiola.analyse(priced)


def test_takings_are_the_plain_ones(priced: Run, priced_tables: Tables) -> None:
    """Sums over all decrees, by players and by period, from the recorded table alone."""
    players = rows(priced, "games").select("game", "players")
    taken = rows(priced, "items").filter(pl.col("taken") > 0).join(players, on="game")
    over, has = pl.col("brought") - pl.col("fact_best_other"), pl.col("fact_best_other") >= 0
    plain = taken.group_by("players").agg(
        pl.len().alias("takers"), pl.col("brought").sum(), (pl.col("brought") == 0).sum().alias("void"),
        over.filter(has).sum().alias("over"), (has & (over < 0)).sum().alias("beaten"),
        (pl.col("fact_period") == 1).sum().alias("early"),
    )  # fmt: skip
    told = priced_tables.item_takings
    each = {"brought": "takers", "void": "takers", "over": "compared", "beaten": "compared"}
    whole = told.filter(pl.col("slice") == "all").group_by("players").agg(
        pl.col("takers").sum(), *((pl.col(c) * pl.col(w)).sum().alias(c) for c, w in each.items())
    )  # fmt: skip
    early = told.filter((pl.col("slice") == "part") & (pl.col("of") == "1")).group_by("players")
    found = whole.join(early.agg(pl.col("takers").sum().alias("early")), on="players").sort("players")
    for name in ("takers", *each, "early"):
        assert found[name].to_list() == pytest.approx(plain.sort("players")[name].to_list()), name


def test_rates_and_stages_are_the_plain_ones(priced: Run, priced_tables: Tables) -> None:
    rounds = rows(priced, "rounds").join(rows(priced, "games").select("game", "players"), on="game")
    last = rounds.filter(pl.col("round") == pl.col("round").max().over("game"))
    rates = priced_tables.pace_rates
    for n in (2, 4):
        here = last.filter(pl.col("players") == n)
        whole = rates.row(by_predicate=(pl.col("players") == n) & (pl.col("slice") == "all"), named=True)
        assert whole["asked"] == here["asked_follow"].sum()
        assert whole["share"] == pytest.approx(here["acts_follow"].sum() / here["asked_follow"].sum())
        by_round = rates.filter((pl.col("players") == n) & (pl.col("slice") == "round"))
        assert by_round["asked"].sum() == whole["asked"]
        stage = rounds.filter((pl.col("players") == n) & (pl.col("seat") == 0) & (pl.col("stock_period") == 1))
        lengths = stage.group_by("game").len()["len"]
        first = priced_tables.pace_stages.row(
            by_predicate=(pl.col("players") == n) & (pl.col("stage") == 1), named=True
        )
        assert (first["games"], first["mean"]) == (len(lengths), pytest.approx(lengths.mean()))
        assert (first["least"], first["most"]) == (lengths.min(), lengths.max())


def takings(spec: Any, game: int) -> Iterator[tuple[int, int, list[int], int]]:
    """Replay a game; yield of every decree taken its seat, its number, those that lay beside it, and the period."""
    before: dict[str, Any] = {}
    for line in Playback(spec, game).lines():
        said = line.json
        if said.get("decision") == "decree":
            taken = said["action"]["decree"]
            yield said["seat"], taken, [d for d in before["display_decrees"] if d != taken], before["period"]
        before = said.get("state", before)


def test_takings_are_booked_with_what_lay_beside(priced: Run) -> None:
    items = rows(priced, "items").filter(pl.col("taken") > 0)
    booked = {(x["game"], x["item"] + 1, x["seat"]): x for x in items.iter_rows(named=True)}
    spec, seen = again(priced), 0
    for game in (0, 3, 60, 200, 211, 333, 399):
        for seat, decree, beside, period in takings(spec, game):
            row = booked.pop((game, decree, seat))
            best = max((d % 10 for d in beside), default=-1)
            assert (row["brought"], row["fact_best_other"], row["fact_period"]) == (decree % 10, best, period)
            seen += 1
        assert not [key for key in booked if key[0] == game]
    assert seen > 10


def test_the_end_reason_tells_both_periods(priced: Run) -> None:
    """The first period ends by rubble sets if somebody has two of them then; else by display decks."""
    reasons = [reason["name"] for reason in priced.manifest["game"]["end_reasons"]]
    ended = dict(rows(priced, "games").select("game", "end_reason").iter_rows())
    spec = again(priced)
    for game in (0, 60, 200, 333):
        last = {1: 0, 2: 0}
        for line in Playback(spec, game).lines():
            state = line.json.get("state")
            if state:
                last[state["period"]] = max(p["sets"] for p in state["players"])
        first, second = reasons[ended[game]].split("_")
        assert (first == "sets") == (last[1] >= 2), game
        assert second == "decks" or last[2] >= 4
