"""Phase 3: counties, castles, conflicts (N80 to N88)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lancaster.effects import (
    ask,
    award,
    ennoble,
    give_markers,
    open_titles,
    queue,
    queue_last,
    would_help,
)
from simcore.games.lancaster.knights import (
    clear_card,
    disperse,
    is_ally,
    leave_castle,
    leave_county,
    occupied_slots,
    owner,
    slide,
    take_from_stack,
    to_court,
)
from simcore.games.lancaster.parliament import in_order
from simcore.games.lancaster.state import (
    ALLY_RULE,
    AT_COUNTY,
    AT_RANSOM,
    AT_SLOT,
    AT_TRADE,
    BOTH,
    BY_CASTLE,
    BY_CONFLICT_LOSS,
    BY_CONFLICT_WIN,
    BY_COUNTY,
    CASTLE_RULE,
    CONFLICTS,
    COUNTIES,
    FIGHTING,
    GOLD,
    PAY_GOLD,
    REMOVE_TILE,
    REWARD,
    ROUNDS,
    SLOT,
    SLOT_1,
    SLOTS,
    STRENGTHS,
    TAKING_CASTLES,
    TITLE,
    TRADE_ONCE,
    UPPER,
)
from simcore.inner import inlined, inner
from simcore.options import KIND_SHIFT, add_row

RANKS = 3
OWN_CASTLE, ALLY_CASTLE, NOBLES = 0, 1, 2  # stages of a player's castle step
ENTERING = -1  # slots of the castle at hand are not yet counted
FREE, NONE_COME_HOME = 2, 3  # `ransom`
ONE_EACH, HALF_STRENGTH = 1, 2  # `loss_points_mode`
BOTH_HIGHER, SPLIT_DOWN = 1, 2  # `conflict_tie_rank`
ONLY_UPPER, ONLY_LOWER, NO_LOSSES = 1, 2, 3  # `loss_points`


# ---------------------------------------------------------------- counties (N81)


@inner
def next_county(s: Any, r: Any) -> bool:
    """N81: the next occupied county is evaluated."""
    while s.at < COUNTIES:
        if s.holder[county_at_hand(s, r)] >= 0:
            return ask(s, owner(s, s.holder[county_at_hand(s, r)]), AT_COUNTY)
        s.at += 1
    s.phase, s.turn, s.stage, s.slots_left = TAKING_CASTLES, 0, OWN_CASTLE, ENTERING
    return False


@inlined
def county_at_hand(s: Any, r: Any) -> Any:
    """N81, `county_order`."""
    return COUNTIES - 1 - s.at if r.backwards else np.int64(s.at)


@inner
def may_take_title(s: Any, r: Any, c: int) -> bool:
    """N81, N125: whether NOBLE is possible in a county."""
    side = s.holder[c]
    if is_ally(s, side):
        return s.titles[c] > 0 and r.ally_noble == REMOVE_TILE and r.ally_county_noble == 0
    return (open_titles(s, r, side) >> c) & 1 == 1


@inner
def printed_gold(r: Any, c: int) -> int:
    """Gold that a county's rule gives."""
    gold = 0
    for i in range(r.effects[c]):
        if r.opcode[c, i] == GOLD:
            gold += r.n[c, i]
    return gold


@inner
def may_take_both(s: Any, r: Any, c: int) -> bool:
    """N81, N125, `both_pay_timing`: whether BOTH is possible in a county."""
    side = s.holder[c]
    if is_ally(s, side) or not may_take_title(s, r, c):
        return False
    gold = np.int64(s.gold[side])
    if r.both_pay_timing:
        gold += printed_gold(r, c)
    return gold >= r.both_cost


@inner
def list_county(s: Any, r: Any, o: Any) -> int:
    """N81: REWARD, NOBLE, BOTH."""
    c = county_at_hand(s, r)
    n = add_row(o, 0, REWARD << KIND_SHIFT, 1)
    n = add_row(o, n, TITLE << KIND_SHIFT, np.int64(may_take_title(s, r, c)))
    return add_row(o, n, BOTH << KIND_SHIFT, np.int64(may_take_both(s, r, c)))


@inner
def take_county(s: Any, r: Any, kind: int) -> None:
    """N81: (2) the knight returns, (3) BOTH is paid, (4) the noble, (5) the printed rule."""
    c = county_at_hand(s, r)
    side = np.int64(s.holder[c])
    leave_county(s, c)
    s.at += 1
    if kind == BOTH and not r.both_pay_timing:
        s.gold[side] -= r.both_cost
    if kind != REWARD:
        if is_ally(s, side):
            s.titles[c] -= 1
            s.box += 1
        else:
            ennoble(s, side, c)
    if kind != TITLE:
        queue(s, r, side, c, 1, BY_COUNTY)
        if kind == BOTH and r.both_pay_timing:
            queue_last(s, PAY_GOLD, r.both_cost)


# ---------------------------------------------------------------- castles (N82)


@inner
def next_castle(s: Any, r: Any) -> bool:
    """N82: castles are executed in player order: slots, then markers for nobles, then knights return."""
    if s.turn == s.players:
        s.phase, s.at, s.turn, s.stage = FIGHTING, 0, 0, 0
        return False
    p = in_order(s, s.turn)
    if s.stage == NOBLES:
        close_castle(s, r, p)
        return False
    side = castle_side(s)
    if side >= r.sides:
        s.stage = NOBLES
        return False
    if s.slots_left == ENTERING:
        s.slots_left = working_slots(s, r, side)
    if s.slots_left == 0:
        s.stage, s.slots_left = s.stage + 1, ENTERING
        return False
    if r.castle_order:
        return ask(s, p, AT_SLOT)
    return execute_slot(s, r, side, first_in_order(s, r, side))


@inlined
def castle_side(s: Any) -> int:
    """N82: the side whose castle is executed."""
    p = in_order(s, s.turn)
    return p + s.players if s.stage == ALLY_CASTLE else p


@inner
def working_slots(s: Any, r: Any, side: int) -> int:
    """N82, `extension_pays_same_round`: slots with a knight or a tile, as places."""
    slots = occupied_slots(s, side)
    if is_ally(s, side):
        return slots
    return slots | (s.laid[side] & ~s.fresh[side] if r.extension_pays_same_round else s.laid[side])


@inner
def first_in_order(s: Any, r: Any, side: int) -> Any:
    """N82: the next slot of the printed order that is still to be executed."""
    for i in range(SLOTS):
        slot = r.ally_order[i] if is_ally(s, side) else r.slot_order[i]
        if (s.slots_left >> SLOT_1 + slot) & 1:
            return np.int64(slot)
    return 0


@inner
def execute_slot(s: Any, r: Any, side: int, slot: int) -> bool:
    """N82: a slot's rule; a trade is asked only if it can be paid and does something."""
    s.slots_left &= ~(1 << SLOT_1 + slot)
    s.at = slot
    rule = (ALLY_RULE if is_ally(s, side) else CASTLE_RULE) + slot
    if r.form[rule] != TRADE_ONCE:
        queue(s, r, side, rule, 1, BY_CASTLE)
        return False
    stock = s.gold[side] if r.pays_gold[rule] else s.squires[side]
    return stock >= r.cost[rule] and trade_helps(s, r, side, rule) and ask(s, side, AT_TRADE)


@inner
def trade_helps(s: Any, r: Any, side: int, rule: int) -> bool:
    """N82: whether any effect of a trade does something."""
    for i in range(r.effects[rule]):
        if would_help(s, r, side, r.opcode[rule, i]):
            return True
    return False


@inner
def trade(s: Any, r: Any) -> None:
    """N82: the trade of the slot at hand."""
    rule = CASTLE_RULE + s.at
    s.gold[s.cur] -= r.cost[rule] * r.pays_gold[rule]
    s.squires[s.cur] -= r.cost[rule] * r.pays_squires[rule]
    queue(s, r, s.cur, rule, 1, BY_CASTLE)


@inner
def list_slots(s: Any, o: Any) -> int:
    """`castle_order`: the slots still to be executed."""
    return add_row(o, 0, SLOT << KIND_SHIFT, s.slots_left >> SLOT_1)


@inner
def close_castle(s: Any, r: Any, p: int) -> None:
    """N82, `markers_per_noble`: markers for nobles; castle knights return to court."""
    give_markers(s, r, p, s.nobles[p] * r.markers_per_noble)
    leave_castle(s, p)
    if r.sides > r.players:
        leave_castle(s, p + s.players)
    s.turn += 1
    s.stage, s.slots_left = OWN_CASTLE, ENTERING


# ---------------------------------------------------------------- conflicts (N83 to N87)


@inner
def next_conflict(s: Any, r: Any) -> bool:
    """N83: the next open conflict is evaluated; captured knights are ransomed one by one."""
    if s.stage == 1:
        return next_captive(s, r)
    if s.at == CONFLICTS:
        return False
    conflict = conflict_at_hand(s, r)
    if s.card[conflict] >= 0:
        fight(s, r, conflict)
    s.at += s.stage == 0
    return False


@inlined
def conflict_at_hand(s: Any, r: Any) -> Any:
    """N83, `conflict_resolution_order`."""
    return s.at ^ UPPER if r.upper_first else np.int64(s.at)


@inlined
def england(s: Any, conflict: int) -> int:
    """N83: sum of all strengths on a card."""
    total = 0
    for i in range(s.spaces[conflict]):
        total += s.power[conflict, s.space[conflict, i]]
    return total


@inlined
def england_wins(r: Any, strength: int, card: int) -> bool:
    """N83, `conflict_win_compare`."""
    return strength > r.france[card] if r.conflict_win_compare else strength >= r.france[card]


@inner
def fight(s: Any, r: Any, conflict: int) -> None:
    """N84 to N87: a conflict is won or lost."""
    card = s.card[conflict]
    is_upper = 1 if conflict >= UPPER else 0
    wins = s.spaces[conflict] > 0 and england_wins(r, england(s, conflict), card)  # N87
    s.outcomes[is_upper, 0 if wins else 1] += 1
    s.empty += s.spaces[conflict] == 0
    for i in range(s.spaces[conflict]):
        if not is_ally(s, s.space[conflict, i]):
            if wins:
                s.won[s.space[conflict, i], is_upper] += 1
            else:
                s.beaten[s.space[conflict, i], is_upper] += 1
    if wins:
        pay_ranks(s, r, conflict, r.win[card], BY_CONFLICT_WIN)
        disperse(s, conflict)
        return
    pay_losses(s, r, conflict, is_upper)
    if not is_upper or (s.rounds == ROUNDS - 1 and r.last_round_upper_loss):
        s.stage, s.turn, s.captive = 1, 0, STRENGTHS - 1
    elif s.rounds == ROUNDS - 1:
        disperse(s, conflict)


@inner
def pay_losses(s: Any, r: Any, conflict: int, is_upper: int) -> None:
    """N86, `loss_points`, `loss_points_mode`: what a French win pays at once."""
    if r.loss_points == NO_LOSSES or r.loss_points == (ONLY_LOWER if is_upper else ONLY_UPPER):
        return
    if r.loss_points_mode == 0:
        pay_ranks(s, r, conflict, r.loss[s.card[conflict]], BY_CONFLICT_LOSS)
        return
    for i in range(s.spaces[conflict]):
        side = s.space[conflict, i]
        if not is_ally(s, side):
            points = 1 if r.loss_points_mode == ONE_EACH else s.power[conflict, side] // 2
            award(s, side, (points * r.scale + 50) // 100, BY_CONFLICT_LOSS)


@inner
def pay_ranks(s: Any, r: Any, conflict: int, prizes: Any, category: int) -> None:
    """N84 to N86: ranks 1 to 3 receive their points; an ally's are lost (N126)."""
    for i in range(s.spaces[conflict]):
        side = s.space[conflict, i]
        if not is_ally(s, side):
            award(s, side, ranked_prize(s, r, conflict, i, prizes), category)


@inner
def ranked_prize(s: Any, r: Any, conflict: int, i: int, prizes: Any) -> Any:
    """N84, `conflict_tie_rank`, `ally_conflict_rank`: the points of the side on space i."""
    power = s.power[conflict, s.space[conflict, i]]
    above, equal, earlier = 0, 0, 0
    for j in range(s.spaces[conflict]):
        other = s.space[conflict, j]
        if r.ally_conflict_rank and is_ally(s, other):
            continue
        above += s.power[conflict, other] > power
        equal += s.power[conflict, other] == power
        earlier += s.power[conflict, other] == power and j < i
    if r.conflict_tie_rank == SPLIT_DOWN:
        total = 0
        for k in range(above, min(above + equal, RANKS)):
            total += prizes[k]
        return total // equal
    rank = above if r.conflict_tie_rank == BOTH_HIGHER else above + earlier
    return np.int64(prizes[rank]) if rank < RANKS else 0


@inner
def next_captive(s: Any, r: Any) -> bool:
    """N86: captured knights, owners in player order, in falling strength; return whether a ransom is asked."""
    conflict = conflict_at_hand(s, r)
    while s.turn < s.players:
        p = in_order(s, s.turn)
        while s.captive >= 0:
            if s.stack[conflict, p, s.captive] == 0:
                s.captive -= 1
            elif r.ransom == FREE:
                release(s, conflict, p)
            elif r.ransom == NONE_COME_HOME or s.gold[p] < ransom_price(s, r):
                lose_captive(s, conflict, p)
            else:
                return ask(s, p, AT_RANSOM)
        if r.sides > r.players:
            capture_all(s, conflict, p + s.players, r.ally_ransom)
        s.captive = STRENGTHS - 1
        s.turn += 1
    clear_card(s, conflict)
    s.stage = 0
    s.at += 1
    return False


@inner
def capture_all(s: Any, conflict: int, ally: int, returns: int) -> None:
    """N126, `ally_ransom`: an ally's captured knights go to its reserve, or to its court."""
    for k in range(STRENGTHS):
        while s.stack[conflict, ally, k] > 0:
            take_from_stack(s, conflict, ally, k)
            if returns:
                to_court(s, ally, k)
            else:
                s.reserve[ally, k] += 1


@inlined
def ransom_price(s: Any, r: Any) -> Any:
    """N86, `ransom`: gold for the captured knight at hand."""
    return 1 if r.ransom else np.int64(s.captive) + 1


@inlined
def release(s: Any, conflict: int, p: int) -> None:
    """N86: the captured knight at hand returns to court."""
    take_from_stack(s, conflict, p, s.captive)
    to_court(s, p, s.captive)


@inlined
def lose_captive(s: Any, conflict: int, p: int) -> None:
    """N86: the captured knight at hand goes to the reserve."""
    take_from_stack(s, conflict, p, s.captive)
    s.reserve[p, s.captive] += 1
    s.lost[p] += 1


@inner
def ransom(s: Any, r: Any, pays: bool) -> None:
    """N86: the answer to a ransom."""
    conflict = conflict_at_hand(s, r)
    if pays:
        s.gold[s.cur] -= ransom_price(s, r)
        s.ransomed[s.cur] += 1
        release(s, conflict, s.cur)
    else:
        lose_captive(s, conflict, s.cur)


@inner
def slide_cards(s: Any) -> None:
    """N86: lost cards of the upper row move to the lower row of their column."""
    for conflict in range(UPPER, CONFLICTS):
        if s.card[conflict] >= 0:
            slide(s, conflict)
