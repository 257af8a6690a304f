"""Which games exist.

Games are found through the entry points ``gaiola.games``: each names a `Game` descriptor, so that another
distribution adds a game without touching this one.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points

from simcore.errors import InputError, one_of
from simcore.game import Game


@lru_cache(maxsize=1)
def games() -> dict[str, Game]:
    """Return all installed games by name."""
    found = {point.name: point.load() for point in entry_points(group="gaiola.games")}
    return dict(sorted(found.items()))


def find_game(name: str) -> Game:
    """Return a game by name.

    Raises:
        InputError: no such game is installed.
    """
    known = games()
    if name not in known:
        raise InputError(one_of("game", name, known))
    return known[name]
