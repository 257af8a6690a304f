"""A hand that plays compiled games action by action."""

from __future__ import annotations

import hashlib
from typing import Any, Self

import numpy as np

from simcore.game import Game as Rules
from simcore.options import expand
from simcore.records import records
from simcore.streams import start


def code(kind: int, what: int = 0, place: int = 0) -> int:
    """Return an action as the options write it."""
    return kind << 16 | what << 5 | place


class Playing:
    """A game in progress with its compiled functions; it owns the arrays that they work on."""

    def __init__(self, game: Rules, players: int, book: Any = None, **rules: Any) -> None:
        self.book = book or game.rulebook(rules)
        self.kernel = game.kernel()
        self._rules = game.make_rules(self.book, players)
        self._state, self._options = records(1, self.kernel.state), records(1, self.kernel.options)
        self.s, self.r, self.o = self._state[0], self._rules[0], self._options[0]
        self.s["players"], self.s["ledger"], self.s["player"] = players, -1, np.arange(5)

    def call(self, name: str, *more: int) -> Any:
        """Call a compiled function of the game."""
        wants_options = name in ("legal", "features", "score")
        return self.kernel.functions[name](self.s, self.r, *([self.o] if wants_options else []), *more)

    def seed(self, *keys: int) -> None:
        """Set the random streams."""
        self.s["rng"] = start(start(*keys), np.arange(len(self.s["rng"])))

    def deal(self, *keys: int) -> Self:
        """Deal a game."""
        self.seed(*keys)
        self.call("deal")
        return self

    def keep(self) -> Any:
        """Return a copy of the state."""
        return self._state.copy()

    def restore(self, kept: Any) -> None:
        """Return to a state that was kept."""
        self._state[:] = kept

    def options(self) -> list[int]:
        """List the legal actions."""
        self.call("legal")
        return expand(self.o)

    def kinds(self, kind: int) -> list[int]:
        """List the legal actions of a kind."""
        return [a for a in self.options() if a >> 16 == kind]

    def do(self, action: int) -> Self:
        """Carry out a legal action; the invariants must hold after it."""
        self.carry_out(action)
        assert self.call("check") == 0
        if self.s["over"]:
            self.call("finish")
        return self

    def carry_out(self, action: int) -> None:
        """Carry out a legal action."""
        assert action in self.options(), f"{action} is not legal"
        self.s["decisions"] += 1
        self.s["acts"][self.s["cur"], action >> 16] += 1
        self.call("apply", action)

    @property
    def scores(self) -> list[int]:
        """Return everyone's score."""
        return self.s["score"][: self.s["players"]].tolist()

    @property
    def wins(self) -> list[float]:
        """Return everyone's share of the win."""
        return (self.s["win60"][: self.s["players"]] / 60).tolist()


def legal_places(o: Any) -> list[tuple[int, int]]:
    """Row and place of every option."""
    rows = range(o["n"])
    return [(i, place) for i in rows for place in range(32) if int(o["masks"][i]) >> place & 1]


def adds_up(states: Any) -> bool:
    """Every game has ended, and points and wins add up."""
    points, wins = states["points"].sum(axis=2), states["win60"].sum(axis=1)
    return bool((states["over"] == 1).all() and (points == states["score"]).all() and (wins == 60).all())


def fingerprint(states: Any) -> str:
    """Return a hash of how games ended."""
    outcome = b"".join(states[name].astype("<i4").tobytes() for name in ("score", "win60", "rank", "points"))
    return hashlib.sha256(outcome).hexdigest()[:16]


def drawn_weights(features: int, seed: int, whole: bool = False) -> Any:
    """Return random weights."""
    drawn = np.random.default_rng(seed).normal(0, 10, features)
    return (np.rint(drawn) if whole else drawn).astype(np.float32)
