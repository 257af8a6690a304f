"""Invariants of Lisboa after every action, and the redeal of what a seat cannot see.

Invariants are numbered as in the game's specification; `check` returns the number of the first that is broken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.games.lisboa.setup import hold_card
from simcore.games.lisboa.state import (
    COLOURS,
    DECKS,
    DISPLAY,
    GOODS,
    HALF,
    HAND,
    HELD_TILES,
    MAX_CUBES,
    MAX_SETS,
    NOBLES,
    PLACES,
    SHIP,
    SHIPS,
    SITES,
    TOP_INFLUENCE,
    kernel,
)
from simcore.inner import inner
from simcore.streams import DEAL, shuffle


@kernel.check
def check(s: Any, r: Any) -> int:
    """Return the number of a broken invariant (I1 to I15), or 0."""
    if not goods_are_conserved(s, r):
        return 1
    broken = pieces_are_conserved(s, r)
    if broken:
        return broken
    broken = cards_are_conserved(s, r)
    if broken:
        return broken
    broken = players_are_sound(s, r)
    if broken:
        return broken
    return table_is_sound(s, r)


@inner
def goods_are_conserved(s: Any, r: Any) -> bool:
    """I1: supply, warehouses and holds."""
    for g in range(GOODS):
        total = s.supply[g]
        for p in range(s.players):
            total += s.goods[p, g]
        for ship in range(SHIPS):
            total += s.cargo[ship, g]
        if total != r.tokens[g] or s.supply[g] < 0:
            return False
    return True


@inner
def pieces_are_conserved(s: Any, r: Any) -> int:
    """I2 to I4: officials, houses, cubes."""
    for p in range(s.players):
        if s.board[p] + s.plaza[p] + s.office[p].sum() != r.officials or s.board[p] < 0 or s.plaza[p] < 0:
            return 2
        if popcount(s.stores[p]) > r.houses or not stores_are_sound(s, p):
            return 3
    for c in range(COLOURS):
        total = s.boxed[c]
        for place in range(PLACES):
            total += s.rubble[place, c]
        for p in range(s.players):
            total += s.cubes[p, c]
        if total != r.cube_count[c]:
            return 4
    return 0


@inner
def stores_are_sound(s: Any, p: int) -> bool:
    """I3: a plot has at most one store, of one good and one seat; so has a site its opener."""
    kinds = 0
    for g in range(GOODS):
        kinds += popcount(s.of_good[g] & s.stores[p])
    for q in range(p):
        if s.stores[q] & s.stores[p] or s.opened[q] & s.opened[p]:
            return False
    return kinds == popcount(s.stores[p])


@inner
def cards_are_conserved(s: Any, r: Any) -> int:
    """I5: plans, buildings, decrees, favors, ships are each in one place."""
    plans = s.stack_left[0] + s.stack_left[1]
    buildings = s.offer_left[0] + s.offer_left[1]
    for p in range(s.players):
        plans += popcount(s.plans_open[p]) + popcount(s.plans_done[p])
    starting = r.plan_starts.sum()
    if plans != r.plan_count - starting + min(starting, s.players):
        return 5
    opened = 0
    for site in range(SITES):
        opened += s.site_building[site] >= 0
    if buildings + opened != r.buildings:
        return 5
    for n in range(NOBLES):
        favors = s.portrait[n]
        for p in range(s.players):
            favors += (s.favors[p] >> n) & 1
        if favors != s.players or s.portrait[n] < 0:
            return 5
    for ship in range(SHIPS):
        places = 0
        for p in range(s.players):
            for i in range(HALF):
                places += s.upper[p, i] == SHIP + ship
        if places != (s.ship_owner[ship] >= 0):
            return 5
    return 0


@inner
def players_are_sound(s: Any, r: Any) -> int:
    """I6 to I13: limits and bounds of every seat."""
    for p in range(s.players):
        upper, lower = 0, 0
        for i in range(HALF):
            upper += s.upper[p, i] >= 0
            lower += s.lower[p, i] >= 0
        if upper + lower > 2 + s.sets[p]:
            return 6
        if s.goods[p].max() > 2 + s.sets[p] or s.goods[p].min() < 0:
            return 7
        if not 0 <= s.influence[p] <= TOP_INFLUENCE or s.reis[p] < 0 or s.wigs[p] < 0:
            return 8
        sets = min(s.cubes[p].min(), MAX_SETS)
        if s.cubes[p].max() > MAX_CUBES or s.sets[p] != sets or s.markers[p] + s.markers_used[p] != sets:
            return 10
        if s.tiles_held[p] > HELD_TILES or s.hand_size[p] > HAND:
            return 11
        if s.wigs[p] != s.points[p, :12].sum():
            return 13
    return 0


@inner
def table_is_sound(s: Any, r: Any) -> int:
    """I9, I12, I14, I15: prices, offices, holds, plans, displays."""
    for g in range(GOODS):
        if not r.min_price[g] <= s.price[g] <= r.max_price[g]:
            return 9
    for n in range(NOBLES):
        if s.office[:, n].sum() > r.capacity[n]:
            return 9
    for ship in range(SHIPS):
        cargo, hull = s.cargo[ship].sum(), r.hull[ship // 3]
        if cargo > hull or (s.ship_owner[ship] >= 0 and (cargo == hull) != (s.at_sea[ship] == 1)):
            return 12
    done, opened = 0, 0
    for p in range(s.players):
        done += popcount(s.plans_done[p])
    for site in range(SITES):
        opened += s.site_building[site] >= 0
    if done > opened:
        return 14
    return 15 if s.display_size > DISPLAY or s.top < 0 else 0


# ---------------------------------------------------------------- hidden things (L19)


@kernel.redeal
def redeal(s: Any, r: Any, viewer: int) -> None:
    """L19: reshuffle decks, bags and stacks, and rivals' hands with the cards they may have come from."""
    hide_decks(s, r)
    hide_hands(s, r, viewer)


@inner
def hide_decks(s: Any, r: Any) -> None:
    """L19: what is hidden from all: the order of decks, bags and stacks below their open tops."""
    shuffle(s, DEAL, s.bag, s.bag_left)
    shuffle(s, DEAL, s.decree_deck, s.decree_left)
    shuffle(s, DEAL, s.purple, s.purple_left)
    for i in range(DECKS):
        shuffle(s, DEAL, s.deck[i], max(0, s.deck_left[i] - 1))
        shuffle(s, DEAL, s.brown[i], s.brown_left[i])
    for architect in range(2):
        shuffle(s, DEAL, s.offer[architect], max(0, s.offer_left[architect] - 2))


@inner
def hide_hands(s: Any, r: Any, viewer: int) -> None:
    """L19: rivals exchange hand cards among themselves."""
    cards = np.zeros(4 * HAND, np.int8)
    n = 0
    for p in range(s.players):
        if p != viewer:
            for i in range(s.hand_size[p]):
                cards[n] = s.hand[p, i]
                n += 1
    shuffle(s, DEAL, cards, n)
    for p in range(s.players):
        if p != viewer:
            size = s.hand_size[p]
            s.hand_size[p] = 0
            for _ in range(size):
                n -= 1
                hold_card(s, p, cards[n])
