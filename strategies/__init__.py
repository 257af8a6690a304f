"""Policies that choose among legal actions; one folder a game.

The strategies of a game are found through the entry points ``gaiola.strategies``. Each is named after its game
and leads to a module that supplies

* ``BOTS``: a sequence of `simcore.bots.Bot`;
* ``by_weights``: the compiled policy that plays a table of weights. One module a game needs it.

Several distributions may supply strategies of one game.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from simcore import cache
from simcore.bots import LEVELS, Bot
from simcore.errors import InputError, one_of
from simcore.registry import find_game
from strategies.functions import compiled, read_function
from strategies.weights import number, read_weights, weight_vector

__all__ = ["compiled", "load", "number", "shipped", "weight_vector"]


@functools.cache
def _modules(game_name: str) -> tuple[ModuleType, ...]:
    """Return the modules that supply strategies of a game."""
    find_game(game_name).kernel()
    return tuple(_load(entry) for entry in entry_points(group="gaiola.strategies", name=game_name))


def _load(entry: EntryPoint) -> ModuleType:
    """Import a module of strategies; what it compiles is kept by the sources of its own folder."""
    spec = find_spec(entry.module)
    with cache.keyed_by(*([Path(spec.origin).parent] if spec and spec.origin else [])):
        module: ModuleType = entry.load()
    return module


def shipped(game_name: str) -> list[Bot]:
    """Return the installed strategies of a game, the weaker rungs of the ladder first.

    Raises:
        InputError: no such game is installed.
    """
    bots = [bot for module in _modules(game_name) for bot in module.BOTS]
    return [_reloadable(bot, game_name, bot.name) for bot in sorted(bots, key=lambda bot: LEVELS.index(bot.level))]


def load(game_name: str, name: str) -> Bot:
    """Return a strategy of a game.

    Args:
        game_name: of an installed game.
        name: of an installed strategy, or ``file.toml`` (a table of weights), or ``file.py:NAME`` (a function).

    Raises:
        InputError: there is no such game, strategy or file, or the file is wrong.
    """
    path, _, function = name.rpartition(":")
    if name.endswith(".toml"):
        bot = read_weights(Path(name), find_game(game_name), _by_weights(game_name))
        return _reloadable(bot, game_name, str(Path(name).resolve()))
    if name.endswith(".py") or path.endswith(".py"):
        bot = read_function(Path(path or name), function if path else "", find_game(game_name))
        return _reloadable(bot, game_name, str(Path(path or name).resolve()) + f":{function}")
    bots = {bot.name: bot for bot in shipped(game_name)}
    if name not in bots:
        raise InputError(one_of(f"strategy of {game_name}", name, bots))
    return bots[name]


def _reloadable(bot: Bot, game_name: str, name: str) -> Bot:
    """Return the bot with the recipe to load it in another process."""
    return replace(bot, recipe=(load, (game_name, name)))


def _by_weights(game_name: str) -> object:
    """Return the policy that plays a table of weights."""
    for module in _modules(game_name):
        if hasattr(module, "by_weights"):
            return module.by_weights
    raise InputError(f"{game_name} has no policy by weights: its strategies cannot be tables")
