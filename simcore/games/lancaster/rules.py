"""The rules of Lancaster: set-up, rounds, decision points, end.

Rule numbers are those of docs/games/lancaster.md. Phase 1 stands in placing.py, phase 2 in parliament.py, phase 3 in
rewards.py, printed effects in effects.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lancaster.effects import (
    ask,
    better_knight,
    carry_out,
    ennoble,
    free_slots,
    improvable,
    open_titles,
    remove_title,
    served_once,
    titles_left,
)
from simcore.games.lancaster.ending import write_scores
from simcore.games.lancaster.knights import empty_board, improve, leave_slot, to_court
from simcore.games.lancaster.parliament import (
    choose_quantity,
    commit_vote,
    in_order,
    list_amounts,
    list_votes,
    next_law,
    next_vote,
    quantity,
)
from simcore.games.lancaster.placing import list_favors, list_placements, next_placement, place, take_favor
from simcore.games.lancaster.rewards import (
    castle_side,
    execute_slot,
    list_county,
    list_slots,
    next_castle,
    next_conflict,
    next_county,
    ransom,
    slide_cards,
    take_county,
    trade,
)
from simcore.games.lancaster.state import (
    AT_ALLY_NOBLE,
    AT_COUNTY,
    AT_EXTENSION,
    AT_FAVOR,
    AT_NOBLE,
    AT_PLACE,
    AT_QUANTITY,
    AT_RANSOM,
    AT_SLOT,
    AT_START_PLAYER,
    AT_START_TILE,
    AT_TRADE,
    AT_UPGRADE,
    AT_VOTE,
    BALLOTS,
    CONFLICTS,
    COUNTIES,
    DECK,
    DECLINE,
    FAVOR,
    FIGHTING,
    GROUPS,
    LAWS,
    MAX_GROUP,
    NAME,
    NOBLE,
    PILE,
    PLACING,
    RANSOM,
    ROUNDS,
    SETTING_UP,
    SLOT_1,
    SLOTS,
    STRENGTHS,
    TAKING_CASTLES,
    TAKING_COUNTIES,
    TILE,
    TRADE,
    UPGRADE,
    UPPER,
    VOTING,
    kernel,
)
from simcore.inner import inlined, inner
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_row
from simcore.scoring import rank_seats
from simcore.streams import DEAL, below, shuffle

NOBODY = -1
BETTER_BITS = 2  # of an UPGRADE's what: strength - 1 before, then after


# ---------------------------------------------------------------- set-up (N10 to N17)


@kernel.deal
def deal(s: Any, r: Any) -> None:
    """N10 to N17: set up a game and ask for the first tile.

    N11 draws the start player. Seats are counted from the first start player, so that it is seat 0; who sits there
    is drawn by the plan.
    """
    empty_board(s)
    deal_conflicts(s, r)
    deal_laws(s, r)
    for c in range(COUNTIES):
        s.titles[c] = r.titles
    s.box = 36 - COUNTIES * r.titles
    for side in range(r.sides):
        muster(s, r, side)
    for p in range(s.players):
        s.gold[p], s.squires[p], s.markers[p] = r.start_gold, r.start_squires, r.start_markers
    s.favors = all_favors(r)
    s.phase, s.named = SETTING_UP, NOBODY
    if r.start_tile_choice:
        for turn in range(s.players):
            s.laid[in_order(s, turn)] = 1 << SLOT_1 + below(s, DEAL, SLOTS)
        s.turn = s.players
    advance(s, r)


@inner
def muster(s: Any, r: Any, side: int) -> None:
    """N10, N120: a side's knights at court and in the reserve."""
    for k in range(STRENGTHS):
        here = r.ally_in_court[k] if side >= s.players else r.in_court[k]
        s.reserve[side, k] = r.knights[k] - here
        for _ in range(here):
            to_court(s, side, k)


@inner
def deal_conflicts(s: Any, r: Any) -> None:
    """N14: the conflict deck."""
    for i in range(DECK):
        s.deck[i] = r.deck[i]
    s.deck_left = DECK
    shuffle(s, DEAL, s.deck, DECK)


@inner
def deal_laws(s: Any, r: Any) -> None:
    """N15, `law_order`: the current laws, then the pile: group 1 on top, 4 at the bottom."""
    cards = np.zeros(MAX_GROUP, np.int8)
    s.pile_left = PILE
    top = PILE
    for g in range(GROUPS):
        for i in range(r.group_size[g]):
            cards[i] = r.group[g, i]
        shuffle(s, DEAL, cards, r.group_size[g])
        for i in range(r.group_cards[g]):
            if g == 0:
                s.law[i] = cards[i]
            else:
                top -= 1
                s.pile[top] = cards[i]
    if r.law_order:
        shuffle(s, DEAL, s.pile, PILE)


@inlined
def all_favors(r: Any) -> Any:
    """N13: the favor tiles face up."""
    return (1 << r.favor_tiles) - 1


@inner
def begin_round(s: Any, r: Any) -> None:
    """N17: three proposals, two new conflicts, all favor tiles face up."""
    for i in range(BALLOTS):
        s.pile_left -= 1
        s.bill[i] = s.pile[s.pile_left]
    for conflict in range(UPPER, CONFLICTS):
        s.deck_left -= 1
        s.card[conflict] = s.deck[s.deck_left]
    s.favors = all_favors(r)
    s.fresh[:] = 0
    s.phase, s.passes = PLACING, 0
    s.mover = in_order(s, s.players - 1)


@inner
def next_start_tile(s: Any, r: Any) -> bool:
    """N16: in player order each player lays a first tile; then round 1 begins."""
    if s.turn < s.players:
        return ask(s, in_order(s, s.turn), AT_START_TILE)
    begin_round(s, r)
    return False


# ---------------------------------------------------------------- what comes next


@inner
def advance(s: Any, r: Any) -> None:
    """Carry out the rules until somebody must decide or the game is over."""
    waits = False
    while not waits and not s.over:
        if carry_out(s, r):
            return
        if s.phase == PLACING:
            waits = next_placement(s, r)
        elif s.phase == VOTING:
            waits = next_vote(s, r)
        elif s.phase == LAWS:
            waits = next_law(s, r)
        elif s.phase == TAKING_COUNTIES:
            waits = next_county(s, r)
        elif s.phase == TAKING_CASTLES:
            waits = next_castle(s, r)
        elif s.phase == FIGHTING:
            waits = next_conflict(s, r)
            if s.at == CONFLICTS:
                end_round(s, r)
        else:
            waits = next_start_tile(s, r)


@inner
def end_round(s: Any, r: Any) -> None:
    """N88, `start_player_unclaimed`: the start player changes; the game ends after five rounds."""
    slide_cards(s)
    if s.named != NOBODY:
        s.start = s.named
    elif r.start_player_unclaimed:
        s.start = in_order(s, 1)
    s.named = NOBODY
    s.rounds += 1
    if s.rounds == ROUNDS:
        s.over = 1
    else:
        begin_round(s, r)


# ---------------------------------------------------------------- legal options


@kernel.legal
def legal(s: Any, r: Any, o: Any) -> None:
    """List what the player at hand may do; `none` comes last."""
    point = s.point
    if point == AT_PLACE:
        o.n = list_placements(s, r, o)
    elif point == AT_VOTE:
        o.n = list_votes(s, r, o)
    elif point == AT_COUNTY:
        o.n = list_county(s, r, o)
    elif point == AT_FAVOR:
        o.n = list_favors(s, r, o, DECLINE)
    elif point == AT_UPGRADE:
        o.n = list_upgrades(s, r, o)
    elif point == AT_QUANTITY:
        o.n = list_amounts(s, r, o)
    elif point == AT_SLOT:
        o.n = list_slots(s, o)
    elif point == AT_START_TILE:
        o.n = add_row(o, 0, TILE << KIND_SHIFT, (1 << SLOTS) - 1)
    elif point == AT_START_PLAYER:
        o.n = add_row(o, 0, NAME << KIND_SHIFT, (1 << s.players) - 1)
    else:
        o.n = or_none(o, list_offer(s, r, o))


@inner
def list_offer(s: Any, r: Any, o: Any) -> int:
    """What may be taken or declined."""
    if s.point == AT_EXTENSION:
        return add_row(o, 0, TILE << KIND_SHIFT, free_slots(s, r, s.cur) >> SLOT_1)
    if s.point == AT_NOBLE:
        return add_row(o, 0, NOBLE << KIND_SHIFT, open_titles(s, r, s.cur))
    if s.point == AT_ALLY_NOBLE:
        return add_row(o, 0, NOBLE << KIND_SHIFT, titles_left(s))
    return add_row(o, 0, (TRADE if s.point == AT_TRADE else RANSOM) << KIND_SHIFT, 1)


@inlined
def or_none(o: Any, n: int) -> int:
    """Add the option to decline."""
    return add_row(o, n, DECLINE << KIND_SHIFT, 1)


@inner
def list_upgrades(s: Any, r: Any, o: Any) -> int:
    """N63, N64: a row a strength that can be improved."""
    n, opcode = 0, s.opcode[s.effect]
    for k in range(STRENGTHS - 1):
        places = improvable(s, r, s.side, opcode, k)
        what = k << BETTER_BITS | max(better_knight(s, r, s.side, k), 0)
        n = add_row(o, n, UPGRADE << KIND_SHIFT | what << WHAT_SHIFT, places)
    return or_none(o, n)


# ---------------------------------------------------------------- actions


@kernel.apply
def apply(s: Any, r: Any, action: int) -> None:
    """Carry out an action; then the rules go on to the next decision."""
    if not decide(s, r, action):
        advance(s, r)


@inner
def decide(s: Any, r: Any, action: int) -> bool:
    """Carry out an action; return whether it asks a decision at once."""
    point, kind, where = s.point, action >> KIND_SHIFT, action & PLACE_MASK
    if point == AT_PLACE:
        return place(s, r, action)
    if point == AT_VOTE:
        commit_vote(s, action)
    elif point == AT_COUNTY:
        take_county(s, r, kind)
    elif point == AT_QUANTITY:
        choose_quantity(s, r, quantity(action))
    elif point == AT_RANSOM:
        ransom(s, r, kind == RANSOM)
    elif point == AT_SLOT:
        return execute_slot(s, r, castle_side(s), where)
    elif point == AT_START_TILE:
        s.laid[s.cur] = 1 << SLOT_1 + where
        s.turn += 1
    elif point == AT_FAVOR:
        if kind == FAVOR:
            take_favor(s, r, where)
    elif point == AT_TRADE:
        if kind == TRADE:
            trade(s, r)
    else:
        serve_choice(s, kind, action >> WHAT_SHIFT & WHAT_MASK, where)
    return False


@inner
def serve_choice(s: Any, kind: int, what: int, where: int) -> None:
    """N63 to N67: the decision of the effect at hand."""
    served_once(s)
    if kind == UPGRADE:
        improve(s, s.side, what >> BETTER_BITS, what & (1 << BETTER_BITS) - 1, where)
    elif kind == TILE:
        leave_slot(s, s.cur, where)
        s.laid[s.cur] |= 1 << SLOT_1 + where
        s.fresh[s.cur] |= 1 << SLOT_1 + where
    elif kind == NAME:
        s.named, s.times[s.effect] = where, 0  # to name twice means nothing
    elif kind == NOBLE:
        if s.point == AT_NOBLE:
            ennoble(s, s.cur, where)
        else:
            remove_title(s, where)


# ---------------------------------------------------------------- end (N100 to N102)


@kernel.standing
def standing(s: Any, r: Any) -> None:
    """N100 to N102: what every seat would score now."""
    write_scores(s, r)


@kernel.finish
def finish(s: Any, r: Any) -> None:
    """N102: most power points win; tied players share."""
    standing(s, r)
    rank_seats(s)
