"""What a heuristic may see of an option, and the same times the weights at once.

Every feature is measured before the action, from public information and the seat's own stocks. Features that an option
does not have are 0 for it. A choice that opens a chain is seen with its best continuation: a knight in a conflict with
the favor that its seat would take, a law that sells something only as far as the seat would buy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import lowest_bit
from simcore.games.lancaster.effects import open_titles
from simcore.games.lancaster.parliament import law_cell, quantity
from simcore.games.lancaster.placing import SQUIRE_BITS
from simcore.games.lancaster.rewards import county_at_hand, england, england_wins, ranked_prize, ransom_price
from simcore.games.lancaster.rules import BETTER_BITS
from simcore.games.lancaster.state import (
    ADD,
    ALLY_CONFLICT,
    ALLY_COUNTY,
    AT_COURT,
    AT_PLACE,
    AT_VOTE,
    BALLOTS,
    BOTH,
    CASTLE,
    CASTLE_RULE,
    CONFLICT,
    COUNTY,
    FAVOR,
    FAVOR_RULE,
    FIRST,
    GOLD,
    LOWER_1,
    MAX_SQUIRES,
    NAME,
    NOBLE,
    OF_CASTLE_KNIGHTS,
    OF_CONFLICT_KNIGHTS,
    OF_CONFLICTS,
    OF_COUNTIES,
    OF_DEPLOYED,
    OF_DEPLOYED_1,
    QUANTITY,
    RANSOM,
    REWARD,
    SLOTS,
    SQUIRE,
    TILE,
    TITLE,
    TRADE,
    UPGRADE,
    UPPER,
    YES,
    kernel,
)
from simcore.games.lancaster.worth import (
    AT_RISK,
    BILL_PP,
    COUNTY_WORTH,
    EXPELS,
    EXTENSION_,
    FAVOR_,
    GAP,
    IS_ALLY,
    IS_CASTLE,
    IS_CONFLICT,
    IS_COUNTY,
    IS_LOWER,
    LAW_PP,
    LOSS_POINTS,
    NAMES_SELF,
    NOBLE_,
    RAISED_DEPLOYED,
    RAISED_TO,
    RANSOM_,
    RIVAL_GOODS,
    RIVAL_PP,
    SCRATCH,
    SLOT_WORTH,
    SPENT,
    STRENGTH,
    TITLE_HERE,
    TOTAL,
    UNITS,
    UPGRADE_,
    WIN_POINTS,
    WINS,
    YES_,
    best_favor,
    castle_steps,
    law_worth,
    note_gain,
    note_law,
    note_price,
    note_rule,
    note_slot,
    points_slope,
    rivals_gain,
    rule_worth,
    slope_worth,
    slot_worth,
    unit_worth,
    weigh_metrics,
    weigh_units,
)
from simcore.inner import inlined, inner
from simcore.lanes import put, put_where, row
from simcore.options import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, note, note_at, weigh_features

MEANINGS = {
    "pp": "power points that the option brings at once or, in a vote, the law would bring",
    "gold": "gold gained, less gold paid",
    "squire": "squires gained, less squires paid or taken along",
    "marker": "voting markers gained",
    "recruit": "knights recruited",
    "upgrade": "knights upgraded",
    "extension": "extension tiles laid",
    "noble": "noble tiles taken",
    "start_player": "1 if the option lets one name the start player",
    "gold_early": "gold times rounds still to come",
    "squire_early": "squires times rounds still to come",
    "marker_early": "voting markers times rounds still to come",
    "recruit_early": "knights recruited times rounds still to come",
    "upgrade_early": "knights upgraded times rounds still to come",
    "noble_points": "power points that the next noble tile is worth at the end (N101)",
    "is_county": "1 for placing a knight in a county",
    "is_castle": "1 for placing a knight in the castle",
    "is_conflict": "1 for placing a knight in a conflict",
    "is_ally": "1 for placing an ally's knight",
    "strength": "strength of the knight placed",
    "total": "strength and squires with which a county is held",
    "expels": "strength of the knight that is expelled (N24)",
    "title": "1 if the county has a noble tile that the seat may take",
    "law_pp": "power points that the laws in force pay for one more knight there, remainders spread evenly",
    "bill_pp": "the same for the proposals of this round",
    "wins": "1 if England is strong enough afterwards (N83)",
    "gap": "strength that England still lacks afterwards",
    "win_points": "points by which the seat's prize grows if England, as it stands, wins",
    "loss_points": "points that the seat gets if France wins, where England is not strong enough yet",
    "is_lower": "1 for a conflict of the lower row",
    "at_risk": "strength that would be captured in the lower row if nobody else came (N86)",
    "favor": "1 if a king's favor is to be taken with it (N29)",
    "rival_pp": "power points that the law would hand to a rival, as a mean",
    "rival_goods": "goods, knights and tiles that the law would hand to a rival, as a mean",
    "yes": "1 for a vote in favor",
    "spent": "markers put into a vote while later votes of the round remain",
    "raised_to": "strength of a knight after the upgrade",
    "raised_deployed": "1 for upgrading a knight on the board",
    "ransom": "strength of the knight bought back",
    "names_self": "1 for naming oneself start player",
}
TWO_RANKS = 2


# ---------------------------------------------------------------- conflicts


@inner
def prize_now(s: Any, r: Any, conflict: int, side: int, wins: bool) -> int:
    """N84: points of a side if the card were decided as it stands."""
    card = s.card[conflict]
    for i in range(s.spaces[conflict]):
        if s.space[conflict, i] == side:
            return ranked_prize(s, r, conflict, i, r.win[card] if wins else r.loss[card])
    return 0


@inner
def prize_with(s: Any, r: Any, conflict: int, side: int, strength: int, wins: bool) -> Any:
    """N84: points of a side if the card were decided after its knight has come; ties go to the earlier space."""
    card = s.card[conflict]
    power = s.power[conflict, side] + strength
    rank, later = 0, s.power[conflict, side] > 0
    for i in range(s.spaces[conflict]):
        other = s.space[conflict, i]
        if other == side:
            later = False
            continue
        theirs = s.power[conflict, other]
        # Those on earlier spaces win ties; a newcomer takes the last space.
        rank += theirs > power or (theirs == power and (later or s.power[conflict, side] == 0))
    if rank > TWO_RANKS:
        return 0
    return np.int64(r.win[card, rank] if wins else r.loss[card, rank])


@inner
def note_conflict(s: Any, r: Any, o: Any, i: int, place: int, conflict: int, side: int, strength: int) -> None:
    """N28, N83 to N86: what more strength of a side changes in a conflict."""
    card = s.card[conflict]
    before = england(s, conflict)
    wins = england_wins(r, before + strength, card)
    gap = r.france[card] + r.conflict_win_compare - before - strength
    note_at(o, i, place, WINS, wins)
    note_at(o, i, place, GAP, max(gap, 0))
    note_at(o, i, place, IS_LOWER, conflict < UPPER)
    if side >= s.players:
        return
    gain = prize_with(s, r, conflict, side, strength, wins)
    if wins:
        won_before = england_wins(r, before, card)
        note_at(o, i, place, WIN_POINTS, gain - (prize_now(s, r, conflict, side, True) if won_before else 0))
    else:
        note_at(o, i, place, LOSS_POINTS, gain - prize_now(s, r, conflict, side, False))
        if conflict < UPPER:
            note_at(o, i, place, AT_RISK, strength)


@inner
def conflict_worth(s: Any, r: Any, o: Any, conflict: int, strength: int) -> Any:
    """Weigh what `note_conflict` writes for the deciding seat's knight."""
    w, side = o.weights[s.bot[s.cur]], s.cur
    card = s.card[conflict]
    before = england(s, conflict)
    wins = england_wins(r, before + strength, card)
    gain = prize_with(s, r, conflict, side, strength, wins)
    worth = w[IS_LOWER] if conflict < UPPER else np.float32(0)
    if wins:
        if england_wins(r, before, card):
            gain -= prize_now(s, r, conflict, side, True)
        return worth + w[WINS] + w[WIN_POINTS] * np.float32(gain)
    gap = r.france[card] + r.conflict_win_compare - before - strength
    gain -= prize_now(s, r, conflict, side, False)
    if conflict < UPPER:
        worth += w[AT_RISK] * np.float32(strength)
    return worth + w[GAP] * np.float32(max(gap, 0)) + w[LOSS_POINTS] * np.float32(gain)


# ---------------------------------------------------------------- what laws pay for a placement


@inner
def county_slope(s: Any, r: Any, laws: Any, k: int) -> float:
    """Power points that laws pay for a knight of strength k + 1 in a county."""
    return points_slope(s, r, laws, OF_COUNTIES) + deployed_slope(s, r, laws, k)


@inner
def deployed_slope(s: Any, r: Any, laws: Any, k: int) -> float:
    """Power points that laws pay for a knight of strength k + 1 on the board."""
    slope = points_slope(s, r, laws, OF_DEPLOYED_1 + k)
    return slope + (k + 1) * points_slope(s, r, laws, OF_DEPLOYED)


@inner
def castle_slope(s: Any, r: Any, laws: Any, k: int) -> float:
    """Power points that laws pay for a knight of strength k + 1 in the castle."""
    slope = points_slope(s, r, laws, OF_CASTLE_KNIGHTS)
    return slope if r.deployed_scope else slope + deployed_slope(s, r, laws, k)


@inner
def conflict_slope(s: Any, r: Any, laws: Any, k: int, is_new: bool) -> float:
    """Power points that laws pay for a knight of strength k + 1 in a conflict."""
    slope = points_slope(s, r, laws, OF_CONFLICT_KNIGHTS) + deployed_slope(s, r, laws, k)
    return slope + points_slope(s, r, laws, OF_CONFLICTS) if is_new else slope


# ---------------------------------------------------------------- features, row by row


@kernel.features
def features(s: Any, r: Any, o: Any) -> None:
    """Write the features of every option."""
    weigh_units(s, r, o)
    for i in range(o.n):
        o.used[i] = 0
        note(o, i, YES_, 0)  # so that no row is without a feature
        if s.point == AT_PLACE:
            features_of_placement(s, r, o, i)
        elif s.point == AT_VOTE:
            features_of_vote(s, r, o, i)
        else:
            features_of_choice(s, r, o, i)


@inner
def features_of_placement(s: Any, r: Any, o: Any, i: int) -> None:
    """N23 to N29: placing a knight."""
    kind = o.heads[i] >> KIND_SHIFT
    what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
    ally = ALLY_COUNTY <= kind <= ALLY_CONFLICT
    base = kind - (ALLY_COUNTY - COUNTY) if ally else kind
    if ally:
        note(o, i, IS_ALLY, 1)
    places = o.masks[i]
    while places:
        place = lowest_bit(places)
        places &= places - 1
        if base == COUNTY:
            county_features(s, r, o, i, place, what >> SQUIRE_BITS, what & MAX_SQUIRES, ally)
        elif base == CASTLE:
            castle_features(s, r, o, i, place, what, ally)
        elif base == CONFLICT:
            conflict_features(s, r, o, i, place, what, ally)
        elif kind == ADD:
            note_gain(s, r, o, i, place, SQUIRE, -what)
            note_at(o, i, place, TOTAL, what)


@inner
def county_features(s: Any, r: Any, o: Any, i: int, c: int, k: int, squires: int, ally: bool) -> None:
    """N23, N24: a knight in a county."""
    note_at(o, i, c, IS_COUNTY, 1)
    note_at(o, i, c, STRENGTH, k + 1)
    note_at(o, i, c, TOTAL, k + 1 + squires)
    note_at(o, i, c, EXPELS, s.knight[c])
    if ally:
        return
    note_rule(s, r, o, i, c, c, 1)
    note_gain(s, r, o, i, c, SQUIRE, -squires)
    note_at(o, i, c, TITLE_HERE, (open_titles(s, r, s.cur) >> c) & 1)
    note_at(o, i, c, LAW_PP, county_slope(s, r, s.law, k))
    note_at(o, i, c, BILL_PP, county_slope(s, r, s.bill, k))


@inner
def castle_features(s: Any, r: Any, o: Any, i: int, slot: int, k: int, ally: bool) -> None:
    """N27: a knight in the castle."""
    note_at(o, i, slot, IS_CASTLE, 1)
    note_at(o, i, slot, STRENGTH, k + 1)
    if ally:
        return
    note_slot(s, r, o, i, slot, 1)
    note_at(o, i, slot, LAW_PP, castle_slope(s, r, s.law, k))
    note_at(o, i, slot, BILL_PP, castle_slope(s, r, s.bill, k))


@inner
def conflict_features(s: Any, r: Any, o: Any, i: int, conflict: int, k: int, ally: bool) -> None:
    """N28, N29: a knight in a conflict."""
    side = s.cur + s.players if ally else np.int64(s.cur)
    note_at(o, i, conflict, IS_CONFLICT, 1)
    note_at(o, i, conflict, STRENGTH, k + 1)
    note_conflict(s, r, o, i, conflict, conflict, side, k + 1)
    if ally:
        return
    favor = best_favor(s, r, o)
    if favor >= 0:
        note_at(o, i, conflict, FAVOR_, 1)
        note_rule(s, r, o, i, conflict, FAVOR_RULE + favor, 1)
    is_new = s.power[conflict, side] == 0
    note_at(o, i, conflict, LAW_PP, conflict_slope(s, r, s.law, k, is_new))
    note_at(o, i, conflict, BILL_PP, conflict_slope(s, r, s.bill, k, is_new))


@inner
def others_votes(s: Any) -> float:
    """N41: votes that rivals may be expected to cast: one each, and half of their markers."""
    votes = 0.0
    for p in range(s.players):
        if p != s.cur:
            votes += 1.0 + 0.5 * s.markers[p]
    return votes


@inlined
def weight_of_vote(markers: int, others: float) -> float:
    """Share of all expected votes: how much a vote with so many markers decides."""
    return (1.0 + markers) / (1.0 + markers + others)


@inlined
def keeps_value(s: Any, r: Any) -> bool:
    """N43: whether a marker saved now may be used later."""
    return s.at < BALLOTS - 1 or r.markers_after_votes != 0


@inner
def features_of_vote(s: Any, r: Any, o: Any, i: int) -> None:
    """N41, N42: what the law would bring, less what the law that it pushes out brings, by the weight of the vote."""
    sign = 1.0 if o.heads[i] >> KIND_SHIFT == YES else -1.0
    law, oldest = s.bill[s.at], s.law[0]
    new, old = rivals_gain(s, r, law), rivals_gain(s, r, oldest)
    points, goods = new[0] - old[0], new[1] - old[1]
    others = others_votes(s)
    places = o.masks[i]
    while places:
        place = lowest_bit(places)
        places &= places - 1
        markers = quantity(o.heads[i] | place)
        share = sign * weight_of_vote(markers, others)
        note_law(s, r, o, i, place, law, share)
        note_law(s, r, o, i, place, oldest, -share)
        note_at(o, i, place, RIVAL_PP, share * points)
        note_at(o, i, place, RIVAL_GOODS, share * goods)
        note_at(o, i, place, YES_, sign > 0)
        note_at(o, i, place, SPENT, markers if keeps_value(s, r) else 0)


@inner
def features_of_choice(s: Any, r: Any, o: Any, i: int) -> None:
    """All other decisions: what is gained and paid."""
    kind = o.heads[i] >> KIND_SHIFT
    what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
    places = o.masks[i]
    while places:
        place = lowest_bit(places)
        places &= places - 1
        if kind == TILE:
            note_at(o, i, place, EXTENSION_, 1)
            note_slot(s, r, o, i, place, castle_steps(s))
        elif kind == FAVOR:
            note_rule(s, r, o, i, place, FAVOR_RULE + place, 1)
        elif kind == NOBLE:
            features_of_noble(s, r, o, i, place)
        elif kind == UPGRADE:
            features_of_upgrade(s, r, o, i, place, what >> BETTER_BITS, what & (1 << BETTER_BITS) - 1)
        elif kind == QUANTITY:
            amount = quantity(o.heads[i] | place)
            note_rule(s, r, o, i, place, law_cell(s), amount)
            note_price(s, r, o, i, place, law_cell(s), amount)
        elif REWARD <= kind <= BOTH:
            features_of_county(s, r, o, i, kind)
        elif kind == TRADE:
            note_rule(s, r, o, i, place, CASTLE_RULE + s.at, 1)
            note_price(s, r, o, i, place, CASTLE_RULE + s.at, 1)
        elif kind == NAME:
            note_at(o, i, place, NAMES_SELF, place == s.cur)
        elif kind == RANSOM:
            note_at(o, i, place, RANSOM_, s.captive + 1)
            note_gain(s, r, o, i, place, GOLD, -ransom_price(s, r))


@inner
def features_of_noble(s: Any, r: Any, o: Any, i: int, c: int) -> None:
    """N66, N124: a noble tile for oneself, or one less for rivals."""
    if s.side < s.players:
        note_gain(s, r, o, i, c, NOBLE_, 1)
        return
    wanting = 0
    for p in range(s.players):
        wanting += p != s.cur and s.noble[p, c] == 0
    note_at(o, i, c, RIVAL_GOODS, -wanting / (s.players - 1))


@inner
def features_of_upgrade(s: Any, r: Any, o: Any, i: int, place: int, k: int, better: int) -> None:
    """N63: a knight improved in its place."""
    note_gain(s, r, o, i, place, UPGRADE_, 1)
    note_at(o, i, place, RAISED_TO, better + 1)
    note_at(o, i, place, RAISED_DEPLOYED, (1 << place) & AT_COURT == 0)
    if place >= LOWER_1:
        note_conflict(s, r, o, i, place, place - LOWER_1, s.side, better - k)


@inner
def features_of_county(s: Any, r: Any, o: Any, i: int, kind: int) -> None:
    """N81: reward, noble or both."""
    c = county_at_hand(s, r)
    if kind != TITLE:
        note_rule(s, r, o, i, 0, c, 1)
    if kind != REWARD and s.holder[c] < s.players:
        note_gain(s, r, o, i, 0, NOBLE_, 1)
    if kind == BOTH:
        note_gain(s, r, o, i, 0, GOLD, -r.both_cost)


# ---------------------------------------------------------------- features times weights


@kernel.score
def score(s: Any, r: Any, o: Any) -> None:
    """Features times weights of every option; the two most frequent decisions at once."""
    if s.point == AT_PLACE:
        score_placements(s, r, o)
    elif s.point == AT_VOTE:
        score_votes(s, r, o)
    else:
        features(s, r, o)
        weigh_features(s, o)


@inner
def score_placements(s: Any, r: Any, o: Any) -> None:
    """N23 to N29: what options have in common is weighed once."""
    w = o.weights[s.bot[s.cur]]
    weigh_units(s, r, o)
    weigh_metrics(s, r, o)
    weigh_counties(s, r, o)
    weigh_slots(s, r, o)
    favor = best_favor(s, r, o)
    favored = w[FAVOR_] + rule_worth(r, o, FAVOR_RULE + favor) if favor >= 0 else np.float32(0)
    squire = w[TOTAL] - unit_worth(o, SQUIRE)
    for i in range(o.n):
        kind = o.heads[i] >> KIND_SHIFT
        what = o.heads[i] >> WHAT_SHIFT & WHAT_MASK
        if kind == COUNTY:
            k, q = what >> SQUIRE_BITS, what & MAX_SQUIRES
            knight = w[IS_COUNTY] + (w[STRENGTH] + w[TOTAL]) * np.float32(k + 1) + squire * np.float32(q)
            knight += slope_worth(o, OF_COUNTIES) + deployed_worth(o, k)
            put_where(o.scores[i], row(o.x[SCRATCH, COUNTY_WORTH]) + knight, o.masks[i])
        elif kind == CASTLE:
            knight = w[IS_CASTLE] + w[STRENGTH] * np.float32(what + 1) + slope_worth(o, OF_CASTLE_KNIGHTS)
            if not r.deployed_scope:
                knight += deployed_worth(o, what)
            put_where(o.scores[i], row(o.x[SCRATCH, SLOT_WORTH]) + knight, o.masks[i])
        elif kind == CONFLICT:
            knight = w[IS_CONFLICT] + w[STRENGTH] * np.float32(what + 1) + favored
            knight += slope_worth(o, OF_CONFLICT_KNIGHTS) + deployed_worth(o, what)
            score_conflicts(s, r, o, i, what, knight)
        else:
            score_row(s, r, o, i)


@inlined
def deployed_worth(o: Any, k: int) -> Any:
    """What laws pay for a knight of strength k + 1 on the board, weighed."""
    return slope_worth(o, OF_DEPLOYED_1 + k) + np.float32(k + 1) * slope_worth(o, OF_DEPLOYED)


@inlined
def weigh_counties(s: Any, r: Any, o: Any) -> None:
    """N81: what each county is worth to its holder, and whom a newcomer expels."""
    w, worth = o.weights[s.bot[s.cur]], o.x[SCRATCH, COUNTY_WORTH]
    total = w[EXPELS] * row(s.knight)
    for opcode in range(FIRST + 1):
        total = total + unit_worth(o, opcode) * row(r.county_gain[opcode])
    put(worth, total)
    letters = open_titles(s, r, s.cur)
    while letters:
        worth[lowest_bit(letters)] += w[TITLE_HERE]
        letters &= letters - 1


@inlined
def weigh_slots(s: Any, r: Any, o: Any) -> None:
    """N82: what each castle slot is worth in the next castle step."""
    for slot in range(SLOTS):
        o.x[SCRATCH, SLOT_WORTH, slot] = slot_worth(s, r, o, slot)


@inlined
def score_conflicts(s: Any, r: Any, o: Any, i: int, k: int, knight: Any) -> None:
    """N28, N29: a knight in each conflict."""
    put(o.scores[i], -np.inf)
    places = o.masks[i]
    while places:
        conflict = lowest_bit(places)
        places &= places - 1
        worth = knight + conflict_worth(s, r, o, conflict, k + 1)
        if s.power[conflict, s.cur] == 0:
            worth += slope_worth(o, OF_CONFLICTS)
        o.scores[i, conflict] = worth


@inner
def score_row(s: Any, r: Any, o: Any, i: int) -> None:
    """A row of the rarer placements, by its features."""
    w = o.weights[s.bot[s.cur]]
    o.used[i] = 0
    features_of_placement(s, r, o, i)
    total = 0.0 * row(o.x[SCRATCH, UNITS])
    used = o.used[i]
    while used:
        feature = lowest_bit(used)
        total = total + w[feature] * row(o.x[i, feature])
        used &= used - 1
    put_where(o.scores[i], total, o.masks[i])


@inner
def score_votes(s: Any, r: Any, o: Any) -> None:
    """N41, N42: the law's worth by the weight of the vote, less the worth of the markers."""
    w = o.weights[s.bot[s.cur]]
    weigh_units(s, r, o)
    law, oldest = s.bill[s.at], s.law[0]
    new, old = rivals_gain(s, r, law), rivals_gain(s, r, oldest)
    worth = law_worth(s, r, o, law) - law_worth(s, r, o, oldest)
    worth += w[RIVAL_PP] * np.float32(new[0] - old[0]) + w[RIVAL_GOODS] * np.float32(new[1] - old[1])
    others = others_votes(s)
    spent = w[SPENT] if keeps_value(s, r) else np.float32(0)
    for i in range(o.n):
        yes = o.heads[i] >> KIND_SHIFT == YES
        put(o.scores[i], -np.inf)
        places = o.masks[i]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            markers = quantity(o.heads[i] | place)
            share = np.float32(weight_of_vote(markers, others))
            total = share * worth + w[YES_] if yes else -share * worth
            o.scores[i, place] = total + spent * np.float32(markers)
