"""What an action would lead to: the best store, building, decree, sale or trade by the deciding bot's weights.

So a decision is seen with what can follow from it in the same turn: who visits Maia sees the store that he can pay.
Options that are only thought of are weighed in the scratch row, which is never on the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit
from simcore.games.lisboa.actions import stores_of
from simcore.games.lisboa.possible import can_act, state_actions, trade_actions
from simcore.games.lisboa.prospects import add_building, add_store, best_building, best_store
from simcore.games.lisboa.scoring import decree_wigs
from simcore.games.lisboa.state import (
    ACT,
    BUILD_SHIP,
    BUILD_STORE,
    GOODS,
    LESS_SHIP,
    PER,
    PRODUCE,
    RECRUIT,
    SALE_ALL,
    SALE_GOLD,
    SHIPS,
    STATE_ACTIONS,
    STATE_OP,
    TAKE_DECREE,
    TAKE_FAVOR,
    TAKE_PLAN,
)
from simcore.games.lisboa.wealth import colour_of
from simcore.games.lisboa.weighing import (
    BUILD_SHIP_,
    CARDINAL_,
    DECREE_,
    DECREE_MOST,
    DECREE_WIGS,
    GOOD_,
    HULL,
    NOTHING,
    PRODUCE_,
    RECRUIT_,
    REVENUE,
    SCRATCH,
    TAKE_FAVOR_,
    TAKE_PLAN_,
    add_gain,
    add_goods,
    add_now,
    begin_thought,
    end_thought,
    is_known,
    weight,
    weight_now,
)
from simcore.inner import inner
from simcore.options import PLACE_MASK, WHAT_SHIFT, add_at

ALL_ACTS = STATE_ACTIONS  # of what may be known


# ---------------------------------------------------------------- actions


@inner
def add_act(s: Any, r: Any, o: Any, i: int, place: int, act: int, influence: int) -> None:
    """L49: an action with what the bot would choose in it, with so much influence."""
    if act >= STATE_ACTIONS:
        add_at(o, i, place, RECRUIT_ + act, 1)
        add_noble_act(s, r, o, i, place, act, influence)
    elif act == PRODUCE:
        add_at(o, i, place, PRODUCE_, produced(s, s.cur))
    elif act == RECRUIT:
        add_now(o, i, place, RECRUIT_, 1)
    elif act == TAKE_PLAN:
        add_now(o, i, place, TAKE_PLAN_, 1)
    elif act == BUILD_SHIP:
        add_now(o, i, place, BUILD_SHIP_, 1)
        hull = r.hull[colour_of(s.yard[s.yard_left - 1])]
        add_at(o, i, place, HULL, hull)
        add_goods(o, i, place, -max(0, hull - s.power[s.cur, LESS_SHIP]))
    elif act == TAKE_FAVOR:
        add_now(o, i, place, TAKE_FAVOR_, 1)
    else:
        add_at(o, i, place, CARDINAL_, 1)


@inner
def produced(s: Any, p: int) -> int:
    """L55: goods that production would bring."""
    goods = 0
    for g in range(GOODS):
        goods += min(stores_of(s, p, g), s.supply[g], 2 + s.sets[p] - s.goods[p, g])
    return goods


@inner
def add_noble_act(s: Any, r: Any, o: Any, i: int, place: int, act: int, influence: int) -> None:
    """L59, L67, L70: the store, building or decree that the bot would choose."""
    best = remembered(s, r, o, act, influence)
    if best < 0:
        return
    if act == BUILD_STORE:
        add_store(s, r, o, i, place, best >> WHAT_SHIFT, best & PLACE_MASK)
    elif act == TAKE_DECREE:
        add_decree(s, r, o, i, place, best)
    else:
        add_building(s, r, o, i, place, best >> WHAT_SHIFT, best & PLACE_MASK)


@inner
def remembered(s: Any, r: Any, o: Any, act: int, influence: int) -> int:
    """The best store, decree or building with so much influence; found once a decision, since many options ask."""
    known = SCRATCH - (act - STATE_ACTIONS)
    if o.used[known] != influence:
        o.used[known] = influence
        if act == BUILD_STORE:
            o.heads[known] = best_store(s, r, o, influence)
        elif act == TAKE_DECREE:
            o.heads[known] = best_decree(s, r, o)
        else:
            o.heads[known] = best_building(s, r, o, influence)
    return o.heads[known]


@inner
def possible_acts(s: Any, r: Any, o: Any) -> int:
    """State actions that are possible; found once a decision."""
    if not is_known(o, ALL_ACTS):
        o.masks[SCRATCH] = state_actions(s, r, s.cur)
    return o.masks[SCRATCH]


@inner
def thought(s: Any, r: Any, o: Any, act: int) -> Any:
    """What a state action weighs; found once a decision."""
    if not is_known(o, act):
        weigher = begin_thought(s, o)
        o.scores[SCRATCH, act] = 0
        add_act(s, r, o, SCRATCH, act, act, 0)
        end_thought(o, weigher)
    return o.scores[SCRATCH, act]


@inner
def best_of(s: Any, r: Any, o: Any, acts: int, least: float) -> int:
    """The state action that weighs most, if more than so much, or -1."""
    best, most = NOTHING, np.float32(least)
    while acts:
        act = lowest_bit(acts)
        acts &= acts - 1
        worth = thought(s, r, o, act)
        if worth > most:
            best, most = act, worth
    return best


@inner
def add_thought(s: Any, r: Any, o: Any, i: int, place: int, act: int) -> None:
    """A state action that has been thought of."""
    if o.weigher:
        o.scores[i, place] += o.scores[SCRATCH, act]
    else:
        add_act(s, r, o, i, place, act, 0)


@inner
def add_best_acts(s: Any, r: Any, o: Any, i: int, place: int, n: int) -> None:
    """L82: the state actions that the bot would choose, best first; only the first one is mandatory."""
    acts = possible_acts(s, r, o)
    for k in range(n):
        best = best_of(s, r, o, acts, 0.0 if k else -np.inf)
        if best < 0:
            return
        add_thought(s, r, o, i, place, best)
        acts &= ~(1 << best)


@inner
def add_visit_act(s: Any, r: Any, o: Any, i: int, place: int, noble: int) -> None:
    """L72: the optional state action of a visit, if it gains."""
    best = best_of(s, r, o, possible_acts(s, r, o) & 3 << 2 * noble, 0.0)
    if best >= 0:
        add_thought(s, r, o, i, place, best)


@inner
def add_trades(s: Any, r: Any, o: Any, i: int, place: int) -> None:
    """L45: the trade that the bot would make first, and a second one if it gains."""
    acts = possible_acts(s, r, o)
    for k in range(2):
        paid = 0
        for g in range(GOODS):
            paid |= trade_actions(s, r, s.cur, g, acts)
        best = best_of(s, r, o, paid, weight_now(o, GOOD_) if k else -np.inf)
        if best < 0:
            return
        add_thought(s, r, o, i, place, best)
        add_goods(o, i, place, -1)
        acts &= ~(1 << best)


@inner
def add_cell(s: Any, r: Any, o: Any, i: int, place: int, cell: int) -> None:
    """What a cell gives, the actions that it triggers included."""
    for e in range(r.cell_n[cell]):
        op = r.cell_op[cell, e]
        if op == ACT:
            if can_act(s, r, s.cur, r.cell_a[cell, e], s.influence[s.cur]):
                add_act(s, r, o, i, place, r.cell_a[cell, e], s.influence[s.cur])
        elif op == STATE_OP:
            add_best_acts(s, r, o, i, place, r.cell_b[cell, e])
        else:
            add_gain(s, r, o, i, place, op, r.cell_b[cell, e])


# ---------------------------------------------------------------- sales (L41 to L43)


@inner
def price_of(s: Any, p: int, g: int) -> int:
    """L42: reis for a good, powers included, the ship's modifier not."""
    return s.price[g] + s.power[p, SALE_ALL] + s.power[p, SALE_GOLD + g]


@inner
def room_aboard(s: Any, r: Any) -> Any:
    """Room in ships in port, and their mean modifier in reis."""
    room, modifier, ships = 0, 0, 0
    for ship in range(SHIPS):
        if s.ship_owner[ship] >= 0 and not s.at_sea[ship]:
            colour = colour_of(ship)
            modifier += r.ship_modifier[colour]
            ships += 1
            room += r.hull[colour]
            for g in range(GOODS):
                room -= s.cargo[ship, g]
    return room, np.float32(modifier) / np.float32(max(ships, 1))


@inner
def dearest(s: Any, p: int, goods: int) -> int:
    """The dearest of some goods, or -1."""
    best, most = NOTHING, -1
    for g in range(GOODS):
        if (goods >> g) & 1 and s.goods[p, g] > 0 and price_of(s, p, g) > most:
            best, most = g, price_of(s, p, g)
    return best


@inner
def add_sale(s: Any, r: Any, o: Any, i: int, place: int) -> None:
    """L41: goods that the bot would sell, the dearest first, at the mean ship; one at least."""
    room, modifier = room_aboard(s, r)
    kept = weight_now(o, GOOD_)
    goods, sold = (1 << GOODS) - 1, 0
    while room > 0:
        g = dearest(s, s.cur, goods)
        if g < 0:
            return
        goods &= ~(1 << g)
        price = np.float32(price_of(s, s.cur, g)) + modifier
        gains = weight(s, o, REVENUE) * price > kept
        n = min(room, np.int64(s.goods[s.cur, g])) if gains else 1 - min(sold, 1)
        add_at(o, i, place, REVENUE, n * price)
        add_goods(o, i, place, -n)
        if not gains:
            return
        room -= n
        sold += n


# ---------------------------------------------------------------- decrees (L70)


@inner
def add_decree(s: Any, r: Any, o: Any, i: int, place: int, d: int) -> None:
    """What a decree is worth now, and at most."""
    add_at(o, i, place, DECREE_, 1)
    add_at(o, i, place, DECREE_WIGS, decree_wigs(s, r, d, s.cur))
    add_at(o, i, place, DECREE_MOST, most_wigs(r, d))


@inner
def most_wigs(r: Any, d: int) -> int:
    """L98: the most that a decree can be worth."""
    if r.decree_form[d] == PER:
        return r.decree_most[d]
    return max(r.decree_by[d], r.decree_wigs[d]) if r.decree_form[d] > PER + 1 else r.decree_wigs[d]


@inner
def best_decree(s: Any, r: Any, o: Any) -> int:
    """The decree on display that weighs most, or -1."""
    best, top = NOTHING, np.float32(-np.inf)
    now, most = weight(s, o, DECREE_WIGS), weight(s, o, DECREE_MOST)
    for i in range(s.display_size):
        d = s.display[i]
        worth = now * np.float32(decree_wigs(s, r, d, s.cur)) + most * np.float32(most_wigs(r, d))
        if worth > top:
            best, top = d, worth
    return best
