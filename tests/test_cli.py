"""The command line: a user's mistake costs a line or two, exit code 2, and nothing is overwritten."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from gaiola import bench, cli, components
from gaiola.template import study_template
from simcore import engine, runs
from simcore.registry import find_game
from tests.conftest import ROOT, Cli, Command

SCHEMA = json.loads((ROOT / "docs" / "replay.schema.json").read_text(encoding="utf-8"))

BOTS = """
from simcore.options import nth
from strategies import compiled

@compiled(game="toy", line="answers nonsense")
def illegal(s, r, o):
    return 99

@compiled(game="toy", line="waits for ever")
def endless(s, r, o):
    return nth(o, 1)

@compiled(game="toy", line="divides by zero")
def crashing(s, r, o):
    if s.decisions > 2:
        raise ValueError("no idea")
    return nth(o, 0)

@compiled(game="toy", line="looks at the other's card")
def peeking(s, r, o):
    return nth(o, s.bonus[1 - s.cur] > 1)
"""


def is_short(error: str) -> bool:
    return 1 <= len(error.strip().splitlines()) <= 2 and "Traceback" not in error


MISTAKES = {
    "unknown game": ('game = "tyo"', "'toy'"),
    "no game": ("games = 10", "'game' is missing"),
    "unknown key": ('game = "toy"\ngmaes = 5', "did you mean 'games'"),
    "unknown key of an arm": ('game = "toy"\n[arms.a]\nrule = 5', "did you mean 'arms.a.rules'"),
    "unknown strategy": ('game = "toy"\nstrategies = ["gambla"]', "did you mean 'gambler'"),
    "no strategies": ('game = "toy"\nstrategies = []', "strategies = []"),
    "unknown rule": ('game = "toy"\n[rules]\ngaol = 10', "did you mean 'goal'"),
    "bad value of a rule": ('game = "toy"\n[rules]\ngoal = 11', "known: 20, 10, 30"),
    "too many players": ('game = "toy"\nplayers = 5', "for 2, 3, 4 players"),
    "no games": ('game = "toy"\ngames = 0', "greater than or equal to 1"),
    "negative games": ('game = "toy"\ngames = -5', "games = -5"),
    "half a game": ('game = "toy"\ngames = 1.5', "whole number"),
    "games in words": ('game = "toy"\ngames = "many"', "games = 'many'"),
    "share above one": ('game = "toy"\nsample = 2', "sample = 2"),
    "broken TOML": ('game = "toy', "cannot be read as TOML"),
    "missing strategy file": ('game = "toy"\nstrategies = ["nobody.py:x"]', "nobody.py: no such file"),
    "file without strategies": ('game = "toy"\nstrategies = ["empty.py:x"]', "empty.py"),
    "file that raises": ('game = "toy"\nstrategies = ["raising.py:x"]', "ZeroDivisionError"),
    "missing weights": ('game = "toy"\nstrategies = ["nothing.toml"]', "nothing.toml"),
    "missing tables": ('game = "toy"\ncomponents = "nowhere"', "nowhere: no such folder"),
    "line-up of another size": ('game = "toy"\nplayers = 3\n[[lineups]]\nseats = ["greedy", "random"]', "has 3 seats"),
    "a rule of an arm": ('game = "toy"\n[arms.rich]\nrules = { gaol = 1 }', "study.toml: arms.rich: rules: unknown"),
    "a strategy of an arm": ('game = "toy"\n[arms.rich]\nstrategies = ["gredy"]', "study.toml: arms.rich: unknown"),
    "no strategies of an arm": ('game = "toy"\n[arms.a]\nstrategies = []', "arms.a.strategies = [] is empty"),
    "an arm of two lines": ('game = "toy"\n[arms."a\\nb"]', "'a\\nb' should be one line of text"),
    "a blank arm": ('game = "toy"\n[arms." "]', "arms: the name ' ' should be one line of text"),
    "an arm in numbers": ('game = "toy"\n[arms]\na = 3', "arms.a = 3 should be a table of keys"),
    "a long value": (f'game = "toy"\ngames = "{"z" * 200}"', "zzz... should be a whole number"),
    "brackets within brackets": (f"game = {'[' * 5000}", "too many brackets"),
    "no tables at all": ('game = "toy"\ncomponents = "."', "holds no table of toy_game (known: bonuses.csv"),
    "no folder of tables": ('game = "toy"\ncomponents = ""', "components = '' is empty"),
    "line-ups and strategies": (
        'game = "toy"\nstrategies = ["greedy"]\n[[lineups]]\nseats = ["greedy", "random"]', "not both",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_study_is_said_in_a_line(name: str, call: Cli, study: Callable[[str], Path]) -> None:
    text, words = MISTAKES[name]
    Path("empty.py").write_text("")
    Path("raising.py").write_text("1 / 0")
    path = study(text)
    code, _, error = call("run", path, "--out", "run")
    assert code == 2, error
    assert words in error
    assert is_short(error)
    assert not Path("run").exists()


ARGUMENTS = {
    "unknown command": (["stdy"], "unknown command 'stdy'; did you mean 'study'?"),
    "unknown command for tables": (["components", "chek", "."], "did you mean 'check'?"),
    "unknown study": (["run", "nothing"], "unknown study 'nothing'"),
    "missing file": (["run", "nothing.toml"], "nothing.toml: no such study file"),
    "no games": (["run", "study.toml", "--games", "0"], "--games"),
    "games in words": (["run", "study.toml", "--games", "many"], "'many' should be a valid integer"),
    "players in a list": (["run", "study.toml", "--players", "2,3"], "'2,3' should be a valid integer"),
    "no jobs": (["run", "study.toml", "--jobs", "0"], "--jobs"),
    "unknown backend": (["run", "study.toml", "--backend", "magic"], "threads or processes"),
    "setting without value": (["run", "study.toml", "--set", "goal"], "KEY=VALUE"),
    "unknown rule": (["run", "study.toml", "--set", "gaol=10"], "did you mean 'goal'"),
    "too few players": (["run", "study.toml", "--players", "1"], "players = 1"),
    "unknown strategy": (["run", "study.toml", "--strategy", "gready"], "did you mean 'greedy'"),
    "no run": (["report", "nowhere"], "no run lies there"),
    "no game of the run": (["replay", "nowhere", "3"], "no run lies there"),
    "no such game": (["strategies", "tyo"], "did you mean 'toy'"),
    "a folder that is missing": (["new", "toy", "nowhere/x.toml"], "nowhere/x.toml: No such file"),
    "a file as a folder": (["components", "export", "toy", "study.toml"], "study.toml: File exists"),
    "a name too long": (["run", "study.toml", "--out", "a" * 300], "cannot be used (File name too long)"),
    "a rule beside a file": (["run", "study.toml", "--set", "gaol=1"], "study.toml and the command line: rules"),
    "no tables": (["components", "check", "."], "no component tables"),
}  # fmt: skip


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_mistake_in_a_command_is_said_in_a_line(name: str, call: Cli, study: Callable[[str], Path]) -> None:
    words, told = ARGUMENTS[name]
    study('game = "toy"\ngames = 100')
    code, _, error = call(*words)
    assert code == 2, error
    assert told in error
    assert is_short(error)
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [("illegal", "not a legal action"), ("endless", "does not end"), ("crashing", "ValueError: no idea"),
     ("peeking", "must not see")],
)  # fmt: skip
def test_a_strategy_that_misbehaves_is_named_and_its_game_can_be_replayed(
    name: str, words: str, call: Cli, study: Callable[[str], Path]
) -> None:
    Path("mine.py").write_text(BOTS)
    path = study(f'game = "toy"\nplayers = 2\ngames = 200\nskill_marks = false\nstrategies = ["mine.py:{name}"]')
    code, _, error = call("run", path, "--out", "run", "--check")
    assert code == 2
    assert f"strategy '{name}' (mine.py)" in error
    assert words in error
    assert is_short(error.removeprefix("playing 200 games of toy in 1 chunk with 1 worker ...\n"))
    command = error.strip().rpartition("gaiola ")[2].split()
    code, out, _ = call(*command)
    assert code == 0
    assert words in out.strip().splitlines()[-1]
    code, out, _ = call(*command, "--json")
    assert words in json.loads(out.strip().splitlines()[-1])["fault"]


def fits(line: dict[str, object], form: dict[str, dict[str, object]]) -> bool:
    """Tell whether a line has the keys that a form of the schema wants, and no others."""
    return set(form["required"]) <= set(line) <= set(form["properties"])


def test_a_replay_tells_the_game_as_it_was_recorded(call: Cli, study: Callable[[str], Path]) -> None:
    path = study('game = "toy"\nplayers = [2, 3]\ngames = 100')
    assert call("run", path, "--out", "run")[0] == 0
    code, out, _ = call("replay", "run", 150, "--json")
    assert code == 0
    first, *actions, last = (json.loads(line) for line in out.splitlines())
    seats = pl.scan_parquet("run/seats/*.parquet").filter(pl.col("game") == 150).collect()
    assert first["seats"] and first["state"]["turn"] == 0
    assert last["result"]["score"] == seats["score"].to_list()
    assert [a["n"] for a in actions] == list(range(len(actions)))
    assert set(actions[0]) == {"n", "seat", "decision", "options", "action", "chance", "state"}
    assert {a["action"]["kind"] for a in actions} <= {"safe", "gamble"}
    assert all(bool(a["chance"]) == (a["action"]["kind"] == "gamble") for a in actions)
    for line in (first, *actions, last):
        assert sum(fits(line, form) for form in SCHEMA["oneOf"]) == 1
    code, out, _ = call("replay", "run", 150)
    assert "seat 0, move (4 options)" in out
    assert call("replay", "run", 10**6)[0] == 2
    code, out, _ = call("verify", "run")
    assert (code, "agree" in out) == (0, True)


def test_a_changed_strategy_file_stops_a_replay(call: Cli, study: Callable[[str], Path]) -> None:
    Path("mine.py").write_text(BOTS)
    path = study('game = "toy"\nplayers = 2\ngames = 20\nskill_marks = false\nstrategies = ["mine.py:crashing"]')
    assert call("run", path, "--out", "run")[0] == 2
    Path("mine.py").write_text(BOTS + "# edited\n")
    code, _, error = call("replay", "run", 0)
    assert code == 2
    assert "has changed since" in error


def test_a_changed_table_of_weights_is_replayed_as_it_was(call: Cli, study: Callable[[str], Path]) -> None:
    Path("mine.toml").write_text("[weights]\ngamble = 1\n")
    path = study('game = "toy"\nplayers = 2\ngames = 200\nskill_marks = false\nstrategies = ["mine.toml"]')
    assert call("run", path, "--out", "run")[0] == 0
    replayed = call("replay", "run", 3)[1]
    Path("mine.toml").write_text("# the same\n[weights]\ngamble = 1.0\n")
    assert call("run", path, "--out", "run", "--resume")[0] == 0
    Path("mine.toml").write_text("[weights]\ngamble = -1\n")
    assert call("replay", "run", 3) == (0, replayed, "")
    assert call("verify", "run")[0] == 0
    manifest = Path("run/manifest.json")
    said = manifest.read_text()
    for broken in (said.replace('"temperature"', '"warmth"'), said.replace('"gamble": 1', '"gample": 1')):
        manifest.write_text(broken)
        code, _, error = call("replay", "run", 3)
        assert (code, error.count("\n")) == (2, 1), error
    manifest.write_text(said)
    assert call("run", path, "--out", "run", "--resume")[0] == 2


def test_studies_are_written_never_overwritten(call: Cli) -> None:
    assert call("new", "toy")[0] == 0
    text = Path("toy_study.toml").read_text()
    assert call("new", "toy")[0] == 2
    assert Path("toy_study.toml").read_text() == text
    assert call("run", "toy_study.toml", "--games", 60, "--out", "run")[0] == 0


def test_a_new_study_lists_only_rules_that_can_be_changed_and_says_true_defaults() -> None:
    text = study_template(find_game("mercado"))
    assert "hand_size" not in text
    assert "docs/games/mercado.md" in text
    assert "# threshold = 0.02 " in text


def test_without_a_command_help_is_printed(call: Cli) -> None:
    code, out, error = call()
    assert (code, error) == (0, "")
    assert out.startswith("Usage:")


def test_a_finished_study_says_that_it_was_not_played_again(call: Cli, study: Callable[[str], Path]) -> None:
    path = study('game = "toy"\nplayers = 2\ngames = 40\nskill_marks = false')
    _, out, error = call("run", path, "--out", "run")
    assert out.startswith("run: 40 games, ")
    assert error == "playing 40 games of toy in 1 chunk with 1 worker ...\n"
    _, out, error = call("run", path, "--out", "run")
    assert (out, error) == ("run: already played (40 games)\n", "")


def test_a_report_on_a_damaged_run_names_the_file(call: Cli, study: Callable[[str], Path]) -> None:
    assert call("run", study('game = "toy"\nplayers = 2\ngames = 40'), "--out", "run")[0] == 0
    part = Path("run/seats/part-00001.parquet")
    part.write_bytes(part.read_bytes()[:-9])
    code, _, error = call("report", "run")
    assert code == 1
    assert error.splitlines()[-1].startswith(f"gaiola: {part}: damaged; repeat the run's command with --resume")
    assert "Traceback" not in error


def test_no_decisions_are_told_where_none_are_taken() -> None:
    game = find_game("toy")
    row = bench._row("analysis and report", game, "random", 1, 10, (1.0, 0))
    assert row["decisions_per_second"] is None
    assert bench.table([row]).endswith(" 10")


def test_tables_are_exported_edited_and_checked(call: Cli) -> None:
    assert call("components", "export", "toy", "tables")[0] == 0
    assert call("components", "export", "toy", "tables")[0] == 2
    assert "same as shipped" in call("components", "check", "tables")[1]
    table = Path("tables/bonuses.csv")
    table.write_text(table.read_text().replace("4,3,assumed", "4,5,official"))
    code, out, _ = call("components", "check", "tables")
    assert code == 0
    assert out.splitlines() == [
        "bonuses, card 4, steps: 3 -> 5",
        "bonuses, card 4, provenance: assumed -> official",
        "provenance: 1 row assumed -> official",
    ]
    table.write_text(table.read_text().replace("4,5,", "4,50,"))
    code, _, error = call("components", "check", "tables", "--game", "toy")
    assert code == 2
    assert "line 5: steps = 50 is out of range" in error


def test_totals_that_an_edit_changes_are_told(call: Cli) -> None:
    assert call("components", "export", "mercado", "tables")[0] == 0
    table = Path("tables/stands.csv")
    table.write_text(table.read_text().replace("tomato,red,7,secondary", "tomato,red,6,assumed"))
    old, new = (find_game("mercado").rulebook(components=f) for f in (None, Path("tables")))
    spec = next(s for s in find_game("mercado").tables if s.name == "stands")
    rows = new.tables["stands"]
    assert list(components._totals(spec, old.tables["stands"], rows)) == ["stands.count: 35 -> 34 in all"]
    assert list(components._totals(spec, rows, rows[1:])) == ["stands: 5 -> 4 rows", "stands.count: 34 -> 28 in all"]


def test_a_dry_run_writes_nothing(call: Cli, study: Callable[[str], Path]) -> None:
    code, out, _ = call("run", study('game = "toy"'), "--dry-run")
    assert code == 0
    assert out.startswith("390,008 games")
    assert "analysis and report come on top" in out
    assert not Path("runs").exists()


def test_lists_for_machines(call: Cli) -> None:
    names = [row["name"] for row in json.loads(call("games", "--json")[1])]
    assert "toy" in names
    levels = {row["name"]: row["level"] for row in json.loads(call("strategies", "toy", "--json")[1])}
    assert levels["gambler"] == "archetype"
    assert "steps behind" in call("strategies", "toy", "--features")[1]


def test_arms_are_played_beside_a_baseline(call: Cli, study: Callable[[str], Path]) -> None:
    path = study('game = "toy"\nplayers = 2\ngames = 40\n[arms.short]\nrules = { goal = 10 }\n')
    assert call("run", path, "--out", "run")[0] == 0
    said = json.loads(Path("run/manifest.json").read_text())
    assert list(said["arms"]) == ["base", "short"]
    assert said["arms"]["short"]["overridden"] == {"goal": 10}


def test_help_is_quick_and_the_version_is_told(shell: Command) -> None:
    began = time.monotonic()
    assert "study" in shell("--help").stdout
    assert time.monotonic() - began < 2  # half a second on a machine of its own
    assert shell("--version").stdout.startswith("gaiola ")
    code = "import sys, gaiola.cli; print({'numba', 'polars', 'pydantic', 'joblib'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"


def test_an_interruption_says_how_to_go_on(
    call: Cli, study: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = study('game = "toy"\nplayers = 2\ngames = 40\nskill_marks = false')
    with monkeypatch.context() as patch:
        patch.setattr(engine, "compile_run", interrupt)
        code, _, error = call("run", path, "--out", "run")
    assert (code, "nothing is lost" in error, "--resume" in error) == (130, True, False)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "_play_all", interrupt)
        code, _, error = call("run", path, "--out", "run")
    assert (code, "repeat the command with --resume" in error) == (130, True)
    assert call("run", path, "--out", "run", "--resume")[0] == 0
    with monkeypatch.context() as patch:
        patch.setattr(cli, "_report", interrupt)
        code, _, error = call("report", "run")
    assert (code, "nothing is lost" in error, "--resume" in error) == (130, True, False)


def test_a_full_disk_leaves_no_empty_file(call: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(runs.os, "fsync", fail)
    code, _, error = call("new", "toy")
    assert (code, "toy_study.toml: the disk is full" in error) == (1, True)
    code, _, error = call("components", "export", "toy", "tables")
    assert (code, "tables/bonuses.csv: the disk is full" in error) == (1, True)
    assert not [path for path in Path().rglob("*") if path.is_file()]


def test_tables_are_found_under_their_exact_names_only(call: Cli) -> None:
    Path("tables").mkdir()
    Path("tables/bonuses.CSV").touch()
    code, _, error = call("components", "check", "tables", "--game", "toy")
    assert (code, "did you mean 'bonuses.csv'" in error) == (2, True)
    Path("tables/bonuses.CSV").unlink()
    Path("tables/bonuses.csv").symlink_to("nowhere")
    code, _, error = call("components", "check", "tables")
    assert (code, "tables/bonuses.csv: cannot be read" in error) == (2, True)


def test_a_mark_of_the_encoding_is_no_mistake(call: Cli, study: Callable[[str], Path]) -> None:
    Path("mine.toml").write_text("\ufeff[weights]\ngamble = 3\n", encoding="utf-8")
    path = study('\ufeffgame = "toy"\nplayers = 2\ngames = 40\nskill_marks = false\nstrategies = ["mine.toml"]')
    assert call("run", path, "--out", "run")[0] == 0


def test_an_arm_that_changes_nothing_is_told(call: Cli, study: Callable[[str], Path]) -> None:
    path = study(
        'game = "toy"\nplayers = 2\ngames = 40\nskill_marks = false\n[arms.a]\n[arms.b]\nrules = { goal = 20 }'
    )
    assert "warning: arm b is the same game as a\n" in call("run", path, "--out", "run")[2]


def test_bare_components_prints_its_help(call: Cli) -> None:
    code, out, _ = call("components")
    assert (code, "export" in out) == (0, True)


def test_games_are_not_played_uncompiled(shell: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    told = shell("strategies", "toy")
    assert (told.returncode, told.stderr) == (2, "gaiola: unset NUMBA_DISABLE_JIT: games are compiled code\n")


def test_a_file_in_place_of_the_tables_is_named(call: Cli, study: Callable[[str], Path]) -> None:
    path = study('game = "toy"\nplayers = 2\ngames = 40\nskill_marks = false')
    assert call("run", path, "--out", "run")[0] == 0
    Path("run/tables").touch()
    code, _, error = call("report", "run")
    assert (code, "run/tables: lies where a folder belongs" in error) == (2, True)
