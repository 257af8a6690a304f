"""A strategy as a table of weights: it takes the option whose features, times the weights, score highest.

The table is a TOML file::

    name = "income"
    level = "archetype"
    line = "opens the stand that pays most at once"

    [weights]
    own_gain = 20
    cost = -20

A feature that is not listed weighs nothing. `simcore.game.Game.features` says which features a game has. Of equally
good options one is drawn; ``ties = "first"`` takes the first in the game's canonical order instead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.bots import LEVELS, Bot
from simcore.errors import InputError, one_of
from simcore.game import Game

KEYS = ("name", "level", "line", "temperature", "ties", "weights")
TIES = ("random", "first")
LIMIT = 1_000_000  # of a weight: sums of weighted features stay far below what float32 can hold


def read_folder(folder: Path, game: Game, policy: Any) -> list[Bot]:
    """Read all tables of weights in a folder, in the order of their names.

    Args:
        folder: that holds them.
        game: whose features are weighed.
        policy: compiled policy that plays by weights.

    Raises:
        InputError: a table is wrong.
    """
    return [read_weights(path, game, policy) for path in sorted(folder.glob("*.toml"))]


def read_weights(path: Path, game: Game, policy: Any) -> Bot:
    """Read a table of weights.

    Args:
        path: of the TOML file.
        game: whose features are weighed.
        policy: compiled policy that plays by weights.

    Raises:
        InputError: the file is missing or wrong.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such table of weights")
    table = read_toml(path)
    try:
        _known("key", table, KEYS)
        return Bot(
            name=_text(table, "name", path.stem),
            level=_level(table),
            line=_text(table, "line", ""),
            policy=policy,
            weights=weight_vector(_section(table), game),
            temperature=number("temperature", table.get("temperature", 0), 0),
            takes_first=_ties(table) == "first",
            source=str(path),
        )
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def weight_vector(weights: Mapping[str, Any], game: Game) -> NDArray[np.float32]:
    """Return the weight of every feature of a game, 0 where none is given.

    Raises:
        InputError: a name is no feature of the game, or a weight is not a number.
    """
    names = [feature.name for feature in game.features]
    _known(f"feature of {game.name}", weights, names)
    return np.array([number(f"weights.{name}", weights.get(name, 0), -LIMIT) for name in names], np.float32)


def number(key: str, value: Any, least: int) -> float:
    """Return a value if it is a number in range.

    Args:
        key: that has the value.
        value: to be checked.
        least: allowed; the most is `LIMIT`.

    Raises:
        InputError: it is not.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not least <= value <= LIMIT:
        raise InputError(f"{key} = {value!r}: say a number from {least} to {LIMIT}")
    return float(value)


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file says, with or without a mark of its encoding at the start.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except RecursionError:
        raise InputError(f"{path}: cannot be read as TOML (too many brackets within brackets)") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: cannot be read as TOML ({error})") from None


def _known(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    for name in given:
        if name not in known:
            raise InputError(one_of(what, name, known))


def _section(table: Mapping[str, Any]) -> Mapping[str, Any]:
    weights = table.get("weights")
    if not isinstance(weights, Mapping):
        raise InputError("[weights] is missing: list FEATURE = NUMBER under it")
    return weights


def _level(table: Mapping[str, Any]) -> str:
    level = _text(table, "level", "user")
    _known("level", [level], LEVELS)
    return level


def _ties(table: Mapping[str, Any]) -> str:
    ties = _text(table, "ties", "random")
    _known("way to break ties", [ties], TIES)
    return ties


def _text(table: Mapping[str, Any], key: str, default: str) -> str:
    text = table.get(key, default)
    if not isinstance(text, str) or not text.isprintable():
        raise InputError(f"{key} = {text!r}: say one line of text")
    if key == "name" and not text.strip():
        raise InputError("name is empty")
    return text
