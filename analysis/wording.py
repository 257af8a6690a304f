"""Numbers and names in words, for findings: as many digits as an interval supports."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10

FAIR_SHARE = {1: "whole", 2: "half", 3: "third", 4: "quarter", 5: "fifth"}
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")
MOST_DIGITS = 3
ASSUMED = "assumed"
SIDES = {"leader": "whoever leads", "last": "whoever is last"}
DASH, MINUS = "–", "−"


def number(count: int) -> str:
    """Return a count in words up to ten.

    >>> number(3), number(12), number(12_000)
    ('three', '12', '12,000')
    """
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"


def digits(half_width: float) -> int:
    """Return the decimals that a half-width supports: its first significant digit.

    >>> digits(0.1), digits(0.04), digits(3.0)
    (1, 2, 0)
    """
    if not isfinite(half_width) or half_width <= 0:
        return 1
    return min(max(-floor(log10(half_width) + 1e-9), 0), MOST_DIGITS)


def percent(share: float, low: float | None, high: float | None) -> str:
    """Return a share in per cent with its interval.

    >>> percent(0.3931, 0.3921, 0.3941)
    '39.3 % of games (39.2–39.4)'
    """
    if low is None or high is None:
        return f"{100 * share:.0f} % of games"
    d = digits(50 * (high - low))
    return f"{100 * share:.{d}f} % of games ({100 * low:.{d}f}{DASH}{100 * high:.{d}f})"


def points(effect: float, low: float | None, high: float | None) -> str:
    """Return the size of a difference of shares in percentage points.

    >>> points(-0.0604, -0.07, -0.05)
    '6 points'
    """
    d = 1 if low is None or high is None else digits(50 * (high - low))
    text = f"{100 * abs(effect):.{d}f}"
    return f"{text} point{'' if float(text) == 1 else 's'}"


def between(effect: float, low: float | None, high: float | None) -> str:
    """Return the interval of a difference of shares in percentage points, signs included.

    >>> between(0.0712, -0.0112, 0.1512)
    '(−1 to +15)'
    """
    if low is None or high is None:
        return "(too few games for an interval)"
    d = digits(50 * (high - low))
    return f"({_signed(low, d)} to {_signed(high, d)})"


def _signed(share: float, decimals: int) -> str:
    return f"{100 * share:+.{decimals}f}".replace("-", MINUS)


def signed(effect: float, low: float | None, high: float | None) -> str:
    """Return a signed difference in percentage points with its interval.

    >>> signed(0.0712, 0.0612, 0.0812), signed(0.01, 0, 0.02), signed(-0.001, -0.03, 0.03)
    ('+7 points (+6 to +8)', '+1 point (+0 to +2)', '0 points (−3 to +3)')
    """
    d = 1 if low is None or high is None else digits(50 * (high - low))
    text = _signed(effect, d)
    text = text if text.strip(f"+{MINUS}0.") else text[1:]
    return f"{text} point{'' if text in ('+1', f'{MINUS}1') else 's'} {between(effect, low, high)}"


def about(count: int) -> str:
    """Return a count to two digits.

    >>> about(22_666), about(7)
    ('23,000', '7')
    """
    return f"{int(float(f'{count:.2g}')):,}"


def seat(index: int, word: str = "") -> str:
    """Return what a seat is called.

    >>> seat(0), seat(1), seat(2)
    ('the 1st seat', 'the 2nd seat', 'the 3rd seat')
    >>> seat(0, "start player"), seat(1, "start player")
    ('the start player (1st seat)', 'the 2nd seat')
    """
    return f"the {word} (1st seat)" if word and index == 0 else f"the {ORDINALS[index]} seat"


def spaced(name: str) -> str:
    """Return a name as words.

    >>> spaced("royal_law")
    'royal law'
    """
    return name.replace("_", " ")


def marked(label: str, provenance: str) -> str:
    """Return an item's words, with a mark if what it does is assumed.

    >>> marked("a tax", "assumed"), marked("a tax", "official")
    ('a tax (assumed)', 'a tax')
    """
    return f"{label} ({ASSUMED})" if provenance == ASSUMED else label


def opened(words: str) -> str:
    """Return words as they open a sentence.

    >>> opened("the 2nd seat")
    'The 2nd seat'
    """
    return words[:1].upper() + words[1:]


def together(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words.

    >>> together(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def players(counts: Sequence[int]) -> str:
    """Return player counts in words.

    >>> players([2, 3])
    'two and three players'
    """
    return f"{together([number(n) for n in counts])} player{'' if list(counts) == [1] else 's'}"
