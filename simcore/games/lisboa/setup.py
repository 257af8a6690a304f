"""Set-up: what lies where when a game begins (L1 to L15), and cards in hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.games.lisboa.actions import NONE, take_favor
from simcore.games.lisboa.city import change_gaps, plots_of, raise_land
from simcore.games.lisboa.state import (
    BUILDINGS,
    BY_START,
    CARDS,
    COLOURS,
    COPIES,
    GOODS,
    HAND,
    NOBLES,
    PLACES,
    PLANS,
    ROWS,
    SEATS,
    SITE_1,
    SITES,
)
from simcore.games.lisboa.wealth import award
from simcore.inner import inner
from simcore.streams import DEAL, shuffle


@inner
def empty_places(s: Any) -> None:
    """Nothing lies anywhere."""
    s.site_building[:] = NONE
    s.decree_owner[:] = NONE
    s.display[:] = NONE
    s.track[:] = NONE
    s.ship_owner[:] = NONE
    s.tiles[:] = NONE
    s.upper[:] = NONE
    s.lower[:] = NONE
    s.hand[:] = NONE


@inner
def equip(s: Any, r: Any, p: int) -> None:
    """L9: what everybody starts with."""
    s.reis[p], s.influence[p] = r.start_reis, r.start_influence[p]
    award(s, p, r.start_wigs, BY_START)
    for g in range(GOODS):
        s.goods[p, g] = r.start_goods
    s.board[p] = r.officials - r.start_officials
    s.office[p, 1] = r.start_officials


@inner
def lay_rubble(s: Any, r: Any) -> None:
    """L2: cubes drawn for every place in use."""
    cubes = np.zeros(64, np.int8)
    n = 0
    for colour in range(COLOURS):
        for _ in range(r.cube_count[colour]):
            cubes[n] = colour
            n += 1
    shuffle(s, DEAL, cubes, n)
    for place in range(PLACES):
        for _ in range(r.slot_cubes[place]):
            n -= 1
            s.rubble[place, cubes[n]] += 1
            if place < SITE_1:
                raise_land(s, place, r.cube_value[cubes[n]])
                s.near[place // ROWS, cubes[n]] |= plots_of(place)
    while n > 0:
        n -= 1
        s.boxed[cubes[n]] += 1


@inner
def count_sites(s: Any, r: Any) -> None:
    """L16: every site in use is empty."""
    for site in range(SITES):
        if (r.site_used >> site) & 1:
            change_gaps(s, r, site, 1)


@inner
def lay_streets(s: Any, r: Any) -> None:
    """L4, `scoring_tiles`: a scoring tile a street."""
    for g in range(GOODS):
        s.street[g] = r.fixed_street[g] if r.scoring_tiles else g
    if not r.scoring_tiles:
        shuffle(s, DEAL, s.street, GOODS)


@inner
def stack_buildings(s: Any, r: Any) -> None:
    """L5: half of the buildings for each architect."""
    cards = np.zeros(BUILDINGS, np.int8)
    for i in range(r.buildings):
        cards[i] = i
    shuffle(s, DEAL, cards, r.buildings)
    for i in range(r.buildings):
        architect = i % 2
        s.offer[architect, s.offer_left[architect]] = cards[i]
        s.offer_left[architect] += 1


@inner
def stack_plans(s: Any, r: Any) -> None:
    """L6, L9: stacks ascending by officials, ties shuffled; a starting plan for everybody."""
    order = np.zeros(PLANS, np.int8)
    for i in range(r.plan_count):
        order[i] = i
    shuffle(s, DEAL, order, r.plan_count)
    given = 0
    for i in range(r.plan_count):
        plan = order[i]
        if r.plan_starts[plan]:
            if given < s.players:
                s.plans_open[given] |= 1 << plan
            given += 1
        else:
            insert_plan(s, r, plan)


@inner
def insert_plan(s: Any, r: Any, plan: int) -> None:
    """L6: a plan goes below those with fewer officials."""
    architect = r.plan_architect[plan]
    i = s.stack_left[architect]
    s.stack_left[architect] += 1
    while i > 0 and r.plan_officials[s.stack[architect, i - 1]] < r.plan_officials[plan]:
        s.stack[architect, i] = s.stack[architect, i - 1]
        i -= 1
    s.stack[architect, i] = plan


@inner
def stack_cards(s: Any, r: Any) -> None:
    """L11: blue hands; red display decks by type; purple and brown wait."""
    order = np.zeros(CARDS, np.int8)
    for i in range(r.cards):
        order[i] = i
    shuffle(s, DEAL, order, r.cards)
    dealt = 0
    for i in range(r.cards):
        card = order[i]
        kind, colour = r.card_type[card], r.card_deck[card]
        if colour == 0:
            if dealt < HAND * s.players:
                hold_card(s, dealt // HAND, card)
            dealt += 1
        elif colour == 1:
            s.deck[kind, s.deck_left[kind]] = card
            s.deck_left[kind] += 1
        elif colour == 2:
            s.purple[s.purple_left] = card
            s.purple_left += 1
        else:
            s.brown[kind, s.brown_left[kind]] = card
            s.brown_left[kind] += 1


@inner
def hold_card(s: Any, p: int, card: int) -> None:
    """A card comes into a hand, which is kept in order."""
    i = s.hand_size[p]
    s.hand_size[p] += 1
    while i > 0 and s.hand[p, i - 1] > card:
        s.hand[p, i] = s.hand[p, i - 1]
        i -= 1
    s.hand[p, i] = card


@inner
def drop_card(s: Any, p: int, i: int) -> int:
    """The i-th card leaves a hand; return it."""
    card = s.hand[p, i]
    for j in range(i, HAND - 1):
        s.hand[p, j] = s.hand[p, j + 1]
    s.hand[p, HAND - 1] = NONE
    s.hand_size[p] -= 1
    return card


@inner
def stack_decrees(s: Any, r: Any) -> None:
    """L13: the decree deck."""
    for i in range(r.decree_count):
        s.decree_deck[i] = i
    s.decree_left = r.decree_count
    shuffle(s, DEAL, s.decree_deck, r.decree_count)


@inner
def draw_favors(s: Any) -> None:
    """L8: each seat draws a favor; the rest goes to the portraits."""
    bag = np.zeros(NOBLES * SEATS, np.int8)
    n = 0
    for noble in range(NOBLES):
        s.portrait[noble] = s.players
        for _ in range(s.players):
            bag[n] = noble
            n += 1
    shuffle(s, DEAL, bag, n)
    for p in range(s.players):
        take_favor(s, p, bag[p])


@inner
def fill_yard(s: Any, period: int) -> None:
    """L12, L87: the ships of a period, the smaller ones on top."""
    s.yard_left = 0
    for colour in (2 * period + 1, 2 * period):
        for copy in range(s.players - 1):
            s.yard[s.yard_left] = colour * COPIES + copy
            s.yard_left += 1
