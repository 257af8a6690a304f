"""What an action would lead to: the best store, building, decree, sale or trade by the deciding bot's weights.

So a decision is seen with what can follow from it in the same turn: who visits Maia sees the store that he can pay.
Options that are only thought of are weighed in the scratch row, which is never on the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.actions import (
    stores_of,
)
from simcore.games.lisboa.city import (
    served_by,
)
from simcore.games.lisboa.possible import (
    BY_PILE,
    NO_CUBE,
    WAYS,
    can_act,
    common_price,
    land_price,
    list_ways,
    plots_for,
    sites_for,
    staff_needed,
    staff_placed,
    state_actions,
    trade_actions,
    wage,
)
from simcore.games.lisboa.scoring import decree_wigs
from simcore.games.lisboa.state import (
    ACT,
    BUILD_SHIP,
    BUILD_STORE,
    CELL_PLOT,
    CELL_SITE,
    COLOURS,
    FEATURES,
    GOOD_OP,
    GOODS,
    INFLUENCE,
    LESS_SHIP,
    MAX_ROWS,
    NOBLES,
    PER,
    PLAN_OP,
    PORTFOLIO_INFLUENCE,
    PRODUCE,
    RECRUIT,
    REIS,
    SALE_ALL,
    SALE_GOLD,
    SHIPS,
    SITE_1,
    STATE_ACTIONS,
    STATE_OP,
    TAKE_DECREE,
    TAKE_FAVOR,
    TAKE_PLAN,
    WIG,
)
from simcore.games.lisboa.wealth import colour_of, portfolio_influence
from simcore.inner import inner
from simcore.lanes import LANES, equal_to, highest, larger, put, put_where, row
from simcore.options import PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_at, note_at

(
    WIG_, REIS_, INFLUENCE_, GOOD_, OFFICIAL_, PLAN_, CLERGY_, FAVOR_, DECREE_, CUBE_, COMPLETES_SET,
    RECRUIT_, TAKE_PLAN_, BUILD_SHIP_, PRODUCE_, CARDINAL_, TAKE_FAVOR_, STORE_, TAKE_DECREE_, BUILDING_,
    IS_GOLD, IS_SELL, IS_TRADE, IS_VISIT, IS_EVENT, IS_FOLLOW, REIS_EARLY, INFLUENCE_EARLY,
    GOOD_EARLY, RECRUIT_EARLY, PLAN_EARLY, SHIP_EARLY, FAVOR_EARLY, CARD_INFLUENCE, CARD_POWER,
    LOSES_INFLUENCE, LOSES_POWER, HULL, REVENUE, GOOD_NEW, OWN_SAILS, RIVAL_SAILS, STORES_OF_GOOD,
    LINE_SITES, PLAN_OFFICIALS, RIVAL_WIGS, DECREE_WIGS, DECREE_MOST, RIVALS_FOLLOW, OWN_THERE,
    DISPLACES, MAIA_CARD, MARQUIS_CARD, KING_CARD, TREASURY_CARD, HAND_INFLUENCE, HAND_POWER,
    MAIA_FAVOR, MARQUIS_FAVOR, KING_FAVOR, TILE_POWER, REACHES_CHURCH,
) = range(len(FEATURES))  # fmt: skip
SCRATCH = MAX_ROWS - 1  # row for what is only thought of; the one before it is free, too
KNOWN = SCRATCH - NOBLES  # row whose mask says what has been weighed
TURNS, BEST = LANES - 1, LANES - 2  # places of its scores
PLOT_WORTH, BEST_WAY, BEST_GOOD, TIMED = range(4)  # its features
NOTHING = -1


# ---------------------------------------------------------------- pieces


@inner
def weight(s: Any, o: Any, feature: int) -> Any:
    """A weight of the deciding bot."""
    return o.weights[s.bot[s.cur], feature]


@inner
def note_time(s: Any, o: Any) -> None:
    """Own turns still to come, about: everybody draws one card a turn; and what timed features weigh now."""
    cards = 0
    for i in range(NOBLES + 1):
        cards += s.deck_left[i] + s.brown_left[i]
    turns = np.float32(cards) / np.float32(s.players)
    w, timed = o.weights[s.bot[s.cur]], o.x[SCRATCH, TIMED]
    o.scores[SCRATCH, TURNS] = turns
    timed[REIS_] = w[REIS_] + turns * w[REIS_EARLY]
    timed[INFLUENCE_] = w[INFLUENCE_] + turns * w[INFLUENCE_EARLY]
    timed[GOOD_] = w[GOOD_] + turns * w[GOOD_EARLY]
    timed[RECRUIT_] = w[RECRUIT_] + turns * w[RECRUIT_EARLY]
    timed[TAKE_PLAN_] = w[TAKE_PLAN_] + turns * w[PLAN_EARLY]
    timed[BUILD_SHIP_] = w[BUILD_SHIP_] + turns * w[SHIP_EARLY]
    timed[TAKE_FAVOR_] = w[TAKE_FAVOR_] + turns * w[FAVOR_EARLY]


@inner
def add_timed(o: Any, i: int, place: int, feature: int, early: int, value: float) -> None:
    """A feature, and the same times the turns still to come."""
    if o.weigher:
        o.scores[i, place] += timed_weight(o, feature) * np.float32(value)
    else:
        note_at(o, i, place, feature, value)
        note_at(o, i, place, early, value * o.scores[SCRATCH, TURNS])


@inner
def timed_weight(o: Any, feature: int) -> Any:
    """What one more of a timed feature weighs now."""
    return o.x[SCRATCH, TIMED, feature]


@inner
def add_reis(o: Any, i: int, place: int, n: int) -> None:
    """Reis gained or paid."""
    add_timed(o, i, place, REIS_, REIS_EARLY, n)


@inner
def add_influence(o: Any, i: int, place: int, n: int) -> None:
    """Influence gained or paid."""
    add_timed(o, i, place, INFLUENCE_, INFLUENCE_EARLY, n)


@inner
def add_goods(o: Any, i: int, place: int, n: int) -> None:
    """Goods gained or paid."""
    add_timed(o, i, place, GOOD_, GOOD_EARLY, n)


@inner
def add_gain(s: Any, r: Any, o: Any, i: int, place: int, op: int, n: int) -> None:
    """L95: what a printed effect gives."""
    if op == REIS:
        add_reis(o, i, place, n)
    elif op == INFLUENCE:
        add_influence(o, i, place, n)
    elif op == PORTFOLIO_INFLUENCE:
        add_influence(o, i, place, portfolio_influence(s, r, s.cur))
    elif op == WIG:
        add_at(o, i, place, WIG_, n)
    elif op == GOOD_OP:
        add_goods(o, i, place, n)
    elif PLAN_OP - 1 <= op <= PLAN_OP + 4:  # official, plan, clergy, favor, decree, rubble
        add_at(o, i, place, OFFICIAL_ + op - (PLAN_OP - 1), n)


@inner
def add_rewards(s: Any, r: Any, o: Any, i: int, place: int, cell: int) -> None:
    """What a cell gives at once, without actions that it triggers."""
    for e in range(r.cell_n[cell]):
        add_gain(s, r, o, i, place, r.cell_op[cell, e], r.cell_b[cell, e])


@inner
def add_cell(s: Any, r: Any, o: Any, i: int, place: int, cell: int) -> None:
    """What a cell gives, the actions that it triggers included."""
    for e in range(r.cell_n[cell]):
        op = r.cell_op[cell, e]
        if op == ACT:
            if can_act(s, r, s.cur, r.cell_a[cell, e], s.influence[s.cur]):
                add_act(s, r, o, i, place, r.cell_a[cell, e], s.influence[s.cur])
        elif op == STATE_OP:
            add_best_acts(s, r, o, i, place, state_actions(s, r, s.cur), r.cell_b[cell, e])
        else:
            add_gain(s, r, o, i, place, op, r.cell_b[cell, e])


@inner
def completes_set(s: Any, p: int, colour: int) -> bool:
    """L37: whether a cube of a colour completes a set."""
    for c in range(COLOURS):
        if s.cubes[p, c] + (c == colour) <= s.sets[p]:
            return False
    return True


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
        add_timed(o, i, place, RECRUIT_, RECRUIT_EARLY, 1)
    elif act == TAKE_PLAN:
        add_timed(o, i, place, TAKE_PLAN_, PLAN_EARLY, 1)
    elif act == BUILD_SHIP:
        add_timed(o, i, place, BUILD_SHIP_, SHIP_EARLY, 1)
        hull = r.hull[colour_of(s.yard[s.yard_left - 1])]
        add_at(o, i, place, HULL, hull)
        add_goods(o, i, place, -max(0, hull - s.power[s.cur, LESS_SHIP]))
    elif act == TAKE_FAVOR:
        add_timed(o, i, place, TAKE_FAVOR_, FAVOR_EARLY, 1)
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
def forget(o: Any) -> None:
    """Begin to look ahead anew."""
    for k in range(NOBLES):
        o.used[SCRATCH - k] = NOTHING
    o.used[KNOWN] = 0


@inner
def is_known(o: Any, deed: int) -> bool:
    """Whether a deed has been weighed in this decision; from now on it is."""
    known = (o.used[KNOWN] >> deed) & 1 == 1
    o.used[KNOWN] |= 1 << deed
    return known


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
def thought(s: Any, r: Any, o: Any, act: int, influence: int) -> Any:
    """Weigh an action."""
    weigher = o.weigher
    o.weigher, o.scores[SCRATCH, act] = 1 + s.bot[s.cur], 0
    add_act(s, r, o, SCRATCH, act, act, influence)
    o.weigher = weigher
    return o.scores[SCRATCH, act]


@inner
def add_best_acts(s: Any, r: Any, o: Any, i: int, place: int, acts: int, n: int) -> None:
    """L82: the state actions that the bot would choose, best first; only the first one is mandatory."""
    for k in range(n):
        best, most = NOTHING, np.float32(0) if k else np.float32(-np.inf)
        left = acts
        while left:
            act = lowest_bit(left)
            left &= left - 1
            worth = thought(s, r, o, act, s.influence[s.cur])
            if worth > most:
                best, most = act, worth
        if best < 0:
            return
        add_act(s, r, o, i, place, best, s.influence[s.cur])
        acts &= ~(1 << best)


@inner
def add_visit_act(s: Any, r: Any, o: Any, i: int, place: int, noble: int, influence: int) -> None:
    """L72: the optional state action of a visit, if it gains."""
    best, most = NOTHING, np.float32(0)
    for act in range(2 * noble, 2 * noble + 2):
        if can_act(s, r, s.cur, act, influence):
            worth = thought(s, r, o, act, influence)
            if worth > most:
                best, most = act, worth
    if best >= 0:
        add_act(s, r, o, i, place, best, influence)


@inner
def add_trades(s: Any, r: Any, o: Any, i: int, place: int) -> None:
    """L45: the trade that the bot would make first, and a second one if it gains."""
    acts, paid = state_actions(s, r, s.cur), -timed_weight(o, GOOD_)
    for k in range(2):
        best, most = NOTHING, -paid if k else np.float32(-np.inf)
        left = 0
        for g in range(GOODS):
            left |= trade_actions(s, r, s.cur, g, acts)
        while left:
            act = lowest_bit(left)
            left &= left - 1
            worth = thought(s, r, o, act, s.influence[s.cur])
            if worth > most:
                best, most = act, worth
        if best < 0:
            return
        add_act(s, r, o, i, place, best, s.influence[s.cur])
        add_goods(o, i, place, -1)
        acts &= ~(1 << best)


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
    kept = timed_weight(o, GOOD_)
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


# ---------------------------------------------------------------- stores (L59 to L66)


@inner
def saved(r: Any, where: int, colour: int) -> int:
    """L63: reis that a store's own cube does not cost."""
    return r.cube_value[colour] if where < BY_PILE else 0


@inner
def add_plot(s: Any, r: Any, o: Any, i: int, place: int, plot: int) -> None:
    """What a plot gives whatever is sold there."""
    add_rewards(s, r, o, i, place, CELL_PLOT + plot)
    add_at(o, i, place, LINE_SITES, s.gaps[plot])


@inner
def add_store(s: Any, r: Any, o: Any, i: int, place: int, what: int, plot: int) -> None:
    """A store: its plot, good, cube and price."""
    g, where, colour = what >> 4, what >> 2 & 3, what & 3
    add_plot(s, r, o, i, place, plot)
    add_at(o, i, place, WIG_, s.pays[g, plot])
    add_at(o, i, place, STORES_OF_GOOD, stores_of(s, s.cur, g))
    add_reis(o, i, place, -max(0, land_price(s, r, s.cur, plot) - saved(r, where, colour)))
    if where < NO_CUBE:
        add_at(o, i, place, CUBE_, 1)
        if completes_set(s, s.cur, colour):
            add_at(o, i, place, COMPLETES_SET, 1)


@inner
def weigh_plots(s: Any, r: Any, o: Any, plots: int) -> None:
    """Weigh what plots give whatever is sold there."""
    weigher, o.weigher = o.weigher, 1 + s.bot[s.cur]
    put(o.scores[SCRATCH - 1], 0)
    while plots:
        plot = lowest_bit(plots)
        plots &= plots - 1
        add_plot(s, r, o, SCRATCH - 1, plot, plot)
    put(o.x[SCRATCH, PLOT_WORTH], row(o.scores[SCRATCH - 1]))
    o.weigher = weigher


@inner
def weigh_good(s: Any, o: Any, g: int) -> Any:
    """What a good weighs on every plot."""
    stores = weight(s, o, STORES_OF_GOOD) * np.float32(stores_of(s, s.cur, g))
    return weight(s, o, WIG_) * row(s.pays[g]) + stores


@inner
def weigh_way(s: Any, r: Any, o: Any, where: int, colour: int) -> Any:
    """What cube and price weigh on every plot."""
    cube = np.float32(0)
    if where < NO_CUBE:
        cube = weight(s, o, CUBE_)
        if completes_set(s, s.cur, colour):
            cube += weight(s, o, COMPLETES_SET)
    price = larger(row(s.land) + (common_price(s, r, s.cur) - saved(r, where, colour)), np.float32(0))
    return cube - timed_weight(o, REIS_) * price


@inner
def score_stores(s: Any, r: Any, o: Any) -> None:
    """Features times weights of all stores, a row at once."""
    plots = 0
    for i in range(o.n):
        plots |= o.masks[i]
    weigh_plots(s, r, o, plots)
    for i in range(o.n):
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        worth = row(o.x[SCRATCH, PLOT_WORTH]) + weigh_good(s, o, what >> 4)
        put_where(o.scores[i], worth + weigh_way(s, r, o, what >> 2 & 3, what & 3), o.masks[i])


@inner
def best_store(s: Any, r: Any, o: Any, influence: int) -> int:
    """The store that weighs most with so much influence: good, cube and plot as in an action, or -1."""
    by_way = o.masks[SCRATCH - WAYS :]
    plots = list_ways(s, r, s.cur, influence, by_way, o.x[SCRATCH, BEST_GOOD])
    if plots == 0:
        return NOTHING
    weigh_plots(s, r, o, plots)
    put(o.x[SCRATCH, BEST_WAY], -np.inf)
    for way in range(WAYS):
        if by_way[way]:
            put_where(o.x[SCRATCH, BEST_GOOD], weigh_way(s, r, o, way // COLOURS, way % COLOURS), by_way[way])
            put(o.x[SCRATCH, BEST_WAY], larger(row(o.x[SCRATCH, BEST_WAY]), row(o.x[SCRATCH, BEST_GOOD])))
    best, most = NOTHING, np.float32(-np.inf)
    for g in range(GOODS):
        worth = row(o.x[SCRATCH, PLOT_WORTH]) + weigh_good(s, o, g) + row(o.x[SCRATCH, BEST_WAY])
        put_where(o.x[SCRATCH, BEST_GOOD], worth, plots & plots_for(s, r, g))
        top = highest(row(o.x[SCRATCH, BEST_GOOD]))
        if top > most:
            best, most = g << WHAT_SHIFT | lowest_bit(equal_to(row(o.x[SCRATCH, BEST_GOOD]), top)), top
    return with_best_way(s, r, o, best >> WHAT_SHIFT, best & PLACE_MASK)


@inner
def with_best_way(s: Any, r: Any, o: Any, g: int, plot: int) -> int:
    """A store with the cube that weighs most."""
    for way in range(WAYS):
        if (o.masks[SCRATCH - WAYS + way] >> plot) & 1:
            put(o.x[SCRATCH, BEST_GOOD], weigh_way(s, r, o, way // COLOURS, way % COLOURS))
            if o.x[SCRATCH, BEST_GOOD, plot] == o.x[SCRATCH, BEST_WAY, plot]:
                return (g << 4 | way // COLOURS << 2 | way % COLOURS) << WHAT_SHIFT | plot
    return NOTHING


# ---------------------------------------------------------------- buildings (L67 to L69)


@inner
def add_building(s: Any, r: Any, o: Any, i: int, place: int, plan: int, site: int) -> None:
    """A public building: reward, cubes, staff, wigs for own stores and for rivals'."""
    p, architect = s.cur, r.plan_architect[plan]
    missing = max(0, staff_needed(s, r, p, plan) - staff_placed(s, p))
    add_reis(o, i, place, -missing * wage(s, r, p))
    add_at(o, i, place, OFFICIAL_, missing - staff_needed(s, r, p, plan))
    add_at(o, i, place, PLAN_OFFICIALS, r.plan_officials[plan])
    add_rewards(s, r, o, i, place, CELL_SITE + site)
    cubes = s.rubble[SITE_1 + site]
    add_at(o, i, place, CUBE_, cubes[0] + cubes[1] + cubes[2])
    building = s.offer[architect, s.offer_left[architect] - 1]
    served = served_by(s, r, site, building)
    own, all_of_them = popcount(s.stores[p] & served), popcount(served)
    add_at(o, i, place, WIG_, own * r.building_wigs[building])
    if not r.building_scores:
        add_at(o, i, place, RIVAL_WIGS, (all_of_them - own) * r.building_wigs[building])


@inner
def best_building(s: Any, r: Any, o: Any, influence: int) -> int:
    """The building that weighs most with so much influence: plan and site as in an action, or -1."""
    weigher, o.weigher = o.weigher, 1 + s.bot[s.cur]
    best, most = NOTHING, np.float32(-np.inf)
    plans = s.plans_open[s.cur]
    while plans:
        plan = lowest_bit(plans)
        plans &= plans - 1
        sites = sites_for(s, r, s.cur, plan, influence)
        while sites:
            site = lowest_bit(sites)
            sites &= sites - 1
            o.scores[SCRATCH, BEST] = 0
            add_building(s, r, o, SCRATCH, BEST, plan, site)
            if o.scores[SCRATCH, BEST] > most:
                best, most = plan << WHAT_SHIFT | site, o.scores[SCRATCH, BEST]
    o.weigher = weigher
    return best
