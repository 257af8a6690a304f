"""Cards, clergy tiles, plans, buildings and decrees in a designer's words, read from the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES
from simcore.games.lisboa.cells import Condition
from simcore.games.lisboa.decrees import condition_words
from simcore.games.lisboa.state import (
    ACT,
    ACTIONS,
    CELL_BOTTOM,
    CELL_CARD,
    CELL_EVENT,
    CELL_TILE,
    EFFECTS,
    GOOD_NAMES,
    GOOD_OP,
    INFLUENCE,
    NOBLES,
    PORTFOLIO_INFLUENCE,
    POWERS,
    PRICE_OP,
    REIS,
    STATE_OP,
    TREASURY_OP,
    WIG,
)

GOODS = (*GOOD_NAMES, "any good")


def piece_id(r: Any, kind: str, i: Any) -> int:
    """Return the id that a table's i-th row has: rows may have been taken out."""
    return int(r[f"{kind}_id"][int(i)])


def row_of(r: Any, kind: str, number: int) -> int:
    """Return which row of a table has an id."""
    return list(r[f"{kind}_id"]).index(number)


def effect_words(r: Any, cell: int) -> str:
    """L95: return what a cell does."""
    effects = (
        (int(r[name][cell][e]) for name in ("cell_op", "cell_a", "cell_b")) for e in range(int(r["cell_n"][cell]))
    )
    return ", ".join(_effect(*effect) for effect in effects) or "no effect"


def _effect(op: int, a: int, n: int) -> str:
    if op in (REIS, INFLUENCE, WIG, TREASURY_OP):
        return f"{n:+d} {EFFECTS[op]}"
    if op == GOOD_OP:
        return f"{n:+d} {GOODS[a]}"
    if op == PRICE_OP:
        return f"price of {GOODS[a]} {n:+d}"
    if op == ACT:
        return f"action {ACTIONS[a]}"
    if op == PORTFOLIO_INFLUENCE:
        return "influence of the portfolio"
    return f"{n} state actions" if op == STATE_OP else f"{n} {EFFECTS[op]}"


def power_words(r: Any, kind: str, i: int, cell: int) -> str:
    """L96: return the powers of a treasury card or clergy tile."""
    powers = [f"{POWERS[k].replace(':', ' ')} {n}" for k, n in enumerate(r[f"{kind}_power"][i]) if n]
    trigger = int(r[f"{kind}_trigger"][i])
    if trigger >= 0:
        powers.append(f"after {ACTIONS[trigger]}: {effect_words(r, cell)}")
    return ", ".join(powers) or "no power"


def card_words(r: Any, i: int) -> str:
    """L11: return what a political card says."""
    kind = int(r["card_type"][i])
    if kind < NOBLES:
        return f"{CARD_TYPES[kind]}, influence {r['card_influence'][i]}, {effect_words(r, CELL_BOTTOM + i)}"
    power = power_words(r, "card", i, CELL_CARD + i)
    return f"{CARD_TYPES[kind]}, {power}; event: {effect_words(r, CELL_EVENT + i)}"


def tile_words(r: Any, i: int) -> str:
    """L18: return what a clergy tile says."""
    return f"{power_words(r, 'tile', i, CELL_TILE + i)}; {r['tile_wigs'][i]} wigs"


def plan_words(r: Any, i: int) -> str:
    """L6: return what a plan says."""
    return f"{ARCHITECTS[int(r['plan_architect'][i])]}, {r['plan_officials'][i]} officials"


def building_words(r: Any, i: int) -> str:
    """L5: return what a public building says."""
    goods = " and ".join(good for g, good in enumerate(GOOD_NAMES) if int(r["building_goods"][i]) >> g & 1)
    return f"{goods}, {r['building_wigs'][i]} wigs a store"


def short_decree(r: Any, i: int) -> str:
    """L98: return a decree's id and what it says, in few words."""
    return f"{piece_id(r, 'decree', i)} {condition_words(_condition(r, i))[1]}"


def decree_words(r: Any, i: int) -> str:
    """L98: return what a decree says."""
    return condition_words(_condition(r, i))[0]


def _condition(r: Any, i: int) -> Condition:
    return Condition(*(int(r[f"decree_{name}"][i]) for name in ("form", "key", "by", "wigs", "most")))


PIECES: dict[str, Callable[[Any, int], str]] = {
    "card": card_words,
    "tile": tile_words,
    "plan": plan_words,
    "building": building_words,
    "decree": decree_words,
}
