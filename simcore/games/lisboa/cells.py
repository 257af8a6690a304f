"""The small languages of cards: effects, powers and decree conditions (L95 to L98).

An effect cell is a list of opcodes separated by ``;``: ``act:store;influence:+1``. A power cell is a list of powers:
``discount:store:2``, ``sale:gold:2;sale:tools:2``, ``on:recruit=influence:+1``. A decree is one condition:
``per:stores.gold:2:max8``, ``atleast:buildings:2:5``, ``majority:hull:5/2``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from simcore.components import shown
from simcore.errors import InputError, one_of
from simcore.games.lisboa.state import (
    ACT,
    ACTIONS,
    ANY,
    EFFECTS,
    FORMS,
    GOOD_NAMES,
    GOOD_OP,
    KEYS,
    MAX_CELL,
    POWERS,
    PRICE_OP,
)

Effect = tuple[int, int, int]  # opcode and its two arguments
MOST, MOST_POWER = 100, 9
PIECES = ("official", "plan", "clergy", "favor", "decree", "rubble")  # nobody gives them back
CARRIED_OUT = ACTIONS[:9]


@dataclass(frozen=True)
class Power:
    """A power cell, read.

    Attributes:
        amounts: by index in `POWERS`.
        trigger: index in `ACTIONS` after which the effects are resolved, or -1.
        effects: of the trigger.
    """

    amounts: dict[int, int]
    trigger: int = -1
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Condition:
    """A decree's condition, read: see L98.

    Attributes:
        form: index in `FORMS`.
        key: index in `KEYS`.
        by: divisor, threshold, or wigs of whoever has most.
        wigs: a unit, at the threshold, or of whoever is second.
        most: cap of a ``per`` condition.
    """

    form: int
    key: int
    by: int
    wigs: int
    most: int = 127


def read_effects(text: str, where: str) -> tuple[Effect, ...]:
    """Read an effect cell.

    Raises:
        InputError: the cell breaks the language.
    """
    if text == "none":
        return ()
    effects = tuple(_effect(part, where) for part in text.split(";"))
    if len(effects) > MAX_CELL:
        raise InputError(f"{where}: {len(effects)} effects in one cell (at most {MAX_CELL})")
    return effects


def _effect(text: str, where: str) -> Effect:
    word, *arguments = text.split(":")
    opcode = _choose(word, EFFECTS, "opcode", where)
    wanted = 2 if opcode in (GOOD_OP, PRICE_OP) else 0 if word == "portfolio_influence" else 1
    if len(arguments) > wanted:
        raise InputError(f"{where}: {shown(text)!r} has {len(arguments)} arguments, {word} takes {wanted}")
    if opcode == ACT:
        return opcode, _choose(arguments[0] if arguments else "", CARRIED_OUT, "action", where), 0
    if opcode in (GOOD_OP, PRICE_OP):
        if len(arguments) != 2:
            raise InputError(f"{where}: {shown(text)!r} misses an argument ({word}:GOOD:N)")
        good = _choose(arguments[0], (*GOOD_NAMES, "any"), "good", where)
        n = _number(arguments[1], where)
        if opcode == GOOD_OP and n < 0 and good != ANY:
            raise InputError(f"{where}: {shown(text)!r}: whoever returns goods chooses which (good:any:{n})")
        return opcode, good, n
    if word == "portfolio_influence":
        return opcode, 0, 0
    if len(arguments) != 1:
        raise InputError(f"{where}: {shown(text)!r} misses an argument ({word}:N)")
    return opcode, ANY, _number(arguments[0], where, 0 if word in PIECES else -MOST)


def _choose(word: str, known: tuple[str, ...], what: str, where: str) -> int:
    if word not in known:
        raise InputError(f"{where}: {one_of(what, shown(word), known)}")
    return known.index(word)


def _number(text: str, where: str, least: int = -MOST) -> int:
    if not re.fullmatch(r"[+-]?\d+", text) or not least <= int(text) <= MOST:
        raise InputError(f"{where}: {shown(text)!r} is not a whole number from {least} to {MOST}")
    return int(text)


def read_power(text: str, where: str) -> Power:
    """Read a power cell.

    Raises:
        InputError: the cell breaks the language.
    """
    amounts: dict[int, int] = {}
    trigger = -1
    effects: tuple[Effect, ...] = ()
    for part in [] if text == "none" else text.split(";"):
        if part.startswith("on:"):
            if trigger >= 0:
                raise InputError(f"{where}: two triggers (on:) in one cell")
            action, _, effect = part.removeprefix("on:").partition("=")
            trigger, effects = _choose(action, ACTIONS, "trigger", where), read_effects(effect, where)
            continue
        name, _, number = part.rpartition(":") if re.search(r"\d$", part) else (part, "", "1")
        power = _choose(name, POWERS, "power", where)
        amounts[power] = amounts.get(power, 0) + _number(number, where, 0)
        if amounts[power] > MOST_POWER:
            raise InputError(f"{where}: {name} of {amounts[power]} (at most {MOST_POWER} in a cell)")
    return Power(amounts, trigger, effects)


def read_condition(text: str, where: str) -> Condition:
    """Read a decree's condition.

    Raises:
        InputError: the condition breaks the language.
    """
    parts = text.split(":")
    form = _choose(parts[0], FORMS, "condition", where)
    wanted = {"per": 4, "atleast": 4, "majority": 3}[FORMS[form]]
    if len(parts) != wanted:
        raise InputError(f"{where}: condition {shown(text)!r} has {len(parts)} parts, needs {wanted}")
    key, slash, divisor = parts[1].partition("/")
    counted = _choose(key, KEYS, "key", where)
    if slash and FORMS[form] != "per":
        raise InputError(f"{where}: condition {shown(text)!r}: only per:KEY/N counts in groups")
    if FORMS[form] == "per":
        if not parts[3].startswith("max"):
            raise InputError(f"{where}: condition {shown(text)!r} ends in {shown(parts[3])!r}, not in maxN")
        most = _number(parts[3].removeprefix("max"), where, 0)
        group = _number(divisor, where, 1) if slash else 1
        return Condition(form, counted, group, _number(parts[2], where, 0), most)
    if FORMS[form] == "atleast":
        return Condition(form, counted, _number(parts[2], where, 0), _number(parts[3], where, 0))
    first, _, second = parts[2].partition("/")
    return Condition(form, counted, _number(first, where, 0), _number(second or "0", where, 0))
