"""Items that one seat takes from a display: all that is known of each, as a table that sorts."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.schema import ALL, TABLES
from analysis.wording import spaced
from reports.blocks import Cell, Head, Table, cell, count_cell, text_cell
from reports.figures.effect_table import NAIVE
from reports.figures.takings import contrast_words, effects_of, takings_of
from reports.numbers import estimate, figure, plain, value
from reports.story import Row, Story


def table(story: Story, kind: str, label: str) -> Table:
    """Return all that is known of the items: a line a player count and item."""
    unit = story.game["unit"]
    worth = {c.name: c.meaning for c in TABLES["item_worth"]}
    takings = {c.name: c.meaning for c in TABLES["item_takings"]}
    contrasts = _contrasts(story, kind)
    part = _part_word(story)
    heads = [
        Head("players"), Head(label), Head("verdict", f"on the chance to win, {contrast_words(story, kind)}"),
        Head("listed", "it holds with all items tested at once (Benjamini-Hochberg, 5 %)"),
        *(Head(f"win, {spaced(c)}", f"taker's chance to win, points: {words}") for c, words in contrasts.items()),
        *(Head(f"{unit}, {spaced(c)}", f"taker's {unit}: {words}") for c, words in contrasts.items()),
        Head(NAIVE, "win share over fair of those who took it, points: observational"),
        Head("seen", "share of games and seats in which it could be taken at all, %"),
        Head("take rate", f"{worth['take_rate']}, %"), Head("takers", "in sampled games"),
        Head("round (1 = first)", "median round of the taking"),
        *([Head(f"in {part} 1", f"share of takings in the first {part}, %")] if part else []),
        Head(unit, f"{takings['brought']}, {unit}"), Head(f"{unit}, 5–50–95 %", "quantiles of what it brought"),
        *([Head(f"{unit} by {part}", f"mean of what it brought when taken in the first {part}, the second, ...")]
          if part else []),
        Head("nothing", f"{takings['void']}, %"), Head("over the best other", f"{takings['over']}, {unit}"),
        Head("best other better", f"{takings['beaten']}, %"), Head("forks", "moments behind the effects"),
    ]  # fmt: skip
    every = [(n, item) for n in story.players for item in _all(story, n, kind)]
    rows = [_line(story, n, kind, item, list(contrasts), bool(part)) for n, item in every]
    return Table(heads, rows, is_sortable=True, caption=f"Every {label}: caused, observed and in hindsight")


def _contrasts(story: Story, kind: str) -> dict[str, str]:
    moments = [m for m in story.game["moments"] if m["item_kind"] == kind]
    played = set(story.tables["item_effects"]["contrast"].unique())
    return {c["name"]: c["label"] for m in moments for c in m["contrasts"] if c["name"] in played}


def _part_word(story: Story) -> str:
    """Return what parts of the game are called in which items are taken, "" if that is not told."""
    return next((str(f["label"]) for f in story.game.get("item_facts", []) if f.get("role") == "part"), "")


def _all(story: Story, n: int, kind: str) -> list[str]:
    """Return all items that are told of, those of the ranking first."""
    return list(dict.fromkeys([*effects_of(story, n, kind, "win"), *takings_of(story, n, kind)]))


def _line(story: Story, n: int, kind: str, item: str, contrasts: Sequence[str], parts: bool) -> list[Cell]:
    effects = story.rows("item_effects", n, kind=kind, item=item, group="did")
    by = {(r["contrast"], r["measure"]): r for r in effects}
    worth = next(iter(story.rows("item_worth", n, item=item, strategy=ALL)), None)
    taking = takings_of(story, n, kind).get(item)
    first = by.get((contrasts[0], "win")) if contrasts else None
    early = next(iter(story.rows("item_takings", n, item=item, slice="part", of="1")), None)
    label = next((r["label"] for r in (first, worth, taking) if r), item)
    return [
        count_cell(n), text_cell(label), text_cell(first["verdict"] if first else "no forks"),
        text_cell("yes" if first and first["listed"] else ""),
        *(_figure(by.get((c, "win")), "value", 100) for c in contrasts),
        *(_figure(by.get((c, "score")), "value") for c in contrasts),
        _figure(first, "naive", 100),
        Cell(plain(100 * worth["offered_games"]), worth["offered_games"]) if worth else text_cell(""),
        cell(estimate(worth, "take_rate", 100)) if worth else text_cell(""),
        count_cell(taking["takers"] if taking else 0),
        count_cell(worth["round_q50"] + 1 if worth and worth["round_q50"] is not None else None),
        *([Cell(plain(100 * early["share"]), early["share"]) if early else Cell("0", 0) if taking else text_cell("")]
          if parts else []),
        *_distribution(taking, _by_part(story, n, item) if parts else None),
        count_cell(first["moments"] if first else 0),
    ]  # fmt: skip


def _by_part(story: Story, n: int, item: str) -> Cell:
    """Return the means of what an item brought, by the part of the game in which it was taken."""
    rows = story.rows("item_takings", n, item=item, slice="part")
    means = [e for r in rows if (e := estimate(r, "brought"))]
    return Cell(
        "; ".join(f"{r['of']}: {figure(e)}" for r, e in zip(rows, means, strict=True)),
        means[0].value if means else None,
    )


def _distribution(taking: Row | None, by_part: Cell | None) -> list[Cell]:
    more = [by_part] if by_part else []
    if taking is None:
        return [text_cell("")] * (5 + len(more))
    ends = " – ".join(str(taking[q]) for q in ("q05", "q50", "q95"))
    return [
        cell(estimate(taking, "brought")), Cell(ends, taking["q50"]), *more, cell(estimate(taking, "void", 100)),
        _figure(taking, "over"), cell(estimate(taking, "beaten", 100)),
    ]  # fmt: skip


def _figure(row: Row | None, name: str, scale: float = 1) -> Cell:
    """Return a signed figure; without an interval nothing can be said of it."""
    if row is None:
        return text_cell("")
    e = value(row, name, scale) if name == "value" else estimate(row, name, scale)
    return cell(e, signed=True) if e and e.has_interval else text_cell("too few")
