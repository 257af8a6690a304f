"""Strategies: how strong each is, and who meets whom."""

from __future__ import annotations

from analysis.wording import together
from reports import style
from reports.blocks import Figure, Head, Section, Table, section, text_cell
from reports.charts import Column, Dots, Heat, Mark
from reports.numbers import Estimate, estimate, seat_name, value
from reports.story import Row, Story


def strategies(story: Story) -> Section:
    """Return the section; one strategy alone has no rivals."""
    if len(story.rivals) < 2:
        return section("strategies", "Strategies", ["One strategy played this run: nothing to compare."])
    lead = ["All findings are about the players that the table below the figures names; others may play otherwise."]
    tables = [_players(story), _dominance(story)]
    return section("strategies", "Strategies", lead, [_strengths(story), _matchups(story)], tables)


def _players(story: Story) -> Table:
    heads = [Head("strategy"), Head("level"), Head("plan")]
    known = [s for s in story.manifest["strategies"] if s["name"] in (*story.rivals, *story.pools)]
    rows = [[text_cell(s[what]) for what in ("name", "level", "line")] for s in known]
    return Table(heads, rows, caption="Who plays: the strategies of the headline pool, and the skill marks")


def _dominance(story: Story) -> Table:
    """Say who does better than fair beside whom."""
    heads = [Head("strategy"), *(Head(f"{n} players") for n in story.players)]
    rows = [[text_cell(name), *(text_cell(_beaten(story, n, name)) for n in story.players)] for name in story.rivals]
    return Table(heads, rows, caption="Beside whom a strategy wins more than fair, shown by the whole interval")


def _beaten(story: Story, n: int, name: str) -> str:
    others = [r for r in story.rows("matchups", n, strategy=name) if r["against"] != name]
    beaten = [r["against"] for r in others if (e := value(r, "value")) and e.low > 0]
    return "all others" if others and len(beaten) == len(others) else together(beaten) or "nobody"


def _strengths(story: Story) -> Figure:
    return Figure(
        "strengths",
        "How strong strategies and seats are",
        "Left: win share minus fair. Right: strength in a fit of whole finishing orders (Plackett-Luce), in which "
        "strategies and seats are estimated together: one unit more makes the odds to finish first 2.7 times as good. "
        "Intervals of seats hold all at once.",
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
