"""The rules of Lisboa: set-up, turns, periods, end, final scoring.

Rule numbers L1 to L99 are those of the game's specification. What is possible stands in possible.py, actions in
actions.py, selling, trading and the court in court.py; money, influence and goods in wealth.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lisboa.actions import (
    WHOLE_TRACK,
    act,
    ask_cube,
    ask_decree,
    ask_favor,
    ask_good,
    ask_office,
    ask_plan,
    ask_room,
    ask_second_decree,
    ask_staff,
    ask_tile,
    build_ship,
    build_store,
    complete_plan,
    discard_position,
    drop_tile,
    end_production,
    fire,
    hire,
    hold_tile,
    move_cardinal,
    next_to_cardinal,
    open_building,
    pay_land,
    pick_cube,
    place_official,
    produce,
    push_church,
    put_card,
    put_ship,
    release_official,
    removable,
    score_site,
    score_store,
    staff,
    staff_sources,
    take_decree,
    take_favor,
    take_plan,
    take_tile,
    tiles_on,
    whole_portfolio,
)
from simcore.games.lisboa.agenda import ask, push, push_cell
from simcore.games.lisboa.court import (
    ask_follow,
    ask_sale,
    ask_state,
    ask_trade,
    ask_visit_state,
    end_sale,
    follow,
    modes,
    noble_action,
    play_card,
    sell,
    trade,
    visit_actions,
    ways_to_follow,
)
from simcore.games.lisboa.possible import (
    BY_PILE,
    can_sell_to,
    cube_place,
    favors_open,
    goods_for,
    is_free,
    payments,
    pays_with_cube,
    pays_without_cube,
    ship_cost,
    sites_for,
    stacks_open,
    state_actions,
    trade_actions,
    wage,
)
from simcore.games.lisboa.scoring import final_wigs
from simcore.games.lisboa.state import (
    ACT,
    ANY,
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
    AT_PRODUCE,
    AT_SECOND_DECREE,
    AT_SELL,
    AT_SHIP,
    AT_STAFF,
    AT_START_CLERGY,
    AT_STORE,
    AT_TRADE,
    AT_VISIT_STATE,
    BAG_STREAM,
    BUILDING,
    BUILDING_STEP,
    BUILDINGS,
    BY_CARDS,
    BY_CHURCH,
    BY_DECKS,
    BY_FAVORS,
    BY_HULLS,
    BY_POWERS,
    BY_SETS,
    BY_SETS_1,
    BY_START,
    CARDINAL_STEPS,
    CARDS,
    CELL,
    CELL_BOTTOM,
    CHURCH,
    CHURCH_POWER,
    CHURCH_STEP,
    CLERGY_OP,
    COLOURS,
    COPIES,
    CUBE,
    CUBE_STEP,
    DECKS,
    DECREE,
    DECREE_OP,
    DECREE_STEP,
    DISCARD,
    DISPLAY,
    DRAW,
    DRAW_STEP,
    DROP_TILE,
    END_TURN,
    FAVOR,
    FAVOR_OP,
    FAVOR_STEP,
    FOLLOW,
    FOLLOW_STEP,
    GAIN,
    GOOD,
    GOOD_OP,
    GOODS,
    HALF,
    HAND,
    HELD_TILES,
    HIRE,
    INFLUENCE,
    LOSE,
    MAIN,
    MAIN_EVENT,
    MORE_STEPS,
    NOBLES,
    OFFICE,
    OFFICIAL,
    OFFICIALS,
    ON_CHURCH,
    PAY_LAND,
    PERIOD_CARDS,
    PERIOD_DISCARD,
    PERIOD_HAND,
    PERIOD_REWARD,
    PILE,
    PLACES,
    PLAN_DONE,
    PLAN_OP,
    PLAN_STEP,
    PLANS,
    PLOTS,
    PORTFOLIO_INFLUENCE,
    PRICE,
    PRICE_OP,
    PRODUCE_END,
    PRODUCE_MORE,
    PRODUCE_STEP,
    PUT_SHIP,
    REFILL,
    REIS,
    REWARD,
    ROOM,
    ROOM_STEP,
    RUBBLE_OP,
    SCORE_SITE,
    SCORE_STORE,
    SEATS,
    SECOND_DECREE,
    SELL,
    SELL_STEP,
    SHIP_NEW,
    SHIP_STEP,
    SHIPS,
    STACK,
    STACKS,
    STAFF,
    STAFF_FROM,
    STAFF_STEP,
    START_CLERGY,
    STATE_ACTION,
    STATE_OP,
    STATE_STEP,
    STEPS,
    STOP,
    STORE,
    STORE_STEP,
    TAKE_CUBE,
    TILE,
    TILE_STEP,
    TRACK,
    TRADE,
    TRADE_STEP,
    TREASURY_OP,
    TRIGGER,
    TURN,
    UPKEEP,
    VISIT_STATE,
    YES,
    kernel,
)
from simcore.games.lisboa.wealth import (
    award,
    gain_good,
    gain_influence,
    gain_reis,
    gainable,
    goods_held,
    lose_good,
    move_price,
    move_treasury,
    portfolio_influence,
    purse,
    take_cube,
)
from simcore.inner import inner
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_row
from simcore.scoring import rank_seats
from simcore.streams import CHANCE, DEAL, below, shuffle

NONE = -1
PAY_NOTHING = 1  # `unpayable_penalty`
ALWAYS, NEVER = 1, 2  # `church_influence`
START_PLAYER_FIRST = 1  # `period_change_first`
NO_CUBE = 3  # a store's cube comes from nowhere


# ---------------------------------------------------------------- set-up (L1 to L15)


@kernel.deal
def deal(s: Any, r: Any) -> None:
    """L1 to L15: set up a game."""
    empty_places(s)
    lay_rubble(s, r)
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


@inner
def empty_places(s: Any) -> None:
    """Nothing lies anywhere."""
    s.plot_good[:] = NONE
    s.plot_owner[:] = NONE
    s.site_building[:] = NONE
    s.site_opener[:] = NONE
    s.decree_owner[:] = NONE
    s.display[:] = NONE
    s.track[:] = NONE
    s.ship_owner[:] = NONE
    s.tiles[:] = NONE
    s.upper[:] = NONE
    s.lower[:] = NONE
    s.hand[:] = NONE


@inner
def equip(s: Any, r: Any, p: int) -> None:
    """L9: what everybody starts with."""
    s.reis[p], s.influence[p] = r.start_reis, r.start_influence[p]
    award(s, p, r.start_wigs, BY_START)
    for g in range(GOODS):
        s.goods[p, g] = r.start_goods
    s.board[p] = r.officials - r.start_officials
    s.office[p, 1] = r.start_officials


@inner
def lay_rubble(s: Any, r: Any) -> None:
    """L2: cubes drawn for every place in use."""
    cubes = np.zeros(64, np.int8)
    n = 0
    for colour in range(COLOURS):
        for _ in range(r.cube_count[colour]):
            cubes[n] = colour
            n += 1
    shuffle(s, DEAL, cubes, n)
    for place in range(PLACES):
        for _ in range(r.slot_cubes[place]):
            n -= 1
            s.rubble[place, cubes[n]] += 1
    while n > 0:
        n -= 1
        s.boxed[cubes[n]] += 1


@inner
def lay_streets(s: Any, r: Any) -> None:
    """L4, `scoring_tiles`: a scoring tile a street."""
    for g in range(GOODS):
        s.street[g] = r.fixed_street[g] if r.scoring_tiles else g
    if not r.scoring_tiles:
        shuffle(s, DEAL, s.street, GOODS)


@inner
def stack_buildings(s: Any, r: Any) -> None:
    """L5: half of the buildings for each architect."""
    cards = np.zeros(BUILDINGS, np.int8)
    for i in range(r.buildings):
        cards[i] = i
    shuffle(s, DEAL, cards, r.buildings)
    for i in range(r.buildings):
        architect = i % 2
        s.offer[architect, s.offer_left[architect]] = cards[i]
        s.offer_left[architect] += 1


@inner
def stack_plans(s: Any, r: Any) -> None:
    """L6, L9: stacks ascending by officials, ties shuffled; a starting plan for everybody."""
    order = np.zeros(PLANS, np.int8)
    for i in range(r.plan_count):
        order[i] = i
    shuffle(s, DEAL, order, r.plan_count)
    given = 0
    for i in range(r.plan_count):
        plan = order[i]
        if r.plan_starts[plan]:
            if given < s.players:
                s.plans_open[given] |= 1 << plan
            given += 1
        else:
            insert_plan(s, r, plan)


@inner
def insert_plan(s: Any, r: Any, plan: int) -> None:
    """L6: a plan goes below those with fewer officials."""
    architect = r.plan_architect[plan]
    i = s.stack_left[architect]
    s.stack_left[architect] += 1
    while i > 0 and r.plan_officials[s.stack[architect, i - 1]] < r.plan_officials[plan]:
        s.stack[architect, i] = s.stack[architect, i - 1]
        i -= 1
    s.stack[architect, i] = plan


@inner
def stack_cards(s: Any, r: Any) -> None:
    """L11: blue hands; red display decks by type; purple and brown wait."""
    order = np.zeros(CARDS, np.int8)
    for i in range(r.cards):
        order[i] = i
    shuffle(s, DEAL, order, r.cards)
    dealt = 0
    for i in range(r.cards):
        card = order[i]
        kind, colour = r.card_type[card], r.card_deck[card]
        if colour == 0:
            if dealt < HAND * s.players:
                hold_card(s, dealt // HAND, card)
            dealt += 1
        elif colour == 1:
            s.deck[kind, s.deck_left[kind]] = card
            s.deck_left[kind] += 1
        elif colour == 2:
            s.purple[s.purple_left] = card
            s.purple_left += 1
        else:
            s.brown[kind, s.brown_left[kind]] = card
            s.brown_left[kind] += 1


@inner
def hold_card(s: Any, p: int, card: int) -> None:
    """A card comes into a hand, which is kept in order."""
    i = s.hand_size[p]
    s.hand_size[p] += 1
    while i > 0 and s.hand[p, i - 1] > card:
        s.hand[p, i] = s.hand[p, i - 1]
        i -= 1
    s.hand[p, i] = card


@inner
def drop_card(s: Any, p: int, i: int) -> int:
    """The i-th card leaves a hand; return it."""
    card = s.hand[p, i]
    for j in range(i, HAND - 1):
        s.hand[p, j] = s.hand[p, j + 1]
    s.hand[p, HAND - 1] = NONE
    s.hand_size[p] -= 1
    return card


@inner
def stack_decrees(s: Any, r: Any) -> None:
    """L13: the decree deck."""
    for i in range(r.decree_count):
        s.decree_deck[i] = i
    s.decree_left = r.decree_count
    shuffle(s, DEAL, s.decree_deck, r.decree_count)


@inner
def draw_favors(s: Any) -> None:
    """L8: each seat draws a favor; the rest goes to the portraits."""
    bag = np.zeros(NOBLES * SEATS, np.int8)
    n = 0
    for noble in range(NOBLES):
        s.portrait[noble] = s.players
        for _ in range(s.players):
            bag[n] = noble
            n += 1
    shuffle(s, DEAL, bag, n)
    for p in range(s.players):
        take_favor(s, p, bag[p])


@inner
def fill_yard(s: Any, period: int) -> None:
    """L12, L87: the ships of a period, the smaller ones on top."""
    s.yard_left = 0
    for colour in (2 * period + 1, 2 * period):
        for copy in range(s.players - 1):
            s.yard[s.yard_left] = colour * COPIES + copy
            s.yard_left += 1


# ---------------------------------------------------------------- the agenda


@inner
def advance(s: Any, r: Any) -> None:
    """Carry out what stands on the agenda until somebody must decide or the game is over."""
    while not s.over:
        s.top -= 1
        i = s.top
        op, a, b, p, source = s.op[i], s.a[i], s.b[i], np.int64(s.seat[i]), s.source[i]
        s.now_op, s.now_a, s.now_b, s.now_source = op, a, b, source
        if op <= STATE_OP:
            waits = effect(s, r, op, a, b, p, source)
        elif op <= FAVOR_STEP:
            waits = piece_step(s, r, op, a, b, p)
        elif op <= PRODUCE_END:
            waits = small_step(s, r, op, a, b, p)
        elif op <= STEPS:
            waits = ship_step(s, r, op, a, p)
        elif op <= SCORE_SITE:
            waits = city_step(s, r, op, a, b, p)
        elif op <= FOLLOW_STEP:
            waits = court_step(s, r, op, a, b, p)
        elif op <= TURN:
            waits = turn_step(s, r, op, a, p)
        else:
            waits = rare_step(s, r, op, a, p)
        if waits:
            return


@inner
def effect(s: Any, r: Any, op: int, a: int, b: int, p: int, source: int) -> bool:
    """L95: one printed effect."""
    if op <= GOOD_OP:
        gain(s, r, op, a, b, p, source)
    elif op <= RUBBLE_OP:
        gain_pieces(s, r, op, b, p)
    elif op == PRICE_OP:
        if a == ANY:
            return ask(s, p, AT_PRICE_GOOD)
        move_price(s, r, a, b)
    elif op == TREASURY_OP:
        move_treasury(s, r, b)
    elif op == ACT:
        act(s, r, p, a, source)
    else:
        push(s, STATE_STEP, b, 0, p, 0)
    return False


@inner
def gain(s: Any, r: Any, op: int, a: int, b: int, p: int, source: int) -> None:
    """L95: reis, influence, wigs, goods."""
    if op == REIS:
        change_reis(s, r, p, b)
    elif op == INFLUENCE:
        gain_influence(s, r, p, b)
    elif op == PORTFOLIO_INFLUENCE:
        gain_influence(s, r, p, portfolio_influence(s, r, p))
    elif op == GOOD_OP:
        change_goods(s, p, a, b)
    elif b > 0 or not r.unpayable_penalty or s.wigs[p] >= -b:
        award(s, p, b, source)


@inner
def gain_pieces(s: Any, r: Any, op: int, n: int, p: int) -> None:
    """L95, `clergy_reward_source`: officials, plans, clergy tiles, favors, decrees, cubes, one after the other."""
    if op == OFFICIAL:
        push(s, OFFICIALS, n, 0, p, 0)
    elif op == PLAN_OP:
        push(s, PLAN_STEP, n, 0, p, 0)
    elif op == CLERGY_OP:
        push(s, TILE_STEP, next_to_cardinal(s) if r.clergy_reward_source else WHOLE_TRACK, n, p, 0)
    elif op == FAVOR_OP:
        push(s, FAVOR_STEP, n, 0, p, 0)
    elif op == DECREE_OP:
        push(s, DECREE_STEP, n, 0, p, 0)
    else:
        push(s, CUBE_STEP, n, 0, p, 0)


@inner
def change_reis(s: Any, r: Any, p: int, n: int) -> None:
    """L95, `unpayable_penalty`: gain reis, or pay what one can from cash."""
    if n > 0:
        gain_reis(s, r, p, n)
    elif not r.unpayable_penalty or s.reis[p] >= -n:
        paid = min(-n, s.reis[p])
        s.reis[p] -= paid
        s.coins += paid


@inner
def change_goods(s: Any, p: int, g: int, n: int) -> None:
    """L95: single gains of a good, or of the owner's choice; or goods to return."""
    if n < 0:
        push(s, LOSE, -n, 0, p, 0)
    elif g == ANY:
        push(s, GAIN, (1 << GOODS) - 1, n, p, 0)
    else:
        for _ in range(n):
            gain_good(s, p, g)


@inner
def piece_step(s: Any, r: Any, op: int, a: int, b: int, p: int) -> bool:
    """Steps of goods, officials, plans, tiles and favors."""
    if op == CELL:
        for i in range(r.cell_n[a] - 1, -1, -1):
            push(s, r.cell_op[a, i], r.cell_a[a, i], r.cell_b[a, i], p, s.now_source)
        return False
    if op == GAIN:
        return ask_good(s, p, a, b)
    if op == LOSE:
        return a > 0 and goods_held(s, p) != 0 and ask(s, p, AT_LOSE_GOOD)
    if op == OFFICIALS:
        return ask_office(s, p, a, b)
    if op == PLAN_STEP:
        return ask_plan(s, p, a)
    if op == TILE_STEP:
        return ask_tile(s, r, p, a, b)
    return ask_favor(s, p, a)


@inner
def small_step(s: Any, r: Any, op: int, a: int, b: int, p: int) -> bool:
    """Steps of decrees, cubes, state actions of events, powers, production."""
    if op == DECREE_STEP:
        return ask_decree(s, p, a)
    if op == SECOND_DECREE:
        return ask_second_decree(s, p, a)
    if op == CUBE_STEP:
        return ask_cube(s, p, a)
    if op == STATE_STEP:
        return ask_state(s, r, p, a, b)
    if op == PRODUCE_MORE:
        return ask_good(s, p, a, b)
    if op == TRIGGER:
        fire(s, r, p, a)
    else:
        end_production(s, r, p)
    return False


@inner
def ship_step(s: Any, r: Any, op: int, a: int, p: int) -> bool:
    """Steps of ships, of the portfolio and of the cardinal."""
    if op == SHIP_STEP:
        return ask(s, p, AT_SHIP)
    if op == ROOM_STEP:
        return ask_room(s, r, p, a)
    if op == STEPS:
        return ask(s, p, AT_CARDINAL)
    if op == PUT_SHIP:
        put_ship(s, r, p, a)
    else:
        put_card(s, r, p, a)
    return False


@inner
def city_step(s: Any, r: Any, op: int, a: int, b: int, p: int) -> bool:
    """Steps of stores and buildings."""
    if op == STORE_STEP:
        return ask(s, p, AT_STORE)
    if op == BUILDING_STEP:
        return ask(s, p, AT_BUILDING)
    if op == STAFF_FROM:
        return ask_staff(s, r, p, a, b)
    if op == TAKE_CUBE:
        pick_cube(s, p, a, b)
    elif op == PAY_LAND:
        pay_land(s, r, p, a)
    elif op == SCORE_STORE:
        score_store(s, r, p, a)
    elif op == STAFF_STEP:
        staff(s, r, p, a)
    elif op == HIRE:
        hire(s, r, p, a)
    elif op == PLAN_DONE:
        complete_plan(s, r, p, a)
    else:
        score_site(s, r, p, a)
    return False


@inner
def court_step(s: Any, r: Any, op: int, a: int, b: int, p: int) -> bool:
    """Steps of sales, trades, visits and follows."""
    if op == SELL_STEP:
        return ask_sale(s, p, a)
    if op == TRADE_STEP:
        return ask_trade(s, r, p, a, b)
    if op == VISIT_STATE:
        return ask_visit_state(s, r, p, a)
    if op == FOLLOW_STEP:
        return ask_follow(s, r, p, a, b)
    act(s, r, p, noble_action(a), 0)
    return False


@inner
def turn_step(s: Any, r: Any, op: int, a: int, p: int) -> bool:
    """Steps of the turn."""
    if op == MAIN:
        return s.hand_size[p] > 0 and ask(s, p, AT_MAIN)
    if op == DRAW_STEP:
        return s.hand_size[p] < HAND and decks_left(s) != 0 and ask(s, p, AT_DRAW)
    if op == CHURCH_STEP:
        return church(s, r, p, a)
    if op == TURN:
        begin_turn(s, p)
    elif op == UPKEEP:
        upkeep(s, p)
    elif op == REFILL:
        refill(s, r)
    else:
        end_turn(s, r, p)
    return False


@inner
def rare_step(s: Any, r: Any, op: int, a: int, p: int) -> bool:
    """Steps of set-up and of the change of period; what follows from some choices."""
    if op == START_CLERGY:
        return ask(s, p, AT_START_CLERGY)
    if op == PERIOD_DISCARD:
        return s.hand_size[p] > 0 and ask(s, p, AT_PERIOD_DISCARD)
    if op == PERIOD_REWARD:
        return rewards_of(s, r, a) != 0 and ask(s, p, AT_PERIOD_REWARD)
    if op == DROP_TILE:
        return ask(s, p, AT_CLERGY)
    if op == PRODUCE_STEP:
        return begin_production(s, r, p)
    if op == CHURCH_POWER:
        if (s.blessed >> p) & 1:
            push(s, TRIGGER, ON_CHURCH, 0, p, BY_POWERS)
    elif op == PERIOD_HAND:
        refill_hand(s, p)
    else:
        open_second_display(s)
    return False


@inner
def begin_production(s: Any, r: Any, p: int) -> bool:
    """L55, `produce_decline`: all goods are produced, or those that the seat chooses."""
    if r.produce_decline:
        return ask(s, p, AT_PRODUCE)
    produce(s, r, p, (1 << GOODS) - 1)
    return False


# ---------------------------------------------------------------- the turn (L21 to L26)


@inner
def begin_turn(s: Any, p: int) -> None:
    """L21, L22: own ships dock; then main decision, draw, upkeep."""
    s.active = p
    for ship in range(SHIPS):
        if s.ship_owner[ship] == p and s.at_sea[ship]:
            s.at_sea[ship] = 0
            for g in range(GOODS):
                s.supply[g] += s.cargo[ship, g]
                s.cargo[ship, g] = 0
    push(s, END_TURN, 0, 0, p, 0)
    push(s, UPKEEP, 0, 0, p, 0)
    push(s, DRAW_STEP, 0, 0, p, 0)
    push(s, MAIN, 0, 0, p, 0)


@inner
def decks_left(s: Any) -> int:
    """L24: display decks that are not empty."""
    mask = 0
    for i in range(DECKS):
        mask |= (s.deck_left[i] > 0) << i
    return mask


@inner
def upkeep(s: Any, p: int) -> None:
    """L25: church scoring if pending, then everything is refilled."""
    push(s, REFILL, 0, 0, p, 0)
    if s.church:
        push_church(s)


@inner
def church(s: Any, r: Any, p: int, discarded: int) -> bool:
    """L83, `church_influence`: discard tiles one by one, then gain the portfolio's influence once."""
    if s.tiles_held[p] > 0 and ask(s, p, AT_CHURCH):
        return True
    close_church(s, r, p, discarded)
    return False


@inner
def close_church(s: Any, r: Any, p: int, discarded: int) -> None:
    """L83: influence for those who discarded; `blessed` notes who gained any."""
    if r.church_influence == NEVER or (discarded == 0 and r.church_influence != ALWAYS):
        return
    influence = portfolio_influence(s, r, p)
    gain_influence(s, r, p, influence)
    s.blessed |= (influence > 0) << p


@inner
def refill(s: Any, r: Any) -> None:
    """L25: track, decrees; what was not refilled at once."""
    refill_track(s)
    refill_decrees(s, r)
    s.church_scored = 0
    s.city_used[:] = 0
    s.offer_used[:] = 0


@inner
def refill_track(s: Any) -> None:
    """L25: clergy tiles from the bag."""
    for i in range(TRACK):
        if s.track[i] < 0 and s.bag_left > 0:
            s.bag_left -= 1
            s.track[i] = s.bag[s.bag_left]


@inner
def refill_decrees(s: Any, r: Any) -> None:
    """L13, L25: decrees face up; with two players banned ones are boxed."""
    while s.display_size < DISPLAY and s.decree_left > 0:
        s.decree_left -= 1
        d = s.decree_deck[s.decree_left]
        if not (s.players == 2 and r.decree_banned[d]):
            s.display[s.display_size] = d
            s.display_size += 1


@inner
def end_turn(s: Any, r: Any, p: int) -> None:
    """L86, L88: end of a period or of the game; else the next seat's turn."""
    s.turns += 1
    s.rounds = s.turns // s.players
    if s.period == 0:
        s.period_turns += 1
        if triggered(s, r, p, r.period_sets):
            change_period(s, r, p)
            return
    elif s.last_turn == 0 and triggered(s, r, p, r.end_sets):
        s.last_turn = (-(-s.turns // s.players) + r.extra_rounds) * s.players
    if s.last_turn and s.turns >= s.last_turn:
        s.over = 1
        return
    push(s, TURN, 0, 0, (p + 1) % s.players, 0)


@inner
def triggered(s: Any, r: Any, p: int, sets: int) -> bool:
    """L86, L88, `set_trigger_scope`, `third_deck_trigger`: enough sets, or enough empty display decks."""
    for q in range(s.players):
        if s.sets[q] >= sets and (q == p or not r.set_trigger_scope):
            s.end_reason = BY_SETS
            return True
    empty = 0
    for i in range(DECKS):
        empty += s.deck_left[i] == 0
    if empty >= r.empty_decks:
        s.end_reason = BY_DECKS
        return True
    return False


# ---------------------------------------------------------------- change of period (L87)


@inner
def change_period(s: Any, r: Any, p: int) -> None:
    """L87: wigs for sets, new ships, hands exchanged, the second display."""
    s.period = 1
    s.deck_left[:] = 0
    for q in range(s.players):
        award(s, q, r.set_wigs * s.sets[q], BY_SETS_1)
    fill_yard(s, 1)
    push(s, TURN, 0, 0, (p + 1) % s.players, 0)
    push(s, REFILL, 0, 0, p, 0)
    push(s, PERIOD_CARDS, 0, 0, p, 0)
    first = 0 if r.period_change_first == START_PLAYER_FIRST else p
    for k in range(s.players - 1, -1, -1):
        q = (first + k) % s.players
        push(s, PERIOD_HAND, 0, 0, q, 0)
        for noble in range(NOBLES - 1, -1, -1):
            push(s, PERIOD_REWARD, noble, 0, q, BY_CARDS)
        push(s, PERIOD_DISCARD, 0, 0, q, 0)


@inner
def rewards_of(s: Any, r: Any, noble: int) -> int:
    """L87: discarded cards of a noble whose bottom effect is no penalty, a bit a card."""
    mask = 0
    for i in range(s.dropped_size):
        card = s.dropped[i]
        mask |= (r.card_type[card] == noble and not r.card_penalty[card]) << i
    return mask


@inner
def refill_hand(s: Any, p: int) -> None:
    """L87: the hand is filled from the purple deck."""
    s.dropped_size = 0
    while s.hand_size[p] < HAND and s.purple_left > 0:
        s.purple_left -= 1
        hold_card(s, p, s.purple[s.purple_left])


@inner
def open_second_display(s: Any) -> None:
    """L87: the rest of the purple deck is boxed, the brown deck is the display."""
    s.purple_left = 0
    for i in range(DECKS):
        s.deck_left[i] = s.brown_left[i]
        for k in range(s.brown_left[i]):
            s.deck[i, k] = s.brown[i, k]
        s.brown_left[i] = 0


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
    masks = 0  # modes of each card, five bits a card
    for i in range(s.hand_size[p]):
        masks |= modes(s, r, p, s.hand[p, i]) << 5 * i
    n = 0
    for mode in range(MAIN_EVENT + 1):
        places = 0
        for i in range(s.hand_size[p]):
            places |= ((masks >> 5 * i + mode) & 1) << i
        n = one(o, n, mode, places)
    return n


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
        for g in range(GOODS):
            n = add_row(o, n, TRADE << KIND_SHIFT | g << WHAT_SHIFT, trade_actions(s, r, p, g, s.now_b))
        return stop(o, n, s.now_a > 0)
    if point == AT_SHIP:
        for position in range(HALF + 1):
            cost = ship_cost(s, r, p, position)
            if cost >= 0:
                n = add_row(o, n, SHIP_NEW << KIND_SHIFT | position << WHAT_SHIFT, payments(s, p, cost))
        return n
    return one(o, 0, CARDINAL_STEPS, (1 << 3 + s.power[p, MORE_STEPS]) - 2)


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
    return stop(o, one(o, 0, STATE_ACTION, state_actions(s, r, p, s.now_b)), s.now_b != 0)


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
    n = 0
    for g in range(GOODS):
        for where in range(BY_PILE + 1):
            for colour in range(COLOURS):
                plots = 0
                for plot in range(PLOTS):
                    if is_free(s, r, plot) and (goods_for(s, r, plot) >> g) & 1:
                        plots |= pays_with_cube(s, r, p, s.influence[p], plot, where, colour) << plot
                n = add_row(o, n, store_head(g, where, colour), plots)
        plots = 0
        for plot in range(PLOTS):
            if is_free(s, r, plot) and (goods_for(s, r, plot) >> g) & 1:
                plots |= pays_without_cube(s, r, p, s.influence[p], plot) << plot
        n = add_row(o, n, store_head(g, NO_CUBE, 0), plots)
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
    return one(o, 0, GOOD, (1 << (1 << GOODS)) - 1)


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
