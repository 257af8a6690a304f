"""What printed effects, favors, slots and laws are worth to a seat, as far as it can see.

A gain is written down as features (`note_...`), or weighed at once (`..._worth`): both say the same. What one of a
thing is worth to the deciding bot is weighed once a decision, by `weigh_units`, into the scratch row of the options.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit
from simcore.games.lancaster.effects import can_improve, free_slots, measure
from simcore.games.lancaster.state import (
    BUY,
    CASTLE_RULE,
    EQ,
    EXTEND,
    FAVOR_RULE,
    FEATURES,
    FIGHTING,
    GE,
    GOLD,
    IF,
    LAW_RULE,
    MAX_ROWS,
    MOST,
    OF_GOLD,
    OF_SQUIRES,
    PAIR,
    PER,
    PER_GROUP,
    PP,
    RAISE,
    RAISE_34,
    RAISE_DEPLOYED,
    RECRUIT,
    ROUNDS,
    SQUIRE,
    TRADE_ONCE,
)
from simcore.inner import inlined, inner
from simcore.lanes import put
from simcore.options import note_at

(
    PP_, GOLD_, SQUIRE_, MARKER_, RECRUIT_, UPGRADE_, EXTENSION_, NOBLE_, START_PLAYER_,
    GOLD_EARLY, SQUIRE_EARLY, MARKER_EARLY, RECRUIT_EARLY, UPGRADE_EARLY, NOBLE_POINTS,
    IS_COUNTY, IS_CASTLE, IS_CONFLICT, IS_ALLY, STRENGTH, TOTAL, EXPELS, TITLE_HERE,
    LAW_PP, BILL_PP, WINS, GAP, WIN_POINTS, LOSS_POINTS, IS_LOWER, AT_RISK, FAVOR_,
    RIVAL_PP, RIVAL_GOODS, YES_, SPENT, RAISED_TO, RAISED_DEPLOYED, RANSOM_, NAMES_SELF,
) = range(len(FEATURES))  # fmt: skip
SCRATCH = MAX_ROWS  # row of the options whose planes hold what is weighed once a decision
UNITS, SLOPES, COUNTY_WORTH, SLOT_WORTH = 0, 1, 2, 3


@inlined
def rounds_left(s: Any) -> int:
    """Rounds after this one."""
    return ROUNDS - 1 - s.rounds


@inlined
def feature_of(opcode: int) -> int:
    """The feature that counts what an opcode gives; all upgrades are one."""
    return opcode if opcode <= START_PLAYER_ else UPGRADE_


@inlined
def next_noble(s: Any, r: Any, p: int) -> int:
    """N101: power points that one more noble tile is worth at the end."""
    return r.noble_points[s.nobles[p] + 1] - r.noble_points[s.nobles[p]]


@inner
def note_gain(s: Any, r: Any, o: Any, i: int, place: int, opcode: int, n: float) -> None:
    """Write the gain of n of what an opcode gives."""
    feature = feature_of(opcode)
    note_at(o, i, place, feature, n)
    if GOLD_ <= feature <= UPGRADE_:
        note_at(o, i, place, feature + GOLD_EARLY - GOLD_, n * rounds_left(s))
    if feature == NOBLE_:
        note_at(o, i, place, NOBLE_POINTS, n * next_noble(s, r, s.cur))


@inner
def weigh_units(s: Any, r: Any, o: Any) -> None:
    """Weigh one of what each opcode gives with the deciding bot's weights."""
    w, units, left = o.weights[s.bot[s.cur]], o.x[SCRATCH, UNITS], np.float32(rounds_left(s))
    for opcode in range(START_PLAYER_ + 1):
        units[opcode] = w[opcode]
    for opcode in range(GOLD_, UPGRADE_ + 1):
        units[opcode] += w[opcode + GOLD_EARLY - GOLD_] * left
    units[NOBLE_] += w[NOBLE_POINTS] * np.float32(next_noble(s, r, s.cur))
    units[RAISE_DEPLOYED] = units[RAISE_34] = units[UPGRADE_]


@inlined
def unit_worth(o: Any, opcode: int) -> Any:
    """What one of what an opcode gives is worth."""
    return o.x[SCRATCH, UNITS, opcode]


@inner
def usable(s: Any, r: Any, p: int, opcode: int, n: int) -> Any:
    """How much of an effect a player could use now."""
    if opcode == RECRUIT:
        return min(n, np.int64(s.reserve[p, 0]))
    if opcode == EXTEND:
        return n if free_slots(s, r, p) else 0
    if opcode == RAISE or opcode > START_PLAYER_:
        return n if can_improve(s, r, p, opcode) else 0
    return n


# ---------------------------------------------------------------- favors and slots


@inner
def note_rule(s: Any, r: Any, o: Any, i: int, place: int, rule: int, times: float) -> None:
    """Write what a rule's effects give, as often as said."""
    for e in range(r.effects[rule]):
        note_gain(s, r, o, i, place, r.opcode[rule, e], r.n[rule, e] * times)


@inner
def rule_worth(r: Any, o: Any, rule: int) -> Any:
    """Weigh what a rule's effects give."""
    worth = np.float32(0)
    for e in range(r.effects[rule]):
        worth += np.float32(r.n[rule, e]) * unit_worth(o, r.opcode[rule, e])
    return worth


@inner
def best_favor(s: Any, r: Any, o: Any) -> int:
    """The favor tile face up that weighs most, or -1."""
    best, most = -1, np.float32(-np.inf)
    tiles = s.favors
    while tiles:
        tile = lowest_bit(tiles)
        worth = rule_worth(r, o, FAVOR_RULE + tile)
        if worth > most:
            best, most = tile, worth
        tiles &= tiles - 1
    return best


@inner
def note_price(s: Any, r: Any, o: Any, i: int, place: int, rule: int, times: float) -> None:
    """Write what a trade or purchase costs."""
    paid = -r.cost[rule] * times
    if r.pays_gold[rule]:
        note_gain(s, r, o, i, place, GOLD, paid)
    if r.pays_squires[rule]:
        note_gain(s, r, o, i, place, SQUIRE, paid)


@inner
def price_worth(r: Any, o: Any, rule: int) -> Any:
    """Weigh what a trade or purchase costs: below 0 if the goods are worth something."""
    worth = np.float32(0)
    if r.pays_gold[rule]:
        worth -= np.float32(r.cost[rule]) * unit_worth(o, GOLD)
    if r.pays_squires[rule]:
        worth -= np.float32(r.cost[rule]) * unit_worth(o, SQUIRE)
    return worth


@inner
def slot_times(s: Any, r: Any, o: Any, slot: int, times: int) -> int:
    """How often a castle slot would be used: a trade only if it can be paid and is worth it."""
    rule = CASTLE_RULE + slot
    if r.form[rule] != TRADE_ONCE:
        return times
    stock = s.gold[s.cur] if r.pays_gold[rule] else s.squires[s.cur]
    pays = stock >= r.cost[rule] and rule_worth(r, o, rule) + price_worth(r, o, rule) > 0
    return times if pays else 0


@inner
def note_slot(s: Any, r: Any, o: Any, i: int, slot: int, times: int) -> None:
    """Write what a castle slot gives in so many castle steps."""
    rule = CASTLE_RULE + slot
    times = slot_times(s, r, o, slot, times)
    if times:
        note_rule(s, r, o, i, slot, rule, times)
        if r.form[rule] == TRADE_ONCE:
            note_price(s, r, o, i, slot, rule, times)


@inner
def slot_worth(s: Any, r: Any, o: Any, slot: int) -> Any:
    """Weigh what a castle slot gives in one castle step."""
    rule = CASTLE_RULE + slot
    worth = rule_worth(r, o, rule)
    if r.form[rule] != TRADE_ONCE:
        return worth
    stock = s.gold[s.cur] if r.pays_gold[rule] else s.squires[s.cur]
    worth += price_worth(r, o, rule)
    return max(worth, np.float32(0)) if stock >= r.cost[rule] else np.float32(0)


@inner
def castle_steps(s: Any) -> int:
    """Castle steps still to come."""
    return rounds_left(s) + (1 if s.phase < FIGHTING - 1 else 0)


# ---------------------------------------------------------------- laws


@inner
def seen(s: Any, r: Any, metric: int, p: int) -> int:
    """N111: a metric as the deciding seat sees it; hidden stocks of rivals count as what they started with."""
    if r.hidden and p != s.cur:
        if metric == OF_GOLD:
            return r.start_gold
        if metric == OF_SQUIRES:
            return r.start_squires
    return measure(s, r, metric, p)


@inner
def seen_gold(s: Any, r: Any, p: int) -> int:
    """N111: a player's gold as the deciding seat sees it."""
    return seen(s, r, OF_GOLD, p)


@inner
def seen_squires(s: Any, r: Any, p: int) -> Any:
    """N111: a player's squires in stock as the deciding seat sees them."""
    return r.start_squires if r.hidden and p != s.cur else np.int64(s.squires[p])


@inner
def law_uses(s: Any, r: Any, rule: int, p: int) -> Any:
    """How often a player would execute a law's effects now, as the deciding seat sees it."""
    form, k = r.form[rule], np.int64(r.k[rule])
    if form == BUY or form == PAIR:
        gold, squires = seen_gold(s, r, p), seen_squires(s, r, p)
        most = min(gold, squires) if form == PAIR else gold if r.pays_gold[rule] else squires
        return most // r.cost[rule]
    value = np.int64(seen(s, r, r.metric[rule], p))
    if form == PER:
        return value
    if form == PER_GROUP:
        return value // k
    if form == IF:
        return value == k if r.compare[rule] == EQ else value >= k if r.compare[rule] == GE else value <= k
    if form == MOST:
        for q in range(s.players):
            if seen(s, r, r.metric[rule], q) > value:
                return 0
        return 1 if value > 0 or r.law_zero_majority else 0
    return 1


@inner
def is_purchase(r: Any, rule: int) -> bool:
    """N46: whether a law sells something."""
    return r.form[rule] == BUY or r.form[rule] == PAIR


@inner
def own_uses(s: Any, r: Any, o: Any, rule: int) -> int:
    """How often the deciding seat would use a law: what it sells only if that is worth its price."""
    if is_purchase(r, rule) and rule_worth(r, o, rule) + price_worth(r, o, rule) <= 0:
        return 0
    return law_uses(s, r, rule, s.cur)


@inner
def law_worth(s: Any, r: Any, o: Any, law: int) -> Any:
    """Weigh what a law would hand to the deciding seat now."""
    rule = LAW_RULE + law
    times = own_uses(s, r, o, rule)
    worth = np.float32(0)
    if times:
        for e in range(r.effects[rule]):
            n = usable(s, r, s.cur, r.opcode[rule, e], r.n[rule, e] * times)
            worth += np.float32(n) * unit_worth(o, r.opcode[rule, e])
        if is_purchase(r, rule):
            worth += np.float32(times) * price_worth(r, o, rule)
    return worth


@inner
def note_law(s: Any, r: Any, o: Any, i: int, place: int, law: int, share: float) -> None:
    """Write a share of what a law would hand to the deciding seat now."""
    rule = LAW_RULE + law
    times = own_uses(s, r, o, rule)
    if times:
        for e in range(r.effects[rule]):
            n = usable(s, r, s.cur, r.opcode[rule, e], r.n[rule, e] * times)
            note_gain(s, r, o, i, place, r.opcode[rule, e], n * share)
        if is_purchase(r, rule):
            note_price(s, r, o, i, place, rule, times * share)


@inner
def rivals_gain(s: Any, r: Any, law: int) -> tuple[float, float]:
    """Power points, and other things, that a law would hand to a rival now, as means."""
    rule = LAW_RULE + law
    points, goods = 0, 0
    for p in range(s.players):
        times = law_uses(s, r, rule, p) if p != s.cur else 0
        if times:
            for e in range(r.effects[rule]):
                n = usable(s, r, p, r.opcode[rule, e], r.n[rule, e] * times)
                if r.opcode[rule, e] == PP:
                    points += n
                else:
                    goods += n
    rivals = s.players - 1
    return points / rivals, goods / rivals


@inner
def points_slope(s: Any, r: Any, laws: Any, metric: int) -> float:
    """Power points that laws pay for one more of a metric, remainders spread evenly."""
    slope = 0.0
    for i in range(3):
        rule = LAW_RULE + laws[i]
        if r.metric[rule] == metric:
            slope += r.slope[rule]
    return slope


@inner
def weigh_metrics(s: Any, r: Any, o: Any) -> None:
    """Weigh one more of each metric: what laws in force and proposals pay for it."""
    w, metrics = o.weights[s.bot[s.cur]], o.x[SCRATCH, SLOPES]
    put(metrics, 0)
    for i in range(3):
        law, bill = LAW_RULE + s.law[i], LAW_RULE + s.bill[i]
        metrics[r.metric[law]] += w[LAW_PP] * r.slope[law]
        metrics[r.metric[bill]] += w[BILL_PP] * r.slope[bill]


@inlined
def slope_worth(o: Any, metric: int) -> Any:
    """What one more of a metric is worth."""
    return o.x[SCRATCH, SLOPES, metric]
