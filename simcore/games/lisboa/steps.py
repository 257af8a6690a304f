"""What each step of the agenda does."""

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
    ask_tile,
    end_production,
    fire,
    next_to_cardinal,
    produce,
    put_card,
    put_ship,
)
from simcore.games.lisboa.agenda import ENDLESS, ask, push
from simcore.games.lisboa.city import (
    ask_staff,
    complete_plan,
    hire,
    pay_land,
    pick_cube,
    score_site,
    score_store,
    staff,
)
from simcore.games.lisboa.court import ask_follow, ask_sale, ask_state, ask_trade, ask_visit_state, noble_action
from simcore.games.lisboa.state import (
    ACT,
    ANY,
    AT_BUILDING,
    AT_CARDINAL,
    AT_CLERGY,
    AT_DRAW,
    AT_LOSE_GOOD,
    AT_MAIN,
    AT_PERIOD_DISCARD,
    AT_PERIOD_REWARD,
    AT_PRICE_GOOD,
    AT_PRODUCE,
    AT_SHIP,
    AT_START_CLERGY,
    AT_STORE,
    BUILDING_STEP,
    BY_POWERS,
    CELL,
    CHURCH_POWER,
    CHURCH_STEP,
    CLERGY_OP,
    CUBE_STEP,
    DECREE_OP,
    DECREE_STEP,
    DRAW_STEP,
    DROP_TILE,
    FAVOR_OP,
    FAVOR_STEP,
    FOLLOW_STEP,
    GAIN,
    GOOD_OP,
    GOODS,
    HAND,
    HIRE,
    INFLUENCE,
    LOSE,
    MAIN,
    OFFICIAL,
    OFFICIALS,
    ON_CHURCH,
    PAY_LAND,
    PERIOD_DISCARD,
    PERIOD_HAND,
    PERIOD_REWARD,
    PLAN_DONE,
    PLAN_OP,
    PLAN_STEP,
    PORTFOLIO_INFLUENCE,
    PRICE_OP,
    PRODUCE_END,
    PRODUCE_MORE,
    PRODUCE_STEP,
    PUT_SHIP,
    REFILL,
    REIS,
    ROOM_STEP,
    RUBBLE_OP,
    SCORE_SITE,
    SCORE_STORE,
    SECOND_DECREE,
    SELL_STEP,
    SHIP_STEP,
    STAFF_FROM,
    STAFF_STEP,
    START_CLERGY,
    STATE_OP,
    STATE_STEP,
    STEPS,
    STORE_STEP,
    TAKE_CUBE,
    TILE_STEP,
    TRADE_STEP,
    TREASURY_OP,
    TRIGGER,
    TURN,
    UPKEEP,
    VISIT_STATE,
)
from simcore.games.lisboa.turns import (
    begin_turn,
    church,
    decks_left,
    end_turn,
    open_second_display,
    refill,
    refill_hand,
    rewards_of,
    upkeep,
)
from simcore.games.lisboa.wealth import (
    award,
    gain_good,
    gain_influence,
    gain_reis,
    goods_held,
    move_price,
    move_treasury,
    portfolio_influence,
)
from simcore.inner import inner


@inner
def advance(s: Any, r: Any) -> None:
    """Carry out what stands on the agenda until somebody must decide or the game is over."""
    while not s.over and s.decisions < ENDLESS:
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
        pick_cube(s, r, p, a, b)
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
        score_site(s, r, a)
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
