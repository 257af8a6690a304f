"""Invariants of Lancaster after every action, and the redeal of what a seat cannot see.

docs/games/lancaster.md lists the invariants; `check` returns the number of the first that is broken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import popcount
from simcore.games.lancaster.knights import occupied_slots
from simcore.games.lancaster.placing import can_place
from simcore.games.lancaster.state import (
    AT_QUANTITY,
    BY_CONFLICT_LOSS,
    CONFLICTS,
    COUNTIES,
    COUNTY_A,
    DECK,
    IN_CASTLE,
    IN_COUNTIES,
    IN_UPPER,
    LAWS,
    LOWER_1,
    PILE,
    PLACING,
    SETTING_UP,
    STRENGTHS,
    TAKING_COUNTIES,
    UPPER,
    VOTING,
    kernel,
)
from simcore.inner import inner
from simcore.streams import DEAL, below, shuffle

NOBLE_TILES, BROUGHT = 36, 12  # tiles in the box, and gold or squires a hidden stock is taken to hold at most


@kernel.check
def check(s: Any, r: Any) -> int:
    """Return the number of a broken invariant (I1 to I19), or 0."""
    if not knights_are_conserved(s, r):
        return 1
    if not nobles_are_conserved(s, r):
        return 2
    if not laws_are_complete(s):
        return 3
    broken = cards_are_sound(s, r)
    if broken:
        return broken
    broken = places_are_sound(s, r)
    if broken:
        return broken
    broken = stocks_are_sound(s)
    if broken:
        return broken
    if not points_are_logged(s):
        return 12
    return phases_are_sound(s, r)


@inner
def knights_are_conserved(s: Any, r: Any) -> bool:
    """I1: every side's knights are each in one place, and the masks of places agree."""
    for side in range(r.sides):
        for k in range(STRENGTHS):
            total = s.reserve[side, k] + s.court[side, k] + popcount(s.where[side, k] & IN_CASTLE)
            places = s.where[side, k] & IN_CASTLE | (s.court[side, k] > 0)
            for c in range(COUNTIES):
                if s.holder[c] == side and s.knight[c] == k + 1:
                    total += 1
                    places |= 1 << COUNTY_A + c
            for i in range(CONFLICTS):
                total += s.stack[i, side, k]
                places |= (s.stack[i, side, k] > 0) << LOWER_1 + i
            if total != r.knights[k] or places != s.where[side, k] or s.reserve[side, k] < 0:
                return False
    return True


@inner
def nobles_are_conserved(s: Any, r: Any) -> bool:
    """I2: 36 noble tiles in all; no letter twice."""
    total = np.int64(s.box)
    for c in range(COUNTIES):
        total += s.titles[c]
        if s.titles[c] < 0:
            return False
        for p in range(s.players):
            total += s.noble[p, c]
            if s.noble[p, c] > 1 and not r.noble_duplicates:
                return False
    return total == NOBLE_TILES


@inner
def laws_are_complete(s: Any) -> bool:
    """I3: three different current laws; the pile shrinks by three a round."""
    rounds = s.rounds + (s.phase != SETTING_UP) - s.over
    if s.law[0] == s.law[1] or s.law[1] == s.law[2] or s.law[0] == s.law[2]:
        return False
    return s.pile_left == PILE - 3 * rounds


@inner
def cards_are_sound(s: Any, r: Any) -> int:
    """I4, I8, I9: open conflicts, their spaces and stacks."""
    if s.deck_left != DECK - 2 * (s.rounds + (s.phase != SETTING_UP) - s.over):
        return 4
    for i in range(CONFLICTS):
        for j in range(i):
            if s.card[i] >= 0 and s.card[i] == s.card[j]:
                return 4
        if s.spaces[i] > r.conflict_participants or (s.card[i] < 0 and s.spaces[i] > 0):
            return 9
        for side in range(r.sides):
            power, held = 0, 0
            for k in range(STRENGTHS):
                power += (k + 1) * s.stack[i, side, k]
            for j in range(s.spaces[i]):
                held += s.space[i, j] == side
            if power != s.power[i, side] or held > 1 or (power > 0 and held == 0):
                return 8
    return 0


@inner
def places_are_sound(s: Any, r: Any) -> int:
    """I5 to I7: counties and castle slots."""
    for c in range(COUNTIES):
        empty = s.holder[c] < 0
        if empty and (s.knight[c] or s.helpers[c]):
            return 5
        if s.total[c] != s.knight[c] + s.helpers[c] or s.helpers[c] < 0:
            return 5
    for side in range(r.sides):
        knights = 0
        for k in range(STRENGTHS):
            knights += popcount(s.where[side, k] & IN_CASTLE)
        if knights != popcount(occupied_slots(s, side)):
            return 6
        if occupied_slots(s, side) & s.laid[side]:
            return 7
    return 0


@inner
def stocks_are_sound(s: Any) -> int:
    """I10, I11: no stock is negative; tiles lie on slots."""
    for p in range(s.players):
        if s.gold[p] < 0 or s.squires[p] < 0 or s.markers[p] < 0:
            return 10
        if s.laid[p] & ~IN_CASTLE or (s.phase != SETTING_UP and s.laid[p] == 0):
            return 11
    return 0


@inner
def points_are_logged(s: Any) -> bool:
    """I12: power points are the sum of all awards."""
    for p in range(s.players):
        total = 0
        for category in range(BY_CONFLICT_LOSS + 3):
            total += s.points[p, category]
        if total != s.pp[p]:
            return False
    return True


@inner
def phases_are_sound(s: Any, r: Any) -> int:
    """I15 to I19: what holds at the borders of phases."""
    if s.phase == VOTING and s.at == 0 and s.turn == 0 and s.stage == 0 and not r.pass_allowed:
        for p in range(s.players):
            if can_place(s, r, p):
                return 15
    if s.phase == LAWS and s.at == 0 and s.turn == 1 and s.point == AT_QUANTITY and not r.markers_after_votes:
        for p in range(s.players):
            if s.markers[p] > 0:
                return 16
    if s.phase >= TAKING_COUNTIES:
        return 0
    placed = 0
    for side in range(r.sides):
        for k in range(STRENGTHS):
            placed |= s.where[side, k]
    if s.phase == PLACING and s.turns == 0 and placed & (IN_COUNTIES | IN_CASTLE | IN_UPPER):
        return 17
    if s.phase <= VOTING and s.phase != SETTING_UP and (s.card[UPPER] < 0 or s.card[UPPER + 1] < 0):
        return 19
    return 0


# ---------------------------------------------------------------- hidden things (N110 to N113)


@kernel.redeal
def redeal(s: Any, r: Any, viewer: int) -> None:
    """Reshuffle piles; invent rivals' hidden stocks, committed votes and pledges."""
    hide_piles(s, r)
    for p in range(s.players):
        if p == viewer:
            continue
        if r.hidden:
            s.gold[p] = below(s, DEAL, BROUGHT)
            s.squires[p] = below(s, DEAL, BROUGHT)
        if s.vote[p] != 0:
            votes = 1 + below(s, DEAL, s.markers[p] + 1)
            open_side = r.vote_reinforce and s.stage == 1
            yes = s.vote[p] > 0 if open_side else below(s, DEAL, 2) == 1
            s.vote[p] = votes if yes else -votes
        if r.law_choice_order and s.phase == LAWS and s.stage == 0:  # until all have chosen
            s.pledge[p] = below(s, DEAL, 2)


@inner
def hide_piles(s: Any, r: Any) -> None:
    """N112: the order of the conflict deck and of the laws of each group."""
    shuffle(s, DEAL, s.deck, s.deck_left)
    if r.law_order:
        shuffle(s, DEAL, s.pile, s.pile_left)
        return
    bottom = 0
    for g in range(r.group_cards.shape[0] - 1, 0, -1):
        size = min(np.int64(r.group_cards[g]), s.pile_left - bottom)
        if size > 0:
            shuffle_part(s, bottom, size)
            bottom += size


@inner
def shuffle_part(s: Any, bottom: int, size: int) -> None:
    """Shuffle part of the law pile in place."""
    for i in range(size - 1, 0, -1):
        j = below(s, DEAL, i + 1)
        s.pile[bottom + i], s.pile[bottom + j] = s.pile[bottom + j], s.pile[bottom + i]
