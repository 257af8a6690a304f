"""The geometry of the market: neighbours, lines and entrances, as masks and as planes of 32 bytes.

Lines 0 to 4 are columns, 5 to 9 are rows.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simcore.games.mercado.state import ENTRANCES, SPACES
from simcore.lanes import LANES

ALL_SPACES, ALL_ENTRANCES = (1 << SPACES) - 1, (1 << ENTRANCES) - 1


def _planes(places: Iterable[Iterable[int]]) -> NDArray[np.int8]:
    """One plane each, 1 at the places."""
    lists = [list(p) for p in places]
    planes = np.zeros((len(lists), LANES), np.int8)
    for plane, chosen in zip(planes, lists, strict=True):
        plane[chosen] = 1
    return planes


def _neighbours(space: int) -> list[int]:
    """M2: orthogonally adjacent spaces."""
    row, column = divmod(space, 5)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [5 * r + c for r, c in around if 0 <= r < 5 and 0 <= c < 5]


LINE_SPACES = np.array(
    [[5 * r + c for r in range(5)] for c in range(5)] + [[5 * r + c for c in range(5)] for r in range(5)]
)
LINE_ENTRANCES = np.array([(c, 5 + c) for c in range(5)] + [(10 + r, 15 + r) for r in range(5)])
ENTRANCE_LINE = np.array([i % 5 + 5 * (i >= 10) for i in range(ENTRANCES)])
SPACE_LINES = np.array([(i % 5, 5 + i // 5) for i in range(SPACES)])
SPACE_ENTRANCES = np.array([(i % 5, 5 + i % 5, 10 + i // 5, 15 + i // 5) for i in range(SPACES)])
NEIGHBOURS = np.array([(_neighbours(i) + [-1] * 4)[:4] for i in range(SPACES)])

LINE_MASK = np.array([(1 << a) | (1 << b) for a, b in LINE_ENTRANCES.tolist()])  # entrances of a line
NEAR_PLANE = _planes(_neighbours(i) for i in range(SPACES))
ROW_PLANE = _planes(LINE_SPACES[5 + i // 5] for i in range(SPACES))  # spaces in the row of a space
COLUMN_PLANE = _planes(LINE_SPACES[i % 5] for i in range(SPACES))
DOORS_PLANE = _planes(SPACE_ENTRANCES)  # entrances that a space sees
SEEN_PLANE = _planes(LINE_SPACES[ENTRANCE_LINE[e]] for e in range(ENTRANCES))  # spaces that an entrance sees
