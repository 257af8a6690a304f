"""Variants: every arm against the baseline, paired by block."""

from __future__ import annotations

from reports import style
from reports.blocks import Cell, Figure, Head, Section, Table, cell, key_entry, section, text_cell
from reports.charts import Column, Dots, Mark, spread
from reports.numbers import decimals, plain, seat_name, value
from reports.story import Row, Story

SHARES = ("seat_share", "strategy_share")
EVERYTHING = "all"


def variants(story: Story) -> Section | None:
    """Return the section, or None if there is one arm only."""
    if len(story.arms) < 2:
        return None
    lead = [
        f"Every arm plays the same deals with the same line-ups as {story.arms[0]}; a change is the mean difference of "
        "such pairs. All sections above are about the baseline.",
    ]
    figure = Figure(
        "variants-shares",
        "What changes for seats and strategies",
        "Change of the win share against the baseline, in points; the shaded band is what still counts as no change.",
        [(f"{n} players", _chart(story, n)) for n in story.players],
        [key_entry(style.marker(i), arm, style.colour(i)) for i, arm in enumerate(story.arms[1:])],
        "seat or strategy",
        "arm",
        "change, points",
    )
    return section("variants", "Variants", lead, [figure], [_table(story)])


def _found(story: Story, n: int) -> list[Row]:
    rows = story.tables["variants"].rows(named=True)
    return [r for r in rows if r["players"] == n and r["pool"] == story.pool and r["change"] is not None]


def _name(row: Row) -> str:
    if row["measure"] == "strategy_share" or row["name"] == EVERYTHING:
        return str(row["name"])
    return seat_name(int(row["name"]))


def _chart(story: Story, n: int) -> Dots:
    rows = [r for r in _found(story, n) if r["measure"] in SHARES]
    names = list(dict.fromkeys(_name(r) for r in rows))
    others = story.arms[1:]
    marks = [
        Mark(names.index(_name(r)), r["arm"], e, style.colour(i), style.marker(i), offset=spread(i, len(others)))
        for r in rows
        if (e := value(r, "change", 100)) and (i := others.index(r["arm"])) >= 0
    ]
    band = 100 * rows[0]["threshold"] if rows else None
    return Dots(names, [Column("change of win share, points", marks, band=band)], 16 + 10 * len(others), signed=True)


def _table(story: Story) -> Table:
    heads = [
        Head("players"), Head("arm"), Head("measure"), Head("of"), Head("baseline"), Head("arm's figure"),
        Head("change", "figure minus baseline, paired by block"), Head("verdict"),
    ]  # fmt: skip
    rows = [_line(n, r) for n in story.players for r in _found(story, n)]
    return Table(heads, rows, is_sortable=True, caption="All changes: shares in per cent and points")


def _line(n: int, r: Row) -> list[Cell]:
    scale = 100 if r["measure"] in SHARES else 1
    change = value(r, "change", scale)
    digits = decimals(change.half, change.value) if change else 1
    return [
        text_cell(n), text_cell(r["arm"]), text_cell(r["measure"].replace("_", " ")), text_cell(_name(r)),
        *(Cell(plain(scale * r[c], digits), r[c]) for c in ("base", "figure")),
        cell(change, signed=True), text_cell(r["verdict"]),
    ]  # fmt: skip
