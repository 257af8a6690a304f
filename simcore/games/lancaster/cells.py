"""Rule cells: the small language in which counties, castle slots, favors and laws say what they do (N60).

A cell is ``form:...``; EFFECTS are ``opcode:n`` joined by ``+``. Examples: ``gain:gold:3``,
``trade_once:squire:2:upgrade:1``, ``per_group:counties:2:pp:3``, ``most:gold:upgrade_deployed:1``,
``if:deployed_strength2:eq:0:upgrade:1``, ``buy:gold:1:pp:1``, ``pair:squire+gold:pp:3``.
"""

from __future__ import annotations

from dataclasses import dataclass

from simcore.components import shown
from simcore.errors import InputError, one_of
from simcore.games.lancaster.state import COMPARISONS, FORMS, MAX_EFFECTS, METRICS, OPCODES, RESOURCES

MAX_NUMBER = 100
SYNTAX = {
    "gain": "gain:EFFECTS",
    "trade_once": "trade_once:RESOURCE:COST:EFFECTS",
    "per": "per:METRIC:EFFECTS",
    "per_group": "per_group:METRIC:K:EFFECTS",
    "most": "most:METRIC:EFFECTS",
    "if": "if:METRIC:OP:K:EFFECTS",
    "buy": "buy:RESOURCE:COST:OPCODE:N",
    "pair": "pair:RESOURCE+RESOURCE:OPCODE:N",
}
LATER_OPCODES = ("seal", "shield", "archer", "tudor", "dishonour", "undishonour")
LATER_METRICS = ("seals", "bishops", "dishonour", "office")
LATER_FORMS = ("take_treasury",)


@dataclass(frozen=True)
class Cell:
    """A rule cell, read.

    Attributes:
        form: index in `FORMS`.
        effects: pairs of an index in `OPCODES` and a number.
        metric: index in `METRICS`.
        compare: index in `COMPARISONS`.
        k: what the metric is divided by or compared with.
        pays: resources that it costs.
        cost: of each resource, once.
    """

    form: int
    effects: tuple[tuple[int, int], ...]
    metric: int = 0
    compare: int = 0
    k: int = 1
    pays: tuple[str, ...] = ()
    cost: int = 1


def read_cell(text: str, where: str) -> Cell:
    """Read a rule cell.

    Args:
        text: the cell.
        where: names file and row in messages.

    Raises:
        InputError: the cell breaks the language, or belongs to a module that is not available yet.
    """
    parts = text.split(":")
    form = _choose(parts[0], FORMS, LATER_FORMS, "form", where)
    fixed = SYNTAX[FORMS[form]].split(":")[1:]
    fixed = [word for word in fixed if word not in ("EFFECTS", "OPCODE", "N")]
    if len(parts) < 1 + len(fixed) + 2:
        raise InputError(f"{where}: rule = {shown(text)!r} misses an argument (form: {SYNTAX[FORMS[form]]})")
    given = dict(zip(fixed, parts[1:], strict=False))
    if "EFFECTS" not in SYNTAX[FORMS[form]] and "+" in ":".join(parts[1 + len(fixed) :]):
        raise InputError(f"{where}: rule = {shown(text)!r} sells one effect only (form: {SYNTAX[FORMS[form]]})")
    return Cell(
        form,
        _effects(":".join(parts[1 + len(fixed) :]), where),
        _choose(given["METRIC"], METRICS, LATER_METRICS, "metric", where) if "METRIC" in given else 0,
        _choose(given["OP"], COMPARISONS, (), "comparison", where) if "OP" in given else 0,
        _number(given["K"], where, 1 if FORMS[form] == "per_group" else 0) if "K" in given else 1,
        _resources(given, where),
        _number(given["COST"], where, 1) if "COST" in given else 1,
    )


def _choose(word: str, known: tuple[str, ...], later: tuple[str, ...], what: str, where: str) -> int:
    if word in later:
        raise InputError(f"{where}: {what} {word!r} belongs to a module that is not available yet")
    if word not in known:
        raise InputError(f"{where}: {one_of(what, shown(word), known)}")
    return known.index(word)


def _number(word: str, where: str, least: int) -> int:
    if not (word.isascii() and word.isdecimal()) or not least <= int(word) <= MAX_NUMBER:
        raise InputError(f"{where}: {shown(word)!r} is not a whole number from {least} to {MAX_NUMBER}")
    return int(word)


def _resources(given: dict[str, str], where: str) -> tuple[str, ...]:
    words = tuple(w for key, value in given.items() if key.startswith("RESOURCE") for w in value.split("+"))
    for word in words:
        _choose(word, RESOURCES, (), "resource", where)
    if "RESOURCE" in given and len(words) > 1:
        raise InputError(f"{where}: {shown('+'.join(words))!r} is more than one resource")
    if "RESOURCE+RESOURCE" in given and sorted(words) != sorted(RESOURCES):
        raise InputError(f"{where}: a pair is {'+'.join(RESOURCES)}, not {shown('+'.join(words))!r}")
    return words


def _effects(text: str, where: str) -> tuple[tuple[int, int], ...]:
    effects = []
    for effect in text.split("+"):
        opcode, _, number = effect.partition(":")
        if not number:
            raise InputError(f"{where}: effect {shown(effect)!r} misses its number (opcode:n)")
        effects.append((_choose(opcode, OPCODES, LATER_OPCODES, "opcode", where), _number(number, where, 0)))
    if len(effects) > MAX_EFFECTS:
        raise InputError(f"{where}: {len(effects)} effects in one rule (at most {MAX_EFFECTS})")
    return tuple(effects)
