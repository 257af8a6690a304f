"""Study files: defaults, paths, arms, line-ups; any wrong input is an error of one line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game.bots import BOTS

import gaiola
from gaiola.resolve import override, resolve
from gaiola.study import Arm, Effects, Lineup, Report, Section, Study, find, parse, read, shipped
from simcore.bots import options_record
from simcore.errors import InputError
from simcore.records import MAX_POLICIES
from simcore.registry import find_game
from tests.conftest import ROOT

STUDIES = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(
    data=st.dictionaries(
        st.sampled_from([*Study.model_fields, "gmaes"]) | st.text(max_size=5), VALUES, max_size=4
    )
)  # fmt: skip
def test_any_mapping_is_a_study_or_an_error_of_one_line(data: dict[str, Any]) -> None:
    try:
        parse({"game": "toy", **data}, "study.toml")
    except InputError as error:
        assert str(error).startswith("study.toml: ")
        assert len(str(error).splitlines()) == 1


def test_the_shortest_study_has_sensible_defaults() -> None:
    spec = resolve(Study(game="toy"), "gaiola")
    assert list(spec.arms) == ["base"]
    assert [(s.players, s.pool) for s in spec.design.strata[:4]] == [
        (2, "mixed"), (2, "random"), (2, "greedy"), (2, "balanced"),
    ]  # fmt: skip
    assert [spec.bots[b].name for b in spec.design.strata[0].bots] == ["gambler", "chaser", "balanced"]
    assert spec.study["strategies"] == ["gambler", "chaser", "balanced"]


def test_a_resolved_study_resolves_to_itself() -> None:
    first = resolve(Study(game="toy", games=100), "gaiola")
    again = resolve(parse(first.study, "manifest"), "gaiola")
    assert again.study == first.study
    assert again.design == first.design


@pytest.mark.parametrize(
    ("arms", "order"),
    [
        ({}, ["base"]),
        ({"a": {"rules": {"goal": 10}}}, ["base", "a"]),
        ({"a": {"rules": {"goal": 10}}, "plain": {}}, ["a", "plain"]),
        ({"a": {}, "original": {"rules": {"goal": 10}}}, ["original", "a"]),
    ],
)
def test_the_baseline_comes_first(arms: dict[str, Any], order: list[str]) -> None:
    assert list(resolve(parse({"game": "toy", "arms": arms}, "study"), "gaiola").arms) == order


def test_line_ups_by_hand_decide_the_player_counts() -> None:
    lineups = [{"seats": ["greedy", "random"]}, {"seats": ["greedy", "greedy", "random"]}]
    spec = resolve(parse({"game": "toy", "lineups": lineups, "skill_marks": False}, "study"), "gaiola")
    assert [(s.players, s.lineups) for s in spec.design.strata] == [(2, ((0, 1),)), (3, ((0, 0, 1),))]


def test_paths_in_a_study_are_relative_to_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "studies").mkdir()
    path = tmp_path / "studies" / "mine.toml"
    path.write_text('game = "toy"\ncomponents = "tables"\nstrategies = ["bots.py:miser", "greedy"]\n')
    monkeypatch.chdir(tmp_path)
    study = read(path)
    assert study.components == "studies/tables"
    assert study.strategies == ["studies/bots.py:miser", "greedy"]


def test_the_command_line_changes_a_study() -> None:
    study = override(Study(game="toy"), {"games": 50, "seed": None}, ["goal=10"], ["random"])
    assert (study.games, study.seed, study.rules) == (50, 1755, {"goal": "10"})
    assert study.strategies == ["gambler", "chaser", "balanced", "random"]


def test_installed_studies_are_found_by_name_and_resolve() -> None:
    assert shipped()
    for name, path in shipped().items():
        assert find(name) == path
        assert resolve(read(path), "gaiola").design.games > 0


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", STUDIES, re.DOTALL))
def test_the_examples_of_the_page_on_studies_are_studies(text: str) -> None:
    study = parse(tomllib.loads(text), "studies.md")
    game = find_game(study.game)
    assert all(game.rulebook(arm.rules | study.rules) for arm in (Arm(), *study.arms.values()))


@pytest.mark.parametrize("section", [Study, Arm, Effects, Lineup, Report])
def test_the_page_on_studies_tells_every_key(section: type[Section]) -> None:
    missing = [k for k in section.model_fields if not re.search(rf"^\| `\[*({k})(\.NAME)?\]*` ", STUDIES, re.MULTILINE)]
    assert not missing


def test_a_study_is_played_from_python(tmp_path: Path) -> None:
    run = gaiola.run({"game": "toy", "games": 200}, tmp_path / "run", jobs=1)
    assert run.is_complete
    assert run.manifest["command"] == "import gaiola; gaiola.run({'game': 'toy', 'games': 200})"


def test_the_front_door_shows_its_calls_only() -> None:
    assert dir(gaiola) == ["analyse", "report", "run"]


def test_weights_temperatures_and_policies_of_bots_lie_in_the_options_record() -> None:
    options, policies = options_record(find_game("toy").kernel(), BOTS)
    assert len(policies) == 2
    assert options["policy"][0, : len(BOTS)].tolist() == [0, 1, 1, 1, 1]
    assert np.array_equal(options["weights"][0, 3], BOTS[3].weights)


def test_too_many_policies_are_refused() -> None:
    bots = [replace(BOTS[0], policy=object()) for _ in range(MAX_POLICIES + 1)]
    with pytest.raises(InputError, match="different policies"):
        options_record(find_game("toy").kernel(), bots)
