"""A small set of parameter combinations in which every pair of values occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any


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
