"""A strategy as a function of one's own, compiled to the game's signature and loadable from any file.

A file of strategies::

    from simcore.options import any_option
    from strategies import compiled

    @compiled(game="mercado", line="takes whatever comes")
    def careless(s, r, o):
        return any_option(s, o)

The file is compiled into a cache folder of its own, named by what can change the result: the house, the game and
all Python files in the file's folder. A second run finds it there; an edit is never overlooked.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.errors import NumbaError

from simcore import cache
from simcore.bots import Bot
from simcore.engine import load_kernel
from simcore.errors import InputError, one_of
from simcore.game import Game
from strategies.weights import weight_vector


@dataclass(frozen=True)
class Compiled:
    """A strategy's function with what its decorator declares.

    Attributes:
        function: ``pick(s, r, o) -> action``.
        game: name of the game it plays.
        line: its plan in one line.
        weights: of features, for a function that calls the game's ``score``.
        temperature: for a function that calls ``preferred_option``.
    """

    function: Callable[..., Any]
    game: str
    line: str
    weights: Mapping[str, float] = field(default_factory=dict)
    temperature: float = 0.0


def compiled(
    game: str, line: str, weights: Mapping[str, float] | None = None, temperature: float = 0.0
) -> Callable[[Callable[..., Any]], Compiled]:
    """Make a function ``pick(s, r, o) -> action`` a strategy.

    Args:
        game: name of the game it plays.
        line: its plan in one line.
        weights: of features, for a function that calls the game's ``score``.
        temperature: for a function that calls ``preferred_option``.
    """
    return lambda function: Compiled(function, game, line, weights or {}, temperature)


def read_function(path: Path, name: str, game: Game) -> Bot:
    """Load a strategy from a file.

    Args:
        path: of the Python file.
        name: of the function in it.
        game: that is to be played.

    Raises:
        InputError: the file cannot be run, or has no such strategy, or it does not compile.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file of strategies")
    kernel = load_kernel(game)  # before the cache is pointed elsewhere
    places = (game.components.parent, path, *sorted(path.parent.glob("*.py")))
    with cache.keyed_by(*places):
        module = _run(path, f"strategies_{cache.source_key(*places)}")
        found = _find(path, module, name, game)
        policy = kernel.policy(found.function)
    _compile(path, name, policy, kernel.signatures["policy"])
    try:
        weights = weight_vector(found.weights, game)
    except InputError as error:
        raise InputError(f"{path}: {name}: {error}") from None
    return Bot(name, "user", found.line, policy, weights, found.temperature, str(path))


def _run(path: Path, module_name: str) -> ModuleType:
    """Run a file as a module that Numba's cache can find again by its name."""
    spec = spec_from_file_location(module_name, path)
    if not spec or not spec.loader:
        raise InputError(f"{path}: is not a Python file")
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        with _importable(path.resolve().parent):
            spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's file raises
        raise InputError(f"{path}{_line_of(error, path)}: {type(error).__name__}: {_first_line(error)}") from None
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let a file import those next to it."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _find(path: Path, module: ModuleType, name: str, game: Game) -> Compiled:
    """Return the strategy of that name for the game."""
    thing = getattr(module, name, None) if name else None
    defined = [key for key, value in vars(module).items() if isinstance(value, Compiled)]
    if not name:
        raise InputError(f"{path}: say which strategy, {path}:NAME (it defines {', '.join(defined) or 'none'})")
    if thing is None:
        raise InputError(f"{path}: {one_of('strategy', name, defined)}")
    if not isinstance(thing, Compiled):
        raise InputError(f"{path}: {name} is no strategy: write @compiled(game={game.name!r}, line=...) above it")
    if thing.game != game.name:
        raise InputError(f"{path}: {name} plays {thing.game}, not {game.name}")
    return thing


def _compile(path: Path, name: str, policy: Any, signature: Any) -> None:
    try:
        policy.compile(signature)
    except NumbaError as error:
        where = re.findall(r'File "[^"]*", line (\d+)', str(error))
        line = f", line {where[0]}" if where else ""
        raise InputError(f"{path}{line}: {name} does not compile: {_first_line(error)}") from None


def _line_of(error: Exception, path: Path) -> str:
    """Return the line of a file at which an exception came out of it, in words."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if Path(f.filename) == path.resolve()]
    return f", line {lines[-1]}" if lines else ""


def _first_line(error: Exception) -> str:
    """Return the first line of a message that says something."""
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    return said[0] if said else "no reason given"
