"""Variants: every arm against the baseline, paired by block."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.schema import ALL
from analysis.variants import IMBALANCE, SHARES
from reports import style
from reports.blocks import Cell, Figure, Head, KeyEntry, Section, Table, cell, key_entry, section, text_cell
from reports.charts import Column, Dots, Mark, spread
from reports.figures.seats import POINTS
from reports.numbers import decimals, estimate, plain, seat_name, value
from reports.story import Row, Story

BASELINE = ("o", False)


def variants(story: Story) -> Section | None:
    """Return the section, or None if there is one arm only."""
    if len(story.arms) < 2:
        return None
    lead = [
        f"Every arm plays the same deals with the same line-ups as {story.arms[0]}; a change is the mean difference of "
        "such pairs. All sections above are about the baseline.",
        f"The arms: {'; '.join(story.arm(name) for name in story.arms)}.",
    ]
    tables = [_fairness(story), _seats(story), _table(story)]
    return section("variants", "Variants", lead, [_deviations(story), _changes(story)], tables)


def _deviations(story: Story) -> Figure:
    return Figure(
        "variants-seats",
        "How far from fair each seat is in every arm",
        "Win share of a seat minus the fair share, one mark an arm; the shaded band is what still counts as fair. The "
        "closer all marks of an arm lie to the line, the fairer it is.",
        [(f"{n} players", _deviation_chart(story, n)) for n in story.players],
        [_key(story, i) for i in range(len(story.arms))],
        "seat",
        "arm",
        "deviation from fair, points",
    )


def _changes(story: Story) -> Figure:
    return Figure(
        "variants-shares",
        "What changes for seats and strategies",
        "Change of the win share against the baseline, in points; the shaded band is what counts as no change that "
        "matters.",
        [(f"{n} players", _change_chart(story, n)) for n in story.players],
        [_key(story, i) for i in range(1, len(story.arms))],
        "seat or strategy",
        "arm",
        "change, points",
    )


def _look(index: int) -> tuple[str, str, bool]:
    """Return colour, marker and whether it is filled, the same for an arm in all figures."""
    if index == 0:
        return style.INK, *BASELINE
    return style.colour(index - 1), style.marker(index - 1), True


def _key(story: Story, index: int) -> KeyEntry:
    colour, marker, filled = _look(index)
    return key_entry(marker, story.arms[index] + (" (baseline)" if index == 0 else ""), colour, filled)


def _shares(story: Story, n: int) -> Iterator[tuple[int, Row]]:
    """Yield the seats of the headline pool of every arm with the arm's number."""
    for i, arm in enumerate(story.arms):
        for row in story.rows("seat_shares", n, arm=arm, slice=ALL):
            yield i, row


def _deviation_chart(story: Story, n: int) -> Dots:
    found = list(_shares(story, n))
    marks = [
        Mark(row["seat"], story.arms[i], e, *_look(i), offset=spread(i, len(story.arms)))
        for i, row in found
        if (e := estimate(row, "deviation", 100))
    ]
    band = 100 * found[0][1]["threshold"] if found else None
    rows = [story.seat(s) for s in range(n)]
    return Dots(rows, [Column(POINTS, marks, band=band)], 16 + 10 * len(story.arms), signed=True)


def _seats(story: Story) -> Table:
    heads = [
        Head("players"), Head("seat"), Head("arm"), Head("win share, %"), Head("minus fair, points"),
        Head("verdict", "on the seat in that arm, against the threshold"),
    ]  # fmt: skip
    rows = [
        [
            text_cell(n), text_cell(seat_name(row["seat"])), text_cell(story.arms[i]),
            cell(estimate(row, "share", 100, "low", "high")), cell(estimate(row, "deviation", 100), signed=True),
            text_cell(row["verdict"]),
        ]
        for n in story.players
        for i, row in sorted(_shares(story, n), key=lambda found: (found[1]["seat"], found[0]))
    ]  # fmt: skip
    return Table(heads, rows, is_sortable=True, caption="Every seat in every arm")


def _fairness(story: Story) -> Table:
    heads = [
        Head("players"), Head("arm"), Head(f"{story.arms[0]}, points"), Head("arm, points"),
        Head("change, points", "its interval holds whichever seats are the farthest"), Head("verdict"),
    ]  # fmt: skip
    rows = [
        [_line(n, r)[i] for i in (0, 1, 4, 5, 6, 7)]
        for n in story.players
        for r in _found(story, n)
        if r["measure"] == IMBALANCE
    ]
    return Table(heads, rows, caption="Is it fairer? How far the farthest seat lies from fair")


def _found(story: Story, n: int) -> list[Row]:
    rows = story.tables["variants"].rows(named=True)
    return [r for r in rows if r["players"] == n and r["pool"] == story.pool and r["change"] is not None]


def _name(row: Row) -> str:
    if row["measure"] == "strategy_share" or row["name"] == ALL:
        return str(row["name"])
    return seat_name(int(row["name"]))


def _change_chart(story: Story, n: int) -> Dots:
    rows = [r for r in _found(story, n) if r["measure"] in SHARES]
    names = list(dict.fromkeys(_name(r) for r in rows))
    others = len(story.arms) - 1
    marks = [
        Mark(names.index(_name(r)), r["arm"], e, *_look(i), offset=spread(i - 1, others))
        for r in rows
        if (e := value(r, "change", 100)) and (i := story.arms.index(r["arm"]))
    ]
    band = 100 * rows[0]["threshold"] if rows else None
    return Dots(names, [Column("change of win share, points", marks, band=band)], 16 + 10 * others, signed=True)


def _table(story: Story) -> Table:
    heads = [
        Head("players"), Head("arm"), Head("measure"), Head("of"), Head("baseline"), Head("arm's figure"),
        Head("change", "figure minus baseline, paired by block"), Head("verdict", "on the change"),
    ]  # fmt: skip
    rows = [_line(n, r) for n in story.players for r in _found(story, n)]
    return Table(heads, rows, is_sortable=True, caption="All changes: shares in per cent and points")


def _line(n: int, r: Row) -> list[Cell]:
    scale = 100 if r["measure"] in (IMBALANCE, *SHARES) else 1
    change = value(r, "change", scale)
    digits = decimals(change.half, change.value) if change else 1
    return [
        text_cell(n), text_cell(r["arm"]), text_cell(r["measure"].replace("_", " ")), text_cell(_name(r)),
        *(Cell(plain(scale * r[c], digits), r[c]) for c in ("base", "figure")),
        cell(change, signed=True), text_cell(r["verdict"]),
    ]  # fmt: skip
