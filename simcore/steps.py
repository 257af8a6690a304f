"""One step of a game, as the main line and its forks take it, and what can go wrong in it."""

from __future__ import annotations

from typing import Any

from numba import njit

from simcore.options import KIND_SHIFT

FAULTS = ILLEGAL, ENDLESS, BROKEN, PEEKED, TAMPERED, CROWDED = 1, 2, 3, 4, 5, 6


@njit(forceinline=True)
def carry_out(
    s: Any, r: Any, o: Any, action: int, checked: bool, endless: int, most_rounds: int, apply: Any, check: Any
) -> int:
    """Count and apply an action; return what is wrong afterwards, or 0."""
    s.decisions += 1
    s.acts[s.cur, action >> KIND_SHIFT] += 1
    apply(s, r, action)
    if s.over == 0 and (s.decisions >= endless or s.rounds >= most_rounds):
        return ENDLESS
    if checked:
        o.answer = check(s, r)
        if o.answer:
            return BROKEN
    return 0
