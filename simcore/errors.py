"""Errors a user can do something about, each said in one or two lines."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class GaiolaError(Exception):
    """Base of all errors that are shown without a traceback."""

    exit_code = 1


class InputError(GaiolaError):
    """What the user gave is wrong: a study, an option, a table, a strategy."""

    exit_code = 2


class RunError(GaiolaError):
    """A run or a verification failed although the input was right."""


class StrategyError(InputError):
    """A strategy misbehaved: an illegal answer, an exception, an endless game."""


def one_of(what: str, given: object, known: Iterable[object]) -> str:
    """Return the sentence for an unknown name, with the nearest known one.

    Args:
        what: what the name stands for, such as ``game`` or ``[rules] key``.
        given: the name that is not known.
        known: the names that are.
    """
    names = [str(k) for k in known]
    near = get_close_matches(str(given), names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {str(given)!r}{hint} (known: {', '.join(names) or 'none'})"
