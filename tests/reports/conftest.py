"""Runs of the toy game and their reports."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import analysis
import reports
from simcore import plan
from simcore.engine import play_run
from simcore.manifest import RunSpec
from simcore.registry import find_game
from simcore.runs import Run
from tests.reports.browser import CHROMIUM, Browser

EVIL = "<script>alert('&\"1')</script> $x_1$"
RANDOM, GREEDY, GAMBLER, CHASER, BALANCED = range(5)
MARKS = (("random", RANDOM), ("balanced", BALANCED))


@dataclass(frozen=True)
class Reported:
    """A run with its tables and its page."""

    run: Run
    tables: analysis.Tables
    page: Path

    @property
    def html(self) -> str:
        return self.page.read_text(encoding="utf-8")


def play(
    folder: Path, players: tuple[int, ...], pool: tuple[int, ...], arms: dict[str, dict[str, Any]], **more: Any
) -> Run:
    from toy_game.bots import BOTS

    game = find_game("toy")
    marks = more.pop("marks", MARKS)
    design = plan.design(7, [(name, pool) for name in arms], players, more.pop("games", 3000), marks, **more)
    books = {name: game.rulebook(rules) for name, rules in arms.items()}
    study = {"game": "toy", "report": {}}
    command = "gaiola study toy.toml"
    spec = RunSpec(game, "Who wins the race?", books, tuple(BOTS), design, 2000, False, study, command)
    return play_run(spec, folder, progress=False)


def report(run: Run) -> Reported:
    tables = analysis.analyse(run)
    return Reported(run, tables, reports.write(run, tables))


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """Three player counts, four strategies, two skill marks, two arms, all games with a ledger."""
    folder = tmp_path_factory.mktemp("full") / "run"
    arms: dict[str, dict[str, Any]] = {"base": {}, "ahead": {"head_start": 3}}
    return report(play(folder, (2, 3, 4), (GREEDY, GAMBLER, CHASER, BALANCED), arms, sample=1.0))


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """One player count, one strategy, no skill marks, no ledger."""
    folder = tmp_path_factory.mktemp("bare") / "run"
    return report(play(folder, (2,), (CHASER,), {"base": {}}, marks=(), sample=0.0, games=500))


def poison(manifest: dict[str, Any]) -> dict[str, Any]:
    """Put markup into every word that studies, strategies and components bring along."""
    bad = copy.deepcopy(manifest)
    bad["title"] = bad["command"] = bad["game"]["title"] = bad["game"]["unit"] = EVIL
    for strategy in bad["strategies"]:
        strategy["name"] += EVIL
        strategy["line"] = EVIL
    for what in ("kinds", "points", "categories", "stocks", "item_kinds", "end_reasons", "items"):
        for named in bad["game"][what]:
            named["label"] = EVIL + named["name"]
            named["meaning"] = EVIL
    for arm in bad["arms"].values():
        arm["overridden"] = arm["rules"] = {EVIL: EVIL}
        arm["assumed"] = [{"what": EVIL, "value": EVIL, "provenance": "assumed", "alternatives": [EVIL], "note": EVIL}]
        arm["tables"] = {EVIL: {"provenance": dict(arm["provenance"]), "in_play": dict(arm["provenance"])}}
    return bad


@pytest.fixture(scope="session")
def poisoned(full: Reported, tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """The full run, with markup in every word that comes from outside."""
    folder = shutil.copytree(full.run.path, tmp_path_factory.mktemp("poisoned") / "run")
    return report(Run(folder, poison(full.run.manifest)))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the page is not opened")
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found
