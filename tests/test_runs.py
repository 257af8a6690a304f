"""Run folders: killed, damaged, resumed, cut differently, played by others, refused."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import gaiola
from gaiola.resolve import again, resolve
from gaiola.study import Study
from simcore import engine
from simcore import manifest as manifests
from simcore.engine import play_run
from simcore.errors import InputError, RunError
from simcore.manifest import RunSpec
from simcore.replay import verify
from simcore.runs import Run, open_run, staged
from simcore.schema import TABLES, columns
from tests.conftest import Command, arguments, environment

STUDY = 'game = "toy"\nplayers = [2, 4]\ngames = 12_000\nsample = 0.2\n'


def spec(chunk: int = 5000, **changes: object) -> RunSpec:
    asked = {"game": "toy", "players": [2, 4], "games": 12_000, "sample": 0.2, **changes}
    return resolve(Study.model_validate(asked), "gaiola run study.toml", chunk)


def rows(run: Run, table: str = "seats") -> pl.DataFrame:
    return pl.concat([pl.read_parquet(path) for path in run.parts(table)])


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return play_run(spec(), tmp_path_factory.mktemp("finished") / "run")


def test_parts_have_the_declared_columns(finished: Run) -> None:
    for table in TABLES:
        declared = {c.name: c.dtype for c in columns(finished.game, table)}
        assert dict(rows(finished, table).schema) == declared


def test_recorded_numbers_agree_with_each_other(finished: Run) -> None:
    games, seats = rows(finished, "games"), rows(finished)
    assert games["game"].to_list() == list(range(finished.design.games))
    assert seats.group_by("game").agg(pl.col("win60").cast(pl.Int64).sum())["win60"].unique().to_list() == [60]
    assert (seats["points_steps"] + seats["points_bonus"] == seats["score"]).all()
    assert finished.manifest["games"] == finished.design.games == len(games)
    assert finished.manifest["decisions"] == games["decisions"].cast(pl.Int64).sum()


def test_a_tie_break_is_told_from_a_shared_win(finished: Run) -> None:
    seats = rows(finished).with_columns(best=pl.col("score") == pl.col("score").max().over("game"))
    shared = seats.filter("best").with_columns(sharers=pl.len().over("game"))
    equal = shared.filter(pl.col("win60").cast(pl.Int64) * pl.col("sharers") == 60)
    assert not equal["tie_break"].any()
    decided = shared.filter(pl.col("win60").cast(pl.Int64) * pl.col("sharers") != 60)
    assert len(decided) > 100
    assert decided["tie_break"].all()
    assert not seats.filter(~pl.col("best"))["tie_break"].any()


def test_rounds_and_items_tell_of_the_sampled_games(finished: Run) -> None:
    rounds, items, seats = rows(finished, "rounds"), rows(finished, "items"), rows(finished)
    last = rounds.filter(pl.col("round") == pl.col("round").max().over("game")).join(seats, on=["game", "seat"])
    assert (last["standing"] == last["score"]).all()
    acts = last.group_by("game").agg(pl.col("acts_safe").cast(pl.Int64).sum() + pl.col("acts_gamble").sum())
    decisions = acts.join(rows(finished, "games"), on="game")
    assert (decisions["acts_safe"] == decisions["decisions"]).all()
    taken = items.group_by("game", "seat").agg(pl.col("taken").sum()).join(last, on=["game", "seat"])
    assert (taken["taken"] == taken["acts_gamble"]).all()
    assert 0.1 < rounds["game"].n_unique() / finished.design.games < 0.3


@pytest.mark.parametrize(("chunk", "jobs"), [(1000, 1), (7777, 2)])
def test_results_do_not_depend_on_chunks_and_workers(finished: Run, tmp_path: Path, chunk: int, jobs: int) -> None:
    other = play_run(spec(chunk), tmp_path / "run", jobs)
    for table in TABLES:
        assert rows(other, table).equals(rows(finished, table))


def test_processes_play_the_same_games(finished: Run, tmp_path: Path) -> None:
    other = play_run(spec(), tmp_path / "run", 2, "processes")
    assert rows(other).equals(rows(finished))


def test_a_killed_run_resumes_to_the_same_bytes(study: Callable[[str], Path], tmp_path: Path) -> None:
    path = study('game = "toy"\nplayers = [3]\ngames = 60_000\n')
    command = arguments("run", path, "--out", tmp_path / "killed", "--chunk", 1000, "--jobs", 2)
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL)
    while len(list((tmp_path / "killed" / "chunks").glob("*.json"))) < 4:
        time.sleep(0.002)
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = open_run(tmp_path / "killed")
    assert not left.is_complete
    (left.path / "seats" / "part-00000.parquet.1.tmp").write_bytes(b"torn")
    with pytest.raises(InputError, match="--resume"):
        gaiola.run(path, left.path)
    resumed = gaiola.run(path, left.path, resume=True)
    whole = play_run(resolve(Study.model_validate(left.manifest["study"]), "", 1000), tmp_path / "whole")
    assert resumed.is_complete
    assert not list(resumed.path.rglob("*.tmp"))
    for a, b in zip(resumed.parts("seats"), whole.parts("seats"), strict=True):
        assert a.read_bytes() == b.read_bytes()


def test_a_damaged_part_is_found_and_played_again(tmp_path: Path, shell: Command, study: Callable[[str], Path]) -> None:
    path = study(STUDY)
    run = gaiola.run(path, tmp_path / "run")
    part = run.parts("seats")[1]
    good = part.read_bytes()
    part.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])
    told = shell("verify", run.path)
    assert told.returncode == 1
    assert f"{part}: differs" in told.stderr
    assert [c.index for c in run.pending()] == [1]
    gaiola.run(path, tmp_path / "run", resume=True)
    assert part.read_bytes() == good
    assert shell("verify", run.path).returncode == 0


def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    first = play_run(spec(games=400), tmp_path / "run")
    stamps = [path.stat().st_mtime_ns for path in first.parts("seats")]
    second = play_run(spec(games=400, report={"threshold": 0.02}), tmp_path / "run")
    assert [path.stat().st_mtime_ns for path in second.parts("seats")] == stamps
    assert second.manifest["games"] == first.manifest["games"]
    assert open_run(tmp_path / "run").manifest["study"]["report"] == {"title": "", "threshold": 0.02}


def test_another_study_is_refused_and_the_difference_shown(
    tmp_path: Path, shell: Command, study: Callable[[str], Path]
) -> None:
    path = study('game = "toy"\ngames = 400\n')
    assert shell("run", path, "--out", "run").returncode == 0
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    told = shell("run", path, "--out", "run", "--resume", "--set", "goal=10")
    assert told.returncode == 2
    assert "arms.base.rules.goal: 20 -> 10" in told.stderr
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before


def test_a_run_shows_itself_in_a_line(finished: Run) -> None:
    assert repr(finished) == f"Run({finished.path}, toy, {finished.design.games:,} games, finished)"


def test_a_changed_weight_is_named_by_its_feature(tmp_path: Path) -> None:
    table = tmp_path / "hermit.toml"
    table.write_text("[weights]\ngamble = 60\n")
    asked = {"games": 40, "players": [2], "strategies": [str(table), "greedy"]}
    run = play_run(spec(**asked), tmp_path / "run")
    assert run.manifest["strategies"][0]["weights"] == {"gamble": 60}
    table.write_text("[weights]\ngamble = 61\n")
    with pytest.raises(InputError) as error:
        play_run(spec(**asked), tmp_path / "run")
    assert str(error.value).splitlines()[1:] == ["  strategies.hermit.weights.gamble: 60 -> 61"]
    table.write_text("[weights]\ngamble = 60 # the same\n")
    assert not play_run(spec(**asked), tmp_path / "run").played


def test_what_follows_from_a_difference_is_left_out() -> None:
    old = manifests.build(spec(), "")
    assert differences(old, spec(games=60, seed=1)) == ["study.games: 12000 -> 60", "study.seed: 1755 -> 1"]
    assert differences(old, spec(skill_marks=False)) == ["study.skill_marks: True -> False"]
    names = "['gambler', 'chaser', 'balanced']"
    assert differences(old, spec(strategies=["greedy"])) == [f"arms.base.strategies: {names} -> ['greedy']"]
    more = {"base": {}, "short": {"rules": {"goal": 10}}}
    assert differences(old, spec(arms=more)) == ["arms.short: - -> present"]


def differences(old: dict[str, object], new: RunSpec) -> list[str]:
    return manifests.differences(old, manifests.build(new, ""))


def test_another_version_of_the_game_is_refused(tmp_path: Path) -> None:
    run = play_run(spec(games=400), tmp_path / "run")
    run.manifest["game"]["version"] = "0"
    run.save()
    with pytest.raises(InputError, match=r"game.version: 0 -> 1"):
        play_run(spec(games=400), tmp_path / "run", resume=True)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(InputError, match="holds no run"):
        play_run(spec(games=400), tmp_path, resume=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        place = Path("/proc/gaiola")
    else:
        (place := tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(InputError, match="cannot be written"):
        play_run(spec(games=400), place)


def test_a_lack_of_room_is_said_and_finished_chunks_stay(
    tmp_path: Path, shell: Command, study: Callable[[str], Path]
) -> None:
    path = study('game = "toy"\nplayers = [2, 4]\ngames = 6000\nskill_marks = false\nsample = 0\n')
    assert shell("run", path, "--out", "whole").returncode == 0
    few, many = (part.stat().st_size for part in Run(tmp_path / "whole", _manifest(tmp_path / "whole")).parts("seats"))
    limit = (few + many) // 2
    told = shell(
        "run", path, "--out", "full", "--jobs", 1,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert told.returncode == 1
    assert "too large for the limit" in told.stderr
    assert "--resume" in told.stderr
    assert len(list((tmp_path / "full" / "chunks").iterdir())) == 1
    assert shell("run", path, "--out", "full", "--resume").returncode == 0
    assert rows(open_run(tmp_path / "full")).equals(rows(open_run(tmp_path / "whole")))


def _manifest(folder: Path) -> dict[str, object]:
    loaded: dict[str, object] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return loaded


def test_the_manifest_says_what_was_asked(finished: Run) -> None:
    said = _manifest(finished.path)
    assert said["command"] == "gaiola run study.toml"
    base = said["arms"]["base"]
    assert base["rules"] == {"goal": 20, "cut": 0, "head_start": 0}
    assert base["provenance"] == {"official": 4, "secondary": 0, "inferred": 1, "assumed": 2}
    assert [a["what"] for a in base["assumed"]] == ["head_start"]
    assert [s["name"] for s in said["strategies"]] == ["gambler", "chaser", "balanced", "random", "greedy"]
    assert said["finished"]


@pytest.mark.parametrize("cut", [0, 1])
def test_a_partial_last_round_counts(tmp_path: Path, cut: int) -> None:
    run = play_run(spec(games=600, sample=1.0, rules={"cut": cut}), tmp_path / "run")
    games, seats = rows(run, "games"), rows(run)
    assert (games["rounds"] == -(-games["turns"] // games["players"])).all()
    lengths = rows(run, "rounds").group_by("game").agg(pl.col("round").max() + 1).join(games, on="game")
    assert (lengths["round"] == lengths["rounds"]).all()
    partial = games.filter(pl.col("turns") % pl.col("players") != 0)
    assert (len(partial) > 0) == bool(cut)
    assert seats["game"].n_unique() == lengths.height


@pytest.mark.soak
def test_damaged_compiled_code_is_compiled_anew(
    tmp_path: Path, shell: Command, study: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAIOLA_CACHE", str(tmp_path / "cache"))
    path = study('game = "toy"\ngames = 100\n')
    assert "compiling toy" in shell("run", path, "--out", "first").stderr
    (damaged,) = (tmp_path / "cache").rglob("rules.apply-*.nbi")
    damaged.write_bytes(damaged.read_bytes()[:100])
    told = shell("run", path, "--out", "second")
    assert told.returncode == 0
    assert "damaged" in told.stderr
    assert "compiling" not in shell("run", path, "--out", "third").stderr


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_keeps_its_chunks(tmp_path: Path, study: Callable[[str], Path], jobs: int) -> None:
    path = study('game = "toy"\nplayers = 3\ngames = 10_000_000\n')
    command = arguments("run", path, "--out", tmp_path / "run", "--chunk", 2000, "--jobs", jobs)
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True)
    while len(list((tmp_path / "run" / "chunks").glob("*.json"))) < 2:
        time.sleep(0.01)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert error.splitlines()[-1].endswith("repeat the command with --resume")
    assert "Traceback" not in error
    run = open_run(tmp_path / "run")
    assert all(run.damaged(int(record.stem)) == [] for record in (run.path / "chunks").glob("*.json"))


def test_what_was_killed_before_its_manifest_is_taken_up_as_new(tmp_path: Path) -> None:
    for room in (*TABLES, "chunks"):
        (tmp_path / room).mkdir()
    (tmp_path / "games" / "part-00000.parquet.77.tmp").write_bytes(b"torn")
    (tmp_path / "manifest.json.78.tmp").write_bytes(b"{")
    run = play_run(spec(games=40), tmp_path, resume=True)
    assert run.is_complete
    assert not list(tmp_path.rglob("*.tmp"))


def _edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    said = json.loads(path.read_text(encoding="utf-8"))
    change(said)
    path.write_text(json.dumps(said))


@pytest.mark.parametrize("size", [100, 300, 10_000])
def test_an_edited_chunk_size_duplicates_no_game(tmp_path: Path, size: int) -> None:
    first = play_run(spec(200, games=400), tmp_path / "run")
    expected = rows(first)
    _edit(first.path / "manifest.json", lambda said: said["plan"].update(chunk=size))
    run = play_run(spec(200, games=400), first.path, resume=True)
    assert rows(run).equals(expected)
    for table in TABLES:
        assert sorted((run.path / table).iterdir()) == run.parts(table)
    assert not verify(run, again(run))


RECORDS = {
    "more games": lambda said: said.update(games=4000),
    "other blocks": lambda said: said.update(first_block=1),
    "no games": lambda said: said.pop("games"),
    "no parts": lambda said: said.update(parts={}),
    "parts in a list": lambda said: said.update(parts=[]),
    "no number": lambda said: said.update(seconds="long"),
    "nothing": lambda said: said.clear(),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_does_not_fit_is_named_and_its_chunk_played_again(tmp_path: Path, name: str) -> None:
    run = play_run(spec(games=40, players=[2], skill_marks=False), tmp_path / "run")
    good = run.record(0)
    _edit(run.record_path(0), RECORDS[name])
    assert verify(run, again(run)) == [f"{run.record_path(0)}: cannot be read, or tells of other games"]
    resumed = play_run(spec(games=40, players=[2], skill_marks=False), run.path, resume=True)
    record = resumed.record(0)
    assert good and record
    assert record["parts"] == good["parts"]


def test_a_folder_in_place_of_a_record_is_replaced(tmp_path: Path) -> None:
    run = play_run(spec(games=40, players=[2], skill_marks=False), tmp_path / "run")
    run.record_path(0).unlink()
    run.record_path(0).mkdir()
    assert verify(run, again(run))
    assert play_run(spec(games=40, players=[2], skill_marks=False), run.path, resume=True).record(0)


MANIFESTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "nothing": (lambda said: said.clear(), "format is missing"),
    "a later version": (lambda said: said.update(format=99), "format = 99"),
    "no plan": (lambda said: said.pop("plan"), "plan is missing"),
    "strategies in words": (lambda said: said.update(strategies="many"), "strategies is no list"),
    "a strategy without name": (lambda said: said["strategies"][0].pop("name"), "strategies.0.name is missing"),
    "an arm in words": (lambda said: said["arms"].update(base="as it is"), "arms.base is no table"),
    "no chunk size": (lambda said: said["plan"].update(chunk=0), "plan.chunk = 0"),
    "true as a size": (lambda said: said["plan"].update(chunk=True), "plan.chunk = 'True'"),
    "another seed": (lambda said: said["plan"].update(seed=1), "plan.seed = 1"),
    "no strata": (lambda said: said["plan"].update(strata=[]), "plan.strata is empty"),
    "fewer blocks": (lambda said: said["plan"]["strata"][0].update(blocks=1), "plan.strata.0"),
    "a stranger": (lambda said: said["plan"]["strata"][0].update(bots=[99]), "a strategy is missing"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_that_does_not_fit_is_refused_in_a_line(finished: Run, tmp_path: Path, name: str) -> None:
    change, words = MANIFESTS[name]
    (tmp_path / "manifest.json").write_text((finished.path / "manifest.json").read_text(encoding="utf-8"))
    _edit(tmp_path / "manifest.json", change)
    with pytest.raises(InputError, match="not a manifest of this version") as error:
        open_run(tmp_path)
    assert words in str(error.value)
    assert len(str(error.value).splitlines()) == 1


def test_a_worker_that_dies_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "play_chunk", lambda *_: os._exit(9))
    with pytest.raises(RunError, match="a worker process died"):
        play_run(spec(games=400), tmp_path / "run", 2, "processes")


def test_names_of_files_that_are_no_text_are_recorded(tmp_path: Path) -> None:
    odd = replace(spec(games=40), command="gaiola run \udcff.toml")
    run = play_run(odd, tmp_path / "run")
    assert open_run(run.path).manifest["command"] == odd.command
    with pytest.raises(InputError, match="must be UTF-8 text"):
        play_run(odd, tmp_path / "\udcff")


def test_tables_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def fail(error: Exception) -> None:
        with staged(tmp_path) as stage:
            (stage / "tables").mkdir()
            (stage / "tables" / "a.csv").touch()
            raise error

    with pytest.raises(RunError, match="the disk is full"):
        fail(pl.exceptions.ComputeError("No space left on device (os error 28)"))
    with pytest.raises(RunError, match="too large for the limit"):
        fail(OSError(errno.EFBIG, "File too large"))
    with pytest.raises(ValueError, match="else"):
        fail(ValueError("something else"))
    assert not list(tmp_path.iterdir())


def test_a_game_that_was_recorded_otherwise_is_told(finished: Run, shell: Command, tmp_path: Path) -> None:
    shutil.copytree(finished.path, tmp_path / "run")
    run = open_run(tmp_path / "run")
    assert "recorded otherwise" not in shell("replay", "run", 3).stderr
    part = run.part("seats", 0)
    pl.read_parquet(part).with_columns(pl.col("score") + pl.lit(1, pl.Int32)).write_parquet(part)
    changed = hashlib.sha256(part.read_bytes()).hexdigest()
    _edit(run.record_path(0), lambda said: said["parts"]["seats"].update(sha256=changed))
    told = shell("replay", "run", 3)
    assert told.returncode == 0
    assert "this game was recorded otherwise" in told.stderr
