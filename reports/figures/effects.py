"""What items cause: played on with and without them; how ballots go, and who votes alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from analysis import wording
from analysis.schema import ALL
from reports import style
from reports.blocks import Figure, KeyEntry, Section, key_entry, section
from reports.charts import Column, Dots, Heat, Mark, spread
from reports.figures import takings
from reports.figures.effect_table import NAIVE, SIDES, ballot_table, contrasts, effect_table, marked, order
from reports.figures.pace import facets
from reports.figures.taking_table import table as taking_table
from reports.numbers import Estimate, estimate, value
from reports.story import Row, Story

MANY = 12  # assumed items from which on they are not listed
WIN_POINTS = "change of win chance, points"


def effects(story: Story) -> list[Section]:
    """Return a section for every kind of item that games were forked or voted on."""
    asked = story.manifest.get("effects")
    made = [_section(story, kind) for kind in story.kinds() if _has(story, kind)]
    return made or ([_nothing(story, asked["moment"])] if asked else [])


def _nothing(story: Story, asked: Sequence[str]) -> Section:
    """Say that no game was forked, though that was asked for."""
    moments = wording.together([f"“{_moment(story, name)}”" for name in asked])
    lead = f"Games were to be played on in several branches at {moments}, but none of those chosen for it came there."
    return section("effects", "Nothing to compare", [f"{lead} More games, or a larger share of them, would."], [], [])


def _has(story: Story, kind: str) -> bool:
    found = (story.tables[name] for name in ("item_effects", "item_ballots"))
    return any((rows["kind"] == kind).any() for rows in found)


def _section(story: Story, kind: str) -> Section:
    label = wording.spaced(kind)
    is_forked = bool((story.tables["item_effects"]["kind"] == kind).any())
    is_taken = is_forked and _is_taken(story, kind)
    lead = [*(_explained(story, kind, label, is_taken) if is_forked else ()), *_assumed(story, kind)]
    if is_taken:
        figures, tables = takings.figures(story, kind, label), [taking_table(story, kind, label)]
        if not takings.is_ranked(story, kind):
            lead.append(f"Too few games were forked at any {label} for an interval: play more games, or fork more.")
    else:
        figures = [f(story, kind, label) for f in (_wins, _naive, _ranks, _agreement)]
        tables = [effect_table(story, kind, label), ballot_table(story, kind, label)]
    return section(f"effects-{kind}", f"What each {label} does", lead, figures, tables)


def _is_taken(story: Story, kind: str) -> bool:
    """Tell whether one seat takes such an item for itself: nobody else's chance is tested."""
    moments = [m for m in story.game["moments"] if m["item_kind"] == kind]
    return all(list(m.get("tested", ())) == ["did"] for m in moments)


def _explained(story: Story, kind: str, label: str, is_taken: bool) -> list[str]:
    """Say what causal and naive mean, and why they differ."""
    rows = story.tables["item_effects"].filter(pl.col("kind") == kind)
    parts = rows.filter(pl.col("group") == "did")["part"].unique(maintain_order=True)
    told = [
        f"In some games play was stopped at a {label} and went on in several branches, with the same luck in each. "
        f"What differs between two branches is caused by the {label} and nothing else, for players like these. "
        f"Compared are: {wording.together(_compared(story, rows))}."
    ]
    if len(parts):
        told.append(
            f"Beside it stands how it looks without such branches: the win share over fair of those who {parts[0]}, "
            f"where it came about. The two differ because who {parts[0]} differs from others in more than that: "
            f"those who do well anyway can seem to owe it to the {label}."
        )
    if len(parts) and not is_taken:
        told.append(
            f"Where all {parts[0]}, nobody gains on anybody; such cases are left out of effects on those who did."
        )
    return told


def _compared(story: Story, rows: pl.DataFrame) -> list[str]:
    """Say which branches the contrasts compare, and what the second one means."""
    told = []
    for moment in story.game["moments"]:
        branches = {branch["name"]: branch for branch in moment["branches"]}
        here = rows.filter(pl.col("moment") == moment["name"])["contrast"].unique().to_list()
        for contrast in (c for c in moment["contrasts"] if c["name"] in here):
            branch, against = branches[contrast["branch"]], branches[contrast["against"]]
            meaning = f" ({against['meaning']})" if against["meaning"] else ""
            told.append(f"for {contrast['label']}, {branch['label']} against {against['label']}{meaning}")
    return told


def _assumed(story: Story, kind: str) -> list[str]:
    rows = pl.concat([story.tables[t].select("kind", "label", "provenance") for t in ("item_effects", "item_ballots")])
    here = rows.filter((pl.col("kind") == kind) & (pl.col("provenance") == wording.ASSUMED))
    names = here["label"].unique(maintain_order=True).to_list()
    if len(names) > MANY:
        return [f"What {len(names)} of them do is assumed, since nobody says it."]
    return [f"Marked as assumed, since nobody says what they do: {wording.together(names)}."] if names else []


def _rows(story: Story, n: int, kind: str, **wanted: Any) -> list[Row]:
    """Return rows of effects that have an interval."""
    found = story.rows("item_effects", n, kind=kind, **wanted)
    return [r for r in found if (e := value(r, "value")) and e.has_interval]


def _groups(story: Story, kind: str) -> dict[str, str]:
    """Return the groups whose chance to win is tested, in words."""
    rows = story.tables["item_effects"].filter((pl.col("kind") == kind) & (pl.col("group") == "did"))
    did = {"did": f"those who {rows['part'][0]}"} if len(rows) else {}
    return did | SIDES


def _wins(story: Story, kind: str, label: str) -> Figure:
    groups = _groups(story, kind)
    charts = []
    for n, caption in facets(story):
        rows = _rows(story, n, kind, measure="win", group=list(groups))
        for (moment, contrast), words in contrasts(rows).items():
            here = [r for r in rows if (r["moment"], r["contrast"]) == (moment, contrast)]
            charts.append((f"{caption}: {words}", _win_chart(story, here, order(rows), list(groups.values()))))
    return Figure(
        f"effects-{kind}-win",
        f"Whose chance to win a {label} changes",
        f"Caused by the {label}; the shaded band is what still counts as fair. Who leads and who is last is taken from "
        f"the score just before. The {label} that does most for those who took part comes first; panels of a player "
        "count have the same order.",
        charts,
        [key_entry(style.marker(i), words, style.colour(i)) for i, words in enumerate(groups.values())],
        label,
        "whose",
    )


def _win_chart(story: Story, rows: list[Row], items: list[str], groups: list[str]) -> Dots:
    shown = [item for item in items if any(r["item"] == item for r in rows)]
    labels = {r["item"]: marked(r) for r in rows}
    index = {"did": 0, "leader": len(groups) - 2, "last": len(groups) - 1}
    marks = [
        Mark(shown.index(r["item"]), groups[g], e, style.colour(g), style.marker(g), offset=spread(g, len(groups)))
        for r in rows
        if (g := index[r["group"]]) >= 0 and (e := value(r, "value", 100))
    ]
    band = 100 * rows[0]["threshold"] if rows else None
    return Dots([labels[item] for item in shown], [Column(WIN_POINTS, marks, band=band)], 38, signed=True)


def _naive(story: Story, kind: str, label: str) -> Figure:
    charts = []
    words: dict[tuple[str, str], str] = {}
    for n, caption in facets(story):
        rows = _rows(story, n, kind, measure="win", group="did")
        words |= {key: f"caused: {said}" for key, said in contrasts(rows).items()}
        charts.append((caption, _naive_chart(story, rows, list(words), list(words.values()))))
    return Figure(
        f"effects-{kind}-naive",
        "What it causes, and what it looks like",
        "Hollow: win share over fair of those who took part, where it came about, as any record of games would show. "
        f"Filled: what the {label} caused for those who took part. A long line says: most of what one sees is not the "
        f"{label}'s doing.",
        charts,
        [_look(i, said) for i, said in enumerate(words.values())] + [key_entry("D", NAIVE, style.INK, False)],
        label,
        "figure",
    )


def _look(index: int, words: str) -> KeyEntry:
    return key_entry(style.marker(index), words, style.colour(index))


def _naive_chart(story: Story, rows: list[Row], keys: list[tuple[str, str]], words: list[str]) -> Dots:
    items, marks = order(rows), []
    labels = {r["item"]: marked(r) for r in rows}
    for r in rows:
        i, place = keys.index((r["moment"], r["contrast"])), items.index(r["item"])
        if e := value(r, "value", 100):
            marks.append(Mark(place, words[i], e, style.colour(i), style.marker(i), offset=spread(i, len(keys) + 1)))
        if i == 0 and (e := estimate(r, "naive", 100)) and e.has_interval:
            marks.append(Mark(place, NAIVE, e, style.INK, "D", False, spread(len(keys), len(keys) + 1)))
    return Dots([labels[i] for i in items], [Column("points of win chance", marks, joined=True)], 34, signed=True)


def _ranks(story: Story, kind: str, label: str) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = _rows(story, n, kind, measure="score", group=[ALL, *(f"rank_{k}" for k in range(1, n + 1))])
        for moment in dict.fromkeys(r["moment"] for r in rows):
            here = [r for r in rows if r["moment"] == moment]
            first = [r for r in here if r["contrast"] == here[0]["contrast"]]
            charts.append((f"{caption}, {_moment(story, moment)}: {here[0]['contrast_label']}", _rank_chart(first, n)))
    return Figure(
        f"effects-{kind}-ranks",
        f"Who gains {story.game['unit']} by it",
        f"Change of the final score in {story.game['unit']}, by the place a seat had just before (1 led), with the "
        "half-width of the interval.",
        charts,
        (),
        label,
        "place before",
        f"{story.game['unit']} gained",
    )


def _moment(story: Story, name: str) -> str:
    return next(str(moment["label"]) for moment in story.game["moments"] if moment["name"] == name)


def _rank_chart(rows: list[Row], n: int) -> Heat:
    columns = [c for c in (ALL, *(f"rank_{k}" for k in range(1, n + 1))) if any(r["group"] == c for r in rows)]
    whole = {r["item"]: r["value"] for r in rows if r["group"] == ALL}
    items = sorted(whole, key=lambda item: -whole[item])
    labels = {r["item"]: marked(r) for r in rows}
    cells = {
        (items.index(r["item"]), columns.index(r["group"])): e
        for r in rows
        if r["item"] in whole and (e := value(r, "value"))
    }
    limit = max((abs(e.value) for e in cells.values()), default=1)
    return Heat([labels[i] for i in items], [c.removeprefix("rank_") for c in columns], cells, 0, limit, "place before")


def _agreement(story: Story, kind: str, label: str) -> Figure:
    return Figure(
        f"agreement-{kind}",
        "Who votes like whom",
        f"How much oftener two strategies at the same table vote alike on a {label} than they would if each voted as "
        "often for it, but without regard to what it says: percentage points, with the half-width of the interval. A "
        "block of high numbers is a bloc of common tastes.",
        [(caption, _agreement_chart(story, n, kind)) for n, caption in facets(story)],
        (),
        "strategy",
        "with",
        "points over chance",
    )


def _agreement_chart(story: Story, n: int, kind: str) -> Heat:
    found = [r for r in story.rows("agreement", n, kind=kind) if (e := value(r, "value")) and e.has_interval]
    names = [s for s in story.strategies if any(s in (r["strategy"], r["against"]) for r in found)]
    found = found if len(names) > 1 else []
    cells: dict[tuple[int, int], Estimate] = {}
    for r in found:
        i, j = names.index(r["strategy"]), names.index(r["against"])
        if e := value(r, "value", 100):
            cells[i, j] = cells[j, i] = e
    limit = max((abs(e.value) for e in cells.values()), default=1)
    return Heat(names, names, cells, 0, limit, "with")
