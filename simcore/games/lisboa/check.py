"""Invariants of Lisboa after every action, and the redeal of what a seat cannot see.

Invariants are numbered as in the game's specification; `check` returns the number of the first that is broken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.games.lisboa.setup import hold_card
from simcore.games.lisboa.state import (
    AT_MAIN,
    AT_START_CLERGY,
    BUILDINGS,
    CARDS,
    CELL_TILE,
    COLOURS,
    COLUMN_1,
    COLUMNS,
    COPIES,
    DECKS,
    DECREES,
    DISPLAY,
    GOODS,
    HALF,
    HAND,
    HELD_TILES,
    MAX_CUBES,
    MAX_SETS,
    NOBLES,
    PLACES,
    PLANS,
    PLOTS,
    PUT_CARD,
    SHIP,
    SHIPS,
    SITES,
    TILES,
    TOP_INFLUENCE,
    TRACK,
    kernel,
)
from simcore.inner import inner
from simcore.streams import DEAL, below, shuffle


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
    if not plots_are_counted(s, r):
        return 3
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
    return 0 if land_is_counted(s, r) else 4


@inner
def land_is_counted(s: Any, r: Any) -> bool:
    """I4: what is counted of the cubes near each plot."""
    for plot in range(PLOTS):
        lines = (plot // COLUMNS, COLUMN_1 + plot % COLUMNS)
        value = 0
        for i in range(2):
            for c in range(COLOURS):
                cubes = s.rubble[lines[i], c]
                value += cubes * r.cube_value[c]
                if (s.near[i, c] >> plot) & 1 != (cubes > 0):
                    return False
        if s.land[plot] != value:
            return False
    return True


@inner
def plots_are_counted(s: Any, r: Any) -> bool:
    """I3: what is counted of the sites near each plot."""
    for plot in range(PLOTS):
        pays, gaps = np.zeros(GOODS), 0
        for site in range(SITES):
            is_near, street, building = (r.site_plots[site] >> plot) & 1, r.site_street[site], s.site_building[site]
            if building < 0:
                gaps += is_near and street < 0 and (r.site_used >> site) & 1
                continue
            for g in range(GOODS):
                if is_near and (r.building_goods[building] >> g) & 1 and (street < 0 or street == g):
                    pays[g] += r.building_wigs[building]
        if s.gaps[plot] != gaps or not (s.pays[:, plot] == pays).all():
            return False
    return True


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
    """I5: cards, ships, decrees, tiles, plans, buildings and favors are each in one place at most, and none is lost."""
    apart = hands_are_apart(s) and tiles_are_apart(s) and decrees_are_apart(s, r)
    if not (apart and plans_are_apart(s, r) and buildings_are_apart(s, r)):
        return 5
    for n in range(NOBLES):
        favors = s.portrait[n]
        for p in range(s.players):
            favors += (s.favors[p] >> n) & 1
        if favors != s.players or s.portrait[n] < 0:
            return 5
    return 0


@inner
def tally(seen: Any, pieces: Any, n: int) -> None:
    """Count the pieces that lie in a place."""
    for i in range(n):
        if pieces[i] >= 0:
            seen[pieces[i]] += 1


@inner
def hands_are_apart(s: Any) -> bool:
    """I5: political cards and ships; those on their way or in the box lie nowhere."""
    seen = np.zeros(SHIP + SHIPS, np.int8)
    for p in range(s.players):
        tally(seen, s.hand[p], min(s.hand_size[p], HAND))
        tally(seen, s.upper[p], HALF)
        tally(seen, s.lower[p], HALF)
    for ship in range(SHIPS):
        if seen[SHIP + ship] != (s.ship_owner[ship] >= 0):
            return False
    for i in range(s.yard_left):
        seen[SHIP + s.yard[i]] += 1
    tally(seen, s.purple, s.purple_left)
    for i in range(DECKS):
        tally(seen, s.deck[i], s.deck_left[i])
        tally(seen, s.brown[i], s.brown_left[i])
    return seen.max() <= 1


@inner
def tiles_are_apart(s: Any) -> bool:
    """I5: clergy tiles; those in the box lie nowhere."""
    seen = np.zeros(TILES, np.int8)
    tally(seen, s.track, TRACK)
    tally(seen, s.bag, s.bag_left)
    for p in range(s.players):
        tally(seen, s.tiles[p], min(s.tiles_held[p], HELD_TILES))
    return seen.max() <= 1


@inner
def decrees_are_apart(s: Any, r: Any) -> bool:
    """I5: decrees; with two players banned ones may lie in the box."""
    held, seen = 0, np.zeros(DECREES, np.int8)
    tally(seen, s.display, min(s.display_size, DISPLAY))
    tally(seen, s.decree_deck, s.decree_left)
    for d in range(r.decree_count):
        seen[d] += s.decree_owner[d] >= 0
        held += s.decree_owner[d] >= 0
        if seen[d] != 1 and not (seen[d] == 0 and s.players == 2 and r.decree_banned[d]):
            return False
    return held == s.decrees[: s.players].sum()


@inner
def plans_are_apart(s: Any, r: Any) -> bool:
    """I5: plans; of the starting ones every seat has had one."""
    seen = np.zeros(PLANS, np.int8)
    for architect in range(2):
        tally(seen, s.stack[architect], s.stack_left[architect])
    for p in range(s.players):
        for plan in range(PLANS):
            seen[plan] += ((s.plans_open[p] >> plan) & 1) + ((s.plans_done[p] >> plan) & 1)
    starting = r.plan_starts.sum()
    return seen.max() <= 1 and seen.sum() == r.plan_count - starting + min(starting, s.players)


@inner
def buildings_are_apart(s: Any, r: Any) -> bool:
    """I5: buildings."""
    seen = np.zeros(BUILDINGS, np.int8)
    for architect in range(2):
        tally(seen, s.offer[architect], s.offer_left[architect])
    tally(seen, s.site_building, SITES)
    return seen.max() <= 1 and seen.sum() == r.buildings


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
    """I9, I12, I14, I15: prices, treasury, offices, holds, plans, displays, turns."""
    for g in range(GOODS):
        if not r.min_price[g] <= s.price[g] <= r.max_price[g]:
            return 9
    for n in range(NOBLES):
        if s.office[:, n].sum() > r.capacity[n]:
            return 9
    if not 1 <= s.treasury <= r.treasury_spaces:
        return 9
    for ship in range(SHIPS):
        cargo, hull = s.cargo[ship].sum(), r.hull[ship // COPIES]
        is_owned = s.ship_owner[ship] >= 0
        if cargo > (hull if is_owned else 0) or (is_owned and (cargo == hull) != (s.at_sea[ship] == 1)):
            return 12
    for p in range(s.players):
        building = popcount(s.opened[p]) - popcount(s.plans_done[p])  # a plan that is not completed yet
        if building < 0 or (building > 0 and s.point == AT_MAIN):
            return 14
    is_uneven = s.over and s.turns % s.players != 0
    return 15 if s.display_size > DISPLAY or s.top < 0 or is_uneven else 0


# ---------------------------------------------------------------- hidden things (L19)


@kernel.redeal
def redeal(s: Any, r: Any, viewer: int) -> None:
    """L19: reshuffle decks, bags and stacks, and rivals' hands with the cards they may have come from."""
    hide_decks(s, r)
    hide_hands(s, r, viewer)


@inner
def hide_decks(s: Any, r: Any) -> None:
    """L19: what is hidden from all: the order of decks, bags and stacks below their open tops, backs on the track."""
    shuffle(s, DEAL, s.bag, tiles_hidden(s))
    shuffle(s, DEAL, s.decree_deck, s.decree_left)
    shuffle(s, DEAL, s.purple, s.purple_left)
    for i in range(DECKS):
        shuffle(s, DEAL, s.deck[i], max(0, s.deck_left[i] - 1))
        shuffle(s, DEAL, s.brown[i], s.brown_left[i])
    for architect in range(2):
        shuffle(s, DEAL, s.offer[architect], max(0, s.offer_left[architect] - 2))
        hide_plans(s, r, architect)
    for space in range(TRACK):
        if s.track[space] >= 0:
            s.track[space] = turn_over(s, r, s.track[space])


@inner
def tiles_hidden(s: Any) -> int:
    """L10: tiles in the bag that nobody looks at."""
    return s.bag_left - (2 if s.point == AT_START_CLERGY else 0)


@inner
def hide_plans(s: Any, r: Any, architect: int) -> None:
    """L6, L19: plans below the top that are alike in officials change places."""
    last = s.stack_left[architect] - 2
    for i in range(last, 0, -1):
        first = i
        while first > 0 and officials(s, r, architect, first - 1) == officials(s, r, architect, i):
            first -= 1
        j = first + below(s, DEAL, i - first + 1)
        s.stack[architect, i], s.stack[architect, j] = s.stack[architect, j], s.stack[architect, i]


@inner
def officials(s: Any, r: Any, architect: int, i: int) -> int:
    """Officials of the i-th plan of a stack."""
    return r.plan_officials[s.stack[architect, i]]


@inner
def turn_over(s: Any, r: Any, tile: int) -> int:
    """L19: a tile whose back is hidden changes places with one of the bag that looks alike; return that one."""
    alike, place = 1, -1
    for i in range(tiles_hidden(s)):
        if looks_alike(r, s.bag[i], tile):
            alike += 1
            place = i if below(s, DEAL, alike) == 0 else place
    if place < 0:
        return tile
    other = s.bag[place]
    s.bag[place] = tile
    return other


@inner
def looks_alike(r: Any, one: int, other: int) -> bool:
    """L19: whether the fronts of two clergy tiles are the same."""
    if r.tile_trigger[one] != r.tile_trigger[other]:
        return False
    for i in range(r.tile_power.shape[1]):
        if r.tile_power[one, i] != r.tile_power[other, i]:
            return False
    a, b = CELL_TILE + one, CELL_TILE + other
    for i in range(r.cell_n[a]):
        if r.cell_op[a, i] != r.cell_op[b, i] or r.cell_a[a, i] != r.cell_a[b, i] or r.cell_b[a, i] != r.cell_b[b, i]:
            return False
    return r.cell_n[a] == r.cell_n[b]


@inner
def hide_hands(s: Any, r: Any, viewer: int) -> None:
    """L19: rivals' hand cards are any that the viewer does not see, from the same deck; so are their tiles' backs."""
    unseen = np.ones(CARDS, np.bool_)
    cover(unseen, s.hand[viewer], s.hand_size[viewer])
    cover(unseen, s.dropped, s.dropped_size)
    cover(unseen, s.purple, s.purple_left)
    for p in range(s.players):
        cover(unseen, s.upper[p], HALF)
        cover(unseen, s.lower[p], HALF)
    for i in range(DECKS):
        cover(unseen, s.deck[i], s.deck_left[i])
        cover(unseen, s.brown[i], s.brown_left[i])
    for i in range(s.top):
        if s.op[i] == PUT_CARD:
            unseen[s.a[i]] = False
    for p in range(s.players):
        if p != viewer:
            hold_others(s, r, p, unseen)
            for i in range(s.tiles_held[p]):
                s.tiles[p, i] = turn_over(s, r, s.tiles[p, i])


@inner
def cover(unseen: Any, cards: Any, n: int) -> None:
    """Cards of a place are seen, or known to lie there face down."""
    for i in range(n):
        if 0 <= cards[i] < CARDS:
            unseen[cards[i]] = False


@inner
def hold_others(s: Any, r: Any, p: int, unseen: Any) -> None:
    """A seat holds other cards, from the same decks, that nobody else holds."""
    held = s.hand[p].copy()
    size = s.hand_size[p]
    s.hand_size[p] = 0
    for i in range(size):
        card, n = -1, 0
        for other in range(r.cards):
            if unseen[other] and r.card_deck[other] == r.card_deck[held[i]]:
                n += 1
                card = other if below(s, DEAL, n) == 0 else card
        unseen[card] = False
        hold_card(s, p, card)
