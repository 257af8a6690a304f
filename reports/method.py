"""What the page says of rules, components, method and reproduction."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.schema import ALL
from analysis.wording import ASSUMED, together
from reports.blocks import Head, Section, Table, count_cell, section, text_cell
from reports.notable import Notable
from reports.numbers import both, count, estimate, seat_name
from reports.story import Story

KINDS = ("official", "secondary", "inferred", ASSUMED)

ESTIMATORS = (
    ("Win share", "A game's win counts one, a win shared by k counts 1/k each. Share and interval come from blocks: "
     "one deal played in all rotations of a line-up, so that seat and skill are not confounded.",
     "Cochran, Sampling Techniques (1977), 6.4"),
    ("Seats at once", "The intervals of a table's seats are widened so that all hold together 95 times in 100. No "
     "other test stands beside them.", "Dunn, JASA 56 (1961)"),
    ("Strength", "Whole finishing orders are fitted by strategy and seat at once; ties count as the mean of their "
     "orders. Errors allow for the games of a block being alike.", "Plackett, Applied Statistics 24 (1975)"),
    ("Beside whom", "Win share over fair of one strategy in games in which the other also sits at the table. It is "
     "read off the same games, none are played for it.", "counting"),
    ("Worth of items", "Win share over fair of those who took the item, in the sampled games; observational. With many "
     "items at once, those marked as listed stand out at a false-discovery rate of 5 %. By strategy, what the "
     "strategy wins anyway is taken off; the interval allows for both being read off the same games.",
     "Benjamini and Hochberg, JRSS B 57 (1995)"),
    ("What items cause", "A share of games is stopped at a decision and played on in several branches, with the same "
     "luck in each, several times. Differences are averaged over these times; the interval comes from blocks. The "
     "effects on the chance to win of those who did it (and, of what seats vote on, of who leads and of who is last) "
     "are tested for all items at once, at a false-discovery rate of 5 %.",
     "Benjamini and Hochberg, JRSS B 57 (1995); Cochran (1977), 6.4"),
    ("Voting alike", "Share of pairs of votes that are alike, minus what two independent votes with the same rates of "
     "yes would give; the interval allows for these rates being estimated too.", "Cochran (1977), 6.4"),
    ("Decidedness and comebacks", "Leader and deficit are taken from what seats would score if the game ended after a "
     "round. Shared leads count in parts.", "counting"),
    ("Variants", "Every arm plays the same deals with the same random streams, and changes are paired by block. The "
     "interval of how far the farthest seat lies from fair holds for all pairs of seats at once.",
     "Cochran (1977), 6.4; Dunn (1961)"),
    ("Starting handicap", "What one more is worth: a line through the first arm and those that differ from it in that "
     "number alone, by least squares, paired by block. Values that level the seats solve the linear equations that all "
     "these lines make; their intervals are by the delta method, with the blocks that all arms share.",
     "Cochran (1977), 6.4"),
    ("Best other", "What else lay on display is written down when an item is taken, and what it would have brought the "
     "same seat is reckoned on the final state of the game: hindsight, in sampled games.", "counting"),
    ("Shares of none or all", "Where a share does not vary, such as wins from a place from which nobody won, the "
     "interval is Wilson's, with blocks as trials.",
     "Wilson, JASA 22 (1927)"),
)  # fmt: skip

WORDS = (
    ("fair", "the whole interval lies within the threshold around fair: good enough, shown"),
    ("favoured, disfavoured", "the whole interval lies beyond the threshold: an edge that matters, shown"),
    ("too strong, too weak", "the same for the worth of items in tables, with a threshold of its own: caused where "
     "games were forked, else observational"),
    ("rises, falls", "of a change under a variant or by an item: the whole interval lies beyond the threshold, shown"),
    ("no change that matters", "of such a change: the whole interval lies within the threshold, shown"),
    ("observed", "takers of an item win more or less than fair, shown; whether the item is the reason is not said"),
    ("leaning", "the interval excludes a fair share, but not that the difference is too small to matter"),
    ("changed", "for measures without a threshold: the interval of a change excludes none"),
    ("not shown", "the interval allows fair and unfair alike: more games would be needed, no verdict"),
)  # fmt: skip


@dataclass(frozen=True)
class Share:
    """A part of the provenance bar."""

    kind: str
    count: int
    percent: str


def provenance(story: Story) -> list[Share]:
    """Return how many rules and components of the baseline are how certain."""
    arm = story.manifest["arms"][story.arms[0]]
    idle = [(t["provenance"], t["in_play"]) for t in arm.get("tables", {}).values()]
    found = {kind: n - sum(whole[kind] - used[kind] for whole, used in idle) for kind, n in arm["provenance"].items()}
    total = sum(found.values()) or 1
    return [Share(kind, n, f"{100 * n / total:.0f} %") for kind in KINDS if (n := found.get(kind, 0))]


def assumptions(story: Story) -> list[str]:
    """Return what must be named beside every number: tables that are wholly assumed, then rules whose value is."""
    arm = story.manifest["arms"][story.arms[0]]
    rules = [f"{a['what']} = {a['value']}" for a in arm["assumed"] if a["provenance"] == ASSUMED]
    tables = [f"table {name}" for name, used in _in_play(story).items() if sum(used.values()) == used[ASSUMED]]
    return tables + rules


def _in_play(story: Story) -> dict[str, Mapping[str, int]]:
    """Return how many rows of the component tables in play have which source."""
    tables = story.manifest["arms"][story.arms[0]].get("tables", {})
    return {name: t["in_play"] for name, t in tables.items() if any(t["in_play"].values())}


def rules(story: Story) -> Section:
    """Return the section on rules and components in play."""
    lead = [
        _rests_on(story),
        "Official: printed by the publisher. Secondary: told by others who hold "
        "the game. Inferred: follows from these. Assumed: nobody says, a choice was made.",
        "Whether findings survive the alternatives is not tested yet.",
    ]
    changes = [line for arm in story.arms for line in _changes(story, arm)]
    if not changes:
        lead.append("No rule is overridden and no component table is edited.")
    tables = [
        Table(
            [Head("arm"), Head("what"), Head("in play"), Head("by default")],
            changes,
            caption="What differs from the rules and components as shipped",
        ),
        _assumed(story),
        _components(story),
    ]
    return section("rules", "Rules and components in play", lead, (), tables)


def _rests_on(story: Story) -> str:
    """Say in one sentence how much of what every headline rests on is assumed."""
    shares = provenance(story)
    assumed = next((s for s in shares if s.kind == ASSUMED), Share(ASSUMED, 0, "none"))
    named = f": {together(assumptions(story))}" if assumptions(story) else ""
    return (
        f"Every headline rests on {sum(s.count for s in shares)} values of rules and rows of components; "
        f"{assumed.count} of them ({assumed.percent}) are assumed{named}."
    )


def _components(story: Story) -> Table:
    rows = [
        [text_cell(name), count_cell(sum(used.values())), *(count_cell(used[kind]) for kind in KINDS)]
        for name, used in _in_play(story).items()
    ]
    heads = [Head("table"), Head("rows in play"), *(Head(kind) for kind in KINDS)]
    return Table(heads, rows, caption="Component tables in play: rows by source")


def _changes(story: Story, arm: str) -> Iterator[list[Any]]:
    said = story.manifest["arms"][arm]
    for name, value in said["overridden"].items():
        yield [text_cell(c) for c in (arm, name, value, said.get("defaults", {}).get(name))]
    for table, rows in said["edited"].items():
        yield [text_cell(c) for c in (arm, f"table {table}", f"edited, {len(rows)} rows", "as shipped")]


def _assumed(story: Story) -> Table:
    order = {kind: i for i, kind in enumerate(reversed(KINDS))}
    said = story.manifest["arms"][story.arms[0]]["assumed"]
    rows = [
        [
            text_cell(c)
            for c in (a["what"], a["value"], a["provenance"], ", ".join(map(str, a["alternatives"])), a["note"])
        ]
        for a in sorted(said, key=lambda a: order.get(a["provenance"], 0))
    ]
    heads = [Head("rule"), Head("in play"), Head("source"), Head("alternatives"), Head("note")]
    return Table(heads, rows, caption="Rules in play that are not official, the least certain first")


def ties(story: Story) -> list[str]:
    """Say how the strategies that play choose between equally good options, as far as they declare it."""
    playing = [
        s for s in story.manifest["strategies"] if s["name"] in (*(story.rivals or story.strategies), *story.pools)
    ]
    drawn, first = ([s["name"] for s in playing if s.get("ties") == how] for how in ("random", "first"))
    said = []
    if drawn:
        said.append("Ties between equally good options are broken at random, from the player's own stream.")
    if first:
        said.append(
            f"{together(first)} {'takes' if len(first) == 1 else 'take'} the first of equally good options: seat and "
            "item figures of strategies that take the first of equal options depend on the printed order."
        )
    return said


def design(story: Story) -> Table:
    """Return the sample design: a row a stratum."""
    heads = [
        Head("arm"), Head("players"), Head("pool"), Head("games"), Head("blocks"), Head("with ledger"),
        Head("line-ups"), Head("planned"),
    ]  # fmt: skip
    rows = [
        [text_cell(r["arm"]), text_cell(r["players"]), text_cell(r["pool"])]
        + [count_cell(r[c]) for c in ("games", "blocks", "sampled", "lineups", "planned")]
        for r in story.tables["overview"].rows(named=True)
    ]
    return Table(heads, rows, caption="What was played")


def watch(games: list[Notable], folder: str) -> Table:
    """Return the games worth watching with the commands that show them."""
    heads = [Head("players"), Head("game"), Head("what happened"), Head("see it with")]
    rows = [
        [text_cell(g.players), text_cell(g.what), text_cell(g.why), text_cell(f"gaiola replay {folder} {g.game}")]
        for g in games
    ]
    return Table(heads, rows, caption="Games worth watching, of the headline pool of the baseline")


def shown_path(folder: Path) -> str:
    """Return a folder as one would type it here: relative where it lies below."""
    relative = os.path.relpath(folder)
    return str(folder) if relative.startswith("..") else relative


def machine(story: Story) -> list[tuple[str, str]]:
    """Return machine, versions and time as pairs of words."""
    m = story.manifest
    on = m["machine"]
    versions = ", ".join(f"{name} {v}" for name, v in m["versions"].items())
    seconds = f"{m['seconds']:,.1f} s of work in all workers" if m["seconds"] else "not finished"
    return [
        ("Version", f"gaiola {m['gaiola_version']}; {m['game']['name']} version {m['game']['version']}"),
        ("Libraries", versions),
        ("Machine", f"{on['cpu']}, {on['cores']} cores, {on['memory']:,} MiB, {on['os']}"),
        (
            "Played",
            f"{_moment(m['created'])} to {_moment(m['finished'])}; {seconds}; {count(m['decisions'])} decisions",
        ),
        ("Seed", str(m["plan"]["seed"])),
    ]


def _moment(said: str | None) -> str:
    """Return an ISO time as people write it."""
    return said.replace("T", " ").replace("+00:00", " UTC") if said else "an open end"


def example(story: Story) -> str:
    """Explain an interval in one sentence, by the first figure of the page."""
    for n in story.players:
        for row in story.rows("seat_shares", n, slice=ALL):
            e = estimate(row, "share", 100, "low", "high")
            if e and e.has_interval:
                return (
                    f"With {n} players the {seat_name(row['seat'])} won {both(e, '%')} of {count(row['games'])} "
                    "games: the numbers in brackets are the interval, and if this study were played again and again "
                    "with other luck, intervals made like this would hold the true share at least 95 times in 100."
                )
    return "An interval is the range of values that the games played leave open; this run is too short for one."
