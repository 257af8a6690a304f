"""Seats: who wins from where."""

from __future__ import annotations

from analysis.schema import ALL
from reports import style
from reports.blocks import Figure, KeyEntry, Section, key_entry, section
from reports.charts import Column, Dots, Mark, spread
from reports.numbers import Estimate, estimate, seat_name
from reports.story import Story

POINTS = "win share minus fair, points"


def seats(story: Story) -> Section:
    """Return the section."""
    figures = [_shares(story)]
    if len(story.rivals) > 1:
        figures.append(_by_strategy(story))
    lead = [
        f"A seat is a position in turn order; the 1st seat is the {story.seat_word}. The fair share is "
        "the same for all; a point is one game in a hundred. Intervals of the seats of a table hold all at once.",
    ]
    return section("seats", "Seats", lead, figures)


def seat_key(story: Story) -> list[KeyEntry]:
    """Return the key of seats."""
    return [key_entry(style.marker(s), story.seat(s), style.colour(s)) for s in range(max(story.players))]


def _shares(story: Story) -> Figure:
    marks = [(p, *story.pool_marker(p)) for p in story.pools]
    pools = [key_entry(m, p if p != story.pool else f"{p} (headline)", "", filled) for p, m, filled in marks]
    return Figure(
        "seat-shares",
        "Win share by seat, and margin beside it",
        "Left: how far a seat's win share lies from fair; the shaded band is what still counts as fair. One mark a "
        "pool of players: a finding that holds at every level of skill is about the game, not about one kind of play. "
        f"Right, for the headline pool: own score minus the best other score, in {story.game['unit']}.",
        [(f"{n} players", _share_chart(story, n)) for n in story.players],
        pools if len(pools) > 1 else (),
        "seat",
        "pool",
    )


def _share_chart(story: Story, n: int) -> Dots:
    marks = [
        _mark(story, row["seat"], pool, e)
        for pool in story.pools
        for row in story.rows("seat_shares", n, pool, slice=ALL)
        if (e := estimate(row, "deviation", 100))
    ]
    whole = story.rows("seat_shares", n, slice=ALL)
    margins = [
        Mark(row["seat"], story.pool, e, style.colour(row["seat"])) for row in whole if (e := estimate(row, "margin"))
    ]
    columns = [
        Column(POINTS, marks, band=100 * whole[0]["threshold"]),
        Column(f"margin, {story.game['unit']}", margins),
    ]
    return Dots([story.seat(s) for s in range(n)], columns, 16 + 12 * len(story.pools), signed=True)


def _mark(story: Story, seat: int, pool: str, e: Estimate) -> Mark:
    marker, filled = story.pool_marker(pool)
    offset = spread(story.pools.index(pool), len(story.pools))
    return Mark(seat, pool, e, style.colour(seat), marker, filled, offset)


def _by_strategy(story: Story) -> Figure:
    return Figure(
        "seat-strategies",
        "Is it so for every strategy?",
        "A strategy's win share in a seat minus its own average over all seats. Where the marks of a seat stand on the "
        "same side in every row, the seat does it, whatever one plays.",
        [(f"{n} players", _strategy_chart(story, n)) for n in story.players],
        seat_key(story),
        "strategy",
        "seat",
    )


def _strategy_chart(story: Story, n: int) -> Dots:
    found = story.rows("seat_shares", n, slice="strategy")
    names = list(dict.fromkeys(row["name"] for row in found))
    marks = [
        Mark(
            names.index(row["name"]), seat_name(s), e, style.colour(s), style.marker(s), offset=spread(s, n)
        )
        for row in found
        if (e := estimate(row, "deviation", 100)) and (s := row["seat"]) >= 0
    ]  # fmt: skip
    band = 100 * found[0]["threshold"] if found else None
    return Dots(names, [Column("win share minus its average, points", marks, band=band)], 14 + 10 * n, signed=True)
