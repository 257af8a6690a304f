"""Items: what can be taken, how often it is, and how takers fare."""

from __future__ import annotations

from statistics import median

from analysis.intervals import surely
from analysis.schema import ALL, TABLES
from reports import style
from reports.blocks import Cell, Figure, Head, KeyEntry, Section, Table, cell, count_cell, key_entry, section, text_cell
from reports.charts import Column, Dots, Heat, Mark
from reports.figures.pace import facets, phase_key, phase_marks
from reports.numbers import estimate, plain, value
from reports.plots import Map, Place
from reports.story import Row, Story

ENDS = 8  # items shown of each end of a ranking
SPLIT = 12  # items of a heat map or of worth by time
NAMED = 8  # items that the map names, at most
EACH = 2  # of them, if shown, from each corner


def items(story: Story) -> Section:
    """Return the section."""
    if not any(story.items(n) for n in story.players):
        return section(
            "items", "Items", ["No sampled games with items, or too few: nothing can be said of what items are worth."]
        )
    lead = [
        "All of this is observed, not caused: who takes an item differs from others in more than the taking. Leaders "
        "can afford more, and late takers have survived long. Read worth as “those who took it won so much more or "
        "less than fair”. All figures depend on what these strategies like to take.",
        "What is counted as brought: "
        + "; ".join(f"{k['label']}: {k['meaning']}" for k in story.game["item_kinds"])
        + ".",
    ]
    figures = [figure(story) for figure in (_ranked, _mapped, _timed, _compared)]
    return section("items", "Items", lead, figures, [_table(story)])


def _ranked(story: Story) -> Figure:
    return Figure(
        "items-worth",
        "What takers win, and what items brought",
        "Left: win share over fair of those who took the item, observational; the shaded band is what still counts as "
        f"fair. Right: what it brought to a taker, in {story.game['unit']}. Both ends of the ranking; the table below "
        "has all.",
        [(caption, _ranking(story, n)) for n, caption in facets(story)],
        _kind_key(story),
        "item",
        "kind",
    )


def _mapped(story: Story) -> Figure:
    return Figure(
        "items-map",
        "Taken often, worth much?",
        "The designer's map. The dotted line is the median take rate, the full line no worth. Staples are taken often "
        "and their takers win; hidden gems are left lying although their takers win; traps are taken often and their "
        "takers lose. Lines through a mark are its intervals. Named are the items that lie most clearly off no worth, "
        "in each corner; the data below have all.",
        [(caption, _map(story, n)) for n, caption in facets(story)],
        _kind_key(story),
        "item",
        "measure",
    )


def _timed(story: Story) -> Figure:
    return Figure(
        "items-timing",
        "Worth by the time of taking",
        "Win share over fair by the third of the game in which the item was first taken; the items that differ most.",
        [(caption, _timing(story, n)) for n, caption in facets(story)],
        phase_key(),
        "item",
        "part of the game",
    )


def _compared(story: Story) -> Figure:
    return Figure(
        "items-strategies",
        "Worth by strategy",
        "Points of win share of takers over the strategy's own average: does the item help some plans more than "
        "others? The items farthest from fair, with the half-width of the interval.",
        [(caption, _by_strategy(story, n)) for n, caption in facets(story)],
        (),
        "item",
        "strategy",
        "points over the strategy's average",
    )


def _kind(story: Story, row: Row) -> int:
    return story.kinds().index(row["kind"])


def _kind_key(story: Story) -> list[KeyEntry]:
    kinds = story.game["item_kinds"]
    return [key_entry(style.marker(i), k["label"], style.colour(i)) for i, k in enumerate(kinds)]


def _surely(row: Row) -> float:
    """Return how far the whole interval of an item's worth lies from fair: large only if it is shown."""
    return surely(row["worth_low"], row["worth_high"])


def _known(story: Story, n: int) -> list[Row]:
    """Return items whose worth has an interval, the highest first."""
    return [_brief(story, r) for r in story.items(n) if (e := estimate(r, "worth")) and e.has_interval]


def _brief(story: Story, row: Row) -> Row:
    """Return a row with few words for its item."""
    return row | {"label": story.short(row["item"])}


def _farthest(rows: list[Row], count: int) -> list[Row]:
    """Keep the items that are shown to be farthest from fair, in their order."""
    kept = sorted(rows, key=lambda r: -abs(_surely(r)))[:count]
    return [r for r in rows if r in kept]


def _extremes(rows: list[Row]) -> list[Row]:
    """Keep both ends of a ranking, by what is shown."""
    if len(rows) <= 2 * ENDS:
        return rows
    order = sorted(rows, key=lambda r: (-_surely(r), -r["worth"]))
    kept = order[:ENDS] + order[-ENDS:]
    return [r for r in rows if r in kept]


def _ranking(story: Story, n: int) -> Dots:
    rows = _extremes(_known(story, n))
    columns = []
    for name, scale, title, zero in (
        ("worth", 100, "worth, points of win chance", True),
        ("brought", 1, f"brought, {story.game['unit']}", False),
    ):
        marks = [
            Mark(i, r["kind"], e, style.colour(k), style.marker(k))
            for i, r in enumerate(rows)
            if (e := estimate(r, name, scale)) and (k := _kind(story, r)) >= 0
        ]
        columns.append(Column(title, marks, 0, 100 * rows[0]["threshold"] if zero and rows else None))
    return Dots([r["label"] for r in rows], columns, 26, signed=True)


def _map(story: Story, n: int) -> Map:
    rows = _known(story, n)
    middle = median(r["take_rate"] for r in rows) if rows else 0
    telling = _telling(rows, middle)
    places = [
        Place(r["label"], _kind(story, r), rate, worth, r["item"] in telling)
        for r in rows
        if (rate := estimate(r, "take_rate", 100)) and (worth := estimate(r, "worth", 100))
    ]
    return Map(places, 100 * middle)


def _telling(rows: list[Row], middle: float) -> list[str]:
    """Return the items that the map names: the clearest of each corner, then the clearest of all."""
    clear = sorted((r for r in rows if _surely(r)), key=lambda r: -abs(_surely(r)))
    corners: dict[tuple[bool, bool], list[str]] = {}
    for r in clear:
        corners.setdefault((r["take_rate"] > middle, r["worth"] > 0), []).append(r["item"])
    first = [name for names in corners.values() for name in names[:EACH]]
    return list(dict.fromkeys([*first, *(r["item"] for r in clear)]))[:NAMED]


def _timing(story: Story, n: int) -> Dots:
    found = [_brief(story, r) for r in story.rows("item_timing", n) if (e := value(r, "worth")) and e.has_interval]
    order = sorted({r["label"] for r in found}, key=lambda label: (-_apart(found, label), label))[:SPLIT]
    marks = phase_marks(found, order, "worth", 100)
    return Dots(order, [Column("worth, points of win chance", marks, joined=True)], 28, signed=True)


def _apart(rows: list[Row], label: str) -> float:
    """Return how far the intervals of an item's thirds lie apart."""
    here = [r for r in rows if r["label"] == label]
    return float(max(r["low"] for r in here) - min(r["high"] for r in here))


def _by_strategy(story: Story, n: int) -> Heat:
    rows = _farthest(_known(story, n), SPLIT)
    place = {r["item"]: i for i, r in enumerate(rows)}
    found = [r for r in story.rows("item_worth", n) if r["strategy"] != ALL and r["item"] in place]
    names = [s for s in story.strategies if any(r["strategy"] == s for r in found)]
    cells = {
        (place[r["item"]], names.index(r["strategy"])): e
        for r in found
        if (e := estimate(r, "over_own", 100)) and e.has_interval
    }
    limit = max((abs(e.value) for e in cells.values()), default=1)
    return Heat([r["label"] for r in rows], names, cells, 0, limit)


def _table(story: Story) -> Table:
    meanings = {c.name: c.meaning for c in TABLES["item_worth"]}
    heads = [
        Head("players", meanings["players"]), Head("item", meanings["item"]), Head("kind", meanings["kind"]),
        Head("seen", "share of games and seats in which it could be taken at all, %"),
        Head("take rate", f"{meanings['take_rate']}, %"), Head("takers", meanings["takers"]),
        Head("round (1 = first)", "median round of the first taking"),
        Head("brought", f"{meanings['brought']}, {story.game['unit']}"), Head("worth", f"{meanings['worth']}, points"),
        Head("verdict", meanings["verdict"]), Head("listed", meanings["listed"]),
    ]  # fmt: skip
    rows = [_line(n, r) for n in story.players for r in _by_worth(story, n)]
    return Table(heads, rows, is_sortable=True, caption="All items: observational figures with intervals")


def _by_worth(story: Story, n: int) -> list[Row]:
    rows = story.rows("item_worth", n, strategy=ALL)
    return sorted(rows, key=lambda r: (_worth(r).order is None, -(_worth(r).order or 0)))


def _seen(percent: float) -> str:
    return plain(percent, 0 if percent >= 10 else 1)


def _worth(r: Row) -> Cell:
    e = estimate(r, "worth", 100)
    return cell(e, signed=True) if e and e.has_interval else text_cell("too few")


def _line(n: int, r: Row) -> list[Cell]:
    late = None if r["round_q50"] is None else r["round_q50"] + 1
    return [
        count_cell(n), text_cell(r["label"]), text_cell(r["kind"]),
        Cell(_seen(100 * r["offered_games"]), r["offered_games"]),
        cell(estimate(r, "take_rate", 100)), count_cell(r["takers"]), count_cell(late), cell(estimate(r, "brought")),
        _worth(r), text_cell(r["verdict"]), text_cell("yes" if r["listed"] else ""),
    ]  # fmt: skip
