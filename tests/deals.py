"""Many deals of a game, and whether chance treats everything alike."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

import numpy as np
from scipy import stats

from .playing import Playing

Hand = TypeVar("Hand", bound=Playing)


def many(game: Hand, read: Callable[[Hand], Any], deals: int) -> list[Any]:
    """What can be read off many deals."""
    blank, found = game.keep(), []
    for seed in range(deals):
        game.restore(blank)
        found.append(read(game.deal(99, seed)))
    return found


def is_uniform(values: Any, kinds: Collection[Any]) -> bool:
    """Whether every kind is as frequent as every other, and nothing else occurs."""
    values = np.asarray(values)
    counts = [(values == kind).sum() for kind in kinds]
    return bool(sum(counts) == values.size and stats.chisquare(counts).pvalue > 1e-5)
