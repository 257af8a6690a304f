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
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from numba import njit, types
from numba.core import ir

from simcore import cache
from simcore.bots import Bot
from simcore.engine import load_kernel
from simcore.errors import InputError, one_of
from simcore.game import Game
from simcore.records import Kernel
from strategies.weights import number, weight_vector

UNRESOLVED = "numba.unresolved"


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
    return lambda function: Compiled(_plain(function), game, line, weights or {}, temperature)


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, or raise TypeError if it is something else that can be called."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"@compiled goes above a function, not above {function!r}")
    return function


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
    folder = path.resolve().parent
    neighbours = (path, *sorted(folder.glob("*.py")))
    places = (game.components.parent, *neighbours)
    with cache.keyed_by(*places), _importable(folder):
        module = _run(path, f"strategies_{cache.source_key(*places)}")
        found = _find(path, module, name, game)
        policy = _policy(path, name, found.function, kernel)
    try:
        weights, temperature = weight_vector(found.weights, game), number("temperature", found.temperature, 0)
    except InputError as error:
        raise InputError(f"{path}: {name}: {error}") from None
    sources = tuple(map(str, dict.fromkeys(p.resolve() for p in neighbours)))
    return Bot(name, "user", found.line, policy, weights, temperature, source=str(path), sources=sources)


def _run(path: Path, module_name: str) -> ModuleType:
    """Run a file as a module that Numba's cache can find again by its name."""
    module = ModuleType(module_name)
    module.__file__ = str(path.resolve())
    sys.modules[module_name] = module
    try:
        exec(compile(path.read_bytes(), module.__file__, "exec"), vars(module))
    except (Exception, SystemExit) as error:  # whatever the user's file raises
        raise InputError(f"{path}{_line_of(error, path)}: {_reason(error)}") from None
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let a file import those next to it.

    They are forgotten afterwards: another folder may have files of the same names, and a process that receives a
    strategy must not look for them by name.
    """
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).parent == folder:
                del sys.modules[name]


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


def _policy(path: Path, name: str, function: Callable[..., Any], kernel: Kernel) -> Any:
    """Compile a function to a policy. What Numba must not keep on the disk is compiled anew at every start.

    Raises:
        InputError: it does not compile, or its answer is no whole number.
    """
    policy, signature = kernel.policy(function), kernel.signatures["policy"]
    _compile(path, name, policy, signature)
    made = policy.overloads[signature.args]
    if isinstance(made.type_annotation, str):  # from the cache, where only what passed the checks below is left
        return policy
    answer = _answer_type(made.type_annotation)
    if not isinstance(answer, types.Integer):
        cache.clear()
        line = function.__code__.co_firstlineno
        raise InputError(f"{path}, line {line}: {name} answers {answer}; an action is a whole number")
    if UNRESOLVED in made.library.get_llvm_str():  # a recursive helper: Numba cannot load it from its cache again
        cache.clear()
        policy = njit(nogil=True)(function)
        policy.compile(signature)
    return policy


def _compile(path: Path, name: str, policy: Any, signature: Any) -> None:
    try:
        policy.compile(signature)
    except Exception as error:  # Numba raises its own errors, and bare ones
        told = re.findall(rf'{re.escape(path.name)}", line (\d+)', str(error))
        line = told[0] if told else policy.py_func.__code__.co_firstlineno
        reason = f"there is no field {error}" if isinstance(error, KeyError) else _reason(error)
        raise InputError(f"{path}, line {line}: {name} does not compile: {reason}") from None


def _answer_type(annotation: Any) -> Any:
    """Return Numba's type of what a function returns before it is made an action."""
    found = {}
    for block in annotation.blocks.values():
        for statement in block.find_insts(ir.Assign):
            if isinstance(statement.value, ir.Expr) and statement.value.op == "cast":
                found[statement.target.name] = annotation.typemap[statement.value.value.name]
    answers = [found.get(block.terminator.value.name) for block in annotation.blocks.values() if _returns(block)]
    return next((a for a in answers if not isinstance(a, types.Integer)), types.int64)


def _returns(block: Any) -> bool:
    return isinstance(block.terminator, ir.Return)


def _line_of(error: BaseException, path: Path) -> str:
    """Return the line of a file at which an exception came out of it, in words."""
    here = str(path.resolve())
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == here]
    if isinstance(error, SyntaxError) and error.filename == here:
        lines = [error.lineno]
    return f", line {lines[-1]}" if lines else ""


def _reason(error: BaseException) -> str:
    """Return the kind of an error and the first line of its message that says something, without page-long types."""
    text = re.sub(r"Record\(\[.*?\], \d+, (?:True|False)\)", "record", str(error))
    said = [line.strip() for line in text.splitlines() if line.strip() and "nopython mode" not in line]
    return ": ".join([type(error).__name__, *said[:1]])
