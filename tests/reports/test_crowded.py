"""Figures with much to show stay readable: few labels that stand on nothing, decisions that do come up."""

from __future__ import annotations

import random
import re
from itertools import combinations

import polars as pl
import pytest

from reports import style
from reports.charts import CHAR, LINE
from reports.figures.items import NAMED, _telling
from reports.figures.pace import pace
from reports.numbers import Estimate
from reports.plots import Map, Place
from reports.story import Row, Story
from tests.reports.conftest import Reported


def crowd(count: int) -> list[Row]:
    rng = random.Random(3)
    rows = []
    for i in range(count):
        worth, half = rng.gauss(0, 0.05), rng.uniform(0.005, 0.05)
        ends = {"worth": worth, "worth_low": worth - half, "worth_high": worth + half}
        rows.append({"item": f"item_{i}", "take_rate": rng.random() ** 3, **ends})
    return rows


def test_a_crowded_map_names_a_few_telling_items_of_every_corner() -> None:
    rows = crowd(60)
    told = _telling(rows, 0.1)
    assert len(told) == NAMED
    here = {r["item"]: r for r in rows}
    assert all(here[item]["worth_low"] > 0 or here[item]["worth_high"] < 0 for item in told)
    assert len({(here[item]["take_rate"] > 0.1, here[item]["worth"] > 0) for item in told}) == 4
    rare = {"item": "rare", "take_rate": 0.0, "worth": 0.9, "worth_low": -0.1, "worth_high": 1.9}
    assert "rare" not in _telling([*rows, rare], 0.1)


def test_labels_of_the_map_overlap_neither_each_other_nor_the_corners() -> None:
    rows = crowd(60)
    told = _telling(rows, 0.1)
    places = [
        Place(f"a long name {i:02d}", 0, Estimate(100 * r["take_rate"]), Estimate(100 * r["worth"]), r["item"] in told)
        for i, r in enumerate(rows)
    ]
    with style.look():
        drawing = Map(places, 10).draw()
        (ax,) = drawing.axes
        boxes = []
        for text in ax.texts:
            x, y = text.get_transform().transform(text.get_position()) if not text.xycoords else _place(ax, text)
            wide = CHAR * len(text.get_text())
            left = {"left": x, "right": x - wide, "center": x - wide / 2}[text.get_ha()]
            low = {"top": y - LINE, "bottom": y, "center": y - LINE / 2}[text.get_va()]
            boxes.append((text.get_text(), left, low, left + wide, low + LINE))
    names = [box[0] for box in boxes]
    assert {"staples", "hidden gems", "traps", "rightly ignored"} <= set(names)
    assert 5 <= len(names) - 4 <= NAMED
    for one, two in combinations(boxes, 2):
        apart = one[1] >= two[3] or two[1] >= one[3] or one[2] >= two[4] or two[2] >= one[4]
        assert apart, (one[0], two[0])


def _place(ax: object, text: object) -> tuple[float, float]:
    """Return where an annotation stands, in pixels."""
    transform = ax.transAxes if text.xycoords == "axes fraction" else ax.transData
    x, y = transform.transform(text.xy)
    return x + text.xyann[0], y + text.xyann[1]


@pytest.mark.parametrize(("decisions", "shown"), [(0.5, True), (0.05, False)])
def test_decision_points_that_hardly_come_up_are_left_out(full: Reported, decisions: float, shown: bool) -> None:
    rows = full.tables["pace_options"]
    seldom = rows.filter(pl.col("point") != "all").with_columns(
        point=pl.lit("seldom"), label=pl.lit("seldom asked"), decisions=pl.lit(decisions), options=pl.lit(40.0)
    )
    tables = {**full.tables, "pace_options": pl.concat([rows, seldom])}
    figure = next(f for f in pace(Story(full.run.manifest, tables)).figures if f.key == "pace-options")
    labels = [chart.rows for _, chart in figure.charts]
    assert all(("seldom asked" in found) == shown for found in labels)
    assert all(found[0] == "all decisions" for found in labels)
    if shown:
        assert all(found[1] == "seldom asked" for found in labels)


def test_ticks_of_a_scale_of_ratios_are_plain_numbers(full: Reported) -> None:
    start = full.html.index('id="pace-options"')
    drawing = full.html[start : full.html.index("</svg>", start)]
    assert not re.search(r"10\^|mathdefault|×", drawing)
