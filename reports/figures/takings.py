"""Items that one seat takes from a display: all in one ranking, what they bring, and beside what lay there too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from analysis import intervals, wording
from analysis.schema import ALL
from reports import style
from reports.blocks import Figure, KeyEntry, key_entry
from reports.charts import Column, Heat, Mark, Ranking
from reports.figures.effect_table import NAIVE
from reports.figures.pace import facets
from reports.numbers import Estimate, estimate, value
from reports.plots import Map, Place
from reports.story import Row, Story

BOLD, SMALL = 5.5, 4.0  # sizes of marks
SPLIT = 14  # items of a heat map
NAMED = 8  # items that the map names
SHIFT = 0.27
STRONG, WEAK = intervals.ITEM_WORDS
LOOKS: Mapping[tuple[str, bool], tuple[str, str, bool]] = {  # colour, marker, filled; by verdict and whether listed
    (STRONG, True): (style.RISE, "^", True),
    (STRONG, False): (style.RISE, "^", False),
    (WEAK, True): (style.FALL, "v", True),
    (WEAK, False): (style.FALL, "v", False),
    (intervals.FAIR, True): (style.INK, "o", True),
    (intervals.LEANING, True): (style.INK, "D", False),
    (intervals.NOT_SHOWN, True): (style.INK, "o", False),
}


def figures(story: Story, kind: str, label: str) -> list[Figure]:
    """Return the figures of a kind of items that are taken from a display."""
    return [f(story, kind, label) for f in (_ranked, _brought, _mapped, _split)]


def effects_of(story: Story, n: int, kind: str, measure: str) -> dict[str, Row]:
    """Return what items do to those who took them by the first contrast, by item, the highest first."""
    rows = story.rows("item_effects", n, kind=kind, measure=measure, group="did")
    first = [r for r in rows if r["contrast"] == rows[0]["contrast"] and r["value"] is not None]
    return {r["item"]: r for r in sorted(first, key=lambda r: (r["low"] is None, -r["value"]))}


def contrast_words(story: Story, kind: str) -> str:
    """Return the words of the first contrast."""
    rows = [r for n in story.players for r in effects_of(story, n, kind, "win").values()]
    return str(rows[0]["contrast_label"]) if rows else ""


def _known(story: Story, n: int, kind: str) -> dict[str, Row]:
    """Return the items of the ranking, in its order."""
    return {item: r for item, r in effects_of(story, n, kind, "win").items() if r["low"] is not None}


def is_ranked(story: Story, kind: str) -> bool:
    """Tell whether the effect of any item has an interval."""
    return any(_known(story, n, kind) for n in story.players)


def _ranked(story: Story, kind: str, label: str) -> Figure:
    unit = story.game["unit"]
    charts = [
        *((f"{caption}: chance to win", _win_chart(story, n, kind)) for n, caption in facets(story)),
        *((f"{caption}: {unit}", _score_chart(story, n, kind)) for n, caption in facets(story)),
    ]
    used = {_look(r) for n in story.players for r in _known(story, n, kind).values()}
    looks = [
        key_entry(marker, word if listed else f"{word} by itself, not listed", colour, filled)
        for (word, listed), (colour, marker, filled) in LOOKS.items()
        if listed or (word, listed) in used
    ]
    return Figure(
        f"effects-{kind}-ranked",
        f"Every {label}, ranked",
        f"What taking it causes for the taker, {contrast_words(story, kind)}. The chance to win decides the verdict; "
        f"the shaded band is what still counts as fair. {unit.capitalize()} stand beside it in the same order. Below "
        "each mark, small and faint: the win share over fair of those who took it, as any record of games would show. "
        "Who takes has chosen: what is taken suits the taker better than the rest of the display, so most marks stand "
        f"right of the line; what matters is how far.{_unlisted(used, label)}{_left_out(story, kind, label)}",
        charts,
        [*looks, KeyEntry("◇", style.MEANING[style.FAINT], NAIVE)],
        label,
        "figure",
    )


def _look(r: Row) -> tuple[str, bool]:
    """Return the verdict, and whether it holds with all items tested at once; others need no test."""
    return r["verdict"], r["verdict"] not in intervals.ITEM_WORDS or bool(r["listed"])


def _unlisted(used: set[tuple[str, bool]], label: str) -> str:
    """Say what hollow triangles mean, if there are any."""
    if all(listed for _, listed in used):
        return ""
    return (
        f" Hollow triangles lie beyond the band if one looks at that {label} alone; tested with all others that "
        "can be chance."
    )


def _left_out(story: Story, kind: str, label: str) -> str:
    """Say how many of the items that could be taken are missing from the ranking."""
    seen = {n: story.rows("item_worth", n, kind=kind, strategy=ALL) for n in story.players}
    missing = {n: len({r["item"] for r in rows} - _known(story, n, kind).keys()) for n, rows in seen.items()}
    told = [f"{k} of {len(seen[n])} with {wording.players([n])}" for n, k in missing.items() if k]
    return f" Left out, for too few games were forked there: {wording.together(told)}." if told else ""


def _marks(place: int, r: Row, e: Estimate | None) -> list[Mark]:
    colour, marker, filled = LOOKS[_look(r)]
    return [Mark(place, "caused", e, colour, marker, filled, size=BOLD)] if e else []


def _win_chart(story: Story, n: int, kind: str) -> Ranking:
    rows = _known(story, n, kind)
    marks = []
    for i, r in enumerate(rows.values()):
        marks += _marks(i, r, value(r, "value", 100))
        if (e := estimate(r, "naive", 100)) and e.has_interval:
            marks.append(Mark(i, NAIVE, e, style.FAINT, "D", False, SHIFT, SMALL))
    band = 100 * next(iter(rows.values()))["threshold"] if rows else None
    columns = [Column("points of win chance", marks, band=band)]
    return Ranking([story.short(item) for item in rows], columns, signed=True)


def _score_chart(story: Story, n: int, kind: str) -> Ranking:
    rows, scores = _known(story, n, kind), effects_of(story, n, kind, "score")
    marks = [
        m
        for i, (item, r) in enumerate(rows.items())
        if item in scores
        for m in _marks(i, r, value(scores[item], "value"))
    ]
    return Ranking([story.short(item) for item in rows], [Column(f"{story.game['unit']} more", marks)], signed=True)


def takings_of(story: Story, n: int, kind: str) -> dict[str, Row]:
    """Return what items brought, by item."""
    return {r["item"]: r for r in story.rows("item_takings", n, kind=kind, slice=ALL)}


def _brought(story: Story, kind: str, label: str) -> Figure:
    unit = story.game["unit"]
    found = {n: _found(story, n, kind) for n in story.players}
    names = {n: [story.short(r["item"]) for r in rows] for n, rows in found.items()}
    charts = [
        *((f"{c}: {unit} brought", Ranking(names[n], _spread(story, found[n]))) for n, c in facets(story)),
        *((f"{c}: over the best other", Ranking(names[n], [_over(story, found[n])], signed=True))
          for n, c in facets(story)),
    ]  # fmt: skip
    return Figure(
        f"takings-{kind}",
        f"What a {label} brings, and what else lay there",
        f"In the order of the ranking. {unit.capitalize()} at the end: the median with the range of nine takers in "
        "ten, and the share of takers to whom it brought nothing. Then what it brought minus what the best other one "
        "on display would have brought the same seat, known at the end of the game. That is hindsight: a player must "
        "guess.",
        charts,
        (),
        label,
        "figure",
    )


def _found(story: Story, n: int, kind: str) -> list[Row]:
    """Return what items of the ranking brought, in its order."""
    rows = takings_of(story, n, kind)
    return [rows[item] for item in _known(story, n, kind) if item in rows]


def _spread(story: Story, rows: Sequence[Row]) -> list[Column]:
    """Return the middle and the range of what items brought, and how often that was nothing."""
    middles = [
        Mark(i, "median and range", Estimate(r["q50"], r["q05"], r["q95"], r["takers"]), size=BOLD)
        for i, r in enumerate(rows)
    ]
    nothing = [Mark(i, "", e, size=SMALL) for i, r in enumerate(rows) if (e := estimate(r, "void", 100))]
    return [Column(story.game["unit"], middles, None), Column("nothing, %", nothing)]


def _over(story: Story, rows: Sequence[Row]) -> Column:
    marks = [
        Mark(i, "over the best other", e, size=BOLD)
        for i, r in enumerate(rows)
        if (e := estimate(r, "over")) and e.has_interval
    ]
    return Column(f"{story.game['unit']} over the best other", marks)


def _mapped(story: Story, kind: str, label: str) -> Figure:
    return Figure(
        f"effects-{kind}-map",
        "Taken often, worth it?",
        f"Take rate where it is on display, against what taking it causes, {contrast_words(story, kind)}. The dotted "
        "line is the median take rate. Staples are taken often and pay; hidden gems pay but are left lying; traps are "
        "taken often and do not pay. Named are those that are clearest.",
        [(caption, _map(story, n, kind)) for n, caption in facets(story)],
        (),
        label,
        "",
        "per cent, or points",
    )


def _map(story: Story, n: int, kind: str) -> Map:
    known = _known(story, n, kind)
    rates = {r["item"]: r for r in story.rows("item_worth", n, kind=kind, strategy=ALL) if r["take_rate"] is not None}
    shared = [item for item in known if item in rates]
    middle = median(rates[item]["take_rate"] for item in shared) if shared else 0
    clear = sorted(shared, key=lambda item: -abs(intervals.surely(known[item]["low"], known[item]["high"])))
    places = [
        Place(story.short(item), 0, rate, worth, item in clear[:NAMED])
        for item in shared
        if (rate := estimate(rates[item], "take_rate", 100)) and (worth := value(known[item], "value", 100))
    ]
    return Map(places, 100 * middle)


def _split(story: Story, kind: str, label: str) -> Figure:
    charts = [(caption, _by_strategy(story, n, kind)) for n, caption in facets(story)]
    if len(story.players) > 1:
        charts.append(("all strategies", _by_players(story, kind)))
    return Figure(
        f"effects-{kind}-split",
        "By strategy of the taker, and by number of players",
        f"Change of the win chance in points, {contrast_words(story, kind)}, with the half-width of the interval: "
        f"those that are clearest, the best first. Does a {label} pay everybody, or only those who play for it?",
        charts,
        (),
        label,
        "strategy, or players",
        "points of win chance",
    )


def _clearest(rows: Mapping[str, Row]) -> list[str]:
    kept = sorted(rows, key=lambda item: -abs(intervals.surely(rows[item]["low"], rows[item]["high"])))[:SPLIT]
    return [item for item in rows if item in kept]


def _by_strategy(story: Story, n: int, kind: str) -> Heat:
    items = _clearest(_known(story, n, kind))
    rows = [r for r in story.rows("effect_strategies", n, kind=kind, measure="win") if r["item"] in items]
    rows = [r for r in rows if r["contrast"] == rows[0]["contrast"] and r["low"] is not None]
    names = [s for s in story.strategies if any(r["strategy"] == s for r in rows)]
    cells = {
        (items.index(r["item"]), names.index(r["strategy"])): e for r in rows if (e := value(r, "value", 100))
    }  # fmt: skip
    return _heat(story, items, names, cells if len(names) > 1 else {})


def _by_players(story: Story, kind: str) -> Heat:
    known = {n: _known(story, n, kind) for n in story.players}
    items = _clearest(known[story.players[-1]])
    cells = {
        (i, j): e
        for i, item in enumerate(items)
        for j, n in enumerate(story.players)
        if item in known[n] and (e := value(known[n][item], "value", 100))
    }
    return _heat(story, items, [f"{n} players" for n in story.players], cells)


def _heat(story: Story, items: Sequence[str], columns: Sequence[str], cells: dict[tuple[int, int], Estimate]) -> Heat:
    limit = max((abs(e.value) for e in cells.values()), default=1)
    return Heat([story.short(item) for item in items], columns, cells, 0, limit)
