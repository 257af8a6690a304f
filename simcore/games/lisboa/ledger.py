"""What is written down of sampled games: stocks at round ends, and decrees seen and taken."""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.games.lisboa.scoring import K_HULL, count_key, decree_wigs
from simcore.games.lisboa.state import AT_DECREE, kernel
from simcore.inner import inner
from simcore.options import PLACE_MASK


@kernel.snapshot
def snapshot(s: Any, r: Any, book: Any) -> None:
    """Write the stocks of every seat; at the end what each decree brought."""
    for p in range(s.players):
        stocks = book.stocks[book.rounds, p]
        stocks[0], stocks[1], stocks[2] = s.wigs[p], s.reis[p], s.influence[p]
        stocks[3], stocks[4] = s.goods[p].sum(), s.office[p].sum()
        stocks[5], stocks[6] = popcount(s.stores[p]), popcount(s.plans_done[p])
        stocks[7], stocks[8] = count_key(s, r, K_HULL, p), s.sets[p]
        stocks[9], stocks[10], stocks[11] = s.tiles_held[p], s.treasury, s.price.sum()
        if s.over:
            for d in range(r.decree_count):
                if s.decree_owner[d] == p:
                    book.brought[p, d] = decree_wigs(s, r, d, p)


@kernel.account
def account(s: Any, r: Any, o: Any, action: int, book: Any) -> None:
    """Write the decrees face up at a decree decision, and the one taken."""
    if s.point != AT_DECREE:
        return
    p = s.cur
    for i in range(s.display_size):
        book.offered[p, s.display[i]] += 1
    note_taken(s, book, p, s.display[action & PLACE_MASK])


@inner
def note_taken(s: Any, book: Any, p: int, d: int) -> None:
    """A decree is taken."""
    book.taken[p, d] += 1
    book.decision[p, d] = s.decisions
    book.round[p, d] = s.rounds
