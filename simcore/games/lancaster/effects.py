"""Printed effects (N60 to N67): what they give at once, and the decisions they ask.

The effects of a rule wait in a queue (``s.opcode``, ``s.times``) and are carried out left to right for one side. Each
function that may ask a decision returns whether it does.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.lancaster.knights import bring_home, is_ally, occupied_slots, owner
from simcore.games.lancaster.state import (
    ALL_COUNTIES,
    AS_PLAYER,
    AT_ALLY_NOBLE,
    AT_COURT,
    AT_EXTENSION,
    AT_NOBLE,
    AT_START_PLAYER,
    AT_UPGRADE,
    COUNTIES,
    ENNOBLE,
    EXTEND,
    FIRST,
    GOLD,
    IN_CASTLE,
    IN_CONFLICTS,
    IN_COUNTIES,
    IN_UPPER,
    LAWS,
    MAX_POINTS,
    MAX_STOCK,
    OF_CASTLE_KNIGHTS,
    OF_CONFLICT_KNIGHTS,
    OF_CONFLICTS,
    OF_COUNTIES,
    OF_DEPLOYED,
    OF_DEPLOYED_1,
    OF_EXTENSIONS,
    OF_GOLD,
    OF_NOBLES,
    OF_SQUIRES,
    ON_BOARD,
    PAY_GOLD,
    PP,
    RAISE,
    RAISE_34,
    RECRUIT,
    REMOVE_TILE,
    SQUIRE,
    STRENGTHS,
    UPPER,
    VOID,
)
from simcore.inner import inlined, inner
from simcore.lanes import at_most, row

SUPPLY = 37  # pieces of a kind, if the supply is limited (N3)
NO_KNIGHT = -1


# ---------------------------------------------------------------- stocks


@inlined
def award(s: Any, p: int, points: int, category: int) -> None:
    """N4: power points, written down by where they come from."""
    points = min(points, MAX_POINTS - s.pp[p])
    s.pp[p] += points
    s.points[p, category] += points


@inner
def supplied(s: Any, r: Any, stock: Any, p: int, n: int, lent: int) -> int:
    """N3, `supply_limit`: what is left of a gain when the supply is short."""
    n = min(n, MAX_STOCK - stock[p])
    if not r.supply_limit:
        return n
    left = SUPPLY - lent
    for q in range(s.players):
        left -= stock[q]
    return max(0, min(n, left))


@inner
def give_gold(s: Any, r: Any, p: int, n: int) -> int:
    """Gold from the supply."""
    n = supplied(s, r, s.gold, p, n, 0)
    s.gold[p] += n
    return n


@inner
def give_squires(s: Any, r: Any, p: int, n: int) -> int:
    """Squires from the supply."""
    lent = 0
    for c in range(COUNTIES):
        lent += s.helpers[c]
    n = supplied(s, r, s.squires, p, n, lent)
    s.squires[p] += n
    return n


@inner
def give_markers(s: Any, r: Any, p: int, n: int) -> int:
    """Voting markers from the supply."""
    n = supplied(s, r, s.markers, p, n, 0)
    s.markers[p] += n
    return n


@inner
def give(s: Any, r: Any, p: int, opcode: int, n: int) -> None:
    """N61: power points, gold, squires or markers."""
    if opcode == PP:
        award(s, p, n, s.source)
    elif opcode == GOLD:
        n = give_gold(s, r, p, n)
    elif opcode == SQUIRE:
        n = give_squires(s, r, p, n)
    else:
        n = give_markers(s, r, p, n)
    if s.phase == LAWS:
        s.handed[p, s.at, opcode] += n


# ---------------------------------------------------------------- metrics (N44 to N47)


@inlined
def deployed(s: Any, r: Any, p: int, k: int) -> int:
    """N2, `deployed_scope`: own knights of strength k + 1 on the board."""
    n = r.knights[k] - s.reserve[p, k] - s.court[p, k]
    if r.deployed_scope:
        n -= popcount(s.where[p, k] & IN_CASTLE)
    return n


@inner
def conflict_knights(s: Any, r: Any, p: int) -> int:
    """N47, `conflict_count_rows`: own knights in conflicts."""
    n = 0
    for conflict in range(UPPER if r.conflict_count_rows else 0, 2 * UPPER):
        for k in range(STRENGTHS):
            n += s.stack[conflict, p, k]
    return n


@inlined
def attended(s: Any, r: Any, p: int) -> int:
    """N47: open conflicts with an own knight."""
    own = s.where[p, 0] | s.where[p, 1] | s.where[p, 2] | s.where[p, 3]
    return popcount(own & (IN_UPPER if r.conflict_count_rows else IN_CONFLICTS))


@inlined
def own_counties(s: Any, p: int) -> int:
    """Counties that an own knight holds."""
    return popcount((s.where[p, 0] | s.where[p, 1] | s.where[p, 2] | s.where[p, 3]) & IN_COUNTIES)


@inner
def squires_counted(s: Any, r: Any, p: int) -> int:
    """N47, `squire_majority_scope`: squires in stock, or also those in counties."""
    n = s.squires[p]
    if r.squire_majority_scope:
        for c in range(COUNTIES):
            if s.holder[c] == p:
                n += s.helpers[c]
    return n


@inner
def strength_outside(s: Any, r: Any, p: int) -> int:
    """N100: sum of strengths outside the reserve."""
    total = 0
    for k in range(STRENGTHS):
        total += (k + 1) * (r.knights[k] - s.reserve[p, k])
    return total


@inner
def measure(s: Any, r: Any, metric: int, p: int) -> int:
    """Return what a metric counts of a player."""
    if metric == OF_GOLD:
        return s.gold[p]
    if metric == OF_SQUIRES:
        return squires_counted(s, r, p)
    if metric == OF_COUNTIES:
        return own_counties(s, p)
    if metric == OF_CONFLICTS:
        return attended(s, r, p)
    if metric == OF_CONFLICT_KNIGHTS:
        return conflict_knights(s, r, p)
    if metric == OF_CASTLE_KNIGHTS:
        return popcount(occupied_slots(s, p))
    if metric < OF_DEPLOYED:
        return deployed(s, r, p, metric - OF_DEPLOYED_1)
    if metric == OF_DEPLOYED:
        total = 0
        for k in range(STRENGTHS):
            total += (k + 1) * deployed(s, r, p, k)
        return total
    if metric == OF_EXTENSIONS:
        return popcount(s.laid[p])
    if metric == OF_NOBLES:
        return s.nobles[p]
    return strength_outside(s, r, p)


# ---------------------------------------------------------------- what is possible


@inlined
def recruit(s: Any, r: Any, side: int) -> int:
    """N62, `recruit_fallback`: strength - 1 of the knight that a recruit brings, or NO_KNIGHT."""
    if s.reserve[side, 0] > 0:
        return 0
    if r.recruit_fallback:
        for k in range(1, STRENGTHS):
            if s.reserve[side, k] > 0:
                return k
    return NO_KNIGHT


@inlined
def better_knight(s: Any, r: Any, side: int, k: int) -> int:
    """N63, `upgrade_step`: strength - 1 of the knight that replaces one of strength k + 1, or NO_KNIGHT."""
    if k + 1 < STRENGTHS and s.reserve[side, k + 1] > 0:
        return k + 1
    if r.upgrade_step:
        for better in range(k + 2, STRENGTHS):
            if s.reserve[side, better] > 0:
                return better
    return NO_KNIGHT


@inlined
def upgrade_scope(r: Any, opcode: int) -> int:
    """N63, N64, `upgrade_scope`: places where a knight may be improved."""
    if opcode != RAISE:
        return ON_BOARD
    if r.upgrade_scope == 0:
        return ON_BOARD | AT_COURT
    return AT_COURT if r.upgrade_scope == 1 else ON_BOARD


@inner
def improvable(s: Any, r: Any, side: int, opcode: int, k: int) -> int:
    """N63, N64: places where the effect may improve a knight of strength k + 1."""
    better = better_knight(s, r, side, k)
    if better == NO_KNIGHT or (opcode == RAISE_34 and k != 2):
        return 0
    return s.where[side, k] & upgrade_scope(r, opcode)


@inner
def can_improve(s: Any, r: Any, side: int, opcode: int) -> bool:
    """Whether the effect may improve any knight."""
    for k in range(STRENGTHS - 1):
        if improvable(s, r, side, opcode, k):
            return True
    return False


@inlined
def free_slots(s: Any, r: Any, p: int) -> int:
    """N65, `extension_on_occupied`: slots whose tile may be laid, as places."""
    free = IN_CASTLE & ~s.laid[p]
    return free if r.extension_on_occupied else free & ~occupied_slots(s, p)


@inlined
def titles_left(s: Any) -> int:
    """N124: letters with a noble tile left."""
    return ALL_COUNTIES & ~at_most(row(s.titles), 0)


@inlined
def open_titles(s: Any, r: Any, p: int) -> int:
    """N66, `noble_duplicates`: letters with a noble tile left that a player may take."""
    letters = titles_left(s)
    return letters if r.noble_duplicates else letters & at_most(row(s.noble[p]), 0)


@inner
def would_help(s: Any, r: Any, side: int, opcode: int) -> bool:
    """N82: whether an effect does anything for a side now."""
    if is_ally(s, side) and r.ally_effect[opcode] == VOID:
        return False
    if opcode < RECRUIT:
        return True
    if opcode == RECRUIT:
        return recruit(s, r, side) != NO_KNIGHT
    if opcode == EXTEND:
        return free_slots(s, r, side) != 0
    if opcode == ENNOBLE:
        return (titles_left(s) if is_ally(s, side) else open_titles(s, r, side)) != 0
    return opcode == FIRST or can_improve(s, r, side, opcode)


# ---------------------------------------------------------------- the queue


@inlined
def queue(s: Any, r: Any, side: int, rule: int, times: int, source: int) -> None:
    """N60: a rule's effects, every n multiplied, wait to be carried out for a side."""
    s.side, s.source, s.effect, s.effects = side, source, 0, r.effects[rule]
    for i in range(r.effects[rule]):
        s.opcode[i] = r.opcode[rule, i]
        s.times[i] = r.n[rule, i] * times


@inlined
def queue_last(s: Any, opcode: int, times: int) -> None:
    """One effect more."""
    s.opcode[s.effects], s.times[s.effects] = opcode, times
    s.effects += 1


@inner
def carry_out(s: Any, r: Any) -> bool:
    """Carry out what waits until a decision is asked (true) or nothing is left."""
    while s.effect < s.effects:
        if s.times[s.effect] > 0:
            if is_ally(s, s.side):
                asks = serve_ally(s, r, s.opcode[s.effect])
            else:
                asks = serve(s, r, s.side, s.opcode[s.effect])
            if asks:
                return True
        s.effect += 1
    return False


@inlined
def ask(s: Any, p: int, point: int) -> bool:
    """A player is to decide."""
    s.cur, s.point = p, point
    return True


@inner
def serve(s: Any, r: Any, p: int, opcode: int) -> bool:
    """Carry out an effect for a player; return whether it asks a decision."""
    if opcode < RECRUIT:
        give(s, r, p, opcode, s.times[s.effect])
    elif opcode == RECRUIT:
        enlist(s, r, p)
    elif opcode == EXTEND:
        return free_slots(s, r, p) != 0 and ask(s, p, AT_EXTENSION)
    elif opcode == ENNOBLE:
        return open_titles(s, r, p) != 0 and ask(s, p, AT_NOBLE)
    elif opcode == FIRST:
        return ask(s, p, AT_START_PLAYER)
    elif opcode == PAY_GOLD:
        s.gold[p] -= min(s.gold[p], s.times[s.effect])
    else:
        return can_improve(s, r, p, opcode) and ask(s, p, AT_UPGRADE)
    return False


@inner
def serve_ally(s: Any, r: Any, opcode: int) -> bool:
    """N124: carry out an effect for an ally; return whether it asks its player a decision."""
    p, use = owner(s, s.side), r.ally_effect[opcode]
    if use == REMOVE_TILE:
        return titles_left(s) != 0 and ask(s, p, AT_ALLY_NOBLE)
    if use == AS_PLAYER:
        if opcode == RECRUIT:
            enlist(s, r, s.side)
        elif opcode == FIRST:
            return ask(s, p, AT_START_PLAYER)
        else:
            return can_improve(s, r, s.side, opcode) and ask(s, p, AT_UPGRADE)
    return False


@inner
def enlist(s: Any, r: Any, side: int) -> None:
    """N62: recruits come to court; without knights in the reserve nothing happens."""
    for _ in range(s.times[s.effect]):
        k = recruit(s, r, side)
        if k == NO_KNIGHT:
            return
        bring_home(s, side, k)


@inlined
def served_once(s: Any) -> None:
    """A decision of the effect at hand has been taken."""
    s.times[s.effect] -= 1


@inlined
def ennoble(s: Any, p: int, c: int) -> None:
    """N6: a player takes a noble tile of a county."""
    s.titles[c] -= 1
    s.noble[p, c] += 1
    s.nobles[p] += 1


@inlined
def remove_title(s: Any, c: int) -> None:
    """N124: a noble tile goes to the box."""
    s.titles[c] -= 1
    s.box += 1
