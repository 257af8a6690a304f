"""The records of a game in progress and the signatures of a game's compiled functions.

Four records are all that compiled code ever sees:

* ``s``, the state: a header ``h`` that every game shares, then the game's own fields. Copying it forks the game.
* ``r``, the rules: every parameter and component as numbers.
* ``o``, the options of the decision at hand, and the bots' weights: scratch that belongs to a thread.
* ``l``, the ledger: what is written down of a sampled game.

Forks have two more, for what is asked and what comes out (forks.py).

A record does not keep its array alive inside compiled code: whoever calls compiled code owns the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import from_dtype, int64, njit, types, void
from numpy.typing import NDArray

from simcore.lanes import LANES
from simcore.streams import CHANCE, MAX_SEATS

MAX_BOTS = 64
MAX_POLICIES = 16
CACHE_LINE = 64
HEADER_FIELDS = 20  # fields of a state that every game shares, in front
ENTRY = {"nogil": True, "cache": True}
OF_FORKS = ("moment", "force", "reshuffle")

Field = tuple[str, Any] | tuple[str, Any, Any]


def state_dtype(fields: Sequence[Field], chance_streams: int, kinds: int, categories: int) -> np.dtype[Any]:
    """Return the dtype of a game in progress: the common header, then the game's own fields.

    Args:
        fields: the game's own fields.
        chance_streams: decks and bags that are drawn from during play.
        kinds: number of kinds of actions.
        categories: number of score categories.
    """
    header: list[Any] = [
        ("key", "u8"),  # from which the game's random streams start
        ("bot", "i1", MAX_SEATS),  # which bot of the run sits in a seat
        ("player", "i1", MAX_SEATS),  # which player of the block sits in a seat
        ("players", "i1"),
        ("cur", "i1"),  # seat that decides
        ("point", "i1"),  # decision point at hand
        ("over", "i1"),
        ("end_reason", "i1"),
        ("no_result", "i1"),
        ("turns", "i2"),
        ("rounds", "i2"),  # complete rounds; at the end a partial last one counts
        ("decisions", "i2"),
        ("ledger", "i4"),  # index of the game's ledger, -1 if it is not sampled
        ("fork", "i1"),  # whether the game's moments are forked (forks.py); rules and policies do not look
        ("acts", "i2", (MAX_SEATS, kinds)),  # actions by kind
        ("score", "i4", MAX_SEATS),
        ("tie", "i4", MAX_SEATS),  # compared when scores are equal, higher is better
        ("points", "i2", (MAX_SEATS, categories)),  # score by category
        ("rank", "i1", MAX_SEATS),  # 1 is best; tied seats share the better rank
        ("win60", "i1", MAX_SEATS),  # share of the win in sixtieths
    ]
    assert len(header) == HEADER_FIELDS
    streams = ("rng", "u8", CHANCE + chance_streams)  # states of the random streams, by purpose
    return _aligned([*header, streams, *fields])


def _aligned(fields: Sequence[Field]) -> np.dtype[Any]:
    """Lay out a record so that no row of places straddles two cache lines."""
    names = [f[0] for f in fields]
    formats = [np.dtype((f[1], f[2]) if len(f) == 3 else f[1]) for f in fields]
    offsets, end = [], 0
    for format_ in formats:
        step = min(format_.base.itemsize * LANES, CACHE_LINE) if _is_rows(format_) else format_.base.itemsize
        offsets.append(-(-end // step) * step)
        end = offsets[-1] + format_.itemsize
    size = -(-end // CACHE_LINE) * CACHE_LINE
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def header_dtype(state: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype of a state's header: what the plan sets and what is recorded."""
    names = list(state.names or ())[:HEADER_FIELDS]
    assert state.fields is not None
    formats = [state.fields[name][0] for name in names]
    offsets = [state.fields[name][1] for name in names]
    size = -(-(offsets[-1] + formats[-1].itemsize) // 8) * 8
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def _is_rows(format_: np.dtype[Any]) -> bool:
    return bool(format_.shape) and format_.shape[-1] == LANES


def records(n: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return n zero records that begin at a cache line."""
    room = np.zeros(n * dtype.itemsize + CACHE_LINE, np.uint8)
    first = -room.ctypes.data % CACHE_LINE
    return room[first : first + n * dtype.itemsize].view(dtype)


def options_dtype(rows: int, features: int) -> np.dtype[Any]:
    """Return the dtype of a list of options for a game with that many rows and features."""
    return _aligned(
        [
            ("n", "i8"),  # rows in use
            ("heads", "i8", rows),  # what is done: kind << 16 | what << 5
            ("masks", "i8", rows),  # where it may be done: bit i is place i
            ("scores", "f4", (rows, LANES)),
            ("used", "i8", rows),  # bits of the features that a row has
            ("x", "f4", (rows, features, LANES)),  # features, a plane of places each
            ("weights", "f4", (MAX_BOTS, features)),
            ("temperature", "f4", MAX_BOTS),
            ("takes_first", "i1", MAX_BOTS),  # of several best options, instead of drawing one
            ("policy", "i1", MAX_BOTS),  # index of a bot's policy among those given to the loop
            ("fault", "i8"),  # what stopped the loop (play.py), 0 for nothing
            (
                "weigher",
                "i8",
            ),  # 1 + the bot whose weights `simcore.options.add_at` applies at once, 0 to write features
            ("answer", "i8"),  # the action or invariant at fault
            ("part", "i1", MAX_SEATS),  # what each seat did in the moment at hand (`Kernel.moment`)
        ]
    )


def ledger_dtype(
    rounds: int, stocks: int, kinds: int, points: int, items: int, facts: int = 0, own: Sequence[Field] = ()
) -> np.dtype[Any]:
    """Return the dtype of what is written down of a sampled game.

    Args:
        rounds: the most rounds a game can have.
        stocks: number of stocks counted at round ends.
        kinds: number of kinds of actions.
        points: number of decision points.
        items: number of items.
        facts: number of further columns that the game fills for every item.
        own: fields that the game keeps for itself, to reckon with at the end.
    """
    return np.dtype(
        [
            ("rounds", "i2"),  # rounds written so far, a partial last one counts
            ("standing", "i4", (rounds, MAX_SEATS)),  # score if the game ended after the round
            ("stocks", "i2", (rounds, MAX_SEATS, stocks)),
            ("acts", "i2", (rounds, MAX_SEATS, kinds)),  # actions up to the round's end
            ("asked", "i2", (MAX_SEATS, points)),  # decisions so far, by decision point
            ("options", "i2", (MAX_SEATS, points)),  # options at those decisions
            ("asked_by", "i2", (rounds, MAX_SEATS, points)),  # the same up to the round's end
            ("options_by", "i2", (rounds, MAX_SEATS, points)),
            ("offered", "i2", (MAX_SEATS, items)),  # decisions at which the item could be taken
            ("taken", "i2", (MAX_SEATS, items)),
            ("decision", "i2", (MAX_SEATS, items)),  # number of the decision that took it first
            ("round", "i2", (MAX_SEATS, items)),  # round of the first taking, from 0
            ("brought", "i4", (MAX_SEATS, items)),  # what it brought to the seat
            ("facts", "i2", (MAX_SEATS, items, max(1, facts))),  # what else the game tells of it (`Game.item_facts`)
            *own,
        ],
        align=True,
    )


class Kernel:
    """A game's records and compiled functions.

    A decorator keeps each function under its name; `compile` compiles them all for the game's records, so that rules
    can be written in the order in which they are read::

        @kernel.deal
        def deal(s, r): ...

    Args:
        state: dtype from `state_dtype`.
        rules: dtype of the rules.
        options: dtype from `options_dtype`.
        ledger: dtype from `ledger_dtype`.
    """

    def __init__(
        self, state: np.dtype[Any], rules: np.dtype[Any], options: np.dtype[Any], ledger: np.dtype[Any]
    ) -> None:
        self.state, self.rules, self.options, self.ledger = state, rules, options, ledger
        self.header = header_dtype(state)
        s, r, o, book = (from_dtype(d) for d in (state, rules, options, ledger))
        self.types = {"s": s, "r": r, "o": o, "l": book, "h": from_dtype(self.header)}
        self.signatures = {
            "deal": void(s, r),
            "legal": void(s, r, o),
            "features": void(s, r, o),
            "score": void(s, r, o),
            "apply": void(s, r, int64),
            "standing": void(s, r),
            "finish": void(s, r),
            "check": int64(s, r),
            "redeal": void(s, r, int64),
            "account": void(s, r, o, int64, book),
            "snapshot": void(s, r, book),
            "policy": int64(s, r, o),
            "moment": int64(s, r, o, int64, int64, int64),
            "force": int64(s, r, o, int64, int64, int64, int64),
            "reshuffle": void(s, r),
        }
        self.functions: dict[str, Any] = {}

    def _entry(self, name: str, function: Callable[..., Any]) -> Any:
        self.functions[name] = njit(**ENTRY)(function)
        return self.functions[name]

    def compile(self) -> None:
        """Compile every function that each run needs, or load it from the cache; those of forks wait for one."""
        for name, function in self.functions.items():
            if name not in OF_FORKS:
                function.compile(self.signatures[name])

    def deal(self, function: Callable[..., Any]) -> Any:
        """Register ``deal(s, r)``: set up a game whose streams are set, whoever sits where."""
        return self._entry("deal", function)

    def legal(self, function: Callable[..., Any]) -> Any:
        """Register ``legal(s, r, o)``: list what seat ``s.cur`` may do."""
        return self._entry("legal", function)

    def features(self, function: Callable[..., Any]) -> Any:
        """Register ``features(s, r, o)``: write the features of every option."""
        return self._entry("features", function)

    def score(self, function: Callable[..., Any]) -> Any:
        """Register ``score(s, r, o)``: features times the deciding bot's weights."""
        return self._entry("score", function)

    def apply(self, function: Callable[..., Any]) -> Any:
        """Register ``apply(s, r, action)``: carry out an action."""
        return self._entry("apply", function)

    def standing(self, function: Callable[..., Any]) -> Any:
        """Register ``standing(s, r)``: write what every seat would score now."""
        return self._entry("standing", function)

    def finish(self, function: Callable[..., Any]) -> Any:
        """Register ``finish(s, r)``: final scoring."""
        return self._entry("finish", function)

    def check(self, function: Callable[..., Any]) -> Any:
        """Register ``check(s, r)``: the number of a broken invariant, or 0."""
        return self._entry("check", function)

    def redeal(self, function: Callable[..., Any]) -> Any:
        """Register ``redeal(s, r, viewer)``: reshuffle what a seat cannot see."""
        return self._entry("redeal", function)

    def account(self, function: Callable[..., Any]) -> Any:
        """Register ``account(s, r, o, action, l)``: items on offer and what an action brings."""
        return self._entry("account", function)

    def snapshot(self, function: Callable[..., Any]) -> Any:
        """Register ``snapshot(s, r, l)``: stocks of every seat at a round's end."""
        return self._entry("snapshot", function)

    def moment(self, function: Callable[..., Any]) -> Any:
        """Register ``moment(s, r, o, action, kind, k)``: which item is at stake in a decision.

        The game is as it was before the action, ``o`` lists the options. Returns the number in ``Game.items`` of the
        k-th item at stake (k from 0) if the decision is a moment of that kind, else -1; writes into ``o.part``, which
        holds zeros, what each seat did in it.
        """
        return self._entry("moment", function)

    def force(self, function: Callable[..., Any]) -> Any:
        """Register ``force(s, r, o, kind, item, branch, action)``: see to it that a branch happens.

        Changes the game, a copy, and returns the action to carry out. Both are as in the main line before, but for
        what `reshuffle` did; ``o`` lists the options of the main line and stays as it is.
        """
        return self._entry("force", function)

    def reshuffle(self, function: Callable[..., Any]) -> Any:
        """Register ``reshuffle(s, r)``: reshuffle what is hidden from all seats, with the stream of the deal."""
        return self._entry("reshuffle", function)

    def policy(self, function: Callable[..., Any]) -> Any:
        """Make ``pick(s, r, o) -> action`` a policy; it is compiled when a run uses it."""
        return njit(**ENTRY)(function)

    def function_type(self, name: str) -> Any:
        """Return Numba's type of a function with the signature of that name."""
        return types.FunctionType(self.signatures[name])

    def array_type(self, record: str) -> Any:
        """Return Numba's type of a one-dimensional array of records ``s``, ``h``, ``r``, ``o`` or ``l``."""
        return types.Array(self.types[record], 1, "C")
