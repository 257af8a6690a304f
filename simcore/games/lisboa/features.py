"""What a heuristic may see of an option.

Every feature is measured before the action, from public information and the seat's own hand. A main decision is seen
with its best continuation as the deciding bot weighs it: the sale it would make, the best state actions it could pay
for, the noble action of a visit, the effects of an event.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.actions import stores_of
from simcore.games.lisboa.court import event_cost, noble_action
from simcore.games.lisboa.possible import (
    BY_PILE,
    can_act,
    land_price,
    staff_needed,
    staff_placed,
    trade_actions,
    visit_cost,
    wage,
)
from simcore.games.lisboa.scoring import decree_wigs
from simcore.games.lisboa.state import (
    ACT,
    BUILDING,
    CARDINAL_STEPS,
    CELL_BOTTOM,
    CELL_EVENT,
    CELL_PLOT,
    CELL_SITE,
    CHURCH,
    COLUMNS,
    CUBE,
    DECKS,
    DECREE,
    DRAW,
    FEATURES,
    FOLLOW,
    GOOD,
    GOOD_OP,
    GOODS,
    HALF,
    INFLUENCE,
    MAIN_EVENT,
    MAIN_GOLD,
    MAIN_SELL,
    MAIN_VISIT,
    NOBLES,
    PLAN_OP,
    REIS,
    ROOM,
    SALE_ALL,
    SALE_GOLD,
    SELL,
    SHIP,
    SHIP_NEW,
    SHIPS,
    SITES,
    STATE_ACTION,
    STATE_ACTIONS,
    STATE_OP,
    STORE,
    TRADE,
    WIG,
    YES,
    kernel,
)
from simcore.games.lisboa.wealth import colour_of, portfolio_influence, ship_of, treasury_value
from simcore.inner import inner
from simcore.options import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, note, note_at, weigh_features

(
    WIG_, REIS_, INFLUENCE_, GOOD_, OFFICIAL_, PLAN_, CLERGY_, FAVOR_, DECREE_, CUBE_, COMPLETES_SET,
    RECRUIT_, TAKE_PLAN_, BUILD_SHIP_, PRODUCE_, CARDINAL_, TAKE_FAVOR_, STORE_, TAKE_DECREE_, BUILDING_,
    IS_GOLD, IS_SELL, IS_TRADE, IS_VISIT, IS_EVENT, IS_FOLLOW, CARD_INFLUENCE, CARD_POWER,
    REVENUE, OWN_SAILS, RIVAL_SAILS, STORES_OF_GOOD, LAND_PRICE, PLAN_OFFICIALS, DECREE_WIGS,
    HULL, TILE_WIGS, REACHES_CHURCH, LOSES_INFLUENCE, TREASURY_DECK,
) = range(len(FEATURES))  # fmt: skip

MEANINGS = {
    "wig": "wigs gained at once",
    "reis": "reis gained, less reis paid",
    "influence": "influence gained, less influence paid",
    "good": "goods gained, less goods paid",
    "official": "officials placed by an effect",
    "plan": "plans taken by an effect",
    "clergy": "clergy tiles taken",
    "favor": "royal favors taken",
    "decree": "decrees taken",
    "cube": "rubble cubes taken",
    "completes_set": "1 if the cube completes a set (L37)",
    "recruit": "1 if the option carries out the state action recruit",
    "take_plan": "1 if the option carries out the state action plan",
    "build_ship": "1 if the option carries out the state action ship",
    "produce": "goods that the state action produce would draw",
    "cardinal": "1 if the option carries out the state action cardinal",
    "take_favor": "1 if the option carries out the state action favor",
    "store": "1 if the option builds a store",
    "take_decree": "1 if the option carries out the noble action decree",
    "building": "1 if the option opens a public building",
    "is_gold": "1 for taking a gold",
    "is_sell": "1 for playing a card to sell",
    "is_trade": "1 for playing a card to trade",
    "is_visit": "1 for visiting a noble",
    "is_event": "1 for sponsoring an event",
    "is_follow": "1 for following a visit",
    "card_influence": "influence printed on the card that goes into the portfolio",
    "card_power": "sum of the powers of the treasury card that goes into the portfolio",
    "revenue": "reis that the good sold, or all goods that could be sold, bring",
    "own_sails": "wigs for own ships that put to sea with it (L43)",
    "rival_sails": "wigs that rivals get for their ships",
    "stores_of_good": "own stores of the good of a store to be built",
    "land_price": "reis to pay for the land (L63)",
    "plan_officials": "officials printed on the plan of a building",
    "decree_wigs": "wigs that the decree is worth on the present state (L98)",
    "hull": "hull of the ship to be built",
    "tile_wigs": "wigs on the back of an own clergy tile, when it is discarded",
    "reaches_church": "1 if the cardinal reaches the church influence space",
    "loses_influence": "influence of what leaves the portfolio",
    "treasury_deck": "1 for drawing a treasury card",
}


@inner
def weight(s: Any, o: Any, feature: int) -> Any:
    """A weight of the deciding bot."""
    return o.weights[s.bot[s.cur], feature]


@inner
def effect_feature(opcode: int) -> int:
    """The feature that counts what an effect gives, or -1."""
    if opcode == REIS:
        return REIS_
    if opcode == INFLUENCE:
        return INFLUENCE_
    if opcode == WIG:
        return WIG_
    if opcode == GOOD_OP:
        return GOOD_
    if PLAN_OP - 1 <= opcode <= PLAN_OP + 4:  # official, plan, clergy, favor, decree, rubble
        return OFFICIAL_ + opcode - (PLAN_OP - 1)
    return -1


@inner
def note_cell(s: Any, r: Any, o: Any, i: int, place: int, cell: int) -> None:
    """Write what the effects of a cell give."""
    for e in range(r.cell_n[cell]):
        op = r.cell_op[cell, e]
        feature = effect_feature(op)
        if feature >= 0:
            note_at(o, i, place, feature, r.cell_b[cell, e])
        elif op == ACT and can_act(s, r, s.cur, r.cell_a[cell, e], s.influence[s.cur]):
            note_act(s, r, o, i, place, r.cell_a[cell, e])
        elif op == STATE_OP:
            note_state_actions(s, r, o, i, place, (1 << STATE_ACTIONS) - 1, r.cell_b[cell, e])


@inner
def note_act(s: Any, r: Any, o: Any, i: int, place: int, act: int) -> None:
    """Write that an action is carried out."""
    note_at(o, i, place, RECRUIT_ + act, act_size(s, r, act))


@inner
def act_size(s: Any, r: Any, act: int) -> float:
    """How much an action does: goods for produce, 1 for others."""
    if RECRUIT_ + act != PRODUCE_:
        return 1.0
    goods = 0
    for g in range(GOODS):
        goods += min(stores_of(s, s.cur, g), s.supply[g], 2 + s.sets[s.cur] - s.goods[s.cur, g])
    return float(goods)


@inner
def act_worth(s: Any, r: Any, o: Any, act: int) -> Any:
    """Weigh an action."""
    return weight(s, o, RECRUIT_ + act) * np.float32(act_size(s, r, act))


@inner
def best_act(s: Any, r: Any, o: Any, allowed: int) -> int:
    """The possible state action that weighs most, or -1."""
    best, most = -1, np.float32(-np.inf)
    for act in range(STATE_ACTIONS):
        if (allowed >> act) & 1 and can_act(s, r, s.cur, act, s.influence[s.cur]):
            worth = act_worth(s, r, o, act)
            if worth > most:
                best, most = act, worth
    return best


@inner
def note_state_actions(s: Any, r: Any, o: Any, i: int, place: int, allowed: int, n: int) -> None:
    """Write the state actions that the bot would choose, best first; only the first one is mandatory."""
    for k in range(n):
        act = best_act(s, r, o, allowed)
        if act < 0 or (k > 0 and act_worth(s, r, o, act) <= 0):
            return
        note_act(s, r, o, i, place, act)
        allowed &= ~(1 << act)


# ---------------------------------------------------------------- the main decision


@inner
def price_of(s: Any, r: Any, p: int, g: int, ship: int) -> int:
    """L42: reis for a good sold to a ship."""
    return s.price[g] + r.ship_modifier[colour_of(ship)] + s.power[p, SALE_ALL] + s.power[p, SALE_GOLD + g]


@inner
def best_revenue(s: Any, r: Any, p: int) -> int:
    """Reis for all goods that fit into ships in port, dearest goods first, at the mean ship."""
    room, modifier, ships = 0, 0, 0
    for ship in range(SHIPS):
        if s.ship_owner[ship] >= 0 and not s.at_sea[ship]:
            room += r.hull[colour_of(ship)] - s.cargo[ship].sum()
            modifier += r.ship_modifier[colour_of(ship)]
            ships += 1
    revenue = 0
    for price in range(20, 0, -1):
        for g in range(GOODS):
            if s.price[g] + s.power[p, SALE_ALL] + s.power[p, SALE_GOLD + g] == price:
                sold = min(room, s.goods[p, g])
                revenue += sold * price + sold * modifier // max(ships, 1)
                room -= sold
    return revenue


@inner
def note_trade(s: Any, r: Any, o: Any, i: int, place: int) -> None:
    """Write the trade that the bot would make first, and the second if it gains."""
    used = 0
    for k in range(2):
        best, most = -1, np.float32(-np.inf)
        for g in range(GOODS):
            acts = trade_actions(s, r, s.cur, g, used)
            while acts:
                act = lowest_bit(acts)
                acts &= acts - 1
                worth = act_worth(s, r, o, act)
                if worth > most:
                    best, most = act, worth
        if best < 0 or (k > 0 and most <= weight(s, o, GOOD_)):
            return
        note_act(s, r, o, i, place, best)
        note_at(o, i, place, GOOD_, -1)
        used |= 1 << best


@inner
def note_visit(s: Any, r: Any, o: Any, i: int, place: int, noble: int) -> None:
    """Write a visit: its cost, a state action if it gains, the noble action."""
    cost = visit_cost(s, r, s.cur, noble)
    paid = min(cost, np.int64(s.influence[s.cur]))
    note_at(o, i, place, INFLUENCE_, -paid)
    note_at(o, i, place, WIG_, paid - cost)
    act = best_act(s, r, o, 3 << 2 * noble)
    if act >= 0 and act_worth(s, r, o, act) > 0:
        note_act(s, r, o, i, place, act)
    note_act(s, r, o, i, place, noble_action(noble))


@inner
def features_of_main(s: Any, r: Any, o: Any, i: int, mode: int, place: int) -> None:
    """L23: a hand card played in a mode."""
    p = s.cur
    card = s.hand[p, place]
    kind = r.card_type[card]
    note_at(o, i, place, IS_GOLD + mode, 1)
    if mode == MAIN_GOLD:
        note_at(o, i, place, GOOD_, 1)
    elif mode == MAIN_VISIT:
        note_visit(s, r, o, i, place, kind)
    elif mode == MAIN_EVENT:
        note_at(o, i, place, REIS_, -event_cost(s, r, p))
        note_cell(s, r, o, i, place, CELL_EVENT + card)
    else:
        if kind < NOBLES:
            note_at(o, i, place, CARD_INFLUENCE, r.card_influence[card])
            note_cell(s, r, o, i, place, CELL_BOTTOM + card)
        else:
            note_at(o, i, place, CARD_POWER, r.card_power[card].sum())
            note_at(o, i, place, REIS_, treasury_value(s, r))
        if mode == MAIN_SELL:
            note_at(o, i, place, REVENUE, best_revenue(s, r, p))
        else:
            note_trade(s, r, o, i, place)


# ---------------------------------------------------------------- other decisions


@kernel.features
def features(s: Any, r: Any, o: Any) -> None:
    """Write the features of every option."""
    for i in range(o.n):
        o.used[i] = 0
        note(o, i, WIG_, 0)  # so that no row is without a feature
        kind = o.heads[i] >> KIND_SHIFT
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        places = o.masks[i]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            if kind <= MAIN_EVENT:
                features_of_main(s, r, o, i, kind, place)
            elif kind <= BUILDING:
                features_of_deed(s, r, o, i, kind, what, place)
            else:
                features_of_choice(s, r, o, i, kind, place)


@inner
def features_of_deed(s: Any, r: Any, o: Any, i: int, kind: int, what: int, place: int) -> None:
    """Sales, trades, ships, steps, stores, buildings."""
    p = s.cur
    if kind == SELL:
        features_of_sale(s, r, o, i, what, place)
    elif kind == TRADE:
        note_at(o, i, place, GOOD_, -1)
        note_act(s, r, o, i, place, place)
    elif kind == SHIP_NEW:
        note_at(o, i, place, GOOD_, -popcount(place))
        note_at(o, i, place, HULL, r.hull[colour_of(s.yard[s.yard_left - 1])])
    elif kind == CARDINAL_STEPS:
        note_at(o, i, place, REACHES_CHURCH, s.cardinal + place >= 6)
    elif kind == STORE:
        features_of_store(s, r, o, i, what, place)
    else:
        missing = max(0, staff_needed(s, r, p, what) - staff_placed(s, p))
        note_at(o, i, place, REIS_, -missing * wage(s, r, p))
        note_at(o, i, place, PLAN_OFFICIALS, r.plan_officials[what])
        note_cell(s, r, o, i, place, CELL_SITE + place)
        note_at(o, i, place, WIG_, site_wigs(s, r, what, place))


@inner
def features_of_sale(s: Any, r: Any, o: Any, i: int, g: int, ship: int) -> None:
    """L42, L43: a good sold to a ship."""
    note_at(o, i, ship, GOOD_, -1)
    note_at(o, i, ship, REVENUE, price_of(s, r, s.cur, g, ship))
    hull = r.hull[colour_of(ship)]
    if s.cargo[ship].sum() + 1 >= hull:
        note_at(o, i, ship, OWN_SAILS if s.ship_owner[ship] == s.cur else RIVAL_SAILS, hull)


@inner
def features_of_store(s: Any, r: Any, o: Any, i: int, what: int, plot: int) -> None:
    """L59 to L64: a store on a plot."""
    p, g, where, colour = s.cur, what >> 4, what >> 2 & 3, what & 3
    saved = r.cube_value[colour] if where < BY_PILE else 0
    price = max(0, land_price(s, r, p, plot) - saved)
    note_at(o, i, plot, REIS_, -price)
    note_at(o, i, plot, LAND_PRICE, price)
    note_at(o, i, plot, STORES_OF_GOOD, stores_of(s, p, g))
    if where <= BY_PILE:
        note_at(o, i, plot, CUBE_, 1)
        note_at(o, i, plot, COMPLETES_SET, completes_set(s, p, colour))
    note_cell(s, r, o, i, plot, CELL_PLOT + plot)
    for site in range(SITES):
        building = s.site_building[site]
        if building >= 0 and (r.building_goods[building] >> g) & 1 and on_line(r, site, plot, g):
            note_at(o, i, plot, WIG_, r.building_wigs[building])


@inner
def on_line(r: Any, site: int, plot: int, g: int) -> bool:
    """L66: whether a store of a good on a plot would lie on a site's line."""
    line = r.site_line[site]
    return plot // COLUMNS == line if line < COLUMNS else g == line - COLUMNS


@inner
def completes_set(s: Any, p: int, colour: int) -> bool:
    """L37: whether a cube of a colour completes a set."""
    sets = s.sets[p]
    for c in range(3):
        if s.cubes[p, c] + (c == colour) <= sets:
            return False
    return True


@inner
def site_wigs(s: Any, r: Any, plan: int, site: int) -> int:
    """L68: wigs that the offered building of a plan would bring its opener on a site."""
    architect = r.plan_architect[plan]
    building = s.offer[architect, s.offer_left[architect] - 1]
    wigs = 0
    for plot in range(r.plot_goods.shape[0]):
        g = s.plot_good[plot]
        if g >= 0 and s.plot_owner[plot] == s.cur and (r.building_goods[building] >> g) & 1:
            wigs += r.building_wigs[building] * on_line(r, site, plot, g)
    return wigs


@inner
def features_of_choice(s: Any, r: Any, o: Any, i: int, kind: int, place: int) -> None:
    """Choices of one thing among several."""
    p = s.cur
    if kind == DECREE:
        note_at(o, i, place, DECREE_, 1)
        note_at(o, i, place, DECREE_WIGS, decree_wigs(s, r, s.display[place], p))
    elif kind == YES:
        note_at(o, i, place, DECREE_, 1)
    elif kind == GOOD:
        note_at(o, i, place, REVENUE, s.price[place % GOODS])
    elif kind == ROOM:
        note_at(o, i, place, LOSES_INFLUENCE, influence_at(s, r, p, place))
    elif kind == STATE_ACTION:
        act = 2 * s.now_a + place if s.now_b == 0 and popcount(o.masks[0]) <= 2 else place
        note_act(s, r, o, i, place, min(act, STATE_ACTIONS - 1))
    elif kind == FOLLOW:
        note_at(o, i, place, IS_FOLLOW, 1)
        note_at(o, i, place, INFLUENCE_, -visit_cost(s, r, p, s.now_a))
        note_act(s, r, o, i, place, noble_action(s.now_a) if place == 2 else 2 * s.now_a + place)
    elif kind == CUBE:
        note_at(o, i, place, COMPLETES_SET, completes_set(s, p, place))
    elif kind == DRAW:
        note_at(o, i, place, TREASURY_DECK, place == DECKS - 1)
    elif kind == CHURCH:
        note_at(o, i, place, TILE_WIGS, r.tile_wigs[s.tiles[p, place]])
        note_at(o, i, place, INFLUENCE_, portfolio_influence(s, r, p) if s.now_a == 0 else 0)


@inner
def influence_at(s: Any, r: Any, p: int, position: int) -> int:
    """Influence of what lies at a position of the portfolio."""
    if position >= HALF:
        return 0
    code = s.upper[p, position]
    return r.ship_influence[colour_of(ship_of(code))] if code >= SHIP else r.card_influence[code]


@kernel.score
def score(s: Any, r: Any, o: Any) -> None:
    """Features times weights of every option."""
    features(s, r, o)
    weigh_features(s, o)
