"""The charts that all figures are made of. A chart knows how to draw itself, its numbers and what to say of them."""

from __future__ import annotations

import math
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, ScalarFormatter

from analysis import wording
from reports import style
from reports.numbers import Estimate, both, decimals, figure, plain
from reports.style import FAINT, INK, PAPER, TEXT, WIDTH

LINE = 13  # height of a line of text
CHAR = 6.4  # width of a letter, on average
LABEL = 19  # letters of a row label's line
LONGEST = 28  # letters of a row label that has one line only


@dataclass(frozen=True)
class Record:
    """One number of a chart: a line of its data table."""

    row: str
    series: str
    estimate: Estimate
    measure: str = ""


class Chart(ABC):
    """A panel of a figure."""

    signed = False
    style_class = ""

    @abstractmethod
    def draw(self) -> Figure:
        """Draw the chart."""

    @abstractmethod
    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""

    def svg(self, key: str, alt: str) -> Any:
        """Return the chart for the page."""
        with style.look():
            return style.to_svg(self.draw(), key, alt, self.style_class)

    def summary(self) -> str:
        """Return the chart's highest and lowest number in words."""
        records = list(self.records())
        if not records:
            return "no data"
        ends = [max(records, key=lambda r: r.estimate.value), min(records, key=lambda r: r.estimate.value)]
        said = [f"{word} {self._say(r)}" for word, r in zip(("highest", "lowest"), ends, strict=True)]
        return "; ".join(said if len(records) > 1 else [self._say(records[0])])

    def _say(self, record: Record) -> str:
        who = ", ".join(filter(None, (record.row, record.series)))
        return f"{who} {both(record.estimate, signed=self.signed)}"


def wrapped(label: str, width: int = LABEL) -> str:
    """Break a label into at most two lines."""
    lines = textwrap.wrap(label, width, max_lines=2, placeholder=" …") or [""]
    return "\n".join(lines)


def one_line(label: str, width: int) -> str:
    """Return as many words of a label as fit a line."""
    return textwrap.shorten(label, width, placeholder=" …")


def label_width(labels: Sequence[str]) -> float:
    """Return the room that wrapped labels need, in pixels."""
    longest = max((len(line) for label in labels for line in wrapped(label).split("\n")), default=0)
    return longest * CHAR + 12


@dataclass(frozen=True)
class Mark:
    """A dot with its interval.

    Attributes:
        row: it stands in.
        series: it belongs to, in words.
        estimate: where it stands.
        colour: of the dot.
        marker: its shape.
        filled: whether it is filled.
        offset: from the middle of the row, -0.5 to 0.5, downwards.
        size: of the dot in pixels.
    """

    row: int
    series: str
    estimate: Estimate
    colour: str = INK
    marker: str = "o"
    filled: bool = True
    offset: float = 0
    size: float = 6.5

    @property
    def look(self) -> tuple[Any, ...]:
        """What marks that are drawn together share."""
        return self.colour, self.marker, self.filled, self.size


def spread(index: int, count: int) -> float:
    """Return the offset of one of several marks in a row."""
    return 0.7 * (index - (count - 1) / 2) / count


@dataclass(frozen=True)
class Column:
    """One scale of a dot chart.

    Attributes:
        title: what is measured, with its unit.
        marks: the dots.
        zero: where the line of nothing, or of a fair share, is drawn; None for none.
        band: half-width of the shaded band around it.
        joined: whether marks of a row are joined.
        is_log: whether equal steps are equal ratios.
    """

    title: str
    marks: Sequence[Mark]
    zero: float | None = 0
    band: float | None = None
    joined: bool = False
    is_log: bool = False


@dataclass
class Dots(Chart):
    """Rows of dots with intervals, on one scale or on several side by side.

    Attributes:
        rows: labels, top first.
        columns: the scales.
        height: of a row in pixels.
        signed: whether numbers carry a sign in words.
    """

    rows: Sequence[str]
    columns: Sequence[Column]
    height: float = 24
    signed: bool = False
    top = 6
    ruled = 1  # rows between two lines

    def draw(self) -> Figure:
        """Draw the chart."""
        left, top, bottom, gap = self._left(), self.top, 20 + LINE * 2, 14
        high = self.height * len(self.rows)
        drawing = style.canvas(WIDTH, high + top + bottom)
        room = WIDTH - left - 8 - gap * (len(self.columns) - 1)
        first = room if len(self.columns) == 1 else room * 0.6
        other = (room - first) / max(len(self.columns) - 1, 1)
        for i, column in enumerate(self.columns):
            x = left if i == 0 else left + first + gap + (i - 1) * (other + gap)
            self._column(style.axes(drawing, x, bottom, other if i else first, high), column, is_first=i == 0)
        return drawing

    def _left(self) -> float:
        """Return the room that row labels need."""
        return label_width(self.rows)

    def _labels(self) -> list[str]:
        """Return row labels as they are drawn."""
        return [wrapped(r) for r in self.rows]

    def _column(self, ax: Any, column: Column, is_first: bool) -> None:
        if column.zero is not None:
            if column.band:
                ax.axvspan(column.zero - column.band, column.zero + column.band, color=FAINT, alpha=0.16, lw=0)
            ax.axvline(column.zero, color=INK, lw=0.9)
        if column.joined:
            self._join(ax, column)
        looks: dict[tuple[Any, ...], list[Mark]] = {}
        for mark in column.marks:
            looks.setdefault(mark.look, []).append(mark)
        for marks in looks.values():
            draw_marks(ax, marks)
        self._frame(ax, column, is_first)

    @staticmethod
    def _join(ax: Any, column: Column) -> None:
        rows = dict.fromkeys(m.row for m in column.marks)
        joined = [[m for m in column.marks if m.row == row] for row in rows]
        lines = [([m.estimate.value for m in marks], [m.row + m.offset for m in marks]) for marks in joined]
        ax.plot(*in_one(lines), color=FAINT, lw=1, zorder=1)

    def _frame(self, ax: Any, column: Column, is_first: bool) -> None:
        ax.set_ylim(len(self.rows) - 0.5, -0.5)
        ax.set_yticks(range(len(self.rows)), self._labels() if is_first else [])
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        if column.is_log:
            ax.set_xscale("log")
            ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            ax.xaxis.set_major_formatter(ScalarFormatter())
            ax.xaxis.set_minor_locator(NullLocator())
        else:
            ax.xaxis.set_major_locator(MaxNLocator(nbins=4 if is_first else 3, steps=[1, 2, 5, 10]))
        ax.margins(x=0.06)
        ax.set_xlabel(wrapped(column.title, int(ax.get_window_extent().width / CHAR)), linespacing=1.15)
        for row in range(self.ruled, len(self.rows), self.ruled):
            ax.axhline(row - 0.5, color=FAINT, lw=0.4, alpha=0.5)

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for column in self.columns:
            for mark in column.marks:
                yield Record(self.rows[mark.row], mark.series, mark.estimate, column.title)


@dataclass
class Ranking(Dots):
    """Many rows on one line of text each, with the scale above them too."""

    height: float = 16
    top = 20
    ruled = 5

    def _left(self) -> float:
        return max(map(len, self._labels()), default=0) * 0.92 * CHAR + 10

    def _labels(self) -> list[str]:
        return [one_line(r, LONGEST) for r in self.rows]

    def _frame(self, ax: Any, column: Column, is_first: bool) -> None:
        super()._frame(ax, column, is_first)
        ax.tick_params(axis="x", labeltop=True)


def in_one(lines: Sequence[tuple[Sequence[float], Sequence[float]]]) -> tuple[list[float], list[float]]:
    """Return several lines as one with gaps: it takes a fraction of the room in an SVG."""
    x: list[float] = []
    y: list[float] = []
    for here, there in lines:
        x += [*here, math.nan]
        y += [*there, math.nan]
    return x, y


def draw_marks(ax: Any, marks: Sequence[Mark]) -> None:
    """Draw the intervals and dots of marks that look alike."""
    first = marks[0]
    places = [(m.estimate, m.row + m.offset) for m in marks]
    wide = 1.8 * min(first.size / Mark.size, 1)
    bars = [((e.low, e.high), (y, y)) for e, y in places if e.has_interval]
    if bars:
        ax.plot(*in_one(bars), color=first.colour, lw=wide, solid_capstyle="butt", zorder=2)
    face = first.colour if first.filled else PAPER
    ax.plot(
        [e.value for e, _ in places], [y for _, y in places], marker=first.marker, ms=first.size, mfc=face,
        mec=first.colour, mew=0.2 * first.size, ls="none", zorder=3, clip_on=False,
    )  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A line with a band: the interval at every place."""

    label: str
    points: Sequence[tuple[float, Estimate]]
    colour: str = INK
    dash: Any = "-"


@dataclass
class Lines(Chart):
    """Lines over time, labelled at their ends.

    Attributes:
        lines: to be drawn.
        x_title: of the scale below.
        y_title: of the scale at the left.
        fair: where the line of a fair share is drawn, and its words.
    """

    lines: Sequence[Line]
    x_title: str
    y_title: str
    fair: tuple[float, str] | None = None
    signed: bool = False
    style_class = "halo"

    def draw(self) -> Figure:
        """Draw the chart."""
        right = label_width([line.label for line in self.lines]) if len(self.lines) > 1 else 12
        drawing = style.canvas(WIDTH, 236)
        ax = style.axes(drawing, 40, 40, WIDTH - 40 - right, 172)
        for line in self.lines:
            x = [p[0] for p in line.points]
            ends = [p[1] for p in line.points]
            ax.plot(x, [e.value for e in ends], color=line.colour, ls=line.dash)
            ax.fill_between(x, [e.low for e in ends], [e.high for e in ends], color=line.colour, alpha=0.22, lw=0)
        self._frame(ax)
        if len(self.lines) > 1:
            self._name_ends(ax)
        return drawing

    def _frame(self, ax: Any) -> None:
        ax.set_xlabel(self.x_title)
        ax.set_title(self.y_title, loc="left", fontsize=TEXT, x=-0.1)
        ax.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
        ax.yaxis.set_major_locator(MaxNLocator(nbins=5))
        ax.margins(x=0.01)
        if self.fair:
            ax.axhline(self.fair[0], color=INK, lw=0.9, ls=(0, (1, 2)))
            ax.annotate(
                self.fair[1], (1, self.fair[0]), xycoords=("axes fraction", "data"), xytext=(-2, -4),
                textcoords="offset points", ha="right", va="top",
            )  # fmt: skip

    def _name_ends(self, ax: Any) -> None:
        """Write labels beside the ends of lines, apart from each other."""
        low, high = ax.get_ylim()
        step = (high - low) * LINE / 172
        ends = [(line.points[-1][1].value, line) for line in self.lines if line.points]
        ends.sort(key=lambda end: end[0])
        places: list[float] = []
        for y, _ in ends:
            places.append(max(y, places[-1] + step) if places else y)
        shift = max((places[-1] - ends[-1][0]) / 2, places[-1] - high, 0) if places else 0
        for place, (_, line) in zip(places, ends, strict=True):
            ax.annotate(
                one_line(line.label, LABEL), (1, place - shift), xycoords=("axes fraction", "data"),
                xytext=(5, 0), textcoords="offset points", va="center", color=line.colour,
            )  # fmt: skip

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for line in self.lines:
            for x, e in line.points:
                yield Record(f"{x:g}", line.label, e)


@dataclass
class Heat(Chart):
    """A map of cells, each with its number and the half-width of its interval.

    Attributes:
        rows: labels, top first.
        columns: labels.
        cells: estimates by row and column.
        fair: number without colour: above and below it cells have different colours.
        limit: distance from it at which colour is strongest.
        column_title: what columns are.
        signed: whether numbers carry a sign.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: dict[tuple[int, int], Estimate] = field(default_factory=dict)
    fair: float = 0
    limit: float = 1
    column_title: str = ""
    signed: bool = True

    def draw(self) -> Figure:
        """Draw the chart."""
        left, high = label_width(self.rows), 32
        wide = max(min((WIDTH - left - 4) / len(self.columns), 64), 34)
        is_long = max(map(len, self.columns)) * CHAR > wide
        top = 8 + (label_width(self.columns) if is_long else LINE) + LINE * bool(self.column_title)
        width, height = left + wide * len(self.columns) + 4, high * len(self.rows)
        drawing = style.canvas(max(width, WIDTH), top + height + 4)
        ax = style.axes(drawing, left, 4, wide * len(self.columns), height)
        for (i, j), e in self.cells.items():
            self._cell(ax, i, j, e)
        self._frame(ax, is_long)
        return drawing

    def _cell(self, ax: Any, i: int, j: int, e: Estimate) -> None:
        depth = min(abs(e.value - self.fair) / self.limit, 1) if self.limit else 0
        hue = style.RISE if e.value > self.fair else style.FALL
        ax.add_patch(mpl.patches.Rectangle((j + 0.02, i + 0.03), 0.96, 0.94, color=hue, alpha=0.6 * depth, lw=0))
        ax.text(j + 0.5, i + 0.5, self._words(e), ha="center", va="center", linespacing=1.1)

    def _words(self, e: Estimate) -> str:
        spare = f"\n±{plain(e.half, decimals(e.half, e.value))}" if e.half > 0 else ""
        return figure(e, self.signed) + spare

    def _frame(self, ax: Any, is_long: bool) -> None:
        ax.set_xlim(0, len(self.columns))
        ax.set_ylim(len(self.rows), 0)
        ax.set_yticks([i + 0.5 for i in range(len(self.rows))], [wrapped(r) for r in self.rows])
        turn = {"rotation": 90, "ha": "center"} if is_long else {}
        ax.xaxis.tick_top()
        ax.set_xticks([j + 0.5 for j in range(len(self.columns))], [wrapped(c) for c in self.columns], **turn)
        ax.xaxis.set_label_position("top")
        ax.set_xlabel(self.column_title)
        ax.tick_params(length=0)
        for spine in ax.spines.values():
            spine.set_visible(False)

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for (i, j), e in self.cells.items():
            yield Record(self.rows[i], self.columns[j], e)


@dataclass
class Chances(Heat):
    """A map of shares in whole per cents; where there is none stands a dash."""

    signed: bool = False

    def draw(self) -> Figure:
        """Draw the chart."""
        drawing = super().draw()
        (ax,) = drawing.axes
        for i in range(len(self.rows)):
            for j in range(len(self.columns)):
                if (i, j) not in self.cells:
                    ax.text(j + 0.5, i + 0.5, wording.DASH, ha="center", va="center")
        return drawing

    def _words(self, e: Estimate) -> str:
        """Return the share and the half-width, which is rounded up, or the other end of a one-sided interval."""
        if e.low >= e.value:
            return f"{plain(e.value)}\n≤{math.ceil(e.high)}"
        if e.high <= e.value:
            return f"{plain(e.value)}\n≥{math.floor(e.low)}"
        return f"{plain(e.value)}\n{'<1' if e.half < 1 else f'±{math.ceil(e.half)}'}"
