"""The one loop that plays every game.

It knows four things: ask the game for the legal options, ask the acting seat's policy for one of them, check
that it is one, apply it. Around that it keeps the ledger of sampled games and, on request, checks invariants
and that no policy peeks.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numba import int64, njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning

from simcore.options import KIND_SHIFT, count, is_legal
from simcore.records import ENTRY, MAX_POLICIES, Kernel

FAULTS = ILLEGAL, ENDLESS, BROKEN, PEEKED = 1, 2, 3, 4


@njit
def _close_round(s: Any, r: Any, book: Any, standing: Any, snapshot: Any) -> None:
    """Write the stocks and standings of the round that has just ended."""
    standing(s, r)
    book.standing[book.rounds] = s.score
    book.acts[book.rounds] = s.acts
    book.asked_by[book.rounds] = book.asked
    book.options_by[book.rounds] = book.options
    snapshot(s, r, book)
    book.rounds += 1


@njit
def _note(s: Any, r: Any, o: Any, action: int, book: Any, account: Any) -> None:
    """Write the decision at hand."""
    book.asked[s.cur, s.point] += 1
    book.options[s.cur, s.point] += count(o)
    account(s, r, o, action, book)


def _loop(
    batch: Any, spare: Any, work: Any, books: Any, r: Any, endless: Any, checked: Any,
    deal: Any, legal: Any, apply: Any, finish: Any, standing: Any, account: Any, snapshot: Any, check: Any, redeal: Any,
    policies: Any,
) -> Any:  # fmt: skip
    """Play every game of a batch to its end; return how many ended before a fault stopped the loop.

    The caller owns the arrays: ``batch`` (games), ``spare`` (one game), ``work`` (one list of options, with weights), ``books``
    (ledgers, at least one).
    """
    o = work[0]
    o.fault = 0
    for g in range(batch.shape[0]):
        s = batch[g]
        deal(s, r)
        kept = s.ledger >= 0
        book = books[max(s.ledger, 0)]
        while s.over == 0:
            legal(s, r, o)
            policy = o.policy[s.bot[s.cur]]
            if checked:
                spare[0] = s
            action = policies[policy](s, r, o)
            o.answer = action
            if not is_legal(o, action):
                o.fault = 1
                return g
            if kept:
                _note(s, r, o, action, book, account)
            if checked:
                twin = spare[0]
                redeal(twin, r, twin.cur)
                legal(twin, r, o)
                if policies[policy](twin, r, o) != action:
                    o.fault = 4
                    return g
            s.decisions += 1
            s.acts[s.cur, action >> KIND_SHIFT] += 1
            rounds = s.rounds
            apply(s, r, action)
            if s.decisions >= endless and s.over == 0:
                o.fault = 2
                return g
            if checked:
                broken = check(s, r)
                if broken:
                    o.fault = 3
                    o.answer = broken
                    return g
            if kept and s.rounds != rounds and s.over == 0:
                _close_round(s, r, book, standing, snapshot)
        finish(s, r)
        if kept:
            _close_round(s, r, book, standing, snapshot)
    return batch.shape[0]


GIVEN = ("deal", "legal", "apply", "finish", "standing", "account", "snapshot", "check", "redeal")


@lru_cache(maxsize=8)
def compiled_loop(kernel: Kernel) -> Any:
    """Return the loop compiled for a game's records."""
    batch, rules = kernel.array_type("s"), kernel.types["r"]
    functions = [kernel.function_type(name) for name in GIVEN]
    policies = types.UniTuple(kernel.function_type("policy"), MAX_POLICIES)
    arrays = (batch, batch, kernel.array_type("o"), kernel.array_type("l"))
    signature = int64(*arrays, rules, int64, types.boolean, *functions, policies)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        return njit(signature, **ENTRY)(_loop)


@dataclass(frozen=True)
class Fault:
    """What stopped the loop.

    Attributes:
        game: index of the game in the batch.
        kind: one of `FAULTS`.
        answer: the action at fault, or the number of the broken invariant.
    """

    game: int
    kind: int
    answer: int


class Table:
    """One thread's place to play: a game's functions and scratch records.

    Args:
        kernel: the game's compiled functions.
        rules: array of one rules record.
        policies: distinct compiled policies of the bots, at most `MAX_POLICIES`.
        options: array of one options record, with weights, temperatures and policy numbers of the bots.
        max_decisions: decisions after which a game counts as endless.
        checked: test invariants and peeking after every action.
    """

    def __init__(
        self, kernel: Kernel, rules: Any, policies: tuple[Any, ...], options: Any, max_decisions: int, checked: bool
    ) -> None:
        for policy in policies:
            policy.compile(kernel.signatures["policy"])
        self._loop = compiled_loop(kernel)
        self._policies = policies + policies[:1] * (MAX_POLICIES - len(policies))
        self._functions = [kernel.functions[name] for name in GIVEN]
        self._work, self._rules, self._spare = options.copy(), rules, np.zeros(1, kernel.state)
        self._limits = (max_decisions, checked)

    def play(self, batch: Any, books: Any) -> Fault | None:
        """Play a batch of seated games to their ends.

        Args:
            batch: array of state records whose header is set by the plan.
            books: array of at least one ledger record.

        Returns:
            What stopped the loop, or None if all games ended.
        """
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            done = self._loop(
                batch, self._spare, self._work, books, self._rules[0], *self._limits, *self._functions, self._policies
            )
        options = self._work[0]
        return Fault(int(done), int(options["fault"]), int(options["answer"])) if options["fault"] else None
