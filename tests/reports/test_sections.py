"""What sections say in words and cells: variants, ties, chances, lengths, rounds."""

from __future__ import annotations

import copy
import re
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import reports
from reports import method, style
from reports.charts import Chances, Line, Lines
from reports.figures.items import items
from reports.figures.pace import pace
from reports.figures.variants import variants
from reports.numbers import Estimate
from reports.plots import Lengths
from reports.story import Story
from simcore.errors import RunError
from simcore.runs import Run
from tests.reports.conftest import Reported


def _story(full: Reported, **changes: Any) -> Story:
    return Story({**copy.deepcopy(dict(full.run.manifest)), **changes}, full.tables)


def _figure(section: Any, key: str) -> Any:
    return next(f for f in section.figures if f.key == key)


@pytest.mark.parametrize("where", ["arms", "study"])
def test_arms_are_introduced_by_their_titles(full: Reported, where: str) -> None:
    story = _story(full)
    arms = story.manifest["arms"] if where == "arms" else story.manifest["study"].setdefault("arms", {"ahead": {}})
    arms["ahead"]["title"] = "the first seat starts ahead"
    assert story.arm("ahead") == "ahead (the first seat starts ahead)"
    assert story.arm("base") == "base"
    section = variants(story)
    assert section is not None
    assert "The arms: base; ahead (the first seat starts ahead)." in section.lead


def test_variants_show_the_seats_of_every_arm(full: Reported) -> None:
    section = variants(_story(full))
    assert section is not None
    records = [r for _, chart in _figure(section, "variants-seats").charts for r in chart.records()]
    assert len(records) == 2 * (2 + 3 + 4)
    assert {r.series for r in records} == {"base", "ahead"}
    seats = next(t for t in section.tables if t.caption == "Every seat in every arm")
    shares = full.tables["seat_shares"].filter((pl.col("slice") == "all") & (pl.col("pool") == "mixed"))
    assert sorted(row[-1].text for row in seats.rows) == sorted(shares["verdict"])
    fairer = next(t for t in section.tables if t.caption.startswith("Is it fairer?"))
    assert [row[0].text for row in fairer.rows] == ["2", "3", "4"]
    assert {row[1].text for row in fairer.rows} == {"ahead"}


def test_ties_are_told_as_far_as_they_are_declared(full: Reported) -> None:
    playing = [s["name"] for s in full.run.manifest["strategies"]]
    story = _story(full, strategies=[{"name": name} for name in playing])
    assert method.ties(story) == []
    story = _story(full, strategies=[{"name": name, "ties": "random"} for name in playing])
    assert method.ties(story) == [
        "Ties between equally good options are broken at random, from the player's own stream."
    ]
    ways = [{"name": name, "ties": "first" if name == "greedy" else "random"} for name in playing]
    _, warning = method.ties(_story(full, strategies=ways))
    assert warning.startswith("greedy takes the first of equally good options: ")
    assert "depend on the printed order" in warning


def test_chances_are_whole_per_cents_and_dashes() -> None:
    cells = {
        (0, 0): Estimate(12.34, 10.1, 14.5), (0, 1): Estimate(50, 49.8, 50.2), (1, 0): Estimate(0, 0, 11.2),
        (1, 1): Estimate(100, 88.8, 100),
    }  # fmt: skip
    with style.look():
        (ax,) = Chances(["1", "2"], ["1", "2", "3"], cells).draw().axes
    words = sorted(text.get_text() for text in ax.texts)
    assert words == sorted(["12\n±3", "50\n<1", "0\n≤12", "100\n≥88", "–", "–"])


def test_lengths_have_whole_ticks_and_quantiles_are_called_so(full: Reported) -> None:
    chart = Lengths([(9, 20.0), (10, 60.0), (11, 20.0)], [("median", 10)], "rounds a game")
    with style.look():
        drawing = chart.draw()
        (ax,) = drawing.axes
        assert all(float(tick).is_integer() for tick in ax.get_xticks())
    assert "median: 10" in [text.get_text() for text in ax.texts]
    lines = _figure(pace(_story(full)), "pace-length").data.rows
    named = [[c.text for c in row] for row in lines if any("quantile" in c.text for c in row)]
    assert named
    assert not any("% of games" in cells for cells in named)


def test_lines_that_end_together_are_both_named() -> None:
    lines = [Line(name, [(1, Estimate(2)), (2, Estimate(3))]) for name in ("1st seat", "2nd seat")]
    with style.look():
        (ax,) = Lines(lines, "after round", "points").draw().axes
    assert {text.get_text() for text in ax.texts} == {"1st seat", "2nd seat"}


def test_rounds_that_few_games_complete_are_not_drawn(full: Reported) -> None:
    story = _story(full)
    for key in ("pace-standing", "pace-ahead"):
        figure = _figure(pace(story), key)
        assert "last round, which may be partial, is left out" in figure.note
        for n, (_, chart) in zip(story.players, figure.charts, strict=True):
            rows = story.rows("pace_rounds", n, measure="standing", seat=0)
            most = max(r["games"] for r in rows)
            kept = [r["round"] + 1 for r in rows if r["games"] >= 0.3 * most]
            assert [x for x, _ in chart.lines[0].points] == kept


def test_items_say_what_they_depend_on_and_how_rounds_count(full: Reported) -> None:
    section = items(_story(full))
    assert "All figures depend on what these strategies like to take." in section.lead[0]
    assert "round (1 = first)" in [head.label for head in section.tables[0].heads]
    figure = _figure(pace(_story(full)), "pace-decided")
    assert "round (1 = first)" in [head.label for head in figure.data.heads]


def test_no_seat_is_called_the_last(full: Reported) -> None:
    assert not re.search(r"\blast seat\b", full.html)


def test_a_damaged_part_is_named(full: Reported, tmp_path: Path) -> None:
    folder = shutil.copytree(full.run.path, tmp_path / "run")
    (folder / "games" / "part-00000.parquet").write_bytes(b"")
    with pytest.raises(RunError, match=r"part-00000\.parquet: .* --resume"):
        reports.write(Run(folder, full.run.manifest), full.tables)
