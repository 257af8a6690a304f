"""Random numbers by purpose: SplitMix64 streams with hashed starts.

Each game holds one 64-bit state a stream in ``s.rng``: the deal, one for the policy of each *player* (it
follows the strategy through the rotations of a block), one for each deck or bag during play. A stream's start
is a hash of its keys, so that results never depend on the order in which games are played. Source of the
generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

MAX_SEATS = 5
DEAL = 0
POLICY = 1  # of player 0; player k has POLICY + k
CHANCE = POLICY + MAX_SEATS  # of a game's first deck or bag

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32, S40 = (np.uint64(k) for k in (27, 30, 31, 32, 40))


def _mix(z: Any) -> Any:
    """The finalizer of SplitMix64, on one uint64 or an array of them."""
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


mix = njit(_mix)


def start(*keys: NDArray[Any] | int) -> NDArray[np.uint64]:
    """Return the hashed start of the streams with these keys.

    Args:
        keys: numbers or arrays (broadcast together) that name the stream.
    """
    state = np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        for key in keys:
            state = _mix((state ^ np.asarray(key, np.uint64)) + GOLDEN)
    return state


@njit
def start_streams(s: Any) -> None:
    """Set every stream of a game to its start, the hash of the game's key and the stream's number (as `start`)."""
    root = mix(s.key + GOLDEN)
    for i in range(s.rng.shape[0]):
        s.rng[i] = mix((root ^ np.uint64(i)) + GOLDEN)


@njit
def _next(s: Any, stream: int) -> Any:
    z = s.rng[stream] + GOLDEN
    s.rng[stream] = z
    return mix(z)


@njit
def below(s: Any, stream: int, n: int) -> Any:
    """Draw uniformly from 0 to n - 1 (multiply-shift; bias below n / 2**32)."""
    return np.int64(((_next(s, stream) >> S32) * np.uint64(n)) >> S32)


@njit
def unit(s: Any, stream: int) -> float:
    """Draw uniformly from the open interval (0, 1), in steps of 2**-24."""
    return (np.float64(np.int64(_next(s, stream) >> S40)) + 0.5) / 16777216.0


@njit
def shuffle(s: Any, stream: int, cells: Any, n: int) -> None:
    """Shuffle the first n elements in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(s, stream, i + 1)
        cells[i], cells[j] = cells[j], cells[i]
