"""Selling, trading, visits, follows and events (L41 to L48, L71 to L82)."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.actions import drop_tile, hold_tile, step_on
from simcore.games.lisboa.agenda import ask, push, push_cell
from simcore.games.lisboa.possible import can_act, can_sell_to, can_trade, cubes_in, state_actions, visit_cost
from simcore.games.lisboa.state import (
    ACT,
    ANY,
    AT_EVENT_STATE,
    AT_FOLLOW,
    AT_SELL,
    AT_TRADE,
    AT_VISIT_STATE,
    BY_CARDS,
    BY_EVENTS,
    BY_POWERS,
    BY_SHIPS,
    BY_VISITS,
    CELL_BOTTOM,
    CELL_CARD,
    CELL_EVENT,
    CELL_TILE,
    FOLLOW_STEP,
    GOOD_OP,
    GOODS,
    HALF,
    HELD_TILES,
    INFLUENCE,
    LESS_EVENT,
    MAIN_EVENT,
    MAIN_GOLD,
    MAIN_SELL,
    MAIN_VISIT,
    MOVE_CARDINAL,
    NOBLE_ACT,
    NOBLES,
    ON_FOLLOW,
    ON_SELL,
    ON_VISIT,
    PILE,
    PUT_CARD,
    ROOM_STEP,
    RUBBLE_OP,
    SALE_ALL,
    SALE_GOLD,
    SELL_STEP,
    STATE_ACTIONS,
    STATE_OP,
    TOP_INFLUENCE,
    TRADE_STEP,
    TREASURY_OP,
    TRIGGER,
    VISIT_STATE,
)
from simcore.games.lisboa.wealth import (
    award,
    colour_of,
    gain_good,
    gain_reis,
    goods_held,
    lose_good,
    move_price,
    move_treasury,
    pay_reis,
    purse,
    treasury_value,
)
from simcore.inner import inner

# ---------------------------------------------------------------- selling (L41 to L44)


@inner
def ask_sale(s: Any, p: int, sold: int) -> bool:
    """L41: the next good to sell; at the end the powers for selling."""
    if goods_held(s, p) and can_sell_to(s):
        return ask(s, p, AT_SELL)
    end_sale(s, p, sold)
    return False


@inner
def end_sale(s: Any, p: int, sold: int) -> None:
    """L49: `on:sell` fires after a sale of at least one good."""
    if sold > 0:
        push(s, TRIGGER, ON_SELL, 0, p, BY_POWERS)


@inner
def sell(s: Any, r: Any, p: int, g: int, ship: int) -> None:
    """L42, L43: a good is sold; a full ship puts to sea and brings its owner wigs."""
    colour = colour_of(ship)
    price = s.price[g] + r.ship_modifier[colour] + s.power[p, SALE_ALL] + s.power[p, SALE_GOLD + g]
    gain_reis(s, r, p, price)
    s.goods[p, g] -= 1
    s.cargo[ship, g] += 1
    aboard = 0
    for k in range(GOODS):
        aboard += s.cargo[ship, k]
    if aboard >= r.hull[colour]:
        s.at_sea[ship] = 1
        award(s, s.ship_owner[ship], r.hull[colour], BY_SHIPS)
        if r.price_rise_on_sail:
            for k in range(GOODS):
                move_price(s, r, k, s.cargo[ship, k])


# ---------------------------------------------------------------- trading (L45 to L48)


@inner
def ask_trade(s: Any, r: Any, p: int, done: int, used: int) -> bool:
    """L45: the first or the second trade, if any is possible."""
    return done < 2 and can_trade(s, r, p, used) and ask(s, p, AT_TRADE)


@inner
def trade(s: Any, r: Any, p: int, done: int, g: int, action: int) -> None:
    """L45, `trade_payment`: pay a good; the action, then perhaps a second trade."""
    lose_good(s, p, g)
    used = 1 << action
    if not r.trade_payment:
        push(s, TRADE_STEP, done + 1, used, p, 0)
        push(s, ACT, action, 0, p, 0)
    elif done == 0:
        push(s, ACT, action, 0, p, 0)
        push(s, TRADE_STEP, 1, used, p, 0)
    else:
        s.top -= 1  # the first action, paid before, comes first
        first = s.a[s.top]
        push(s, ACT, action, 0, p, 0)
        push(s, ACT, first, 0, p, 0)


# ---------------------------------------------------------------- visits and follows (L71 to L78)


@inner
def pay_visit(s: Any, r: Any, p: int, noble: int) -> None:
    """L71: influence first, then wigs."""
    cost = visit_cost(s, r, p, noble)
    from_influence = min(cost, s.influence[p])
    s.influence[p] -= from_influence
    award(s, p, from_influence - cost, BY_VISITS)


@inner
def influence_after(s: Any, r: Any, p: int, noble: int) -> int:
    """L73: influence left after paying a visit, or -1 if it cannot be paid."""
    cost = visit_cost(s, r, p, noble)
    if cost > s.influence[p] + s.wigs[p]:
        return -1
    return max(0, s.influence[p] - cost)


@inner
def noble_action(noble: int) -> int:
    """The noble action of a noble."""
    return STATE_ACTIONS + noble


@inner
def can_visit(s: Any, r: Any, p: int, noble: int) -> bool:
    """L73: whether a visit is legal."""
    left = influence_after(s, r, p, noble)
    return left >= 0 and can_act(s, r, p, noble_action(noble), left)


@inner
def ways_to_follow(s: Any, r: Any, p: int, noble: int) -> int:
    """L76: top (bit 0), bottom (bit 1) and noble action (bit 2), if possible after paying."""
    left = influence_after(s, r, p, noble)
    if left < 0 or not (s.favors[p] >> noble) & 1:
        return 0
    ways = 0
    s.favors[p] &= ~(1 << noble)  # L77: the favor is back on the portrait by then
    s.portrait[noble] += 1
    for i in range(2):
        ways |= can_act(s, r, p, 2 * noble + i, left) << i
    ways |= can_act(s, r, p, noble_action(noble), left) << 2
    s.favors[p] |= 1 << noble
    s.portrait[noble] -= 1
    return ways


@inner
def visit(s: Any, r: Any, p: int, noble: int) -> None:
    """L72: pay, a state action of the noble, the noble action, followers."""
    s.followers = 0
    pay_visit(s, r, p, noble)
    push(s, FOLLOW_STEP, noble, 1, p, 0)
    push(s, NOBLE_ACT, noble, 0, p, 0)
    push(s, VISIT_STATE, noble, 0, p, 0)
    push(s, TRIGGER, ON_VISIT, 0, p, BY_POWERS)


@inner
def visit_actions(s: Any, r: Any, p: int, noble: int) -> int:
    """L72: top (bit 0) and bottom (bit 1) of a noble, if possible."""
    ways = 0
    for i in range(2):
        action = 2 * noble + i
        ways |= (can_act(s, r, p, action, s.influence[p]) and keeps_noble_action(s, r, p, noble, action)) << i
    return ways


@inner
def keeps_noble_action(s: Any, r: Any, p: int, noble: int, action: int) -> bool:
    """L74, `noble_action_impossible`: whether the noble action is possible after a state action's first options.

    Only the cardinal can stand in its way: the treasury rises where he goes, and staff becomes dearer.
    """
    if not r.noble_action_impossible or action != MOVE_CARDINAL:
        return True
    treasury, cardinal = s.treasury, s.cardinal
    step_on(s, r)
    tile = s.track[cardinal] if s.track[cardinal] >= 0 else s.track[s.cardinal]
    takes = tile >= 0 and s.tiles_held[p] < HELD_TILES
    if takes:
        hold_tile(s, r, p, tile)
    influence = min(TOP_INFLUENCE, s.influence[p] + influence_of_powers(s, r, p, action))
    possible = can_act(s, r, p, noble_action(noble), influence)
    if takes:
        drop_tile(s, r, p, s.tiles_held[p] - 1)
    s.treasury, s.cardinal = treasury, cardinal
    return possible


@inner
def influence_of_powers(s: Any, r: Any, p: int, action: int) -> int:
    """L49: influence that a seat's powers bring after an action."""
    total = 0
    for i in range(HELD_TILES):
        tile = s.tiles[p, i]
        if tile >= 0 and r.tile_trigger[tile] == action:
            total += influence_of(r, CELL_TILE + tile)
    for i in range(HALF):
        card = s.lower[p, i]
        if card >= 0 and r.card_trigger[card] == action:
            total += influence_of(r, CELL_CARD + card)
    return total


@inner
def influence_of(r: Any, cell: int) -> int:
    """Influence printed in a cell."""
    total = 0
    for i in range(r.cell_n[cell]):
        total += r.cell_b[cell, i] if r.cell_op[cell, i] == INFLUENCE else 0
    return total


@inner
def ask_visit_state(s: Any, r: Any, p: int, noble: int) -> bool:
    """L72: the optional state action."""
    return visit_actions(s, r, p, noble) != 0 and ask(s, p, AT_VISIT_STATE)


@inner
def ask_follow(s: Any, r: Any, visitor: int, noble: int, k: int) -> bool:
    """L76, `follower_limit`: the next seat that may follow; the others wait."""
    while k < s.players:
        q = (visitor + k) % s.players
        if r.follower_limit and s.followers >= r.follower_limit:
            return False
        if ways_to_follow(s, r, q, noble):
            s.now_b = k
            return ask(s, q, AT_FOLLOW)
        k += 1
    return False


@inner
def follow(s: Any, r: Any, p: int, noble: int, way: int) -> None:
    """L76: the favor goes back, the visit is paid, one action is carried out."""
    s.followers += 1
    s.favors[p] &= ~(1 << noble)
    s.portrait[noble] += 1
    pay_visit(s, r, p, noble)
    push(s, TRIGGER, ON_FOLLOW, 0, p, BY_POWERS)
    push(s, ACT, noble_action(noble) if way == 2 else 2 * noble + way, 0, p, 0)


# ---------------------------------------------------------------- events (L79 to L82)


@inner
def event_cost(s: Any, r: Any, p: int) -> int:
    """L79: reis for an event."""
    return max(0, treasury_value(s, r) - s.power[p, LESS_EVENT])


@inner
def can_sponsor(s: Any, r: Any, p: int, card: int) -> bool:
    """L80: payable, and an action, state action or cube of the event is possible after paying."""
    cost = event_cost(s, r, p)
    if cost > purse(s, r, p):
        return False
    reis, influence, coins = s.reis[p], s.influence[p], s.coins
    pay_reis(s, r, p, cost)
    possible = does_something(s, r, p, CELL_EVENT + card)
    s.reis[p], s.influence[p], s.coins = reis, influence, coins
    return possible


@inner
def event_can_act(s: Any, r: Any, p: int, action: int) -> bool:
    """L80, `event_pays_treasury_and_land`: whether an event's action is possible."""
    s.by_event = 1 if r.event_pays_treasury_and_land else 0
    possible = can_act(s, r, p, action, s.influence[p])
    s.by_event = 0
    return possible


@inner
def does_something(s: Any, r: Any, p: int, cell: int) -> bool:
    """L80: whether an `act:`, `state:` or `rubble:` of a cell is possible."""
    for i in range(r.cell_n[cell]):
        op = r.cell_op[cell, i]
        if op == ACT and event_can_act(s, r, p, r.cell_a[cell, i]):
            return True
        if op == STATE_OP:  # the cardinal can always move
            return True
        if op == RUBBLE_OP and cubes_in(s, PILE) > 0:
            return True
    return False


@inner
def sponsor(s: Any, r: Any, p: int, card: int) -> None:
    """L79, `event_treasury_move`: pay; the event's effects; then the treasury may move."""
    pay_reis(s, r, p, event_cost(s, r, p))
    push(s, TREASURY_OP, ANY, r.event_treasury_move, p, 0)
    push_cell(s, CELL_EVENT + card, p, BY_EVENTS)


@inner
def ask_state(s: Any, r: Any, p: int, left: int, used: int) -> bool:
    """L82: the next state action of an event."""
    return left > 0 and state_actions(s, r, p) & ~used != 0 and ask(s, p, AT_EVENT_STATE)


# ---------------------------------------------------------------- main decision (L23)


@inner
def left_over(s: Any, r: Any, p: int, sells: bool) -> bool:
    """L23: a good to sell, or a trade."""
    return goods_held(s, p) != 0 if sells else can_trade(s, r, p, 0)


@inner
def some_way(s: Any, r: Any, p: int, card: int, sells: bool) -> bool:
    """L23: whether a good to sell, or a trade, is left after any way of choosing the goods of a card's effect."""
    held, supply = packed(s.goods[p]), packed(s.supply)
    for way in range(1 << 2 * r.card_picks[card]):
        found = resolve_goods(s, r, p, CELL_BOTTOM + card, way) and left_over(s, r, p, sells)
        unpack(s.goods[p], held)
        unpack(s.supply, supply)
        if found:
            return True
    return False


@inner
def packed(goods: Any) -> int:
    """Counts of all goods as one number."""
    return goods[0] | goods[1] << 8 | goods[2] << 16 | goods[3] << 24


@inner
def unpack(goods: Any, counts: int) -> None:
    """Undo `packed`."""
    for g in range(GOODS):
        goods[g] = counts >> 8 * g & 255


@inner
def resolve_goods(s: Any, r: Any, p: int, cell: int, way: int) -> bool:
    """L95: gain and lose goods as a cell says, two bits of a way a choice; tell whether all choices are possible."""
    for e in range(r.cell_n[cell]):
        if r.cell_op[cell, e] == GOOD_OP:
            good, n = r.cell_a[cell, e], r.cell_b[cell, e]
            for _ in range(abs(n)):
                g = way & 3 if n < 0 or good == ANY else good
                way >>= 2 if n < 0 or good == ANY else 0
                if n > 0:
                    gain_good(s, p, g)
                elif s.goods[p, g] > 0:
                    lose_good(s, p, g)
                elif goods_held(s, p):
                    return False
    return True


@inner
def visitable(s: Any, r: Any, p: int) -> int:
    """L73: nobles whom a seat has a card for and may visit."""
    nobles = 0
    for i in range(s.hand_size[p]):
        noble = r.card_type[s.hand[p, i]]
        if noble < NOBLES and not (nobles >> noble) & 1 and can_visit(s, r, p, noble):
            nobles |= 1 << noble
    return nobles


@inner
def cards_to_sell(s: Any, r: Any, p: int) -> int:
    """L23, L41: hand cards that may be played to sell, a bit a card."""
    if not can_sell_to(s):
        return 0
    return cards_that_leave(s, r, p, goods_held(s, p) != 0, True)


@inner
def cards_to_trade(s: Any, r: Any, p: int) -> int:
    """L23, L46: hand cards that may be played to trade, a bit a card."""
    return cards_that_leave(s, r, p, can_trade(s, r, p, 0), False)


@inner
def cards_that_leave(s: Any, r: Any, p: int, now: bool, sells: bool) -> int:
    """L23: hand cards after whose effect there is a good to sell, or a trade; most change no goods."""
    cards = 0
    for i in range(s.hand_size[p]):
        card = s.hand[p, i]
        possible = some_way(s, r, p, card, sells) if r.card_has_goods[card] else now
        cards |= possible << i
    return cards


@inner
def cards_to_visit(s: Any, r: Any, p: int) -> int:
    """L71: hand cards of nobles that may be visited, a bit a card."""
    nobles, cards = visitable(s, r, p), 0
    for i in range(s.hand_size[p]):
        cards |= (nobles >> r.card_type[s.hand[p, i]] & 1) << i
    return cards


@inner
def cards_to_sponsor(s: Any, r: Any, p: int) -> int:
    """L79: hand cards whose events may be sponsored, a bit a card."""
    cards = 0
    for i in range(s.hand_size[p]):
        card = s.hand[p, i]
        cards |= (r.card_type[card] == NOBLES and can_sponsor(s, r, p, card)) << i
    return cards


@inner
def play_card(s: Any, r: Any, p: int, card: int, mode: int) -> None:
    """L23, L30: a card is played in a mode."""
    if mode == MAIN_GOLD:
        gain_good(s, p, 0)
    elif mode == MAIN_VISIT:
        visit(s, r, p, r.card_type[card])
    elif mode == MAIN_EVENT:
        sponsor(s, r, p, card)
    else:
        to_portfolio(s, r, p, card, mode)


@inner
def to_portfolio(s: Any, r: Any, p: int, card: int, mode: int) -> None:
    """L30: bottom effect or treasury, room, the card's place, then the sale or trade."""
    push(s, SELL_STEP if mode == MAIN_SELL else TRADE_STEP, 0, 0, p, 0)
    push(s, PUT_CARD, card, 0, p, 0)
    if r.card_type[card] < NOBLES:
        push(s, ROOM_STEP, 0, 0, p, 0)
        push_cell(s, CELL_BOTTOM + card, p, BY_CARDS)
    else:
        push(s, ROOM_STEP, 1, 0, p, 0)
        gain_reis(s, r, p, treasury_value(s, r))
        move_treasury(s, r, r.treasury_card_move)
