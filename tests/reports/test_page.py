"""The page as a file: complete, self-contained, escaped, small, the same every time."""

from __future__ import annotations

import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

import reports
from analysis.schema import TABLES
from tests.reports.conftest import EVIL, GAMBLER, GREEDY, Reported, play, report

FIGURES = (
    "seat-shares", "seat-strategies", "points-winners", "points-seats", "pace-length", "pace-ends", "pace-standing",
    "pace-ahead", "pace-decided", "pace-comeback", "pace-options", "pace-actions", "strengths", "matchups",
    "items-worth", "items-map", "items-timing", "items-strategies", "variants-seats",
    "variants-shares",
)  # fmt: skip
SECTIONS = ("findings", "seats", "points", "pace", "strategies", "items", "rules", "method", "words")
VOID = {"meta", "link", "br", "img", "input", "hr", "path", "use", "rect"}


class Page(HTMLParser):
    """Counts tags, collects ids and addresses, and sees that tags are closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def values(self, attribute: str) -> list[str]:
        return [value for _, attrs in self.tags if (value := attrs.get(attribute))]


@pytest.fixture(scope="module")
def page(full: Reported) -> Page:
    return Page(full.html)


def test_every_section_and_figure_is_there(page: Page) -> None:
    ids = page.values("id")
    assert set(SECTIONS) | {"variants"} | set(FIGURES) <= set(ids)
    assert not page.open


def test_ids_are_unique_and_links_lead_somewhere(page: Page, full: Reported) -> None:
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    for href in page.values("href"):
        if href.startswith("#"):
            assert href[1:] in ids
        elif not href.startswith("data:"):
            assert (full.page.parent / href).is_file()


def test_every_drawing_has_words_and_data(page: Page) -> None:
    drawings = [attrs for tag, attrs in page.tags if tag == "svg"]
    figures = [tag for tag, _ in page.tags if tag == "figure"]
    assert len(drawings) >= 3 * (len(figures) - 1) > 0
    assert all(d["role"] == "img" and len(d["aria-label"] or "") > 30 for d in drawings)
    assert len([tag for tag, _ in page.tags if tag == "summary"]) >= len(figures)


def test_nothing_is_asked_of_a_network(full: Reported) -> None:
    assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", full.html)
    assert "@import" not in full.html
    assert "default-src 'none'" in full.html


def test_text_in_drawings_is_text_in_the_page_s_colours(full: Reported) -> None:
    drawings = re.findall(r"<svg.*?</svg>", full.html, flags=re.DOTALL)
    for drawing in drawings:
        assert "<text" in drawing
        assert not re.search(r"#0[0-9a]0[0-9a]0[0-9a]\b|#000000|font-family|<metadata|<!--", drawing)
        sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", drawing)]
        assert sizes
        assert min(sizes) >= 11


def test_the_finding_s_words_and_numbers_are_on_the_page(full: Reported) -> None:
    found = json.loads((full.page.parent / "findings.json").read_text(encoding="utf-8"))
    assert 3 <= len(found) <= 7
    text = full.html.replace("&#39;", "'").replace("&#34;", '"')
    for finding in found:
        assert finding["headline"] in text
        assert finding["robustness"] == "not tested"
    assert "the numbers in brackets are the interval" in text
    assert "gaiola study toy.toml" in text
    assert "gaiola replay" in text


def test_tables_lie_beside_the_page(full: Reported) -> None:
    for name in TABLES:
        kept = pl.read_parquet(full.page.parent / "tables" / f"{name}.parquet")
        assert kept.height == full.tables[name].height
        assert (full.page.parent / "tables" / f"{name}.csv").is_file()


def test_a_run_with_little_to_say_gives_a_page_that_says_so(bare: Reported) -> None:
    ids = Page(bare.html).values("id")
    assert set(SECTIONS) <= set(ids)
    assert {"seat-shares", "pace-length"} <= set(ids)
    assert not {"pace-standing", "matchups", "items-map", "variants", "seat-strategies"} & set(ids)
    for words in ("kept no ledger", "One strategy played this run", "No sampled games with items"):
        assert words in bare.html
    assert not re.search(r"\bnan\b|\bNone\b", bare.html)


def test_everything_from_outside_is_escaped(poisoned: Reported) -> None:
    html = poisoned.html
    assert EVIL not in html
    assert "<script>alert" not in html
    assert html.count("<script") == 1
    assert "&lt;script&gt;alert" in html
    assert set(FIGURES) <= set(Page(html).values("id"))


def test_the_same_run_gives_the_same_bytes_in_time_and_small(full: Reported) -> None:
    before, found = full.page.read_bytes(), (full.page.parent / "findings.json").read_bytes()
    began = time.process_time()
    reports.write(full.run, full.tables)
    assert time.process_time() - began < 12
    assert full.page.read_bytes() == before
    assert (full.page.parent / "findings.json").read_bytes() == found
    assert len(before) < 3_000_000


@pytest.mark.parametrize("games", [1, 12])
def test_a_handful_of_games_gives_a_page_without_intervals(games: int, tmp_path: Path) -> None:
    few = report(
        play(
            tmp_path / "run",
            (2, 3),
            (GREEDY, GAMBLER),
            {"base": {}, "ahead": {"head_start": 3}},
            games=games,
            sample=1.0,
        )
    )
    page = Page(few.html)
    assert set(SECTIONS) <= set(page.values("id"))
    assert not re.search(r"\bnan\b|\bNone\b", few.html)
    json.loads((few.page.parent / "findings.json").read_text(encoding="utf-8"))
