"""What a seat may do at each decision (L99)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lisboa.actions import removable, stores_of, tiles_on, whole_portfolio
from simcore.games.lisboa.city import staff_sources
from simcore.games.lisboa.court import (
    cards_to_sell,
    cards_to_sponsor,
    cards_to_trade,
    cards_to_visit,
    visit_actions,
    ways_to_follow,
)
from simcore.games.lisboa.possible import (
    WAYS,
    can_sell_to,
    favors_open,
    list_ways,
    payments,
    plots_for,
    ship_cost,
    sites_for,
    stacks_open,
    state_actions,
    trade_actions,
    wage,
)
from simcore.games.lisboa.state import (
    AT_BUILDING,
    AT_CHURCH,
    AT_CLERGY,
    AT_DECREE,
    AT_DRAW,
    AT_FAVOR,
    AT_FOLLOW,
    AT_GAIN_GOOD,
    AT_LOSE_GOOD,
    AT_OFFICE,
    AT_PERIOD_DISCARD,
    AT_PERIOD_REWARD,
    AT_PILE_CUBE,
    AT_PLAN_STACK,
    AT_PRICE_GOOD,
    AT_SECOND_DECREE,
    AT_SELL,
    AT_SHIP,
    AT_START_CLERGY,
    AT_STORE,
    AT_TRADE,
    AT_VISIT_STATE,
    BUILDING,
    CARDINAL_STEPS,
    CHURCH,
    COLOURS,
    CUBE,
    DECREE,
    DISCARD,
    DRAW,
    DROP_TILE,
    FAVOR,
    FOLLOW,
    GOOD,
    GOODS,
    HALF,
    HELD_TILES,
    MAIN_EVENT,
    MAIN_GOLD,
    MAIN_SELL,
    MAIN_TRADE,
    MAIN_VISIT,
    MAX_ROWS,
    MORE_STEPS,
    NOBLES,
    OFFICE,
    PILE,
    PRICE,
    REWARD,
    ROOM,
    SELL,
    SHIP_NEW,
    STACK,
    STAFF,
    STATE_ACTION,
    STOP,
    STORE,
    TILE,
    TRADE,
    YES,
)
from simcore.games.lisboa.turns import decks_left, rewards_of
from simcore.games.lisboa.wealth import gainable, goods_held, purse
from simcore.inner import inner
from simcore.options import KIND_SHIFT, WHAT_SHIFT, add_row

MAX_STEPS = 31  # of the cardinal, less one: places of a row


@inner
def one(o: Any, n: int, kind: int, places: int) -> int:
    """One row without further arguments."""
    return add_row(o, n, kind << KIND_SHIFT, places)


@inner
def stop(o: Any, n: int, allowed: bool) -> int:
    """Stop, no or none."""
    return add_row(o, n, STOP << KIND_SHIFT, 1 if allowed else 0)


@inner
def list_main(s: Any, r: Any, o: Any, p: int) -> int:
    """L23: a row a mode; the place is the card's place in the hand."""
    n = one(o, 0, MAIN_GOLD, (1 << s.hand_size[p]) - 1)
    n = one(o, n, MAIN_SELL, cards_to_sell(s, r, p))
    n = one(o, n, MAIN_TRADE, cards_to_trade(s, r, p))
    n = one(o, n, MAIN_VISIT, cards_to_visit(s, r, p))
    return one(o, n, MAIN_EVENT, cards_to_sponsor(s, r, p))


@inner
def list_small(s: Any, r: Any, o: Any, point: int, p: int) -> int:
    """First tile, goods, offices, room."""
    if point == AT_START_CLERGY:
        return one(o, 0, TILE, 3)
    if point == AT_GAIN_GOOD:
        return one(o, 0, GOOD, s.now_a & gainable(s, p))
    if point == AT_LOSE_GOOD:
        return one(o, 0, GOOD, goods_held(s, p))
    if point == AT_OFFICE:
        n = one(o, 0, OFFICE, ((1 << NOBLES) - 1) & ~np.int64(s.now_b))
        return stop(o, n, s.now_b != 0)
    must = removable(s, p, s.room)
    n = one(o, 0, ROOM, must if must else whole_portfolio(s, p))
    return stop(o, n, must == 0)


@inner
def list_trade(s: Any, r: Any, o: Any, point: int, p: int) -> int:
    """Sales, trades, ships, steps."""
    n = 0
    if point == AT_SELL:
        for g in range(GOODS):
            if s.goods[p, g] > 0:
                n = add_row(o, n, SELL << KIND_SHIFT | g << WHAT_SHIFT, can_sell_to(s))
        return stop(o, n, s.now_a > 0)
    if point == AT_TRADE:
        acts = state_actions(s, r, p) & ~np.int64(s.now_b)
        for g in range(GOODS):
            n = add_row(o, n, TRADE << KIND_SHIFT | g << WHAT_SHIFT, trade_actions(s, r, p, g, acts))
        return stop(o, n, s.now_a > 0)
    if point == AT_SHIP:
        for position in range(HALF + 1):
            cost = ship_cost(s, r, p, position)
            if cost >= 0:
                n = add_row(o, n, SHIP_NEW << KIND_SHIFT | position << WHAT_SHIFT, payments(s, p, cost))
        return n
    return one(o, 0, CARDINAL_STEPS, (1 << min(3 + s.power[p, MORE_STEPS], MAX_STEPS)) - 2)


@inner
def list_court(s: Any, r: Any, o: Any, point: int, p: int) -> int:
    """Clergy tiles, plans, favors, state actions."""
    if point == AT_CLERGY:
        if s.now_op == DROP_TILE:
            return one(o, 0, CHURCH, (1 << HELD_TILES) - 1)
        n = one(o, 0, TILE, tiles_on(s, s.now_a))
        return stop(o, n, s.tiles_held[p] == HELD_TILES)
    if point == AT_PLAN_STACK:
        return one(o, 0, STACK, stacks_open(s))
    if point == AT_FAVOR:
        return one(o, 0, FAVOR, favors_open(s, p))
    if point == AT_VISIT_STATE:
        return stop(o, one(o, 0, STATE_ACTION, visit_actions(s, r, p, s.now_a)), True)
    return stop(o, one(o, 0, STATE_ACTION, state_actions(s, r, p) & ~np.int64(s.now_b)), s.now_b != 0)


@inner
def list_city(s: Any, r: Any, o: Any, point: int, p: int) -> int:
    """Stores, buildings, staff."""
    n = 0
    if point == AT_STORE:
        return list_stores(s, r, o, p)
    if point == AT_BUILDING:
        for plan in range(r.plan_count):
            if (s.plans_open[p] >> plan) & 1:
                sites = sites_for(s, r, p, plan, s.influence[p])
                n = add_row(o, n, BUILDING << KIND_SHIFT | plan << WHAT_SHIFT, sites)
        return n
    n = one(o, 0, STAFF, staff_sources(s, p))
    hired = np.int64(s.now_a + s.now_b)
    return stop(o, n, r.staff_must_use_own != 0 and hired * wage(s, r, p) <= purse(s, r, p))


@inner
def list_stores(s: Any, r: Any, o: Any, p: int) -> int:
    """L60: a row a good, place of the cube and colour; the place is the plot."""
    by_way = o.masks[MAX_ROWS - WAYS :]
    list_ways(s, r, p, s.influence[p], by_way, o.x[MAX_ROWS - 1, 0])
    n = 0
    for g in range(GOODS):
        plots = plots_for(s, r, g)
        for way in range(WAYS):
            n = add_row(o, n, store_head(g, way // COLOURS, way % COLOURS), plots & by_way[way])
    return n


@inner
def store_head(g: int, where: int, colour: int) -> int:
    """A store's good, and where its cube comes from."""
    return STORE << KIND_SHIFT | (g << 4 | where << 2 | colour) << WHAT_SHIFT


@inner
def list_rest(s: Any, r: Any, o: Any, point: int, p: int) -> int:
    """Decrees, follows, cubes, prices, cards, church, change of period."""
    if point == AT_DECREE:
        return one(o, 0, DECREE, (1 << s.display_size) - 1)
    if point == AT_SECOND_DECREE:
        return stop(o, one(o, 0, YES, 1), True)
    if point == AT_FOLLOW:
        return stop(o, one(o, 0, FOLLOW, ways_to_follow(s, r, p, s.now_a)), True)
    if point == AT_PILE_CUBE:
        colours = 0
        for c in range(COLOURS):
            colours |= (s.rubble[PILE, c] > 0) << c
        return one(o, 0, CUBE, colours)
    if point == AT_PRICE_GOOD:
        return one(o, 0, PRICE, (1 << GOODS) - 1)
    if point == AT_DRAW:
        return one(o, 0, DRAW, decks_left(s))
    if point == AT_CHURCH:
        return stop(o, one(o, 0, CHURCH, (1 << s.tiles_held[p]) - 1), True)
    if point == AT_PERIOD_DISCARD:
        return stop(o, one(o, 0, DISCARD, (1 << s.hand_size[p]) - 1), True)
    if point == AT_PERIOD_REWARD:
        return one(o, 0, REWARD, rewards_of(s, r, s.now_a))
    return one(o, 0, GOOD, goods_to_draw(s, p))


@inner
def goods_to_draw(s: Any, p: int) -> int:
    """L55, `produce_decline`: sets of goods that a seat's stores can draw, a bit a set."""
    goods, sets = 0, 0
    for g in range(GOODS):
        goods |= (stores_of(s, p, g) > 0 and s.supply[g] > 0) << g
    for chosen in range(1 << GOODS):
        sets |= (chosen & ~goods == 0) << chosen
    return sets
