"""Bots of the toy game."""

from __future__ import annotations

from typing import Any

import numpy as np
from toy_game.features import score
from toy_game.state import kernel

from simcore.bots import Bot
from simcore.options import any_option, preferred_option


@kernel.policy
def anything(s: Any, r: Any, o: Any) -> int:
    return any_option(s, o)


@kernel.policy
def by_weights(s: Any, r: Any, o: Any) -> int:
    score(s, r, o)
    return preferred_option(s, o)


def _bot(name: str, level: str, line: str, policy: Any, *weights: float) -> Bot:
    return Bot(name, level, line, policy, np.array([*weights, -9], np.float32))


BOTS = [
    _bot("random", "random", "any option", anything, 0, 0),
    _bot("greedy", "greedy", "always the safe step", by_weights, -1, 0),
    _bot("gambler", "archetype", "always the die", by_weights, 1, 0),
    _bot("chaser", "archetype", "the high stake when behind", by_weights, -1, 1),
    _bot("balanced", "balanced", "the high stake when far behind", by_weights, -1, 0.2),
]
