"""Phase 2: votes on the proposals, then the laws in force (N40 to N47)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from simcore.games.lancaster.effects import ask, measure, queue
from simcore.games.lancaster.ending import score_now
from simcore.games.lancaster.state import (
    AT_QUANTITY,
    AT_VOTE,
    BALLOTS,
    BLANK,
    BUY,
    BY_LAW,
    EQ,
    GE,
    IF,
    LAW_RULE,
    LAWS,
    MOST,
    NO,
    PAIR,
    PER,
    PER_GROUP,
    QUANTITY,
    REJECTED,
    TAKING_COUNTIES,
    YES,
)
from simcore.inner import inlined, inner
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT, add_row

SECRET, SIDES_TAKEN = 0, 1  # stages of a ballot; the second one exists only if yes and no are shown first
BITS = 5  # of a quantity that are its place


@inlined
def in_order(s: Any, turn: int) -> int:
    """N5: the player who is so many places after the start player."""
    return (s.start + turn) % s.players


@inner
def list_quantities(o: Any, n: int, kind: int, first: int, last: int) -> int:
    """Rows of a kind of action for the quantities from first to last."""
    for high in range(first >> BITS, (last >> BITS) + 1):
        low = max(first - (high << BITS), 0)
        top = min(last - (high << BITS), PLACE_MASK)
        n = add_row(o, n, kind << KIND_SHIFT | high << WHAT_SHIFT, (1 << top + 1) - (1 << low))
    return n


@njit(forceinline=True)
def quantity(action: int) -> int:
    """The quantity of an action; `describe.py` asks for it too."""
    return (action >> WHAT_SHIFT & WHAT_MASK) << BITS | action & PLACE_MASK


# ---------------------------------------------------------------- votes (N40 to N43)


@inner
def next_vote(s: Any, r: Any) -> bool:
    """N40, N41: the next player commits a vote; when all have, the votes are counted."""
    if s.turn < s.players:
        if s.turn == 0 and s.at == 0:
            rank_before(s, r)
        return ask(s, in_order(s, s.turn), AT_VOTE)
    s.turn = 0
    if r.vote_reinforce and s.stage == SECRET:
        s.stage = SIDES_TAKEN
        return False
    s.stage = SECRET
    count_votes(s, r)
    s.at += 1
    if s.at == BALLOTS:
        close_parliament(s, r)
    return False


@inner
def rank_before(s: Any, r: Any) -> None:
    """Write down the ranks before the parliament, by the score if the game ended now."""
    for p in range(s.players):
        s.score[p] = score_now(s, r, p)
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            better += s.score[q] > s.score[p]
        s.before[p] = better + 1


@inner
def list_votes(s: Any, r: Any, o: Any) -> int:
    """N41, `vote_reinforce`: yes or no, and a number of markers."""
    p = s.cur
    most = np.int64(s.markers[p])
    if not r.vote_reinforce:
        return list_quantities(o, list_quantities(o, 0, YES, 0, most), NO, 0, most)
    if s.stage == SECRET:
        return list_quantities(o, list_quantities(o, 0, YES, 0, 0), NO, 0, 0)
    return list_quantities(o, 0, YES if s.vote[p] > 0 else NO, 0, most)


@inner
def commit_vote(s: Any, action: int) -> None:
    """N41: a vote is committed; nobody sees it yet."""
    votes = 1 + quantity(action)
    s.vote[s.cur] = votes if action >> KIND_SHIFT == YES else -votes
    s.turn += 1


@inner
def count_votes(s: Any, r: Any) -> None:
    """N41, N42, `vote_tie`: markers are spent; a law that passes pushes out the oldest."""
    balance = 0
    for p in range(s.players):
        balance += s.vote[p]
        s.markers[p] -= abs(s.vote[p]) - 1
        s.vote[p] = 0
    passes = balance > 0 or (balance == 0 and not r.vote_tie)
    if s.forced:
        passes = s.forced != REJECTED
    law = s.bill[s.at]
    if s.forced == BLANK:
        s.blank |= 1 << law
    s.forced = 0
    s.voted[s.at], s.passed[s.at] = law, passes
    if passes:
        s.law[0], s.law[1], s.law[2] = s.law[1], s.law[2], law


@inner
def close_parliament(s: Any, r: Any) -> None:
    """N43, `markers_after_votes`: unspent markers go back; the laws are carried out."""
    if not r.markers_after_votes:
        s.markers[:] = 0
    s.phase, s.at, s.turn, s.stage = LAWS, 0, 0, 0
    s.handed[:] = 0
    for i in range(3):
        s.ruled[i] = s.law[i]


# ---------------------------------------------------------------- laws (N44 to N47)


@inner
def next_law(s: Any, r: Any) -> bool:
    """N44: the laws in force are carried out left to right, each for all players in player order."""
    if s.at == 3:
        s.phase, s.at = TAKING_COUNTIES, 0
        return False
    if s.turn == 0 and s.stage == 0:
        read_metrics(s, r)
    if s.turn == s.players:
        s.turn = 0
        is_pledged = r.law_choice_order and s.stage == 0 and offers_choice(s, r)
        s.stage = 1 if is_pledged else 0
        s.at += not is_pledged
        return False
    p = in_order(s, s.turn)
    s.turn += 1
    if s.stage == 1:
        settle_pledge(s, r, p)
        return False
    return serve_law(s, r, p)


@inlined
def law_cell(s: Any) -> int:
    """The rule of the law at hand."""
    return LAW_RULE + s.law[s.at]


@inlined
def is_blank(s: Any) -> bool:
    """Whether a fork has emptied the law at hand."""
    return (s.blank >> s.law[s.at]) & 1 == 1


@inlined
def offers_choice(s: Any, r: Any) -> bool:
    """N46: whether the law at hand asks for a quantity."""
    form = r.form[law_cell(s)]
    return (form == BUY or form == PAIR) and not is_blank(s)


@inner
def read_metrics(s: Any, r: Any) -> None:
    """N44: metrics are read for all players when a law starts."""
    rule = law_cell(s)
    for p in range(s.players):
        s.metric[p] = measure(s, r, r.metric[rule], p)


@inner
def serve_law(s: Any, r: Any, p: int) -> bool:
    """N44 to N46: a player executes the law at hand; return whether it asks a quantity."""
    if is_blank(s):
        return False
    if offers_choice(s, r):
        return ask(s, p, AT_QUANTITY)
    times = law_times(s, r, law_cell(s), p)
    if times > 0:
        queue(s, r, p, law_cell(s), times, BY_LAW)
    return False


@inner
def law_times(s: Any, r: Any, rule: int, p: int) -> Any:
    """N45, N60: how often a player executes a law's effects, from the metrics of all."""
    form, value, k = r.form[rule], np.int64(s.metric[p]), np.int64(r.k[rule])
    if form == PER:
        return value
    if form == PER_GROUP:
        return value // k
    if form == MOST:
        return leads(s, r, p)
    if form == IF:
        return value == k if r.compare[rule] == EQ else value >= k if r.compare[rule] == GE else value <= k
    return 1


@inner
def leads(s: Any, r: Any, p: int) -> int:
    """N45, `majority_tie`, `law_zero_majority`: 1 if a player has the majority."""
    sharers = 0
    for q in range(s.players):
        if s.metric[q] > s.metric[p]:
            return 0
        sharers += s.metric[q] == s.metric[p]
    if s.metric[p] == 0 and not r.law_zero_majority:
        return 0
    return 0 if sharers > 1 and r.majority_tie else 1


@inner
def affordable(s: Any, r: Any, rule: int, p: int) -> int:
    """N46: the largest quantity that a player can pay."""
    most: Any = 1 << 14
    if r.pays_gold[rule]:
        most = min(most, np.int64(s.gold[p]))
    if r.pays_squires[rule]:
        most = min(most, np.int64(s.squires[p]))
    return most // r.cost[rule]


@inner
def choose_quantity(s: Any, r: Any, amount: int) -> None:
    """N46, `law_choice_order`: pay and receive at once, or when all have chosen."""
    if r.law_choice_order:
        s.pledge[s.cur] = amount
    else:
        exchange(s, r, s.cur, amount)


@inner
def settle_pledge(s: Any, r: Any, p: int) -> None:
    """N46, `law_choice_order`: a secretly chosen quantity is carried out."""
    exchange(s, r, p, s.pledge[p])
    s.pledge[p] = 0


@inner
def exchange(s: Any, r: Any, p: int, amount: int) -> None:
    """N46: a quantity is paid, and what it buys waits to be carried out."""
    rule = law_cell(s)
    paid = amount * r.cost[rule]
    s.gold[p] -= paid * r.pays_gold[rule]
    s.squires[p] -= paid * r.pays_squires[rule]
    queue(s, r, p, rule, amount, BY_LAW)


@inner
def list_amounts(s: Any, r: Any, o: Any) -> int:
    """N46: 0 to what can be paid."""
    return list_quantities(o, 0, QUANTITY, 0, affordable(s, r, law_cell(s), s.cur))
