"""Numbers in words: as many digits as the interval supports."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis import wording


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval, in the unit in which it is shown.

    Attributes:
        value: the figure.
        low: lower end of the interval, nan if there is none.
        high: upper end.
        games: behind it.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    games: int | None = None

    @property
    def half(self) -> float:
        """Half the width of the interval, nan if there is none."""
        return (self.high - self.low) / 2

    @property
    def has_interval(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.half)

    def less(self, by: float) -> Estimate:
        """Return the same, seen from another zero."""
        return Estimate(self.value - by, self.low - by, self.high - by, self.games)


def estimate(row: Mapping[str, Any], name: str, scale: float = 1, low: str = "", high: str = "") -> Estimate | None:
    """Return the estimate in a table's row, or None if there is no figure.

    Args:
        row: of an analysis table.
        name: column of the figure.
        scale: 100 for shares that are shown as per cent or points.
        low: column of the lower end, ``NAME_low`` if not given.
        high: column of the upper end.
    """
    value, *ends = (_real(row.get(c)) for c in (name, low or f"{name}_low", high or f"{name}_high"))
    if math.isnan(value):
        return None
    is_caused = "contrast" in row and name == "value"
    games = row.get("games") if is_caused else row.get("takers") or row.get("games")
    return Estimate(scale * value, scale * ends[0], scale * ends[1], games)


def value(row: Mapping[str, Any], name: str, scale: float = 1) -> Estimate | None:
    """Return a table's main estimate: its interval is in ``low`` and ``high``."""
    return estimate(row, name, scale, "low", "high")


def _real(given: Any) -> float:
    return math.nan if given is None else float(given)


def decimals(half: float, size: float) -> int:
    """Return how many decimals an interval of this half-width supports.

    Args:
        half: half-width; without one, two significant digits of the size are kept.
        size: of the figure.
    """
    if not math.isfinite(half):
        half = 0 if float(size).is_integer() else abs(size) / 20
    if half <= 0:
        return 0 if float(size).is_integer() else 1
    return wording.digits(half)


def plain(number: float, digits: int = 0, signed: bool = False) -> str:
    """Return a number with a real minus sign, thousands apart."""
    text = f"{number:{'+' if signed else ''},.{digits}f}"
    if not text.strip("+-0.,"):
        text = text.strip("+-")
    return text.replace("-", wording.MINUS)


def figure(e: Estimate, signed: bool = False) -> str:
    """Return the figure alone."""
    return plain(e.value, decimals(e.half, e.value), signed)


def interval(e: Estimate, signed: bool = False) -> str:
    """Return the interval alone, such as ``34.8-36.3`` or, with signs, ``-0.4 to +1.2``; "" without one."""
    if not e.has_interval:
        return ""
    digits = decimals(e.half, e.value)
    low, high = (plain(end, digits, signed) for end in (e.low, e.high))
    return f"{low} to {high}" if signed or e.low < 0 else f"{low}{wording.DASH}{high}"


def both(e: Estimate, unit: str = "", signed: bool = False) -> str:
    """Return the figure, its unit and its interval: ``35.6 % (34.8-36.3)``."""
    said = interval(e, signed)
    return f"{figure(e, signed)}{unit and chr(160)}{unit}{f' ({said})' if said else ''}"


def count(number: float | None) -> str:
    """Return a whole number with thousands apart."""
    return "" if number is None else plain(number)


def seat_name(seat: int) -> str:
    """Return a seat in words: ``1st seat``."""
    return f"{wording.ORDINALS[seat]} seat"
