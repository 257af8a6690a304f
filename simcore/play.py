"""The one loop that plays every game.

It knows four things: ask the game for the legal options, ask the acting seat's policy for one of them, check
that it is one, apply it. Around that it keeps the ledger of sampled games and, on request, checks invariants
and that no policy peeks, and forks games at their moments (forks.py).
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from numba import from_dtype, int64, njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning

from simcore.forks import EFFECT, REQUEST, Effects, fork_here
from simcore.memory import clear, copy_front, equal_front
from simcore.options import count, is_legal
from simcore.records import ENTRY, MAX_POLICIES, OF_FORKS, Kernel, records
from simcore.steps import ILLEGAL, PEEKED, TAMPERED, carry_out
from simcore.streams import POLICY, start_streams

# Functions as arguments are what the loop is built on; Numba calls them experimental at every call. Set for the whole
# process, because a filter for a while is not safe with threads.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)
POLICY_SLOTS = (2, MAX_POLICIES)  # each costs a call some time, so most runs use the loop with few


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


@njit
def _peeks(twin: Any, r: Any, o: Any, legal: Any, redeal: Any, pick: Any, action: int) -> bool:
    """Whether the choice changes when what the deciding seat cannot see does."""
    redeal(twin, r, twin.cur)
    legal(twin, r, o)
    return pick(twin, r, o) != action


@njit
def _tampers(s: Any, twin: Any, state_size: int) -> bool:
    """Whether a policy has written into the game; only its own stream may move on. The twin is the state before."""
    stream = POLICY + twin.player[twin.cur]
    before = twin.rng[stream]
    twin.rng[stream] = s.rng[stream]
    tampers = not equal_front(s, twin, state_size)
    twin.rng[stream] = before
    return tampers


@njit(forceinline=True)
def _deal_again(s: Any, dealt: Any, header: Any, state_size: int) -> None:
    """Take a deal that has been made before, with the seats of this game."""
    copy_front(s, dealt, state_size)
    s.bot, s.player, s.ledger, s.fork = header.bot, header.player, header.ledger, header.fork


@njit(forceinline=True)
def _play_game(
    s: Any, twins: Any, r: Any, work: Any, book: Any, kept: bool, checked: bool, endless: int, state_size: int,
    legal: Any, apply: Any, finish: Any, standing: Any, account: Any, snapshot: Any, check: Any, redeal: Any,
    policies: Any, g: int, request: Any, effects: Any, moment: Any, force: Any, reshuffle: Any,
) -> int:  # fmt: skip
    """Play a game that has been dealt to its end; return what stopped it, or 0."""
    o, rounds, most_rounds = work[0], s.rounds, book.standing.shape[0]
    while s.over == 0:
        legal(s, r, o)
        policy = o.policy[s.bot[s.cur]]
        if checked:
            twins[0] = s
        action = policies[policy](s, r, o)
        o.answer = action
        if checked and _tampers(s, twins[0], state_size):
            return TAMPERED
        if not is_legal(o, action):
            return ILLEGAL
        if kept:
            _note(s, r, o, action, book, account)
        if checked and _peeks(twins[0], r, o, legal, redeal, policies[policy], action):
            return PEEKED
        if request is not None:  # noqa: SIM102  # by itself, so that Numba leaves it out of the loop without forks
            if s.fork:
                fault = fork_here(
                    s, twins, r, work, action, g, request, effects, checked, endless, most_rounds, state_size,
                    legal, apply, finish, standing, check, moment, force, reshuffle, policies,
                )  # fmt: skip
                if fault:
                    return fault
        rounds = s.rounds
        fault = carry_out(s, r, o, action, checked, endless, most_rounds, apply, check)
        if fault:
            return fault
        if kept and s.rounds != rounds and s.over == 0:
            _close_round(s, r, book, standing, snapshot)
    s.rounds += s.rounds == rounds  # a partial last round counts
    return 0


def _loop(
    batch: Any, home: Any, twins: Any, work: Any, books: Any, r: Any,
    state_size: int, header_size: int, endless: int, checked: bool,
    deal: Any, legal: Any, apply: Any, finish: Any, standing: Any, account: Any, snapshot: Any, check: Any, redeal: Any,
    policies: Any, request: Any, effects: Any, moment: Any, force: Any, reshuffle: Any,
) -> int:  # fmt: skip
    """Play the games of a batch to their ends; return how many ended before a fault stopped the loop.

    All games are played in one state, which stays in the processor's cache; a batch holds their headers.

    Args:
        batch: headers of the games.
        home: one state, where each game is played.
        twins: two states, for the check that no policy peeks, and the last deal; two more for forks.
        work: one list of options, with the bots' weights; a second one for forks.
        books: ledgers, at least one.
        r: the rules.
        state_size: bytes of a state.
        header_size: bytes of a header.
        endless: decisions after which a game counts as endless.
        checked: test invariants and peeking after every action.
        deal: the game's function of that name, as the following ones.
        legal: see `deal`.
        apply: see `deal`.
        finish: see `deal`.
        standing: see `deal`.
        account: see `deal`.
        snapshot: see `deal`.
        check: see `deal`.
        redeal: see `deal`.
        policies: of the bots.
        request: what is asked of forks; it and the following ones are None, of that type, in a loop without forks.
        effects: where effects are written.
        moment: see `deal`.
        force: see `deal`.
        reshuffle: see `deal`.
    """
    s, o, dealt = home[0], work[0], twins[1]
    o.fault = 0
    for g in range(batch.shape[0]):
        if g > 0 and batch[g].key == batch[g - 1].key:  # the rotations of a block follow each other
            _deal_again(s, dealt, batch[g], state_size)
        else:
            clear(s, state_size)
            copy_front(s, batch[g], header_size)
            start_streams(s)
            deal(s, r)
            copy_front(dealt, s, state_size)
        kept = s.ledger >= 0
        book = books[max(s.ledger, 0)]
        o.fault = _play_game(
            s, twins, r, work, book, kept, checked, endless, state_size,
            legal, apply, finish, standing, account, snapshot, check, redeal,
            policies, g, request, effects, moment, force, reshuffle,
        )  # fmt: skip
        if o.fault:
            return g
        finish(s, r)
        if kept:
            _close_round(s, r, book, standing, snapshot)
        copy_front(batch[g], s, header_size)
    return batch.shape[0]


LENT = ("weights", "temperature", "takes_first", "policy")
GIVEN = ("deal", "legal", "apply", "finish", "standing", "account", "snapshot", "check", "redeal")


@lru_cache(maxsize=16)
def compiled_loop(kernel: Kernel, policies: int, forking: bool = False) -> Any:
    """Return the loop compiled for a game's records and so many policies, with or without forks."""
    states = kernel.array_type("s")
    arrays = (kernel.array_type("h"), states, states, kernel.array_type("o"), kernel.array_type("l"))
    functions = [kernel.function_type(name) for name in GIVEN]
    choice = types.UniTuple(kernel.function_type("policy"), policies)
    of_forks = [types.none] * (2 + len(OF_FORKS))
    if forking:
        of_forks = [from_dtype(REQUEST), types.Array(from_dtype(EFFECT), 1, "C")]
        of_forks += [kernel.function_type(name) for name in OF_FORKS]
    signature = int64(*arrays, kernel.types["r"], int64, int64, int64, types.boolean, *functions, choice, *of_forks)
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
        forking: fork the games that the plan chose.
    """

    def __init__(
        self,
        kernel: Kernel,
        rules: Any,
        policies: tuple[Any, ...],
        options: Any,
        max_decisions: int,
        checked: bool,
        forking: bool = False,
    ) -> None:
        for policy in policies:
            policy.compile(kernel.signatures["policy"])
        slots = next(n for n in POLICY_SLOTS if n >= len(policies))
        self._loop = compiled_loop(kernel, slots, forking)
        self._policies = policies + policies[:1] * (slots - len(policies))
        self._functions = [kernel.functions[name] for name in GIVEN]
        self._of_forks = [kernel.functions[name] if forking else None for name in OF_FORKS]
        self._home, self._twins, self._work = (
            records(n, d) for n, d in ((1, kernel.state), (4, kernel.state), (1 + forking, kernel.options))
        )
        self._work[:] = options
        self._rules = rules
        self._limits = (kernel.state.itemsize, kernel.header.itemsize, max_decisions, checked)
        self._given = self._lent()
        self._request: Any = None

    def _lent(self) -> bytes:
        """What policies may read but must not change: the rules, and the bots' weights."""
        return b"".join([self._rules.tobytes(), *(self._work[name].tobytes() for name in LENT)])

    @property
    def state(self) -> Any:
        """The state of the game played last, a record; of its fork, if one was being played."""
        return self._home[0] if self.forked_at is None else self._twins[2]

    @property
    def forked_at(self) -> int | None:
        """The decision at which the fork was made that was being played last, or None if it was the main line."""
        busy = self._request is not None and self._request["busy"][0]
        return int(self._home["decisions"][0]) if busy else None

    def play(self, batch: Any, books: Any, effects: Effects | None = None) -> Fault | None:
        """Play a batch of seated games to their ends.

        Args:
            batch: array of headers, set by the plan; filled with what came out of each game.
            books: array of at least one ledger record.
            effects: where a table that forks games writes what comes out of forks.

        Returns:
            What stopped the loop, or None if all games ended.
        """
        self._request = effects.request if effects else None
        done = self._loop(
            batch, self._home, self._twins, self._work, books, self._rules[0], *self._limits,
            *self._functions, self._policies,
            *((effects.request[0], effects.records) if effects else (None, None)), *self._of_forks,
        )  # fmt: skip
        options = self._work[0]
        if self._lent() != self._given:
            return Fault(max(0, int(done) - 1), TAMPERED, 0)
        answer = self._work[0 if self.forked_at is None else 1]["answer"]
        return Fault(int(done), int(options["fault"]), int(answer)) if options["fault"] else None
