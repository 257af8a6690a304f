"""Counting keys, decrees and final scoring (L90 to L98)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit, popcount
from simcore.games.lisboa.city import served_by
from simcore.games.lisboa.state import (
    AT_LEAST,
    BY_DECREES,
    BY_FAVORS,
    BY_HULLS,
    BY_PLANS,
    BY_REIS,
    BY_SETS_2,
    BY_STREETS,
    COLUMNS,
    GOODS,
    HALF,
    NOBLES,
    PER,
    PLOTS,
    ROW,
    SHIP,
    SITES,
)
from simcore.games.lisboa.wealth import colour_of, portfolio_influence, ship_of
from simcore.inner import inner

(
    K_STORES, K_GOOD, K_ROW, K_TYPES, K_SETS_OF_STORES, K_SERVED, K_BUILDINGS, K_WEST, K_NORTH, K_EAST, K_PLANS,
    K_BLUE, K_GREEN, K_OPEN, K_PLAN_OFFICIALS, K_SHIPS, K_HULL, K_CARGO, K_PORTFOLIO, K_INFLUENCE, K_CLERGY, K_FAVORS,
    K_OFFICIALS, K_OFFICE, K_PRESENT, K_SETS, K_CUBES, K_MARKERS, K_GOODS, K_GOOD_HELD, K_GOOD_SETS, K_REIS, K_DECREES,
    K_TREASURY, K_NOBLE,
) = (
    0, 1, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 33, 34, 35, 38, 39, 40,
    44, 45, 46, 47, 48,
)  # fmt: skip
SIDES = (0x3FFF, 0x1F, 0x1E0, 0x3E00)  # sites: all, west, north, east
REIS_A_WIG = 5
STRICT, FRIENDLY = 1, 1  # `majority_decree_ties`, `majority_ties`


# ---------------------------------------------------------------- counting keys (L97)


@inner
def stores_of(s: Any, p: int, g: int) -> int:
    """Own stores of a good."""
    return popcount(s.stores[p] & s.of_good[g])


@inner
def store_kinds(s: Any, p: int, sets: bool) -> int:
    """Different goods among own stores, or complete sets of all four."""
    kinds, fewest = 0, PLOTS
    for g in range(GOODS):
        n = stores_of(s, p, g)
        kinds += n > 0
        fewest = min(fewest, n)
    return fewest if sets else kinds


@inner
def served_stores(s: Any, r: Any, p: int) -> int:
    """Own stores that an open building serves."""
    served = 0
    for site in range(SITES):
        if s.site_building[site] >= 0:
            served |= served_by(s, r, site, s.site_building[site])
    return popcount(s.stores[p] & served)


@inner
def count_plans(s: Any, r: Any, p: int, officials: bool) -> int:
    """Completed plans, or the officials printed on them."""
    if not officials:
        return popcount(s.plans_done[p])
    n, plans = 0, s.plans_done[p]
    while plans:
        n += r.plan_officials[lowest_bit(plans)]
        plans &= plans - 1
    return n


@inner
def count_ships(s: Any, r: Any, p: int, what: int) -> int:
    """Ships in the portfolio, their hulls or their cargo."""
    n = 0
    for i in range(HALF):
        if s.upper[p, i] >= SHIP:
            ship = ship_of(s.upper[p, i])
            if what == K_SHIPS:
                n += 1
            elif what == K_HULL:
                n += r.hull[colour_of(ship)]
            else:
                n += s.cargo[ship].sum()
    return n


@inner
def count_cards(s: Any, p: int, treasury: bool) -> int:
    """Treasury cards in the lower half, or noble cards in the upper."""
    n = 0
    for i in range(HALF):
        n += s.lower[p, i] >= 0 if treasury else 0 <= s.upper[p, i] < SHIP
    return n


@inner
def count_city(s: Any, r: Any, key: int, p: int) -> int:
    """Keys of stores, buildings and plans."""
    if key == K_STORES:
        return popcount(s.stores[p])
    if key < K_ROW:
        return stores_of(s, p, key - K_GOOD)
    if key < K_TYPES:
        return popcount(s.stores[p] & ROW << COLUMNS * (key - K_ROW))
    if key <= K_SETS_OF_STORES:
        return store_kinds(s, p, key == K_SETS_OF_STORES)
    if key == K_SERVED:
        return served_stores(s, r, p)
    if key <= K_EAST:
        return popcount(s.opened[p] & SIDES[key - K_BUILDINGS])
    if key == K_OPEN:
        return popcount(s.plans_open[p])
    if K_PLANS < key < K_OPEN:
        return popcount(s.plans_done[p] & r.plans_by[key - K_BLUE])
    return count_plans(s, r, p, key == K_PLAN_OFFICIALS)


@inner
def count_court(s: Any, r: Any, key: int, p: int) -> int:
    """Keys of ships, influence, clergy, favors and officials."""
    if key <= K_CARGO:
        return count_ships(s, r, p, key)
    if key == K_PORTFOLIO:
        return portfolio_influence(s, r, p)
    if key == K_INFLUENCE:
        return s.influence[p]
    if key == K_CLERGY:
        return s.tiles_held[p]
    if key == K_FAVORS:
        return popcount(s.favors[p])
    if K_OFFICE <= key < K_PRESENT:
        return s.office[p, key - K_OFFICE]
    n = 0
    for noble in range(NOBLES):
        n += s.office[p, noble] if key == K_OFFICIALS else s.office[p, noble] > 0
    return n


@inner
def count_goods(s: Any, r: Any, key: int, p: int) -> int:
    """Keys of sets, cubes, goods, money and cards."""
    if key == K_SETS:
        return s.sets[p]
    if key < K_MARKERS:
        return s.cubes[p, key - K_CUBES]
    if key == K_MARKERS:
        return s.markers[p]
    if key == K_GOODS:
        return s.goods[p].sum()
    if key < K_GOOD_SETS:
        return s.goods[p, key - K_GOOD_HELD]
    if key == K_GOOD_SETS:
        return s.goods[p].min()
    if key == K_REIS:
        return s.reis[p]
    return s.decrees[p] if key == K_DECREES else count_cards(s, p, key == K_TREASURY)


@inner
def count_key(s: Any, r: Any, key: int, p: int) -> int:
    """L97: return what a counting key counts of a seat."""
    if key < K_SHIPS:
        return count_city(s, r, key, p)
    return count_court(s, r, key, p) if key < K_SETS else count_goods(s, r, key, p)


# ---------------------------------------------------------------- decrees (L98)


@inner
def decree_wigs(s: Any, r: Any, d: int, p: int) -> int:
    """L98, `decree_scale_percent`: what a decree is worth to a seat on this state."""
    key, by, wigs = r.decree_key[d], r.decree_by[d], r.decree_wigs[d]
    n = count_key(s, r, key, p)
    if r.decree_form[d] == PER:
        worth = min(r.decree_most[d], n // by * wigs)
    elif r.decree_form[d] == AT_LEAST:
        worth = wigs if n >= by else 0
    else:
        worth = majority_wigs(s, r, key, n, p, by, wigs)
    return worth * r.decree_scale_percent // 100


@inner
def majority_wigs(s: Any, r: Any, key: int, n: int, p: int, first: int, second: int) -> int:
    """L98, `majority_decree_ties`: most or second most of a key."""
    if n == 0:
        return 0
    more, equal = 0, 0
    for q in range(s.players):
        if q != p:
            other = count_key(s, r, key, q)
            more += other > n
            equal += other == n
    if more == 0 and (equal == 0 or r.majority_decree_ties != STRICT):
        return first
    return second if more <= 1 else 0


# ---------------------------------------------------------------- final scoring (L90 to L93)


@inner
def place_prize(s: Any, r: Any, key: int, p: int, prizes: Any, places: int) -> int:
    """L91, L92, `majority_ties`: a place's prize by a counting key; those without any take no part."""
    n = count_key(s, r, key, p)
    if n == 0:
        return 0
    more, equal = 0, 0
    for q in range(s.players):
        other = count_key(s, r, key, q)
        more += other > n
        equal += other == n
    if r.majority_ties == FRIENDLY:
        return prizes[more] if more < places else 0
    total = 0
    for k in range(more, min(more + equal, places)):
        total += prizes[k]
    return total // equal


@inner
def final_wigs(s: Any, r: Any) -> None:
    """L90, L93: everything that scores at the end, decrees on the state before."""
    s.points[:, BY_DECREES] = 0
    for d in range(r.decree_count):
        p = s.decree_owner[d]
        if p >= 0 and not s.blank[d]:
            s.points[p, BY_DECREES] += decree_wigs(s, r, d, np.int64(p))
    for p in range(s.players):
        s.points[p, BY_HULLS] = count_ships(s, r, p, K_HULL)
        s.points[p, BY_SETS_2] = r.set_wigs * s.sets[p]
        streets, places = 0, 2 if s.players == 2 and not r.street_third_2p else 3
        for g in range(GOODS):
            streets += place_prize(s, r, K_GOOD + g, p, r.street_prizes[s.street[g]], places)
        s.points[p, BY_STREETS] = streets
        s.points[p, BY_REIS] = s.reis[p] // REIS_A_WIG
        s.points[p, BY_PLANS] = place_prize(s, r, K_PLAN_OFFICIALS, p, r.plan_prizes, 3)
        favors = 0
        for noble in range(NOBLES):
            favors += r.favor_wigs[noble] * ((s.favors[p] >> noble) & 1)
        s.points[p, BY_FAVORS] = favors
