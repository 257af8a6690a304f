"""The agenda: a stack of steps that have still to be carried out."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.state import AGENDA, CELL
from simcore.inner import inner

ENDLESS = 30_000  # decisions: a game whose agenda overflows counts as endless


@inner
def push(s: Any, op: int, a: int, b: int, p: int, source: int) -> None:
    """Put a step on top."""
    i = min(s.top, AGENDA - 1)
    if i < s.top:
        s.decisions = ENDLESS
    s.op[i], s.a[i], s.b[i], s.seat[i], s.source[i] = op, a, b, p, source
    s.top = i + 1


@inner
def push_cell(s: Any, cell: int, p: int, source: int) -> None:
    """Put all effects of a printed cell on top, the first of them uppermost."""
    push(s, CELL, cell, 0, p, source)


@inner
def ask(s: Any, p: int, point: int) -> bool:
    """A seat is to decide."""
    s.cur, s.point = p, point
    return True
