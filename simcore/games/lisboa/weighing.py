"""How a decision is weighed: the features by name, what they weigh now, and room to weigh what is only thought of."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lisboa.state import FEATURES, MAX_ROWS, NOBLES, PORTFOLIO_INFLUENCE
from simcore.games.lisboa.wealth import portfolio_influence
from simcore.inner import inner
from simcore.lanes import LANES, put, row
from simcore.options import note_at

(
    WIG_, REIS_, INFLUENCE_, GOOD_, OFFICIAL_, PLAN_, CLERGY_, FAVOR_, DECREE_, CUBE_, COMPLETES_SET,
    RECRUIT_, TAKE_PLAN_, BUILD_SHIP_, PRODUCE_, CARDINAL_, TAKE_FAVOR_, STORE_, TAKE_DECREE_, BUILDING_,
    IS_GOLD, IS_SELL, IS_TRADE, IS_VISIT, IS_EVENT, IS_FOLLOW, REIS_EARLY, INFLUENCE_EARLY,
    GOOD_EARLY, RECRUIT_EARLY, PLAN_EARLY, SHIP_EARLY, FAVOR_EARLY, CARD_INFLUENCE, CARD_POWER,
    LOSES_INFLUENCE, LOSES_POWER, HULL, REVENUE, GOOD_NEW, OWN_SAILS, RIVAL_SAILS, STORES_OF_GOOD,
    LINE_SITES, PLAN_OFFICIALS, RIVAL_WIGS, DECREE_WIGS, DECREE_MOST, RIVALS_FOLLOW, OWN_THERE,
    DISPLACES, MAIA_CARD, MARQUIS_CARD, KING_CARD, TREASURY_CARD, HAND_INFLUENCE, HAND_POWER,
    MAIA_FAVOR, MARQUIS_FAVOR, KING_FAVOR, TILE_POWER, REACHES_CHURCH,
) = range(len(FEATURES))  # fmt: skip
SCRATCH = MAX_ROWS - 1  # row for what is only thought of; the one before it is free, too
KNOWN = SCRATCH - NOBLES  # row whose mask says what has been weighed
TURNS, BEST = LANES - 1, LANES - 2  # places of its scores
NOW, PLOT_WORTH, BEST_WAY, BEST_GOOD, IN_HAND = range(5)  # its features
NOTHING = -1
GAINED = np.array(
    [REIS_, INFLUENCE_, INFLUENCE_, WIG_, GOOD_, OFFICIAL_, PLAN_, CLERGY_, FAVOR_, DECREE_, CUBE_]
)  # feature of each effect that gives something
TIMED = (REIS_, INFLUENCE_, GOOD_, RECRUIT_, TAKE_PLAN_, BUILD_SHIP_, TAKE_FAVOR_)
EARLY = np.full(LANES, NOTHING)  # feature of the same times the turns still to come
EARLY[list(TIMED)] = range(REIS_EARLY, FAVOR_EARLY + 1)


@inner
def weight(s: Any, o: Any, feature: int) -> Any:
    """A weight of the deciding bot."""
    return o.weights[s.bot[s.cur], feature]


@inner
def note_time(s: Any, o: Any) -> None:
    """Own turns still to come, about: everybody draws one card a turn; and what the first features weigh now."""
    cards = 0
    for i in range(NOBLES + 1):
        cards += s.deck_left[i] + s.brown_left[i]
    turns = np.float32(cards) / np.float32(s.players)
    o.scores[SCRATCH, TURNS] = turns
    w, now = o.weights[s.bot[s.cur]], o.x[SCRATCH, NOW]
    put(now, row(w))
    for k in range(len(TIMED)):
        now[TIMED[k]] += turns * w[REIS_EARLY + k]


@inner
def weight_now(o: Any, feature: int) -> Any:
    """What one more of one of the first features weighs now."""
    return o.x[SCRATCH, NOW, feature]


@inner
def add_now(o: Any, i: int, place: int, feature: int, value: float) -> None:
    """Add to one of the first features; for timed ones the same times the turns still to come."""
    if o.weigher:
        o.scores[i, place] += weight_now(o, feature) * np.float32(value)
        return
    note_at(o, i, place, feature, value)
    if EARLY[feature] >= 0:
        note_at(o, i, place, EARLY[feature], value * o.scores[SCRATCH, TURNS])


@inner
def add_reis(o: Any, i: int, place: int, n: int) -> None:
    """Reis gained or paid."""
    add_now(o, i, place, REIS_, n)


@inner
def add_influence(o: Any, i: int, place: int, n: int) -> None:
    """Influence gained or paid."""
    add_now(o, i, place, INFLUENCE_, n)


@inner
def add_goods(o: Any, i: int, place: int, n: int) -> None:
    """Goods gained or paid."""
    add_now(o, i, place, GOOD_, n)


@inner
def add_gain(s: Any, r: Any, o: Any, i: int, place: int, op: int, n: int) -> None:
    """L95: what a printed effect gives."""
    if op < len(GAINED):
        add_now(o, i, place, GAINED[op], portfolio_influence(s, r, s.cur) if op == PORTFOLIO_INFLUENCE else n)


@inner
def add_rewards(s: Any, r: Any, o: Any, i: int, place: int, cell: int) -> None:
    """What a cell gives at once, without actions that it triggers."""
    for e in range(r.cell_n[cell]):
        add_gain(s, r, o, i, place, r.cell_op[cell, e], r.cell_b[cell, e])


# ---------------------------------------------------------------- thoughts


@inner
def forget(o: Any) -> None:
    """Begin to look ahead anew."""
    for k in range(NOBLES):
        o.used[SCRATCH - k] = NOTHING
    o.used[KNOWN] = 0


@inner
def is_known(o: Any, deed: int) -> bool:
    """Whether a deed has been weighed in this decision; from now on it is."""
    known = (o.used[KNOWN] >> deed) & 1 == 1
    o.used[KNOWN] |= 1 << deed
    return known


@inner
def begin_thought(s: Any, o: Any) -> int:
    """Let features be weighed at once; return what `end_thought` needs."""
    weigher = o.weigher
    o.weigher = 1 + s.bot[s.cur]
    return weigher


@inner
def end_thought(o: Any, weigher: int) -> None:
    """Go on as before the thought."""
    o.weigher = weigher
