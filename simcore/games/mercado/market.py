"""What actions do to the market: stands, customers, restaurants, and the prices that follow (M16 to M27)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.mercado.board import (
    COLUMN_PLANE,
    DOORS_PLANE,
    LINE_ENTRANCES,
    LINE_MASK,
    NEAR_PLANE,
    NEIGHBOURS,
    ROW_PLANE,
    SEEN_PLANE,
    SPACE_ENTRANCES,
    SPACE_LINES,
)
from simcore.games.mercado.state import BONUS, COSTS, CUSTOMERS, ENTRANCES, GUESTS, MAX_SHOW, OPENINGS, SUM_LINES
from simcore.inner import inlined, inner
from simcore.lanes import larger, put, row


@inlined
def price_type(s: Any, t: int) -> None:
    """M25: what opening a type earns on each space."""
    put(s.income[t], row(s.demand[t]) * row(s.help[t]))


@inlined
def price_spaces(s: Any, r: Any) -> None:
    """M18: what opening a stand costs on each space."""
    if r.cost_rule == SUM_LINES:
        put(s.cost, row(s.row_stands) + row(s.column_stands) + 1)
    else:
        put(s.cost, larger(row(s.row_stands), row(s.column_stands)) + 1)


@inlined
def reveal(s: Any, p: int, space: int) -> None:
    """M17, M23: the player takes the face-down restaurant on the space, if there is one."""
    kind = s.face_down[space]
    if kind >= 0:
        s.face_down[space] = -1
        s.veil[space] = 0
        s.held[p, kind] += 1


@inlined
def add_worth(s: Any, p: int, t: int, space: int, more: int) -> None:
    """M24: a customer at one of the space's entrances pays this stand so much more."""
    put(s.worth[t, p], row(s.worth[t, p]) + row(DOORS_PLANE[space]) * more)
    put(s.worth_all[t], row(s.worth_all[t]) + row(DOORS_PLANE[space]) * more)


@inlined
def count_stand(s: Any, r: Any, p: int, t: int, space: int) -> None:
    """Count a new stand in its two lines and among its neighbours."""
    put(s.row_stands, row(s.row_stands) + row(ROW_PLANE[space]))
    put(s.column_stands, row(s.column_stands) + row(COLUMN_PLANE[space]))
    both = row(ROW_PLANE[space]) + row(COLUMN_PLANE[space])
    put(s.own_crowd[p], row(s.own_crowd[p]) + both)
    put(s.line_stands, row(s.line_stands) + row(DOORS_PLANE[space]))
    if r.customer_minimum:
        put(s.type_stands[t], row(s.type_stands[t]) + row(DOORS_PLANE[space]))
    for k in range(2):
        line = SPACE_LINES[space, k]
        s.reach[s.line_stands[LINE_ENTRANCES[line, 0]]] |= LINE_MASK[line]
        s.has[p, t] |= LINE_MASK[line]
    for k in range(r.helpers[t]):
        kind = r.helper[t, k]
        put(s.near[p, kind], row(s.near[p, kind]) + row(NEAR_PLANE[space]))
        put(s.near_all[kind], row(s.near_all[kind]) + row(NEAR_PLANE[space]))


@inlined
def pay(s: Any, p: int, category: int, coins: int) -> None:
    """A player receives coins (or pays, if negative)."""
    s.coins[p] += coins
    s.points[p, category] += coins


@inlined
def tile_pays(s: Any, r: Any, tile: int, entrance: int, p: int) -> int:
    """M27: what a tile on an entrance pays a player's stands in its line."""
    worth = s.worth[r.tile_types[tile, 0], p, entrance] + s.worth[r.tile_types[tile, 1], p, entrance]
    for k in range(2, r.tile_kinds[tile]):
        worth += s.worth[r.tile_types[tile, k], p, entrance]
    return r.tile_number[tile] * worth


@inner
def price_standing_stands(s: Any, r: Any) -> None:
    """M26, `all_matching`: what an opening on each space would pay the standing stands."""
    put(s.also_own, 0)
    put(s.also_all, 0)
    for entrance in range(ENTRANCES):
        if s.tile[entrance] >= 0:
            everyone = np.float32(0)
            for p in range(s.players):
                everyone += tile_pays(s, r, s.tile[entrance], entrance, p)
            own = np.float32(tile_pays(s, r, s.tile[entrance], entrance, s.cur))
            put(s.also_own, row(s.also_own) + row(SEEN_PLANE[entrance]) * own)
            put(s.also_all, row(s.also_all) + row(SEEN_PLANE[entrance]) * everyone)


@inner
def all_matching_pays(s: Any, r: Any, space: int, p: int) -> int:
    """M26, `all_matching`: what the tiles at a space's entrances pay a player's standing stands."""
    coins = 0
    for k in range(4):
        entrance = SPACE_ENTRANCES[space, k]
        if s.tile[entrance] >= 0:
            coins += tile_pays(s, r, s.tile[entrance], entrance, p)
    return coins


@inlined
def open_stand(s: Any, r: Any, p: int, t: int, space: int) -> None:
    """M16 to M19, M25, M26: the tile goes to the space, income is received, then the cost is paid."""
    reveal(s, p, space)
    pay(s, p, OPENINGS, s.income[t, space])
    if r.stand_trigger:
        for q in range(s.players):
            pay(s, q, OPENINGS if q == p else GUESTS, all_matching_pays(s, r, space, q))
    pay(s, p, COSTS, -s.cost[space])
    s.wood[p] -= 1
    s.hand[p, t] -= 1
    s.stand[space] = t
    s.owner[space] = p
    s.free ^= 1 << space
    add_worth(s, p, t, space, s.help[t, space])
    count_stand(s, r, p, t, space)
    price_spaces(s, r)


@inlined
def place_customer(s: Any, r: Any, p: int, tile: int, entrance: int) -> None:
    """M21, M27: the tile stays on the entrance and pays every matching stand of the line."""
    for q in range(s.players):
        pay(s, q, CUSTOMERS if q == p else GUESTS, tile_pays(s, r, tile, entrance, q))
    number = r.tile_number[tile]
    seen = row(SEEN_PLANE[entrance])
    for k in range(r.tile_kinds[tile]):
        t = r.tile_types[tile, k]
        s.placed_demand[t] += number
        put(s.demand[t], row(s.demand[t]) + seen * number)
        price_type(s, t)
    put(s.free_ends, row(s.free_ends) - seen)
    s.empty ^= 1 << entrance
    s.tile[entrance] = tile
    s.placer[entrance] = p
    take_from_show(s, r, tile)


@inlined
def take_from_show(s: Any, r: Any, tile: int) -> None:
    """M21: take a tile from the show and refill its number."""
    shown = s.show[r.tile_number[tile] - 1]
    count_shown(s, r, tile, -1)
    for i in range(MAX_SHOW - 1):
        shown[i] = shown[i + 1] if shown[i] >= tile else shown[i]
    shown[MAX_SHOW - 1] = -1
    refill_show(s, r, r.tile_number[tile] - 1)


@inner
def refill_show(s: Any, r: Any, n: int) -> None:
    """M8: show up to `show_per_number` tiles of a number, ascending, as far as the pile reaches."""
    shown = s.show[n]
    for i in range(r.show_per_number):
        if shown[i] < 0 and s.pile_size[n] > 0:
            s.pile_size[n] -= 1
            tile = s.pile[n, s.pile_size[n]]
            count_shown(s, r, tile, 1)
            insert(shown, tile)


@inlined
def insert(shown: Any, tile: int) -> None:
    """Put a tile among those on show, ascending; without branches, since its place is hard to predict."""
    place = 0
    for k in range(MAX_SHOW):
        place += (shown[k] >= 0) & (shown[k] < tile)
    for k in range(MAX_SHOW - 1, 0, -1):
        shown[k] = shown[k - 1] if shown[k - 1] > tile else shown[k]
    shown[place] = tile


@inlined
def count_shown(s: Any, r: Any, tile: int, more: int) -> None:
    """Count a tile among those on show that want its types."""
    s.shown_demand[r.tile_types[tile, 0]] += more
    s.shown_demand[r.tile_types[tile, 1]] += more
    for k in range(2, r.tile_kinds[tile]):
        s.shown_demand[r.tile_types[tile, k]] += more


@inlined
def open_restaurant(s: Any, r: Any, p: int, kind: int, space: int) -> None:
    """M22, M23: lay a restaurant face up, receive the bonus, help the neighbours from now on."""
    s.held[p, kind] -= 1
    reveal(s, p, space)
    s.face_up[space] = kind
    s.opener[space] = p
    s.free ^= 1 << space
    pay(s, p, BONUS, r.restaurant_bonus)
    for t in range(5):
        if r.improves[kind, t]:
            put(s.help[t], row(s.help[t]) + row(NEAR_PLANE[space]))
            price_type(s, t)
    for k in range(4):
        q = NEIGHBOURS[space, k]
        if q >= 0 and s.stand[q] >= 0 and r.improves[kind, s.stand[q]]:
            add_worth(s, s.owner[q], s.stand[q], q, 1)
