"""Edited component tables."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simcore.games.lancaster.describe import GAME

from .slow_position import rows

Rows = list[dict[str, str]]


def write(folder: Path, table: str, lines: Sequence[Mapping[str, Any]]) -> Path:
    """Write a table; return its folder."""
    with (folder / f"{table}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    return folder


def with_rules(folder: Path, table: str, rules: Sequence[str]) -> Path:
    """Write a shipped table with other rules, from its first row on."""
    lines = rows(table)
    for line, rule in zip(lines, rules, strict=False):
        line["rule"] = rule
    return write(folder, table, lines)


def book(folder: Path, **rules: Any) -> Any:
    """Return the rules with a folder of edited tables."""
    return GAME.rulebook(rules, folder)
