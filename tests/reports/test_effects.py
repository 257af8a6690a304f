"""What the page says of forks and ballots is what the tables hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import analysis
from analysis.findings import findings
from reports.figures.effects import effects
from reports.figures.points import points
from reports.numbers import both, estimate, value
from reports.page import render
from reports.story import Story
from simcore.runs import Run
from tests.reports.browser import Browser
from tests.reports.conftest import CHASER, GAMBLER, GREEDY, Reported, play, poison, report
from tests.reports.test_browser import FAULTS, OVERFLOW
from tests.reports.test_page import Page
from tests.reports.voted import LAWS, add_ballots

KEYS = ("effects-law-win", "effects-law-naive", "effects-law-ranks", "agreement-law", "points-rounds")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("toy") / "run"
    return play(folder, (2, 3), (GREEDY, GAMBLER, CHASER), {"base": {}}, marks=(), games=1800, sample=0.5)


@pytest.fixture(scope="module")
def voted(toy: Any, tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """Two player counts, twelve laws, half of all games forked at the vote on each."""
    return report(add_ballots(toy, tmp_path_factory.mktemp("voted") / "run"))


@pytest.fixture(scope="module")
def section(voted: Reported) -> Any:
    (found,) = effects(Story(voted.run.manifest, voted.tables))
    return found


def figure(section: Any, key: str) -> Any:
    return next(f for f in section.figures if f.key == key)


def test_the_section_stands_before_the_worth_of_items(voted: Reported) -> None:
    page = Page(voted.html)
    ids = page.values("id")
    assert set(KEYS) <= set(ids)
    assert ids.index("effects-law") < ids.index("items")
    assert len(ids) == len(set(ids))
    assert not page.open
    assert "What each law does" in voted.html
    assert not re.search(r"\bnan\b|\bNone\b", voted.html)
    assert len(voted.page.read_bytes()) < 3_000_000


def test_drawn_effects_are_the_table_s(voted: Reported, section: Any) -> None:
    rows = voted.tables["item_effects"].filter((pl.col("measure") == "win") & pl.col("adjusted").is_not_null())
    charts = figure(section, "effects-law-win").charts
    assert [caption for caption, _ in charts] == [f"{n} players: {w}" for n in (2, 3) for w in ("the text", "the vote")]
    drawn = [r for _, chart in charts for r in chart.records()]
    assert len(drawn) == len(rows) == 2 * 2 * 3 * len(LAWS)
    assert sorted(r.estimate.value for r in drawn) == pytest.approx(sorted(100 * rows["value"]))
    assert sorted(r.estimate.low for r in drawn) == pytest.approx(sorted(100 * rows["low"]))
    assert {r.series for r in drawn} == {"those who voted for it", "whoever leads", "whoever is last"}
    first = charts[0][1]
    did = [r.estimate.value for r in first.records() if r.series == "those who voted for it"]
    by_row = sorted(zip(first.rows, did, strict=False), key=lambda pair: -pair[1])
    assert len(by_row) == len(LAWS)
    assert first.rows[0] == "Law 0: pay a coin a vote"


def test_the_table_s_cells_are_the_table_s(voted: Reported, section: Any) -> None:
    effect, ballots = section.tables
    assert len(effect.rows) == len(ballots.rows) == 2 * len(LAWS)
    heads = [h.label for h in effect.heads]
    frame = voted.tables["item_effects"]
    for cells in effect.rows:
        here = frame.filter(
            (pl.col("players") == int(cells[0].text)) & (pl.col("label") == cells[1].text.removesuffix(" (assumed)"))
        )
        text, vote = (
            here.row(by_predicate=(pl.col("contrast") == c) & (pl.col("group") == "did") & (pl.col("measure") == "win"),
                     named=True)
            for c in ("text", "vote")
        )  # fmt: skip
        gap = here.row(by_predicate=(pl.col("contrast") == "text") & (pl.col("measure") == "gap"), named=True)
        found = dict(zip(heads, cells, strict=True))
        for head, e in (
            ("effect of the text", value(text, "value", 100)), ("effect of the vote", value(vote, "value", 100)),
            ("gap, first to last", value(gap, "value")), ("as it looks", estimate(text, "naive", 100)),
            ("not its doing", estimate(text, "explained", 100)),
        ):  # fmt: skip
            assert e is not None
            assert found[head].text == both(e, signed=True)
        assert f"({text['games']:,} games)" in found["verdict"].text


def test_verdicts_are_plain_sentences(section: Any) -> None:
    said = {(cells[0].text, cells[1].text): cells[2].text for cells in section.tables[0].rows}
    assert said["3", "Law 0: pay a coin a vote"].startswith("Pays those who voted for it, more than is fair")
    tilts = said["3", "Law 4: recruit a squire"]
    assert "helps whoever leads" in tilts
    assert "hurts whoever is last" in tilts


def test_what_is_assumed_is_marked(voted: Reported, section: Any) -> None:
    assert "Marked as assumed, since nobody says what they do: Law 3: an extension." in section.lead
    name = "Law 3: an extension (assumed)"
    assert name in figure(section, "effects-law-win").charts[0][1].rows
    assert any(cells[1].text == name for cells in section.tables[1].rows)
    rows = voted.tables["item_effects"].filter(pl.col("provenance") == "assumed")
    assert rows["item"].unique().to_list() == ["law_3"]


def test_what_only_looks_strong_is_drawn_apart(section: Any) -> None:
    for _, chart in figure(section, "effects-law-naive").charts:
        here = {r.series: r.estimate for r in chart.records() if r.row == "Law 2: most gold"}
        assert here["as it looks"].low > 3
        assert abs(here["caused: the text"].value) < 2


def test_causal_and_naive_are_explained_and_found(voted: Reported, section: Any) -> None:
    assert "with the same luck in each" in section.lead[0]
    assert "can seem to owe it to the law" in section.lead[1]
    found = voted.html[voted.html.index('<ol class="findings">') : voted.html.index('aria-labelledby="seats"')]
    assert re.search("effect of the (text|vote): (too strong|too weak|rises|falls)", found)
    assert 'href="#effects-law"' in found


def test_blocs_are_symmetric(voted: Reported, section: Any) -> None:
    for n, (_, chart) in zip((2, 3), figure(section, "agreement-law").charts, strict=True):
        assert all(chart.cells[i, j] == chart.cells[j, i] for i, j in chart.cells)
        rows = voted.tables["agreement"].filter(pl.col("players") == n)
        assert len({e.value for e in chart.cells.values()}) == len(rows) == 6


def test_categories_over_the_rounds(voted: Reported) -> None:
    story = Story(voted.run.manifest, voted.tables)
    for n, (_, chart) in zip((2, 3), figure(points(story), "points-rounds").charts, strict=True):
        assert [line.label for line in chart.lines] == ["steps", "bonus card"]
        rows = story.rows("pace_rounds", n, measure="points_steps", seat=-1)
        drawn = [e.value for _, e in chart.lines[0].points]
        assert drawn == [r["value"] for r in rows][: len(drawn)]


def test_few_forks_give_a_page_that_says_so(toy: Any, tmp_path: Path) -> None:
    few = report(add_ballots(toy, tmp_path / "run", forks=0.01))
    ids = Page(few.html).values("id")
    assert "effects-law" in ids
    assert "effects-law-win" not in ids
    assert "too few" in few.html
    assert "Too few games to tell what it is worth to those who voted for it" in few.html
    assert not re.search(r"\bnan\b|\bNone\b", few.html)


def test_without_forks_ballots_are_still_told(voted: Reported) -> None:
    bare = {**voted.tables, "item_effects": voted.tables["item_effects"].clear()}
    (section,) = effects(Story(voted.run.manifest, bare))
    assert [f.key for f in section.figures] == ["agreement-law"]
    assert len(section.tables) == 1
    assert len(section.tables[0].rows) == 2 * len(LAWS)


def test_neither_forks_nor_ballots_give_no_section(full: Reported) -> None:
    assert effects(Story(full.run.manifest, full.tables)) == []
    assert "What each" not in full.html


def test_words_from_outside_stay_words(voted: Reported) -> None:
    bad = poison(voted.run.manifest)
    for moment in bad["game"]["moments"]:
        moment["part"] = "<script>alert(1)</script>"
        for contrast in moment["contrasts"]:
            contrast["label"] = "<script>alert(2)</script>"
    run = Run(voted.run.path, bad)
    page = render(run, tables := analysis.analyse(run), findings(tables))
    assert page.count("<script") == 1
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;script&gt;alert(2)" in page


@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_a_phone_in_both_themes(voted: Reported, browser: Browser, dark: bool) -> None:
    browser.open(voted.page, 390, dark=dark)
    browser.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert browser.evaluate(OVERFLOW) <= 0
    assert browser.seen(*FAULTS) == []
    assert browser.evaluate("document.querySelectorAll('#effects-law ~ figure svg').length") >= 10
