"""Where points come from."""

from __future__ import annotations

from reports import style
from reports.blocks import Figure, Section, key_entry, section
from reports.charts import Column, Dots, Line, Lines, Mark, spread
from reports.figures.pace import MANY, reached
from reports.figures.seats import seat_key
from reports.numbers import Estimate, estimate, seat_name, value
from reports.story import Story

WINNER, REST = ("o", True), ("D", False)
EVERY_SEAT = -1
MOST = 9  # categories that are drawn over the rounds


def points(story: Story) -> Section:
    """Return the section."""
    unit = story.game["unit"]
    figures = [
        Figure(
            "points-winners",
            "Winners against the rest",
            f"Mean {unit} a game from every category, of winners and of all others. A long line says: here games are "
            "won. Categories in which they differ most come first.",
            [(f"{n} players", _winners(story, n)) for n in story.players],
            [key_entry(WINNER[0], "winners", style.colour(0)), key_entry(REST[0], "the rest", style.colour(1), False)],
            "category",
            "who",
        ),
        Figure(
            "points-seats",
            "By seat",
            f"Mean {unit} of a seat minus the mean of all seats of the same games.",
            [(f"{n} players", _by_seat(story, n)) for n in story.players],
            seat_key(story),
            "category",
            "seat",
        ),
    ]
    figures.append(_by_round(story))
    return section("points", "Where points come from", [], figures)


def _by_round(story: Story) -> Figure:
    """Categories over the rounds, of games that write them down as stocks."""
    return Figure(
        "points-rounds",
        "Score by category over the rounds",
        f"Mean {story.game['unit']} of a seat so far, by category, after every complete round: those that move most, "
        f"at most {MOST}. Bands are intervals.",
        [(f"{n} players", _rounds_chart(story, n)) for n in story.players],
        (),
        "round (1 = first)",
        "category",
    )


def _rounds_chart(story: Story, n: int) -> Lines:
    names = {f"points_{c['name']}": c["label"] for c in story.game["categories"]}
    stocks = [s for s in story.game["stocks"] if s["name"].startswith("points_")]
    found = reached(story.rows("pace_rounds", n, seat=EVERY_SEAT), MANY)
    lines = []
    for i, stock in enumerate(stocks):
        at = [(r["round"] + 1, e) for r in found if r["measure"] == stock["name"] and (e := value(r, "value"))]
        label = names.get(stock["name"], stock["label"])
        lines.append(Line(label, at, style.colour(i), style.DASHES[i % len(style.DASHES)]))
    moving = sorted((line for line in lines if line.points), key=lambda line: -_moved(line))[:MOST]
    kept = [line for line in lines if line in moving and _moved(line) > 0]
    return Lines(kept, "after round", f"{story.game['unit']} so far")


def _moved(line: Line) -> float:
    """Return how far a line goes from its lowest to its highest place."""
    values = [e.value for _, e in line.points]
    return max(values) - min(values)


def _means(story: Story, n: int, who: str) -> dict[str, Estimate]:
    rows = story.rows("points", n, who=who, seat=EVERY_SEAT)
    return {r["label"]: e for r in rows if (e := value(r, "mean"))}


def _winners(story: Story, n: int) -> Dots:
    won, lost = (_means(story, n, who) for who in ("winner", "rest"))
    shared = [label for label in won if label in lost and (won[label].value or lost[label].value)]
    order = sorted(shared, key=lambda label: -abs(won[label].value - lost[label].value))
    marks = []
    for i, label in enumerate(order):
        marks.append(Mark(i, "winners", won[label], style.colour(0), *WINNER))
        marks.append(Mark(i, "the rest", lost[label], style.colour(1), *REST))
    return Dots(order, [Column(f"{story.game['unit']} a game", marks, joined=True)], 28)


def _by_seat(story: Story, n: int) -> Dots:
    rows = [r for r in story.rows("points", n, who="all") if r["seat"] != EVERY_SEAT]
    found = [(r["label"], r["seat"], e) for r in rows if (e := estimate(r, "difference"))]
    labels = list(dict.fromkeys(label for label, _, e in found if e.value or e.half > 0))
    marks = [
        Mark(labels.index(label), seat_name(s), e, style.colour(s), style.marker(s), offset=spread(s, n))
        for label, s, e in found
        if label in labels
    ]
    return Dots(labels, [Column(f"{story.game['unit']} more than the mean seat", marks)], 14 + 10 * n, signed=True)
