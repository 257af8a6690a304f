"""Estimators as pure functions of sums over blocks, each with its source.

A block is one deal in all rotations of a line-up; blocks are independent, games of a block are not. Every
figure of the analysis is a ratio of two block totals: x_b (such as sixtieths of wins) over y_b (such as sixty
for every game). All functions work on arrays, one element a figure.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

Array = NDArray[np.float64]
LEVEL = 0.95
LEAST_BLOCKS = 10  # below, a variance says too little to draw an interval from

FAIR, LEANING, NOT_SHOWN = "fair", "leaning", "not shown"
SEAT_WORDS = ("favoured", "disfavoured")
ITEM_WORDS = ("too strong", "too weak")
CHANGE_WORDS = ("rises", "falls")
NO_CHANGE = "no change that matters"


def mean(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> tuple[Array, Array]:
    """Return the mean of block values and its standard error, from count, sum and sum of squares.

    Source: Cochran (1977), Sampling Techniques, section 2.4.
    """
    n, total = np.asarray(n, float), np.asarray(total, float)
    return ratio(n, total, n, squares, total, n)


def ratio(
    n: ArrayLike, x: ArrayLike, y: ArrayLike, xx: ArrayLike, xy: ArrayLike, yy: ArrayLike, least: int = 2
) -> tuple[Array, Array]:
    """Return the ratio of two totals over blocks and its standard error by the delta method.

    Source: Cochran (1977), Sampling Techniques, section 6.4: residuals x_b - R y_b.

    Args:
        n: number of blocks.
        x: sum of the numerators.
        y: sum of the denominators.
        xx: sum of squared numerators.
        xy: sum of products.
        yy: sum of squared denominators.
        least: fewest blocks for which an error is given; nan below.
    """
    n, x, y, xx, xy, yy = (np.asarray(a, float) for a in (n, x, y, xx, xy, yy))
    with np.errstate(divide="ignore", invalid="ignore"):
        r = np.where(y != 0, x / y, np.nan)
        residual = np.maximum(xx - 2 * r * xy + r * r * yy, 0)
        error = np.sqrt(residual * n / (n - 1)) / np.abs(y)
    return r, np.where(n >= max(least, 2), error, np.nan)


def quantile(n: ArrayLike, families: int = 1, level: float = LEVEL) -> Array:
    """Return how many standard errors an interval reaches, for n blocks.

    Student's t with n - 1 degrees of freedom, which is the normal quantile for many blocks. With several
    families the intervals hold at once: Bonferroni, Dunn (1961), JASA 56, 52-64.
    """
    freedom = np.maximum(np.asarray(n, float) - 1, 1)
    return np.asarray(stats.t.ppf(1 - (1 - level) / (2 * families), freedom), float)


def wilson(k: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the interval of a yes/no rate of k in n independent trials.

    Source: Wilson (1927), JASA 22, 209-212.
    """
    k, n = np.asarray(k, float), np.asarray(n, float)
    z = float(stats.norm.ppf(0.5 + level / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = k / n
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return np.where(k == 0, 0.0, centre - half), np.where(k == n, 1.0, centre + half)


def ratio_change(n: ArrayLike, sums: ArrayLike, products: ArrayLike, least: int = 2) -> tuple[Array, Array, Array]:
    """Return the difference of two ratios over the same blocks, its paired error and its unpaired error.

    Source: Cochran (1977), section 6.4, on residuals (x1 - R1 y1) / y1 - (x0 - R0 y0) / y0 of a block.

    Args:
        n: number of blocks (F,).
        sums: totals of x1, y1, x0, y0 (F, 4).
        products: totals of their products (F, 4, 4).
        least: fewest blocks for which an error is given; nan below.
    """
    n, sums, products = (np.asarray(a, float) for a in (n, sums, products))
    x1, y1, x0, y0 = sums.T
    with np.errstate(divide="ignore", invalid="ignore"):
        r1, r0 = x1 / y1, x0 / y0
        one = np.stack([1 / y1, -r1 / y1, 0 * y1, 0 * y1], axis=1)
        two = np.stack([0 * y0, 0 * y0, 1 / y0, -r0 / y0], axis=1)
        scale = np.where(n >= max(least, 2), n / (n - 1), np.nan)

        def variance(a: Array, b: Array) -> Array:
            return np.asarray(np.einsum("fi,fij,fj->f", a, products, b) * scale, float)

        first, second = variance(one, one), variance(two, two)
    both = first + second - 2 * variance(one, two)
    return r1 - r0, np.sqrt(np.maximum(both, 0)), np.sqrt(np.maximum(first + second, 0))


def covariance(n: ArrayLike, one: ArrayLike, two: ArrayLike, totals: ArrayLike, products: ArrayLike) -> Array:
    """Return the covariance of two ratios over the same blocks, by their residuals as in `ratio`.

    Args:
        n: number of blocks in which both have a part (F,).
        one: the first ratio (F,).
        two: the second ratio (F,).
        totals: product of the sums of both denominators (F,).
        products: sums of x1 x2, x1 y2, y1 x2 and y1 y2 (F, 4).
    """
    n, one, two, totals, products = (np.asarray(a, float) for a in (n, one, two, totals, products))
    xx, xy, yx, yy = products.T
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = n / np.maximum(n - 1, 1) / totals
    return np.asarray(scale * (xx - two * xy - one * yx + one * two * yy), float)


def verdict(
    low: ArrayLike, high: ArrayLike, threshold: ArrayLike, words: tuple[str, str] = SEAT_WORDS, inside: str = FAIR
) -> list[str]:
    """Return the words for intervals of a deviation, tested in this order.

    Fair: inside the threshold. Favoured or disfavoured: wholly beyond it. Leaning: without 0. Else not shown.
    Changes have words of their own for the first two.
    """
    low, high, limit = (np.asarray(a, float) for a in (low, high, threshold))
    tests = [(low > -limit) & (high < limit), low > limit, high < -limit, (low > 0) | (high < 0)]
    return [str(word) for word in np.select(tests, [inside, *words, LEANING], NOT_SHOWN)]


def surely(low: float | None, high: float | None) -> float:
    """Return what is shown at the least: the end of an interval nearest to zero, 0 if it holds zero or is missing."""
    return 0.0 if low is None or high is None else max(low, 0.0) + min(high, 0.0)


def more_games(games: ArrayLike, deviation: ArrayLike, half: ArrayLike, threshold: ArrayLike) -> Array:
    """Return how many more games would end a "not shown" if the estimate stays as it is.

    A half-width below T minus the deviation makes it fair, one below the deviation makes it leaning: the easier
    of the two, with a half-width that shrinks as one over the root of the games.
    """
    games, half, limit = (np.asarray(a, float) for a in (games, half, threshold))
    size = np.abs(np.asarray(deviation, float))
    target = np.maximum(size, limit - size)
    return np.asarray(np.maximum(np.ceil(games * ((half / target) ** 2 - 1)), 0), float)


def p_value(effect: ArrayLike, error: ArrayLike, n: ArrayLike = np.inf) -> Array:
    """Return the two-sided p-value of an effect of zero: Student's t for n blocks, normal without them.

    An effect that is zero in every block has no error either: nothing speaks against zero.
    """
    size, error = np.abs(np.asarray(effect, float)), np.asarray(error, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where((size == 0) & (error == 0), 0.0, size / error)
    return np.asarray(2 * stats.t.sf(z, np.maximum(np.asarray(n, float) - 1, 1)), float)


def benjamini_hochberg(p: ArrayLike) -> Array:
    """Return p-values adjusted for a false discovery rate; nan stays nan and is not counted.

    Source: Benjamini and Hochberg (1995), J. R. Statist. Soc. B 57, 289-300.
    """
    p = np.asarray(p, float)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known])]
    scaled = p[order] * len(order) / np.arange(1, len(order) + 1)
    adjusted[order] = np.minimum.accumulate(scaled[::-1])[::-1].clip(max=1)
    return adjusted


def reference_z(value: ArrayLike, error: ArrayLike, reference: ArrayLike, sd: Any, games: Any, half_unit: Any) -> Array:
    """Return how many standard errors a value is from a published one, after what rounding explains.

    Args:
        value: own figure.
        error: its standard error.
        reference: published figure.
        sd: standard deviation a game of the published figure (own one where none is given).
        games: games behind it.
        half_unit: half a unit of its last printed digit.
    """
    gap = np.abs(np.asarray(value, float) - np.asarray(reference, float)) - np.asarray(half_unit, float)
    both = np.hypot(np.asarray(error, float), np.asarray(sd, float) / np.sqrt(np.asarray(games, float)))
    return np.asarray(np.maximum(gap, 0) / both, float)


def agrees(z: ArrayLike, rows: int, alpha: float = 0.01) -> NDArray[np.bool_]:
    """Return which distances are no contradiction when a file of so many rows is tested at once (Bonferroni)."""
    return np.asarray(np.asarray(z, float) <= stats.norm.ppf(1 - alpha / (2 * rows)), bool)
