"""Strategies: how strong each is, and who meets whom."""

from __future__ import annotations

from analysis.wording import together
from reports import style
from reports.blocks import Figure, Section, section
from reports.charts import Column, Dots, Heat, Mark
from reports.numbers import Estimate, estimate, seat_name, value
from reports.story import Row, Story


def strategies(story: Story) -> Section:
    """Return the section; one strategy alone has no rivals."""
    pool = story.rivals
    if len(pool) < 2:
        return section("strategies", "Strategies", ["One strategy played this run: nothing to compare."])
    lines = {s["name"]: s["line"] for s in story.manifest["strategies"]}
    lead = [
        "Findings are about these players: " + "; ".join(f"{name} ({lines[name]})" for name in pool) + ".",
        *(_dominance(story, n) for n in story.players),
    ]
    return section("strategies", "Strategies", lead, [_strengths(story), _matchups(story)])


def _dominance(story: Story, n: int) -> str:
    """Say who does better than fair beside whom."""
    beaten: dict[str, list[str]] = {}
    for row in story.rows("matchups", n):
        if row["strategy"] != row["against"] and (row["low"] or 0) > 0:
            beaten.setdefault(row["strategy"], []).append(row["against"])
    said = [f"{name} beside {together(others)}" for name, others in beaten.items()]
    return f"With {n} players, above fair with the whole interval: {'; '.join(said) or 'nobody'}."


def _strengths(story: Story) -> Figure:
    return Figure(
        "strengths",
        "How strong strategies and seats are",
        "Left: win share minus fair. Right: strength in a fit of whole finishing orders (Plackett-Luce), in which "
        "strategies and seats are estimated together: one unit more makes the odds to finish first 2.7 times as good.",
        [(f"{n} players", _strength_chart(story, n)) for n in story.players],
        (),
        "strategy or seat",
        "",
    )


def _strength_chart(story: Story, n: int) -> Dots:
    found = story.rows("strengths", n)
    rows = sorted((r for r in found if r["term"] == "strategy"), key=lambda r: -(r["share"] or 0))
    rows += [r for r in found if r["term"] == "seat"]
    shares = [_mark(story, i, r, e) for i, r in enumerate(rows) if (e := estimate(r, "share", 100))]
    fits = [_mark(story, i, r, e) for i, r in enumerate(rows) if (e := value(r, "strength"))]
    columns = [Column("win share minus fair, points", shares), Column("strength", fits)]
    return Dots([_name(r) for r in rows], columns, signed=True)


def _name(row: Row) -> str:
    return seat_name(int(row["name"])) if row["term"] == "seat" else str(row["name"])


def _mark(story: Story, place: int, row: Row, e: Estimate) -> Mark:
    is_seat = row["term"] == "seat"
    index = int(row["name"]) if is_seat else story.strategy_index(row["name"])
    return Mark(place, "", e, style.colour(index), style.marker(index), filled=not is_seat)


def _matchups(story: Story) -> Figure:
    return Figure(
        "matchups",
        "Who does well beside whom",
        "Points of win share over fair of the strategy in the row, when the strategy in the column also sits at the "
        "table, with the half-width of the interval.",
        [(f"{n} players", _matchup_chart(story, n)) for n in story.players],
        (),
        "strategy",
        "beside",
        "points over fair",
    )


def _matchup_chart(story: Story, n: int) -> Heat:
    found = story.rows("matchups", n)
    means: dict[str, float] = {}
    for r in found:
        means[r["strategy"]] = means.get(r["strategy"], 0) + (r["value"] or 0)
    names = sorted(means, key=lambda name: -means[name])
    cells = {
        (names.index(r["strategy"]), names.index(r["against"])): e
        for r in found
        if r["against"] in names and (e := value(r, "value", 100))
    }
    limit = max((abs(e.value) for e in cells.values()), default=1)
    return Heat(names, names, cells, 0, limit, "beside")
