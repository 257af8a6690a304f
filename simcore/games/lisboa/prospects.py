"""Stores and public buildings that a bot could build, and the best of them by its weights (L59 to L69)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.actions import stores_of
from simcore.games.lisboa.city import served_by
from simcore.games.lisboa.possible import (
    BY_PILE,
    NO_CUBE,
    WAYS,
    common_price,
    land_price,
    list_ways,
    plots_for,
    sites_for,
    staff_needed,
    staff_placed,
    wage,
)
from simcore.games.lisboa.state import CELL_PLOT, CELL_SITE, COLOURS, GOODS, PORTFOLIO_INFLUENCE, SITE_1
from simcore.games.lisboa.wealth import portfolio_influence
from simcore.games.lisboa.weighing import (
    BEST,
    BEST_GOOD,
    BEST_WAY,
    COMPLETES_SET,
    CUBE_,
    GAINED,
    LINE_SITES,
    NOTHING,
    OFFICIAL_,
    PLAN_OFFICIALS,
    PLOT_WORTH,
    REIS_,
    RIVAL_WIGS,
    SCRATCH,
    STORES_OF_GOOD,
    WIG_,
    add_now,
    add_reis,
    add_rewards,
    begin_thought,
    end_thought,
    weight,
    weight_now,
)
from simcore.inner import inner
from simcore.lanes import equal_to, highest, larger, put, put_where, row
from simcore.options import PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_at


@inner
def completes_set(s: Any, p: int, colour: int) -> bool:
    """L37: whether a cube of a colour completes a set."""
    for c in range(COLOURS):
        if s.cubes[p, c] + (c == colour) <= s.sets[p]:
            return False
    return True


# ---------------------------------------------------------------- stores (L59 to L66)


@inner
def saved(r: Any, where: int, colour: int) -> int:
    """L63: reis that a store's own cube does not cost."""
    return r.cube_value[colour] if where < BY_PILE else 0


@inner
def add_store(s: Any, r: Any, o: Any, i: int, place: int, what: int, plot: int) -> None:
    """A store: its plot, good, cube and price."""
    g, where, colour = what >> 4, what >> 2 & 3, what & 3
    add_rewards(s, r, o, i, place, CELL_PLOT + plot)
    add_at(o, i, place, LINE_SITES, s.gaps[plot])
    add_at(o, i, place, WIG_, s.pays[g, plot])
    add_at(o, i, place, STORES_OF_GOOD, stores_of(s, s.cur, g))
    add_reis(o, i, place, -max(0, land_price(s, r, s.cur, plot) - saved(r, where, colour)))
    if where < NO_CUBE:
        add_at(o, i, place, CUBE_, 1)
        if completes_set(s, s.cur, colour):
            add_at(o, i, place, COMPLETES_SET, 1)


@inner
def weigh_plots(s: Any, r: Any, o: Any) -> None:
    """Weigh what plots give whatever is sold there."""
    worth = weight(s, o, LINE_SITES) * row(s.gaps)
    for op in range(len(GAINED)):
        each = weight_now(o, GAINED[op])
        if op == PORTFOLIO_INFLUENCE:
            each *= np.float32(portfolio_influence(s, r, s.cur))
        worth = worth + each * row(r.plot_gives[op])
    put(o.x[SCRATCH, PLOT_WORTH], worth)


@inner
def weigh_good(s: Any, o: Any, g: int) -> Any:
    """What a good weighs on every plot."""
    stores = weight(s, o, STORES_OF_GOOD) * np.float32(stores_of(s, s.cur, g))
    return weight(s, o, WIG_) * row(s.pays[g]) + stores


@inner
def weigh_way(s: Any, r: Any, o: Any, where: int, colour: int) -> Any:
    """What cube and price weigh on every plot."""
    cube = np.float32(0)
    if where < NO_CUBE:
        cube = weight(s, o, CUBE_)
        if completes_set(s, s.cur, colour):
            cube += weight(s, o, COMPLETES_SET)
    price = larger(row(s.land) + (common_price(s, r, s.cur) - saved(r, where, colour)), np.float32(0))
    return cube - weight_now(o, REIS_) * price


@inner
def score_stores(s: Any, r: Any, o: Any) -> None:
    """Features times weights of all stores, a row at once."""
    weigh_plots(s, r, o)
    for i in range(o.n):
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        worth = row(o.x[SCRATCH, PLOT_WORTH]) + weigh_good(s, o, what >> 4)
        put_where(o.scores[i], worth + weigh_way(s, r, o, what >> 2 & 3, what & 3), o.masks[i])


@inner
def best_store(s: Any, r: Any, o: Any, influence: int) -> int:
    """The store that weighs most with so much influence: good, cube and plot as in an action, or -1."""
    by_way = o.masks[SCRATCH - WAYS :]
    plots = list_ways(s, r, s.cur, influence, by_way, o.x[SCRATCH, BEST_GOOD])
    if plots == 0:
        return NOTHING
    weigh_plots(s, r, o)
    put(o.x[SCRATCH, BEST_WAY], -np.inf)
    for way in range(WAYS):
        if by_way[way]:
            put_where(o.x[SCRATCH, BEST_GOOD], weigh_way(s, r, o, way // COLOURS, way % COLOURS), by_way[way])
            put(o.x[SCRATCH, BEST_WAY], larger(row(o.x[SCRATCH, BEST_WAY]), row(o.x[SCRATCH, BEST_GOOD])))
    best, most = NOTHING, np.float32(-np.inf)
    for g in range(GOODS):
        worth = row(o.x[SCRATCH, PLOT_WORTH]) + weigh_good(s, o, g) + row(o.x[SCRATCH, BEST_WAY])
        put_where(o.x[SCRATCH, BEST_GOOD], worth, plots & plots_for(s, r, g))
        top = highest(row(o.x[SCRATCH, BEST_GOOD]))
        if top > most:
            best, most = g << WHAT_SHIFT | lowest_bit(equal_to(row(o.x[SCRATCH, BEST_GOOD]), top)), top
    return with_best_way(s, r, o, best >> WHAT_SHIFT, best & PLACE_MASK)


@inner
def with_best_way(s: Any, r: Any, o: Any, g: int, plot: int) -> int:
    """A store with the cube that weighs most."""
    for way in range(WAYS):
        if (o.masks[SCRATCH - WAYS + way] >> plot) & 1:
            put(o.x[SCRATCH, BEST_GOOD], weigh_way(s, r, o, way // COLOURS, way % COLOURS))
            if o.x[SCRATCH, BEST_GOOD, plot] == o.x[SCRATCH, BEST_WAY, plot]:
                return (g << 4 | way // COLOURS << 2 | way % COLOURS) << WHAT_SHIFT | plot
    return NOTHING


# ---------------------------------------------------------------- buildings (L67 to L69)


@inner
def add_building(s: Any, r: Any, o: Any, i: int, place: int, plan: int, site: int) -> None:
    """A public building: its plan and its site."""
    add_plan(s, r, o, i, place, plan)
    add_site(s, r, o, i, place, r.plan_architect[plan], site)


@inner
def add_plan(s: Any, r: Any, o: Any, i: int, place: int, plan: int) -> None:
    """L69: the staff of a building."""
    p = s.cur
    needed = staff_needed(s, r, p, plan)
    missing = max(0, needed - staff_placed(s, p))
    add_reis(o, i, place, -missing * wage(s, r, p))
    add_now(o, i, place, OFFICIAL_, missing - needed)
    add_at(o, i, place, PLAN_OFFICIALS, r.plan_officials[plan])


@inner
def add_site(s: Any, r: Any, o: Any, i: int, place: int, architect: int, site: int) -> None:
    """L68: the reward and cubes of a site, wigs that an architect's building brings there to own stores and rivals'."""
    add_rewards(s, r, o, i, place, CELL_SITE + site)
    cubes = s.rubble[SITE_1 + site]
    add_now(o, i, place, CUBE_, cubes[0] + cubes[1] + cubes[2])
    building = s.offer[architect, s.offer_left[architect] - 1]
    served = served_by(s, r, site, building)
    own, all_of_them = popcount(s.stores[s.cur] & served), popcount(served)
    add_now(o, i, place, WIG_, own * r.building_wigs[building])
    if not r.building_scores:
        add_at(o, i, place, RIVAL_WIGS, (all_of_them - own) * r.building_wigs[building])


@inner
def best_building(s: Any, r: Any, o: Any, influence: int) -> int:
    """The building that weighs most with so much influence: plan and site as in an action, or -1."""
    best, most = NOTHING, np.float32(-np.inf)
    for architect in range(2):
        plans, weighed = s.plans_open[s.cur] & r.plans_by[architect], 0
        while plans:
            plan = lowest_bit(plans)
            plans &= plans - 1
            sites = sites_for(s, r, s.cur, plan, influence)
            if sites == 0:
                continue
            weigh_sites(s, r, o, architect, sites & ~weighed)
            weighed |= sites
            put_where(o.x[SCRATCH, BEST_GOOD], row(o.scores[SCRATCH - 1]) + weigh_plan(s, r, o, plan), sites)
            top = highest(row(o.x[SCRATCH, BEST_GOOD]))
            if top > most:
                best, most = plan << WHAT_SHIFT | lowest_bit(equal_to(row(o.x[SCRATCH, BEST_GOOD]), top)), top
    return best


@inner
def weigh_sites(s: Any, r: Any, o: Any, architect: int, sites: int) -> None:
    """Weigh some sites for an architect's building."""
    weigher = begin_thought(s, o)
    while sites:
        site = lowest_bit(sites)
        sites &= sites - 1
        o.scores[SCRATCH - 1, site] = 0
        add_site(s, r, o, SCRATCH - 1, site, architect, site)
    end_thought(o, weigher)


@inner
def weigh_plan(s: Any, r: Any, o: Any, plan: int) -> Any:
    """Weigh a plan."""
    weigher = begin_thought(s, o)
    o.scores[SCRATCH, BEST] = 0
    add_plan(s, r, o, SCRATCH, BEST, plan)
    end_thought(o, weigher)
    return o.scores[SCRATCH, BEST]


@inner
def score_buildings(s: Any, r: Any, o: Any) -> None:
    """Features times weights of all buildings, a plan at once."""
    for architect in range(2):
        weighed = 0
        for i in range(o.n):
            plan = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
            if r.plan_architect[plan] == architect:
                weigh_sites(s, r, o, architect, o.masks[i] & ~weighed)
                weighed |= o.masks[i]
                put_where(o.scores[i], row(o.scores[SCRATCH - 1]) + weigh_plan(s, r, o, plan), o.masks[i])
