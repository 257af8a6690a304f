"""Stand tiles: the bag, the display, and swapping three of a kind (M7, M13, M14)."""

from __future__ import annotations

from typing import Any

from simcore.games.mercado.state import BAG
from simcore.inner import inlined, inner
from simcore.streams import CHANCE, below


@inlined
def draw(s: Any, stream: int) -> int:
    """M7: draw one of the physical tiles in the bag uniformly; return its type."""
    i = below(s, stream, s.bag_size)
    t = 0
    edge = 0
    for k in range(4):
        edge += s.bag[k]
        t += i >= edge
    s.bag[t] -= 1
    s.bag_size -= 1
    return t


@inlined
def triple(s: Any, tiles: Any, size: int) -> int:
    """M13, M14: the type of which all tiles are, if they may be swapped; else -1.

    Needs the full number of tiles, all of one type, and another type in the bag.
    """
    for t in range(5):
        if tiles[t] == size:
            return t if s.bag_size > s.bag[t] else -1
    return -1


@inner
def swap(s: Any, tiles: Any, t: int) -> None:
    """M13: put all tiles, of type t, into the bag, then draw as many."""
    size = tiles[t]
    tiles[t] = 0
    s.bag[t] += size
    s.bag_size += size
    for _ in range(size):
        tiles[draw(s, CHANCE + BAG)] += 1


@inlined
def refill_display(s: Any) -> None:
    """M20: one tile from the bag to the display, if there is one."""
    s.display_count -= 1
    if s.bag_size > 0:
        s.display[draw(s, CHANCE + BAG)] += 1
        s.display_count += 1
