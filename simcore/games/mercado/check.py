"""Invariants of Mercado after every action, and the redeal of what a seat cannot see.

Section 8 of docs/games/mercado.md lists the invariants; `check` returns the number of the first that is broken.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.mercado.board import ENTRANCE_LINE, LINE_SPACES
from simcore.games.mercado.market import pay
from simcore.games.mercado.state import (
    BAG,
    COIN,
    COINS,
    CUSTOMER,
    ENTRANCES,
    EVERYONE,
    NUMBERS,
    OPEN,
    RESTAURANT,
    SPACES,
    kernel,
)
from simcore.inner import inner
from simcore.streams import CHANCE, DEAL, below, shuffle


@kernel.check
def check(s: Any, r: Any) -> int:
    """Return the number of a broken invariant (I1 to I15), or 0."""
    if not stand_tiles_are_conserved(s, r):
        return 1
    if not restaurants_are_conserved(s, r):
        return 2
    broken = customers_are_conserved(s, r)
    if broken:
        return broken
    broken = players_are_sound(s, r)
    if broken:
        return broken
    if not spaces_hold_one_thing(s, r):
        return 7
    if not placed_tiles_have_stands(s, r):
        return 11
    if not counts_agree(s, r):
        return 12
    return end_is_sound(s, r)


@inner
def stand_tiles_are_conserved(s: Any, r: Any) -> bool:
    """I1: of each type, bag + display + hands + market = all."""
    for t in range(5):
        total = s.bag[t] + s.display[t]
        for p in range(s.players):
            total += s.hand[p, t]
        for i in range(SPACES):
            total += s.stand[i] == t
        if total != r.stand_tiles[t] or s.bag[t] < 0 or s.display[t] < 0:
            return False
    return True


@inner
def restaurants_are_conserved(s: Any, r: Any) -> bool:
    """I2: of each kind, face down + face up + held = all in play."""
    for kind in range(6):
        total = 0
        for i in range(SPACES):
            total += (s.face_down[i] == kind) + (s.face_up[i] == kind)
        for p in range(s.players):
            total += s.held[p, kind]
        if total != r.face_down[kind] + r.last_seat[kind]:
            return False
    return True


@inner
def customers_are_conserved(s: Any, r: Any) -> int:
    """I3: every tile is in one place. I4: as many on show as should be."""
    for tile in range(r.tiles):
        places = 0
        for n in range(NUMBERS):
            for i in range(s.pile_size[n]):
                places += s.pile[n, i] == tile
            for i in range(r.show_per_number):
                places += s.show[n, i] == tile
        for e in range(ENTRANCES):
            places += s.tile[e] == tile
        if places != 1:
            return 3
    for n in range(NUMBERS):
        shown = 0
        for i in range(r.show_per_number):
            shown += s.show[n, i] >= 0
        if s.pile_size[n] > 0 and shown != r.show_per_number:
            return 4
    return 0


@inner
def players_are_sound(s: Any, r: Any) -> int:
    """I5 coins, I6 wooden stands, I8 open tiles, I9 display, I10 accounts."""
    display = 0
    for t in range(5):
        display += s.display[t]
    for p in range(s.players):
        if s.coins[p] < 0:
            return 5
        stands, tiles, coins = 0, 0, 0
        for i in range(SPACES):
            stands += s.owner[i] == p
        if s.wood[p] < 0 or s.wood[p] + stands != r.wooden_stands:
            return 6
        for t in range(5):
            tiles += s.hand[p, t]
        between_turns = s.over or not s.opened
        done = r.refill_after_last_wood and s.wood[p] <= tiles  # M20: takes no more tiles
        if between_turns and tiles != r.hand_size and display > 0 and not done:
            return 8
        for c in range(s.points.shape[1] - 1):  # the last category is the penalty, scored at the end
            coins += s.points[p, c]
        if coins != s.coins[p]:
            return 10
    if display != s.display_count or (display != r.display_size and s.bag_size > 0):
        return 9
    return 0


@inner
def spaces_hold_one_thing(s: Any, r: Any) -> bool:
    """I7: one thing a space; owned stands; face-down restaurants on marked spaces only."""
    for i in range(SPACES):
        things = (s.stand[i] >= 0) + (s.face_up[i] >= 0) + (s.face_down[i] >= 0)
        if things > 1 or (s.stand[i] >= 0) != (s.owner[i] >= 0):
            return False
        if s.face_down[i] >= 0 and not r.random_layout and not r.marked >> i & 1:
            return False
        if (s.veil[i] == 1) != (s.face_down[i] >= 0):
            return False
        if (s.free >> i & 1 == 1) != (s.stand[i] < 0 and s.face_up[i] < 0):
            return False
    return True


@inner
def placed_tiles_have_stands(s: Any, r: Any) -> bool:
    """I11: the line of a placed tile has enough stands, one of them of a type it shows."""
    for e in range(ENTRANCES):
        tile = s.tile[e]
        if tile < 0:
            continue
        stands, matching = 0, 0
        for k in range(5):
            t = s.stand[LINE_SPACES[ENTRANCE_LINE[e], k]]
            if t >= 0:
                stands += 1
                matching += r.tile_wants[tile, t]
        if stands < r.tile_number[tile] or matching == 0:
            return False
    return True


@inner
def counts_agree(s: Any, r: Any) -> bool:
    """I12, I15: what stands and lies is what was opened and placed; it never disappears."""
    done = s.acts.sum(axis=0)
    stands, restaurants, customers = 0, 0, 0
    for i in range(SPACES):
        stands += s.stand[i] >= 0
        restaurants += s.face_up[i] >= 0
    for e in range(ENTRANCES):
        customers += s.tile[e] >= 0
    turns = done[OPEN] + done[CUSTOMER] + done[RESTAURANT] + done[COIN]
    between_turns = s.over or not s.opened
    return (
        stands == done[OPEN]
        and restaurants == done[RESTAURANT]
        and customers == done[CUSTOMER] == ENTRANCES - popcount(s.empty)
        and popcount(s.free) == SPACES - stands - restaurants
        and turns == s.turns + (0 if between_turns else 1)
    )


@inner
def end_is_sound(s: Any, r: Any) -> int:
    """I13: passes stay below the limit. I14: before a trigger there is room, after it few turns are left."""
    if s.over:
        return 0
    if s.passes >= r.passout:
        return 13
    full = popcount(s.free) <= r.end_free_spaces or popcount(s.empty) <= r.end_free_entrances
    most = r.players if r.last_turns == EVERYONE else r.players - 1
    if (s.left < 0 and not s.opened and full) or s.left > most:
        return 14
    return 0


@kernel.redeal
def redeal(s: Any, r: Any, viewer: int) -> None:
    """M34: reshuffle what the viewer cannot see: restaurants, piles, draws, rivals' coins unless they are open."""
    shuffle_hidden(s)
    below(s, CHANCE + BAG, 2)
    if not r.money_visibility:
        for p in range(s.players):
            if p != viewer:
                pay(s, p, COINS, below(s, DEAL, 60) - s.coins[p])


@inner
def shuffle_hidden(s: Any) -> None:
    """Shuffle what is hidden from all seats: restaurants and piles; the bag is drawn from by chance."""
    shuffle_face_down(s)
    for n in range(NUMBERS):
        shuffle(s, DEAL, s.pile[n], s.pile_size[n])


@inner
def shuffle_face_down(s: Any) -> None:
    """Shuffle the face-down restaurants among their spaces."""
    for i in range(SPACES - 1, 0, -1):
        if s.face_down[i] >= 0:
            j = below(s, DEAL, i + 1)
            while s.face_down[j] < 0:
                j = below(s, DEAL, i + 1)
            s.face_down[i], s.face_down[j] = s.face_down[j], s.face_down[i]
