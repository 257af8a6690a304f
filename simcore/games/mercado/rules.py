"""The rules of Mercado: set-up, the turn, legal actions, end and scoring.

Rule numbers are those of docs/games/mercado.md. What actions do to the market stands in market.py, the bag in bag.py.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.mercado.bag import draw, refill_display, swap, triple
from simcore.games.mercado.board import ALL_ENTRANCES, ALL_SPACES
from simcore.games.mercado.market import (
    open_restaurant,
    open_stand,
    pay,
    place_customer,
    price_spaces,
    price_standing_stands,
    refill_show,
)
from simcore.games.mercado.state import (
    AT_ACTION,
    AT_DISPLAY_SWAP,
    AT_OWN_SWAP,
    AT_TAKE,
    BY_ENTRANCES,
    BY_PASSING,
    BY_SPACES,
    COIN,
    COINS,
    CUSTOMER,
    DISPLAY_SWAP,
    EVERYONE,
    FINISH_ROUND,
    FORCED,
    KEEP,
    MAX_SHOW,
    NUMBERS,
    OFF,
    OPEN,
    OWN_SWAP,
    PENALTY,
    RESTAURANT,
    SPACES,
    START,
    TAKE,
    kernel,
)
from simcore.inner import inlined, inner
from simcore.lanes import at_most, put, row
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_row
from simcore.scoring import rank_seats
from simcore.streams import DEAL, shuffle

NO_TRIGGER = -1
TURN_OVER = -1  # no decision point: the turn ends


# ---------------------------------------------------------------- set-up


@kernel.deal
def deal(s: Any, r: Any) -> None:
    """M5 to M11: set up a game."""
    clear(s, r)
    fill_bag(s, r)
    pile_tiles(s, r)
    lay_restaurants(s, r)  # last, so that arms with other layouts share the rest of the deal
    for p in range(s.players):
        pay(s, p, START, r.start_coins)
        s.wood[p] = r.wooden_stands
    price_spaces(s, r)
    start_turn(s, r)


@inner
def clear(s: Any, r: Any) -> None:
    """An empty market; the record arrives filled with zeros but for its header."""
    s.left = -1
    s.end_reason = BY_PASSING
    s.stand[:] = -1
    s.owner[:] = -1
    s.face_up[:] = -1
    s.opener[:] = -1
    s.face_down[:] = -1
    s.tile[:] = -1
    s.placer[:] = -1
    s.show[:] = -1
    s.free = ALL_SPACES
    s.empty = ALL_ENTRANCES
    put(s.free_ends, 4)
    for t in range(5):
        put(s.help[t], 1)


@inner
def lay_restaurants(s: Any, r: Any) -> None:
    """M5, M6: shuffle the restaurants face down onto the marked spaces; some lie before the last seat."""
    order = s.opener  # not in use yet: a place to shuffle the spaces
    spaces = 0
    for space in range(SPACES):
        if r.random_layout or r.marked >> space & 1:
            order[spaces] = space
            spaces += 1
    shuffle(s, DEAL, order, spaces)
    laid = 0
    for kind in range(6):
        for _ in range(r.face_down[kind]):
            s.face_down[order[laid]] = kind
            s.veil[order[laid]] = 1
            laid += 1
        s.held[s.players - 1, kind] = r.last_seat[kind]
    order[:] = -1


@inner
def fill_bag(s: Any, r: Any) -> None:
    """M7: all stand tiles into the bag; draw the display, then every hand."""
    for t in range(5):
        s.bag[t] = r.stand_tiles[t]
        s.bag_size += r.stand_tiles[t]
    for _ in range(r.display_size):
        s.display[draw(s, DEAL)] += 1
    s.display_count = r.display_size
    for p in range(s.players):
        for _ in range(r.hand_size):
            s.hand[p, draw(s, DEAL)] += 1


@inner
def pile_tiles(s: Any, r: Any) -> None:
    """M8: split the customer tiles by number, shuffle, show the first of each."""
    s.pile[:] = r.pile
    s.pile_size[:] = r.pile_size
    for n in range(NUMBERS):
        shuffle(s, DEAL, s.pile[n], s.pile_size[n])
        refill_show(s, r, n)


# ---------------------------------------------------------------- the turn (M12)


@inlined
def start_turn(s: Any, r: Any) -> None:
    """M12: begin the turn of seat `cur`."""
    s.opened = 0
    s.swaps = 0
    offer_own_swap(s, r)


@inlined
def offer_own_swap(s: Any, r: Any) -> None:
    """M13: ask for, or carry out, a swap of three equal own tiles; else go on."""
    hand = s.hand[s.cur]
    t = triple(s, hand, r.hand_size) if may_swap(s, r.own_swap, r.own_swap_limit) else -1
    while t >= 0 and r.own_swap == FORCED:
        swap(s, hand, t)
        s.swaps += 1
        s.forced[0] += 1
        t = triple(s, hand, r.hand_size) if may_swap(s, r.own_swap, r.own_swap_limit) else -1
    if t >= 0:
        s.point = AT_OWN_SWAP
    else:
        after_own_swap(s, r)


@inlined
def may_swap(s: Any, rule: int, once: int) -> bool:
    """M13, M14: whether swaps exist and the limit is not reached."""
    return rule != OFF and not (once and s.swaps > 0)


@inlined
def after_own_swap(s: Any, r: Any) -> None:
    """M14, `also_turn_start`: the display may be swapped before the action too."""
    s.swaps = 0
    if r.display_swap_time:
        offer_display_swap(s, r)
    else:
        s.point = AT_ACTION


@inner
def offer_display_swap(s: Any, r: Any) -> None:
    """M14: ask for, or carry out, a swap of three equal display tiles; else go on."""
    t = triple(s, s.display, r.display_size) if may_swap(s, r.display_swap, r.display_swap_limit) else -1
    while t >= 0 and r.display_swap == FORCED:
        swap(s, s.display, t)
        s.swaps += 1
        s.forced[1] += 1
        t = triple(s, s.display, r.display_size) if may_swap(s, r.display_swap, r.display_swap_limit) else -1
    if t >= 0:
        s.point = AT_DISPLAY_SWAP
    else:
        after_display_swap(s, r)


@inlined
def after_display_swap(s: Any, r: Any) -> None:
    """M12: the action, or, after OPEN, taking a tile if there is one (M20)."""
    if not s.opened:
        s.point = AT_ACTION
    elif s.display_count > 0:
        s.point = AT_TAKE
    else:
        s.point = TURN_OVER


@inlined
def after_open(s: Any, r: Any) -> None:
    """M20: a display tile is due, with `wood_only` only while more wooden stands than tiles are left."""
    s.opened = 1
    s.swaps = 0
    if r.refill_after_last_wood and s.wood[s.cur] <= open_tiles(s, s.cur):
        s.point = TURN_OVER
    else:
        offer_display_swap(s, r)


@inlined
def open_tiles(s: Any, p: int) -> int:
    """Open stand tiles in front of a player."""
    return s.hand[p, 0] + s.hand[p, 1] + s.hand[p, 2] + s.hand[p, 3] + s.hand[p, 4]


# ---------------------------------------------------------------- legal actions (M15, in the order of M35)


@kernel.legal
def legal(s: Any, r: Any, o: Any) -> None:
    """M15: list what seat `cur` may do."""
    if s.point == AT_ACTION:
        n = list_stands(s, r, o, 0)
        n = list_customers(s, r, o, n)
        n = list_restaurants(s, o, n)
        o.n = add_row(o, n, COIN << KIND_SHIFT, 1)
    elif s.point == AT_TAKE:
        o.n = add_row(o, 0, TAKE << KIND_SHIFT, kinds_of(s.display))
    else:
        n = add_row(o, 0, KEEP << KIND_SHIFT, 1)
        o.n = add_row(o, n, (OWN_SWAP if s.point == AT_OWN_SWAP else DISPLAY_SWAP) << KIND_SHIFT, 1)


@inlined
def kinds_of(tiles: Any) -> int:
    """The mask of the types among some tiles."""
    mask = 0
    for t in range(5):
        mask |= (tiles[t] > 0) << t
    return mask


@inlined
def list_stands(s: Any, r: Any, o: Any, n: int) -> int:
    """M16, M19: free spaces that can be paid for, with a wooden stand and an open tile of the type."""
    p = s.cur
    if s.wood[p] == 0:
        return n
    if r.stand_trigger:
        price_standing_stands(s, r)
    for t in range(5):
        if r.stand_trigger or not r.finance_from_income:
            spaces = affordable_otherwise(s, r, p, t)
        else:
            spaces = at_most(row(s.cost) - row(s.income[t]), s.coins[p])
        n = add_row(o, n, OPEN << KIND_SHIFT | t << WHAT_SHIFT, only_if(s.hand[p, t] > 0, s.free & spaces))
    return n


@inlined
def only_if(condition: bool, mask: int) -> int:
    """The mask, or no place; without a branch, since hands are hard to predict."""
    return mask & -int(condition)


@inner
def affordable_otherwise(s: Any, r: Any, p: int, t: int) -> int:
    """M19, the alternatives: coins held must cover the cost, or everything received may."""
    if r.finance_from_income:
        return at_most(row(s.cost) - row(s.income[t]) - row(s.also_own), s.coins[p])
    return at_most(row(s.cost), s.coins[p])


@inlined
def list_customers(s: Any, r: Any, o: Any, n: int) -> int:
    """M21: each tile on show at every free entrance whose line has enough stands and an own match."""
    for number in range(1, NUMBERS + 1):
        entrances = s.reach[number] & s.empty
        if entrances == 0:
            break
        for i in range(MAX_SHOW):
            tile = s.show[number - 1, i]
            if tile >= 0 and not (r.tile_twin[tile] < tile and is_twin(s, r, number - 1, i)):
                here = entrances & own_match(s, r, tile)
                if r.customer_minimum:
                    here &= matching_minimum(s, r, tile)
                n = add_row(o, n, CUSTOMER << KIND_SHIFT | tile << WHAT_SHIFT, here)
    return n


@inner
def is_twin(s: Any, r: Any, n: int, i: int) -> bool:
    """M15: an equal tile with a lower id is on show."""
    twins = 0
    for k in range(i):
        twins += r.tile_twin[s.show[n, k]] == r.tile_twin[s.show[n, i]]
    return twins > 0


@inlined
def own_match(s: Any, r: Any, tile: int) -> int:
    """Entrances whose line has an own stand of a type on the tile."""
    mask = s.has[s.cur, r.tile_types[tile, 0]] | s.has[s.cur, r.tile_types[tile, 1]]
    for k in range(2, r.tile_kinds[tile]):
        mask |= s.has[s.cur, r.tile_types[tile, k]]
    return mask


@inner
def matching_minimum(s: Any, r: Any, tile: int) -> int:
    """M21, `matching_stands`: entrances whose line has enough stands of the tile's types."""
    stands = row(s.type_stands[r.tile_types[tile, 0]])
    for k in range(1, r.tile_kinds[tile]):
        stands = stands + row(s.type_stands[r.tile_types[tile, k]])
    return ~at_most(stands, r.tile_number[tile] - 1)


@inlined
def list_restaurants(s: Any, o: Any, n: int) -> int:
    """M22: each kind in front of the player on every free space."""
    for kind in range(6):
        n = add_row(o, n, RESTAURANT << KIND_SHIFT | kind << WHAT_SHIFT, only_if(s.held[s.cur, kind] > 0, s.free))
    return n


# ---------------------------------------------------------------- actions


@kernel.apply
def apply(s: Any, r: Any, action: int) -> None:
    """Carry out an action and move on to the next decision."""
    kind = action >> KIND_SHIFT
    what = action >> WHAT_SHIFT & WHAT_MASK
    place = action & PLACE_MASK
    p = s.cur
    if kind == OPEN:
        s.passes = 0
        open_stand(s, r, p, what, place)
        after_open(s, r)
    elif kind == CUSTOMER:
        s.passes = 0
        place_customer(s, r, p, what, place)
        s.point = TURN_OVER
    elif kind == RESTAURANT:
        s.passes = 0
        open_restaurant(s, r, p, what, place)
        s.point = TURN_OVER
    elif kind == COIN:
        s.passes += 1
        pay(s, p, COINS, r.coin_action)
        s.point = TURN_OVER
    elif kind == TAKE:
        s.display[place] -= 1
        s.hand[p, place] += 1
        refill_display(s)
        s.point = TURN_OVER
    else:
        answer_swap(s, r, kind)
    if s.point == TURN_OVER:
        end_turn(s, r, kind)


@inner
def answer_swap(s: Any, r: Any, kind: int) -> None:
    """M13, M14: KEEP goes on; after a swap the offer is tested again."""
    if kind == OWN_SWAP:
        swap(s, s.hand[s.cur], triple(s, s.hand[s.cur], r.hand_size))
        s.swaps += 1
        offer_own_swap(s, r)
    elif kind == DISPLAY_SWAP:
        swap(s, s.display, triple(s, s.display, r.display_size))
        s.swaps += 1
        offer_display_swap(s, r)
    elif s.point == AT_OWN_SWAP:
        after_own_swap(s, r)
    else:
        after_display_swap(s, r)


# ---------------------------------------------------------------- end (M28 to M33)


@inlined
def reached(r: Any, number: int, limit: int) -> bool:
    """M28, `trigger_test`: at most the limit, or exactly it."""
    return number == limit if r.trigger_test else number <= limit


@inlined
def trigger(s: Any, r: Any, kind: int) -> int:
    """M28: trigger A after OPEN and RESTAURANT, trigger B after CUSTOMER."""
    if kind == COIN:
        return NO_TRIGGER
    if kind == CUSTOMER:
        return BY_ENTRANCES if reached(r, popcount(s.empty), r.end_free_entrances) else NO_TRIGGER
    return BY_SPACES if reached(r, popcount(s.free), r.end_free_spaces) else NO_TRIGGER


@inlined
def last_turns(s: Any, r: Any) -> int:
    """M29: turns left after the active player's trigger."""
    if r.last_turns == FINISH_ROUND:
        return s.players - 1 - s.cur
    return s.players if r.last_turns == EVERYONE else s.players - 1


@inlined
def end_turn(s: Any, r: Any, kind: int) -> None:
    """M28 to M31: after an action of that kind, test the end; the turn passes on."""
    s.turns += 1
    if s.left >= 0:
        s.left -= 1
    else:
        reason = trigger(s, r, kind)
        if reason != NO_TRIGGER:
            s.left = last_turns(s, r)
            s.end_reason = reason
    s.over = s.left == 0 or s.passes >= r.passout
    s.cur += 1
    if s.cur == s.players:
        s.cur = 0
        s.rounds += 1
    if not s.over:
        start_turn(s, r)


@kernel.standing
def standing(s: Any, r: Any) -> None:
    """M32: coins less the penalty for restaurants still held."""
    for p in range(s.players):
        held = 0
        for kind in range(6):
            held += s.held[p, kind]
        s.score[p] = s.coins[p] - r.restaurant_penalty * held
        if r.score_floor and s.score[p] < 0:
            s.score[p] = 0
        s.points[p, PENALTY] = s.score[p] - s.coins[p]
        s.tie[p] = r.wooden_stands - s.wood[p]


@kernel.finish
def finish(s: Any, r: Any) -> None:
    """M33: highest score wins, then most stands; `replay` leaves a tie without a result."""
    standing(s, r)
    winners = rank_seats(s)
    if r.final_tie and winners > 1:
        s.no_result = 1
        s.win60[:] = 0
