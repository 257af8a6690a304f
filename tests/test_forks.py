"""Forks: the main line never notices, planted truths come out exactly, and runs with forks are runs like others."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from toy_game.bots import BOTS
from toy_game.moments import STEPS

import gaiola
import strategies
from gaiola.resolve import again, resolve
from gaiola.study import Study
from simcore import forks, manifest
from simcore.engine import cut, play_run, simulate, simulate_forks
from simcore.errors import InputError, RunError
from simcore.forks import Forks
from simcore.manifest import RunSpec
from simcore.plan import design, seating
from simcore.registry import find_game
from simcore.replay import verify
from simcore.runs import Run, open_run
from simcore.schema import EFFECTS, TABLES, columns
from tests.conftest import Cli, arguments, environment

TOY = find_game("toy")
GIFT, PAUSE = ((0, 1, 2), ()), ((), (0, 1))
KEYS = ["game", "moment", "decision", "item", "seat"]
ASKED: dict[str, Any] = {"game": "toy", "players": [2, 4], "games": 2000, "sample": 0.3}
FORKED = ASKED | {"effects": {"moment": ["gift", "pause"], "games": 0.3, "rollouts": 3}}


def spec(asked: dict[str, Any], chunk: int = 700) -> RunSpec:
    return resolve(Study.model_validate(asked), "gaiola run study.toml", chunk)


def rows(run: Run, table: str = EFFECTS) -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in run.parts(table)])


@lru_cache
def toy(branches: tuple[tuple[int, ...], ...] = GIFT, moments: float = 1.0, rollouts: int = 4) -> Any:
    return simulate_forks(TOY, BOTS, 3, 600, 5, Forks(branches, moments, rollouts))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return play_run(spec(FORKED), tmp_path_factory.mktemp("forked") / "run")


def test_the_main_line_never_notices(run: Run, tmp_path: Path) -> None:
    plain = play_run(spec(ASKED), tmp_path / "run")
    for table in TABLES:
        assert rows(run, table).equals(rows(plain, table))
    assert not (plain.path / EFFECTS).exists()
    assert plain.manifest["effects"] is None


def test_effects_have_the_declared_columns(run: Run) -> None:
    declared = {c.name: c.dtype for c in columns(TOY, EFFECTS)}
    assert dict(rows(run).schema) == declared


@pytest.mark.parametrize(("chunk", "jobs"), [(300, 1), (1999, 2)])
def test_effects_do_not_depend_on_chunks_and_workers(run: Run, tmp_path: Path, chunk: int, jobs: int) -> None:
    assert rows(play_run(spec(FORKED, chunk), tmp_path / "run", jobs)).equals(rows(run))


def test_effects_do_not_depend_on_the_buffer(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "ROOM", 100)
    assert rows(play_run(spec(FORKED, 2000), tmp_path / "run")).equals(rows(run))


def test_what_is_planted_comes_out_exactly() -> None:
    given, none, blank = np.moveaxis(toy()[1].reshape(-1, 3), 1, 0)
    decides = given["decision"] % 3
    gain = given["score"] - none["score"]
    assert (gain[np.arange(len(gain)), decides] == 4 * STEPS).all()
    assert (gain.sum(axis=1) == 4 * STEPS).all()
    assert (given["win60"][:, :3] >= none["win60"][:, :3])[np.arange(len(gain)), decides].all()
    for name in ("win60", "score", "ahead", "part", "rank"):
        assert (blank[name] == none[name]).all()


def test_a_win_is_won_once_in_every_rollout() -> None:
    effects = toy()[1]
    assert (effects["rollouts"] == 4).all()
    assert (effects["win60"].sum(axis=1) == 4 * 60).all()


def test_the_first_rollout_is_the_main_line() -> None:
    headers, effects = toy(rollouts=1)
    kept = effects[effects["branch"] == 1]
    played = headers[kept["game"]]
    assert (kept["score"] == played["score"]).all()
    assert (kept["win60"] == played["win60"]).all()
    best = np.array([[max(row[:p] + row[p + 1 : 3]) for p in range(3)] for row in played["score"].tolist()])
    assert (kept["ahead"][:, :3] == np.maximum(0, played["score"][:, :3] - best)).all()


def test_other_rollouts_have_another_future() -> None:
    (_, once), (_, often) = toy(rollouts=1), toy()
    assert (often["score"] != 4 * once["score"]).any(axis=1).mean() > 0.9


def test_every_item_at_stake_is_forked_and_says_who_took_part() -> None:
    _, effects = toy()
    pairs = effects.reshape(-1, 2, 3)[:, :, 0]
    chosen, other = pairs[:, 0], pairs[:, 1]
    assert (chosen["decision"] == other["decision"]).all()
    assert (chosen["item"] + other["item"] == 1).all()
    decides = chosen["decision"] % 3
    assert (chosen["part"] == (np.arange(5) == decides[:, None])).all()
    assert not other["part"].any()


def test_ranks_are_those_before_the_decision() -> None:
    _, effects = toy()
    first = effects[effects["decision"] == 0]
    cards = np.sort(first["rank"][:, :3], axis=1)
    assert set(map(tuple, cards.tolist())) == {(1, 2, 3), (1, 2, 2), (1, 1, 3)}  # by the bonus cards 0, 1, 1 and 3


def test_a_worse_action_is_seen_to_be_worse() -> None:
    stepped, waited = np.moveaxis(toy(PAUSE)[1].reshape(-1, 2), 1, 0)
    own = np.arange(len(stepped)), stepped["decision"] % 3
    assert (stepped["kind"] == 1).all()
    assert stepped["win60"][own].mean() - waited["win60"][own].mean() > 4 * 60 * 0.02


def test_games_and_moments_are_forked_in_the_shares_asked_for() -> None:
    plan = design(3, [("base", (0, 1)), ("other", (0, 1))], [4], 40_000, [("random", 0)], fork=0.1)
    mixed, mark, arm, _ = (seating(plan, s, 0, s.blocks) for s in plan.strata)
    assert 0.09 < mixed.forked.mean() < 0.11
    assert abs(np.corrcoef(mixed.forked, mixed.sampled)[0, 1]) < 0.05
    assert (arm.forked == mixed.forked).all()
    assert not mark.forked.any()
    (_, some), (_, every) = toy(moments=0.25), toy()
    assert 0.2 < len(some) / len(every) < 0.3
    assert set(map(str, some.tolist())) <= set(map(str, every.tolist()))


def test_batches_hold_no_more_forked_games_than_effects_fit() -> None:
    forked = np.random.default_rng(1).random(30_000) < 0.1
    batches = list(cut(forked, 50))
    assert [b.start for b in batches] == [0, *(b.stop for b in batches[:-1])]
    assert batches[-1].stop == len(forked)
    assert all(forked[b].sum() <= 50 for b in batches)
    assert [b.stop for b in cut(np.zeros(30_000, np.bool_), 50)] == [12_500, 25_000, 30_000]


def test_a_killed_run_resumes_to_the_same_effects(study: Callable[[str], Path], tmp_path: Path) -> None:
    path = study('game = "toy"\nplayers = 3\ngames = 20_000\n[effects]\nmoment = "gift"\n')
    command = arguments("run", path, "--out", tmp_path / "killed", "--chunk", 500, "--jobs", 2)
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL)
    while len(list((tmp_path / "killed" / "chunks").glob("*.json"))) < 4:
        time.sleep(0.002)
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not open_run(tmp_path / "killed").is_complete
    resumed = gaiola.run(path, tmp_path / "killed", resume=True)
    whole = play_run(resolve(Study.model_validate(resumed.manifest["study"]), "", 500), tmp_path / "whole")
    for a, b in zip(resumed.parts(EFFECTS), whole.parts(EFFECTS), strict=True):
        assert a.read_bytes() == b.read_bytes()
    part = resumed.parts(EFFECTS)[3]
    part.write_bytes(b"torn")
    assert resumed.damaged(3) == [part]
    assert verify(resumed, again(resumed)) == [f"{part}: differs from its checksum"]


def test_effects_that_were_recorded_otherwise_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    now = again(run)
    assert verify(run, now) == []
    assert now.forks
    fewer = replace(now, forks=replace(now.forks, rollouts=2))
    assert "plays otherwise now" in verify(run, fewer)[0]


def test_other_forks_are_another_run(call: Cli, study: Callable[[str], Path]) -> None:
    path = study('game = "toy"\nplayers = 2\ngames = 40\n[effects]\nmoment = "gift"\n')
    assert call("run", path, "--out", "run")[0] == 0
    text = path.read_text()
    for more, difference in {
        "rollouts = 4": "effects.rollouts: 8 -> 4",
        "games = 0.2": "effects.games: 0.1 -> 0.2",
        "moments = 0.5": "effects.moments: 1.0 -> 0.5",
        'branches = ["given", "none"]': "effects.branches.gift: ['given', 'none', 'blank'] -> ['given', 'none']",
    }.items():
        path.write_text(text + more)
        code, _, error = call("run", path, "--out", "run", "--resume")
        assert code == 2
        assert error.splitlines()[1:] == [f"  {difference}"]


MISTAKES = {
    'moment = "gfit"': "effects.moment: unknown moment of toy 'gfit'; did you mean 'gift'? (known: gift, pause)",
    'moment = ["gift", "x"]': "effects.moment: unknown moment of toy 'x' (known: gift, pause)",
    "moment = []": "effects.moment = [] is empty: name at least one",
    "moment = 3": "effects.moment",
    "games = 0.1": "key 'effects.moment' is missing",
    'moment = "gift"\nbranches = ["gone"]': "unknown branch of gift 'gone'; did you mean 'none'?",
    'moment = ["gift", "pause"]\nbranches = ["none"]': "effects.branches = ['none']: only with one moment",
    'moment = "gift"\ngames = 0': "effects.games = 0 should be greater than 0",
    'moment = "gift"\nmoments = 1.5': "effects.moments = 1.5 should be less than or equal to 1",
    'moment = "gift"\nrollouts = 0': "effects.rollouts = 0 should be greater than or equal to 1",
    'moment = "gift"\nrollots = 4': "unknown key 'effects.rollots'; did you mean 'effects.rollouts'?",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_what_is_forked_is_said_in_a_line(text: str, call: Cli, study: Callable[[str], Path]) -> None:
    code, _, error = call("run", study(f'game = "toy"\n[effects]\n{text}'))
    assert code == 2
    assert MISTAKES[text] in error
    assert len(error.splitlines()) == 1
    assert not Path("runs").exists()


def test_a_game_without_moments_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaiola.resolve.find_game", lambda _: replace(TOY, moments=()))
    with pytest.raises(InputError, match=r"unknown moment of toy 'gift' \(known: none\)"):
        spec(FORKED)


def test_a_dry_run_counts_forks(call: Cli, study: Callable[[str], Path]) -> None:
    text = 'game = "toy"\ngames = 10_000_000\nskill_marks = false\nsample = 0.0\n'
    sizes = []
    for more in ("", '[effects]\nmoment = "gift"\ngames = 1.0\nrollouts = 1\n'):
        code, out, _ = call("run", study(text + more), "--dry-run")
        assert code == 0
        sizes.append(int(out.partition(" MB")[0].rpartition(" ")[2].replace(",", "")))
    assert sizes[1] > 2 * sizes[0]


SPOILT = """
from simcore.options import nth
from strategies import compiled

@compiled(game="toy", line="cannot bear gifts")
def proud(s, r, o):
    return 99 if s.gift[s.cur] else nth(o, 2)

@compiled(game="toy", line="raises at gifts")
def prouder(s, r, o):
    if s.gift[s.cur]:
        raise ValueError("no gifts")
    return nth(o, 2)

@compiled(game="toy", line="waits for ever after a gift")
def lazy(s, r, o):
    return nth(o, 1 if s.gift[0] + s.gift[1] else 2)
"""


@pytest.mark.parametrize(
    ("name", "told"), [("proud", "answered 99"), ("prouder", "ValueError: no gifts"), ("lazy", "does not end")]
)
def test_a_strategy_that_misbehaves_in_forks_only_is_named(
    name: str, told: str, call: Cli, study: Callable[[str], Path]
) -> None:
    Path("mine.py").write_text(SPOILT)
    text = f'game = "toy"\nplayers = 2\ngames = 20\nskill_marks = false\nstrategies = ["mine.py:{name}"]\n'
    assert call("run", study(text), "--out", "plain")[0] == 0
    code, _, error = call("run", study(f'{text}[effects]\nmoment = "gift"\ngames = 1.0'), "--out", "forked")
    assert code == 2
    assert f"strategy {name!r} (mine.py) in game 0, decision " in error
    assert "of a fork at decision 0: " in error
    assert told in error
    assert "without its forks" in error
    command = error.strip().rpartition("gaiola ")[2].split()
    assert call(*command)[0] == 0


def test_more_moments_than_declared_are_an_error_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forks, "ROOM", 10)
    narrow = replace(TOY, moments=tuple(replace(moment, most=1) for moment in TOY.moments))
    with pytest.raises(RunError, match="more moments than it declares"):
        simulate_forks(narrow, BOTS, 3, 600, 5, Forks(GIFT))


def test_invariants_are_tested_in_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RunError, match=r"of a fork at decision \d+: invariant 3"):
        simulate_forks(TOY, BOTS, 3, 600, 5, Forks(GIFT), rules={"head_start": 6}, checked=True)


def test_a_restaurant_of_mercado_is_worth_its_coins() -> None:
    mercado = find_game("mercado")
    bots = [bot for bot in strategies.shipped("mercado") if bot.level in ("archetype", "balanced")]
    asked = Forks(((0, 1),), 1.0, 2)
    plain, _ = simulate(mercado, bots, 3, 90, 4)
    headers, effects = simulate_forks(mercado, bots, 3, 90, 4, asked, checked=True)
    for name in set(headers.dtype.names) - {"fork"}:
        assert (headers[name] == plain[name]).all()
    opened, coin = np.moveaxis(effects.reshape(-1, 2), 1, 0)
    assert len(opened) > 300
    kinds = {item.kind for i, item in enumerate(mercado.items(mercado.rulebook())) if i in set(opened["item"].tolist())}
    assert kinds == {"restaurant"}
    own = opened["part"][:, :3] == 1
    assert (own.sum(axis=1) == 1).all()
    assert (opened["score"] != coin["score"]).any(axis=1).mean() > 0.9
    assert (opened["win60"].sum(axis=1) == 120).all()


def test_facts_of_items_are_recorded(run: Run) -> None:
    items = rows(run, "items")
    assert items["fact_place"].dtype == pl.Int16
    assert not items.filter(pl.col("taken") == 0)["fact_place"].to_numpy().any()
    assert 0 < items["fact_place"].max() < 22
    assert run.manifest["game"]["item_facts"][0]["name"] == "place"


def test_the_manifest_says_what_is_forked(run: Run) -> None:
    said = run.manifest
    assert said["effects"] == {
        "moment": ["gift", "pause"],
        "branches": {"gift": ["given", "none", "blank"], "pause": ["stepped", "waited"]},
        "games": 0.3,
        "moments": 1.0,
        "rollouts": 3,
    }
    gift = said["game"]["moments"][0]
    assert (gift["name"], gift["item_kind"], gift["most"]) == ("gift", "stake", 8)
    assert gift["contrasts"][0] == {"name": "gift", "label": "the gift", "branch": "given", "against": "none"}
    assert open_run(run.path).design.fork == 0.3


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda said: said.update(effects="all"), "effects is no table"),
        (lambda said: said["effects"].pop("rollouts"), "effects.rollouts is missing"),
        (lambda said: said["game"].update(moments=[{}]), "game.moments.0.name is missing"),
        (lambda said: said["plan"].update(fork=0.5), "plan.fork = 0.5, but effects.games = 0.3"),
    ],
)
def test_a_manifest_that_tells_oddly_of_forks_is_refused(
    run: Run, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    said = json.loads(json.dumps(run.manifest))
    change(said)
    assert told in manifest.problem(said)
