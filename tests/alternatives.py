"""Rule alternatives that a game is played under: one at a time, and a few combinations with every pair of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from simcore.game import Game

Values = Mapping[str, tuple[Any, ...]]


def singles(game: Game, values: Values | None = None) -> list[tuple[str, Any]]:
    """Return every value of the game's parameters, or of those given, that is not the default."""
    parameters = game.parameters()
    values = values or {name: p.values for name, p in parameters.items()}
    return [(name, value) for name in values for value in values[name] if value != parameters[name].default]


def few(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of a long range its ends and its middle."""
    return values if len(values) <= 6 else (values[0], values[len(values) // 2], values[-1])


def pairs(game: Game, values: Values) -> tuple[tuple[int, dict[str, Any]], ...]:
    """Return player counts and rules that together hold every pair of values."""
    rows = covering({"players": game.players, **{name: v for name, v in values.items() if len(v) > 1}})
    return tuple((row["players"], {name: row[name] for name in row if name != "players"}) for row in rows)


def covering(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Return rows in which every pair of values of two parameters occurs; greedy and deterministic.

    Args:
        values: admissible values of every parameter.
    """
    names = list(values)
    open_pairs = {
        ((a, x), (b, y)): None for a, b in combinations(names, 2) for x in values[a] for y in values[b]
    }  # a dict keeps the order
    rows = []
    while open_pairs:
        row = dict(next(iter(open_pairs)))
        for name in sorted(set(names) - set(row), key=names.index):
            row[name] = max(values[name], key=lambda x: _gain(open_pairs, names, row, name, x))
        for pair in combinations([(name, row[name]) for name in names], 2):
            open_pairs.pop(pair, None)
        rows.append({name: row[name] for name in names})
    return rows


def _gain(open_pairs: Mapping[Any, None], names: list[str], row: Mapping[str, Any], name: str, x: Any) -> int:
    """How many open pairs the value adds to a row."""
    here = names.index(name)
    return sum(
        (((other, y), (name, x)) if names.index(other) < here else ((name, x), (other, y))) in open_pairs
        for other, y in row.items()
    )
