"""The compiled policies that Lisboa's strategies play by."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.features import score
from simcore.games.lisboa.state import kernel
from simcore.options import any_option, preferred_option, single_option


@kernel.policy
def by_weights(s: Any, r: Any, o: Any) -> int:
    """Choose the option whose features, times the bot's weights, score highest."""
    only = single_option(o)
    if only >= 0:
        return only
    score(s, r, o)
    return preferred_option(s, o)


@kernel.policy
def at_random(s: Any, r: Any, o: Any) -> int:
    """Choose uniformly among all options."""
    return any_option(s, o)
