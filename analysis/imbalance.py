"""How far the farthest seat lies from fair in two arms, and how much that differs, paired by block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis import intervals
from analysis.intervals import Array


@dataclass(frozen=True)
class Moments:
    """Sums over the blocks that arms share.

    Attributes:
        blocks: their number.
        sums: of the numerators of all seats and their denominator, arm by arm (A (n + 1),); here of the arm and then of
            the baseline.
        products: sums of their products (A (n + 1), A (n + 1)).
    """

    blocks: int
    sums: Array
    products: Array

    def plus(self, other: Moments) -> Moments:
        """Return the moments of both."""
        return Moments(self.blocks + other.blocks, self.sums + other.sums, self.products + other.products)


def moments(totals: pl.DataFrame, players: int) -> Moments:
    """Return the moments of seats' block totals.

    Args:
        totals: a row a block and seat, sorted by both: ``x1``, ``y1`` of the arm, ``x0``, ``y0`` of the baseline.
        players: number of seats.
    """
    x1, y1, x0, y0 = (totals[c].to_numpy().astype(float).reshape(-1, players) for c in ("x1", "y1", "x0", "y0"))
    rows = np.hstack([x1, y1[:, :1], x0, y0[:, :1]])
    return Moments(len(rows), rows.sum(axis=0), rows.T @ rows)


@dataclass(frozen=True)
class Change:
    """The largest distance of a seat from fair in both arms, and the difference with its interval."""

    base: float
    figure: float
    value: float
    low: float
    high: float


def change(found: Moments) -> Change:
    """Return the change of the largest distance from fair.

    The largest distance is the greatest of all seats' deviations with either sign. So a difference of two largest
    ones is the max over the arm's of the min over the baseline's of simple differences, and with intervals for all
    of those at once its bounds are found in the same way. Source: Cochran (1977), section 6.4, on residuals of
    blocks; Dunn (1961), JASA 56, 52-64 (Bonferroni).
    """
    n = len(found.sums) // 2 - 1
    won, spread = shares(found, n)
    deviations = won - 1 / n
    signs = np.concatenate([np.ones(n), -np.ones(n)])
    seats = np.concatenate([np.arange(n), np.arange(n)])
    one, two = seats, seats + n
    gaps = (signs * deviations[one])[:, None] - (signs * deviations[two])[None, :]
    shared = np.outer(signs, signs) * spread[np.ix_(one, two)]
    errors = np.sqrt(np.maximum(np.diag(spread)[one][:, None] + np.diag(spread)[two][None, :] - 2 * shared, 0))
    half = errors * intervals.quantile(found.blocks, 2 * n * n)
    low, high = (float(ends.min(axis=1).max()) for ends in (gaps - half, gaps + half))
    figure, base = (float(np.abs(part).max()) for part in (deviations[:n], deviations[n:]))
    return Change(base, figure, figure - base, low, high)


def shares(found: Moments, n: int) -> tuple[Array, Array]:
    """Return the win shares of n seats, arm by arm, and their covariances.

    Source: Cochran (1977), section 6.4, on residuals of blocks.
    """
    arms = len(found.sums) // (n + 1)
    x = (np.arange(arms)[:, None] * (n + 1) + np.arange(n)).ravel()
    y = np.repeat(np.arange(arms) * (n + 1) + n, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        won = found.sums[x] / found.sums[y]
        weights = np.zeros((len(x), len(found.sums)))
        weights[np.arange(len(x)), x] = 1 / found.sums[y]
        weights[np.arange(len(x)), y] = -won / found.sums[y]
    enough = found.blocks >= intervals.LEAST_BLOCKS
    scale = found.blocks / (found.blocks - 1) if enough else np.nan
    return won, weights @ found.products @ weights.T * scale
