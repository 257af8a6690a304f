"""Bots: a compiled policy with its weights, and how a run's bots are laid out for compiled code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.errors import InputError
from simcore.records import MAX_BOTS, MAX_POLICIES, Kernel

LEVELS = ("random", "greedy", "archetype", "balanced", "reference", "user")


@dataclass(frozen=True, eq=False)
class Bot:
    """A strategy that sits at a table.

    Attributes:
        name: unique in a run.
        level: rung on the ladder of strength, one of `LEVELS`.
        line: its plan in one line.
        policy: compiled function ``pick(s, r, o) -> action``.
        weights: weight of every feature of the game, float32 (features,).
        temperature: 0 takes the best option, more draws among them.
        takes_first: of several best options, the first in canonical order. Otherwise one is drawn: a fixed order would
            favour the seats and components that happen to stand first.
        source: file it was loaded from, or "" if it needs none.
        sources: all files that its answers depend on.
        recipe: function and arguments that load it again. Another process loads a bot by its recipe, so that it finds
            the compiled policy in the cache.
    """

    name: str
    level: str
    line: str
    policy: Any
    weights: NDArray[np.float32]
    temperature: float = 0.0
    takes_first: bool = False
    source: str = ""
    sources: tuple[str, ...] = ()
    recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle the recipe, if there is one."""
        if self.recipe:
            return self.recipe
        own = (self.name, self.level, self.line, self.policy, self.weights, self.temperature, self.takes_first)
        return Bot, (*own, self.source)

    def describe(self) -> dict[str, Any]:
        """Return what identifies the bot in a manifest beside its weights, as plain JSON."""
        source = Path(self.source) if self.source else None
        return {
            "name": self.name,
            "level": self.level,
            "line": self.line,
            "temperature": self.temperature,
            "ties": "first" if self.takes_first else "random",
            "source": source.name if source else "",
            "sha256": _digest([Path(p) for p in self.sources or (self.source,) if p]),
        }


def _digest(paths: Sequence[Path]) -> str:
    """Return a hash of all files that are there, or "" if there are none."""
    files = [path for path in paths if path.is_file()]
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() if files else ""


def options_record(kernel: Kernel, bots: Sequence[Bot]) -> tuple[Any, tuple[Any, ...]]:
    """Return an array of one options record that holds the bots, and their distinct policies.

    Args:
        kernel: the game's records.
        bots: at most `MAX_BOTS`, in the order of their numbers.

    Raises:
        InputError: too many bots or policies.
    """
    policies = tuple(dict.fromkeys(bot.policy for bot in bots))
    if len(bots) > MAX_BOTS:
        raise InputError(f"{len(bots)} strategies in one study (at most {MAX_BOTS})")
    if len(policies) > MAX_POLICIES:
        raise InputError(f"{len(policies)} different policies in one study (at most {MAX_POLICIES})")
    options = np.zeros(1, kernel.options)
    for i, bot in enumerate(bots):
        options["weights"][0, i] = bot.weights
        options["temperature"][0, i] = bot.temperature
        options["takes_first"][0, i] = bot.takes_first
        options["policy"][0, i] = policies.index(bot.policy)
    return options, policies
