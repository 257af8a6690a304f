"""What can be done with a list of options.

Options are rows: ``heads[row] | place`` is an action, and place is a bit of ``masks[row]``. Rows, then
places, are in the game's canonical order. A head is ``kind << KIND_SHIFT | what << WHAT_SHIFT``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from simcore.bits import lowest_bit, nth_bit, popcount
from simcore.lanes import equal_to, highest, larger, put, put_where, row
from simcore.streams import POLICY, below, unit

KIND_SHIFT, WHAT_SHIFT = 16, 5
WHAT_MASK, PLACE_MASK = (1 << KIND_SHIFT - WHAT_SHIFT) - 1, (1 << WHAT_SHIFT) - 1


@njit(forceinline=True)
def add_row(o: Any, n: int, head: int, mask: int) -> int:
    """Write row n and return the number of rows: n + 1, or n if the row has no place.

    The count goes from call to call as a value, since a count in memory would make every row wait for the one before.
    """
    o.heads[n] = head
    o.masks[n] = mask
    return n + (mask != 0)


@njit
def is_legal(o: Any, action: int) -> bool:
    """Tell whether an action is on the list."""
    head = action & ~PLACE_MASK
    for i in range(o.n):
        if o.heads[i] == head:
            return (o.masks[i] >> (action & PLACE_MASK)) & 1 == 1
    return False


@njit
def count(o: Any) -> int:
    """Return the number of options."""
    total = 0
    for i in range(o.n):
        total += popcount(o.masks[i])
    return total


@njit
def nth(o: Any, n: int) -> int:
    """Return the n-th option in canonical order, counted from 0."""
    i = 0
    here = popcount(o.masks[0])
    while n >= here:
        n -= here
        i += 1
        here = popcount(o.masks[i])
    return o.heads[i] | nth_bit(o.masks[i], n)


@njit
def any_option(s: Any, o: Any) -> int:
    """Draw an option uniformly, with the deciding player's stream."""
    return nth(o, below(s, POLICY + s.player[s.cur], count(o)))


@njit(forceinline=True)
def single_option(o: Any) -> int:
    """Return the only option, or -1 if there are several."""
    mask = o.masks[0]
    return o.heads[0] | lowest_bit(mask) if o.n == 1 and mask & (mask - 1) == 0 else np.int64(-1)


@njit(forceinline=True)
def top_score(o: Any) -> Any:
    """Return the highest score of all options."""
    best = row(o.scores[0])
    for i in range(1, o.n):
        best = larger(best, row(o.scores[i]))
    return highest(best)


@njit(forceinline=True)
def first_best_option(o: Any) -> int:
    """Return the first option of highest score, in canonical order."""
    top = top_score(o)
    for i in range(o.n):
        places = equal_to(row(o.scores[i]), top)
        if places:
            return o.heads[i] | lowest_bit(places)
    return -1


@njit(forceinline=True)
def best_option(s: Any, o: Any) -> int:
    """Return the option of highest score; among several, draw one with the deciding player's stream."""
    top = top_score(o)
    i, places = -1, 0
    while places == 0:
        i += 1
        if i == o.n:  # scores are not numbers
            return -1
        places = equal_to(row(o.scores[i]), top)
    here = popcount(places)
    ties = here
    for k in range(i + 1, o.n):
        ties += popcount(equal_to(row(o.scores[k]), top))
    left = below(s, POLICY + s.player[s.cur], ties)
    while left >= here:
        left -= here
        i += 1
        places = equal_to(row(o.scores[i]), top)
        here = popcount(places)
    return o.heads[i] | nth_bit(places, left)


@njit
def drawn_option(s: Any, o: Any, temperature: float) -> Any:
    """Draw an option with chance proportional to exp(score / temperature)."""
    top = -np.inf
    for i in range(o.n):
        top = max(top, highest(row(o.scores[i])))
    total = 0.0
    for i in range(o.n):
        mask = o.masks[i]
        while mask:
            total += np.exp((o.scores[i, lowest_bit(mask)] - top) / temperature)
            mask &= mask - 1
    left = unit(s, POLICY + s.player[s.cur]) * total
    action = np.int64(-1)
    for i in range(o.n):
        mask = o.masks[i]
        while mask:
            place = lowest_bit(mask)
            action = o.heads[i] | place
            left -= np.exp((o.scores[i, place] - top) / temperature)
            if left < 0.0:
                return action
            mask &= mask - 1
    return action


@njit(forceinline=True)
def preferred_option(s: Any, o: Any) -> Any:
    """Return the option that the deciding bot prefers: the best, the first of the best, or one drawn by temperature."""
    bot = s.bot[s.cur]
    if o.temperature[bot] > 0.0:
        return drawn_option(s, o, o.temperature[bot])
    if o.takes_first[bot]:
        return first_best_option(o)
    return best_option(s, o)


@njit
def note(o: Any, i: int, feature: int, value: Any) -> None:
    """Write one feature of a row of options: a number for all places, or a row of them."""
    put(o.x[i, feature], value)
    o.used[i] |= 1 << feature


@njit
def note_at(o: Any, i: int, place: int, feature: int, value: float) -> None:
    """Add to one feature of one option."""
    if not (o.used[i] >> feature) & 1:
        note(o, i, feature, 0)
    o.x[i, feature, place] += np.float32(value)


@njit
def add_at(o: Any, i: int, place: int, feature: int, value: float) -> None:
    """Add to one feature of one option or, while `weigher` is set, what the feature weighs to the option's score.

    So a game says once what an option's features are, and scores need no features in memory.
    """
    if o.weigher:
        o.scores[i, place] += o.weights[o.weigher - 1, feature] * np.float32(value)
    else:
        note_at(o, i, place, feature, value)


@njit
def begin_scores(s: Any, o: Any) -> None:
    """Set the scores of all options to 0, and let `add_at` add to them."""
    o.weigher = 1 + s.bot[s.cur]
    for i in range(o.n):
        put_where(o.scores[i], 0.0, o.masks[i])


@njit
def begin_features(o: Any) -> None:
    """Let `add_at` write features; none is written yet."""
    o.weigher = 0
    for i in range(o.n):
        o.used[i] = 0
        note(o, i, 0, 0.0)  # so that no row is without a feature


@njit
def weigh_features(s: Any, o: Any) -> None:
    """Write into ``scores`` the features of every row times the deciding bot's weights."""
    w = o.weights[s.bot[s.cur]]
    for i in range(o.n):
        score = 0.0 * row(o.x[i, 0])
        used = o.used[i]
        while used:
            f = lowest_bit(used)
            score = score + w[f] * row(o.x[i, f])
            used &= used - 1
        put_where(o.scores[i], score, o.masks[i])


def expand(options: Any) -> list[int]:
    """Return all options of a record as a plain list of actions, in canonical order."""
    actions = []
    for head, mask in zip(options["heads"][: options["n"]], options["masks"][: options["n"]], strict=True):
        actions += [int(head) | place for place in range(PLACE_MASK + 1) if int(mask) >> place & 1]
    return actions
