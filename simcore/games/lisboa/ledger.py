"""What is written down of sampled games: stocks at round ends, and decrees seen and taken."""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.lisboa.scoring import K_HULL, count_key, decree_wigs
from simcore.games.lisboa.state import AT_DECREE, BY_SETS_1, BY_START, GOODS, kernel
from simcore.inner import inner
from simcore.options import PLACE_MASK

PERIOD_, BEST_OTHER_ = range(2)  # facts of decrees
WORD = 48  # decrees in a word of the mask of those that lay beside one
PRICES, SOURCES = 12, 16  # first stocks of each kind


@kernel.snapshot
def snapshot(s: Any, r: Any, book: Any) -> None:
    """Write the stocks of every seat; at the end what each decree brought."""
    for p in range(s.players):
        stocks = book.stocks[book.rounds, p]
        stocks[0], stocks[1], stocks[2] = s.wigs[p], s.reis[p], s.influence[p]
        stocks[3], stocks[4] = s.goods[p].sum(), s.office[p].sum()
        stocks[5], stocks[6] = popcount(s.stores[p]), popcount(s.plans_done[p])
        stocks[7], stocks[8] = count_key(s, r, K_HULL, p), s.sets[p]
        stocks[9], stocks[10], stocks[11] = s.tiles_held[p], s.treasury, s.period + 1
        for g in range(GOODS):
            stocks[PRICES + g] = s.price[g]
        for source in range(BY_START, BY_SETS_1 + 1):  # what is scored during play
            stocks[SOURCES + source] = s.points[p, source]
        if s.over:
            for d in range(r.decree_count):
                if s.decree_owner[d] == p:
                    book.brought[p, d] = decree_wigs(s, r, d, p)
                    book.facts[p, d, BEST_OTHER_] = best_other(s, r, book.beside[p, d], p)


@inner
def best_other(s: Any, r: Any, beside: Any, p: int) -> int:
    """What the best of the decrees that lay beside another would have brought to the seat, -1 if none did."""
    best = -1
    for d in range(r.decree_count):
        if (beside[d // WORD] >> (d % WORD)) & 1:
            best = max(best, decree_wigs(s, r, d, p))
    return best


@kernel.account
def account(s: Any, r: Any, o: Any, action: int, book: Any) -> None:
    """Write the decrees face up at a decree decision, and the one taken."""
    if s.point != AT_DECREE:
        return
    p, taken = s.cur, s.display[action & PLACE_MASK]
    for i in range(s.display_size):
        d = s.display[i]
        book.offered[p, d] += 1
        if d != taken:
            book.beside[p, taken, d // WORD] |= 1 << (d % WORD)
    note_taken(s, book, p, taken)


@inner
def note_taken(s: Any, book: Any, p: int, d: int) -> None:
    """A decree is taken, once a game."""
    book.taken[p, d] += 1
    book.decision[p, d] = s.decisions
    book.round[p, d] = s.rounds
    book.facts[p, d, PERIOD_] = s.period + 1
