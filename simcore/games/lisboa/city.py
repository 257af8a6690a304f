"""Stores, public buildings and their staff (L59 to L69), and what is counted for every plot."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.agenda import ask, push, push_cell
from simcore.games.lisboa.possible import land_price, staff_needed, staff_placed, wage
from simcore.games.lisboa.state import (
    AT_STAFF,
    BY_PLOTS,
    BY_SITES,
    BY_STORES,
    CELL_PLOT,
    CELL_SITE,
    COLOURS,
    COLUMN,
    COLUMN_1,
    COLUMNS,
    GOODS,
    HIRE,
    NOBLES,
    PAY_LAND,
    PLAN_DONE,
    ROW,
    ROWS,
    SCORE_SITE,
    SCORE_STORE,
    SITE_1,
    SITES,
    STACKS,
    STAFF_FROM,
    STAFF_STEP,
    TAKE_CUBE,
)
from simcore.games.lisboa.wealth import award, move_treasury, pay_reis, take_cube
from simcore.inner import inner

OPENER_ONLY = 1  # `building_scores`


# ---------------------------------------------------------------- what is counted plot by plot


@inner
def add_to(lanes: Any, plots: int, n: int) -> None:
    """Add a number on some plots."""
    while plots:
        lanes[lowest_bit(plots)] += np.float32(n)
        plots &= plots - 1


@inner
def plots_of(place: int) -> int:
    """Plots of a row or column."""
    return ROW << COLUMNS * place if place < COLUMN_1 else COLUMN << place - COLUMN_1


@inner
def raise_land(s: Any, place: int, value: int) -> None:
    """L63: land of a row or column becomes dearer by a cube's value, or cheaper."""
    add_to(s.land, plots_of(place), value)


@inner
def change_gaps(s: Any, r: Any, site: int, n: int) -> None:
    """L16: plots beside a site have an empty site more, or one less; streets have no place beside a plot."""
    if r.site_street[site] < 0:
        add_to(s.gaps, r.site_plots[site], n)


@inner
def raise_pay(s: Any, r: Any, site: int, building: int) -> None:
    """L64, L66: what an open building adds to what new stores bring."""
    for g in range(GOODS):
        if serves(r, site, building, g):
            add_to(s.pays[g], r.site_plots[site], r.building_wigs[building])


# ---------------------------------------------------------------- stores (L59 to L66)


@inner
def build_store(s: Any, r: Any, p: int, plot: int, g: int, where: int, colour: int, source: int) -> None:
    """L59: tile and house, reward, cube, payment, wigs."""
    stack = STACKS - 1 if r.plot_small[plot] else g
    s.city[stack] -= 1
    s.city_used[stack] = 1 if r.refill_city_tiles else 0
    s.stores[p] |= 1 << plot
    s.of_good[g] |= 1 << plot
    push(s, SCORE_STORE, plot, 0, p, BY_STORES)
    push(s, PAY_LAND, plot, 0, p, source)
    if where >= 0:
        push(s, TAKE_CUBE, where, colour, p, 0)
    push_cell(s, CELL_PLOT + plot, p, BY_PLOTS)


@inner
def pay_land(s: Any, r: Any, p: int, plot: int) -> None:
    """L63, L39: the land's price; then the treasury may move."""
    pay_reis(s, r, p, max(0, land_price(s, r, p, plot)))
    s.by_event = 0
    move_treasury(s, r, r.store_move)


@inner
def pick_cube(s: Any, r: Any, p: int, place: int, colour: int) -> None:
    """L62: the cube of a store, if it still lies there."""
    if s.rubble[place, colour] > 0:
        s.rubble[place, colour] -= 1
        if place < SITE_1:
            raise_land(s, place, -r.cube_value[colour])
            if s.rubble[place, colour] == 0:
                s.near[place // ROWS, colour] &= ~plots_of(place)
        take_cube(s, p, colour)


@inner
def serves(r: Any, site: int, building: int, g: int) -> bool:
    """L66: whether a building on a site serves stores of a good; on a street only the street's own."""
    street = r.site_street[site]
    return (r.building_goods[building] >> g) & 1 == 1 and (street < 0 or street == g)


@inner
def served_by(s: Any, r: Any, site: int, building: int) -> int:
    """L66, `north_line`: plots with stores that a building on a site serves, or would serve."""
    plots = 0
    for g in range(GOODS):
        if serves(r, site, building, g):
            plots |= s.of_good[g]
    return plots & r.site_plots[site]


@inner
def score_store(s: Any, r: Any, p: int, plot: int) -> None:
    """L64, `building_scores`: every building that serves a new store pays its owner."""
    for site in range(SITES):
        building = s.site_building[site]
        if building >= 0 and (served_by(s, r, site, building) >> plot) & 1 and pays(s, r, site, p):
            award(s, p, r.building_wigs[building], BY_STORES)


@inner
def pays(s: Any, r: Any, site: int, p: int) -> bool:
    """`building_scores`: whether a building pays a seat for its stores."""
    return r.building_scores != OPENER_ONLY or (s.opened[p] >> site) & 1 == 1


# ---------------------------------------------------------------- buildings (L67 to L69)


@inner
def open_building(s: Any, r: Any, p: int, plan: int, site: int) -> None:
    """L68: building, cubes, reward, staff, wigs."""
    architect = r.plan_architect[plan]
    s.offer_left[architect] -= 1
    s.offer_used[architect] = 1 if r.refill_building_offer else 0
    s.site_building[site] = s.offer[architect, s.offer_left[architect]]
    s.opened[p] |= 1 << site
    change_gaps(s, r, site, -1)
    raise_pay(s, r, site, s.site_building[site])
    for colour in range(COLOURS):
        while s.rubble[SITE_1 + site, colour] > 0:
            s.rubble[SITE_1 + site, colour] -= 1
            take_cube(s, p, colour)
    push(s, SCORE_SITE, site, 0, p, BY_STORES)
    push(s, PLAN_DONE, plan, 0, p, 0)
    push(s, STAFF_STEP, plan, 0, p, 0)
    push_cell(s, CELL_SITE + site, p, BY_SITES)


@inner
def staff(s: Any, r: Any, p: int, plan: int) -> None:
    """L69: own officials first; the missing ones are hired."""
    need = staff_needed(s, r, p, plan)
    own = min(need, staff_placed(s, p))
    push(s, STAFF_FROM, own, need - own, p, 0)


@inner
def ask_staff(s: Any, r: Any, p: int, own: int, hired: int) -> bool:
    """L69: where the next own official comes from; then the others are hired."""
    if own > 0:
        return ask(s, p, AT_STAFF)
    push(s, HIRE, hired, 0, p, 0)
    return False


@inner
def hire(s: Any, r: Any, p: int, n: int) -> None:
    """L69: hired officials are paid."""
    pay_reis(s, r, p, n * wage(s, r, p))


@inner
def release_official(s: Any, p: int, where: int) -> None:
    """L69: an official returns to the board from the plaza (0) or an office."""
    if where == 0:
        s.plaza[p] -= 1
    else:
        s.office[p, where - 1] -= 1
    s.board[p] += 1


@inner
def staff_sources(s: Any, p: int) -> int:
    """L69: plaza (bit 0) and offices with an own official."""
    mask = 1 if s.plaza[p] > 0 else 0
    for n in range(NOBLES):
        mask |= (s.office[p, n] > 0) << n + 1
    return mask


@inner
def complete_plan(s: Any, r: Any, p: int, plan: int) -> None:
    """L68, L39: the plan is completed; then the treasury may move."""
    s.plans_open[p] &= ~(1 << plan)
    s.plans_done[p] |= 1 << plan
    move_treasury(s, r, r.building_move)


@inner
def score_site(s: Any, r: Any, site: int) -> None:
    """L68, `building_scores`: every store that a new building serves pays its owner."""
    building = s.site_building[site]
    served = served_by(s, r, site, building)
    for p in range(s.players):
        if pays(s, r, site, p):
            award(s, p, popcount(s.stores[p] & served) * r.building_wigs[building], BY_STORES)
