"""The turn and its end, the change of period (L21 to L26, L83 to L88)."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.actions import push_church
from simcore.games.lisboa.agenda import ask, push
from simcore.games.lisboa.setup import fill_yard, hold_card
from simcore.games.lisboa.state import (
    AT_CHURCH,
    BY_CARDS,
    BY_DECKS,
    BY_SETS,
    BY_SETS_1,
    DECKS,
    DISPLAY,
    DRAW_STEP,
    END_TURN,
    GOODS,
    HAND,
    MAIN,
    NOBLES,
    PERIOD_CARDS,
    PERIOD_DISCARD,
    PERIOD_HAND,
    PERIOD_REWARD,
    REFILL,
    SHIPS,
    TRACK,
    TRIGGERS,
    TURN,
    UPKEEP,
)
from simcore.games.lisboa.wealth import award, gain_influence, portfolio_influence
from simcore.inner import inner

ALWAYS, NEVER = 1, 2  # `church_influence`
START_PLAYER_FIRST = 1  # `period_change_first`


@inner
def begin_turn(s: Any, p: int) -> None:
    """L21, L22: own ships dock; then main decision, draw, upkeep."""
    s.active = p
    for ship in range(SHIPS):
        if s.ship_owner[ship] == p and s.at_sea[ship]:
            s.at_sea[ship] = 0
            for g in range(GOODS):
                s.supply[g] += s.cargo[ship, g]
                s.cargo[ship, g] = 0
    push(s, END_TURN, 0, 0, p, 0)
    push(s, UPKEEP, 0, 0, p, 0)
    push(s, DRAW_STEP, 0, 0, p, 0)
    push(s, MAIN, 0, 0, p, 0)


@inner
def decks_left(s: Any) -> int:
    """L24: display decks that are not empty."""
    mask = 0
    for i in range(DECKS):
        mask |= (s.deck_left[i] > 0) << i
    return mask


@inner
def upkeep(s: Any, p: int) -> None:
    """L25: church scoring if pending, then everything is refilled."""
    push(s, REFILL, 0, 0, p, 0)
    if s.church:
        push_church(s)


@inner
def church(s: Any, r: Any, p: int, discarded: int) -> bool:
    """L83, `church_influence`: discard tiles one by one, then gain the portfolio's influence once."""
    if s.tiles_held[p] > 0 and ask(s, p, AT_CHURCH):
        return True
    close_church(s, r, p, discarded)
    return False


@inner
def close_church(s: Any, r: Any, p: int, discarded: int) -> None:
    """L83: influence for those who discarded; `blessed` notes who gained any."""
    if r.church_influence == NEVER or (discarded == 0 and r.church_influence != ALWAYS):
        return
    influence = portfolio_influence(s, r, p)
    gain_influence(s, r, p, influence)
    s.blessed |= (influence > 0) << p


@inner
def refill(s: Any, r: Any) -> None:
    """L25: track, decrees; what was not refilled at once."""
    refill_track(s)
    refill_decrees(s, r)
    s.church_scored = 0
    s.city_used[:] = 0
    s.offer_used[:] = 0


@inner
def refill_track(s: Any) -> None:
    """L25: clergy tiles from the bag."""
    for i in range(TRACK):
        if s.track[i] < 0 and s.bag_left > 0:
            s.bag_left -= 1
            s.track[i] = s.bag[s.bag_left]


@inner
def refill_decrees(s: Any, r: Any) -> None:
    """L13, L25: decrees face up; with two players banned ones are boxed."""
    while s.display_size < DISPLAY and s.decree_left > 0:
        s.decree_left -= 1
        d = s.decree_deck[s.decree_left]
        if not (s.players == 2 and r.decree_banned[d]):
            s.display[s.display_size] = d
            s.display_size += 1


@inner
def end_turn(s: Any, r: Any, p: int) -> None:
    """L86, L88: end of a period or of the game; else the next seat's turn."""
    s.turns += 1
    s.rounds = s.turns // s.players
    if s.period == 0:
        s.period_turns += 1
        if triggered(s, r, p, r.period_sets):
            change_period(s, r, p)
            return
    elif s.last_turn == 0 and triggered(s, r, p, r.end_sets):
        s.last_turn = (-(-s.turns // s.players) + r.extra_rounds) * s.players
    if s.last_turn and s.turns >= s.last_turn:
        s.over = 1
        return
    push(s, TURN, 0, 0, (p + 1) % s.players, 0)


@inner
def triggered(s: Any, r: Any, p: int, sets: int) -> bool:
    """L86, L88, `set_trigger_scope`, `third_deck_trigger`: enough sets, or enough empty display decks.

    The end reason becomes that of the game, and before it that of the first period.
    """
    for q in range(s.players):
        if s.sets[q] >= sets and (q == p or not r.set_trigger_scope):
            s.end_reason = s.end_reason * TRIGGERS + BY_SETS
            return True
    empty = 0
    for i in range(DECKS):
        empty += s.deck_left[i] == 0
    if empty >= r.empty_decks:
        s.end_reason = s.end_reason * TRIGGERS + BY_DECKS
        return True
    return False


# ---------------------------------------------------------------- change of period (L87)


@inner
def change_period(s: Any, r: Any, p: int) -> None:
    """L87: wigs for sets, new ships, hands exchanged, the second display."""
    s.period = 1
    s.deck_left[:] = 0
    for q in range(s.players):
        award(s, q, r.set_wigs * s.sets[q], BY_SETS_1)
    fill_yard(s, 1)
    push(s, TURN, 0, 0, (p + 1) % s.players, 0)
    push(s, REFILL, 0, 0, p, 0)
    push(s, PERIOD_CARDS, 0, 0, p, 0)
    first = 0 if r.period_change_first == START_PLAYER_FIRST else p
    for k in range(s.players - 1, -1, -1):
        q = (first + k) % s.players
        push(s, PERIOD_HAND, 0, 0, q, 0)
        for noble in range(NOBLES - 1, -1, -1):
            push(s, PERIOD_REWARD, noble, 0, q, BY_CARDS)
        push(s, PERIOD_DISCARD, 0, 0, q, 0)


@inner
def rewards_of(s: Any, r: Any, noble: int) -> int:
    """L87: discarded cards of a noble whose bottom effect is no penalty, a bit a card."""
    mask = 0
    for i in range(s.dropped_size):
        card = s.dropped[i]
        mask |= (r.card_type[card] == noble and not r.card_penalty[card]) << i
    return mask


@inner
def refill_hand(s: Any, p: int) -> None:
    """L87: the hand is filled from the purple deck."""
    s.dropped_size = 0
    while s.hand_size[p] < HAND and s.purple_left > 0:
        s.purple_left -= 1
        hold_card(s, p, s.purple[s.purple_left])


@inner
def open_second_display(s: Any) -> None:
    """L87: the rest of the purple deck is boxed, the brown deck is the display."""
    s.purple_left = 0
    for i in range(DECKS):
        s.deck_left[i] = s.brown_left[i]
        for k in range(s.brown_left[i]):
            s.deck[i, k] = s.brown[i, k]
        s.brown_left[i] = 0
