"""The two drawings that are no dots, lines or heat maps: a distribution of lengths and the designer's map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from reports import style
from reports.charts import CHAR, LINE, Chart, Record, wrapped
from reports.numbers import Estimate
from reports.style import FAINT, INK, PAPER, WIDTH


@dataclass
class Lengths(Chart):
    """A distribution with its quantiles.

    Attributes:
        bars: value, and per cent of games that have it.
        quantiles: words, and value.
        x_title: what is measured.
    """

    bars: Sequence[tuple[int, float]]
    quantiles: Sequence[tuple[str, int]]
    x_title: str
    style_class = "halo"

    def draw(self) -> Figure:
        """Draw the chart."""
        drawing = style.canvas(WIDTH, 218)
        ax = style.axes(drawing, 34, 38, WIDTH - 46, 122)
        wide = min((b - a for (a, _), (b, _) in zip(self.bars, self.bars[1:], strict=False)), default=1)
        ax.bar(
            [b[0] for b in self.bars], [b[1] for b in self.bars], width=0.9 * wide, color=style.colour(0), alpha=0.55
        )
        ax.set_xlabel(f"{self.x_title} (bars: % of games)")
        ax.set_ylim(bottom=0)
        self._name_quantiles(ax)
        return drawing

    def _name_quantiles(self, ax: Any) -> None:
        """Write quantiles above the bars, a line each, so that near ones stay apart."""
        top = ax.get_ylim()[1]
        span = ax.get_xlim()
        for i, (words, x) in enumerate(self.quantiles):
            y = top * (1 + (len(self.quantiles) - i) * LINE / 122)
            ax.plot([x, x], [0, y], color=INK, lw=1, clip_on=False)
            is_left = (x - span[0]) / (span[1] - span[0]) * (WIDTH - 46) + 40 + CHAR * len(words) < WIDTH
            ax.annotate(
                words, (x, y), xytext=(4 if is_left else -4, -1), textcoords="offset points", va="top",
                ha="left" if is_left else "right", annotation_clip=False,
            )  # fmt: skip

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for words, x in self.quantiles:
            yield Record(words, "", Estimate(x))
        for value, share in self.bars:
            yield Record(f"{value}", "% of games", Estimate(share))

    def summary(self) -> str:
        """Return the quantiles in words."""
        return "; ".join(words for words, _ in self.quantiles)


@dataclass(frozen=True)
class Place:
    """An item on the map.

    Attributes:
        label: its words.
        kind: number of its kind; decides colour and marker.
        rate: take rate in per cent.
        worth: in points of win chance.
        is_named: whether its label is drawn.
    """

    label: str
    kind: int
    rate: Estimate
    worth: Estimate
    is_named: bool


CORNERS = {  # by whether an item is taken often, and whether it is worth something
    (False, True): "hidden gems",
    (True, True): "staples",
    (False, False): "rightly ignored",
    (True, False): "traps",
}


@dataclass
class Map(Chart):
    """Take rate against worth; lines at the median take rate and at no worth part it into four corners.

    Attributes:
        places: the items.
        middle: take rate that parts often from rarely.
    """

    places: Sequence[Place]
    middle: float
    signed: bool = True
    style_class = "halo"

    def draw(self) -> Figure:
        """Draw the chart."""
        drawing = style.canvas(WIDTH, 340)
        ax = style.axes(drawing, 36, 38, WIDTH - 48, 280)
        for place in self.places:
            self._place(ax, place)
        ax.axhline(0, color=INK, lw=0.9)
        ax.axvline(self.middle, color=INK, lw=0.9, ls=(0, (1, 2)))
        ax.margins(0.1)
        ax.set_xlabel("take rate, %")
        ax.set_title("worth, points of win chance", loc="left", fontsize=style.TEXT, x=-0.1)
        self._name(ax)
        self._corners(ax)
        return drawing

    @staticmethod
    def _place(ax: Any, place: Place) -> None:
        hue, rate, worth = style.colour(place.kind), place.rate, place.worth
        if rate.has_interval and worth.has_interval:
            ax.plot([rate.low, rate.high], [worth.value] * 2, color=hue, lw=0.9, alpha=0.6)
            ax.plot([rate.value] * 2, [worth.low, worth.high], color=hue, lw=0.9, alpha=0.6)
        ax.plot([rate.value], [worth.value], marker=style.marker(place.kind), color=hue, ms=6, mec=PAPER, mew=0.6, lw=0)

    def _name(self, ax: Any) -> None:
        """Write the labels of named items where no other label stands."""
        taken: list[tuple[float, float, float]] = []
        for place in sorted(self.places, key=lambda p: -abs(p.worth.value)):
            if not place.is_named:
                continue
            x, y = ax.transData.transform((place.rate.value, place.worth.value))
            words = wrapped(place.label, 22).split("\n")[0]
            wide = CHAR * len(words)
            for start, ha, shift in ((x + 6, "left", 6), (x - 6 - wide, "right", -6)):
                if 36 < start < WIDTH - wide and not _overlaps(taken, y, start, wide):
                    taken.append((y, start, start + wide))
                    ax.annotate(
                        words, (place.rate.value, place.worth.value), xytext=(shift, 0), textcoords="offset points",
                        va="center", ha=ha,
                    )  # fmt: skip
                    break

    def _corners(self, ax: Any) -> None:
        for (x, y), name in CORNERS.items():
            ax.annotate(
                name, (x, y), xycoords="axes fraction", xytext=(3 - 6 * x, 3 - 6 * y), textcoords="offset points",
                ha="right" if x else "left", va="top" if y else "bottom", style="italic", color=INK, alpha=0.75,
                weight="bold",
            )  # fmt: skip
        for spine in ax.spines.values():
            spine.set_color(FAINT)

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for place in self.places:
            yield Record(place.label, "take rate, %", place.rate)
            yield Record(place.label, "worth, points", place.worth)

    def summary(self) -> str:
        """Return the extreme item of every corner in words."""
        said = []
        for corner, name in CORNERS.items():
            here = [p for p in self.places if (p.rate.value > self.middle, p.worth.value > 0) == corner]
            if here:
                said.append(f"{name}: {max(here, key=lambda p: abs(p.worth.value)).label} most of all")
        return "; ".join(said)


def _overlaps(taken: Sequence[tuple[float, float, float]], y: float, start: float, wide: float) -> bool:
    """Tell whether a label would stand on another one."""
    return any(abs(y - other) < LINE and start < right and left < start + wide for other, left, right in taken)
