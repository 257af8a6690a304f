"""What is written down of sampled games: stocks at round ends, and what each item brought.

A coin is credited to every item that it came through: to the stand that was paid, to the customer tile that paid
it, and the part that a restaurant's help added to that restaurant, each time only if the same seat had taken the
item. So the three kinds of items answer three questions and do not add up to the score.
"""

from __future__ import annotations

from typing import Any

from simcore.games.mercado.board import ENTRANCE_LINE, LINE_SPACES, NEIGHBOURS, SPACE_ENTRANCES
from simcore.games.mercado.state import CUSTOMER, FIRST_RESTAURANT, FIRST_TILE, OPEN, RESTAURANT, kernel
from simcore.inner import inner
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT


@kernel.snapshot
def snapshot(s: Any, r: Any, book: Any) -> None:
    """Write the stocks of every seat: coins, stands in the market, wooden stands, restaurants held."""
    for p in range(s.players):
        held = 0
        for kind in range(6):
            held += s.held[p, kind]
        stocks = book.stocks[book.rounds, p]
        stocks[0] = s.coins[p]
        stocks[1] = r.wooden_stands - s.wood[p]
        stocks[2] = s.wood[p]
        stocks[3] = held


@inner
def item_of(head: int) -> int:
    """The item that an option takes, or -1."""
    kind, what = head >> KIND_SHIFT, head >> WHAT_SHIFT & WHAT_MASK
    if kind == OPEN:
        return what
    if kind == RESTAURANT:
        return FIRST_RESTAURANT + what
    return FIRST_TILE + what if kind == CUSTOMER else -1


@kernel.account
def account(s: Any, r: Any, o: Any, action: int, book: Any) -> None:
    """Write the items on offer, the item taken, and what the action brings."""
    p = s.cur
    for i in range(o.n):
        item = item_of(o.heads[i])
        if item >= 0:
            book.offered[p, item] += 1
    item = item_of(action)
    if item < 0:
        return
    if book.taken[p, item] == 0:
        book.decision[p, item] = s.decisions
        book.round[p, item] = s.rounds
    book.taken[p, item] += 1
    place = action & PLACE_MASK
    if action >> KIND_SHIFT == OPEN:
        credit_opening(s, r, book, item, place)
    elif action >> KIND_SHIFT == CUSTOMER:
        credit_line(s, r, book, item - FIRST_TILE, place, p)
    else:
        book.brought[p, item] += r.restaurant_bonus


@inner
def credit_opening(s: Any, r: Any, book: Any, t: int, space: int) -> None:
    """M18, M25, M26: a new stand is paid at its entrances and costs."""
    book.brought[s.cur, t] -= s.cost[space]
    for k in range(4):
        entrance = SPACE_ENTRANCES[space, k]
        tile = s.tile[entrance]
        if tile >= 0:
            if r.tile_wants[tile, t]:
                credit(s, r, book, tile, s.placer[entrance], s.cur, t, space)
            if r.stand_trigger:
                credit_line(s, r, book, tile, entrance, s.placer[entrance])


@inner
def credit_line(s: Any, r: Any, book: Any, tile: int, entrance: int, placer: int) -> None:
    """M27: every matching stand of the line is paid."""
    for k in range(5):
        space = LINE_SPACES[ENTRANCE_LINE[entrance], k]
        t = s.stand[space]
        if t >= 0 and r.tile_wants[tile, t]:
            credit(s, r, book, tile, placer, s.owner[space], t, space)


@inner
def credit(s: Any, r: Any, book: Any, tile: int, placer: int, owner: int, t: int, space: int) -> None:
    """M24: one stand is paid by one tile."""
    number = r.tile_number[tile]
    coins = number * s.help[t, space]
    book.brought[owner, t] += coins
    if placer == owner:
        book.brought[owner, FIRST_TILE + tile] += coins
    for k in range(4):
        q = NEIGHBOURS[space, k]
        if q >= 0 and s.face_up[q] >= 0 and s.opener[q] == owner and r.improves[s.face_up[q], t]:
            book.brought[owner, FIRST_RESTAURANT + s.face_up[q]] += number
