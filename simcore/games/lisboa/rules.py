"""The rules of Lisboa: the entries, and what follows from each decision.

Rule numbers L1 to L99 are those of the game's specification. setup.py lays out the game, turns.py goes from turn to
turn, steps.py carries out the agenda, options.py lists what may be done. What is possible stands in possible.py,
actions in actions.py, selling, trading and the court in court.py; money, influence and goods in wealth.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lisboa.actions import (
    NONE,
    build_ship,
    discard_position,
    drop_tile,
    hold_tile,
    move_cardinal,
    place_official,
    produce,
    take_decree,
    take_favor,
    take_plan,
    take_tile,
)
from simcore.games.lisboa.agenda import push, push_cell
from simcore.games.lisboa.city import build_store, open_building, release_official
from simcore.games.lisboa.court import end_sale, follow, play_card, sell, trade
from simcore.games.lisboa.options import list_city, list_court, list_main, list_rest, list_small, list_trade
from simcore.games.lisboa.possible import NO_CUBE, cube_place
from simcore.games.lisboa.scoring import final_wigs
from simcore.games.lisboa.setup import (
    count_sites,
    draw_favors,
    drop_card,
    empty_places,
    equip,
    fill_yard,
    hold_card,
    lay_rubble,
    lay_streets,
    stack_buildings,
    stack_cards,
    stack_decrees,
    stack_plans,
)
from simcore.games.lisboa.state import (
    ACT,
    AT_BUILDING,
    AT_CARDINAL,
    AT_CHURCH,
    AT_CLERGY,
    AT_DECREE,
    AT_DRAW,
    AT_EVENT_STATE,
    AT_FAVOR,
    AT_FOLLOW,
    AT_GAIN_GOOD,
    AT_LOSE_GOOD,
    AT_MAIN,
    AT_MAKE_ROOM,
    AT_OFFICE,
    AT_PERIOD_DISCARD,
    AT_PERIOD_REWARD,
    AT_PILE_CUBE,
    AT_PLAN_STACK,
    AT_PRICE_GOOD,
    AT_SECOND_DECREE,
    AT_SELL,
    AT_SHIP,
    AT_STAFF,
    AT_START_CLERGY,
    AT_STORE,
    AT_TRADE,
    AT_VISIT_STATE,
    BAG_STREAM,
    BY_CARDS,
    BY_CHURCH,
    BY_FAVORS,
    BY_HULLS,
    CELL_BOTTOM,
    CHURCH_STEP,
    CUBE_STEP,
    DECREE_STEP,
    DRAW_STEP,
    DROP_TILE,
    FAVOR_STEP,
    FOLLOW_STEP,
    GOODS,
    HELD_TILES,
    HIRE,
    LOSE,
    OFFICIALS,
    PERIOD_DISCARD,
    PILE,
    PLAN_STEP,
    PRODUCE_MORE,
    REFILL,
    SECOND_DECREE,
    SELL_STEP,
    STACKS,
    STAFF_FROM,
    START_CLERGY,
    STATE_STEP,
    STOP,
    TILE_STEP,
    TURN,
    kernel,
)
from simcore.games.lisboa.steps import advance
from simcore.games.lisboa.turns import close_church, refill_decrees, refill_track
from simcore.games.lisboa.wealth import award, gain_good, lose_good, move_price, take_cube
from simcore.inner import inner
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT
from simcore.scoring import rank_seats
from simcore.streams import CHANCE, DEAL, below, shuffle

# ---------------------------------------------------------------- set-up (L1 to L15)


@kernel.deal
def deal(s: Any, r: Any) -> None:
    """L1 to L15: set up a game."""
    empty_places(s)
    lay_rubble(s, r)
    count_sites(s, r)
    lay_streets(s, r)
    stack_buildings(s, r)
    stack_plans(s, r)
    stack_cards(s, r)
    stack_decrees(s, r)
    refill_decrees(s, r)
    for i in range(r.tile_count):
        s.bag[i] = i
    s.bag_left = r.tile_count
    shuffle(s, DEAL, s.bag, r.tile_count)
    draw_favors(s)
    s.treasury = r.treasury_start
    for g in range(GOODS):
        s.price[g] = r.start_price[g]
        s.supply[g] = r.tokens[g] - r.start_goods * s.players
    for i in range(STACKS):
        s.city[i] = r.city_tiles[i]
    fill_yard(s, 0)
    s.coins = 180 - r.start_reis * s.players
    for p in range(s.players):
        equip(s, r, p)
    push(s, TURN, 0, 0, 0, 0)
    push(s, REFILL, 0, 0, 0, 0)
    for p in range(s.players - 1, -1, -1):
        push(s, START_CLERGY, 0, 0, p, 0)
    advance(s, r)


# ---------------------------------------------------------------- legal options (L99)


@kernel.legal
def legal(s: Any, r: Any, o: Any) -> None:
    """List what the seat at hand may do; stop, no and none come last."""
    point, p = s.point, np.int64(s.cur)
    if point == AT_MAIN:
        o.n = list_main(s, r, o, p)
    elif point <= AT_MAKE_ROOM:
        o.n = list_small(s, r, o, point, p)
    elif point <= AT_CARDINAL:
        o.n = list_trade(s, r, o, point, p)
    elif point <= AT_EVENT_STATE:
        o.n = list_court(s, r, o, point, p)
    elif point <= AT_STAFF:
        o.n = list_city(s, r, o, point, p)
    else:
        o.n = list_rest(s, r, o, point, p)


# ---------------------------------------------------------------- actions


@kernel.apply
def apply(s: Any, r: Any, action: int) -> None:
    """Carry out an action; then the agenda goes on."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    point, p, a, b = s.point, np.int64(s.cur), s.now_a, s.now_b
    if point == AT_MAIN:
        card = drop_card(s, p, place)
        play_card(s, r, p, card, kind)
    elif kind == STOP:
        decline(s, r, point, p, a, b)
    elif point <= AT_MAKE_ROOM:
        apply_small(s, r, point, p, a, b, place)
    elif point <= AT_CARDINAL:
        apply_trade(s, r, point, p, a, what, place)
    elif point <= AT_EVENT_STATE:
        apply_court(s, r, point, p, a, b, place)
    elif point <= AT_STAFF:
        apply_city(s, r, point, p, a, b, what, place)
    else:
        apply_rest(s, r, point, p, a, b, place)
    advance(s, r)


@inner
def decline(s: Any, r: Any, point: int, p: int, a: int, b: int) -> None:
    """What follows from stop, no or none."""
    if point == AT_SELL:
        end_sale(s, p, a)
    elif point == AT_STAFF:
        push(s, HIRE, a + b, 0, p, 0)
    elif point == AT_FOLLOW:
        push(s, FOLLOW_STEP, a, b + 1, s.active, 0)
    elif point == AT_CHURCH:
        close_church(s, r, p, a)


@inner
def apply_small(s: Any, r: Any, point: int, p: int, a: int, b: int, place: int) -> None:
    """First tile, goods, offices, room."""
    if point == AT_START_CLERGY:
        keep_first_tile(s, r, p, place)
    elif point == AT_GAIN_GOOD:
        before = s.goods[p, place]
        gain_good(s, p, place)
        if s.now_op == PRODUCE_MORE:
            s.stored[place] += s.goods[p, place] - before
        push(s, s.now_op, a, b - 1, p, 0)
    elif point == AT_LOSE_GOOD:
        lose_good(s, p, place)
        push(s, LOSE, a - 1, 0, p, 0)
    elif point == AT_OFFICE:
        place_official(s, r, p, place)
        push(s, OFFICIALS, a - 1, b | 1 << place, p, 0)
    else:
        discard_position(s, r, p, place)


@inner
def keep_first_tile(s: Any, r: Any, p: int, kept: int) -> None:
    """L10: one of the two tiles drawn is kept, the other goes back into the bag, which is shuffled."""
    first, second = s.bag[s.bag_left - 1], s.bag[s.bag_left - 2]
    s.bag_left -= 2
    hold_tile(s, r, p, second if kept else first)
    return_to_bag(s, first if kept else second)


@inner
def return_to_bag(s: Any, tile: int) -> None:
    """L10, `clergy_discard_to`: a tile goes back into the bag, anywhere."""
    place = below(s, CHANCE + BAG_STREAM, s.bag_left + 1)
    for i in range(s.bag_left, place, -1):
        s.bag[i] = s.bag[i - 1]
    s.bag[place] = tile
    s.bag_left += 1


@inner
def apply_trade(s: Any, r: Any, point: int, p: int, a: int, what: int, place: int) -> None:
    """Sales, trades, ships, steps."""
    if point == AT_SELL:
        sell(s, r, p, what, place)
        push(s, SELL_STEP, a + 1, 0, p, 0)
    elif point == AT_TRADE:
        trade(s, r, p, a, what, place)
    elif point == AT_SHIP:
        build_ship(s, r, p, what, place)
    else:
        move_cardinal(s, r, p, place)


@inner
def apply_court(s: Any, r: Any, point: int, p: int, a: int, b: int, place: int) -> None:
    """Clergy tiles, plans, favors, state actions."""
    if point == AT_CLERGY:
        choose_tile(s, r, p, a, b, place)
    elif point == AT_PLAN_STACK:
        take_plan(s, p, place)
        push(s, PLAN_STEP, a - 1, 0, p, 0)
    elif point == AT_FAVOR:
        take_favor(s, p, place)
        push(s, FAVOR_STEP, a - 1, 0, p, 0)
    elif point == AT_VISIT_STATE:
        push(s, ACT, 2 * a + place, 0, p, 0)
    else:
        push(s, STATE_STEP, a - 1, b | 1 << place, p, 0)
        push(s, ACT, place, 0, p, 0)


@inner
def choose_tile(s: Any, r: Any, p: int, a: int, b: int, place: int) -> None:
    """L57, `clergy_at_limit`: a tile of the track, perhaps in exchange for one's own."""
    if s.now_op == DROP_TILE:
        drop_tile(s, r, p, place)
        take_tile(s, r, p, a)
    else:
        push(s, TILE_STEP, a, b - 1, p, 0)
        if s.tiles_held[p] == HELD_TILES:
            push(s, DROP_TILE, place, 0, p, 0)
            return
        take_tile(s, r, p, place)
    if r.refill_church:
        refill_track(s)


@inner
def apply_city(s: Any, r: Any, point: int, p: int, a: int, b: int, what: int, place: int) -> None:
    """Stores, buildings, staff."""
    if point == AT_STORE:
        g, where, colour = what >> 4, what >> 2 & 3, what & 3
        build_store(s, r, p, place, g, cube_place(place, where) if where != NO_CUBE else NONE, colour, 0)
    elif point == AT_BUILDING:
        open_building(s, r, p, what, place)
    else:
        release_official(s, p, place)
        push(s, STAFF_FROM, a - 1, b, p, 0)


@inner
def apply_rest(s: Any, r: Any, point: int, p: int, a: int, b: int, place: int) -> None:
    """Decrees, follows, cubes, prices, cards, church, change of period."""
    if point == AT_DECREE:
        take_decree(s, r, p, place)
        if r.refill_decrees:
            refill_decrees(s, r)
        push(s, DECREE_STEP, a - 1, 0, p, 0)
    elif point == AT_SECOND_DECREE:
        s.markers[p] -= 1
        s.markers_used[p] += 1
        push(s, SECOND_DECREE, a - 1, 0, p, 0)
        push(s, DECREE_STEP, 1, 0, p, 0)
    elif point == AT_FOLLOW:
        push(s, FOLLOW_STEP, a, b + 1, s.active, 0)
        follow(s, r, p, a, place)
    elif point == AT_PILE_CUBE:
        s.rubble[PILE, place] -= 1
        take_cube(s, p, place)
        push(s, CUBE_STEP, a - 1, 0, p, 0)
    elif point == AT_PRICE_GOOD:
        move_price(s, r, place, b)
    elif point == AT_DRAW:
        s.deck_left[place] -= 1
        hold_card(s, p, s.deck[place, s.deck_left[place]])
        if r.draw_rule:
            push(s, DRAW_STEP, 0, 0, p, 0)
    elif point == AT_CHURCH:
        discard_tile(s, r, p, place)
        push(s, CHURCH_STEP, a + 1, 0, p, 0)
    elif point == AT_PERIOD_DISCARD:
        s.dropped[s.dropped_size] = drop_card(s, p, place)
        s.dropped_size += 1
        push(s, PERIOD_DISCARD, 0, 0, p, 0)
    elif point == AT_PERIOD_REWARD:
        push_cell(s, CELL_BOTTOM + s.dropped[place], p, BY_CARDS)
    else:
        produce(s, r, p, place)


@inner
def discard_tile(s: Any, r: Any, p: int, i: int) -> None:
    """L83, L84, `clergy_discard_to`: a tile's wigs; it goes to the box or into the bag."""
    tile = drop_tile(s, r, p, i)
    award(s, p, r.tile_wigs[tile], BY_CHURCH)
    if r.clergy_discard_to:
        return_to_bag(s, tile)


# ---------------------------------------------------------------- end (L90 to L94)


@kernel.standing
def standing(s: Any, r: Any) -> None:
    """L90 to L94: wigs if the game ended now."""
    final_wigs(s, r)
    for p in range(s.players):
        s.score[p] = s.wigs[p]
        for category in range(BY_HULLS, BY_FAVORS + 1):
            s.score[p] += s.points[p, category]
        s.tie[p] = 0 if r.winner_tiebreak else s.influence[p] * 1000 + s.reis[p]


@kernel.finish
def finish(s: Any, r: Any) -> None:
    """L94: most wigs win; ties by influence, then reis."""
    standing(s, r)
    rank_seats(s)
