"""What a designer sees of Lisboa: decrees in words, all of them in one ranking, and the starting handicap."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import gaiola
from analysis import analyse
from reports.figures.effects import effects
from reports.story import Story
from simcore.games.lisboa import decrees
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.state import KEYS
from simcore.runs import open_run

LONGEST = 30


def page(folder: Path, **asked: Any) -> str:
    run = gaiola.run({"game": "lisboa", "skill_marks": False, "strategies": ["greedy", "balanced"], **asked}, folder)
    return gaiola.report(run).read_text(encoding="utf-8")


def section(text: str, key: str) -> str:
    found = re.search(rf'<section aria-labelledby="{key}".*?</section>', text, re.S)
    assert found, key
    return found[0]


def figure(text: str, key: str) -> str:
    found = re.search(rf'<figure aria-labelledby="{key}".*?</figure>', text, re.S)
    assert found, key
    return found[0]


def test_decrees_are_told_in_words() -> None:
    assert doctest.testmod(decrees).failed == 0
    assert set(decrees.UNITS) == set(KEYS)
    items = GAME.items(GAME.rulebook())
    assert len({item.label for item in items}) == len({item.short for item in items}) == len(items) == 70
    assert max(len(item.short) for item in items) <= LONGEST
    assert not [item.label for item in items if " or " in item.label]  # which parts the words of two arms


EFFECTS = {"moment": "decree", "games": 1.0, "moments": 0.5, "rollouts": 1}


@pytest.fixture(scope="module")
def decree_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decrees") / "run"


@pytest.fixture(scope="module")
def decree_page(decree_run: Path) -> str:
    return page(decree_run, players=[3, 4], games=2400, sample=1.0, effects=EFFECTS)


def test_all_decrees_stand_in_one_ranking(decree_page: str) -> None:
    ranked = figure(decree_page, "effects-decree-ranked")
    drawings = re.findall(r"<svg.*?</svg>", ranked, re.S)
    assert len(drawings) == 4
    for svg in drawings:
        names = set(re.findall(r">(\d+ [^<]*[a-z][^<]*)</text>", svg))
        assert len({int(name.split()[0]) for name in names}) == 70
    assert 'width="340"' in drawings[0]


def ranking(story: Story, **changed: pl.Expr) -> str:
    """What is said of the ranking if effects on the chance to win were others."""
    rows = story.tables["item_effects"].with_columns(**changed)
    (section,) = effects(Story(story.manifest, {**story.tables, "item_effects": rows}))
    return section.figures[0].note + " ".join(entry.words for entry in section.figures[0].entries)


def test_the_ranking_says_what_is_not_listed_and_what_is_left_out(decree_page: str, decree_run: Path) -> None:
    """A decree that is too strong by itself, but not with all tested at once, has a hollow mark."""
    run = open_run(decree_run)
    story = Story(run.manifest, analyse(run))
    one = (pl.col("item") == "decree_7") & (pl.col("players") == 4)
    every = ranking(story, listed=pl.lit(True))
    assert "not listed" not in every and "Left out" not in every
    strong = pl.when(one).then(pl.lit("too strong")).otherwise("verdict")
    hollow = ranking(story, listed=~one, verdict=strong)
    assert "Hollow triangles" in hollow and "too strong by itself, not listed" in hollow
    missing = ranking(story, low=pl.when(~one).then("low"), high=pl.when(~one).then("high"))
    assert "Left out, for too few games were forked there: 1 of 70 with four players." in missing


def test_a_study_in_which_nothing_was_forked_says_so(tmp_path: Path) -> None:
    text = page(tmp_path / "run", players=4, games=8, effects=EFFECTS | {"games": 0.01})
    assert "none of those chosen for it came there" in section(text, "effects")


def test_the_table_has_every_decree_and_sorts(decree_page: str) -> None:
    decree = section(decree_page, "effects-decree")
    table = decree[decree.rindex("<table") :]
    assert table.count("<tr>") == 1 + 2 * 70
    assert "over the best other" in table
    assert "sort" in decree


def test_the_section_has_no_words_of_votes(decree_page: str) -> None:
    decree = section(decree_page, "effects-decree")
    assert "What each decree does" in decree
    assert "whoever leads" not in decree
    assert "What 70 of them do is assumed" in decree


def test_pages_with_many_items_stay_small(decree_page: str) -> None:
    assert len(decree_page.encode()) < 2_000_000


def test_the_tempo_is_told(decree_page: str) -> None:
    pace = section(decree_page, "pace")
    for words in ("rounds in period 1", "turns a player", "Visits followed when a seat may follow", "price of gold"):
        assert words in pace
    assert "period 1 sets," in figure(decree_page, "pace-ends")


def test_the_starting_handicap_is_told(tmp_path: Path) -> None:
    seat = "start_influence_seat{}".format
    rules: dict[str, Any] = {
        "printed": {}, "all_4": {seat(k): 4 for k in (1, 2, 3, 4)}, "two_less": {seat(2): 3}, "two_more": {seat(2): 7},
    }  # fmt: skip
    arms = {name: {"rules": changed} for name, changed in rules.items()}
    text = page(tmp_path / "run", players=2, games=4000, arms=arms)
    handicap = section(text, "handicap")
    assert "all_4" in figure(text, "handicap-start_influence_seat-seats")
    assert "kept" in handicap
    said = json.loads((tmp_path / "run" / "findings.json").read_text())
    (found,) = [f for f in said if f["section"] == "handicap"]
    assert "one more influence at the start for the 2nd seat is worth +" in found["headline"]
    assert not [f for f in said if "two_more" in f["headline"]]
