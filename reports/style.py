"""Colours, markers, and how a drawing becomes an SVG that lives in the page.

Drawings use stand-in colours, which the page's style sheet gives a meaning: so one drawing serves light, dark and
print. Text is text, ids are unique on the page, and the same data give the same bytes.
"""

from __future__ import annotations

import html
import io
import re
from contextlib import AbstractContextManager
from typing import Any

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

SERIES = tuple(f"#0a0a{i:02x}" for i in range(8))
INK, FAINT, PAPER, RISE, FALL = "#010101", "#020202", "#030303", "#040404", "#050505"
MEANING = {
    INK: "currentColor",
    FAINT: "var(--faint)",
    PAPER: "var(--paper)",
    RISE: "var(--rise)",
    FALL: "var(--fall)",
    **{colour: f"var(--s{i})" for i, colour in enumerate(SERIES)},
}
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
GLYPHS = dict(zip(MARKERS, "●■▲◆▼✚✖⬟", strict=True))
HOLLOW = dict(zip(MARKERS, "○□△◇▽✚✖⬠", strict=True))
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 2)), (0, (6, 2, 2, 2)), (0, (8, 2, 2, 2, 2, 2)))
WIDTH = 340  # of a panel in pixels: fits a phone, three fit a screen
TEXT = 11  # size of all text in figures, in pixels


def look() -> AbstractContextManager[None]:
    """Return the settings that all drawings are made under."""
    return mpl.rc_context({
        "svg.fonttype": "none", "svg.hashsalt": "gaiola", "text.parse_math": False, "font.size": TEXT,
        "axes.labelsize": TEXT, "xtick.labelsize": TEXT, "ytick.labelsize": TEXT, "text.color": INK,
        "axes.labelcolor": INK, "xtick.color": FAINT, "ytick.color": FAINT, "xtick.labelcolor": INK,
        "ytick.labelcolor": INK, "axes.edgecolor": FAINT, "axes.linewidth": 0.8, "axes.facecolor": "none",
        "axes.spines.top": False, "axes.spines.right": False, "figure.dpi": 72, "xtick.major.size": 3,
        "ytick.major.size": 3, "lines.linewidth": 1.6,
    })  # fmt: skip


def colour(index: int) -> str:
    """Return the colour of a seat or a strategy."""
    return SERIES[index % len(SERIES)]


def marker(index: int) -> str:
    """Return the marker of a seat or a strategy: tells them apart without colour.

    When colours come round again, markers are one further.
    """
    return MARKERS[(index + index // len(SERIES)) % len(MARKERS)]


def canvas(width: float, height: float) -> Figure:
    """Return an empty drawing, its size in pixels."""
    drawing = Figure(figsize=(width / 72, height / 72))
    drawing.patch.set_visible(False)
    return drawing


def axes(drawing: Figure, left: float, bottom: float, width: float, height: float) -> Any:
    """Add axes at a place given in pixels."""
    w, h = drawing.get_size_inches() * 72
    return drawing.add_axes((left / w, bottom / h, width / w, height / h))


def to_svg(drawing: Figure, key: str, alt: str, name: str = "") -> Markup:
    """Return a drawing as SVG for the page.

    Args:
        drawing: made under `look`, which still holds.
        key: unique on the page.
        alt: what it shows, in words.
        name: class of the drawing, for the style sheet.
    """
    buffer = io.StringIO()
    drawing.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return Markup(_clean(buffer.getvalue(), key, alt, name))


def _clean(svg: str, key: str, alt: str, name: str) -> str:
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = _own_ids(svg, key)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r" ?font-family: [^;\"]*;?", "", svg)
    for stand_in, meaning in MEANING.items():
        svg = svg.replace(stand_in, meaning)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    svg = _brief(re.sub(r">\s+<", "><", re.sub(r"[ \n]+", " ", svg)))
    return re.sub(r"^<svg[^>]*>", lambda m: _opening(m[0], alt, name), svg).strip()


def _brief(svg: str) -> str:
    """Say the same in fewer words: many marks that look alike take their style from what is around them."""
    svg = re.sub(r' transform="rotate\(-?0 [^"]*"', "", svg)
    svg = re.sub(r"<g>(<text[^>]*>[^<]*</text>)</g>", r"\1", svg)
    return re.sub(r"<g([^>]*)>((?:<use [^>]*/>){2,})</g>", _shared, svg)


def _shared(found: re.Match[str]) -> str:
    """Give a group the style that all its marks have."""
    styles = re.findall(r' style="[^"]*"', found[2])
    if len(set(styles)) != 1 or len(styles) != found[2].count("<use ") or "style=" in found[1]:
        return found[0]
    return f"<g{found[1]}{styles[0]}>{found[2].replace(styles[0], '')}</g>"


def _own_ids(svg: str, key: str) -> str:
    """Drop ids that nothing refers to; make the others the drawing's own."""
    used = set(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", svg))
    names = {name: f"{key}-{i}" for i, name in enumerate(sorted(used))}
    svg = re.sub(r' id="([^"]*)"', lambda m: f' id="{names[m[1]]}"' if m[1] in names else "", svg)
    svg = re.sub(r"url\(#([^)]+)\)", lambda m: f"url(#{names[m[1]]})", svg)
    return re.sub(r'xlink:href="#([^"]+)"', lambda m: f'href="#{names[m[1]]}"', svg)


def _opening(svg: str, alt: str, name: str) -> str:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    width, height = (round(float(side)) for side in box.groups()) if box else (WIDTH, WIDTH)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg role="img" class="{name}" aria-label="{html.escape(alt)}" {size}>'
