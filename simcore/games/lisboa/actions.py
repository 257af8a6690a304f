"""State actions and decrees, step by step (L49 to L58, L70), and the simple effects of cells (L95)."""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.lisboa.agenda import ask, push, push_cell
from simcore.games.lisboa.possible import NEW_PLACE, can_act, cubes_in, favors_open, stacks_open
from simcore.games.lisboa.state import (
    AT_CLERGY,
    AT_DECREE,
    AT_FAVOR,
    AT_GAIN_GOOD,
    AT_MAKE_ROOM,
    AT_OFFICE,
    AT_PILE_CUBE,
    AT_PLAN_STACK,
    AT_SECOND_DECREE,
    BUILD_SHIP,
    BUILD_STORE,
    BUILDING_STEP,
    BY_EVENTS,
    BY_POWERS,
    CELL_CARD,
    CELL_TILE,
    CHURCH_POWER,
    CHURCH_STEP,
    DECREE_STEP,
    DISPLAY,
    FAVOR_STEP,
    GOODS,
    HALF,
    HELD_TILES,
    KEEPS_PRICE,
    MORE_GOODS,
    MORE_PLANS,
    MORE_RECRUIT,
    MOVE_CARDINAL,
    NOBLES,
    OFFICIALS,
    PILE,
    PLAN_STEP,
    PRODUCE,
    PRODUCE_END,
    PRODUCE_MORE,
    PRODUCE_STEP,
    PUT_SHIP,
    RECRUIT,
    ROOM_STEP,
    SECOND_DECREE,
    SHIP,
    SHIP_STEP,
    STEPS,
    STORE_STEP,
    TAKE_DECREE,
    TAKE_FAVOR,
    TAKE_PLAN,
    TILE_STEP,
    TRACK,
    TRIGGER,
)
from simcore.games.lisboa.wealth import (
    gain_good,
    gain_influence,
    gainable,
    lose_good,
    move_price,
    move_treasury,
    portfolio_influence,
    ship_of,
)
from simcore.inner import inner

NONE = -1
ONE_LEADER = 1  # `displace`
CARDINAL_SPACES = 6
TREASURY_SPACE = 3
WHOLE_TRACK = (1 << TRACK) - 1


@inner
def act(s: Any, r: Any, p: int, action: int, source: int) -> None:
    """L49: begin an action, if it is possible; its triggers come last."""
    s.by_event = 1 if r.event_pays_treasury_and_land and source == BY_EVENTS and action == BUILD_STORE else 0
    if not can_act(s, r, p, action, s.influence[p]):
        s.by_event = 0
        return
    push(s, TRIGGER, action, 0, p, BY_POWERS)
    if action == RECRUIT:
        push(s, OFFICIALS, 2 + s.power[p, MORE_RECRUIT], 0, p, 0)
    elif action == TAKE_PLAN:
        push(s, PLAN_STEP, 1 + s.power[p, MORE_PLANS], 0, p, 0)
    elif action == BUILD_SHIP:
        push(s, SHIP_STEP, 0, 0, p, 0)
    elif action == PRODUCE:
        push(s, PRODUCE_STEP, 0, 0, p, 0)
    elif action == MOVE_CARDINAL:
        push(s, STEPS, 0, 0, p, 0)
    elif action == TAKE_FAVOR:
        push(s, FAVOR_STEP, 1, 0, p, 0)
    elif action == BUILD_STORE:
        push(s, STORE_STEP, 0, 0, p, 0)
    elif action == TAKE_DECREE:
        push(s, SECOND_DECREE, r.max_marker_per_decree_action, 0, p, 0)
        push(s, DECREE_STEP, 1, 0, p, 0)
    else:
        push(s, BUILDING_STEP, 0, 0, p, 0)


@inner
def fire(s: Any, r: Any, p: int, action: int) -> None:
    """L49: all `on:` powers for an action fire once each: clergy tiles, then cards, from the first on."""
    for i in range(HALF - 1, -1, -1):
        card = s.lower[p, i]
        if card >= 0 and r.card_trigger[card] == action:
            push_cell(s, CELL_CARD + card, p, BY_POWERS)
    for i in range(HELD_TILES - 1, -1, -1):
        tile = s.tiles[p, i]
        if tile >= 0 and r.tile_trigger[tile] == action:
            push_cell(s, CELL_TILE + tile, p, BY_POWERS)


# ---------------------------------------------------------------- officials and plans (L50 to L52)


@inner
def ask_office(s: Any, p: int, left: int, used: int) -> bool:
    """L50: the next official, if there is one and an office not yet chosen."""
    return left > 0 and s.board[p] > 0 and used != (1 << NOBLES) - 1 and ask(s, p, AT_OFFICE)


@inner
def place_official(s: Any, r: Any, p: int, noble: int) -> None:
    """L51, `displace`: in a full office first every leader moves one official to the plaza."""
    total, most = 0, 0
    for q in range(s.players):
        total += s.office[q, noble]
        most = max(most, s.office[q, noble])
    if total >= r.capacity[noble]:
        for q in range(s.players):
            if s.office[q, noble] == most:
                s.office[q, noble] -= 1
                s.plaza[q] += 1
                if r.displace == ONE_LEADER:
                    break
    s.board[p] -= 1
    s.office[p, noble] += 1


@inner
def ask_plan(s: Any, p: int, left: int) -> bool:
    """L52: the next plan, if any stack has one."""
    return left > 0 and stacks_open(s) != 0 and ask(s, p, AT_PLAN_STACK)


@inner
def take_plan(s: Any, p: int, architect: int) -> None:
    """L52: the top plan of a stack."""
    s.stack_left[architect] -= 1
    s.plans_open[p] |= 1 << s.stack[architect, s.stack_left[architect]]


# ---------------------------------------------------------------- portfolio (L27 to L30)


@inner
def in_half(s: Any, p: int, half: int) -> int:
    """Cards and ships in a half of the portfolio."""
    n = 0
    for i in range(HALF):
        n += (s.lower[p, i] if half else s.upper[p, i]) >= 0
    return n


@inner
def removable(s: Any, p: int, half: int) -> int:
    """L28: what may have to go to make room, a bit a position: upper half, then lower half; 0 if there is room."""
    mask = 0
    if in_half(s, p, half) == HALF:
        return ((1 << HALF) - 1) << HALF * half
    if in_half(s, p, 0) + in_half(s, p, 1) < min(2 * HALF, 2 + s.sets[p]):
        return 0
    for i in range(HALF):
        mask |= (s.upper[p, i] >= 0) << i | (s.lower[p, i] >= 0) << HALF + i
    return mask


@inner
def whole_portfolio(s: Any, p: int) -> int:
    """`voluntary_portfolio_discard`: everything, a bit a position."""
    mask = 0
    for i in range(HALF):
        mask |= (s.upper[p, i] >= 0) << i | (s.lower[p, i] >= 0) << HALF + i
    return mask


@inner
def ask_room(s: Any, r: Any, p: int, half: int) -> bool:
    """L28: what is to go, if something must or may."""
    s.room = half
    must = removable(s, p, half) != 0
    return (must or (r.voluntary_portfolio_discard and whole_portfolio(s, p) != 0)) and ask(s, p, AT_MAKE_ROOM)


@inner
def change_powers(s: Any, p: int, power: Any, sign: int) -> None:
    """L96: powers of equal kind add up."""
    for i in range(power.shape[0]):
        s.power[p, i] += sign * power[i]


@inner
def discard_position(s: Any, r: Any, p: int, position: int) -> None:
    """L28: a card, or a ship with its cargo, leaves the portfolio."""
    if position >= HALF:
        card = s.lower[p, position - HALF]
        change_powers(s, p, r.card_power[card], -1)
        for i in range(position - HALF, HALF - 1):
            s.lower[p, i] = s.lower[p, i + 1]
        s.lower[p, HALF - 1] = NONE
    else:
        code = s.upper[p, position]
        s.upper[p, position] = NONE
        if code >= SHIP:
            scrap(s, ship_of(code))


@inner
def scrap(s: Any, ship: int) -> None:
    """A ship leaves the game, its cargo goes back to the supply."""
    s.ship_owner[ship], s.at_sea[ship] = NONE, 0
    for g in range(GOODS):
        s.supply[g] += s.cargo[ship, g]
        s.cargo[ship, g] = 0


@inner
def put_upper(s: Any, p: int, code: int) -> None:
    """A card or ship takes the first free place of the upper half."""
    for i in range(HALF):
        if s.upper[p, i] < 0:
            s.upper[p, i] = code
            return


@inner
def put_card(s: Any, r: Any, p: int, card: int) -> None:
    """L30: a card goes into its half; a treasury card's benefit counts at once."""
    if r.card_type[card] < NOBLES:
        put_upper(s, p, card)
        return
    change_powers(s, p, r.card_power[card], 1)
    for i in range(HALF):
        if s.lower[p, i] < 0:
            s.lower[p, i] = card
            return


# ---------------------------------------------------------------- ships and production (L53 to L55)


@inner
def build_ship(s: Any, r: Any, p: int, position: int, paid: int) -> None:
    """L54: pay; a replaced ship leaves the game, or room is made."""
    for g in range(GOODS):
        if (paid >> g) & 1:
            lose_good(s, p, g)
    s.yard_left -= 1
    ship = s.yard[s.yard_left]
    push(s, PUT_SHIP, ship, 0, p, 0)
    if position == NEW_PLACE:
        push(s, ROOM_STEP, 0, 0, p, 0)
        return
    old = ship_of(s.upper[p, position - 1])
    if r.upgrade_keeps_cargo:
        for g in range(GOODS):
            s.cargo[ship, g] += s.cargo[old, g]
            s.cargo[old, g] = 0
    s.upper[p, position - 1] = NONE
    scrap(s, old)


@inner
def put_ship(s: Any, r: Any, p: int, ship: int) -> None:
    """L54: the ship lies in port; the treasury rises; influence of the portfolio."""
    put_upper(s, p, SHIP + ship)
    s.ship_owner[ship] = p
    move_treasury(s, r, r.ship_treasury_move)
    gain_influence(s, r, p, portfolio_influence(s, r, p))


@inner
def stores_of(s: Any, p: int, g: int) -> int:
    """A seat's stores of a good."""
    return popcount(s.stores[p] & s.of_good[g])


@inner
def produce(s: Any, r: Any, p: int, goods: int) -> None:
    """L55: each store draws a good; what does not fit goes back."""
    s.drawn[:], s.stored[:] = 0, 0
    for g in range(GOODS):
        if (goods >> g) & 1:
            s.drawn[g] = min(stores_of(s, p, g), s.supply[g])
            for _ in range(s.drawn[g]):
                before = s.goods[p, g]
                gain_good(s, p, g)
                s.stored[g] += s.goods[p, g] > before
    push(s, PRODUCE_END, 0, 0, p, 0)
    if s.power[p, MORE_GOODS]:
        push(s, PRODUCE_MORE, drawn_goods(s), s.power[p, MORE_GOODS], p, 0)


@inner
def drawn_goods(s: Any) -> int:
    """Goods drawn in the production at hand."""
    goods = 0
    for g in range(GOODS):
        goods |= (s.drawn[g] > 0) << g
    return goods


@inner
def end_production(s: Any, r: Any, p: int) -> None:
    """L55, `produce_price_drop`: prices of the goods produced fall."""
    if s.power[p, KEEPS_PRICE]:
        return
    for g in range(GOODS):
        if (s.stored[g] if r.produce_price_drop else s.drawn[g]) > 0:
            move_price(s, r, g, -1)


@inner
def ask_good(s: Any, p: int, allowed: int, left: int) -> bool:
    """L95: the next good of the owner's choice."""
    return left > 0 and allowed & gainable(s, p) != 0 and ask(s, p, AT_GAIN_GOOD)


# ---------------------------------------------------------------- cardinal and clergy (L56, L57)


@inner
def move_cardinal(s: Any, r: Any, p: int, steps: int) -> None:
    """L56, `church_timing`: each step +1 on the ring; then a tile next to the cardinal."""
    reached = False
    for _ in range(steps):
        step_on(s, r)
        reached = reached or s.cardinal == 0
    if reached and not s.church_scored:
        if r.church_timing:
            push_church(s)
        else:
            s.church = 1
    push(s, TILE_STEP, next_to_cardinal(s), 1, p, 0)


@inner
def step_on(s: Any, r: Any) -> None:
    """L56, L39: one step of the cardinal."""
    s.cardinal = (s.cardinal + 1) % CARDINAL_SPACES
    if s.cardinal == TREASURY_SPACE:
        move_treasury(s, r, r.cardinal_move)


@inner
def push_church(s: Any) -> None:
    """L83, L49: a church scoring for all seats, from the active one on; then powers of those who gained influence."""
    s.church, s.church_scored, s.blessed = 0, 1, 0
    for k in range(s.players - 1, -1, -1):
        push(s, CHURCH_POWER, 0, 0, (s.active + k) % s.players, 0)
    for k in range(s.players - 1, -1, -1):
        push(s, CHURCH_STEP, 0, 0, (s.active + k) % s.players, 0)


@inner
def next_to_cardinal(s: Any) -> int:
    """L18: the two tile spaces next to the cardinal."""
    return 1 << s.cardinal | 1 << (s.cardinal + CARDINAL_SPACES - 1) % CARDINAL_SPACES


@inner
def tiles_on(s: Any, spaces: int) -> int:
    """Spaces of the track that hold a tile."""
    found = 0
    for i in range(TRACK):
        found |= (s.track[i] >= 0) << i
    return found & spaces


@inner
def ask_tile(s: Any, r: Any, p: int, spaces: int, left: int) -> bool:
    """L57, `clergy_at_limit`: the next clergy tile, if there is room."""
    if left == 0 or tiles_on(s, spaces) == 0 or (s.tiles_held[p] == HELD_TILES and not r.clergy_at_limit):
        return False
    return ask(s, p, AT_CLERGY)


@inner
def take_tile(s: Any, r: Any, p: int, space: int) -> None:
    """L57: a tile's power works from now on."""
    tile = s.track[space]
    s.track[space] = NONE
    hold_tile(s, r, p, tile)


@inner
def hold_tile(s: Any, r: Any, p: int, tile: int) -> None:
    """A tile lies in front of a seat."""
    s.tiles[p, s.tiles_held[p]] = tile
    s.tiles_held[p] += 1
    change_powers(s, p, r.tile_power[tile], 1)


@inner
def drop_tile(s: Any, r: Any, p: int, i: int) -> int:
    """A seat's i-th tile is taken away; return it."""
    tile = s.tiles[p, i]
    change_powers(s, p, r.tile_power[tile], -1)
    for j in range(i, HELD_TILES - 1):
        s.tiles[p, j] = s.tiles[p, j + 1]
    s.tiles[p, HELD_TILES - 1] = NONE
    s.tiles_held[p] -= 1
    return tile


# ---------------------------------------------------------------- favors, decrees, cubes, prices


@inner
def ask_favor(s: Any, p: int, left: int) -> bool:
    """L58: the next favor."""
    return left > 0 and favors_open(s, p) != 0 and ask(s, p, AT_FAVOR)


@inner
def take_favor(s: Any, p: int, noble: int) -> None:
    """L58: a favor from a portrait."""
    s.portrait[noble] -= 1
    s.favors[p] |= 1 << noble


@inner
def ask_decree(s: Any, p: int, left: int) -> bool:
    """L70: the next decree."""
    return left > 0 and s.display_size > 0 and ask(s, p, AT_DECREE)


@inner
def take_decree(s: Any, r: Any, p: int, position: int) -> None:
    """L70: a decree from the display."""
    s.decree_owner[s.display[position]] = p
    s.decrees[p] += 1
    for i in range(position, DISPLAY - 1):
        s.display[i] = s.display[i + 1]
    s.display_size -= 1
    s.display[s.display_size] = NONE


@inner
def ask_second_decree(s: Any, p: int, left: int) -> bool:
    """L70, `max_marker_per_decree_action`: a set marker for one decree more."""
    return left > 0 and s.markers[p] > 0 and s.display_size > 0 and ask(s, p, AT_SECOND_DECREE)


@inner
def ask_cube(s: Any, p: int, left: int) -> bool:
    """L95: a cube of the pile."""
    return left > 0 and cubes_in(s, PILE) > 0 and ask(s, p, AT_PILE_CUBE)
