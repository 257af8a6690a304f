"""Whether an action is possible, and what may be chosen in it (L46, L49 to L73)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.state import (
    BUILD_SHIP,
    BUILD_STORE,
    COLOURS,
    COLUMN_1,
    COLUMNS,
    GOODS,
    HALF,
    LESS_HIRE,
    LESS_SHIP,
    LESS_STAFF,
    LESS_STORE,
    LESS_VISIT,
    MOVE_CARDINAL,
    NOBLES,
    OPEN_BUILDING,
    PILE,
    PRODUCE,
    RECRUIT,
    SHIP,
    SHIPS,
    STACKS,
    STATE_ACTIONS,
    TAKE_DECREE,
    TAKE_FAVOR,
    TAKE_PLAN,
    TOP_INFLUENCE,
)
from simcore.games.lisboa.wealth import colour_of, from_bank, goods_held, ship_of, treasury_value
from simcore.inner import inner
from simcore.lanes import at_most, put, row

NEW_PLACE = 0
BY_ROW, BY_COLUMN, BY_PILE, NO_CUBE = 0, 1, 2, 3  # where a store's cube comes from
WAYS = COLOURS * NO_CUBE + 1  # cubes of row, column and pile, or none
ONLY_IF_EMPTY, NEVER, ALWAYS = 0, 1, 2  # `pile_cube_store`


@inner
def noble_of(act: int) -> int:
    """The noble of a state action, or of a noble action."""
    return act // 2 if act < STATE_ACTIONS else act - STATE_ACTIONS


@inner
def favors_open(s: Any, p: int) -> int:
    """L58: nobles whose favor a seat may take."""
    nobles = 0
    for n in range(NOBLES):
        nobles |= (s.portrait[n] > 0 and not (s.favors[p] >> n) & 1) << n
    return nobles


@inner
def stacks_open(s: Any) -> int:
    """L52: architects whose stack of plans is not empty."""
    return (s.stack_left[0] > 0) | (s.stack_left[1] > 0) << 1


@inner
def visit_cost(s: Any, r: Any, p: int, noble: int) -> int:
    """L71, `visit_treasury_cost`: influence for a visit or for following it."""
    if r.visit_treasury_cost == 0:
        cost = r.visit_influence[s.treasury]
    else:
        cost = treasury_value(s, r) if r.visit_treasury_cost == 1 else 0
    for q in range(s.players):
        if q != p:
            cost += s.office[q, noble]
    return max(0, cost - s.power[p, LESS_VISIT])


# ---------------------------------------------------------------- ships (L53)


@inner
def ship_cost(s: Any, r: Any, p: int, position: int) -> int:
    """L53: goods of different types for the yard's top ship at a new place or instead of an own ship; -1 is never."""
    hull = r.hull[colour_of(s.yard[s.yard_left - 1])]
    cost = max(0, hull - s.power[p, LESS_SHIP])
    if position == NEW_PLACE:
        return cost
    code = s.upper[p, position - 1]
    if code < SHIP:
        return -1
    old = r.hull[colour_of(ship_of(code))]
    return max(0, cost - old) if old < hull else -1


@inner
def payments(s: Any, p: int, cost: int) -> int:
    """L53: sets of goods of so many different types that a seat holds, a bit a set."""
    held, sets = goods_held(s, p), 0
    for chosen in range(1 << GOODS):
        if popcount(chosen) == cost and chosen & ~held == 0:
            sets |= 1 << chosen
    return sets


@inner
def can_build_ship(s: Any, r: Any, p: int, types: int) -> bool:
    """L53: whether the yard's top ship can be paid with so many types of goods."""
    if s.yard_left == 0:
        return False
    for position in range(HALF + 1):
        cost = ship_cost(s, r, p, position)
        if 0 <= cost <= types:
            return True
    return False


# ---------------------------------------------------------------- stores (L60 to L63)


@inner
def purse_with(s: Any, r: Any, p: int, influence: int, reis: int, gained: int) -> int:
    """L60: reis that a seat can pay with so much influence, after a reward of reis and influence."""
    return s.reis[p] + from_bank(s, r, reis + r.marks_below[min(TOP_INFLUENCE, influence + gained)])


@inner
def common_price(s: Any, r: Any, p: int) -> int:
    """L63, `event_pays_treasury_and_land`: what land costs besides its cubes; may be below 0."""
    return (0 if s.by_event else treasury_value(s, r)) - s.power[p, LESS_STORE]


@inner
def land_price(s: Any, r: Any, p: int, plot: int) -> int:
    """L63, `event_pays_treasury_and_land`: treasury value and cubes, less discounts; may be below 0."""
    return common_price(s, r, p) + np.int64(s.land[plot])


@inner
def free_plots(s: Any, r: Any) -> int:
    """L60: plots in use without a store."""
    return r.plot_used & ~(s.of_good[0] | s.of_good[1] | s.of_good[2] | s.of_good[3])


@inner
def plots_for(s: Any, r: Any, g: int) -> int:
    """L60: plots for a good whose city tiles are left."""
    large = r.plots_for[g, 0] if s.city[g] > 0 and not s.city_used[g] else 0
    small = r.plots_for[g, 1] if s.city[STACKS - 1] > 0 and not s.city_used[STACKS - 1] else 0
    return large | small


@inner
def open_plots(s: Any, r: Any) -> int:
    """L60: free plots for any good."""
    plots = 0
    for g in range(GOODS):
        plots |= plots_for(s, r, g)
    return plots & free_plots(s, r)


@inner
def near_cubes(s: Any) -> int:
    """L60: plots in whose row or column a cube lies."""
    rows, columns = s.near[BY_ROW], s.near[BY_COLUMN]
    return rows[0] | rows[1] | rows[2] | columns[0] | columns[1] | columns[2]


@inner
def cubes_in(s: Any, place: int) -> int:
    """Cubes of a place."""
    return s.rubble[place, 0] + s.rubble[place, 1] + s.rubble[place, 2]


@inner
def store_purse(s: Any, r: Any, p: int, influence: int, plot: int) -> int:
    """L60: what a seat can pay for a plot, its reward included."""
    return purse_with(s, r, p, influence, r.plot_reis[plot], r.plot_influence[plot])


@inner
def cube_place(plot: int, where: int) -> int:
    """The place of a store's cube."""
    return plot // COLUMNS if where == BY_ROW else COLUMN_1 + plot % COLUMNS if where == BY_COLUMN else PILE


@inner
def ways_to_build(s: Any, r: Any, p: int, influence: int, plot: int) -> int:
    """L60, L63: how a store on a plot can be paid: a bit for each place and colour of its cube, or without one."""
    means, colours = store_purse(s, r, p, influence, plot) - land_price(s, r, p, plot), 0
    for colour in range(COLOURS):
        colours |= (means >= -r.cube_value[colour]) << colour
    ways = 0
    for line in (BY_ROW, BY_COLUMN):
        for colour in range(COLOURS):
            ways |= (s.near[line, colour] >> plot & colours >> colour & 1) << COLOURS * line + colour
    if means >= 0 and (ways == 0 or r.pile_cube_store == ALWAYS):
        ways |= ways_without_line(s, r, plot)
    return ways


@inner
def ways_without_line(s: Any, r: Any, plot: int) -> int:
    """L60, `pile_cube_store`: with a cube of the pile, or without any if row, column and pile are empty."""
    ways = 0
    empty = not (near_cubes(s) >> plot) & 1
    if r.pile_cube_store == ALWAYS or (r.pile_cube_store != NEVER and empty):
        for colour in range(COLOURS):
            ways |= (s.rubble[PILE, colour] > 0) << COLOURS * BY_PILE + colour
    if empty and (r.pile_cube_store == NEVER or cubes_in(s, PILE) == 0):
        ways |= 1 << COLOURS * NO_CUBE
    return ways


@inner
def list_ways(s: Any, r: Any, p: int, influence: int, by_way: Any, missing: Any) -> int:
    """L60: write the plots where a store can be paid each way, and in `missing` price less means; return all plots."""
    by_way[:WAYS] = 0
    plots, found = open_plots(s, r) if houses_left(s, r, p) > 0 else 0, 0
    if plots == 0:
        return 0
    write_missing(s, r, p, influence, plots, missing)
    for colour in range(COLOURS):
        payable = plots & at_most(row(missing), r.cube_value[colour])
        for line in (BY_ROW, BY_COLUMN):
            by_way[COLOURS * line + colour] = payable & s.near[line, colour]
        found |= payable & (s.near[BY_ROW, colour] | s.near[BY_COLUMN, colour])
    left = plots & at_most(row(missing), 0)
    if r.pile_cube_store != ALWAYS:
        left &= ~found
    while left:
        plot = lowest_bit(left)
        left &= left - 1
        ways = ways_without_line(s, r, plot)
        found |= (ways != 0) << plot
        while ways:
            by_way[lowest_bit(ways)] |= 1 << plot
            ways &= ways - 1
    return found


@inner
def write_missing(s: Any, r: Any, p: int, influence: int, plots: int, missing: Any) -> None:
    """L60, L63: for every plot its price less what a seat can pay, own cubes not counted."""
    purse = purse_with(s, r, p, influence, 0, 0)
    put(missing, row(s.land) + (common_price(s, r, p) - purse))
    plots &= r.plot_pays
    while plots:
        plot = lowest_bit(plots)
        plots &= plots - 1
        missing[plot] -= store_purse(s, r, p, influence, plot) - purse


@inner
def houses_left(s: Any, r: Any, p: int) -> int:
    """I3: houses that are not on the map."""
    return r.houses - popcount(s.stores[p])


@inner
def can_build_store(s: Any, r: Any, p: int, influence: int) -> bool:
    """L60: whether any store can be built and paid."""
    plots = open_plots(s, r) if houses_left(s, r, p) > 0 else 0
    means = purse_with(s, r, p, influence, 0, 0) - common_price(s, r, p)
    if plots & ~r.plot_pays & payable(s, r, means):
        return True
    plots &= r.plot_pays | at_most(row(s.land), means)  # others can be paid neither with a cube nor without
    while plots:
        if ways_to_build(s, r, p, influence, lowest_bit(plots)):
            return True
        plots &= plots - 1
    return False


@inner
def payable(s: Any, r: Any, means: int) -> int:
    """L60: plots whose land can be paid with so much reis, by a cube of row or column."""
    plots = 0
    for colour in range(COLOURS):
        near = s.near[BY_ROW, colour] | s.near[BY_COLUMN, colour]
        plots |= near & at_most(row(s.land), means + r.cube_value[colour])
    return plots


# ---------------------------------------------------------------- buildings (L67, L69)


@inner
def staff_needed(s: Any, r: Any, p: int, plan: int) -> int:
    """L69: officials for a plan."""
    return max(0, r.plan_officials[plan] - s.power[p, LESS_STAFF])


@inner
def staff_placed(s: Any, p: int) -> int:
    """L69: own officials in offices and plaza."""
    return s.plaza[p] + s.office[p, 0] + s.office[p, 1] + s.office[p, 2]


@inner
def wage(s: Any, r: Any, p: int) -> int:
    """L69, `hire_price`: reis for a hired official."""
    price = r.hire_price if r.hire_price else treasury_value(s, r)
    return max(0, price - s.power[p, LESS_HIRE])


@inner
def sites_for(s: Any, r: Any, p: int, plan: int, influence: int) -> int:
    """L67: sites where a plan could be built and its staff paid."""
    architect = r.plan_architect[plan]
    if s.offer_left[architect] == 0 or s.offer_used[architect]:
        return 0
    missing = max(0, staff_needed(s, r, p, plan) - staff_placed(s, p))
    cost, sites = missing * wage(s, r, p), empty_sites(s, r)
    paying = sites & r.site_pays
    if cost > purse_with(s, r, p, influence, 0, 0):
        sites = 0
    while paying:
        site = lowest_bit(paying)
        paying &= paying - 1
        means = purse_with(s, r, p, influence, r.site_reis[site], r.site_influence[site])
        sites = sites & ~(1 << site) | (cost <= means) << site
    return sites


@inner
def empty_sites(s: Any, r: Any) -> int:
    """L67: sites in use without a building."""
    return r.site_used & ~(s.opened[0] | s.opened[1] | s.opened[2] | s.opened[3])


@inner
def can_open_building(s: Any, r: Any, p: int, influence: int) -> bool:
    """L67: whether any building can be opened."""
    for plan in range(r.plan_count):
        if (s.plans_open[p] >> plan) & 1 and sites_for(s, r, p, plan, influence):
            return True
    return False


# ---------------------------------------------------------------- actions


@inner
def can_act(s: Any, r: Any, p: int, act: int, influence: int) -> bool:
    """L49, L60, L67, L70: whether an action is possible, with so much influence."""
    if act == RECRUIT:
        return s.board[p] > 0
    if act == TAKE_PLAN:
        return stacks_open(s) != 0
    if act == BUILD_SHIP:
        return can_build_ship(s, r, p, popcount(goods_held(s, p)))
    if act == PRODUCE:
        return s.stores[p] != 0
    if act == MOVE_CARDINAL:
        return True
    if act == TAKE_FAVOR:
        return favors_open(s, p) != 0
    if act == BUILD_STORE:
        return can_build_store(s, r, p, influence)
    if act == TAKE_DECREE:
        return s.display_size > 0
    return act == OPEN_BUILDING and can_open_building(s, r, p, influence)


@inner
def state_actions(s: Any, r: Any, p: int) -> int:
    """L49: state actions that are possible, a bit an action."""
    acts = 0
    for act in range(STATE_ACTIONS):
        acts |= can_act(s, r, p, act, s.influence[p]) << act
    return acts


@inner
def trade_actions(s: Any, r: Any, p: int, g: int, acts: int) -> int:
    """L46: which of the possible state actions a good may pay for; a ship is paid with the goods that remain."""
    acts &= r.paid_by[g] if s.goods[p, g] > 0 else 0
    if (acts >> BUILD_SHIP) & 1 and s.goods[p, g] == 1 and not can_build_ship(s, r, p, popcount(goods_held(s, p)) - 1):
        acts &= ~(1 << BUILD_SHIP)
    return acts


@inner
def can_trade(s: Any, r: Any, p: int, used: int) -> bool:
    """L46: whether any trade but those used is possible."""
    acts = state_actions(s, r, p) & ~used
    for g in range(GOODS):
        if trade_actions(s, r, p, g, acts):
            return True
    return False


@inner
def can_sell_to(s: Any) -> int:
    """L41: ships in any upper half that are not at sea, a bit a ship."""
    ships = 0
    for ship in range(SHIPS):
        ships |= (s.ship_owner[ship] >= 0 and not s.at_sea[ship]) << ship
    return ships
