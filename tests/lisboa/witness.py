"""A compiled loop that plays games at random and counts what the reference counts of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.rules import apply, deal, finish, legal
from simcore.games.lisboa.scoring import decree_wigs
from simcore.games.lisboa.state import (
    AT_BUILDING,
    AT_DECREE,
    AT_DRAW,
    AT_EVENT_STATE,
    AT_FAVOR,
    AT_FOLLOW,
    AT_OFFICE,
    AT_PLAN_STACK,
    AT_STORE,
    AT_VISIT_STATE,
    BUILDING,
    CARDINAL_STEPS,
    COLUMNS,
    FOLLOW,
    LESS_HIRE,
    LESS_STAFF,
    LESS_STORE,
    LESS_VISIT,
    MAIN_EVENT,
    MAIN_SELL,
    MAIN_TRADE,
    MAIN_VISIT,
    MORE_PLANS,
    NOBLES,
    PAY_LAND,
    PLAN_DONE,
    PRODUCE,
    RECRUIT,
    SECOND_DECREE,
    STAFF,
    STATE_ACTIONS,
    STORE,
    TAKE_FAVOR,
    TAKE_PLAN,
    TRADE,
    TRIGGER,
    kernel,
)
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT
from simcore.records import records
from simcore.streams import start_streams
from strategies.lisboa.policies import at_random

COUNTED = (
    "church_scoring", "treasury_up", "treasury_to_portfolio", "visit_ip", "store_cost", "hire_cost",
    "act_recruit", "act_plan", "act_produce", "act_favor", "act_decree", "noble_action_lost",
    "decrees", "worth_0", "period1_turns", "period1_sets", *(f"follow_{i}" for i in range(9)),
)  # fmt: skip
(
    CHURCHES, UP, TO_PORTFOLIO, VISIT_IP, STORE_COST, HIRE_COST, RECRUITS, PLANS_TAKEN, PRODUCED, FAVORS_TAKEN,
    DECREES_TAKEN, LOST, HELD, WORTHLESS, TURNS_1, SETS_1, FOLLOWED,
) = range(17)  # fmt: skip
CHURCH_TURN, PLOT, BUILDER, PLAN, HIRED, VISITING = range(6)  # what is remembered from decision to decision
RING, TREASURY_SPACE = 6, 3
EVENT_THAT_PRODUCES = 62  # id 63: act:produce


@njit
def visit_ip(s: Any, r: Any, noble: int) -> int:
    """L71: influence that the seat at hand pays for a visit or for following it."""
    cost = r.visit_influence[s.treasury] - s.power[s.cur, LESS_VISIT]
    for p in range(s.players):
        cost += s.office[p, noble] if p != s.cur else 0
    return min(max(0, cost), s.influence[s.cur])


@njit
def below(s: Any, op: int, a: int) -> bool:
    """Whether the agenda goes on with a step."""
    return s.op[s.top - 1] == op and s.a[s.top - 1] == a


@njit
def stands(s: Any, op: int) -> bool:
    """Whether a step is still on the agenda."""
    return (s.op[: s.top] == op).any()


@njit
def note_action(s: Any, r: Any, seen: Any, kind: int, place: int) -> None:
    """Actions that no decision of their own stands for, at the decision that carries them out or at their first."""
    p, point = s.cur, s.point
    seen[RECRUITS] += point == AT_OFFICE and s.now_b == 0 and below(s, TRIGGER, RECRUIT)
    full = s.now_a == 1 + s.power[p, MORE_PLANS]
    seen[PLANS_TAKEN] += point == AT_PLAN_STACK and full and below(s, TRIGGER, TAKE_PLAN)
    seen[FAVORS_TAKEN] += point == AT_FAVOR and below(s, TRIGGER, TAKE_FAVOR)
    seen[DECREES_TAKEN] += point == AT_DECREE and below(s, SECOND_DECREE, 1)
    marquis = s.now_a == PRODUCE // 2 and place == PRODUCE % 2
    free = marquis if point in (AT_VISIT_STATE, AT_FOLLOW) else place == PRODUCE
    seen[PRODUCED] += free and kind != STORE and point in (AT_VISIT_STATE, AT_FOLLOW, AT_EVENT_STATE)
    seen[PRODUCED] += kind == TRADE and place == PRODUCE


@njit
def note_main(s: Any, r: Any, seen: Any, kind: int, place: int) -> None:
    """Visits, events, treasury cards; steps of the cardinal."""
    if kind == FOLLOW:
        seen[FOLLOWED + (STATE_ACTIONS + s.now_a if place == 2 else 2 * s.now_a + place)] += 1
        seen[VISIT_IP] += visit_ip(s, r, s.now_a)
    if kind > MAIN_EVENT:
        return
    card = s.hand[s.cur, place]
    seen[TO_PORTFOLIO] += kind in (MAIN_SELL, MAIN_TRADE) and r.card_type[card] == NOBLES
    if kind == MAIN_VISIT:
        seen[VISIT_IP] += visit_ip(s, r, r.card_type[card])
    if kind == MAIN_EVENT and card == EVENT_THAT_PRODUCES:
        seen[PRODUCED] += s.acts[s.cur, STORE] > 0


@njit
def land_cost(s: Any, r: Any, p: int, plot: int) -> int:
    """L63: the price of a plot."""
    cost = r.value[s.treasury] - s.power[p, LESS_STORE]
    for colour in range(len(r.cube_value)):
        cubes = s.rubble[plot // COLUMNS, colour] + s.rubble[COLUMNS + plot % COLUMNS, colour]
        cost += cubes * r.cube_value[colour]
    return max(0, cost)


@njit
def note_end(s: Any, r: Any, seen: Any) -> None:
    """Decrees held at the end, and those that are worth nothing."""
    for d in range(r.decree_count):
        if s.decree_owner[d] >= 0:
            seen[HELD] += 1
            seen[WORTHLESS] += decree_wigs(s, r, d, s.decree_owner[d]) == 0


@njit
def note_before(s: Any, seen: Any, memo: Any, kind: int, what: int, place: int) -> None:
    """Before a decision is carried out: visits that lose their noble action, churches, what is being built."""
    noble = s.point in (AT_STORE, AT_DECREE, AT_BUILDING)
    seen[LOST] += memo[VISITING] and s.point in (AT_FOLLOW, AT_DRAW)
    memo[VISITING] = kind == MAIN_VISIT or (memo[VISITING] and not noble and s.point not in (AT_FOLLOW, AT_DRAW))
    if kind == CARDINAL_STEPS:
        seen[UP] += s.cardinal < TREASURY_SPACE <= s.cardinal + place
        if s.cardinal + place >= RING and memo[CHURCH_TURN] != s.turns:
            memo[CHURCH_TURN] = s.turns
            seen[CHURCHES] += 1
    if kind == STORE:
        memo[PLOT], memo[BUILDER] = place, s.cur
    if kind == BUILDING:
        memo[PLAN], memo[BUILDER], memo[HIRED] = what, s.cur, -1
    if kind == STAFF:
        memo[HIRED] = s.now_b


@njit
def note_after(s: Any, r: Any, seen: Any, memo: Any) -> None:
    """After a decision: what has been paid for a store or a building by now."""
    p = memo[BUILDER]
    if memo[PLOT] >= 0 and not stands(s, PAY_LAND):
        seen[STORE_COST] += land_cost(s, r, p, memo[PLOT])
        memo[PLOT] = -1
    if memo[PLAN] >= 0 and not stands(s, PLAN_DONE):
        if memo[HIRED] < 0:  # nobody of one's own worked
            memo[HIRED] = max(0, r.plan_officials[memo[PLAN]] - s.power[p, LESS_STAFF])
        seen[HIRE_COST] += memo[HIRED] * max(0, r.value[s.treasury] - s.power[p, LESS_HIRE])
        memo[PLAN] = -1
    if s.period == 1 and seen[TURNS_1] == 0:
        seen[TURNS_1], seen[SETS_1] = s.turns, s.end_reason


@njit(nogil=True)
def play(states: Any, rules: Any, options: Any, counted: Any) -> None:
    """Play games at random."""
    r, o = rules[0], options[0]
    memo = np.zeros(6, np.int64)
    for game in range(len(states)):
        s, seen = states[game], counted[game]
        start_streams(s)
        deal(s, r)
        memo[:], memo[VISITING] = -1, 0
        while not s.over:
            legal(s, r, o)
            action = at_random(s, r, o)
            kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
            note_action(s, r, seen, kind, place)
            note_main(s, r, seen, kind, place)
            note_before(s, seen, memo, kind, what, place)
            s.decisions += 1
            s.acts[s.cur, kind] += 1
            apply(s, r, action)
            note_after(s, r, seen, memo)
        note_end(s, r, seen)
        finish(s, r)


def batch(players: int, first: int, games: int) -> dict[str, Any]:
    """Play a batch of games; return what is compared."""
    states, options = records(games, kernel.state), records(1, kernel.options)
    states["players"], states["player"] = players, np.arange(5)
    states["key"] = 1_000_000 * players + first + np.arange(games)
    counted = np.zeros((games, len(COUNTED)), "i4")
    play(states, GAME.make_rules(GAME.rulebook(), players), options, counted)
    names = ("turns", "acts", "score", "win60", "points", "end_reason", "influence", "reis", "sets")
    return {name: states[name].copy() for name in names} | dict(zip(COUNTED, counted.T, strict=True))


def many(players: int, games: int, batches: int) -> dict[str, Any]:
    """Play batches on two cores."""
    at_random.compile(kernel.signatures["policy"])
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda i: batch(players, i * games, games), range(batches)))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
