"""The two drawings that are no dots, lines or heat maps: a distribution of lengths and the designer's map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.charts import CHAR, LINE, Chart, Record, in_one, wrapped
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
        ax.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
        self._name_quantiles(ax)
        return drawing

    def _name_quantiles(self, ax: Any) -> None:
        """Write quantiles above the bars, a line each, so that near ones stay apart."""
        top = ax.get_ylim()[1]
        span = ax.get_xlim()
        for i, (words, x) in enumerate(self.quantiles):
            y = top * (1 + (len(self.quantiles) - i) * LINE / 122)
            ax.plot([x, x], [0, y], color=INK, lw=1, clip_on=False)
            said = f"{words}: {x}"
            is_left = (x - span[0]) / (span[1] - span[0]) * (WIDTH - 46) + 40 + CHAR * len(said) < WIDTH
            ax.annotate(
                said, (x, y), xytext=(4 if is_left else -4, -1), textcoords="offset points", va="top",
                ha="left" if is_left else "right", annotation_clip=False,
            )  # fmt: skip

    def records(self) -> Iterator[Record]:
        """Yield every number that is drawn."""
        for words, x in self.quantiles:
            yield Record(words, "quantile", Estimate(x))
        for value, share in self.bars:
            yield Record(f"{value}", "% of games", Estimate(share))

    def summary(self) -> str:
        """Return the quantiles in words."""
        return "; ".join(f"{words} {x}" for words, x in self.quantiles)


@dataclass(frozen=True)
class Place:
    """An item on the map.

    Attributes:
        label: its words.
        kind: number of its kind; decides colour and marker.
        rate: take rate in per cent.
        worth: in points of win chance.
        is_named: whether it is drawn in colour and labelled; the others are grey.
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
        looks: dict[tuple[bool, int], list[Place]] = {}
        for place in sorted(self.places, key=lambda p: p.is_named):
            looks.setdefault((place.is_named, place.kind), []).append(place)
        for (is_named, kind), places in looks.items():
            self._draw(ax, places, kind, *((style.colour(kind), 0.8) if is_named else (FAINT, 0.3)))
        ax.axhline(0, color=INK, lw=0.9)
        ax.axvline(self.middle, color=INK, lw=0.9, ls=(0, (1, 2)))
        ax.margins(0.1)
        ax.set_xlabel("take rate, %")
        ax.set_title("worth, points of win chance", loc="left", fontsize=style.TEXT, x=-0.1)
        self._name(ax)
        self._corners(ax)
        return drawing

    @staticmethod
    def _draw(ax: Any, places: Sequence[Place], kind: int, hue: str, depth: float) -> None:
        """Draw places that look alike."""
        sure = [(p.rate, p.worth) for p in places if p.rate.has_interval and p.worth.has_interval]
        across = [((rate.low, rate.high), (worth.value,) * 2) for rate, worth in sure]
        upright = [((rate.value,) * 2, (worth.low, worth.high)) for rate, worth in sure]
        ax.plot(*in_one([*across, *upright]), color=hue, lw=0.9, alpha=depth)
        x, y = [p.rate.value for p in places], [p.worth.value for p in places]
        ax.plot(x, y, marker=style.marker(kind), color=hue, ms=6, mec=PAPER, mew=0.6, ls="none")

    def _name(self, ax: Any) -> None:
        """Write the labels of named items, each where it stands on nothing and covers the fewest marks."""
        spots = [ax.transData.transform((p.rate.value, p.worth.value)) for p in self.places]
        named = [(p, x, y) for p, (x, y) in zip(self.places, spots, strict=True) if p.is_named]
        taken = _corner_boxes(ax) + [_box(x, y, 8, 8) for _, x, y in named]
        marks = [_box(x, y, 6, 6) for x, y in spots]
        for place, x, y in sorted(named, key=lambda found: -abs(found[0].worth.value)):
            words = wrapped(place.label, 22).split("\n")[0]
            free = {s: box for s in _shifts(words) if _is_free(box := _around(x, y, s, words), taken, ax)}
            if not free:
                continue
            shift = min(free, key=lambda s: sum(_overlap(free[s], mark) for mark in marks))
            taken.append(free[shift])
            ax.annotate(
                words, (place.rate.value, place.worth.value), xytext=shift, textcoords="offset points", va="center",
                ha="center",
            )  # fmt: skip

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


Box = tuple[float, float, float, float]  # left, bottom, right, top, in pixels


def _box(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box of a size around a place."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _around(x: float, y: float, shift: tuple[float, float], words: str) -> Box:
    """Return the box of a label that is shifted from its mark."""
    return _box(x + shift[0], y + shift[1], CHAR * len(words), LINE)


def _shifts(words: str) -> list[tuple[float, float]]:
    """Return where a label may stand beside its mark, the best first."""
    beside, above = CHAR * len(words) / 2 + 7, LINE / 2 + 6
    near = [(beside, 0.0), (-beside, 0.0), (0.0, above), (0.0, -above)]
    return near + [(side * beside, up * far) for far in (above, 1.6 * above) for up in (1, -1) for side in (1, -1)]


def _corner_boxes(ax: Any) -> list[Box]:
    """Return where the corners' names stand."""
    left, bottom, right, top = ax.bbox.extents
    boxes = []
    for (x, y), name in CORNERS.items():
        wide = 1.1 * CHAR * len(name) + 6
        boxes.append(_box(right - wide / 2 if x else left + wide / 2, top - 10 if y else bottom + 10, wide, LINE + 4))
    return boxes


def _overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _is_free(box: Box, taken: Sequence[Box], ax: Any) -> bool:
    """Tell whether a label would stand inside the drawing and on nothing else."""
    _, bottom, _, top = ax.bbox.extents
    inside = box[0] > 2 and box[2] < WIDTH - 2 and box[1] > bottom and box[3] < top
    return inside and not any(_overlap(box, other) for other in taken)
