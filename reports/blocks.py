"""What sections of the page consist of: figures with their data, tables, words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from reports.charts import Chart
from reports.numbers import Estimate, both, count
from reports.style import GLYPHS, HOLLOW, MEANING


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what is shown, and what it is sorted by."""

    text: str
    order: float | None = None


@dataclass(frozen=True)
class Head:
    """The head of a column and what it means."""

    label: str
    meaning: str = ""


@dataclass(frozen=True)
class Table:
    """A table of the page.

    Attributes:
        heads: of the columns.
        rows: of cells.
        is_sortable: whether a click on a head sorts it, where scripts run.
        is_narrow: whether its words may wrap on a phone, so that it fits.
        caption: what it shows.
    """

    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    is_sortable: bool = False
    is_narrow: bool = False
    caption: str = ""


def text_cell(value: Any) -> Cell:
    """Return a cell of words."""
    return Cell("" if value is None else str(value))


def count_cell(value: float | None) -> Cell:
    """Return a cell of a whole number."""
    return Cell(count(value), value)


def cell(e: Estimate | None, unit: str = "", signed: bool = False) -> Cell:
    """Return a cell of a figure with its interval."""
    return Cell("", None) if e is None else Cell(both(e, unit, signed), e.value)


@dataclass(frozen=True)
class KeyEntry:
    """An entry of a figure's key: a glyph, its colour and its words."""

    glyph: str
    colour: str
    words: str


def key_entry(marker: str, words: str, colour: str = "", filled: bool = True) -> KeyEntry:
    """Return the entry for a marker of a chart."""
    return KeyEntry((GLYPHS if filled else HOLLOW)[marker], MEANING.get(colour, "currentColor"), words)


@dataclass(frozen=True)
class Panel:
    """A facet of a figure.

    Attributes:
        caption: what tells it from the others.
        svg: the drawing.
    """

    caption: str
    svg: Any


@dataclass
class Figure:
    """A figure: panels, key, and the data behind it.

    Attributes:
        key: its anchor.
        title: what it shows.
        note: how to read it, in a sentence or two.
        charts: caption and chart of every panel.
        entries: of the key.
        row_name: what rows of its charts are.
        series_name: what series are.
        value_name: what numbers are.
    """

    key: str
    title: str
    note: str
    charts: Sequence[tuple[str, Chart]]
    entries: Sequence[KeyEntry] = ()
    row_name: str = ""
    series_name: str = ""
    value_name: str = "figure (interval)"
    panels: list[Panel] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.charts = [(caption, chart) for caption, chart in self.charts if next(chart.records(), None)]

    def drawn(self) -> Figure:
        """Draw all panels."""
        for i, (caption, chart) in enumerate(self.charts):
            alt = f"{self.title}, {caption}: {chart.summary()}."
            self.panels.append(Panel(caption, chart.svg(f"{self.key}-{i}", alt)))
        return self

    @property
    def data(self) -> Table:
        """All numbers that are drawn."""
        lines = [
            (caption, r.row, r.measure, r.series, cell(r.estimate, signed=chart.signed), count_cell(r.estimate.games))
            for caption, chart in self.charts
            for r in chart.records()
        ]
        names = ("panel", self.row_name, "measure", self.series_name, self.value_name, "games")
        kept = [i for i in range(len(names)) if any(_text(line[i]) for line in lines)]
        rows = [[c if isinstance(c := line[i], Cell) else text_cell(c) for i in kept] for line in lines]
        return Table([Head(names[i]) for i in kept], rows)


def _text(part: str | Cell) -> str:
    return part.text if isinstance(part, Cell) else part


@dataclass(frozen=True)
class Section:
    """A section of the page.

    Attributes:
        key: its anchor.
        title: its heading.
        lead: paragraphs below the heading.
        figures: in their order.
        tables: after the figures.
    """

    key: str
    title: str
    lead: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()


def section(
    key: str, title: str, lead: Iterable[str], figures: Iterable[Figure] = (), tables: Iterable[Table] = ()
) -> Section:
    """Return a section with its figures drawn; those without data are left out."""
    return Section(
        key, title, list(lead), [f.drawn() for f in figures if f.charts], [t for t in tables if t.rows]
    )  # fmt: skip
