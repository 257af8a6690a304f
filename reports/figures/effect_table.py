"""What items cause as a table that a designer can read, item by item."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis import intervals, wording
from analysis.schema import ALL, TABLES
from analysis.votes import PASSED
from reports.blocks import Cell, Head, Table, cell, count_cell, text_cell
from reports.numbers import count, estimate, value
from reports.story import Row, Story

NAIVE = "as it looks"
FIELD = {"gap": "gap, first to last", "ahead": "winner's margin"}
VERDICTS = {
    intervals.ITEM_WORDS[0]: "pays those who {part}, more than is fair",
    intervals.ITEM_WORDS[1]: "costs those who {part}, more than is fair",
    intervals.FAIR: "fair to those who {part}",
    intervals.NOT_SHOWN: "too few games to tell what it is worth to those who {part}",
}
WAYS = {intervals.CHANGE_WORDS[0]: "helps", intervals.CHANGE_WORDS[1]: "hurts"}
SIDES = wording.SIDES


def marked(row: Row) -> str:
    """Return an item's words, with a mark if what it does is assumed."""
    return wording.marked(row["label"], row["provenance"])


def contrasts(rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    """Return the contrasts of rows by moment and name, with their words, in order."""
    return {(r["moment"], r["contrast"]): r["contrast_label"] for r in rows}


def order(rows: Sequence[Row]) -> list[str]:
    """Return items by what the first contrast does to those who did it, the highest first; then the others."""
    did: dict[str, float] = {}
    for r in rows:
        if r["group"] == "did" and r["low"] is not None:
            did.setdefault(r["item"], r["value"])
    return sorted(dict.fromkeys(r["item"] for r in rows), key=lambda item: -did.get(item, -1.0))


def effect_table(story: Story, kind: str, label: str) -> Table:
    """Return what items are worth: a line a player count and item."""
    rows = story.tables["item_effects"].filter(pl.col("kind") == kind).rows(named=True)
    compared = contrasts([r for r in rows if r["group"] == "did"])
    meanings = {c.name: c.meaning for c in TABLES["item_effects"]}
    first = next(iter(contrasts(rows).values()), "")
    voted = bool((story.tables["item_ballots"]["kind"] == kind).any())
    heads = [
        Head("players"), Head(label), Head("verdict", f"effect of {first}, with the games behind it"),
        *([Head("passed, %", "of ballots in sampled games")] if voted else []),
        *(Head(f"effect of {w}", "points; of those who did it, where not all did") for w in compared.values()),
        *(Head(w, f"change of it, {story.game['unit']}, effect of {first}") for w in FIELD.values()),
        Head(NAIVE, f"{meanings['naive']}, points"),
        Head("not its doing", f"as it looks minus the effect of {first}, points"),
    ]  # fmt: skip
    lines = [
        _effect_line(story, n, item, list(compared), voted)
        for n in story.players
        for item in _in_order(story, n, story.rows("item_effects", n, kind=kind))
    ]
    return Table(heads, lines, is_sortable=True, caption=f"Every {label}: what it causes, and what it looks like")


def ballot_table(story: Story, kind: str, label: str) -> Table:
    """Return how ballots go and what items hand out: a line a player count and item."""
    rows = story.tables["item_ballots"].filter((pl.col("kind") == kind) & (pl.col("slice") == ALL))
    measures = dict(rows.select("measure", "what").unique(maintain_order=True).iter_rows())
    heads = [Head("players"), Head(label), Head("ballots", "sampled games in which it was voted on")]
    heads += [Head(f"{words}, %" if measure == PASSED else words) for measure, words in measures.items()]
    lines = [
        _ballot_line(story, n, item, list(measures))
        for n in story.players
        for item in _in_order(story, n, story.rows("item_ballots", n, kind=kind))
    ]
    caption = f"Every {label}: how ballots go and what is handed out each time, all seats together (sampled games)"
    return Table(heads, lines, is_sortable=True, caption=caption)


def _in_order(story: Story, n: int, rows: Sequence[Row]) -> list[Row]:
    """Return a row an item, in the order of the figures."""
    found = {r["item"]: r for r in rows}
    place = {item: i for i, item in enumerate(order(story.rows("item_effects", n, measure="win")))}
    return sorted(found.values(), key=lambda r: place.get(r["item"], len(place)))


def _effect_line(story: Story, n: int, item: Row, compared: Sequence[tuple[str, str]], voted: bool) -> list[Cell]:
    effects = story.rows("item_effects", n, item=item["item"])
    did = {(r["moment"], r["contrast"]): r for r in effects if (r["group"], r["measure"]) == ("did", "win")}
    first = [r for r in effects if (r["moment"], r["contrast"]) == (effects[0]["moment"], effects[0]["contrast"])]
    field = {r["measure"]: r for r in first if r["group"] == "field"}
    own = next(iter(did.values()), None)
    passed = story.rows("item_ballots", n, item=item["item"], slice=ALL, measure=PASSED)
    return [
        count_cell(n), text_cell(marked(item)), text_cell(_verdict(first)),
        *([cell(value(passed[0], "value", 100) if passed else None)] if voted else []),
        *(_change(did.get(key), "value", 100) for key in compared), *(_change(field.get(m), "value") for m in FIELD),
        _change(own, "naive", 100), _change(own, "explained", 100),
    ]  # fmt: skip


def _ballot_line(story: Story, n: int, item: Row, measures: Sequence[str]) -> list[Cell]:
    found = {r["measure"]: r for r in story.rows("item_ballots", n, item=item["item"], slice=ALL)}
    cases = count_cell(found[PASSED]["cases"] if PASSED in found else None)
    scale = {PASSED: 100}
    figures = [cell(value(found[m], "value", scale.get(m, 1)) if m in found else None) for m in measures]
    return [count_cell(n), text_cell(marked(item)), cases, *figures]


def _change(row: Row | None, name: str, scale: float = 1) -> Cell:
    """Return a change; without an interval nothing can be said of it."""
    if row is None:
        return text_cell("")
    e = value(row, name, scale) if name == "value" else estimate(row, name, scale)
    return cell(e, signed=True) if e and e.has_interval else text_cell("too few")


def _verdict(rows: Sequence[Row]) -> str:
    """Say in a plain sentence what the first contrast of an item shows, and in how many games."""
    by = {(r["group"], r["measure"]): r for r in rows}
    said = []
    if row := by.get(("did", "win")):
        said.append(_to_those(row))
    for side, words in SIDES.items():
        row = by.get((side, "win"))
        if row and row["verdict"] in WAYS:
            said.append(f"{WAYS[row['verdict']]} {words}")
    margin = by.get(("field", "ahead"))
    if not said and margin:
        moved = {"rises": "widens the winner's margin", "falls": "narrows the winner's margin"}
        said.append(moved.get(margin["verdict"], "does nothing to the winner's margin that is shown"))
    if not said:
        return ""
    games = by.get(("did", "win"), rows[0])["games"]
    return f"{wording.opened('; '.join(said))} ({count(games)} games)."


def _to_those(row: Row) -> str:
    """Say what an item is worth to those who took part."""
    known = VERDICTS.get(row["verdict"])
    way = "pay" if row["value"] > 0 else "cost"
    return (known or f"seems to {way} those who {{part}}, though perhaps too little to matter").format(part=row["part"])
