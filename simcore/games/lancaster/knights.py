"""Where knights stand and how they move. Every knight is in the reserve, at court or at one place (N2)."""

from __future__ import annotations

from typing import Any

from simcore.games.lancaster.state import (
    AT_COURT,
    CONFLICTS,
    COUNTIES,
    COUNTY_A,
    COURT,
    IN_CASTLE,
    LOWER_1,
    SLOT_1,
    STRENGTHS,
    UPPER,
)
from simcore.inner import inlined, inner


@inlined
def owner(s: Any, side: int) -> int:
    """N120: the player who leads a side."""
    return side if side < s.players else side - s.players


@inlined
def is_ally(s: Any, side: int) -> bool:
    """N120: whether a side is an ally."""
    return side >= s.players


@inlined
def places(s: Any, side: int) -> int:
    """All places where a side has a knight."""
    return s.where[side, 0] | s.where[side, 1] | s.where[side, 2] | s.where[side, 3]


@inlined
def occupied_slots(s: Any, side: int) -> int:
    """Castle slots that hold a knight."""
    return places(s, side) & IN_CASTLE


@inlined
def to_court(s: Any, side: int, k: int) -> None:
    """A knight of strength k + 1 comes to court."""
    s.court[side, k] += 1
    s.where[side, k] |= AT_COURT


@inlined
def from_court(s: Any, side: int, k: int) -> None:
    """A knight of strength k + 1 leaves court."""
    s.court[side, k] -= 1
    if s.court[side, k] == 0:
        s.where[side, k] &= ~AT_COURT


@inlined
def settle(s: Any, side: int, k: int, c: int, squires: int) -> None:
    """N23: a knight and its squires stand in an empty county."""
    s.where[side, k] |= 1 << COUNTY_A + c
    s.holder[c], s.knight[c], s.helpers[c] = side, k + 1, squires
    s.total[c] = k + 1 + squires


@inlined
def leave_county(s: Any, c: int) -> None:
    """The knight of a county goes back to its court, its squires to the supply."""
    side, k = s.holder[c], s.knight[c] - 1
    s.where[side, k] &= ~(1 << COUNTY_A + c)
    s.holder[c], s.knight[c], s.helpers[c], s.total[c] = -1, 0, 0, 0
    to_court(s, side, k)


@inlined
def leave_slot(s: Any, side: int, slot: int) -> None:
    """The knight of a castle slot, if there is one, goes back to court."""
    place = 1 << SLOT_1 + slot
    for k in range(STRENGTHS):
        if s.where[side, k] & place:
            s.where[side, k] &= ~place
            to_court(s, side, k)


@inner
def leave_castle(s: Any, side: int) -> None:
    """N82: all castle knights of a side return to court."""
    for k in range(STRENGTHS):
        slots = s.where[side, k] & IN_CASTLE
        s.where[side, k] &= ~IN_CASTLE
        while slots:
            to_court(s, side, k)
            slots &= slots - 1


@inlined
def join(s: Any, side: int, k: int, conflict: int) -> None:
    """N28: a knight takes the next space of a conflict, or joins its side's stack."""
    if s.power[conflict, side] == 0:
        s.space[conflict, s.spaces[conflict]] = side
        s.spaces[conflict] += 1
    s.where[side, k] |= 1 << LOWER_1 + conflict
    s.stack[conflict, side, k] += 1
    s.power[conflict, side] += k + 1


@inlined
def take_from_stack(s: Any, conflict: int, side: int, k: int) -> None:
    """A knight leaves its stack; its side keeps the space until the card is cleared."""
    s.stack[conflict, side, k] -= 1
    s.power[conflict, side] -= k + 1
    if s.stack[conflict, side, k] == 0:
        s.where[side, k] &= ~(1 << LOWER_1 + conflict)


@inner
def disperse(s: Any, conflict: int) -> None:
    """All knights of a conflict return to court, and the card leaves the game (N85)."""
    for i in range(s.spaces[conflict]):
        side = s.space[conflict, i]
        for k in range(STRENGTHS):
            while s.stack[conflict, side, k] > 0:
                take_from_stack(s, conflict, side, k)
                to_court(s, side, k)
    clear_card(s, conflict)


@inlined
def clear_card(s: Any, conflict: int) -> None:
    """The card of a conflict whose knights have gone leaves the game."""
    s.card[conflict], s.spaces[conflict] = -1, 0


@inner
def slide(s: Any, upper: int) -> None:
    """N86: a lost card moves from the upper to the lower row; stacks keep their spaces."""
    lower = upper - UPPER
    s.card[lower], s.spaces[lower] = s.card[upper], s.spaces[upper]
    for i in range(s.spaces[upper]):
        side = s.space[upper, i]
        s.space[lower, i] = side
        s.power[lower, side], s.power[upper, side] = s.power[upper, side], 0
        for k in range(STRENGTHS):
            s.stack[lower, side, k], s.stack[upper, side, k] = s.stack[upper, side, k], 0
            if s.stack[lower, side, k]:
                s.where[side, k] = s.where[side, k] & ~(1 << LOWER_1 + upper) | 1 << LOWER_1 + lower
    clear_card(s, upper)


@inner
def improve(s: Any, side: int, k: int, better: int, place: int) -> None:
    """N63: the stronger knight takes exactly the place of the weaker one, which goes to the reserve."""
    s.reserve[side, better] -= 1
    s.reserve[side, k] += 1
    if place == COURT:
        from_court(s, side, k)
        to_court(s, side, better)
        return
    if place < SLOT_1:
        c = place - COUNTY_A
        s.knight[c] += better - k
        s.total[c] += better - k
    elif place >= LOWER_1:
        conflict = place - LOWER_1
        s.stack[conflict, side, k] -= 1
        s.stack[conflict, side, better] += 1
        s.power[conflict, side] += better - k
        s.where[side, better] |= 1 << place
        if s.stack[conflict, side, k] == 0:
            s.where[side, k] &= ~(1 << place)
        return
    s.where[side, k] &= ~(1 << place)
    s.where[side, better] |= 1 << place


@inlined
def bring_home(s: Any, side: int, k: int) -> None:
    """N62: a knight comes from the reserve to court."""
    s.reserve[side, k] -= 1
    to_court(s, side, k)


@inlined
def empty_board(s: Any) -> None:
    """No knight in any county, no card in any conflict."""
    for c in range(COUNTIES):
        s.holder[c] = -1
    for i in range(CONFLICTS):
        s.card[i] = -1
