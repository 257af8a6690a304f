"""What laws cause, with the real game and the whole pipeline, where the truth is planted in the tables of components.

The strategies of these games are the functions of this file. They do not know what laws say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numba import njit

import gaiola
from analysis import Tables
from analysis.intervals import benjamini_hochberg
from gaiola.components import export
from gaiola.resolve import again
from simcore.bits import nth_bit, popcount
from simcore.engine import simulate
from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.effects import attended
from simcore.games.lancaster.state import (
    AT_EXTENSION,
    AT_PLACE,
    AT_TRADE,
    AT_VOTE,
    BY_LAW,
    CASTLE,
    CONFLICT,
    COUNTY,
    DECLINE,
    FIRST_LAW,
    NO,
    YES,
)
from simcore.options import KIND_SHIFT, PLACE_MASK, any_option
from simcore.replay import Playback
from simcore.runs import Run
from simcore.schema import EFFECTS, TABLES
from simcore.streams import POLICY, below
from strategies import compiled, load

HERE = Path(__file__).resolve()
PAYS = "if:conflicts:ge:1:pp:10"
PAYING, POINTS = 16, 10  # a law of group 4: voted on in the last round, so carried out once if it passes
OPENING = 2  # a law of group 0: in force at the start
TEXT, VOTE = ("passed", "blank"), ("passed", "rejected")
MOMENT = ["game", "decision", "item", "seat"]


# ---------------------------------------------------------------- strategies


@njit
def draw(s: Any, o: Any, first: int, last: int) -> int:
    """Draw an option whose kind lies in a range; -1 without one."""
    ways = 0
    for i in range(o.n):
        if first <= o.heads[i] >> KIND_SHIFT <= last:
            ways += popcount(o.masks[i])
    if ways == 0:
        return -1
    left = below(s, POLICY + s.player[s.cur], ways)
    for i in range(o.n):
        if first <= o.heads[i] >> KIND_SHIFT <= last:
            here = popcount(o.masks[i])
            if left < here:
                return o.heads[i] | nth_bit(o.masks[i], left)
            left -= here
    return -1


@njit
def play_at_random(s: Any, r: Any, o: Any, fights: bool) -> int:
    """Be in exactly one conflict, or in none; all else at random, but neither lay extensions nor trade.

    The youngest law's number decides whether a random number is thrown away before placing a knight. So another law in
    force brings other luck, and nothing else.
    """
    if s.point == AT_EXTENSION or s.point == AT_TRADE:
        return DECLINE << KIND_SHIFT
    if s.point != AT_PLACE:
        return any_option(s, o)
    if s.law[2] & 1:
        below(s, POLICY + s.player[s.cur], 2)
    if fights and attended(s, r, s.cur) == 0:
        return draw(s, o, CONFLICT, CONFLICT)
    apart = draw(s, o, COUNTY, CASTLE)
    return apart if apart >= 0 else any_option(s, o)


@njit
def vote_if_ahead(s: Any) -> int:
    """Vote yes with all markers if ahead of everybody, else no without any."""
    for p in range(s.players):
        if p != s.cur and s.pp[p] >= s.pp[s.cur]:
            return NO << KIND_SHIFT
    return YES << KIND_SHIFT | min(np.int64(s.markers[s.cur]), PLACE_MASK)


@compiled(game="lancaster", line="has a knight in a conflict, and votes at random")
def fighter(s: Any, r: Any, o: Any) -> int:
    return play_at_random(s, r, o, True)


@compiled(game="lancaster", line="has no knight in a conflict, and votes at random")
def villager(s: Any, r: Any, o: Any) -> int:
    return play_at_random(s, r, o, False)


@compiled(game="lancaster", line="has a knight in a conflict, and votes for any law when ahead")
def proud_fighter(s: Any, r: Any, o: Any) -> int:
    return vote_if_ahead(s) if s.point == AT_VOTE else play_at_random(s, r, o, True)


@compiled(game="lancaster", line="has no knight in a conflict, and votes for any law when ahead")
def proud_villager(s: Any, r: Any, o: Any) -> int:
    return vote_if_ahead(s) if s.point == AT_VOTE else play_at_random(s, r, o, False)


# ---------------------------------------------------------------- studies


def named(strategy: str) -> str:
    return f"{HERE}:{strategy}"


def study(components: Path | None, **more: Any) -> dict[str, Any]:
    """Return a study in which no knight is lost for good, so that a fighter always has one to place."""
    asked = {"game": "lancaster", "skill_marks": False, "rules": {"ransom": "none_free"}, "sample": 1.0}
    effects = {"moment": "law_vote", "games": 1.0, "rollouts": 2, **more.pop("effects", {})}
    return {**asked, **({"components": str(components)} if components else {}), "effects": effects, **more}


def tables_with(folder: Path, laws: list[tuple[int, int, str]]) -> Path:
    """Write tables of components with these laws: number, group, rule."""
    export(GAME, folder)
    rows = [f"{number},{group},law_{number},{rule},assumed," for number, group, rule in laws]
    (folder / "laws.csv").write_text("\n".join(["law,group,key,rule,provenance,note", *rows, ""]))
    return folder


def one_that_pays(law: int = PAYING) -> list[tuple[int, int, str]]:
    """The shipped laws by number and group, all blank but one."""
    laws = GAME.rulebook().tables["laws"]
    return [(int(x["law"]), int(x["group"]), PAYS if x["law"] == law else "gain:pp:0") for x in laws]


def many_blanks() -> list[tuple[int, int, str]]:
    """As many blank laws as there can be."""
    groups = [0] * 3 + [1] * 12 + [2] * 12 + [3] * 12 + [4] * 9
    return [(i + 1, group, "gain:pp:0") for i, group in enumerate(groups)]


def rows(run: Run, table: str) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in run.parts(table)])


def in_words(run: Run, column: str, what: str) -> pl.Expr:
    """Return a column of indices as the names of what they point to."""
    entries = run.manifest[what] if what == "strategies" else run.manifest["game"][what]
    return pl.col(column).replace_strict({i: x["name"] for i, x in enumerate(entries)}, return_dtype=pl.String)


def gains(run: Run, contrast: tuple[str, str], moment: int = 0) -> pl.DataFrame:
    """Return what every seat of every moment gains by the contrast, a rollout; with names."""
    branches = [branch["name"] for branch in run.manifest["game"]["moments"][moment]["branches"]]
    effects = rows(run, EFFECTS).filter(pl.col("moment") == moment)
    one, two = (effects.filter(pl.col("branch") == branches.index(name)) for name in contrast)
    both = one.join(two, on=MOMENT, suffix="_two")
    assert len(both) == len(one) > 0
    seats = rows(run, "seats").select("game", "seat", in_words(run, "strategy", "strategies"))
    points, wins = (pl.col(c).cast(pl.Int64) - pl.col(f"{c}_two") for c in ("score", "win60"))
    return both.join(seats, on=["game", "seat"]).with_columns(
        in_words(run, "item", "items"), points=points / pl.col("rollouts"), win=wins / 60 / pl.col("rollouts")
    )


def figures(tables: Tables, item: str, contrast: str, group: str, measure: str = "win") -> dict[str, Any]:
    wanted = {"item": item, "contrast": contrast, "group": group, "measure": measure}
    return tables.item_effects.row(
        by_predicate=pl.all_horizontal(pl.col(k) == v for k, v in wanted.items()), named=True
    )


# ---------------------------------------------------------------- a law that pays one seat


@pytest.fixture(scope="module")
def paying(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Four at the table, one of whom is in conflicts; one law pays who is."""
    folder = tmp_path_factory.mktemp("paying")
    seats = [named("fighter"), *[named("villager")] * 3]
    asked = study(tables_with(folder / "tables", one_that_pays()), games=400, check=True, lineups=[{"seats": seats}])
    return gaiola.run(asked, folder / "run")


@pytest.fixture(scope="module")
def paying_tables(paying: Run) -> Tables:
    return gaiola.analyse(paying)


def test_villagers_never_fight_and_fighters_always_do(paying: Run) -> None:
    seats = rows(paying, "seats").select("game", "seat", in_words(paying, "strategy", "strategies"))
    last = rows(paying, "rounds").filter(pl.col("round") == 4).join(seats, on=["game", "seat"])
    fights = last.group_by("strategy").agg(pl.col("acts_conflict").min().alias("least"), pl.col("acts_conflict").max())
    said = {row["strategy"]: row for row in fights.iter_rows(named=True)}
    assert said["villager"]["acts_conflict"] == 0
    assert said["fighter"]["least"] >= 2  # a card stays two rounds at most


@pytest.mark.parametrize("contrast", [TEXT, VOTE])
def test_the_law_is_worth_exactly_what_it_pays(paying: Run, contrast: tuple[str, str]) -> None:
    law = gains(paying, contrast).filter(pl.col("item") == f"law_{PAYING}")
    assert law["game"].n_unique() == 400
    worth = pl.when(pl.col("strategy") == "fighter").then(POINTS).otherwise(0)
    assert law.select((pl.col("points") == worth).all()).item()


def test_its_win_chances_go_with_its_points(paying: Run) -> None:
    law = gains(paying, TEXT).filter(pl.col("item") == f"law_{PAYING}")
    own = pl.col("strategy") == "fighter"
    assert law.filter(own)["win"].min() >= 0
    assert law.filter(~own)["win"].max() <= 0
    assert law.group_by("game").agg(pl.col("win").sum())["win"].abs().max() < 1e-9
    assert law.filter(own)["win"].mean() > 0.1


def test_one_rollout_wins_as_the_points_say(paying: Run, tmp_path: Path) -> None:
    """The winner with the law is the one with the most points after ten more for the fighter."""
    asked = dict(paying.manifest["study"])
    run = gaiola.run({**asked, "effects": {**asked["effects"], "rollouts": 1}}, tmp_path / "run")
    law = gains(run, TEXT).filter(pl.col("item") == f"law_{PAYING}").sort("game", "seat")
    ends = (law[c].to_numpy().reshape(-1, 4) for c in ("score_two", "strategy", "win60"))
    without, strategy, shares = ends
    points = without + POINTS * (strategy == "fighter")
    best = points == points.max(axis=1, keepdims=True)
    assert (shares == best * 60 // best.sum(axis=1, keepdims=True)).all()


def test_the_tables_say_so(paying: Run, paying_tables: Tables) -> None:
    item = f"law_{PAYING}"
    everyone = figures(paying_tables, item, "text", "all", "score")
    assert (everyone["value"], everyone["low"], everyone["high"]) == pytest.approx((POINTS / 4,) * 3)
    assert (everyone["verdict"], everyone["games"]) == ("rises", 400)
    law = gains(paying, TEXT).filter(pl.col("item") == item)
    part = law.with_columns(all_did=pl.col("part").all().over("game")).filter(pl.col("part") & ~pl.col("all_did"))
    did, win = (figures(paying_tables, item, "text", "did", measure) for measure in ("score", "win"))
    assert did["value"] == pytest.approx(POINTS * (part["strategy"] == "fighter").mean())
    assert win["value"] == pytest.approx(part["win"].mean())


@pytest.mark.parametrize("players", [2, 5])
def test_an_opening_law_is_worth_what_it_pays_while_it_lasts(players: int, tmp_path: Path) -> None:
    asked = study(
        tables_with(tmp_path / "tables", one_that_pays(OPENING)), games=40, check=True,
        lineups=[{"seats": [named("fighter"), *[named("villager")] * (players - 1)]}],
        effects={"moment": "opening_law", "rollouts": 1},
    )  # fmt: skip
    run = gaiola.run(asked, tmp_path / "run")
    laws = gains(run, ("kept", "blank"), 1).join(rows(run, "seats"), on=["game", "seat"], suffix="_seat")
    assert dict(laws.group_by("item").len().iter_rows()) == {f"law_{k}": 40 * players for k in (1, 2, 3)}
    assert not laws.filter(pl.col("item") != f"law_{OPENING}")["points"].to_numpy().any()
    paid = laws.filter(pl.col("item") == f"law_{OPENING}")
    assert (paid["points"] == paid["points_law"]).all()
    assert set(paid.filter(pl.col("strategy") == "fighter")["points"]) >= {POINTS, 2 * POINTS}


# ---------------------------------------------------------------- blank laws


def test_the_text_of_blank_laws_does_nothing(paying: Run, paying_tables: Tables) -> None:
    blank = gains(paying, TEXT).filter(pl.col("item") != f"law_{PAYING}")
    assert blank["item"].n_unique() == 14
    assert not blank.select("points", "win", (pl.col("ahead") - pl.col("ahead_two")).alias("ahead")).to_numpy().any()
    told = paying_tables.item_effects.filter((pl.col("contrast") == "text") & (pl.col("item") != f"law_{PAYING}"))
    assert not told["value"].to_numpy().any()
    assert not told["listed"].any()


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """What votes on blank laws do to win chances: before the last round they bring other luck to all, else nothing."""
    folder = tmp_path_factory.mktemp("blank")
    asked = study(
        tables_with(folder / "tables", many_blanks()), players=[3, 4], games=2500, sample=0.0,
        strategies=[named("fighter"), named("villager")], effects={"branches": list(VOTE), "rollouts": 1},
    )  # fmt: skip
    runs = [gaiola.run({**asked, "seed": seed}, folder / f"run{seed}") for seed in range(3)]
    effects = pl.concat([gaiola.analyse(run).item_effects.with_columns(seed=k) for k, run in enumerate(runs)])
    return effects.filter(pl.col("adjusted").is_not_null() & (pl.col("error") > 0))


def test_votes_on_blank_laws_are_found_at_the_nominal_rate(blank: pl.DataFrame) -> None:
    """The groups of a law share games: at least a third of the tests count."""
    assert len(blank) == 3 * 2 * 36 * 3
    assert (blank["p_value"] < 0.05).mean() == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / (len(blank) / 3)))
    assert ((blank["low"] > 0) | (blank["high"] < 0)).equals(blank["p_value"] < 0.05)
    assert abs(blank["value"].mean()) < 0.003


def test_false_discoveries_are_rare(blank: pl.DataFrame) -> None:
    """In the lists of a study, and in short lists of four laws: one list in twenty may hold one."""
    for columns, lists, most in ((["players"], 6, 2), (["players", "short"], 54, 7)):
        cut = blank.with_columns(short=pl.col("item").str.strip_prefix("law_").cast(pl.Int64) % 9)
        parts = cut.group_by("seed", *columns, maintain_order=True)
        found = [(benjamini_hochberg(part["p_value"]) <= 0.05).any() for _, part in parts]
        assert len(found) == lists
        assert sum(found) <= most


# ---------------------------------------------------------------- a law that leaders vote for


@pytest.fixture(scope="module")
def proud(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Who is ahead votes for any law. One law pays fighters, who are often ahead; all others do nothing."""
    folder = tmp_path_factory.mktemp("proud")
    asked = study(
        tables_with(folder / "tables", one_that_pays()), players=3, games=4000,
        strategies=[named("proud_fighter"), named("proud_villager")],
    )  # fmt: skip
    return gaiola.analyse(gaiola.run(asked, folder / "run"))


def test_what_leaders_vote_for_only_looks_strong(proud: Tables) -> None:
    for law in (17, 18):
        found = figures(proud, f"law_{law}", "text", "did")
        assert found["naive_low"] > 0.1
        assert found["value"] == 0
        assert (found["verdict"], found["listed"]) == ("fair", False)
        assert found["explained_low"] > 0.1
    votes = proud.item_effects.filter(
        (pl.col("contrast") == "vote") & pl.col("adjusted").is_not_null() & (pl.col("item") != f"law_{PAYING}")
    )
    assert votes["item"].n_unique() == 14
    assert not votes["listed"].any()
    looks = votes.filter(pl.col("group") == "did")
    assert (looks["naive_low"] > 0).mean() > 0.8
    assert ((looks["low"] <= 0) & (looks["high"] >= 0)).mean() > 0.8


@pytest.mark.parametrize("contrast", ["text", "vote"])
def test_what_truly_pays_is_flagged_among_them(proud: Tables, contrast: str) -> None:
    found = figures(proud, f"law_{PAYING}", contrast, "did")
    assert (found["verdict"], found["listed"]) == ("too strong", True)
    assert figures(proud, f"law_{PAYING}", contrast, "did", "score")["low"] > 0


# ---------------------------------------------------------------- the main line and the accounts


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The game as shipped, forked."""
    return gaiola.run(ACCOUNTS, tmp_path_factory.mktemp("shipped") / "run")


ACCOUNTS = study(
    None, players=[2, 4], games=48, strategies=["random", "greedy"], rules={},
    effects={"moment": ["law_vote", "opening_law"], "games": 0.5},
)  # fmt: skip


def test_the_main_line_never_notices(shipped: Run, tmp_path: Path) -> None:
    plain = gaiola.run({key: value for key, value in ACCOUNTS.items() if key != "effects"}, tmp_path / "run")
    assert len(rows(shipped, EFFECTS)) > 0
    for table in TABLES:
        assert rows(shipped, table).equals(rows(plain, table))


@pytest.mark.parametrize("players", GAME.players)
def test_points_of_laws_are_what_laws_brought(players: int) -> None:
    """Opening laws included, which have ledgers but no ballot."""
    bots = [load("lancaster", name) for name in ("random", "greedy")]
    headers, ledgers = simulate(GAME, bots, players, 32, 7, sample=1.0)
    brought = ledgers["brought"][headers["ledger"], :, FIRST_LAW:].sum(axis=2)
    points = headers["points"][:, :, BY_LAW]
    assert (brought == points).all()
    assert (points[:, :players].sum(axis=1) > 0).mean() > 0.9


def ballots(spec: Any, game: int) -> Iterator[tuple[int, list[tuple[bool, int]], list[dict[str, Any]]]]:
    """Replay a game; yield of every ballot its law, all votes by seat, and the states before and after it."""
    states, votes = [], {}
    for line in Playback(spec, game).lines():
        said = line.json
        if said.get("decision") == "vote":
            action = said["action"]
            votes[said["seat"]] = (action["kind"] == "yes", action["markers"])
            if len(votes) == len(states[-1]["players"]):
                yield action["law"], [votes[p] for p in sorted(votes)], [states[-len(votes)], said["state"]]
                votes = {}
        if "state" in said:
            states.append(said["state"])


def test_laws_are_booked_as_they_were_voted_on(shipped: Run) -> None:
    """Who voted yes, what it cost and what passed, recomputed from replays of some games."""
    items = rows(shipped, "items").with_columns(in_words(shipped, "item", "items"))
    booked = {(x["game"], x["item"], x["seat"]): x for x in items.iter_rows(named=True)}
    spec, seen = again(shipped), 0
    for game in (0, 11, 48, 53, 60, 95):
        for ballot, (law, votes, (before, after)) in enumerate(ballots(spec, game)):
            balance = sum((1 + markers) * (1 if yes else -1) for yes, markers in votes)
            assert (after["current_laws"][-1] == law) == (balance >= 0)
            for seat, (yes, markers) in enumerate(votes):
                row = booked[game, f"law_{law}", seat]
                assert (row["taken"], row["fact_spent"], row["fact_passed"]) == (yes, markers, balance >= 0)
                left = [state["players"][seat]["markers"] for state in (before, after)]
                assert ballot % 3 == 2 or left[0] - left[1] == markers  # after the third all markers go back
                seen += 1
    assert seen == 15 * (2 * 2 + 4 * 4)
