"""What a heuristic may see of an option, and the same times the weights at once.

Every feature is measured before the action, from public information and the player's own. Features that a kind of
action does not have are 0 for it. `describe.py` holds the unit and meaning of each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.games.mercado.state import (
    COIN,
    CUSTOMER,
    DISPLAY_SWAP,
    FEATURES,
    OPEN,
    OWN_SWAP,
    RESTAURANT,
    SPACES,
    TAKE,
    kernel,
)
from simcore.inner import inlined, inner
from simcore.lanes import put_where, row
from simcore.options import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, note

(
    OWN_GAIN, COST, RIVAL_GAIN, IS_OPEN, IS_RESTAURANT, IS_CUSTOMER, FREE_ENDS, HELPERS, REVEALS, OWN_BOOST,
    RIVAL_BOOST, CROWD, PLACED_DEMAND, SHOWN_DEMAND, COPIES, OWN_SWAPS, DISPLAY_SWAPS, OWN_CROWD, WANTED,
    LATE_OPEN, LATE_RESTAURANT, LATE_CUSTOMER,
    LAST_OPEN, LAST_RESTAURANT, LAST_REVEALS, IS_COIN,
) = range(len(FEATURES))  # fmt: skip


@inner
def late(s: Any) -> int:
    """Spaces filled so far."""
    return SPACES - popcount(s.free)


@inner
def last(s: Any) -> int:
    """1 during the last turns."""
    return 1 if s.left >= 0 else 0


@inlined
def own_worth(s: Any, r: Any, tile: int) -> Any:
    """What one customer of a tile pays the deciding player, at every entrance."""
    worth = row(s.worth[r.tile_types[tile, 0], s.cur]) + row(s.worth[r.tile_types[tile, 1], s.cur])
    for k in range(2, r.tile_kinds[tile]):
        worth = worth + row(s.worth[r.tile_types[tile, k], s.cur])
    return worth


@inlined
def whole_worth(s: Any, r: Any, tile: int) -> Any:
    """What one customer of a tile pays all players together, at every entrance."""
    worth = row(s.worth_all[r.tile_types[tile, 0]]) + row(s.worth_all[r.tile_types[tile, 1]])
    for k in range(2, r.tile_kinds[tile]):
        worth = worth + row(s.worth_all[r.tile_types[tile, k]])
    return worth


@kernel.features
def features(s: Any, r: Any, o: Any) -> None:
    """Write the features of every option."""
    for i in range(o.n):
        kind = o.heads[i] >> KIND_SHIFT
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        o.used[i] = 0
        if kind == OPEN:
            features_of_open(s, r, o, i, what)
        elif kind == CUSTOMER:
            features_of_customer(s, r, o, i, what)
        elif kind == RESTAURANT:
            features_of_restaurant(s, r, o, i, what)
        elif kind == COIN:
            note(o, i, OWN_GAIN, r.coin_action)
            note(o, i, IS_COIN, 1)
        elif kind == TAKE:
            features_of_take(s, o, i)
        elif kind == OWN_SWAP:
            note(o, i, OWN_SWAPS, 1)
        elif kind == DISPLAY_SWAP:
            note(o, i, DISPLAY_SWAPS, 1)
        else:  # KEEP
            note(o, i, OWN_SWAPS, 0)


@inner
def features_of_open(s: Any, r: Any, o: Any, i: int, t: int) -> None:
    """M16 to M19: opening a stand of type t."""
    if r.stand_trigger:  # M26, `all_matching`: standing stands earn too
        note(o, i, OWN_GAIN, row(s.income[t]) + row(s.also_own))
        note(o, i, RIVAL_GAIN, row(s.also_all) - row(s.also_own))
    else:
        note(o, i, OWN_GAIN, row(s.income[t]))
    note(o, i, COST, row(s.cost))
    note(o, i, IS_OPEN, 1)
    note(o, i, FREE_ENDS, row(s.free_ends))
    note(o, i, HELPERS, row(s.help[t]) - 1)
    note(o, i, REVEALS, row(s.veil))
    note(o, i, CROWD, row(s.row_stands) + row(s.column_stands))
    note(o, i, OWN_CROWD, row(s.own_crowd[s.cur]))
    note(o, i, WANTED, s.shown_demand[t])
    note(o, i, LATE_OPEN, late(s))
    note(o, i, LAST_OPEN, last(s))
    note(o, i, LAST_REVEALS, row(s.veil) * last(s))


@inner
def features_of_customer(s: Any, r: Any, o: Any, i: int, tile: int) -> None:
    """M21, M27: placing a customer tile."""
    own, number = own_worth(s, r, tile), r.tile_number[tile]
    note(o, i, OWN_GAIN, own * number)
    note(o, i, RIVAL_GAIN, (whole_worth(s, r, tile) - own) * number)
    note(o, i, IS_CUSTOMER, 1)
    note(o, i, LATE_CUSTOMER, late(s))


@inner
def features_of_restaurant(s: Any, r: Any, o: Any, i: int, kind: int) -> None:
    """M22, M23: opening a restaurant."""
    own = row(s.near[s.cur, kind])
    note(o, i, OWN_GAIN, r.restaurant_bonus)
    note(o, i, IS_RESTAURANT, 1)
    note(o, i, REVEALS, row(s.veil))
    note(o, i, OWN_BOOST, own)
    note(o, i, RIVAL_BOOST, row(s.near_all[kind]) - own)
    note(o, i, LATE_RESTAURANT, late(s))
    note(o, i, LAST_RESTAURANT, last(s))
    note(o, i, LAST_REVEALS, row(s.veil) * last(s))


@inner
def features_of_take(s: Any, o: Any, i: int) -> None:
    """M20: taking a display tile; the place is its type."""
    for f in (PLACED_DEMAND, SHOWN_DEMAND, COPIES):
        note(o, i, f, 0)
    for t in range(5):
        o.x[i, PLACED_DEMAND, t] = s.placed_demand[t]
        o.x[i, SHOWN_DEMAND, t] = s.shown_demand[t]
        o.x[i, COPIES, t] = s.hand[s.cur, t]


@kernel.score
def score(s: Any, r: Any, o: Any) -> None:
    """Features times weights of every option at once: the same formulas, each once per decision where it can be."""
    w = o.weights[s.bot[s.cur]]
    if o.heads[0] >> KIND_SHIFT > COIN:
        score_tiles(s, o, w)
        return
    ending, filled = np.float32(last(s)), np.float32(late(s))
    reveals = w[REVEALS] + w[LAST_REVEALS] * ending
    any_stand = (
        (w[IS_OPEN] + w[LATE_OPEN] * filled + w[LAST_OPEN] * ending - w[HELPERS])
        + w[COST] * row(s.cost)
        + w[FREE_ENDS] * row(s.free_ends)
        + reveals * row(s.veil)
        + w[CROWD] * (row(s.row_stands) + row(s.column_stands))
        + w[OWN_CROWD] * row(s.own_crowd[s.cur])
    )
    if r.stand_trigger:
        rivals = row(s.also_all) - row(s.also_own)
        any_stand = any_stand + w[OWN_GAIN] * row(s.also_own) + w[RIVAL_GAIN] * rivals
    any_restaurant = (
        w[IS_RESTAURANT]
        + w[LATE_RESTAURANT] * filled
        + w[LAST_RESTAURANT] * ending
        + w[OWN_GAIN] * np.float32(r.restaurant_bonus)
    ) + reveals * row(s.veil)
    any_customer = w[IS_CUSTOMER] + w[LATE_CUSTOMER] * filled
    for i in range(o.n):
        kind = o.heads[i] >> KIND_SHIFT
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        if kind == OPEN:
            gain = w[OWN_GAIN] * row(s.income[what]) + w[HELPERS] * row(s.help[what])
            put_where(o.scores[i], any_stand + gain + w[WANTED] * np.float32(s.shown_demand[what]), o.masks[i])
        elif kind == CUSTOMER:
            own, number = own_worth(s, r, what), np.float32(r.tile_number[what])
            gains = (w[OWN_GAIN] * number) * own + (w[RIVAL_GAIN] * number) * (whole_worth(s, r, what) - own)
            put_where(o.scores[i], any_customer + gains, o.masks[i])
        elif kind == RESTAURANT:
            own = row(s.near[s.cur, what])
            boost = w[OWN_BOOST] * own + w[RIVAL_BOOST] * (row(s.near_all[what]) - own)
            put_where(o.scores[i], any_restaurant + boost, o.masks[i])
        else:
            put_where(o.scores[i], w[IS_COIN] + w[OWN_GAIN] * np.float32(r.coin_action), o.masks[i])


@inner
def score_tiles(s: Any, o: Any, w: Any) -> None:
    """The decisions about stand tiles: swap or keep, and which to take."""
    for i in range(o.n):
        kind = o.heads[i] >> KIND_SHIFT
        if kind == TAKE:
            take = o.scores[i]
            for t in range(5):
                take[t] = (
                    w[PLACED_DEMAND] * np.float32(s.placed_demand[t])
                    + w[SHOWN_DEMAND] * np.float32(s.shown_demand[t])
                    + w[COPIES] * np.float32(s.hand[s.cur, t])
                )
            put_where(take, row(take), o.masks[i])
        elif kind == OWN_SWAP:
            put_where(o.scores[i], w[OWN_SWAPS], o.masks[i])
        elif kind == DISPLAY_SWAP:
            put_where(o.scores[i], w[DISPLAY_SWAPS], o.masks[i])
        else:
            put_where(o.scores[i], 0, o.masks[i])
