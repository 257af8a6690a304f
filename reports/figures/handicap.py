"""What the seats get at the start: what one more of it is worth, and what would level them."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.schema import ALL
from reports import style
from reports.blocks import Cell, Figure, Head, KeyEntry, Section, Table, cell, key_entry, section, text_cell
from reports.charts import Column, Dots, Heat, Mark, spread
from reports.figures.pace import facets
from reports.figures.seats import POINTS
from reports.numbers import Estimate, estimate, plain, seat_name, value
from reports.story import Row, Story

PRINTED, EQUAL, LEVEL = ("o", False), ("s", True), ("D", True)
LOOKS = (PRINTED, EQUAL, LEVEL)


def handicap(story: Story) -> Section | None:
    """Return the section, or None if no arm gives one seat more or less than the first arm does."""
    given = [named for named in story.game.get("seat_parameters", []) if _own(story, named)]
    if not given:
        return None
    lead = [
        f"Some arms give one seat more or less than {story.arms[0]} does, and change nothing else; they play the same "
        "deals with the same line-ups. So the difference of the win shares, divided by the difference of the values, "
        "is what one more is worth. From all of that follow values with which every seat would win alike, the first "
        "seat's being kept. They take win shares to move in straight lines; where they lie farther out than anything "
        "played, that is said, and they are no more than a hint: play an arm with them.",
    ]
    figures = [f for named in given for f in _figures(story, named)]
    return section("handicap", "Starting handicap", lead, figures, [_table(story)])


def _own(story: Story, named: Row) -> list[Row]:
    """Return what one more is worth to the seat that gets it, over all player counts."""
    return [
        r
        for n in story.players
        for r in story.rows("slopes", n)
        if r["parameter"].startswith(named["name"]) and r["of_seat"] == r["seat"]
    ]


def _figures(story: Story, named: Row) -> Iterator[Figure]:
    label, key = named["label"], named["name"]
    equal = _equal_arm(story, named)
    entries = [_entry(story.arms[0], PRINTED), _entry("what would level the seats", LEVEL)]
    if equal:
        entries.insert(1, _entry(story.arm(equal), EQUAL))
    yield Figure(
        f"handicap-{key}-seats",
        f"Seats, and their {label}",
        "Left: win share minus fair; the shaded band is what still counts as fair. Right: the values themselves, and "
        "those with which all seats would stand on the line.",
        [(caption, _seat_chart(story, n, named, equal)) for n, caption in facets(story)],
        entries,
        "seat",
        "arm",
    )
    pools = [key_entry(m, p, "", f) for p, m, f in ((p, *story.pool_marker(p)) for p in story.pools)]
    yield Figure(
        f"handicap-{key}-slopes",
        f"What one more {label} is worth to the seat that gets it",
        "Change of its win share in points, one mark a pool of players.",
        [(caption, _slope_chart(story, n, named)) for n, caption in facets(story)],
        pools if len(pools) > 1 else (),
        "seat",
        "pool",
    )
    yield Figure(
        f"handicap-{key}-matrix",
        "Who gains, who pays for it",
        f"Change of every seat's win share in points for one more {label} of the row's seat, with the half-width of "
        "the interval.",
        [(caption, _matrix(story, n, named)) for n, caption in facets(story)],
        (),
        "one more for",
        "change for",
        "points",
    )


def _entry(words: str, look: tuple[str, bool]) -> KeyEntry:
    return key_entry(look[0], words, style.colour(LOOKS.index(look)), look[1])


def _equal_arm(story: Story, named: Row) -> str:
    """Return the first arm in which all seats have the same value, "" without one."""
    for arm in story.arms[1:]:
        rules = story.manifest["arms"][arm]["rules"]
        if len({rules[f"{named['name']}{s + 1}"] for s in range(max(story.players))}) == 1:
            return arm
    return ""


def _seat_chart(story: Story, n: int, named: Row, equal: str) -> Dots:
    marks = []
    band = None
    for arm, look in ((story.arms[0], PRINTED), (equal, EQUAL)):
        for r in story.rows("seat_shares", n, arm=arm, slice=ALL) if arm else ():
            band = 100 * r["threshold"]
            if e := estimate(r, "deviation", 100):
                marks.append(_mark(r["seat"], arm, e, look, 0.2 * (look == EQUAL) - 0.1))
    levels = [r for r in story.rows("levels", n) if r["parameter"].startswith(named["name"])]
    values = [_mark(r["seat"], story.arms[0], Estimate(r["default"]), PRINTED, -0.1) for r in levels]
    values += [_mark(r["seat"], "level", e, LEVEL, 0.1) for r in levels if (e := value(r, "value"))]
    columns = [Column(POINTS, marks, band=band)]
    if values:
        columns.append(Column(named["label"], values, None))
    return Dots([story.seat(s) for s in range(n)], columns, 36)


def _mark(row: int, series: str, e: Estimate, look: tuple[str, bool], offset: float) -> Mark:
    return Mark(row, series, e, style.colour(LOOKS.index(look)), *look, offset)


def _slope_chart(story: Story, n: int, named: Row) -> Dots:
    marks = []
    for i, pool in enumerate(story.pools):
        for r in story.rows("slopes", n, pool):
            if r["parameter"].startswith(named["name"]) and r["of_seat"] == r["seat"] and (e := value(r, "value", 100)):
                look = story.pool_marker(pool)
                marks.append(
                    Mark(r["seat"], pool, e, style.colour(r["seat"]), *look, spread(i, len(story.pools)))
                )  # fmt: skip
    rows = [story.seat(s) for s in range(n)]
    return Dots(rows, [Column("points of win share for one more", marks)], 16 + 10 * len(story.pools), signed=True)


def _matrix(story: Story, n: int, named: Row) -> Heat:
    rows = [r for r in story.rows("slopes", n) if r["parameter"].startswith(named["name"]) and r["low"] is not None]
    seats = sorted({r["of_seat"] for r in rows})
    cells = {(seats.index(r["of_seat"]), r["seat"]): e for r in rows if (e := value(r, "value", 100))}
    limit = max((abs(e.value) for e in cells.values()), default=1)
    names = [seat_name(s) for s in range(n)]
    return Heat([f"to the {names[s]}" for s in seats], names, cells, 0, limit, "change for")


def _table(story: Story) -> Table:
    heads = [
        Head("players"), Head("pool"), Head("seat"), Head("value", "in the first arm"), Head("win share, %"),
        Head("one more is worth", "change of the seat's own win share, points"),
        Head("would level", "value with which all seats would win alike; the first seat's is kept"),
        Head("", "extrapolated: farther from the value than any arm that was played"),
    ]  # fmt: skip
    rows = [
        [
            text_cell(n), text_cell(pool), text_cell(seat_name(r["seat"])), text_cell(plain(r["default"])),
            text_cell(plain(100 * r["share"], 1)), _worth(story, n, pool, r),
            *_level(r),
        ]
        for n in story.players
        for pool in story.pools
        for r in story.rows("levels", n, pool)
    ]  # fmt: skip
    return Table(heads, rows, caption="Values that would level the seats")


def _level(row: Row) -> tuple[Cell, Cell]:
    """Say what would level a seat, if that can be told, and whether it is a guess from afar."""
    if row["seat"] == 0:
        return text_cell("kept"), text_cell("")
    e = value(row, "value")
    return (cell(e), text_cell("extrapolated" if row["extrapolated"] else "")) if e else (
        text_cell("too few"), text_cell("")
    )  # fmt: skip


def _worth(story: Story, n: int, pool: str, level: Row) -> Cell:
    rows = story.rows("slopes", n, pool, parameter=level["parameter"], seat=level["seat"])
    return cell(value(rows[0], "value", 100), signed=True) if rows else text_cell("")
