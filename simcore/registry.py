"""Which games exist.

Games are found through the entry points ``gaiola.games``: each names a `Game` descriptor, so that another
distribution adds a game without touching this one.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from simcore.errors import InputError, one_of
from simcore.game import Game


def game_names() -> list[str]:
    """Return the names of all installed games, sorted."""
    return sorted(entry_points(group="gaiola.games").names)


@cache
def find_game(name: str) -> Game:
    """Return a game by name; no other game is loaded.

    Raises:
        InputError: no such game is installed.
    """
    if name not in game_names():
        raise InputError(one_of("game", name, game_names()))
    game: Game = next(iter(entry_points(group="gaiola.games", name=name))).load()
    return game


def games() -> dict[str, Game]:
    """Return all installed games by name."""
    return {name: find_game(name) for name in game_names()}
