"""What is written down of sampled games: stocks at round ends, and what each item brought."""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.lancaster.effects import strength_outside
from simcore.games.lancaster.parliament import quantity
from simcore.games.lancaster.rewards import county_at_hand
from simcore.games.lancaster.state import (
    AT_VOTE,
    BALLOTS,
    BOTH,
    CONFLICT,
    FAVOR,
    FIRST_CARD,
    FIRST_FAVOR,
    FIRST_LAW,
    FIRST_SLOT,
    PP,
    REWARD,
    TILE,
    YES,
    kernel,
)
from simcore.inner import inner
from simcore.options import KIND_SHIFT, PLACE_MASK

PASSED_, SPENT_, APPLIED_, GOLD_, SQUIRES_, MARKERS_, RANK_ = range(7)  # facts of laws
OWN_STOCKS = 11


@kernel.snapshot
def snapshot(s: Any, r: Any, book: Any) -> None:
    """Write the stocks of every seat, and what the parliament of the round that has ended did."""
    for p in range(s.players):
        stocks = book.stocks[book.rounds, p]
        stocks[0], stocks[1], stocks[2] = s.gold[p], s.squires[p], s.markers[p]
        stocks[3], stocks[4] = s.nobles[p], popcount(s.laid[p])
        stocks[5] = strength_outside(s, r, p)
        stocks[6], stocks[7] = s.won[p].sum(), s.beaten[p].sum()
        stocks[8], stocks[9], stocks[10] = s.lost[p], s.ransomed[p], s.expelled[p]
        for category in range(s.points.shape[1] - 1):
            stocks[OWN_STOCKS + category] = s.points[p, category]
    note_laws(s, book)


@inner
def note_laws(s: Any, book: Any) -> None:
    """Which laws passed and what the laws in force handed out."""
    for i in range(BALLOTS):
        for p in range(s.players):
            book.facts[p, FIRST_LAW + s.voted[i], PASSED_] = s.passed[i]
    for i in range(3):
        law = FIRST_LAW + s.ruled[i]
        for p in range(s.players):
            facts = book.facts[p, law]
            if facts[RANK_] == 0:  # an opening law: no ballot
                facts[RANK_] = s.before[p]
            facts[APPLIED_] += 1
            book.brought[p, law] += s.handed[p, i, PP]
            facts[GOLD_] += s.handed[p, i, 1]
            facts[SQUIRES_] += s.handed[p, i, 2]
            facts[MARKERS_] += s.handed[p, i, 3]


@inner
def take(s: Any, book: Any, p: int, item: int) -> None:
    """An item is taken."""
    if book.taken[p, item] == 0:
        book.decision[p, item] = s.decisions
        book.round[p, item] = s.rounds
    book.taken[p, item] += 1


@kernel.account
def account(s: Any, r: Any, o: Any, action: int, book: Any) -> None:
    """Write the items on offer, the item taken, and what it brings."""
    p, kind, place = s.cur, action >> KIND_SHIFT, action & PLACE_MASK
    if s.point == AT_VOTE:
        account_vote(s, action, book)
    elif REWARD <= kind <= BOTH:
        c = county_at_hand(s, r)
        book.offered[p, c] += 1
        take(s, book, p, c)
        book.brought[p, c] += points_of(r, c) if kind != REWARD + 1 else 0
    elif kind == FAVOR:
        offer(o, book, p, FIRST_FAVOR)
        take(s, book, p, FIRST_FAVOR + place)
    elif kind == TILE:
        offer(o, book, p, FIRST_SLOT)
        take(s, book, p, FIRST_SLOT + place)
    elif kind == CONFLICT:
        card = FIRST_CARD + s.card[place]
        book.offered[p, card] += 1
        take(s, book, p, card)


@inner
def offer(o: Any, book: Any, p: int, first: int) -> None:
    """Write what the first row of options offers."""
    for place in range(PLACE_MASK + 1):
        if (o.masks[0] >> place) & 1:
            book.offered[p, first + place] += 1


@inner
def points_of(r: Any, rule: int) -> int:
    """Power points that a rule gives."""
    points = 0
    for i in range(r.effects[rule]):
        if r.opcode[rule, i] == PP:
            points += r.n[rule, i]
    return points


@inner
def account_vote(s: Any, action: int, book: Any) -> None:
    """Write a vote and the markers put into it."""
    p, law = s.cur, FIRST_LAW + s.bill[s.at]
    facts = book.facts[p, law]
    if book.offered[p, law] == 0:
        book.offered[p, law] = 1
        facts[RANK_] = s.before[p]
        if action >> KIND_SHIFT == YES:
            take(s, book, p, law)
    facts[SPENT_] += quantity(action)
