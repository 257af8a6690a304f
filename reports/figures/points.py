"""Where points come from."""

from __future__ import annotations

from collections.abc import Callable

from reports import style
from reports.blocks import Figure, Section, key_entry, section
from reports.charts import Column, Dots, Mark, spread
from reports.figures.seats import seat_key
from reports.numbers import Estimate, seat_name, value
from reports.story import Row, Story

WINNER, REST = ("o", True), ("D", False)
EVERY_SEAT = -1


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
            f"Mean {unit} of a seat minus the mean of all seats. The interval is that of the seat's own mean.",
            [(f"{n} players", _by_seat(story, n)) for n in story.players],
            seat_key(story),
            "category",
            "seat",
        ),
    ]
    return section("points", "Where points come from", [], figures)


def _means(story: Story, n: int, who: str, keep: Callable[[Row], bool]) -> dict[tuple[str, int], Estimate]:
    rows = story.rows("points", n, who=who)
    return {(r["label"], r["seat"]): e for r in rows if keep(r) and (e := value(r, "mean"))}


def _winners(story: Story, n: int) -> Dots:
    won, lost = (_means(story, n, who, lambda r: r["seat"] == EVERY_SEAT) for who in ("winner", "rest"))
    shared = [key for key in won if key in lost and (won[key].value or lost[key].value)]
    order = sorted(shared, key=lambda key: -abs(won[key].value - lost[key].value))
    marks = []
    for i, key in enumerate(order):
        marks.append(Mark(i, "winners", won[key], style.colour(0), *WINNER))
        marks.append(Mark(i, "the rest", lost[key], style.colour(1), *REST))
    return Dots([label for label, _ in order], [Column(f"{story.game['unit']} a game", marks, joined=True)], 28)


def _by_seat(story: Story, n: int) -> Dots:
    means = _means(story, n, "all", lambda r: True)
    labels = [label for label, seat in means if seat == EVERY_SEAT and _differs(means, label)]
    marks = [
        Mark(
            labels.index(label), seat_name(s), e.less(means[label, EVERY_SEAT].value), style.colour(s),
            style.marker(s), offset=spread(s, n),
        )
        for (label, s), e in means.items()
        if s != EVERY_SEAT and label in labels
    ]  # fmt: skip
    return Dots(labels, [Column(f"{story.game['unit']} more than the mean seat", marks)], 14 + 10 * n, signed=True)


def _differs(means: dict[tuple[str, int], Estimate], label: str) -> bool:
    """Tell whether a category is not the same for all seats in all games."""
    return any(e.half > 0 for (name, _), e in means.items() if name == label) or (
        len({e.value for (name, _), e in means.items() if name == label}) > 1
    )
