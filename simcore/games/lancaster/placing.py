"""Phase 1: placing knights (N20 to N31)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lancaster.effects import ask, queue
from simcore.games.lancaster.knights import (
    from_court,
    is_ally,
    join,
    leave_county,
    occupied_slots,
    owner,
    places,
    settle,
)
from simcore.games.lancaster.state import (
    ADD,
    ALLY_CASTLE,
    ALLY_CONFLICT,
    ALLY_COUNTY,
    AT_FAVOR,
    AT_PLACE,
    BY_FAVOR,
    CASTLE,
    CONFLICT,
    CONFLICTS,
    COUNTIES,
    COUNTY,
    COUNTY_A,
    FAVOR,
    FAVOR_RULE,
    IN_CASTLE,
    IN_COUNTIES,
    MAX_SQUIRES,
    PASS,
    SLOT_1,
    STRENGTHS,
    VOTING,
)
from simcore.inner import inlined, inner
from simcore.lanes import at_most, row
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_row

SQUIRE_BITS = 6  # of a COUNTY's what: strength - 1, then squires


@inlined
def own_ground(s: Any, r: Any, p: int) -> int:
    """N25, N122, `self_expel`: counties that a player's sides hold and may not enter."""
    if r.self_expel:
        return 0
    held = places(s, p)
    if r.sides > r.players:
        held |= places(s, p + s.players)
    return (held & IN_COUNTIES) >> COUNTY_A


@inlined
def enterable(s: Any, r: Any, k: int, squires: int, closed: int) -> int:
    """N23, N24: counties that a knight of strength k + 1 may enter with so many squires."""
    reach = r.reach[k + 1 + squires if r.minimum_counts_squires else k + 1]
    return reach & ~closed & at_most(row(s.total), k + squires)


@inlined
def open_slots(s: Any, r: Any, side: int) -> int:
    """N27, N123: slots of a side's castle without a knight or a tile; bit 0 is slot 1."""
    slots = r.ally_slots if is_ally(s, side) else IN_CASTLE & ~s.laid[side]
    return (slots & ~occupied_slots(s, side)) >> SLOT_1


@inlined
def joinable(s: Any, r: Any, side: int) -> int:
    """N28: conflicts where a side holds a space or finds a free one."""
    conflicts = 0
    for i in range(CONFLICTS):
        if s.card[i] >= 0 and (s.power[i, side] > 0 or s.spaces[i] < r.conflict_participants):
            conflicts |= 1 << i
    return conflicts


@inlined
def squires_at_hand(s: Any, side: int) -> Any:
    """N23, N122: squires that a side's knight may take along."""
    return 0 if is_ally(s, side) else min(np.int64(s.squires[side]), MAX_SQUIRES)


@inner
def side_can_place(s: Any, r: Any, side: int, closed: int) -> bool:
    """N20: whether a side has a legal placement."""
    strongest = -1
    for k in range(STRENGTHS):
        if s.court[side, k]:
            strongest = k
    if strongest < 0:
        return False
    if open_slots(s, r, side) or joinable(s, r, side):
        return True
    # A stronger knight may do all that a weaker one may.
    return enterable(s, r, strongest, squires_at_hand(s, side), closed) != 0


@inner
def can_place(s: Any, r: Any, p: int) -> bool:
    """N20, N121: whether a player has a legal placement, own or ally."""
    closed = own_ground(s, r, p)
    if side_can_place(s, r, p, closed):
        return True
    return r.sides > r.players and side_can_place(s, r, p + s.players, closed)


@inner
def next_placement(s: Any, r: Any) -> bool:
    """N20 to N22: the turn goes to the next player with a legal placement; without one, phase 1 ends."""
    while s.passes < s.players:
        s.mover = (s.mover + 1) % s.players
        if can_place(s, r, s.mover):
            return ask(s, s.mover, AT_PLACE)
        s.passes += 1
    s.phase, s.at, s.turn, s.stage = VOTING, 0, 0, 0
    return False


# ---------------------------------------------------------------- options


@inner
def list_placements(s: Any, r: Any, o: Any) -> int:
    """N20: all placements of the player on turn; return the number of rows."""
    p = s.cur
    closed = own_ground(s, r, p)
    n = list_counties(s, r, o, 0, p, closed, COUNTY)
    n = list_castle(s, r, o, n, p, CASTLE)
    n = list_conflicts(s, r, o, n, p, CONFLICT)
    if r.sides > r.players:
        ally = p + s.players
        n = list_counties(s, r, o, n, ally, closed, ALLY_COUNTY)
        n = list_castle(s, r, o, n, ally, ALLY_CASTLE)
        n = list_conflicts(s, r, o, n, ally, ALLY_CONFLICT)
    if r.squires_later:
        n = list_additions(s, o, n, p)
    if r.pass_allowed:
        n = add_row(o, n, PASS << KIND_SHIFT, 1)
    return n


@inner
def list_counties(s: Any, r: Any, o: Any, n: int, side: int, closed: int, kind: int) -> int:
    """N23: a row a strength and number of squires."""
    squires = squires_at_hand(s, side)
    for k in range(STRENGTHS):
        if s.court[side, k]:
            for q in range(squires + 1):
                head = kind << KIND_SHIFT | (k << SQUIRE_BITS | q) << WHAT_SHIFT
                n = add_row(o, n, head, enterable(s, r, k, q, closed))
    return n


@inner
def list_castle(s: Any, r: Any, o: Any, n: int, side: int, kind: int) -> int:
    """N27: a row a strength."""
    slots = open_slots(s, r, side)
    for k in range(STRENGTHS):
        if s.court[side, k]:
            n = add_row(o, n, kind << KIND_SHIFT | k << WHAT_SHIFT, slots)
    return n


@inner
def list_conflicts(s: Any, r: Any, o: Any, n: int, side: int, kind: int) -> int:
    """N28: a row a strength."""
    conflicts = joinable(s, r, side)
    for k in range(STRENGTHS):
        if s.court[side, k]:
            n = add_row(o, n, kind << KIND_SHIFT | k << WHAT_SHIFT, conflicts)
    return n


@inner
def list_additions(s: Any, o: Any, n: int, p: int) -> int:
    """N26, `squires_later`: a row a number of squires; totals stay within a byte."""
    for q in range(1, squires_at_hand(s, p) + 1):
        counties = 0
        for c in range(COUNTIES):
            if s.holder[c] == p and s.total[c] + q < 128:
                counties |= 1 << c
        n = add_row(o, n, ADD << KIND_SHIFT | q << WHAT_SHIFT, counties)
    return n


@inner
def list_favors(s: Any, r: Any, o: Any, decline: int) -> int:
    """N29: the favor tiles face up."""
    n = add_row(o, 0, FAVOR << KIND_SHIFT, s.favors)
    return add_row(o, n, decline << KIND_SHIFT, r.favor_take)


# ---------------------------------------------------------------- actions


@inner
def place(s: Any, r: Any, action: int) -> bool:
    """N20: carry out a turn of phase 1; return whether it asks for a favor."""
    kind, what, where = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    s.turns += 1
    s.passes = s.passes + 1 if kind == PASS else 0
    if kind == PASS:
        return False
    if kind == ADD:
        reinforce(s, where, what)
        return False
    ally = kind >= ALLY_COUNTY
    side = s.cur + s.players if ally else np.int64(s.cur)
    base = kind - (ALLY_COUNTY - COUNTY) if ally else kind
    if base == COUNTY:
        k, squires = what >> SQUIRE_BITS, what & MAX_SQUIRES
        enter(s, r, side, k, where, squires)
        return False
    from_court(s, side, what)
    if base == CASTLE:
        s.where[side, what] |= 1 << SLOT_1 + where
        return False
    join(s, side, what, where)
    s.side = side
    return s.favors != 0 and ask(s, s.cur, AT_FAVOR)


@inner
def enter(s: Any, r: Any, side: int, k: int, c: int, squires: int) -> None:
    """N23, N24: a knight enters a county and drives out the one that stands there."""
    from_court(s, side, k)
    if not is_ally(s, side):
        s.squires[side] -= squires
    if s.holder[c] >= 0:
        loser = owner(s, s.holder[c])
        if r.expelled_squires:
            s.squires[loser] += s.helpers[c]
        s.expelled[owner(s, side)] += loser != owner(s, side)
        leave_county(s, c)
    settle(s, side, k, c, squires)


@inner
def reinforce(s: Any, c: int, squires: int) -> None:
    """N26, `squires_later`: squires join a knight that already stands."""
    s.squires[s.cur] -= squires
    s.helpers[c] += squires
    s.total[c] += squires


@inner
def take_favor(s: Any, r: Any, tile: int) -> None:
    """N29: a favor tile is turned down, and what it says is carried out."""
    s.favors &= ~(1 << tile)
    queue(s, r, s.side, FAVOR_RULE + tile, 1, BY_FAVOR)
