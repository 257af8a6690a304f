"""What a heuristic may see of an option, and the same times the weights at once.

Every feature is measured before the action, from public information and the seat's own hand. A main decision is seen
with its best continuation as the deciding bot weighs it (outlook.py): the sale it would make, the best state actions
it could pay for, the store, decree or building of a visit, the effects of an event.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.court import event_cost, noble_action
from simcore.games.lisboa.outlook import add_act, add_cell, add_decree, add_sale, add_trades, add_visit_act, price_of
from simcore.games.lisboa.possible import visit_cost
from simcore.games.lisboa.prospects import add_building, add_store, completes_set, score_buildings, score_stores
from simcore.games.lisboa.state import (
    AT_BUILDING,
    AT_EVENT_STATE,
    AT_LOSE_GOOD,
    AT_MAIN,
    AT_PRODUCE,
    AT_START_CLERGY,
    AT_STORE,
    BUILDING,
    CARDINAL_STEPS,
    CELL_BOTTOM,
    CELL_EVENT,
    CHURCH,
    CUBE,
    DECREE,
    DISCARD,
    DRAW,
    DROP_TILE,
    FAVOR,
    FOLLOW,
    GOOD,
    HALF,
    MAIN_EVENT,
    MAIN_GOLD,
    MAIN_SELL,
    MAIN_VISIT,
    NOBLES,
    OFFICE,
    PRICE,
    REWARD,
    ROOM,
    SELL,
    SHIP,
    SHIP_NEW,
    STACK,
    STAFF,
    STATE_ACTION,
    STORE,
    TILE,
    TRADE,
    YES,
    kernel,
)
from simcore.games.lisboa.wealth import colour_of, portfolio_influence, ship_of, treasury_value
from simcore.games.lisboa.weighing import (
    CARD_INFLUENCE,
    CARD_POWER,
    CLERGY_,
    COMPLETES_SET,
    CUBE_,
    DECREE_,
    DISPLACES,
    GOOD_NEW,
    HAND_INFLUENCE,
    HAND_POWER,
    HULL,
    IN_HAND,
    IS_FOLLOW,
    IS_GOLD,
    LOSES_INFLUENCE,
    LOSES_POWER,
    MAIA_CARD,
    MAIA_FAVOR,
    OFFICIAL_,
    OWN_SAILS,
    OWN_THERE,
    PLAN_OFFICIALS,
    REACHES_CHURCH,
    REVENUE,
    RIVAL_SAILS,
    RIVALS_FOLLOW,
    SCRATCH,
    TILE_POWER,
    WIG_,
    add_goods,
    add_influence,
    add_reis,
    forget,
    is_known,
    note_time,
    weight,
)
from simcore.inner import inner
from simcore.lanes import put, put_where, row
from simcore.options import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, add_at, begin_features, begin_scores

CHURCH_SPACE = 6
SALE, TRADES, VISIT = 20, 21, 22  # places in the scratch row

MEANINGS = {
    "wig": "wigs gained at once",
    "reis": "reis gained, less reis paid",
    "influence": "influence gained, less influence paid",
    "good": "goods gained, less goods paid or sold",
    "official": "officials placed by an effect, less officials sent back to work on a building",
    "plan": "plans taken by an effect",
    "clergy": "clergy tiles taken, less tiles discarded",
    "favor": "royal favors taken by an effect",
    "decree": "decrees taken",
    "cube": "rubble cubes taken",
    "completes_set": "1 if the cube completes a set (L37)",
    "recruit": "1 if the option carries out the state action recruit",
    "take_plan": "1 if the option carries out the state action plan",
    "build_ship": "1 if the option carries out the state action ship",
    "produce": "goods that the state action produce would bring",
    "cardinal": "1 if the option carries out the state action cardinal",
    "take_favor": "1 if the option carries out the state action favor",
    "store": "1 if the option leads to a store",
    "take_decree": "1 if the option carries out the noble action decree",
    "building": "1 if the option leads to a public building",
    "is_gold": "1 for taking a gold",
    "is_sell": "1 for playing a card to sell",
    "is_trade": "1 for playing a card to trade",
    "is_visit": "1 for visiting a noble",
    "is_event": "1 for sponsoring an event",
    "is_follow": "1 for following a visit",
    "reis_early": "reis times own turns still to come",
    "influence_early": "influence times own turns still to come",
    "good_early": "goods times own turns still to come",
    "recruit_early": "recruit times own turns still to come",
    "plan_early": "take_plan times own turns still to come",
    "ship_early": "build_ship times own turns still to come",
    "favor_early": "take_favor times own turns still to come",
    "card_influence": "influence printed on the card that goes into the portfolio",
    "card_power": "sum of the powers of the treasury card that goes into the portfolio",
    "loses_influence": "influence of what leaves the portfolio",
    "loses_power": "sum of the powers of what leaves the portfolio",
    "hull": "hull of the ship to be built, less that of a ship that goes",
    "revenue": "reis that the goods sold bring; for a good to choose its price",
    "good_new": "1 for a good of which the seat has none",
    "own_sails": "wigs for own ships that put to sea with the good (L43)",
    "rival_sails": "wigs that rivals get for their ships",
    "stores_of_good": "own stores of the good of a store to be built",
    "line_sites": "empty sites of the row of a store to be built",
    "plan_officials": "officials printed on the plan of a building, or on a plan to be taken",
    "rival_wigs": "wigs that a building brings to rivals at once",
    "decree_wigs": "wigs that the decree is worth on the present state (L98)",
    "decree_most": "wigs that the decree can be worth at most",
    "rivals_follow": "rivals who could follow the visit with a favor",
    "own_there": "own officials in the office",
    "displaces": "rivals' officials that have to leave a full office, less own ones (L51)",
    "maia_card": "cards of Maia drawn, less cards given away",
    "marquis_card": "cards of the Marquis drawn, less cards given away",
    "king_card": "cards of the King drawn, less cards given away",
    "treasury_card": "treasury cards drawn, less cards given away",
    "hand_influence": "influence printed on cards drawn, less that on cards given away",
    "hand_power": "sum of the powers of treasury cards drawn, less that of cards given away",
    "maia_favor": "1 for a favor of Maia",
    "marquis_favor": "1 for a favor of the Marquis",
    "king_favor": "1 for a favor of the King",
    "tile_power": "1 and the sum of its powers for a clergy tile taken, less for a tile discarded",
    "reaches_church": "1 if the cardinal reaches the church influence space",
}


# ---------------------------------------------------------------- the main decision


@inner
def add_card(r: Any, o: Any, i: int, place: int, card: int, sign: int) -> None:
    """A card comes to the hand, or leaves it."""
    kind = r.card_type[card]
    add_at(o, i, place, MAIA_CARD + kind, sign)
    if kind < NOBLES:
        add_at(o, i, place, HAND_INFLUENCE, sign * r.card_influence[card])
    else:
        add_at(o, i, place, HAND_POWER, sign * r.card_powers[card])


@inner
def add_main(s: Any, r: Any, o: Any, i: int, mode: int, place: int) -> None:
    """L23: a hand card played in a mode."""
    add_card(r, o, i, place, s.hand[s.cur, place], -1)
    add_at(o, i, place, IS_GOLD + mode, 1)
    add_mode(s, r, o, i, mode, place)


@inner
def add_mode(s: Any, r: Any, o: Any, i: int, mode: int, place: int) -> None:
    """L23: what follows from a hand card in a mode."""
    card = s.hand[s.cur, place]
    if mode == MAIN_GOLD:
        add_goods(o, i, place, 1)
    elif mode == MAIN_VISIT:
        add_alike(s, r, o, i, place, VISIT + r.card_type[card])
    elif mode == MAIN_EVENT:
        add_reis(o, i, place, -event_cost(s, r, s.cur))
        add_cell(s, r, o, i, place, CELL_EVENT + card)
    else:
        add_portfolio_card(s, r, o, i, place, card)
        add_alike(s, r, o, i, place, SALE if mode == MAIN_SELL else TRADES)


@inner
def add_alike(s: Any, r: Any, o: Any, i: int, place: int, deed: int) -> None:
    """A sale, trades or a visit, alike for all cards; so they are weighed once a decision."""
    if not o.weigher:
        add_play(s, r, o, i, place, deed)
        return
    if not is_known(o, deed):
        o.scores[SCRATCH, deed] = 0
        add_play(s, r, o, SCRATCH, deed, deed)
    o.scores[i, place] += o.scores[SCRATCH, deed]


@inner
def add_play(s: Any, r: Any, o: Any, i: int, place: int, deed: int) -> None:
    """A sale, trades or a visit."""
    if deed == SALE:
        add_sale(s, r, o, i, place)
    elif deed == TRADES:
        add_trades(s, r, o, i, place)
    else:
        add_visit(s, r, o, i, place, deed - VISIT)


@inner
def add_portfolio_card(s: Any, r: Any, o: Any, i: int, place: int, card: int) -> None:
    """L30: a card goes into the portfolio."""
    if r.card_type[card] < NOBLES:
        add_at(o, i, place, CARD_INFLUENCE, r.card_influence[card])
        add_cell(s, r, o, i, place, CELL_BOTTOM + card)
    else:
        add_at(o, i, place, CARD_POWER, r.card_powers[card])
        add_reis(o, i, place, treasury_value(s, r))


@inner
def add_visit(s: Any, r: Any, o: Any, i: int, place: int, noble: int) -> None:
    """L72: a visit: its cost, a state action if it gains, the noble action, followers."""
    left = add_visit_cost(s, r, o, i, place, noble)
    add_visit_act(s, r, o, i, place, noble)
    add_act(s, r, o, i, place, noble_action(noble), left)
    rivals = 0
    for q in range(s.players):
        rivals += q != s.cur and (s.favors[q] >> noble) & 1
    add_at(o, i, place, RIVALS_FOLLOW, rivals)


@inner
def add_visit_cost(s: Any, r: Any, o: Any, i: int, place: int, noble: int) -> int:
    """L71: influence first, then wigs; return the influence left."""
    cost = visit_cost(s, r, s.cur, noble)
    paid = min(cost, np.int64(s.influence[s.cur]))
    add_influence(o, i, place, -paid)
    add_at(o, i, place, WIG_, paid - cost)
    return s.influence[s.cur] - paid


# ---------------------------------------------------------------- deeds


@inner
def add_deed(s: Any, r: Any, o: Any, i: int, kind: int, what: int, place: int) -> None:
    """Sales, trades, ships, steps, stores, buildings."""
    if kind == SELL:
        add_sold(s, r, o, i, what, place)
    elif kind == TRADE:
        add_goods(o, i, place, -1)
        add_act(s, r, o, i, place, place, s.influence[s.cur])
    elif kind == SHIP_NEW:
        add_ship(s, r, o, i, what, place)
    elif kind == CARDINAL_STEPS:
        add_at(o, i, place, REACHES_CHURCH, s.cardinal + place >= CHURCH_SPACE)
    elif kind == STORE:
        add_store(s, r, o, i, place, what, place)
    else:
        add_building(s, r, o, i, place, what, place)


@inner
def add_sold(s: Any, r: Any, o: Any, i: int, g: int, ship: int) -> None:
    """L42, L43: a good sold to a ship."""
    colour = colour_of(ship)
    add_goods(o, i, ship, -1)
    add_at(o, i, ship, REVENUE, price_of(s, s.cur, g) + r.ship_modifier[colour])
    if s.cargo[ship].sum() + 1 >= r.hull[colour]:
        add_at(o, i, ship, OWN_SAILS if s.ship_owner[ship] == s.cur else RIVAL_SAILS, r.hull[colour])


@inner
def add_ship(s: Any, r: Any, o: Any, i: int, position: int, paid: int) -> None:
    """L53: goods paid; an old ship that goes."""
    add_goods(o, i, paid, -popcount(paid))
    if position > 0:
        add_at(o, i, paid, HULL, -r.hull[colour_of(ship_of(s.upper[s.cur, position - 1]))])


# ---------------------------------------------------------------- choices


@inner
def add_choice(s: Any, r: Any, o: Any, i: int, kind: int, place: int) -> None:
    """Choices of one thing among several."""
    if kind <= ROOM:
        add_small_choice(s, r, o, i, kind, place)
    elif kind <= FOLLOW:
        add_court_choice(s, r, o, i, kind, place)
    elif kind == STAFF:
        add_at(o, i, place, OFFICIAL_, -(place > 0))
    elif kind == CUBE:
        add_at(o, i, place, CUBE_, 1)
        add_at(o, i, place, COMPLETES_SET, completes_set(s, s.cur, place))
    elif kind == PRICE:
        add_at(o, i, place, REVENUE, s.goods[s.cur, place])
    elif kind == YES:
        add_at(o, i, place, DECREE_, 1)
    else:
        add_card_choice(s, r, o, i, kind, place)


@inner
def add_small_choice(s: Any, r: Any, o: Any, i: int, kind: int, place: int) -> None:
    """Decrees, goods, offices, room."""
    p = s.cur
    if kind == DECREE:
        add_decree(s, r, o, i, place, s.display[place])
    elif kind == GOOD:
        if s.point == AT_PRODUCE:
            add_goods(o, i, place, popcount(place))
        else:
            sign = -1 if s.point == AT_LOSE_GOOD else 1
            add_at(o, i, place, REVENUE, sign * s.price[place])
            add_at(o, i, place, GOOD_NEW, s.goods[p, place] == 0)
    elif kind == OFFICE:
        add_at(o, i, place, OWN_THERE, s.office[p, place])
        add_at(o, i, place, DISPLACES, displaced(s, r, place))
    else:
        add_loss(s, r, o, i, place)


@inner
def displaced(s: Any, r: Any, noble: int) -> int:
    """L51: rivals' officials that leave a full office, less own ones; every leader's first."""
    total, most = 0, 0
    for q in range(s.players):
        total += s.office[q, noble]
        most = max(most, s.office[q, noble])
    if total < r.capacity[noble]:
        return 0
    leaving = 0
    for q in range(s.players):
        if s.office[q, noble] == most:
            leaving += -1 if q == s.cur else 1
    return leaving


@inner
def add_loss(s: Any, r: Any, o: Any, i: int, position: int) -> None:
    """L28: what leaves the portfolio."""
    p = s.cur
    if position >= HALF:
        add_at(o, i, position, LOSES_POWER, r.card_powers[s.lower[p, position - HALF]])
        return
    code = s.upper[p, position]
    if code < SHIP:
        add_at(o, i, position, LOSES_INFLUENCE, r.card_influence[code])
        return
    colour = colour_of(ship_of(code))
    add_at(o, i, position, LOSES_INFLUENCE, r.ship_influence[colour])
    add_at(o, i, position, HULL, -r.hull[colour])


@inner
def add_court_choice(s: Any, r: Any, o: Any, i: int, kind: int, place: int) -> None:
    """Clergy tiles, plans, favors, state actions, follows."""
    if kind == TILE:
        tile = s.bag[s.bag_left - 1 - place] if s.point == AT_START_CLERGY else s.track[place]
        add_at(o, i, place, CLERGY_, 1)
        add_at(o, i, place, TILE_POWER, 1 + r.tile_powers[tile])
    elif kind == STACK:
        plan = s.stack[place, s.stack_left[place] - 1]
        add_at(o, i, place, PLAN_OFFICIALS, r.plan_officials[plan])
    elif kind == FAVOR:
        add_at(o, i, place, MAIA_FAVOR + place, 1)
    elif kind == STATE_ACTION:
        act = place if s.point == AT_EVENT_STATE else 2 * s.now_a + place
        add_act(s, r, o, i, place, act, s.influence[s.cur])
    else:
        noble = s.now_a
        add_at(o, i, place, IS_FOLLOW, 1)
        left = add_visit_cost(s, r, o, i, place, noble)
        add_act(s, r, o, i, place, noble_action(noble) if place == 2 else 2 * noble + place, left)


@inner
def add_card_choice(s: Any, r: Any, o: Any, i: int, kind: int, place: int) -> None:
    """Cards drawn, discarded or rewarded; clergy tiles discarded."""
    p = s.cur
    if kind == DRAW:
        add_card(r, o, i, place, s.deck[place, s.deck_left[place] - 1], 1)
    elif kind == DISCARD:
        card = s.hand[p, place]
        add_card(r, o, i, place, card, -1)
        if r.card_type[card] < NOBLES and not r.card_penalty[card]:
            add_cell(s, r, o, i, place, CELL_BOTTOM + card)
    elif kind == REWARD:
        add_cell(s, r, o, i, place, CELL_BOTTOM + s.dropped[place])
    elif kind == CHURCH:
        tile = s.tiles[p, place]
        add_at(o, i, place, CLERGY_, -1)
        add_at(o, i, place, TILE_POWER, -1 - r.tile_powers[tile])
        if s.now_op != DROP_TILE:
            add_at(o, i, place, WIG_, r.tile_wigs[tile])
            add_influence(o, i, place, portfolio_influence(s, r, p) if s.now_a == 0 else 0)


# ---------------------------------------------------------------- all options


@inner
def add_all(s: Any, r: Any, o: Any) -> None:
    """Add the features of every option, or what they weigh."""
    note_time(s, o)
    forget(o)
    for i in range(o.n):
        kind = o.heads[i] >> KIND_SHIFT
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        places = o.masks[i]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            if kind <= MAIN_EVENT:
                add_main(s, r, o, i, kind, place)
            elif kind <= BUILDING:
                add_deed(s, r, o, i, kind, what, place)
            else:
                add_choice(s, r, o, i, kind, place)


@kernel.features
def features(s: Any, r: Any, o: Any) -> None:
    """Write the features of every option."""
    begin_features(o)
    add_all(s, r, o)


@kernel.score
def score(s: Any, r: Any, o: Any) -> None:
    """Features times weights of every option."""
    if s.point == AT_STORE:
        note_time(s, o)
        score_stores(s, r, o)
    elif s.point == AT_BUILDING:
        note_time(s, o)
        score_buildings(s, r, o)
    elif s.point == AT_MAIN:
        score_main(s, r, o)
    else:
        begin_scores(s, o)
        add_all(s, r, o)
        o.weigher = 0


@inner
def score_main(s: Any, r: Any, o: Any) -> None:
    """Features times weights of all main decisions; what a card is worth in the hand is weighed once a card."""
    note_time(s, o)
    forget(o)
    o.weigher = 1 + s.bot[s.cur]
    put(o.scores[SCRATCH - 1], 0)
    for place in range(s.hand_size[s.cur]):
        add_card(r, o, SCRATCH - 1, place, s.hand[s.cur, place], -1)
    put(o.x[SCRATCH, IN_HAND], row(o.scores[SCRATCH - 1]))
    for i in range(o.n):
        mode, places = o.heads[i] >> KIND_SHIFT, o.masks[i]
        put_where(o.scores[i], row(o.x[SCRATCH, IN_HAND]) + weight(s, o, IS_GOLD + mode), places)
        while places:
            add_mode(s, r, o, i, mode, lowest_bit(places))
            places &= places - 1
    o.weigher = 0
